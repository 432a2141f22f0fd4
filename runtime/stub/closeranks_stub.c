/* The functions of closeranks.h for programs that run with and without the library. */
#include "find.h"

#include <closeranks.h>

#include <time.h>

/* MPI_Comm_size without an error handler that would end the program. */
static int size_of(MPI_Comm comm, int *size) {
    return comm == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_Comm_size(comm, size);
}

int closeranks_get_version(int *major, int *minor, int *patch) {
    FIND(closeranks_get_version);
    if (found != NULL) return found(major, minor, patch);
    *major = CLOSERANKS_VERSION_MAJOR;
    *minor = CLOSERANKS_VERSION_MINOR;
    *patch = CLOSERANKS_VERSION_PATCH;
    return MPI_SUCCESS;
}

int closeranks_active(int *flag) {
    FIND(closeranks_active);
    if (found != NULL) return found(flag);
    *flag = 0;
    return MPI_SUCCESS;
}

int closeranks_missing_count(MPI_Comm comm, int *count) {
    FIND(closeranks_missing_count);
    if (found != NULL) return found(comm, count);
    *count = 0;
    return MPI_SUCCESS;
}

int closeranks_missing_ranks(MPI_Comm comm, int max, int ranks[], int *count) {
    FIND(closeranks_missing_ranks);
    if (found != NULL) return found(comm, max, ranks, count);
    *count = 0;
    return max < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
}

int closeranks_is_alive(MPI_Comm comm, int rank, int *flag) {
    FIND(closeranks_is_alive);
    if (found != NULL) return found(comm, rank, flag);
    int size = 0;
    const int code = size_of(comm, &size);
    if (code != MPI_SUCCESS) return code;
    *flag = 1;
    return rank < 0 || rank >= size ? MPI_ERR_RANK : MPI_SUCCESS;
}

int closeranks_generation(MPI_Comm comm, int *generation) {
    FIND(closeranks_generation);
    if (found != NULL) return found(comm, generation);
    *generation = 0;
    return MPI_SUCCESS;
}

int closeranks_contributors(MPI_Comm comm, int *count) {
    FIND(closeranks_contributors);
    if (found != NULL) return found(comm, count);
    return size_of(comm, count);
}

int closeranks_collectives(long long *count) {
    FIND(closeranks_collectives);
    if (found != NULL) return found(count);
    *count = 0;
    return MPI_SUCCESS;
}

int closeranks_await_failure(double seconds, int *told) {
    FIND(closeranks_await_failure);
    if (found != NULL) return found(seconds, told);
    *told = 0;
    if (seconds > 0) {
        const time_t whole = seconds < 1e6 ? (time_t)seconds : 1000000;
        const struct timespec pause = {whole, (long)(1e9 * (seconds - (double)whole))};
        nanosleep(&pause, NULL);
    }
    return MPI_SUCCESS;
}

int closeranks_query_thread(int *level) {
    FIND(closeranks_query_thread);
    return found != NULL ? found(level) : MPI_Query_thread(level);
}

int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy) {
    FIND(closeranks_set_policy);
    return found != NULL ? found(comm, function, policy) : MPI_SUCCESS;
}

int closeranks_on_resume(closeranks_resumed *callback, void *context) {
    FIND(closeranks_on_resume);
    return found != NULL ? found(callback, context) : MPI_SUCCESS;
}

int closeranks_returning(int *flag) {
    FIND(closeranks_returning);
    if (found != NULL) return found(flag);
    *flag = 0;
    return MPI_SUCCESS;
}

int closeranks_replaced_ranks(int max, int ranks[], int *count) {
    FIND(closeranks_replaced_ranks);
    if (found != NULL) return found(max, ranks, count);
    *count = 0;
    return max < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
}

int closeranks_recoveries(int *count) {
    FIND(closeranks_recoveries);
    if (found != NULL) return found(count);
    *count = 0;
    return MPI_SUCCESS;
}

int closeranks_horizon_from_group(MPI_Group group, MPI_Group *living) {
    int rank = MPI_UNDEFINED;
    FIND(closeranks_horizon_from_group);
    if (found != NULL) return found(group, living);
    if (group == MPI_GROUP_NULL || MPI_Group_rank(group, &rank) != MPI_SUCCESS ||
        rank == MPI_UNDEFINED)
        return MPI_ERR_GROUP;
    return MPI_Group_union(group, MPI_GROUP_EMPTY, living);
}

int closeranks_on_repair(closeranks_repaired *callback, void *context) {
    FIND(closeranks_on_repair);
    return found != NULL ? found(callback, context) : MPI_SUCCESS;
}
