/* closeranks.h: rank 1 dies in the third Allreduce, and everybody is asked before and after. */
#include <closeranks.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "interface.c:%d: ", __LINE__);                                         \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

enum { victim = 1 };

/* Before MPI_Init, too. */
static void check_version(void) {
    int version[3] = {-1, -1, -1};
    CHECK(closeranks_get_version(&version[0], &version[1], &version[2]) == MPI_SUCCESS,
          "no version");
    CHECK(version[0] == CLOSERANKS_VERSION_MAJOR && version[1] == CLOSERANKS_VERSION_MINOR &&
              version[2] == CLOSERANKS_VERSION_PATCH,
          "version %d.%d.%d", version[0], version[1], version[2]);
    CHECK(CLOSERANKS_VERSION == 10000 * version[0] + 100 * version[1] + version[2], "one number");
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", version[0], version[1], version[2]);
    CHECK(strcmp(text, CLOSERANKS_VERSION_STRING) == 0, "text " CLOSERANKS_VERSION_STRING);
}

/* The deprecated names. */
static void check_older_names(void) {
    CHECK(CLOSERANKS_IGNORE == CLOSERANKS_POLICY_IGNORE &&
              CLOSERANKS_ABORT == CLOSERANKS_POLICY_ABORT &&
              CLOSERANKS_ERROR == CLOSERANKS_POLICY_ERROR,
          "policies");
    CHECK(CLOSERANKS_INITIAL == CLOSERANKS_ROLE_INITIAL &&
              CLOSERANKS_SURVIVOR == CLOSERANKS_ROLE_SURVIVOR &&
              CLOSERANKS_RECOVERED == CLOSERANKS_ROLE_RECOVERED,
          "roles");
    closeranks_repaired *repair = NULL;
    closeranks_resumed *resume = NULL;
    CHECK(closeranks_on_repair(repair, NULL) == MPI_SUCCESS, "on_repair by its older type");
    CHECK(closeranks_on_resume(resume, NULL) == MPI_SUCCESS, "on_resume by its older type");
}

static int calls;
static int calls_for_duplicate; /* repaired together with MPI_COMM_WORLD, or not at all */
static int last_generation;
static MPI_Comm strict = MPI_COMM_NULL;

static void repaired(MPI_Comm comm, int generation, void *context) {
    CHECK(comm == MPI_COMM_WORLD || comm == strict, "another communicator was repaired");
    CHECK(context == &calls, "another context came back");
    if (comm == strict) {
        CHECK(generation == 1 && calls_for_duplicate++ == 0, "generation %d", generation);
        return;
    }
    calls++;
    last_generation = generation;
}

static void expect(MPI_Comm comm, int missing, int generation, int contributors) {
    int count = -1;
    int ranks[2] = {-1, -1};
    int alive = -1;
    closeranks_missing_count(comm, &count);
    CHECK(count == missing, "%d ranks are missing, not %d", count, missing);
    closeranks_missing_ranks(comm, 2, ranks, &count);
    CHECK(count == missing && ranks[0] == (missing ? victim : -1), "missing: %d", ranks[0]);
    closeranks_generation(comm, &count);
    CHECK(count == generation, "generation %d, not %d", count, generation);
    closeranks_contributors(comm, &count);
    CHECK(count == contributors, "%d contributors, not %d", count, contributors);
    closeranks_is_alive(comm, 0, &alive);
    CHECK(alive == 1, "rank 0 is said to be dead");
    closeranks_is_alive(comm, victim, &alive);
    CHECK(alive == (missing ? 0 : 1), "the victim: alive is %d", alive);
}

/* A rooted call whose root is missing: ignored, or an error, as the communicator has it. */
static void expect_policy(MPI_Comm comm, int is_error) {
    int value = 7;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const int code = MPI_Bcast(&value, 1, MPI_INT, victim, comm);
    CHECK((code != MPI_SUCCESS) == is_error, "Bcast from the missing root: %d", code);
    CHECK(value == 7, "a missing root has sent %d", value);
    int contributors = -1;
    closeranks_contributors(comm, &contributors);
    CHECK(contributors == 0, "%d ranks gave what nobody gave", contributors);
}

static void check_count_of_collectives(int active) {
    MPI_Count before = -1;
    MPI_Count after = -1;
    closeranks_collectives(&before);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    closeranks_collectives(&after);
    CHECK(before >= 0 && after == before + (active ? 2 : 0), "%lld collectives, then %lld", before,
          after);
}

/* As if no rank were missing: the members of this side. */
static void check_intercommunicator(int size) {
    const int first = size / 2;
    int rank = -1, members = -1, alive = -1;
    MPI_Comm side, both;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int is_first = rank < first;
    MPI_Comm_split(MPI_COMM_WORLD, is_first, 0, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, is_first ? first : 0, 7, &both);
    const int own = is_first ? first : size - first;
    CHECK(closeranks_contributors(both, &members) == MPI_SUCCESS && members == own,
          "%d contributors of %d", members, own);
    CHECK(closeranks_is_alive(both, own - 1, &alive) == MPI_SUCCESS && alive == 1, "a member");
    CHECK(closeranks_is_alive(both, own, &alive) == MPI_ERR_RANK, "no member");
    MPI_Comm_free(&both);
    MPI_Comm_free(&side);
}

/* `die`: somebody does, and this process is told; else nobody is. */
static void check_that_failures_are_told(int die) {
    int told = 0;
    CHECK(closeranks_await_failure(die ? 60 : -1, &told) == MPI_SUCCESS, "await_failure");
    CHECK((told > 0) == die, "%d failures were told", told);
}

int main(int argc, char **argv) {
    int active = -1;
    int size = 0;
    check_version();
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check_older_names();
    CHECK(closeranks_active(&active) == MPI_SUCCESS, "active");
    int level = -1;
    CHECK(closeranks_query_thread(&level) == MPI_SUCCESS && level == MPI_THREAD_SINGLE,
          "query_thread");
    CHECK(active == (argc > 1 && strcmp(argv[1], "protected") == 0), "active: %d", active);
    CHECK(closeranks_is_alive(MPI_COMM_WORLD, size, &active) == MPI_ERR_RANK, "no such rank");
    CHECK(closeranks_is_alive(MPI_COMM_NULL, 0, &active) == MPI_ERR_COMM, "no communicator");
    CHECK(closeranks_contributors(MPI_COMM_NULL, &active) == MPI_ERR_COMM, "no communicator");
    CHECK(closeranks_set_policy(MPI_COMM_WORLD, "MPI_Bcast", CLOSERANKS_POLICY_IGNORE) ==
              MPI_SUCCESS,
          "a policy");
    closeranks_active(&active);
    if (active)
        CHECK(closeranks_set_policy(MPI_COMM_WORLD, "MPI_Bcats", CLOSERANKS_POLICY_IGNORE) ==
                  MPI_ERR_ARG,
              "no such function");
    check_count_of_collectives(active);
    check_intercommunicator(size);
    closeranks_on_repair(repaired, &calls);
    CHECK(closeranks_on_resume(NULL, NULL) == MPI_SUCCESS, "on_resume");
    check_that_failures_are_told(0);

    MPI_Comm_dup(MPI_COMM_WORLD, &strict);
    closeranks_set_policy(strict, "MPI_Bcast", CLOSERANKS_POLICY_ERROR);
    expect(MPI_COMM_WORLD, 0, 0, size);

    for (int round = 1; round <= 5; round++) {
        const int one = 1;
        int sum = 0;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        int contributors = 0;
        closeranks_contributors(MPI_COMM_WORLD, &contributors);
        CHECK(sum == contributors, "round %d: the sum of %d is %d", round, contributors, sum);
    }
    if (active) {
        check_that_failures_are_told(1);
        expect(MPI_COMM_WORLD, 1, 1, size - 1);
        CHECK(calls == 1 && last_generation == 1, "%d calls back, generation %d", calls,
              last_generation);
        closeranks_on_repair(NULL, NULL);
        expect_policy(strict, 1);
        expect_policy(MPI_COMM_WORLD, 0);
        MPI_Comm child;
        MPI_Comm_dup(strict, &child); /* keeps the numbering, and has the policies */
        expect_policy(child, 1);
        MPI_Comm_free(&child);
    } else {
        expect(MPI_COMM_WORLD, 0, 0, size);
        CHECK(calls == 0, "called back");
    }
    MPI_Comm_free(&strict);
    printf("ok: interface\n");
    MPI_Finalize();
    return 0;
}
