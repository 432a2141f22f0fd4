/* Calls what replicated runs refuse: before MPI_Init (a session), or after it (spawn, port). */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *const what = argc > 1 ? argv[1] : "";
    char port[MPI_MAX_PORT_NAME];
    if (strcmp(what, "session") == 0) {
        MPI_Session session;
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (strcmp(what, "port") == 0) {
        int class = MPI_SUCCESS;
        MPI_Error_class(MPI_Open_port(MPI_INFO_NULL, port), &class);
        puts(class == MPI_ERR_UNSUPPORTED_OPERATION ? "refused" : "wrong");
    }
    MPI_Finalize();
    return 0;
}
