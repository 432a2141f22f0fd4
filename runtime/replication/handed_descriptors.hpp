#pragma once

#include <cstdint>

namespace closeranks::replication {

/// A leader hands its descriptors to its twin, on one host. Both processes then have the same open
/// file, with one position and one set of locks. It outlives the leader.

/// A twin is ready to take descriptors: called in MPI_Init, before the wire is made.
void offer_to_take_descriptors();

/// In a leader: the number by which the twin finds the descriptor; 0: it cannot be handed. It may
/// be closed at once.
[[nodiscard]] std::int64_t hand_descriptor(int descriptor) noexcept;

/// In a twin: its own descriptor for that number, closed on exec; -1: it has none. Numbers come in
/// the order in which they were handed.
[[nodiscard]] int take_descriptor(std::int64_t number) noexcept;

/// The same descriptor with a higher number than those of the program, which are the same in both
/// processes. Without room: the descriptor itself.
[[nodiscard]] int moved_up(int descriptor) noexcept;

} // namespace closeranks::replication
