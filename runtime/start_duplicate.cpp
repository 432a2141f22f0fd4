#include "runtime/start_duplicate.hpp"

#include "runtime/absent_request.hpp"

namespace closeranks {

int start_duplicate(Entry &entry, Communicator &parent, MPI_Comm *newcomm,
                    MPI_Request *request) noexcept {
    auto make = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    const int code = duplicate(entry, parent, newcomm, make);
    if (code == MPI_SUCCESS) *request = make_absent_request();
    return code;
}

} // namespace closeranks
