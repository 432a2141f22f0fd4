/* Legio: any MPI error was taken for a failure, and a Bcast with count -1 looped for ever.
 * The program's own errors raise the program's own handler, before and after rank 1 died.
 *
 *     own_errors [die [late]]   late: rank 3 makes its errors when rank 1 has died */
#include "check.h"

#include <unistd.h>

static int handled = 0;
static int handled_class = MPI_SUCCESS;
static MPI_Comm handled_on = MPI_COMM_NULL;

static void handler(MPI_Comm *comm, int *code, ...) {
    handled++;
    handled_on = *comm;
    MPI_Error_class(*code, &handled_class);
}

static void expect(const char *call, int returned, int class, MPI_Comm comm) {
    int returned_class = MPI_SUCCESS;
    MPI_Error_class(returned, &returned_class);
    CHECK(handled == 1, "%s called the error handler %d times", call, handled);
    CHECK(handled_class == class && returned_class == class, "%s gave classes %d and %d, not %d",
          call, handled_class, returned_class, class);
    CHECK(handled_on == comm, "%s called the error handler with another communicator", call);
    handled = 0;
}

static void make_mistakes(MPI_Comm comm) {
    long value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    expect("MPI_Bcast", MPI_Bcast(&value, -1, MPI_LONG, 0, comm), MPI_ERR_COUNT, comm);
    expect("MPI_Bcast", MPI_Bcast(&value, 1, MPI_LONG, world_size + 3, comm), MPI_ERR_ROOT, comm);
    expect("MPI_Bcast", MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE, comm);
    expect("MPI_Allreduce", MPI_Allreduce(&value, &value, 1, MPI_LONG, MPI_OP_NULL, comm),
           MPI_ERR_OP, comm);
    expect("MPI_Send", MPI_Send(&value, 1, MPI_LONG, world_size, 0, comm), MPI_ERR_RANK, comm);
    expect("MPI_Send", MPI_Send(&value, 1, MPI_LONG, world_rank, -5, comm), MPI_ERR_TAG, comm);
    expect("MPI_Isend", MPI_Isend(&value, -1, MPI_LONG, world_rank, 0, comm, &request),
           MPI_ERR_COUNT, comm);
    expect("MPI_Recv", MPI_Recv(&value, 1, MPI_LONG, -7, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_RANK,
           comm);
}

/* A receive that is too short is the receiver's error, and only its. */
static void truncate_message(MPI_Comm comm) {
    const long values[4] = {1, 2, 3, 4};
    long value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(values, 4, MPI_LONG, world_rank, 3, comm, &request);
    expect("MPI_Recv", MPI_Recv(&value, 1, MPI_LONG, world_rank, 3, comm, MPI_STATUS_IGNORE),
           MPI_ERR_TRUNCATE, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The MPI continues meanwhile: others ask this rank about what they wait for. */
static void wait_a_while(void) {
    int arrived = 0;
    for (int i = 0; i < 50; i++) {
        MPI_Iprobe(0, 0, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE);
        usleep(10000);
    }
}

int main(int argc, char **argv) {
    MPI_Errhandler errors = MPI_ERRHANDLER_NULL;
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    MPI_Comm other = MPI_COMM_NULL;
    start(&argc, &argv);
    MPI_Comm_create_errhandler(handler, &errors);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errors);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int when = 0; when < 2; when++) {
        if (argc > 2 && world_rank == 3 && when == 0) wait_a_while();
        make_mistakes(MPI_COMM_WORLD);
        make_mistakes(other);
        truncate_message(MPI_COMM_WORLD);
        truncate_message(other);
        MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
        CHECK(found == errors, "the communicator has another error handler");
        MPI_Errhandler_free(&found);
        if (argc > 1 && world_rank == 1) die();
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(other);
        CHECK(handled == 0, "a failure was given to the program's error handler");
    }
    MPI_Comm_free(&other);
    MPI_Errhandler_free(&errors);
    return finish("own_errors");
}
