/* Files, windows and communicators that are older than a recovery: the rank that has come back is
 * not in them. The others continue without it, wait for nobody, and are told what is missing. The
 * rank dies while it holds a lock that all others want.
 *
 * usage: old_objects FILE
 *
 * Survivors print what they see. */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>

enum { lost = 2, locked = 1, line = 7 };

static void after(MPI_File file, MPI_Win win, MPI_Comm comm, const int *memory, int rank) {
    int got = -1, here = 0, all = 0;
    char text[8];
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 4, 1, 1, MPI_INT, win); /* of 1 to nobody */
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, locked, 0, win); /* which the dead has */
    MPI_Get(&got, 1, MPI_INT, locked, 0, 1, MPI_INT, win);
    MPI_Win_unlock(locked, win);
    MPI_Win_lock(MPI_LOCK_SHARED, lost, 0, win);
    MPI_Put(&rank, 1, MPI_INT, lost, 0, 1, MPI_INT, win); /* to nobody */
    MPI_Win_unlock(lost, win);
    snprintf(text, sizeof text, "again%d\n", rank);
    MPI_File_write_at_all(file, line * (4 + rank), text, line, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &here, 1, MPI_INT, MPI_SUM, comm);
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: put %d, got %d, sums %d and %d\n", rank, memory[1], got, here, all);
    fflush(stdout);
}

int main(int argc, char **argv) {
    closeranks_role role;
    int rank, is_returning, *memory = NULL, sum = 0;
    MPI_File file = MPI_FILE_NULL;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    char text[8];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks_returning(&is_returning);
    if (!is_returning) {
        MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                      &file);
        MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                         &win);
        memory[0] = 100 + rank;
        memory[1] = -1;
    }
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        if (rank == lost) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, locked, 0, win);
            raise(SIGKILL);
        }
        snprintf(text, sizeof text, "begin%d\n", rank);
        MPI_File_write_at(file, line * rank, text, line, MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_resume(&role);
    }
    if (role == CLOSERANKS_ROLE_RECOVERED)
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else
        after(file, win, comm, memory, rank);
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    if (win != MPI_WIN_NULL) MPI_Win_free(&win);
    if (file != MPI_FILE_NULL) MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
