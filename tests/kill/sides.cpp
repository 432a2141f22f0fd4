// Intercommunicators of the even and the odd ranks: making them, what is made of them, and
// collectives and messages over them.

#include "scenario.hpp"

#include <chrono>

namespace kill {
namespace {

constexpr int bridge_tag = 17;

/// Unlike MPI_Wtime, the same clock in all processes of a machine.
double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The two sides, and this rank's.
struct Sides {
    explicit Sides(const Run &run)
        : mine(run.rank % 2), local_size((run.size + 1 - mine) / 2),
          remote_size((run.size + mine) / 2), rank(run.rank / 2) {
        // Not by MPI_Comm_split, whose calls are counted.
        MPI_Group world = MPI_GROUP_NULL;
        MPI_Group side = MPI_GROUP_NULL;
        int range[1][3] = {{mine, run.size - 1, 2}};
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_range_incl(world, 1, range, &side);
        MPI_Comm_create(MPI_COMM_WORLD, side, &local);
        MPI_Group_free(&side);
        MPI_Group_free(&world);
    }
    ~Sides() {
        if (inter != MPI_COMM_NULL) MPI_Comm_free(&inter);
        MPI_Comm_free(&local);
    }
    Sides(const Sides &) = delete;
    Sides &operator=(const Sides &) = delete;

    /// The world rank of the remote side's rank `r`.
    [[nodiscard]] int remote(int r) const { return 2 * r + 1 - mine; }
    [[nodiscard]] Ranks all_remote() const {
        Ranks ranks = 0;
        for (int r = 0; r < remote_size; r++)
            ranks |= only(remote(r));
        return ranks;
    }

    /// An intercommunicator, led by the members of pair `pair`; after a failure maybe none.
    [[nodiscard]] MPI_Comm make(int pair) const {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Intercomm_create(local, pair, MPI_COMM_WORLD, 2 * pair + 1 - mine, bridge_tag, &comm);
        return comm;
    }

    /// The same from the groups of both sides, of which only the leader knows the other.
    [[nodiscard]] MPI_Comm make_from_groups(int pair) const {
        MPI_Group world = MPI_GROUP_NULL;
        MPI_Group own = MPI_GROUP_NULL;
        MPI_Group other = MPI_GROUP_EMPTY;
        MPI_Comm comm = MPI_COMM_NULL;
        const int end = local_size + remote_size - 1;
        int range[1][3] = {{1 - mine, end, 2}};
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Comm_group(local, &own);
        if (rank == pair) MPI_Group_range_incl(world, 1, range, &other);
        MPI_Intercomm_create_from_groups(own, pair, other, pair, "kill/sides", MPI_INFO_NULL,
                                         MPI_ERRORS_RETURN, &comm);
        if (rank == pair) MPI_Group_free(&other);
        MPI_Group_free(&own);
        MPI_Group_free(&world);
        return comm;
    }

    void make() {
        inter = make(0);
        MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    }

    /// What a rooted call gets as its root.
    [[nodiscard]] int root(const Run &run) const {
        if (run.root % 2 != mine) return run.root / 2;
        return run.rank == run.root ? MPI_ROOT : MPI_PROC_NULL;
    }

    int mine; ///< 0: the even ranks
    int local_size;
    int remote_size;
    int rank; ///< in the local group
    MPI_Comm local = MPI_COMM_NULL;
    MPI_Comm inter = MPI_COMM_NULL;
};

/// Of blocks of the remote ranks, those that are there.
Ranks blocks_in(Run &run, const Sides &sides, int round, std::span<const long> blocks) {
    const auto length = static_cast<std::size_t>(block_length(round));
    Ranks present = 0;
    for (int r = 0; r < sides.remote_size; r++)
        if (has_block(run, sides.remote(r), round,
                      blocks.subspan(static_cast<std::size_t>(r) * length, length)))
            present |= only(sides.remote(r));
    return present;
}

void sum_over(Run &run, MPI_Comm comm, int round, Ranks scope) {
    const int count = block_length(round);
    const std::vector<long> mine = shares_of(run.rank, round, count);
    std::vector<long> sum = blank(count);
    MPI_Allreduce(mine.data(), sum.data(), count, MPI_LONG, MPI_SUM, comm);
    const Ranks present = contributors(run, round, sum);
    run.saw(round, present, scope);
}

void allreduce(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++)
        sum_over(run, sides.inter, round, sides.all_remote());
}

void barrier(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++) {
        const double entered = now();
        MPI_Barrier(sides.inter);
        run.synchronised(round, entered, now());
    }
}

void bcast(Run &run) {
    Sides sides(run);
    sides.make();
    const int root = sides.root(run);
    for (int round = 1; round <= run.rounds; round++) {
        std::vector<long> block =
            root == MPI_ROOT ? block_of(run.root, round) : blank(block_length(round));
        MPI_Bcast(block.data(), block_length(round), MPI_LONG, root, sides.inter);
        const Ranks scope = root == MPI_PROC_NULL ? 0 : only(run.root);
        run.saw(round, has_block(run, run.root, round, block) ? scope : 0, scope);
    }
}

void reduce(Run &run) {
    Sides sides(run);
    sides.make();
    const int root = sides.root(run);
    for (int round = 1; round <= run.rounds; round++) {
        const int count = block_length(round);
        const std::vector<long> mine = shares_of(run.rank, round, count);
        std::vector<long> sum = blank(count);
        MPI_Reduce(mine.data(), sum.data(), count, MPI_LONG, MPI_SUM, root, sides.inter);
        run.saw(round, contributors(run, round, sum), root == MPI_ROOT ? sides.all_remote() : 0);
    }
}

void gather(Run &run) {
    Sides sides(run);
    sides.make();
    const int root = sides.root(run);
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> all = blank(sides.remote_size * length);
        MPI_Gather(mine.data(), length, MPI_LONG, all.data(), length, MPI_LONG, root, sides.inter);
        run.saw(round, blocks_in(run, sides, round, all),
                root == MPI_ROOT ? sides.all_remote() : 0);
    }
}

void scatter(Run &run) {
    Sides sides(run);
    sides.make();
    const int root = sides.root(run);
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        std::vector<long> all;
        for (int r = 0; root == MPI_ROOT && r < sides.remote_size; r++) {
            std::vector<long> block = block_of(run.root, round);
            block.back() += sides.remote(r);
            all.insert(all.end(), block.begin(), block.end());
        }
        std::vector<long> mine = blank(length);
        MPI_Scatter(all.data(), length, MPI_LONG, mine.data(), length, MPI_LONG, root, sides.inter);
        if (mine.back() != untouched) mine.back() -= run.rank;
        run.saw(round, has_block(run, run.root, round, mine) ? only(run.root) : 0,
                root >= 0 ? only(run.root) : 0);
    }
}

void allgather(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> all = blank(sides.remote_size * length);
        MPI_Allgather(mine.data(), length, MPI_LONG, all.data(), length, MPI_LONG, sides.inter);
        run.saw(round, blocks_in(run, sides, round, all), sides.all_remote());
    }
}

void alltoall(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        std::vector<long> given;
        for (int r = 0; r < sides.remote_size; r++) {
            const std::vector<long> block = block_of(run.rank, round);
            given.insert(given.end(), block.begin(), block.end());
        }
        std::vector<long> all = blank(sides.remote_size * length);
        MPI_Alltoall(given.data(), length, MPI_LONG, all.data(), length, MPI_LONG, sides.inter);
        run.saw(round, blocks_in(run, sides, round, all), sides.all_remote());
    }
}

/// Each rank exchanges blocks with the rank of its number on the other side, if there is one.
void sendrecv(Run &run) {
    Sides sides(run);
    sides.make();
    const int peer = sides.rank < sides.remote_size ? sides.rank : MPI_PROC_NULL;
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> theirs = blank(length);
        MPI_Status status;
        MPI_Sendrecv(mine.data(), length, MPI_LONG, peer, round, theirs.data(), length, MPI_LONG,
                     peer, round, sides.inter, &status);
        if (peer == MPI_PROC_NULL) {
            run.saw(round, 0, 0);
            continue;
        }
        const int from = sides.remote(peer);
        if (status.MPI_SOURCE == MPI_PROC_NULL) forget_part(from, round, theirs);
        run.saw(round, has_block(run, from, round, theirs) ? only(from) : 0, only(from));
    }
}

/// `make` makes an intercommunicator of both sides; none: there is no other side any more.
template <typename Make> void every_round(Run &run, const Sides &sides, Make make) {
    for (int round = 1; round <= run.rounds; round++) {
        MPI_Comm comm = make(round);
        if (comm == MPI_COMM_NULL) {
            run.saw(round, 0, 0);
            continue;
        }
        int inter = 0;
        MPI_Comm_test_inter(comm, &inter);
        if (!inter) run.wrong("round %d: this is no intercommunicator", round);
        sum_over(run, comm, round, sides.all_remote());
        MPI_Comm_free(&comm);
    }
}

/// Led by another pair of ranks each round.
void create(Run &run) {
    const Sides sides(run);
    const int pairs = run.size / 2;
    every_round(run, sides, [&](int round) { return sides.make(round % pairs); });
}

void create_from_groups(Run &run) {
    const Sides sides(run);
    const int pairs = run.size / 2;
    every_round(run, sides, [&](int round) { return sides.make_from_groups(round % pairs); });
}

void dup(Run &run) {
    Sides sides(run);
    sides.make();
    every_round(run, sides, [&](int) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(sides.inter, &comm);
        return comm;
    });
}

void split(Run &run) {
    Sides sides(run);
    sides.make();
    every_round(run, sides, [&](int) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(sides.inter, 0, -sides.rank, &comm);
        return comm;
    });
}

void disconnect(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(sides.inter, &comm);
        if (comm == MPI_COMM_NULL) {
            run.saw(round, 0, 0);
            continue;
        }
        sum_over(run, comm, round, sides.all_remote());
        MPI_Comm_disconnect(&comm);
    }
}

/// The odd ranks first.
void merge(Run &run) {
    Sides sides(run);
    sides.make();
    for (int round = 1; round <= run.rounds; round++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Intercomm_merge(sides.inter, 1 - sides.mine, &comm);
        sum_over(run, comm, round, first(run.size));
        MPI_Comm_free(&comm);
    }
}

const Scenario table[] = {
    {"MPI_Intercomm_create", Sight::made, create},
    {"MPI_Intercomm_create_from_groups", Sight::made, create_from_groups},
    {"MPI_Intercomm_merge", Sight::made, merge},
    {"MPI_Comm_dup/sides", Sight::made, dup},
    {"MPI_Comm_split/sides", Sight::made, split},
    {"MPI_Comm_disconnect/sides", Sight::freed, disconnect},
    {"MPI_Barrier/sides", Sight::shared, barrier},
    {"MPI_Bcast/sides", Sight::shared, bcast},
    {"MPI_Reduce/sides", Sight::shared, reduce},
    {"MPI_Allreduce/sides", Sight::shared, allreduce},
    {"MPI_Gather/sides", Sight::own, gather},
    {"MPI_Scatter/sides", Sight::own, scatter},
    {"MPI_Allgather/sides", Sight::shared, allgather},
    {"MPI_Alltoall/sides", Sight::own, alltoall},
    {"MPI_Sendrecv/sides", Sight::ring, sendrecv},
};

} // namespace

Scenarios sides() { return table; }

} // namespace kill
