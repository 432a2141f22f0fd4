#include "runtime/core/duplicates.hpp"

#include "runtime/openmpi/quirks.hpp"

#include <utility>

namespace closeranks {

bool keeps_idups_apart() {
    static const bool apart = !has(Quirk::several_idups);
    return apart;
}

void Duplicates::add(Comm &made) noexcept {
    if (code_ != MPI_SUCCESS) return;
    UnderWay one{MPI_REQUEST_NULL, &made};
    const int code = side_by_side_ ? real.Comm_idup(parent_, made.out(), &one.request)
                                   : real.Comm_dup(parent_, made.out());
    if (code != MPI_SUCCESS)
        static_cast<void>(made.release()); // see Parts::make
    else if (side_by_side_)
        under_way_.push_back(one);
    note(code);
}

int Duplicates::finish(int code) noexcept {
    note(code);
    for (UnderWay &one : std::exchange(under_way_, {})) {
        const int ended = real.Wait(&one.request, MPI_STATUS_IGNORE);
        if (ended != MPI_SUCCESS) static_cast<void>(one.made->release());
        if (one.request != MPI_REQUEST_NULL) static_cast<void>(real.Request_free(&one.request));
        note(ended);
    }
    return code_;
}

void Duplicates::note(int code) noexcept {
    if (code == MPI_SUCCESS || code_ != MPI_SUCCESS) return;
    code_ = code;
    static_cast<void>(real.Comm_revoke(parent_));
}

} // namespace closeranks
