#include "runtime/requests/fortran_requests.hpp"

#include "runtime/requests/request.hpp"

namespace closeranks {

int request_to_fortran(MPI_Request request) noexcept {
    const RequestsLock lock;
    RequestTable &table = request_table();
    if (!table.integers.empty()) [[unlikely]]
        table.integers.hold();
    const int integer = real.Request_c2f(request);
    if (Request *const known = table.pending.find(request)) known->integer = integer;
    return integer;
}

MPI_Request request_from_fortran(int integer) noexcept {
    const RequestsLock lock;
    const FortranRequestHandles &integers = request_table().integers;
    if (!integers.empty()) [[unlikely]] {
        if (const MPI_Request moved = integers.find(integer); moved != nullptr) return moved;
    }
    return real.Request_f2c(integer);
}

void keep_integer(int integer, MPI_Request request) noexcept {
    if (integer == 0) return;
    const RequestsLock lock;
    if (real.Request_f2c(integer) != request) request_table().integers.move(integer, request);
}

} // namespace closeranks
