#pragma once

#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/support/live_rank.hpp"

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

namespace closeranks {

/// The name of a process among all processes that one mpirun has started: PMIx's name for its
/// MPI_COMM_WORLD (PMIx standard 4.1, PMIX_NAMESPACE), and the rank there.
struct ProcessName {
    std::string world_name;
    int rank = MPI_UNDEFINED;

    [[nodiscard]] static ProcessName of_this_process() noexcept {
        return {job_name(), runtime().rank};
    }
    [[nodiscard]] bool is_in_this_world() const noexcept {
        return world_name == of_this_process().world_name;
    }

    [[nodiscard]] std::string text() const { return std::to_string(rank) + ' ' + world_name; }
    /// Parses the result of text(). Any other text gives a name without a rank.
    [[nodiscard]] static ProcessName parse(std::string_view text) noexcept {
        const std::size_t space = std::min(text.find(' '), text.size());
        ProcessName result;
        const char *const end = text.data() + space;
        int rank = MPI_UNDEFINED;
        const auto [rest, error] = std::from_chars(text.data(), end, rank);
        if (error == std::errc{} && rest == end && rank >= 0) result.rank = rank;
        if (space < text.size()) result.world_name = text.substr(space + 1);
        return result;
    }

    /// True if such a process can exist. Text that comes from outside may say anything.
    [[nodiscard]] bool can_be() const noexcept {
        return rank >= 0 && !world_name.empty() && (!is_in_this_world() || rank < runtime().size);
    }
};

/// The rank of a process of MPI_COMM_WORLD in the control communicator, or RankMap::missing (a
/// local query).
[[nodiscard]] inline LiveRank service_rank(int in_world) noexcept {
    Group living;
    int rank = MPI_UNDEFINED;
    static_cast<void>(real.Comm_group(runtime().services.get(), living.out()));
    if (lost_ranks().contains(in_world) ||
        real.Group_translate_ranks(members().group(), 1, &in_world, living.get(), &rank) !=
            MPI_SUCCESS)
        return RankMap::missing;
    return LiveRank{rank}; // MPI_UNDEFINED is RankMap::missing
}

} // namespace closeranks
