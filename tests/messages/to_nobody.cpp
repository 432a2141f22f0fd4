// Messages to MPI_PROC_NULL need no memory: buffered sends without a buffer, or with one that is too
// small.

#include "messages.hpp"

using namespace survivors;

namespace {

void buffered(Program &p, const char *what) {
    const std::vector<int> message(10'000, p.rank);
    const auto length = static_cast<int>(message.size());
    MPI_Request request = MPI_REQUEST_NULL;
    check_error(p, what,
                MPI_Bsend(message.data(), length, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD),
                MPI_SUCCESS);
    check_error(
        p, what,
        MPI_Ibsend(message.data(), length, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request),
        MPI_SUCCESS);
    check_error(p, what, MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    check_error(p, what, MPI_Bsend(message.data(), -1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD),
                MPI_ERR_COUNT);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "to_nobody");
    count_errors();
    const auto everything = [&] {
        buffered(p, "a buffered send without a buffer");
        std::vector<char> room(MPI_BSEND_OVERHEAD + 100);
        MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
        buffered(p, "a buffered send with a small buffer");
        void *detached = nullptr;
        int size = 0;
        MPI_Buffer_detach(&detached, &size);
    };
    everything();
    p.deaths_when_all_are_here();
    everything();
    return p.finish();
}
