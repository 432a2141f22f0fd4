// Making communicators, using them, freeing them; and the end of the program.

#include "scenario.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace kill {
namespace {

/// What the program may expect of a communicator that it has just made.
struct Expected {
    Ranks scope = 0;       ///< who belongs to it, dead or alive
    bool keeps_all = true; ///< lost ranks keep their number (dup, topologies); else none
    bool reversed = false; ///< ordered by falling world rank
};

/// The world ranks of `comm` in its own order.
std::vector<int> members_of(MPI_Comm comm) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    int size = 0;
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &size);
    std::vector<int> own(static_cast<std::size_t>(size));
    std::vector<int> members(own.size());
    std::iota(own.begin(), own.end(), 0);
    MPI_Group_translate_ranks(group, size, own.data(), world, members.data());
    MPI_Group_free(&world);
    MPI_Group_free(&group);
    return members;
}

void check_members(Run &run, int round, MPI_Comm comm, const Expected &expected) {
    int rank = -1;
    int size = -1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::vector<int> members = members_of(comm);
    if (static_cast<int>(members.size()) != size || rank < 0 || rank >= size ||
        members[static_cast<std::size_t>(rank)] != run.rank) {
        run.wrong("round %d: rank %d of %d does not fit the group", round, rank, size);
        return;
    }
    Ranks present = 0;
    for (const int member : members)
        present |= only(member);
    if (expected.reversed) std::reverse(members.begin(), members.end());
    if (!std::is_sorted(members.begin(), members.end()))
        run.wrong("round %d: the ranks are in the wrong order", round);
    if ((present & ~expected.scope) != 0 || (expected.keeps_all && present != expected.scope))
        run.wrong("round %d: the members are %llx", round,
                  static_cast<unsigned long long>(present));
}

/// A collective and a ring of messages on the new communicator.
void use(Run &run, int round, MPI_Comm comm, const Expected &expected) {
    check_members(run, round, comm, expected);
    const std::vector<int> members = members_of(comm);
    const int size = static_cast<int>(members.size());
    int rank = 0;
    MPI_Comm_rank(comm, &rank);

    const int count = block_length(round);
    const std::vector<long> mine = shares_of(run.rank, round, count);
    std::vector<long> sum = blank(count);
    MPI_Allreduce(mine.data(), sum.data(), count, MPI_LONG, MPI_SUM, comm);
    run.saw(round, contributors(run, round, sum), expected.scope);

    const std::vector<long> block = block_of(run.rank, round);
    std::vector<long> theirs = blank(count);
    const int source = members[static_cast<std::size_t>((rank + size - 1) % size)];
    MPI_Sendrecv(block.data(), count, MPI_LONG, (rank + 1) % size, round, theirs.data(), count,
                 MPI_LONG, (rank + size - 1) % size, round, comm, MPI_STATUS_IGNORE);
    run.saw(Sight::polled, round, has_block(run, source, round, theirs) ? only(source) : 0,
            only(source));
}

/// `make` makes a communicator of the world's, or MPI_COMM_NULL for those who are left out.
template <typename Make>
void every_round(Run &run, const Expected &expected, Make make, bool disconnect = false) {
    for (int round = 1; round <= run.rounds; round++) {
        MPI_Comm comm = make();
        if (comm == MPI_COMM_NULL) {
            run.saw(round, 0, 0);
            continue;
        }
        use(run, round, comm, expected);
        if (disconnect)
            MPI_Comm_disconnect(&comm);
        else
            MPI_Comm_free(&comm);
        if (comm != MPI_COMM_NULL) run.wrong("round %d: the freed handle is not null", round);
    }
}

MPI_Comm duplicate() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    return comm;
}

void dup(Run &run) { every_round(run, {.scope = first(run.size)}, duplicate); }
void disconnect(Run &run) { every_round(run, {.scope = first(run.size)}, duplicate, true); }

void dup_with_info(Run &run) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    every_round(run, {.scope = first(run.size)}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
        return comm;
    });
    MPI_Info_free(&info);
}

void idup(Run &run) {
    every_round(run, {.scope = first(run.size)}, [] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return comm;
    });
}

void idup_with_info(Run &run) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    every_round(run, {.scope = first(run.size)}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return comm;
    });
    MPI_Info_free(&info);
}

/// Even and odd ranks apart, each in falling order.
void split(Run &run) {
    Ranks scope = 0;
    for (int rank = run.rank % 2; rank < run.size; rank += 2)
        scope |= only(rank);
    every_round(run, {.scope = scope, .keeps_all = false, .reversed = true}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, run.rank % 2, -run.rank, &comm);
        return comm;
    });
}

/// Rank 0 stays outside.
void split_undefined(Run &run) {
    const Ranks scope = first(run.size) & ~only(0);
    every_round(run, {.scope = scope, .keeps_all = false}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, run.rank == 0 ? MPI_UNDEFINED : 1, 0, &comm);
        return comm;
    });
}

void split_type(Run &run) {
    every_round(run, {.scope = first(run.size), .keeps_all = false}, [] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
        return comm;
    });
}

/// The group of the world's ranks from the last to `lowest`.
MPI_Group falling(Run &run, int lowest) {
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    std::vector<int> ranks;
    for (int rank = run.size - 1; rank >= lowest; rank--)
        ranks.push_back(rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
    MPI_Group_free(&world);
    return group;
}

/// How a group is told what to make.
enum class By { everybody, members, string };

/// The communicator of all ranks but those below `lowest`.
template <By by, int lowest> void create(Run &run) {
    MPI_Group group = falling(run, lowest);
    const Ranks scope = first(run.size) & ~first(lowest);
    every_round(run, {.scope = scope, .keeps_all = false, .reversed = true}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        if (by == By::members)
            MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm);
        else if (by == By::string)
            MPI_Comm_create_from_group(group, "kill/creations", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                       &comm);
        else
            MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
        return comm;
    });
    MPI_Group_free(&group);
}

/// The group is a session's, one for each round.
void create_in_sessions(Run &run) {
    every_round(run, {.scope = first(run.size), .keeps_all = false}, [&] {
        MPI_Session session = MPI_SESSION_NULL;
        MPI_Group group = MPI_GROUP_NULL;
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
        MPI_Comm_create_from_group(group, "kill/sessions", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
        MPI_Group_free(&group);
        MPI_Session_finalize(&session);
        return comm;
    });
}

MPI_Comm make_grid(Run &run, std::array<int, 2> &dims) {
    MPI_Comm comm = MPI_COMM_NULL;
    const std::array<int, 2> periods{1, 0};
    dims = {0, 0};
    MPI_Dims_create(run.size, 2, dims.data());
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims.data(), periods.data(), 0, &comm);
    return comm;
}

void cart_create(Run &run) {
    every_round(run, {.scope = first(run.size)}, [&] {
        std::array<int, 2> dims{};
        std::array<int, 2> coordinates{};
        MPI_Comm comm = make_grid(run, dims);
        MPI_Cart_coords(comm, run.rank, 2, coordinates.data());
        if (coordinates[0] * dims[1] + coordinates[1] != run.rank)
            run.wrong("the grid has rank %d at %d, %d", run.rank, coordinates[0], coordinates[1]);
        return comm;
    });
}

/// The rows of a grid that was made when nobody was missing.
void cart_sub(Run &run) {
    std::array<int, 2> dims{};
    MPI_Comm grid = make_grid(run, dims);
    const int row = run.rank / dims[1];
    every_round(run, {.scope = first(dims[1]) << (row * dims[1])}, [&] {
        const std::array<int, 2> keep{0, 1};
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Cart_sub(grid, keep.data(), &comm);
        return comm;
    });
    MPI_Comm_free(&grid);
}

/// Each rank beside the next, in a ring.
void graph_create(Run &run) {
    std::vector<int> index;
    std::vector<int> edges;
    for (int rank = 0; rank < run.size; rank++) {
        edges.push_back((rank + 1) % run.size);
        index.push_back(rank + 1);
    }
    every_round(run, {.scope = first(run.size)}, [&] {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Graph_create(MPI_COMM_WORLD, run.size, index.data(), edges.data(), 0, &comm);
        int neighbours = 0;
        MPI_Graph_neighbors_count(comm, run.rank, &neighbours);
        if (neighbours != 1) run.wrong("the graph has %d neighbours", neighbours);
        return comm;
    });
}

template <bool adjacent> void dist_graph_create(Run &run) {
    every_round(run, {.scope = first(run.size)}, [&] {
        const int left = run.left();
        const int right = run.right();
        const int degree = 1;
        MPI_Comm comm = MPI_COMM_NULL;
        if (adjacent)
            MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
        else
            MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &run.rank, &degree, &right, MPI_UNWEIGHTED,
                                  MPI_INFO_NULL, 0, &comm);
        return comm;
    });
}

/// Only the end itself: the judge kills there.
void finalize(Run &run) {
    std::vector<long> sum = blank(1);
    const std::vector<long> mine = shares_of(run.rank, 1, 1);
    MPI_Allreduce(mine.data(), sum.data(), 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    run.saw(1, contributors(run, 1, sum), first(run.size));
}

const Scenario table[] = {
    {"MPI_Comm_dup", Sight::made, dup},
    {"MPI_Comm_dup_with_info", Sight::made, dup_with_info},
    {"MPI_Comm_idup", Sight::made, idup},
    {"MPI_Comm_idup_with_info", Sight::made, idup_with_info},
    {"MPI_Comm_split", Sight::made, split},
    {"MPI_Comm_split/undefined", Sight::made, split_undefined},
    {"MPI_Comm_split_type", Sight::made, split_type},
    {"MPI_Comm_create", Sight::made, create<By::everybody, 0>},
    {"MPI_Comm_create/part", Sight::made, create<By::everybody, 1>},
    {"MPI_Comm_create_group", Sight::made, create<By::members, 0>},
    {"MPI_Comm_create_from_group", Sight::made, create<By::string, 0>},
    {"MPI_Comm_create_from_group/session", Sight::made, create_in_sessions},
    {"MPI_Cart_create", Sight::made, cart_create},
    {"MPI_Cart_sub", Sight::made, cart_sub},
    {"MPI_Graph_create", Sight::made, graph_create},
    {"MPI_Dist_graph_create", Sight::made, dist_graph_create<false>},
    {"MPI_Dist_graph_create_adjacent", Sight::made, dist_graph_create<true>},
    {"MPI_Comm_free", Sight::freed, dup},
    {"MPI_Comm_disconnect", Sight::freed, disconnect},
    {"MPI_Finalize", Sight::freed, finalize},
};

} // namespace

Scenarios creations() { return table; }

} // namespace kill
