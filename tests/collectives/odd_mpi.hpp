#pragma once

/// A library between closeranks and the MPI that tells of failures as badly as Open MPI 5.0.7 does
/// now and then, but whenever it is told to.
enum class Oddity {
    none,
    gives_up,       ///< the next call fails as on a revoked communicator, and sends nothing
    drops_error,    ///< the next call succeeds, whatever the MPI says
    renames_errors, ///< no error says that it is a failure's
};

void behave(Oddity oddity);
