#pragma once

namespace closeranks {

/// Makes the table of real entry points and the runtime object. Our constructor does so; a call of
/// MPI that comes earlier, from the constructor of another library, does so itself: through the
/// table, or here where the runtime object is needed before the MPI is. Only the first time does
/// anything. Safe on several threads at once.
void load() noexcept;

/// Where another copy of this library is in front of this one, as when two are preloaded, the file
/// of that copy; else nullptr. Only the first protects anything.
[[nodiscard]] const char *copy_in_front() noexcept;

} // namespace closeranks
