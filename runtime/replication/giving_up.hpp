#pragma once

namespace closeranks::replication {

/// This process is a twin and differs from its leader: "it sends other data". It says so and dies,
/// so that no other process believes it. A leader that was a twin can differ from what its own
/// leader has told before it died: then the rank is lost.
[[noreturn]] void give_up_twin(const char *why) noexcept;

} // namespace closeranks::replication
