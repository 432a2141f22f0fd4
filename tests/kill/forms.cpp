#include "forms.hpp"

namespace kill {

void complete(Run &run, MPI_Request request) {
    // Every third time another is pending behind it, and completed first.
    MPI_Request later = MPI_REQUEST_NULL;
    switch (run.completed++ % 3) {
    case 0:
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 1:
        for (int done = 0; !done;)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Ibarrier(MPI_COMM_WORLD, &later);
        MPI_Wait(&later, MPI_STATUS_IGNORE);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
        break;
    }
    if (run.form == Form::nonblocking && request != MPI_REQUEST_NULL)
        run.wrong("a request is left");
}

} // namespace kill
