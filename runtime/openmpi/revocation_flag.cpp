#include "runtime/openmpi/revocation_flag.hpp"

#include "runtime/support/handles.hpp"
#include "runtime/support/ulfm.hpp"

#include <malloc.h>

#include <vector>

namespace closeranks {

namespace {

/// A communicator of this process alone that no other code knows; null when there is none.
[[nodiscard]] Comm make_probe() noexcept {
    Comm probe;
    if (real.Comm_dup(MPI_COMM_SELF, probe.out()) == MPI_SUCCESS)
        static_cast<void>(real.Comm_set_errhandler(probe.get(), MPI_ERRORS_RETURN));
    return probe;
}

/// True when the MPI's answer about the revoked communicator `probe` follows this byte of it.
[[nodiscard]] bool decides(std::uint8_t &byte, MPI_Comm probe) noexcept {
    const std::uint8_t before = byte;
    byte = 0;
    const bool follows = !is_revoked(probe);
    byte = before;
    return follows && is_revoked(probe);
}

} // namespace

RevocationFlag::RevocationFlag(MPI_Comm comm) noexcept {
    if (offset_ >= 0 && comm != MPI_COMM_NULL)
        byte_ = reinterpret_cast<const std::uint8_t *>(comm) + offset_;
}

void RevocationFlag::learn() noexcept {
    offset_ = -1;
    const Comm probe = make_probe();
    if (!probe || is_revoked(probe.get())) return;
    // Open MPI allocates each communicator of its own (OBJ_NEW).
    auto *const bytes = reinterpret_cast<std::uint8_t *>(probe.get());
    const std::vector<std::uint8_t> before(bytes, bytes + malloc_usable_size(bytes));
    if (real.Comm_revoke(probe.get()) != MPI_SUCCESS || !is_revoked(probe.get())) return;
    // Revoking changes further bytes besides the flag.
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] == 0 && bytes[i] == 1 && decides(bytes[i], probe.get())) {
            offset_ = static_cast<std::ptrdiff_t>(i);
            return;
        }
}

} // namespace closeranks
