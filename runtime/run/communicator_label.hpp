#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace closeranks {

/// A communicator, or a window, in reports. Every rank numbers its own in the order in which it
/// made them, so that the number says little to anybody else.
struct CommunicatorLabel {
    std::uint64_t number = 0; ///< as the reporting rank numbers it
    std::string name{};       ///< the same at all members, and of no other communicator
    std::string members{}; ///< "ranks 4 to 7" of MPI_COMM_WORLD; empty: all of these, nobody else
    std::string window{};  ///< "window halo", of calls on windows; empty: it is a communicator
};

/// The label of a communicator that its members know by `name`, which those of a disjoint one may
/// have, too (the parts of a split). `ranks`: of the members in MPI_COMM_WORLD, which has `size`;
/// others are connected processes.
[[nodiscard]] CommunicatorLabel make_label(std::uint64_t number, std::uint64_t name,
                                           std::vector<int> ranks, int size);

/// "communicator 2 (ranks 4 to 7)"
[[nodiscard]] std::string describe(const CommunicatorLabel &communicator);

/// "rank 3", "ranks 3, 5 and 8"; numbers from `size` on: "1 connected process".
[[nodiscard]] std::string name_ranks(const std::vector<int> &ranks, int size);

} // namespace closeranks
