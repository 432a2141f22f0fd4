#pragma once

#include <cstdint>

namespace closeranks {

/// What a process does with an operation during which a member is lost. The members repair their
/// communicator and do it again, unless all of them say something else: while lost ranks come back,
/// all that a repair makes is made anew at the resume point.
enum class AtLoss : std::uint8_t {
    redo,
    raise,   ///< tells the program of the loss, by an error
    recover, ///< is at the resume point
};

} // namespace closeranks
