// Communicators of all kinds: what they are, that messages and collectives on them stay apart, and
// what a duplicate takes along.
//
//     communicators [ROUNDS]

#include "checks.hpp"

#include <algorithm>
#include <cstring>

using namespace checks;

namespace {

using Ints = std::vector<int>;

int me = 0;
int everyone = 0;

/// A communicator that is freed with its scope.
class Scoped {
  public:
    Scoped() = default;
    Scoped(const Scoped &) = delete;
    Scoped &operator=(const Scoped &) = delete;
    ~Scoped() {
        if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
    }
    operator MPI_Comm() const { return comm_; } // NOLINT(google-explicit-constructor)
    MPI_Comm *operator&() { return &comm_; }
    [[nodiscard]] bool none() const { return comm_ == MPI_COMM_NULL; }

  private:
    MPI_Comm comm_ = MPI_COMM_NULL;
};

/// The members' ranks in MPI_COMM_WORLD, by the group and by a collective.
Ints members(MPI_Comm comm) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int size = size_of(comm);
    int group_size = 0;
    int group_rank = 0;
    MPI_Group_size(group, &group_size);
    MPI_Group_rank(group, &group_rank);
    check(group_size == size && group_rank == rank_in(comm), "the group's size and rank");
    Ints places(static_cast<std::size_t>(size));
    Ints ranks(places.size());
    Ints told(places.size());
    for (int i = 0; i < size; ++i)
        places[static_cast<std::size_t>(i)] = i;
    MPI_Group_translate_ranks(group, size, places.data(), world, ranks.data());
    MPI_Allgather(&me, 1, MPI_INT, told.data(), 1, MPI_INT, comm);
    check(told == ranks, "members by a collective and by the group");
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return ranks;
}

void check_splits() {
    step();
    Scoped parts;
    MPI_Comm_split(MPI_COMM_WORLD, me % 3, -me, &parts);
    Ints should;
    for (int r = everyone - 1; r >= 0; --r)
        if (r % 3 == me % 3) should.push_back(r);
    check(members(parts) == should, "a split by rank modulo 3, backwards");
    Scoped some;
    MPI_Comm_split(MPI_COMM_WORLD, me == 0 ? MPI_UNDEFINED : 1, 0, &some);
    check(some.none() == (me == 0), "a split without rank 0");
    Scoped shared;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
    check(size_of(shared) == everyone, "all ranks are on one host");
    Scoped undefined;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &undefined);
    check(undefined.none(), "a split by no type");
}

void check_groups() {
    step();
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group even = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int ranges[1][3] = {{(everyone - 1) / 2 * 2, 0, -2}};
    MPI_Group_range_incl(world, 1, ranges, &even);
    Ints should;
    for (int r = (everyone - 1) / 2 * 2; r >= 0; r -= 2)
        should.push_back(r);
    Scoped made;
    MPI_Comm_create(MPI_COMM_WORLD, even, &made);
    check(made.none() == (me % 2 == 1), "Comm_create");
    if (me % 2 == 0) {
        check(members(made) == should, "the members of Comm_create");
        // Only members call, twice, with messages of the parent in between.
        for (int i = 0; i < 2; ++i) {
            Scoped among;
            MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &among);
            check(members(among) == should, "the members of Comm_create_group");
        }
    }
    int rank_of_even = 0;
    MPI_Group_rank(even, &rank_of_even);
    check((rank_of_even == MPI_UNDEFINED) == (me % 2 == 1), "Group_rank of one that is no member");
    MPI_Group_free(&even);
    MPI_Group_free(&world);
}

int copies = 0;
int deletions = 0;
MPI_Comm old_one = MPI_COMM_NULL;

int copy(MPI_Comm from, int, void *extra, void *value, void *to, int *flag) {
    check(from == old_one && extra == &copies, "the arguments of the copy callback");
    ++copies;
    *static_cast<void **>(to) = static_cast<char *>(value) + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

int erase(MPI_Comm, int, void *, void *) {
    ++deletions;
    return MPI_SUCCESS;
}

void check_attributes(MPI_Comm parent) {
    step();
    static char values[4];
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(copy, erase, &key, &copies);
    MPI_Comm_set_attr(parent, key, values);
    copies = deletions = 0;
    old_one = parent;
    void *value = nullptr;
    int is_set = 0;
    {
        Scoped duplicate;
        MPI_Comm_dup(parent, &duplicate);
        MPI_Comm_get_attr(duplicate, key, static_cast<void *>(&value), &is_set);
        check(is_set != 0 && value == values + 1 && copies == 1, "the attribute of a duplicate");
        old_one = duplicate;
        Scoped second;
        MPI_Comm_dup(duplicate, &second);
        MPI_Comm_get_attr(second, key, static_cast<void *>(&value), &is_set);
        check(is_set != 0 && value == values + 2, "the attribute of a duplicate's duplicate");
        int result = MPI_UNEQUAL;
        MPI_Comm_compare(parent, second, &result);
        check(result == MPI_CONGRUENT, "Comm_compare with a duplicate");
    }
    check(deletions == 2, "deleted attributes");
    MPI_Comm_delete_attr(parent, key);
    Scoped without;
    MPI_Comm_dup(parent, &without);
    MPI_Comm_get_attr(without, key, static_cast<void *>(&value), &is_set);
    check(is_set == 0, "an attribute that was deleted");
    MPI_Comm_free_keyval(&key);
}

int handled = 0;
void handle(MPI_Comm *, int *code, ...) { handled = *code; }

void check_handlers() {
    step();
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(handle, &handler);
    Scoped parent;
    MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    MPI_Comm_set_errhandler(parent, handler);
    Scoped child;
    MPI_Comm_split(parent, 0, me, &child);
    int data = 0;
    handled = MPI_SUCCESS;
    const int code = MPI_Bcast(&data, 1, MPI_INT, everyone + 5, child);
    int given = 0;
    MPI_Error_class(code, &given);
    check(code != MPI_SUCCESS && given == MPI_ERR_ROOT && handled == code,
          "an error is raised by the handler of the parent");
    MPI_Errhandler_free(&handler);
    MPI_Comm_set_name(child, "a child");
    char name[MPI_MAX_OBJECT_NAME];
    int length = 0;
    MPI_Comm_get_name(child, name, &length);
    check(std::strcmp(name, "a child") == 0, "a name");
}

/// Messages of the same ranks and tag on several communicators do not meet.
void check_apart() {
    step();
    Scoped a;
    Scoped b;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_idup(MPI_COMM_WORLD, &b, &request);
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const int right = (me + 1) % everyone;
    const int left = (me + everyone - 1) % everyone;
    const int sent[2] = {me, me + 1000};
    int got[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Isend(&sent[0], 1, MPI_INT, right, 1, a, &requests[0]);
    MPI_Isend(&sent[1], 1, MPI_INT, right, 1, b, &requests[1]);
    MPI_Recv(&got[1], 1, MPI_INT, left, 1, b, MPI_STATUS_IGNORE);
    MPI_Recv(&got[0], 1, MPI_INT, left, 1, a, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check(got[0] == left && got[1] == left + 1000, "messages of two duplicates");
}

void check_between_sides() {
    step();
    if (everyone < 2) return;
    const int color = me % 3 == 0 ? 0 : 1; // sides of different size
    Scoped side;
    MPI_Comm_split(MPI_COMM_WORLD, color, me, &side);
    Scoped inter;
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, color == 0 ? 1 : 0, 9, &inter);
    int is_inter = 0;
    int remote = 0;
    MPI_Comm_test_inter(inter, &is_inter);
    MPI_Comm_remote_size(inter, &remote);
    check(is_inter != 0 && remote == everyone - size_of(side), "an intercommunicator's sizes");
    const int first = color == 0 ? 1 : 0;
    Ints all(static_cast<std::size_t>(remote));
    MPI_Allgather(&me, 1, MPI_INT, all.data(), 1, MPI_INT, inter);
    check(all[0] == first, "Allgather between sides");
    int sum = 0;
    int should = 0;
    MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, inter);
    for (const int r : all)
        should += r;
    check(sum == should, "Allreduce between sides");
    int data = me;
    const int here = color != 0 ? MPI_PROC_NULL : rank_in(inter) == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(&data, 1, MPI_INT, color == 0 ? here : 0, inter);
    check(data == (color == 0 ? me : 0), "Bcast between sides");
    MPI_Barrier(inter);
    const int peer = rank_in(inter);
    if (peer < remote) {
        int got = -1;
        MPI_Sendrecv(&me, 1, MPI_INT, peer, 2, &got, 1, MPI_INT, peer, 2, inter, MPI_STATUS_IGNORE);
        check(got == all[static_cast<std::size_t>(peer)], "a message between sides");
    }
    Scoped merged;
    MPI_Intercomm_merge(inter, color == 0 ? 1 : 0, &merged);
    Ints order;
    for (const bool of_zero : {false, true})
        for (int r = 0; r < everyone; ++r)
            if ((r % 3 == 0) == of_zero) order.push_back(r);
    check(members(merged) == order, "the members of a merged communicator");
    Scoped again;
    MPI_Comm_dup(inter, &again);
    Scoped parts;
    MPI_Comm_split(again, rank_in(again) % 2, 0, &parts);
    if (!parts.none()) {
        sum = 0;
        const int one = 1;
        MPI_Comm_remote_size(parts, &remote);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, parts);
        check(sum == remote, "Allreduce between parts of sides");
    }
}

void check_grid() {
    step();
    int dims[2] = {0, 0};
    const int periods[2] = {1, 0};
    MPI_Dims_create(everyone, 2, dims);
    Scoped grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    int kind = 0;
    MPI_Topo_test(grid, &kind);
    check(kind == MPI_CART, "the kind of a grid");
    int coords[2];
    MPI_Cart_coords(grid, rank_in(grid), 2, coords);
    int back = -1;
    MPI_Cart_rank(grid, coords, &back);
    check(back == rank_in(grid), "Cart_rank of Cart_coords");
    int below = 0;
    int above = 0;
    MPI_Cart_shift(grid, 0, 1, &below, &above);
    const int sent[4] = {me * 10, me * 10 + 1, me * 10 + 2, me * 10 + 3};
    int got[4] = {-1, -1, -1, -1};
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, grid);
    check(got[0] == below * 10 + 1 && got[1] == above * 10, "Neighbor_alltoall on a grid");
    int left = 0;
    int right = 0;
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    check(got[2] == (left == MPI_PROC_NULL ? -1 : left * 10 + 3) &&
              got[3] == (right == MPI_PROC_NULL ? -1 : right * 10 + 2),
          "Neighbor_alltoall at the end of a grid");
    const int remain[2] = {0, 1};
    Scoped row;
    MPI_Cart_sub(grid, remain, &row);
    check(size_of(row) == dims[1] && rank_in(row) == coords[1], "Cart_sub");
}

void check_graphs() {
    step();
    // A ring, in which each rank names its successor only.
    const int next = (me + 1) % everyone;
    const int previous = (me + everyone - 1) % everyone;
    const int degree = 1;
    Scoped ring;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, &degree, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                          &ring);
    int in = 0;
    int out = 0;
    int weighted = 1;
    MPI_Dist_graph_neighbors_count(ring, &in, &out, &weighted);
    check(in == 1 && out == 1 && weighted == 0, "the neighbours of a ring");
    int got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ineighbor_allgather(&me, 1, MPI_INT, &got, 1, MPI_INT, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(got == previous, "Ineighbor_allgather on a ring");
    Scoped adjacent;
    const int weight = 3;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &next, &weight, 1, &previous, &weight,
                                   MPI_INFO_NULL, 0, &adjacent);
    got = -1;
    MPI_Neighbor_alltoall(&me, 1, MPI_INT, &got, 1, MPI_INT, adjacent);
    check(got == next, "Neighbor_alltoall against the ring");
    Ints index;
    Ints edges;
    for (int r = 0; r < everyone; ++r) { // a star
        for (int k = 1; r == 0 && k < everyone; ++k)
            edges.push_back(k);
        if (r > 0) edges.push_back(0);
        index.push_back(static_cast<int>(edges.size()));
    }
    edges.reserve(1);
    Scoped star;
    MPI_Graph_create(MPI_COMM_WORLD, everyone, index.data(), edges.data(), 0, &star);
    Ints all(static_cast<std::size_t>(everyone), -1);
    MPI_Neighbor_allgather(&me, 1, MPI_INT, all.data(), 1, MPI_INT, star);
    if (everyone > 1) check(all[0] == (me == 0 ? 1 : 0), "Neighbor_allgather in a star");
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
    me = rank_in(MPI_COMM_WORLD);
    everyone = size_of(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        check_splits();
        check_groups();
        check_attributes(MPI_COMM_WORLD);
        check_attributes(MPI_COMM_SELF);
        check_handlers();
        check_apart();
        check_between_sides();
        check_grid();
        check_graphs();
        if (me == 0) std::printf("round %d\n", round), std::fflush(stdout);
    }
    std::printf("ok: communicators\n");
    MPI_Finalize();
    return 0;
}
