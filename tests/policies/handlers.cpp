/* Error handlers of the program that throw, that jump, and that call MPI: for its own errors, and
 * for those of a dead rank under the policy `error`. The call is over by then, and all calls after
 * it are protected.
 *
 * usage: handlers throws|jumps|communicates */
#include "../legio/check.h"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <numeric>

namespace {

constexpr int most_ranks = 16;

struct MpiError {
    int error_class;
};

enum class Way { throws, jumps, communicates };

Way way = Way::throws;
int victim = -1;
std::jmp_buf before_the_call;
int told = 0; ///< so often
int told_class = MPI_SUCCESS;

int class_of(int code) {
    int result = MPI_SUCCESS;
    MPI_Error_class(code, &result);
    return result;
}

/// The next one that lives, up or down.
int neighbour(int step) {
    int rank = world_rank;
    do
        rank = (rank + step + world_size) % world_size;
    while (rank == victim);
    return rank;
}

void pass_round(const char *when) {
    int got = -1;
    MPI_Sendrecv(&world_rank, 1, MPI_INT, neighbour(1), 7, &got, 1, MPI_INT, neighbour(-1), 7,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == neighbour(-1), "%s: a message of %d came", when, got);
}

void add_up(const char *when) {
    long sum = 0;
    const long mine = world_rank;
    long expected = 0;
    for (int rank = 0; rank < world_size; ++rank)
        expected += rank == victim ? 0 : rank;
    MPI_Reduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, world_size - 1, MPI_COMM_WORLD);
    MPI_Bcast(&sum, 1, MPI_LONG, world_size - 1, MPI_COMM_WORLD);
    CHECK(sum == expected, "%s: the sum is %ld", when, sum);
}

void handle(MPI_Comm *comm, int *code, ...) {
    ++told;
    told_class = class_of(*code);
    CHECK(*comm == MPI_COMM_WORLD, "the handler gets another communicator");
    if (way == Way::throws) throw MpiError{told_class};
    if (way == Way::jumps) std::longjmp(before_the_call, 1);
    pass_round("in the handler");
    add_up("in the handler");
}

/// The call fails, and the handler is told of it, once. What it changes is static: some leave it by
/// a jump.
void fails(const char *name, int error_class, int (*call)()) {
    static int code;
    static bool left;
    code = MPI_SUCCESS;
    left = true;
    told = 0;
    try {
        if (setjmp(before_the_call) == 0) {
            code = call();
            left = false;
        }
    } catch (const MpiError &error) {
        CHECK(error.error_class == error_class, "%s throws class %d", name, error.error_class);
    }
    CHECK(told == 1 && told_class == error_class, "%s: told %d times, of class %d", name, told,
          told_class);
    CHECK(left == (way != Way::communicates), "%s: left %d", name, left ? 1 : 0);
    CHECK(left || code != MPI_SUCCESS, "%s returns success", name);
    pass_round(name);
    add_up(name);
}

void fail_by_ourselves() {
    fails("MPI_Bcast", MPI_ERR_COUNT,
          [] { return MPI_Bcast(nullptr, -1, MPI_INT, 0, MPI_COMM_WORLD); });
    fails("MPI_Send", MPI_ERR_RANK,
          [] { return MPI_Send(nullptr, 0, MPI_INT, world_size, 0, MPI_COMM_WORLD); });
    fails("MPI_Recv", MPI_ERR_TAG,
          [] { return MPI_Recv(nullptr, 0, MPI_INT, 0, -9, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    fails("MPI_Comm_split", MPI_ERR_ARG, [] {
        static MPI_Comm made;
        return MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &made);
    });
    // Open MPI itself calls the handler of MPI_COMM_WORLD here. To jump from there takes
    // closeranks/step_out.h.
    if (way == Way::throws)
        fails("of no communicator", MPI_ERR_COMM, [] { return MPI_Barrier(MPI_COMM_NULL); });
}

/// From each rank to each: what the living have sent arrives, whatever happens to the rest.
int exchange_with_all() {
    static std::array<MPI_Request, 2 * most_ranks> requests;
    static std::array<MPI_Status, 2 * most_ranks> statuses;
    static std::array<int, most_ranks> got;
    got.fill(-1);
    requests.fill(MPI_REQUEST_NULL);
    for (int rank = 0; rank < world_size; ++rank) {
        const auto place = static_cast<std::size_t>(rank);
        MPI_Irecv(&got[place], 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[place]);
        if (rank != victim)
            MPI_Isend(&world_rank, 1, MPI_INT, rank, 3, MPI_COMM_WORLD,
                      &requests[most_ranks + place]);
    }
    const int code =
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data());
    CHECK(std::count(got.begin(), got.end(), -1) == most_ranks - world_size + 1,
          "messages are lost");
    return code;
}

void fail_by_the_dead() {
    fails("MPI_Recv", MPIX_ERR_PROC_FAILED, [] {
        static int value;
        return MPI_Recv(&value, 1, MPI_INT, victim, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    fails("MPI_Send", MPIX_ERR_PROC_FAILED,
          [] { return MPI_Send(&world_rank, 1, MPI_INT, victim, 0, MPI_COMM_WORLD); });
    fails("MPI_Probe", MPIX_ERR_PROC_FAILED,
          [] { return MPI_Probe(victim, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    fails("MPI_Bcast", MPIX_ERR_PROC_FAILED, [] {
        static int value;
        return MPI_Bcast(&value, 1, MPI_INT, victim, MPI_COMM_WORLD);
    });
    fails("MPI_Gather", MPIX_ERR_PROC_FAILED, [] {
        static std::array<int, most_ranks> values;
        return MPI_Gather(&world_rank, 1, MPI_INT, values.data(), 1, MPI_INT, victim,
                          MPI_COMM_WORLD);
    });
    fails("MPI_Alltoall", MPIX_ERR_PROC_FAILED, [] {
        static std::array<int, most_ranks> values;
        static std::array<int, most_ranks> got;
        return MPI_Alltoall(values.data(), 1, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD);
    });
    fails("MPI_Ibcast", MPIX_ERR_PROC_FAILED, [] {
        static int value;
        static MPI_Request request;
        const int code = MPI_Ibcast(&value, 1, MPI_INT, victim, MPI_COMM_WORLD, &request);
        return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
    });
    fails("MPI_Waitall", MPIX_ERR_PROC_FAILED, exchange_with_all);
}

} // namespace

int main(int argc, char **argv) {
    start(&argc, &argv);
    const char *const name = argc > 1 ? argv[1] : "throws";
    if (strcmp(name, "jumps") == 0) way = Way::jumps;
    if (strcmp(name, "communicates") == 0) way = Way::communicates;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    fail_by_ourselves();
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 1) die();
    victim = 1;
    fail_by_the_dead();
    MPI_Errhandler_free(&handler);
    return finish("handlers");
}
