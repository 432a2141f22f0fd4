#pragma once

#include "runtime/store/checkpoint.hpp"
#include "runtime/store/directory.hpp"
#include "runtime/store/image.hpp"
#include "runtime/store/member.hpp"
#include "runtime/store/where.hpp"

#include <closeranks_store.h>

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace closeranks::store {

/// True if this process has taken the place of a failed one, and is on its way to the resume point
/// (closeranks_returning). There no other process takes part in its calls.
[[nodiscard]] bool is_returning();
[[nodiscard]] int recoveries();
/// The lost ranks of a communicator, ascending.
[[nodiscard]] std::vector<int> missing_of(MPI_Comm comm);

/// The reason why a call was not carried out, the worst last; the same at all ranks.
enum class Problem : int { none, argument, truncated, file, memory, lost };

/// The store behind the functions of closeranks_store.h.
///
/// A checkpoint counts from the Allreduce at the end of `commit` on. The result of that is the same
/// at all survivors (invariant I3, docs/developers/design.md), so either all have the new
/// checkpoint, or none. The result is no if any rank lacks data that it had to keep. A rank that
/// failed before the Allreduce must have a holder among the ranks that completed it. Each rank can
/// check that for itself, because the lost ranks are the same at all ranks between two
/// collectives.
class Store {
  public:
    /// Takes over `comm`, a duplicate for this store only, whose errors are returned. `is_empty`:
    /// this rank makes the store alone, and other ranks may have its contents.
    Store(MPI_Comm comm, Where where, bool is_empty);
    ~Store();
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// The first checkpoint tells the program of the failures of other ranks.
    void expect_all_but(const std::vector<int> &missing);
    /// Must not be called by a process that is_returning().
    [[nodiscard]] Problem open();
    /// Continues with `comm`, which it takes over, in place of its former communicator.
    [[nodiscard]] Problem move_to(MPI_Comm comm);
    [[nodiscard]] bool is_rank(int rank, int of) const noexcept {
        return rank == rank_ && of == size_;
    }
    void set_member(int id, void *data, MPI_Count count, MPI_Datatype type);
    void set_member(int id, const Callbacks &callbacks);
    [[nodiscard]] Problem commit(long long stamp);
    /// The two halves of commit(): the program's data may change in between.
    [[nodiscard]] Problem begin(long long stamp);
    [[nodiscard]] Problem complete();
    [[nodiscard]] std::vector<int> missing() const;
    [[nodiscard]] long long newest() const noexcept;
    /// The stamps of all checkpoints that are kept, the newest first.
    [[nodiscard]] std::vector<long long> stamps() const;
    [[nodiscard]] Problem forget(long long newer_than);
    /// Forgets only this checkpoint.
    [[nodiscard]] Problem drop(long long stamp);
    [[nodiscard]] Problem restore(long long stamp);
    /// Reads the data that this rank has stored, or without `copies` only the number of elements.
    /// Local; the returned problem concerns this rank only.
    [[nodiscard]] Problem read(long long stamp, int id, const Elements &into, bool copies,
                               MPI_Count &got);
    [[nodiscard]] Problem restore_from(long long stamp, int rank, int id, const Elements &into,
                                       MPI_Count &got);
    [[nodiscard]] Problem restore_spread(long long stamp, int rank, int id, const Elements &into,
                                         MPI_Count &first, MPI_Count &got);
    /// The members that `rank` has in a checkpoint, with their bytes.
    [[nodiscard]] Problem sizes(long long stamp, int rank, std::map<int, long long> &bytes);
    [[nodiscard]] long long memory() const noexcept;
    /// The latest error in one sentence; "": there was none.
    [[nodiscard]] const std::string &explanation() const noexcept { return explanation_; }
    void explain(const char *why) { explanation_ = why; }

  private:
    /// A member is an array, or an object that functions of the program turn into bytes.
    using Member = std::variant<Array, Callbacks>;
    /// Each kept checkpoint has a list of its own, so that nothing can fail any more when it
    /// counts.
    using InMemory = std::list<std::unique_ptr<Checkpoint>>;
    using Want = std::array<long long, 2>; ///< a stamp and a rank
    using InFiles = std::vector<Directory::Committed>;
    /// A checkpoint that does not count yet.
    struct UnderWay {
        InMemory made{}; ///< only this checkpoint
        bool in_files = false;
        int recoveries = 0;
        Problem problem = Problem::none; ///< of this rank
    };
    /// The part of an image for the rank `asker`.
    using Extract = std::function<Image(const Image &whole, int asker)>;

    void use(MPI_Comm comm);
    template <typename Is> [[nodiscard]] Problem forget_those(long long stamp, Is is_one);
    [[nodiscard]] Problem find_member(const Image &image, int rank, int id,
                                      std::span<const std::byte> &bytes);
    [[nodiscard]] Problem check_room(const Elements &into, std::size_t bytes);
    [[nodiscard]] Problem meet_again();
    [[nodiscard]] Problem begin_anew();
    [[nodiscard]] Problem tell_the_empty();
    [[nodiscard]] Problem read_directory();
    [[nodiscard]] std::vector<long long> describe() const;
    void learn(const std::vector<long long> &told);
    [[nodiscard]] Problem fill_all(std::span<const std::uint64_t> hosts);
    [[nodiscard]] Problem fill(Checkpoint &old, std::span<const std::uint64_t> hosts,
                               std::unique_ptr<Checkpoint> &fresh);
    [[nodiscard]] std::vector<int> having() const;
    [[nodiscard]] std::vector<std::uint64_t> gather_hosts() const;

    [[nodiscard]] std::vector<int> living() const;
    [[nodiscard]] Problem tell_of_deaths();
    [[nodiscard]] Problem note(Problem problem, std::string why);
    [[nodiscard]] Problem no_checkpoint(long long stamp);
    [[nodiscard]] Problem settle(Problem mine);
    [[nodiscard]] bool is_same_everywhere(std::vector<long long> numbers);

    [[nodiscard]] std::size_t needed() const;
    [[nodiscard]] Problem fails(int id, const std::string &what);
    [[nodiscard]] Problem pack(Image &image);
    [[nodiscard]] Problem load(const Image &image);
    [[nodiscard]] std::unique_ptr<Checkpoint> make(long long stamp, int since_files,
                                                   const std::vector<int> &stored,
                                                   std::span<const std::uint64_t> hosts) const;
    [[nodiscard]] Problem prepare(long long stamp);
    [[nodiscard]] Problem offer(Checkpoint &next);
    [[nodiscard]] Problem keep(Checkpoint &next, Problem problem);
    [[nodiscard]] Problem settle_all(UnderWay &under_way);
    [[nodiscard]] Problem no_room();
    void abandon();
    [[nodiscard]] Problem find_lost(const Checkpoint &next);
    [[nodiscard]] Problem write_for_the_dead(Checkpoint &next);
    [[nodiscard]] int since_files() const noexcept;
    [[nodiscard]] InFiles with(long long stamp) const;
    [[nodiscard]] Problem commit_files(InFiles next);
    void remove_old_files(const InFiles &old) const;
    void remove_files(long long stamp, int ranks) const;

    [[nodiscard]] Checkpoint *in_memory(long long stamp) const noexcept;
    [[nodiscard]] const Directory::Committed *in_files(long long stamp) const noexcept;
    [[nodiscard]] Problem own_image(long long stamp, Image &image);
    [[nodiscard]] Problem fit(const Image &image);
    [[nodiscard]] Problem find(long long stamp, int rank, const Extract &extract, Image &got);
    [[nodiscard]] Problem find_in_memory(Checkpoint &checkpoint, const std::vector<int> &wants,
                                         const Extract &extract, Image &got);
    [[nodiscard]] Problem bring_back(Checkpoint &checkpoint, const std::vector<int> &ranks,
                                     std::vector<int> &alive);
    [[nodiscard]] Problem find_in_file(const Directory::Committed &checkpoint, int rank,
                                       const Extract &extract, Image &got);
    [[nodiscard]] bool serve(const Checkpoint &checkpoint, const std::vector<int> &wants,
                             const std::vector<int> &alive, const Extract &extract, Image &got,
                             bool &has_room);
    [[nodiscard]] Problem nobody_has(const Checkpoint &checkpoint, int rank,
                                     const std::vector<int> &alive);

    MPI_Comm comm_ = MPI_COMM_NULL;
    Where where_;
    Directory directory_;
    int rank_ = 0;
    int size_ = 0;
    Checkpoint::Ranks ranks_{.comm = MPI_COMM_NULL, .mine = 0, .round = 0};
    std::vector<std::uint64_t> hosts_; ///< by rank
    int recoveries_ = 0;               ///< recoveries of the program that the store has followed
    bool is_whole_ = true;             ///< false: this rank was recovered, and has no data yet
    std::vector<int> empty_;           ///< the ranks without data, ascending
    std::map<int, Member> members_;
    std::vector<int> known_; ///< the live ranks, as the program has been told
    std::optional<UnderWay> under_way_;
    InMemory given_up_;  ///< messages may still arrive in their memory
    InMemory in_memory_; ///< the newest first
    InFiles in_files_;   ///< the newest first
    std::string explanation_;
};

} // namespace closeranks::store
