#pragma once

namespace closeranks::replication {

/// This process is a twin and differs from its leader: "it sends other data". It reports this and
/// ends, so that no other process uses its data. A leader that was a twin can differ from the
/// decisions that its own leader told before it failed: then the rank is lost.
[[noreturn]] void give_up_twin(const char *why) noexcept;

} // namespace closeranks::replication
