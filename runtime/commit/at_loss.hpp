#pragma once

#include <cstdint>

namespace closeranks {

/// The action of a process for an operation during which a member is lost. The members repair their
/// communicator and redo the operation, unless all of them say something else. While lost ranks are
/// recovered a repair is useless, because the resume point makes all communicators anew.
enum class AtLoss : std::uint8_t {
    redo,
    raise,   ///< tells the program of the loss, by an error
    recover, ///< the process is at the resume point
};

} // namespace closeranks
