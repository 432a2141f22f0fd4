/* What the functions of closeranks.h answer without the library, where that is no constant
 * (spec/api.json has the others). */
#pragma once

#include <closeranks.h>

#include <time.h>

/* MPI_Comm_size without an error handler that would end the program. */
static inline int without_contributors(MPI_Comm comm, int *count) {
    return comm == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_Comm_size(comm, count);
}

static inline int without_get_version(int *major, int *minor, int *patch) {
    *major = CLOSERANKS_VERSION_MAJOR;
    *minor = CLOSERANKS_VERSION_MINOR;
    *patch = CLOSERANKS_VERSION_PATCH;
    return MPI_SUCCESS;
}

static inline int without_is_alive(MPI_Comm comm, int rank, int *flag) {
    int size = 0;
    const int code = without_contributors(comm, &size);
    if (code != MPI_SUCCESS) return code;
    *flag = 1;
    return rank < 0 || rank >= size ? MPI_ERR_RANK : MPI_SUCCESS;
}

static inline int without_await_failure(double seconds, int *told) {
    *told = 0;
    if (seconds > 0) {
        const double time = seconds < 1e6 ? seconds : 1e6;
        const time_t whole = (time_t)time;
        const struct timespec pause = {whole, (long)(1e9 * (time - (double)whole))};
        nanosleep(&pause, NULL);
    }
    return MPI_SUCCESS;
}

static inline int without_query_thread(int *level) { return MPI_Query_thread(level); }

static inline int without_horizon_from_group(MPI_Group group, MPI_Group *living) {
    int rank = MPI_UNDEFINED;
    if (group == MPI_GROUP_NULL || MPI_Group_rank(group, &rank) != MPI_SUCCESS ||
        rank == MPI_UNDEFINED)
        return MPI_ERR_GROUP;
    return MPI_Group_union(group, MPI_GROUP_EMPTY, living);
}
