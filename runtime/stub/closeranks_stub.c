/* Generated from spec/api.json by generator/, do not edit.
   The functions of closeranks.h for programs that run with and without the library. */
#include "find.h"
#include "without.h"

#include <closeranks.h>

int closeranks_get_version(int *major, int *minor, int *patch) {
    FIND(closeranks_get_version);
    if (found != NULL) return found(major, minor, patch);
    return without_get_version(major, minor, patch);
}

int closeranks_active(int *flag) {
    FIND(closeranks_active);
    if (found != NULL) return found(flag);
    *flag = 0;
    return MPI_SUCCESS;
}

int closeranks_query_thread(int *level) {
    FIND(closeranks_query_thread);
    if (found != NULL) return found(level);
    return without_query_thread(level);
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
    return without_is_alive(comm, rank, flag);
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
    return without_contributors(comm, count);
}

int closeranks_collectives(MPI_Count *count) {
    FIND(closeranks_collectives);
    if (found != NULL) return found(count);
    *count = 0;
    return MPI_SUCCESS;
}

int closeranks_await_failure(double seconds, int *told) {
    FIND(closeranks_await_failure);
    if (found != NULL) return found(seconds, told);
    return without_await_failure(seconds, told);
}

int closeranks_on_repair(closeranks_repair_function *callback, void *context) {
    FIND(closeranks_on_repair);
    if (found != NULL) return found(callback, context);
    return MPI_SUCCESS;
}

int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy) {
    FIND(closeranks_set_policy);
    if (found != NULL) return found(comm, function, policy);
    return MPI_SUCCESS;
}

int closeranks_on_resume(closeranks_resume_function *callback, void *context) {
    FIND(closeranks_on_resume);
    if (found != NULL) return found(callback, context);
    return MPI_SUCCESS;
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
    FIND(closeranks_horizon_from_group);
    if (found != NULL) return found(group, living);
    return without_horizon_from_group(group, living);
}
