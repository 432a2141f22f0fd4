// Rank 1 dies, and the others make one call whose result lacks what rank 1 would have contributed,
// or lacks nothing. Who is left checks its values and says "continued": with the policy `abort`
// nobody does.
//
//     lacking CALL [error]    error: MPIX_ERR_PROC_FAILED is raised once, after the call completed

#include <closeranks.h>

extern "C" {
#include "../legio/check.h"
}

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int dead = 1;
constexpr int untouched = -1;

bool raises = false;
int raised = 0;

void note_error(MPI_Comm *, int *code, ...) {
    int error_class = MPI_SUCCESS;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_class(*code, &error_class);
    MPI_Error_string(error_class, text, &length);
    CHECK(std::string(text).find("PROC_FAILED") != std::string::npos, "the error is %s", text);
    ++raised;
}

void die_if_chosen() {
    if (world_rank == dead) die();
}

int value(int from, int to) { return 100 * from + to; }

/// Blocks of one number for each of `size` ranks, of which this one is `rank`; from the dead, which
/// is `missing` here, nothing.
struct Blocks {
    std::vector<int> sent;
    std::vector<int> received;
    std::vector<int> counts;
    std::vector<int> places;
    std::vector<MPI_Datatype> types;

    Blocks(int size, int rank)
        : received(std::size_t(size), untouched), counts(std::size_t(size), 1),
          types(std::size_t(size), MPI_INT) {
        for (int i = 0; i < size; ++i) {
            sent.push_back(value(rank, i));
            places.push_back(i);
        }
    }
    void check(int rank, int missing, const std::function<int(int)> &in_world) const {
        for (int i = 0; i < int(received.size()); ++i) {
            const int expected = i == missing ? untouched : value(in_world(i), rank);
            CHECK(received[std::size_t(i)] == expected, "from %d came %d, not %d", i,
                  received[std::size_t(i)], expected);
        }
    }
    void check() const {
        check(world_rank, dead, [](int i) { return i; });
    }
};

int alltoall(Blocks &b, MPI_Comm comm) {
    return MPI_Alltoall(b.sent.data(), 1, MPI_INT, b.received.data(), 1, MPI_INT, comm);
}

int alltoallv(Blocks &b) {
    return MPI_Alltoallv(b.sent.data(), b.counts.data(), b.places.data(), MPI_INT,
                         b.received.data(), b.counts.data(), b.places.data(), MPI_INT,
                         MPI_COMM_WORLD);
}

void all_to_all() {
    Blocks b(world_size, world_rank);
    die_if_chosen();
    alltoall(b, MPI_COMM_WORLD);
    b.check();
}

void all_to_all_v() {
    Blocks b(world_size, world_rank);
    die_if_chosen();
    alltoallv(b);
    b.check();
}

/// Nobody exchanges anything with the dead: nothing is missing.
void without_the_dead() {
    Blocks b(world_size, world_rank);
    b.counts[dead] = 0;
    die_if_chosen();
    alltoallv(b);
    b.check();
}

void all_to_all_w() {
    Blocks b(world_size, world_rank);
    std::vector<int> bytes;
    for (int place : b.places)
        bytes.push_back(place * int(sizeof(int)));
    die_if_chosen();
    MPI_Alltoallw(b.sent.data(), b.counts.data(), bytes.data(), b.types.data(), b.received.data(),
                  b.counts.data(), bytes.data(), b.types.data(), MPI_COMM_WORLD);
    b.check();
}

void nonblocking() {
    Blocks b(world_size, world_rank);
    MPI_Request request = MPI_REQUEST_NULL;
    die_if_chosen();
    MPI_Ialltoall(b.sent.data(), 1, MPI_INT, b.received.data(), 1, MPI_INT, MPI_COMM_WORLD,
                  &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    b.check();
}

void persistent() {
    Blocks b(world_size, world_rank);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Alltoall_init(b.sent.data(), 1, MPI_INT, b.received.data(), 1, MPI_INT, MPI_COMM_WORLD,
                      MPI_INFO_NULL, &request);
    die_if_chosen();
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    b.check();
    MPI_Request_free(&request);
}

/// The even and the odd ranks; from the dead come the blocks of the even ones.
void sides() {
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    const int parity = world_rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, parity, world_rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, 1 - parity, 0, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    int remote = 0;
    MPI_Comm_remote_size(both, &remote);
    const auto in_world = [&](int i) { return 2 * i + 1 - parity; };
    Blocks b(remote, world_rank);
    for (int i = 0; i < remote; ++i)
        b.sent[std::size_t(i)] = value(world_rank, in_world(i));
    die_if_chosen();
    const int code = alltoall(b, both);
    CHECK((code != MPI_SUCCESS) == (raises && parity == 0), "the code is %d", code);
    raised += code != MPI_SUCCESS || parity == 1;
    b.check(world_rank, parity == 0 ? dead / 2 : untouched, in_world);
    MPI_Comm_free(&both);
    MPI_Comm_free(&side);
}

/// A ring of the ranks in `members`; others have no neighbours.
MPI_Comm ring(const std::vector<int> &members) {
    std::vector<int> neighbours;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (members[i] == world_rank)
            neighbours = {members[(i + members.size() - 1) % members.size()],
                          members[(i + 1) % members.size()]};
    const int degree = int(neighbours.size());
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, neighbours.data(), MPI_UNWEIGHTED,
                                   degree, neighbours.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &made);
    return made;
}

void exchange_in(MPI_Comm ring, bool nonblocking) {
    const std::vector<int> sent(2, world_rank);
    std::vector<int> received(2, untouched);
    MPI_Request request = MPI_REQUEST_NULL;
    die_if_chosen();
    if (nonblocking)
        MPI_Ineighbor_alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, ring,
                               &request);
    else
        MPI_Neighbor_alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, ring);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int degree = 0;
    int out = 0;
    int weighted = 0;
    int sources[2] = {};
    int destinations[2] = {};
    MPI_Dist_graph_neighbors_count(ring, &degree, &out, &weighted);
    MPI_Dist_graph_neighbors(ring, degree, sources, MPI_UNWEIGHTED, out, destinations,
                             MPI_UNWEIGHTED);
    for (int i = 0; i < degree; ++i) {
        const int expected = sources[i] == dead ? untouched : sources[i];
        CHECK(received[std::size_t(i)] == expected, "from %d came %d", sources[i],
              received[std::size_t(i)]);
    }
    MPI_Comm_free(&ring);
}

std::vector<int> everybody() {
    std::vector<int> ranks;
    for (int i = 0; i < world_size; ++i)
        ranks.push_back(i);
    return ranks;
}

std::vector<int> all_but_the_dead() {
    std::vector<int> ranks = everybody();
    ranks.erase(ranks.begin() + dead);
    return ranks;
}

void allreduce() {
    const int one = 1;
    int sum = 0;
    die_if_chosen();
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == world_size - 1, "the sum is %d", sum);
}

/// Rank 0 has nobody below it.
void scan() {
    const int one = 1;
    int sum = 0;
    die_if_chosen();
    MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == (world_rank < dead ? world_rank + 1 : world_rank), "the sum is %d", sum);
}

/// The dead one only receives.
void bcast() {
    int number = world_rank == 0 ? 7 : 0;
    die_if_chosen();
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(number == 7, "%d was broadcast", number);
}

/// The members of a communicator that is made afterwards are all there.
void split() {
    MPI_Comm living = MPI_COMM_NULL;
    die_if_chosen();
    MPI_Comm_split(MPI_COMM_WORLD, 0, world_rank, &living);
    int size = 0;
    MPI_Comm_size(living, &size);
    CHECK(size == world_size - 1, "%d are left", size);
    std::vector<int> received(std::size_t(size), untouched);
    const std::vector<int> sent(std::size_t(size), world_rank);
    MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, living);
    for (int i = 0; i < size; ++i)
        CHECK(received[std::size_t(i)] == (i < dead ? i : i + 1), "%d came from %d",
              received[std::size_t(i)], i);
    MPI_Comm_free(&living);
}

/// The program allows it on one communicator.
void set_by_program() {
    MPI_Comm tolerant = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &tolerant);
    CHECK(closeranks_set_policy(tolerant, "MPI_Alltoall/contribution", CLOSERANKS_POLICY_IGNORE) ==
              MPI_SUCCESS,
          "the policy cannot be set");
    CHECK(closeranks_set_policy(tolerant, "MPI_Bcast/contribution", CLOSERANKS_POLICY_IGNORE) ==
              MPI_ERR_ARG,
          "a broadcast has contributions");
    Blocks b(world_size, world_rank);
    die_if_chosen();
    alltoall(b, tolerant);
    b.check();
    MPI_Comm_free(&tolerant);
}

/// Whose result lacks nothing waits for those whose does: a creation has no contributions.
void meet() {
    MPI_Comm living = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &living);
    if (living != MPI_COMM_NULL) MPI_Comm_free(&living);
}

/// One access to the window of the dead; `access(window)`.
template <typename Access> void access_window(Access access) {
    int *memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    die_if_chosen();
    meet(); // now all know of it
    MPI_Win_lock_all(0, window);
    access(window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
}

void get(int count) {
    int fetched = untouched;
    access_window([&](MPI_Win window) {
        MPI_Get(&fetched, count, MPI_INT, dead, 0, count, MPI_INT, window);
    });
    CHECK(fetched == untouched, "%d came from the dead", fetched);
}

void put() {
    const int given = 7;
    access_window(
        [&](MPI_Win window) { MPI_Put(&given, 1, MPI_INT, dead, 0, 1, MPI_INT, window); });
}

const std::map<std::string, std::function<void()>> calls = {
    {"alltoall", all_to_all},
    {"alltoallv", all_to_all_v},
    {"without_the_dead", without_the_dead},
    {"alltoallw", all_to_all_w},
    {"ialltoall", nonblocking},
    {"alltoall_init", persistent},
    {"sides", sides},
    {"ring", [] { exchange_in(ring(everybody()), false); }},
    {"ring_nonblocking", [] { exchange_in(ring(everybody()), true); }},
    {"ring_without_the_dead", [] { exchange_in(ring(all_but_the_dead()), false); }},
    {"allreduce", allreduce},
    {"scan", scan},
    {"bcast", bcast},
    {"split", split},
    {"set_by_program", set_by_program},
    {"get", [] { get(1); }},
    {"get_nothing", [] { get(0); }},
    {"put", put},
};

} // namespace

int main(int argc, char **argv) {
    start(&argc, &argv);
    raises = argc > 2 && std::string(argv[2]) == "error";
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    calls.at(argv[1])();
    CHECK(!raises || raised == 1, "%d errors", raised);
    CHECK(raises || raised == 0 || std::string(argv[1]) == "sides", "%d errors", raised);
    meet();
    printf("continued\n");
    fflush(stdout);
    MPI_Errhandler_free(&handler);
    return finish("lacking");
}
