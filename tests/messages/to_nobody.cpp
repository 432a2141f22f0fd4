// Messages to and from MPI_PROC_NULL need no memory: buffered sends without a buffer, or with one
// that is too small, and exchanges of more data than an int can count.

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

/// The same few bytes many times: more than 2 GiB in all.
MPI_Datatype make_long() {
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Datatype all = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(4096, MPI_BYTE, &block);
    MPI_Type_create_hvector((1 << 19) + 1, 1, 0, block, &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&block);
    return all;
}

void replaced(Program &p) {
    std::vector<char> place(4096, 'x');
    MPI_Datatype type = make_long();
    MPI_Status status = marked();
    check_error(p, "MPI_Sendrecv_replace",
                MPI_Sendrecv_replace(place.data(), 1, type, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
                                     MPI_COMM_WORLD, &status),
                MPI_SUCCESS);
    check_empty(p, "MPI_Sendrecv_replace", status);
    MPI_Request request = MPI_REQUEST_NULL;
    check_error(p, "MPI_Isendrecv_replace",
                MPI_Isendrecv_replace(place.data(), 1, type, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1,
                                      MPI_COMM_WORLD, &request),
                MPI_SUCCESS);
    check_error(p, "MPI_Isendrecv_replace", MPI_Wait(&request, &status), MPI_SUCCESS);
    check_empty(p, "MPI_Isendrecv_replace", status);
    MPI_Type_free(&type);
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
        replaced(p);
    };
    everything();
    p.deaths_when_all_are_here();
    everything();
    return p.finish();
}
