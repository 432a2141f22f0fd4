#pragma once

namespace closeranks {

/// An object of static storage that is never destroyed. The program may call MPI from its own
/// static destructors, and the end of the MPI calls the library after them.
template <typename Object> union NeverDestroyed {
    constexpr NeverDestroyed() : value() {}
    constexpr ~NeverDestroyed() {}

    Object value;
};

} // namespace closeranks
