/* An error tells the program of a loss, and nothing is repaired for it: lost ranks come back at the
 * resume point, where everything is made anew. Each rank has a number, which follows from the sums
 * over its row (ranks that are both even or both odd) and over all ranks. A recovery takes all back
 * to the beginning.
 *
 *     unrepaired          goes to the resume point at once
 *     unrepaired both     the nonblocking sums raise errors, too
 *     unrepaired late     has a communicator that was made after the resume point
 *     unrepaired goes_on  makes further calls first
 *     unrepaired row      only the calls on the row raise errors, which is a mistake: some are told
 *     unrepaired used_up  there is no spare for the second death
 *     unrepaired random ROUNDS  deaths at any time (tests/spares/campaign)
 */
#include <closeranks.h>
#include <mpi.h>

#include <mpi-ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16 };

static int rank, size, rounds = 40;
static MPI_Comm row, late = MPI_COMM_NULL;

static void check(int is_right, const char *what) {
    if (is_right) return;
    printf("rank %d: %s is wrong\n", rank, what);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static long long next(long long own, long long of_row, long long of_all, int round) {
    return (own * 5 + of_row * 3 + of_all + round) % 1000003;
}

static long long expected(void) {
    long long numbers[most];
    for (int i = 0; i < size; ++i)
        numbers[i] = i + 1;
    for (int round = 0; round < rounds; ++round) {
        long long rows[2] = {0, 0}, all = 0;
        for (int i = 0; i < size; ++i)
            rows[i % 2] += numbers[i];
        for (int i = 0; i < size; ++i)
            all += numbers[i];
        for (int i = 0; i < size; ++i)
            numbers[i] = next(numbers[i], rows[i % 2], all, round);
    }
    return numbers[rank];
}

static int size_of(MPI_Comm comm) {
    int count = 0;
    MPI_Comm_size(comm, &count);
    return count;
}

static int missing_of(MPI_Comm comm) {
    int count = 0;
    closeranks_missing_count(comm, &count);
    return count;
}

static int repairs_of(MPI_Comm comm) {
    int generation = 0;
    closeranks_generation(comm, &generation);
    return generation;
}

/* The error says that somebody is lost. The operand in place is as it was, unless that was repaired
 * and the sum is that of the others. */
static void check_error(MPI_Comm comm, int code, const long long *got, long long given) {
    int kind = MPI_SUCCESS, contributors = 0;
    MPI_Error_class(code, &kind);
    closeranks_contributors(comm, &contributors);
    check(kind == MPIX_ERR_PROC_FAILED, "the code");
    check(repairs_of(comm) != 0 || *got == given, "what was in place");
    check(missing_of(comm) >= 1, "the count of the missing");
    check(contributors == size_of(comm) - missing_of(comm), "the count of the contributors");
}

/* Every fourth round the nonblocking one, whose error, if any, comes from MPI_Wait. */
static int add(MPI_Comm comm, int round, long long given, long long *sum) {
    MPI_Request request = MPI_REQUEST_NULL;
    *sum = given;
    int code = round % 4 == 3
                   ? MPI_Iallreduce(MPI_IN_PLACE, sum, 1, MPI_LONG_LONG, MPI_SUM, comm, &request)
                   : MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_LONG_LONG, MPI_SUM, comm);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) check_error(comm, code, sum, given);
    return code;
}

/* Calls that have no policy to raise an error have what `comm` lacks repaired. */
static void go_on(MPI_Comm comm) {
    long long sum = 0;
    check(add(comm, 0, 1, &sum) != MPI_SUCCESS, "the second sum");
    check(repairs_of(comm) == 0, "the number of repairs after sums");
    int root = 0, from_root = rank;
    check(MPI_Bcast(&from_root, 1, MPI_INT, root, comm) == MPI_SUCCESS, "the code of Bcast");
    check(from_root == (comm == row ? rank % 2 : 0), "what the root sent");
    check(repairs_of(comm) == 1, "the number of repairs after Bcast");
    check(missing_of(comm) == 1, "the count of the missing after Bcast");
    check(add(comm, 0, 1, &sum) != MPI_SUCCESS, "the sum after the repair");
    check(repairs_of(comm) == 1, "the number of repairs at last");
}

/* Where it was told of a loss, or MPI_COMM_NULL: of none. */
static MPI_Comm compute(long long *number) {
    *number = rank + 1;
    for (int round = 0; round < rounds; ++round) {
        long long of_row = 0, of_all = 0;
        if (add(row, round, *number, &of_row) != MPI_SUCCESS) return row;
        if (add(MPI_COMM_WORLD, round, *number, &of_all) != MPI_SUCCESS) return MPI_COMM_WORLD;
        *number = next(*number, of_row, of_all, round);
    }
    return MPI_COMM_NULL;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    const int is_random = strcmp(mode, "random") == 0;
    int from_row = 0, from_all = 0;
    long long number = 0;
    closeranks_role role;
    MPI_Comm told = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    if (argc > 2) rounds = atoi(argv[2]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (strcmp(mode, "row") != 0)
        closeranks_set_policy(MPI_COMM_WORLD, "MPI_Allreduce/contribution",
                              CLOSERANKS_POLICY_ERROR);
    if (strcmp(mode, "both") == 0)
        closeranks_set_policy(MPI_COMM_WORLD, "MPI_Iallreduce/contribution",
                              CLOSERANKS_POLICY_ERROR);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &row);
    closeranks_set_policy(row, "MPI_Allreduce/contribution", CLOSERANKS_POLICY_ERROR);
    for (int is_done = 0;; is_done = told == MPI_COMM_NULL) {
        closeranks_resume(&role);
        if (missing_of(MPI_COMM_WORLD) != 0) break; /* nobody is left to take the place */
        if (is_done && role == CLOSERANKS_ROLE_INITIAL) break;
        if (strcmp(mode, "late") == 0 && late == MPI_COMM_NULL && role == CLOSERANKS_ROLE_INITIAL)
            MPI_Comm_dup(MPI_COMM_WORLD, &late);
        told = compute(&number);
        from_row += told == row;
        from_all += told == MPI_COMM_WORLD;
        if (told != MPI_COMM_NULL && strcmp(mode, "goes_on") == 0) go_on(told);
    }
    if (late != MPI_COMM_NULL) { /* the rank that is back is not in it */
        long long sum = 0;
        check(add(late, 0, 1, &sum) != MPI_SUCCESS, "the sum on a communicator made too late");
    }
    if (strcmp(mode, "used_up") == 0) {
        long long sum = 1;
        const int code =
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        check(code != MPI_SUCCESS && sum == size - 1, "the sum of those who are left");
        check(missing_of(MPI_COMM_WORLD) == 1, "the count of those who stay missing");
        printf("rank %d is left\n", rank);
    } else if (is_random && missing_of(MPI_COMM_WORLD) != 0) {
        MPI_Abort(MPI_COMM_WORLD, 1); /* nothing but the report tells of it */
    } else {
        check(number == expected(), "the number");
        if (is_random && rank == 0) printf("fingerprint %lld\n", number);
        if (!is_random)
            printf("rank %d is right, told %d by its row and %d by all\n", rank, from_row,
                   from_all);
    }
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
