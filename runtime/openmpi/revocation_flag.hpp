#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The flag in a communicator of Open MPI that says whether it is revoked: one of its bytes. The
/// official query (MPIX_Comm_is_revoked) checks its arguments first, and every collective asks.
///
/// Thread safety: all functions, after learn().
class RevocationFlag {
  public:
    /// A flag of no communicator.
    RevocationFlag() = default;
    explicit RevocationFlag(MPI_Comm comm) noexcept;

    /// Finds the byte; MPI must be initialised. If it is not found, every flag is `unknown`. Must
    /// be called before there is a flag.
    static void learn() noexcept;

    /// False: the MPI knows of no process that has revoked the communicator. True: it has to be
    /// asked.
    [[nodiscard]] bool may_be_set() const noexcept {
        return __atomic_load_n(byte_, __ATOMIC_RELAXED) != 0;
    }

  private:
    static constexpr std::uint8_t unknown = 1;
    /// Place of the byte in a communicator; -1: not known.
    static inline std::ptrdiff_t offset_ = -1;

    const std::uint8_t *byte_ = &unknown;
};

} // namespace closeranks
