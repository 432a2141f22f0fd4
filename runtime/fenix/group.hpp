#pragma once

#include "runtime/fenix/subset.hpp"

#include <closeranks_store.h>
#include <fenix.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace closeranks::fenix {

/// One more of a datatype: the program may free its own while the member is there.
class TypeCopy {
  public:
    explicit TypeCopy(MPI_Datatype type) { MPI_Type_dup(type, &type_); }
    ~TypeCopy();
    TypeCopy(const TypeCopy &) = delete;
    TypeCopy &operator=(const TypeCopy &) = delete;
    [[nodiscard]] MPI_Datatype get() const noexcept { return type_; }

  private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// What a member's elements are; without the program's datatype where only a snapshot tells.
struct Type {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    int size = 0;          ///< bytes of an element in a snapshot
    bool is_dense = false; ///< and in memory
    int code = 0;          ///< of a predefined one the Fortran integer, which all processes share
    std::shared_ptr<const TypeCopy> copy = {}; ///< of one that is not predefined

    /// For packing and unpacking.
    [[nodiscard]] MPI_Datatype used() const noexcept { return copy ? copy->get() : handle; }

    [[nodiscard]] static Type of(MPI_Datatype handle);
};

/// Elements that are stored: what Fenix_Data_member_store has copied until now, and the next commit
/// makes a snapshot of.
struct Member {
    int id = 0;
    void *buffer = nullptr;
    int count = 0;
    Type type;
    std::vector<std::byte> stored; ///< of `count` elements, as far as they are `known`
    Ranges known;

    void store(const std::vector<Range> &which);
    /// Copies those that are known to `target`, where they have the type `as`, of the same size.
    void restore(void *target, const Type &as) const;
};

/// A data group: a store, and members whose copies are members of it. One more member of the store
/// has their numbers, sizes and types, so that a rank that was recovered learns of them.
class Group {
  public:
    struct Policy {
        int name = FENIX_DATA_POLICY_IN_MEMORY_RAID;
        int mode = 1;
        int separation = 1;
        int size = 0;
    };

    Group(int id, int first_stamp, int depth, Policy policy)
        : id_(id), next_stamp_(first_stamp), depth_(depth), policy_(policy) {}

    [[nodiscard]] int id() const noexcept { return id_; }
    [[nodiscard]] const Policy &policy() const noexcept { return policy_; }
    void set_policy(Policy policy) noexcept { policy_ = policy; }
    [[nodiscard]] bool is_at(int recovery) const noexcept { return recovery_ == recovery; }
    [[nodiscard]] bool has_committed() const noexcept { return has_committed_; }

    /// An error of MPI. Collective over `comm`: makes the store there, or brings it there.
    [[nodiscard]] int bring_to(MPI_Comm comm, int recovery);
    [[nodiscard]] int commit(int *stamp);
    /// A snapshot that is kept, and no newer than `stamp`; -1: none.
    [[nodiscard]] long long at(int stamp) const;
    [[nodiscard]] std::vector<long long> stamps() const;
    [[nodiscard]] int drop(long long stamp);
    void free();

    [[nodiscard]] Member *find(int id) noexcept;
    [[nodiscard]] std::vector<Member> &members() noexcept { return members_; }

    /// What this rank has of a member in a snapshot. An error of MPI.
    [[nodiscard]] int read(long long stamp, int id, Member &found) const;
    /// The same of any rank. Collective.
    [[nodiscard]] int read_from(long long stamp, int rank, int id, Member &found);

  private:
    using Numbers = std::vector<std::int64_t>;

    [[nodiscard]] std::string where() const;
    [[nodiscard]] Numbers describe() const;
    [[nodiscard]] static std::vector<Member> understand(const Numbers &numbers);
    void hand_over();
    [[nodiscard]] int go_back();
    [[nodiscard]] int tell(int code) const;

    int id_;
    int next_stamp_;
    int depth_;
    Policy policy_;
    closeranks_store store_ = nullptr;
    std::vector<Member> members_;
    Numbers description_;
    std::vector<int> handed_over_;
    bool has_committed_ = false;
    int recovery_ = -1;
};

} // namespace closeranks::fenix
