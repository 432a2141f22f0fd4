#pragma once

namespace closeranks::replication {

/// This process is a twin and differs from its leader: "it sends other data". It reports this and
/// ends, so that no other process uses its data. A leader that was a twin can differ from the
/// decisions that its own leader told before it failed: then the rank is lost.
[[noreturn]] void give_up_twin(const char *why) noexcept;

/// A reason: it waits for what only a call of its leader could bring.
inline constexpr const char *makes_more_calls =
    "its leader is in MPI_Finalize, and it makes other calls";

} // namespace closeranks::replication
