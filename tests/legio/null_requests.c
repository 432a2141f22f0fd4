/* Legio, without any failure: Wait left its request not null. */
#include "check.h"

static void begin(MPI_Request requests[2], long *mine, long *got) {
    const int right = (world_rank + 1) % world_size;
    const int left = (world_rank + world_size - 1) % world_size;
    *mine = world_rank;
    *got = -1;
    MPI_Irecv(got, 1, MPI_LONG, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(mine, 1, MPI_LONG, right, 0, MPI_COMM_WORLD, &requests[1]);
}

static void judge(const char *call, const MPI_Request requests[2], long got) {
    const long left = (world_rank + world_size - 1) % world_size;
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "%s left a request",
          call);
    CHECK(got == left, "%s: got %ld", call, got);
}

int main(int argc, char **argv) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    long mine = 0;
    long got = 0;
    int flag = 0;
    int index = 0;
    int indices[2];
    int done = 0;
    start(&argc, &argv);
    begin(requests, &mine, &got);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], &statuses[1]);
    judge("MPI_Wait", requests, got);
    MPI_Wait(&requests[0], &statuses[0]);
    CHECK(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE, "the status of a null request is not empty");

    begin(requests, &mine, &got);
    MPI_Waitall(2, requests, statuses);
    judge("MPI_Waitall", requests, got);

    begin(requests, &mine, &got);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK(requests[index] == MPI_REQUEST_NULL, "MPI_Waitany left its request");
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    judge("MPI_Waitany", requests, got);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED, "MPI_Waitany found request %d", index);

    begin(requests, &mine, &got);
    for (int left = 2; left > 0; left -= done)
        MPI_Waitsome(2, requests, &done, indices, statuses);
    judge("MPI_Waitsome", requests, got);

    begin(requests, &mine, &got);
    for (int i = 0; i < 2; i++)
        for (flag = 0; !flag;)
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
    judge("MPI_Test", requests, got);

    begin(requests, &mine, &got);
    for (flag = 0; !flag;)
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    judge("MPI_Testall", requests, got);
    return finish("null_requests");
}
