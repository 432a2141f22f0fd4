#pragma once

#include "runtime/store/directory.hpp"
#include "runtime/store/image.hpp"
#include "runtime/store/member.hpp"
#include "runtime/store/placement.hpp"
#include "runtime/store/where.hpp"

#include <closeranks_store.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace closeranks::store {

/// What kept a call from being done, the worst last; the same at all ranks.
enum class Problem : int { none, argument, truncated, file, memory, lost };

/// The store of closeranks_store.h, whose functions these are.
///
/// A checkpoint counts from the Allreduce at the end of `commit` on. Its result is the same at all
/// survivors (I3), so all have the new checkpoint or none. It says no if anybody lacks what it was
/// to keep; and who died before it has to have a holder among those who got through it. Whether
/// that is so everybody can tell for itself: who is missing is the same at all between two
/// collectives.
class Store {
  public:
    /// Takes `comm` over, a duplicate for this store only.
    Store(MPI_Comm comm, Where where);
    ~Store();
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    [[nodiscard]] Problem open();
    void set_member(int id, void *data, int count, MPI_Datatype type);
    [[nodiscard]] Problem commit(long long stamp);
    [[nodiscard]] std::vector<int> missing() const;
    [[nodiscard]] long long newest() const noexcept;
    [[nodiscard]] Problem restore(long long stamp);
    [[nodiscard]] Problem restore_from(int rank, int id, const Elements &into, int &got);
    [[nodiscard]] Problem restore_spread(int rank, int id, const Elements &into, long long &first,
                                         int &got);
    [[nodiscard]] long long memory() const noexcept;
    [[nodiscard]] const std::string &explanation() const noexcept { return explanation_; }

  private:
    struct Member {
        void *data;
        int count;
        TypeCopy type;
        [[nodiscard]] Elements elements() const { return {data, count, type.get()}; }
    };
    struct Checkpoint {
        long long stamp = -1;
        Placement placement;
        std::map<int, Image> images; ///< this rank's own, and those it holds, by rank
    };
    struct Want {
        int rank;
        int id;
    };
    /// What `asker` is to get of an image.
    using Extract = std::function<Image(const Image &whole, int asker)>;

    [[nodiscard]] std::vector<int> living() const;
    [[nodiscard]] Problem tell_of_deaths();
    [[nodiscard]] Problem note(Problem problem, std::string why);
    [[nodiscard]] Problem settle(Problem mine);
    [[nodiscard]] bool is_same_everywhere(std::vector<long long> numbers);

    [[nodiscard]] std::size_t needed() const;
    [[nodiscard]] Image pack() const;
    [[nodiscard]] Problem exchange_copies(Checkpoint &next);
    [[nodiscard]] bool is_lost(const std::vector<int> &before, const Checkpoint &next) const;
    [[nodiscard]] Problem write_for_the_dead(const Checkpoint &next);
    [[nodiscard]] bool is_due_in_files() const noexcept;
    [[nodiscard]] Problem commit_files(long long stamp);
    void remove_old_files(const Directory::Committed &old) const;

    [[nodiscard]] Problem own_image(long long stamp, Image &image);
    [[nodiscard]] Problem fit(const Image &image);
    [[nodiscard]] Problem find(const Want &mine, const Extract &extract, Image &got);
    [[nodiscard]] Problem find_in_memory(const std::vector<Want> &wants, const Extract &extract,
                                         Image &got);
    [[nodiscard]] Problem find_in_file(int rank, const Extract &extract, Image &got);
    [[nodiscard]] Problem nobody_has(int rank);
    [[nodiscard]] static int source_of(const Placement &placement, int rank,
                                       const std::vector<int> &alive);

    MPI_Comm comm_;
    Where where_;
    Directory directory_;
    int rank_ = 0;
    int size_ = 0;
    std::vector<std::uint64_t> hosts_; ///< by rank
    std::map<int, Member> members_;
    std::vector<int> known_;        ///< the living, as the program has been told
    Checkpoint newest_;             ///< in memory
    Directory::Committed in_files_; ///< in files
    int since_files_ = 0;           ///< checkpoints since the last one that went to files
    std::uint64_t round_ = 0;       ///< of transfers
    std::string explanation_;
};

} // namespace closeranks::store
