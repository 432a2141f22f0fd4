#include "runtime/store/store.hpp"
#include "runtime/store/transfer.hpp"

#include <new>
#include <utility>

namespace closeranks::store {

/// Gets the part that this rank wants of the data of `rank` in a checkpoint; MPI_PROC_NULL:
/// nothing. The returned problem may concern this rank only.
Problem Store::find(long long stamp, int rank, const Extract &extract, Image &got) {
    if (const Problem all = meet_again(); all != Problem::none) return all;
    const Want mine{stamp == CLOSERANKS_NEWEST ? newest() : stamp, rank};
    std::vector<Want> all(static_cast<std::size_t>(size_), Want{mine[0], MPI_PROC_NULL});
    MPI_Allgather(mine.data(), 2, MPI_LONG_LONG, all.data(), 2, MPI_LONG_LONG, comm_);
    std::vector<int> wants;
    for (const Want &one : all) {
        if (one[0] != mine[0]) return note(Problem::argument, "the ranks ask for different stamps");
        wants.push_back(static_cast<int>(one[1]));
    }
    if (Checkpoint *const found = in_memory(mine[0]))
        return find_in_memory(*found, wants, extract, got);
    const Directory::Committed *const found = in_files(mine[0]);
    if (found == nullptr) return no_checkpoint(mine[0]);
    return rank == MPI_PROC_NULL ? Problem::none : find_in_file(*found, rank, extract, got);
}

Problem Store::find_in_file(const Directory::Committed &checkpoint, int rank,
                            const Extract &extract, Image &got) {
    if (!checkpoint.has(rank))
        return note(Problem::argument, "rank " + std::to_string(rank) + " has stored nothing");
    try {
        Image whole;
        if (std::string why = directory_.read(rank, checkpoint.stamp, whole); !why.empty())
            return note(Problem::file, why);
        got = extract(whole, rank_);
    } catch (const std::bad_alloc &) {
        return note(Problem::memory, "there is no memory to read a checkpoint");
    }
    return Problem::none;
}

Problem Store::nobody_has(const Checkpoint &checkpoint, int rank, const std::vector<int> &alive) {
    if (!checkpoint.has_stored(rank))
        return note(Problem::argument, "rank " + std::to_string(rank) + " has stored nothing");
    return note(Problem::lost, checkpoint.why_lost(rank, alive));
}

/// Has the data of the failed ones of `ranks` rebuilt, as far as possible. `alive`: the ranks that
/// live then.
Problem Store::bring_back(Checkpoint &checkpoint, const std::vector<int> &ranks,
                          std::vector<int> &alive) {
    enum : int { done, again, no_room };
    for (;;) {
        alive = having();
        const std::vector<int> dead = checkpoint.to_rebuild(ranks, alive);
        if (dead.empty()) return Problem::none;
        int mine = no_room;
        try {
            mine = checkpoint.rebuild(dead, alive, ranks_) ? done : again;
        } catch (const std::bad_alloc &) { // other ranks wait for the next step
        }
        int worst = mine;
        MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm_);
        if (worst == done) checkpoint.have_rebuilt(dead, alive);
        if (worst == no_room)
            return note(Problem::memory, "a rank has no memory to rebuild the data of dead ranks");
    }
}

/// Each round that fails costs a life: a rank that had to send has failed.
Problem Store::find_in_memory(Checkpoint &checkpoint, const std::vector<int> &wants,
                              const Extract &extract, Image &got) {
    bool has_room = true;
    std::vector<int> alive;
    for (int all_have = 0; all_have == 0;) {
        if (const Problem all = bring_back(checkpoint, wants, alive); all != Problem::none)
            return all;
        int mine = serve(checkpoint, wants, alive, extract, got, has_room) ? 1 : 0;
        all_have = mine;
        MPI_Allreduce(&mine, &all_have, 1, MPI_INT, MPI_MIN, comm_);
    }
    const int wanted = wants[static_cast<std::size_t>(rank_)];
    if (!has_room) return note(Problem::memory, "there is no memory for what was asked for");
    if (wanted != MPI_PROC_NULL && checkpoint.source_of(wanted, alive) < 0) {
        const Directory::Committed *const found = in_files(checkpoint.stamp());
        return found == nullptr ? nobody_has(checkpoint, wanted, alive)
                                : find_in_file(*found, wanted, extract, got);
    }
    if (!got.is_whole()) return note(Problem::file, "what came is not what was stored");
    return Problem::none;
}

/// Gives other ranks the data that they want of this rank, and gets the data that this rank wants.
/// False: the source has failed. A rank without room continues all the same, because other ranks
/// wait.
bool Store::serve(const Checkpoint &checkpoint, const std::vector<int> &wants,
                  const std::vector<int> &alive, const Extract &extract, Image &got,
                  bool &has_room) {
    Transfer transfer(comm_, ++ranks_.round);
    std::map<int, bool> is_whole; // by the rank of the data
    std::map<int, Image> sent;
    for (int asker = 0; asker < size_; ++asker) { // some ranks may be recovered, and have nothing
        const int wanted = wants[static_cast<std::size_t>(asker)];
        if (wanted == MPI_PROC_NULL || checkpoint.source_of(wanted, alive) != rank_) continue;
        const Image &whole = checkpoint.image(wanted);
        if (!is_whole.contains(wanted)) is_whole[wanted] = whole.is_whole();
        Image &part = asker == rank_ ? got : sent[asker];
        try {
            part = is_whole[wanted] ? extract(whole, asker) : Image::spoilt();
        } catch (const std::bad_alloc &) {
            has_room = false;
        }
        if (asker != rank_) transfer.send(part, asker);
    }
    const int source = checkpoint.source_of(wants[static_cast<std::size_t>(rank_)], alive);
    bool has = source < 0 || source == rank_;
    if (!has) transfer.receive(source);
    try {
        transfer.run([&](int, Piece piece) {
            got = Image(std::move(piece.bytes), piece.whole.checksum);
            has = true;
        });
    } catch (const std::bad_alloc &) {
        has_room = false;
        has = true;
    }
    return has;
}

} // namespace closeranks::store
