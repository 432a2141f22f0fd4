#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// A communicator, or a window, in reports. Every rank numbers its own in the order of their
/// creation, so the number means little to other ranks.
struct CommunicatorLabel {
    std::uint64_t number = 0; ///< the number at the reporting rank
    std::string id{};         ///< the same at all members; no other communicator has it
    std::string members{};    ///< "ranks 4 to 7" of MPI_COMM_WORLD; empty: exactly all of its ranks
    std::string window{};     ///< "window halo", for calls on windows; empty: it is a communicator
    std::string name{};       ///< "MPI_COMM_WORLD": see name_communicator(); empty: none is known
};

/// The label of a communicator that its members know by `id`, which a disjoint one may have as well
/// (the parts of a split). `ranks`: of the members in MPI_COMM_WORLD, which has `size` ranks;
/// larger numbers are connected processes.
[[nodiscard]] CommunicatorLabel make_label(std::uint64_t number, std::uint64_t id,
                                           std::vector<int> ranks, int size, std::string name = {});

/// The name of a communicator of `size` ranks in all reports. It is the name from the program or
/// the MPI (`given`), or else the call that made it (`made_by`): "MPI_COMM_WORLD", "the 2 ranks of
/// color 1 of MPI_Comm_split on MPI_COMM_WORLD". Names that Open MPI gives by itself do not count.
[[nodiscard]] std::string name_communicator(std::string_view given, const std::string &made_by,
                                            int size);

/// The same as part of the name of an object made from it: short enough to read.
[[nodiscard]] std::string name_parent(std::string_view given, const std::string &made_by, int size);

/// The `nth` call of `function` that makes an object from `parent`: "color 1 of the 2nd
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
