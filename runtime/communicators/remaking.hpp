#pragma once

#include "runtime/communicators/recipes.hpp"

namespace closeranks {

/// Takes a communicator that was made again into protection. `before`: what protected it at this
/// process until now, whose handle, number and policies it keeps; nullptr: nothing did.
Communicator &protect_again(Remade remade, Communicator *before) noexcept;

/// The same for an intercommunicator.
Intercommunicator &join_again(Remade remade, Intercommunicator *before) noexcept;

/// The same for all of `remade` that the program of this process still has; the others are given
/// up.
void protect_all_again(std::vector<Remade> remade) noexcept;

/// What protects a communicator of the program, on new ones: `c` takes over what the program knows
/// of `before`, which is given up.
void take_over(Communicator &c, Communicator &before) noexcept;

} // namespace closeranks
