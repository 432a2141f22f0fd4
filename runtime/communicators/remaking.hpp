#pragma once

#include "runtime/communicators/recipes.hpp"

namespace closeranks {

/// Takes a communicator that was made again into protection. `before`: its protection at this
/// process until now, whose handle, number and policies the new one keeps; nullptr: there was none.
Communicator &protect_again(Remade remade, Communicator *before) noexcept;

/// The same for an intercommunicator.
Intercommunicator &join_again(Remade remade, Intercommunicator *before) noexcept;

/// The same for all of `remade` that the program of this process still has; the other ones are
/// given up.
void protect_all_again(std::vector<Remade> remade) noexcept;

/// Renews the protection of a communicator of the program: `c` takes over the program's state of
/// `before`, which is given up.
void take_over(Communicator &c, Communicator &before) noexcept;

} // namespace closeranks
