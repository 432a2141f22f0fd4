#include "runtime/requests/fortran_request_handles.hpp"

#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/support/real.hpp"

#include <algorithm>

namespace closeranks {

namespace {

[[nodiscard]] MPI_Request make_holder() noexcept {
    MPI_Request holder = MPI_REQUEST_NULL;
    const auto describe = [](void *, MPI_Status *) { return MPI_SUCCESS; };
    static_cast<void>(start_generalized(describe, nullptr, &holder));
    return holder;
}

void end_holder(MPI_Request holder) noexcept {
    if (holder == MPI_REQUEST_NULL) return;
    static_cast<void>(real.Grequest_complete(holder));
    static_cast<void>(real.Request_free(&holder));
}

/// A request with the free integer `integer`. Open MPI gives out the lowest free one.
[[nodiscard]] MPI_Request claim(int integer) {
    std::vector<MPI_Request> lower;
    MPI_Request holder = make_holder();
    while (real.Request_c2f(holder) < integer) {
        lower.push_back(holder);
        holder = make_holder();
    }
    std::for_each(lower.begin(), lower.end(), end_holder);
    return holder;
}

} // namespace

void FortranRequestHandles::move(int integer, MPI_Request request) {
    for (Moved &moved : moved_)
        if (moved.integer == integer) {
            moved.request = request;
            return;
        }
    moved_.push_back({integer, request, MPI_REQUEST_NULL});
}

void FortranRequestHandles::forget(int integer) noexcept {
    std::erase_if(moved_, [&](const Moved &moved) {
        if (moved.integer != integer) return false;
        end_holder(moved.holder);
        return true;
    });
}

MPI_Request FortranRequestHandles::find(int integer) const noexcept {
    for (const Moved &moved : moved_)
        if (moved.integer == integer) return moved.request;
    return nullptr;
}

void FortranRequestHandles::hold() {
    for (Moved &moved : moved_)
        if (moved.holder == MPI_REQUEST_NULL && real.Request_f2c(moved.integer) == nullptr)
            moved.holder = claim(moved.integer);
}

} // namespace closeranks
