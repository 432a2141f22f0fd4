#pragma once

namespace closeranks {

/// Redirects the calls that one shared library, the one with the address `inside`, makes to
/// `function` of another one: to `replacement`, which has the same type. Calls from elsewhere stay
/// as they are. Does nothing where the library has no such calls.
void redirect_calls(const void *inside, const char *function, void *replacement) noexcept;

} // namespace closeranks
