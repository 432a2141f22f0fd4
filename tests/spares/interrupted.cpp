/* Each rank has a number that all change together. All hear of a death in the same sum, in the
 * middle of their work, and leave it for the resume point: by the error code, by a jump out of the
 * error handler, or by an exception, also of a sum that is not waited for at once. What comes out
 * must be what a run without losses has.
 *
 *     interrupted code|jump|throw|wait
 *
 * Functions that are called after each recovery give those back who lost them the checkpoints,
 * which are with the next rank. */
#include <closeranks.h>

#include <closeranks/resume.hpp>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

constexpr int rounds = 60;
constexpr int every = 6;
constexpr std::int64_t prime = 1'000'003;

struct Checkpoint {
    std::int64_t round;
    std::int64_t state;
};

int rank;
int size;
MPI_Comm comm;
Checkpoint kept; ///< ours
Checkpoint copy; ///< that of the rank before this one
std::jmp_buf resume_point;
bool waits;           ///< for a sum that it has begun
int left;             ///< so often was the work left in the middle
int called;           ///< so often were the functions called, each
bool in_order = true; ///< and in the order in which they were given

int neighbour(int step) { return (rank + step + size) % size; }

[[noreturn]] void fail(const char *what) {
    std::printf("rank %d: %s\n", rank, what);
    std::fflush(stdout);
    std::exit(3);
}

void exchange(int to, const Checkpoint *given, int from, Checkpoint *got) {
    MPI_Sendrecv(given, given == nullptr ? 0 : 2, MPI_INT64_T,
                 given == nullptr ? MPI_PROC_NULL : to, 1, got, got == nullptr ? 0 : 2, MPI_INT64_T,
                 got == nullptr ? MPI_PROC_NULL : from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

bool is_back(int one) {
    std::array<int, 64> ranks{};
    int count = 0;
    closeranks_replaced_ranks(static_cast<int>(ranks.size()), ranks.data(), &count);
    return std::find(ranks.begin(), ranks.begin() + count, one) != ranks.begin() + count;
}

/// The first of the functions. A rank may die in its broadcast.
void give_back(closeranks_role role, void *context) {
    in_order = in_order && context == &kept && called % 2 == 0;
    ++called;
    if (is_back(rank) != (role == CLOSERANKS_ROLE_RECOVERED)) fail("the role is wrong");
    int root = rank;
    MPI_Bcast(&root, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (root != 0) fail("the broadcast is wrong");
    exchange(neighbour(-1), is_back(neighbour(-1)) ? &copy : nullptr, neighbour(1),
             is_back(rank) ? &kept : nullptr);
}

/// The second one: what a predecessor was to keep.
void give_copies(closeranks_role, void *context) {
    in_order = in_order && context == &copy && called % 2 == 1;
    ++called;
    exchange(neighbour(1), is_back(neighbour(1)) ? &kept : nullptr, neighbour(-1),
             is_back(rank) ? &copy : nullptr);
}

/// Returns an error of MPI, unless it is left in another way.
int add_up(std::int64_t mine, std::int64_t *sum) {
    if (!waits) return MPI_Allreduce(&mine, sum, 1, MPI_INT64_T, MPI_SUM, comm);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&mine, sum, 1, MPI_INT64_T, MPI_SUM, comm, &request);
    return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int work() {
    while (kept.round < rounds) {
        Checkpoint fresh = kept;
        std::int64_t sum = 0;
        for (int i = 0; i < every; ++i, ++fresh.round) {
            if (const int code = add_up(fresh.state, &sum); code != MPI_SUCCESS) return code;
            fresh.state = (fresh.state * 5 + sum + fresh.round) % prime;
        }
        Checkpoint fresh_copy{};
        exchange(neighbour(1), &fresh, neighbour(-1), &fresh_copy);
        if (const int code = add_up(0, &sum); code != MPI_SUCCESS)
            return code; // all have their copies
        kept = fresh;
        copy = fresh_copy;
    }
    return MPI_SUCCESS;
}

std::int64_t expected() {
    std::vector<std::int64_t> states;
    for (int one = 0; one < size; ++one)
        states.push_back(one + 1);
    for (int round = 0; round < rounds; ++round) {
        std::int64_t sum = 0;
        for (const std::int64_t state : states)
            sum += state;
        for (std::int64_t &state : states)
            state = (state * 5 + sum + round) % prime;
    }
    return states[static_cast<std::size_t>(rank)];
}

void jump(MPI_Comm *, int *, ...) {
    ++left;
    std::longjmp(resume_point, 1);
}

/// By error codes, or by jumps to the place from which all continue.
void come_back_without_exceptions() {
    static bool is_done;
    static closeranks_role role;
    is_done = false;
    for (;;) {
        if (setjmp(resume_point) == 0) {
            closeranks_resume(&role);
            if (is_done && role == CLOSERANKS_ROLE_INITIAL) return;
            is_done = work() == MPI_SUCCESS;
            if (!is_done) ++left;
        } else {
            is_done = false;
        }
    }
}

void come_back_by_exceptions() {
    closeranks::come_back([](closeranks_role) {
        try {
            if (work() != MPI_SUCCESS) fail("an error was returned");
        } catch (const closeranks::RankLost &) {
            ++left;
            throw;
        }
    });
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view way = argc > 1 ? argv[1] : "";
    waits = way == "wait";
    const bool throws = way == "throw" || waits;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (throws) closeranks::throw_when_lost(MPI_COMM_WORLD); // `comm` inherits that
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (!throws) {
        closeranks_set_policy(comm, "MPI_Allreduce/contribution", CLOSERANKS_POLICY_ERROR);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    if (way == "jump") {
        MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
        MPI_Comm_create_errhandler(jump, &handler);
        MPI_Comm_set_errhandler(comm, handler);
        MPI_Errhandler_free(&handler);
    }
    kept = {0, rank + 1};
    copy = {0, neighbour(-1) + 1};
    closeranks_on_resume(
        [](closeranks_role, void *) { fail("a function is called that was taken back"); }, nullptr);
    closeranks_on_resume(nullptr, nullptr);
    closeranks_on_resume(give_back, &kept);
    closeranks_on_resume(give_copies, &copy);
    if (throws)
        come_back_by_exceptions();
    else
        come_back_without_exceptions();
    const bool is_right = kept.state == expected() && in_order && called % 2 == 0;
    std::printf("rank %d is %s, left %d times, %d calls\n", rank, is_right ? "right" : "wrong",
                left, called);
    MPI_Finalize();
    return is_right ? 0 : 1;
}
