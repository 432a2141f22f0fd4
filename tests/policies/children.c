/* A master that spawns a child for each task, and handles the deaths of children itself: it sets an
 * error handler on the intercommunicator, and spawns another child for the task of a dead one. It
 * calls nothing of ULFM: the class of the error is all that it needs.
 *
 * usage: children returns|handler|any|fatal */

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { tasks = 6 };

static int failures;

static void on_error(MPI_Comm *comm, int *code, ...) {
    int kind;
    MPI_Error_class(*code, &kind);
    if (kind != MPIX_ERR_PROC_FAILED && kind != MPIX_ERR_PROC_FAILED_PENDING) MPI_Abort(*comm, 9);
    failures++;
}

static void child(MPI_Comm parent) {
    int task, answer;
    MPI_Recv(&task, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    if (task < 0) raise(SIGKILL);
    answer = task * task;
    MPI_Send(&answer, 1, MPI_INT, 0, 0, parent);
}

int main(int argc, char **argv) {
    MPI_Comm parent, inter;
    MPI_Init(&argc, &argv);
    const char *mode = argc > 1 ? argv[1] : "returns";
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        child(parent);
        MPI_Comm_disconnect(&parent);
        MPI_Finalize();
        return 0;
    }
    MPI_Errhandler own;
    MPI_Comm_create_errhandler(on_error, &own);
    int sum = 0;
    for (int i = 0; i < tasks; i++)
        for (int attempt = 0;; attempt++) {
            int task = i % 2 == 0 && attempt == 0 ? -1 : i, answer = -1, kind;
            MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter,
                           MPI_ERRCODES_IGNORE);
            if (strcmp(mode, "handler") == 0)
                MPI_Comm_set_errhandler(inter, own);
            else if (strcmp(mode, "fatal") != 0)
                MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
            MPI_Send(&task, 1, MPI_INT, 0, 0, inter);
            const int source = strcmp(mode, "any") == 0 ? MPI_ANY_SOURCE : 0;
            const int code = MPI_Recv(&answer, 1, MPI_INT, source, 0, inter, MPI_STATUS_IGNORE);
            if (code == MPI_SUCCESS) {
                sum += answer;
                MPI_Comm_disconnect(&inter);
                break;
            }
            MPI_Error_class(code, &kind);
            printf("task %d: the child has failed: %d\n", i,
                   kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING);
        }
    MPI_Errhandler_free(&own);
    printf("sum %d, handled %d\n", sum, failures);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
