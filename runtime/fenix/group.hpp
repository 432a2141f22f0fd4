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

/// A duplicate of a datatype: the program may free its own while the member exists.
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

/// The type of a member's elements; without the program's datatype where only a snapshot has it.
struct Type {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    int size = 0;          ///< bytes of an element in a snapshot
    bool is_dense = false; ///< and in memory
    int code = 0; ///< of a predefined type the Fortran integer, which is the same at all processes
    std::shared_ptr<const TypeCopy> copy = {}; ///< of a derived type

    /// For packing and unpacking.
    [[nodiscard]] MPI_Datatype used() const noexcept { return copy ? copy->get() : handle; }

    [[nodiscard]] static Type of(MPI_Datatype handle);
};

/// Elements that are stored: the data that Fenix_Data_member_store has copied until now, of which
/// the next commit makes a snapshot.
struct Member {
    int id = 0;
    void *buffer = nullptr;
    int count = 0;
    Type type;
    std::vector<std::byte> stored; ///< of `count` elements, the `known` ones
    Ranges known;

    void store(const std::vector<Range> &which);
    /// Copies the known elements to `target`, where they have the type `as`, of the same size.
    void restore(void *target, const Type &as) const;
};

/// A data group: a store, and members whose copies are members of the store. One more member of the
/// store has their numbers, sizes and types, so that a recovered rank learns them.
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

    /// Makes the store on `comm`, or moves it there. Returns an error of MPI. Collective over
    /// `comm`.
    [[nodiscard]] int bring_to(MPI_Comm comm, int recovery);
    [[nodiscard]] int commit(int *stamp);
    /// The newest kept snapshot that is not newer than `stamp`; -1: none.
    [[nodiscard]] long long at(int stamp) const;
    [[nodiscard]] std::vector<long long> stamps() const;
    [[nodiscard]] int drop(long long stamp);
    void free();

    [[nodiscard]] Member *find(int id) noexcept;
    [[nodiscard]] std::vector<Member> &members() noexcept { return members_; }

    /// Reads this rank's data of a member in a snapshot. Returns an error of MPI.
    [[nodiscard]] int read(long long stamp, int id, Member &found) const;
    /// The same for any rank. Collective.
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
