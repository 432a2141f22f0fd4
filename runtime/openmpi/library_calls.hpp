#pragma once

namespace closeranks {

/// Redirects calls of `function` that one shared library makes, the one with the address `inside`,
/// to `replacement`, which has the same type. Calls of other libraries stay unchanged. Does nothing
/// where the library has no such calls.
void redirect_calls(const void *inside, const char *function, void *replacement) noexcept;

} // namespace closeranks
