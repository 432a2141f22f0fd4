#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// A communicator, or a window, in reports. Every rank numbers its own in the order in which it
/// made them, so that the number says little to anybody else.
struct CommunicatorLabel {
    std::uint64_t number = 0; ///< as the reporting rank numbers it
    std::string id{};         ///< the same at all members, and of no other communicator
    std::string members{}; ///< "ranks 4 to 7" of MPI_COMM_WORLD; empty: all of these, nobody else
    std::string window{};  ///< "window halo", of calls on windows; empty: it is a communicator
    std::string name{};    ///< "MPI_COMM_WORLD": see name_communicator(); empty: none is known
};

/// The label of a communicator that its members know by `id`, which those of a disjoint one may
/// have, too (the parts of a split). `ranks`: of the members in MPI_COMM_WORLD, which has `size`;
/// others are connected processes.
[[nodiscard]] CommunicatorLabel make_label(std::uint64_t number, std::uint64_t id,
                                           std::vector<int> ranks, int size, std::string name = {});

/// What a communicator of `size` ranks is called everywhere: as the program or the MPI has named
/// it (`given`), else by the call that made it (`made_by`): "MPI_COMM_WORLD", "the 2 ranks of
/// color 1 of MPI_Comm_split on MPI_COMM_WORLD". Names that Open MPI gives to what the program has
/// not named do not count.
[[nodiscard]] std::string name_communicator(std::string_view given, const std::string &made_by,
                                            int size);

/// The same for something made of it: no longer than one likes to read.
[[nodiscard]] std::string name_parent(std::string_view given, const std::string &made_by, int size);

/// The `nth` call of `function` that makes something of `parent`: "color 1 of the 2nd
/// MPI_Comm_split on MPI_COMM_WORLD".
[[nodiscard]] std::string describe_call(std::string_view function, std::uint64_t nth,
                                        std::optional<int> color, const std::string &parent);

/// "MPI_COMM_WORLD", "image 1 (ranks 4 to 7)"
[[nodiscard]] std::string describe(const CommunicatorLabel &communicator);

/// The same as one thing: "the communicator of the 2 ranks of color 1 of ..."
[[nodiscard]] std::string describe_as_one(const CommunicatorLabel &communicator);

/// "rank 3", "ranks 3, 5 and 8"; numbers from `size` on: "1 connected process".
[[nodiscard]] std::string name_ranks(const std::vector<int> &ranks, int size);

} // namespace closeranks
