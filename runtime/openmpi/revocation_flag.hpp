#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace closeranks {

/// Where a communicator of Open MPI says that it is revoked: one of its bytes. The official query
/// (MPIX_Comm_is_revoked) examines its arguments first, and every collective asks.
///
/// Thread safety: full, after learn().
class RevocationFlag {
  public:
    /// Of no communicator.
    RevocationFlag() = default;
    explicit RevocationFlag(MPI_Comm comm) noexcept;

    /// Looks for the byte; MPI must be initialised. Where it is not found every flag is `unknown`.
    /// To be called before there is a flag.
    static void learn() noexcept;

    /// False: the MPI knows of nobody who has revoked the communicator. True: it has to be asked.
    [[nodiscard]] bool may_be_set() const noexcept {
        return __atomic_load_n(byte_, __ATOMIC_RELAXED) != 0;
    }

  private:
    static constexpr std::uint8_t unknown = 1;
    static inline std::ptrdiff_t offset_ = -1; ///< of the byte in a communicator; -1: not known

    const std::uint8_t *byte_ = &unknown;
};

} // namespace closeranks
