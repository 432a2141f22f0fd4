/* The policy error: the program's own handler gets MPIX_ERR_PROC_FAILED on the program's own
 * communicator, the call returns it, and the program continues. Rank 0 is the dead root. */
#include "../legio/check.h"

static int handled = 0;
static int handled_class = MPI_SUCCESS;
static MPI_Comm handled_on = MPI_COMM_NULL;

static void handler(MPI_Comm *comm, int *code, ...) {
    handled++;
    handled_on = *comm;
    MPI_Error_class(*code, &handled_class);
}

static void expect(const char *call, int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    MPI_Error_string(class, text, &length);
    CHECK(handled == 1 && handled_on == MPI_COMM_WORLD, "%s called the handler %d times", call,
          handled);
    CHECK(class == handled_class && strstr(text, "PROC_FAILED") != NULL, "%s gave \"%s\"", call,
          text);
    handled = 0;
}

int main(int argc, char **argv) {
    MPI_Errhandler errors = MPI_ERRHANDLER_NULL;
    long value = 0;
    long sum = 0;
    start(&argc, &argv);
    MPI_Comm_create_errhandler(handler, &errors);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errors);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0) die();
    MPI_Barrier(MPI_COMM_WORLD);
    expect("MPI_Bcast", MPI_Bcast(&value, 1, MPI_LONG, 0, MPI_COMM_WORLD));
    expect("MPI_Reduce", MPI_Reduce(&value, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD));
    expect("MPI_Recv", MPI_Recv(&value, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    expect("MPI_Send", MPI_Send(&value, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD));
    const long one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(handled == 0 && sum == world_size - 1, "%ld ranks continue", sum);
    MPI_Errhandler_free(&errors);
    return finish("policy_error");
}
