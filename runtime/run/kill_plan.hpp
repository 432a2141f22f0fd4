#pragma once

#include "generated/tables/functions.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// One planned death (config: kill; injector.hpp has the grammar).
struct Kill {
    enum class When : std::uint8_t { time, before, inside, after, repair };

    int rank = 0;  ///< in MPI_COMM_WORLD
    int plane = 0; ///< the process of a replicated rank (ReplicaMap::plane_of)
    When when = When::time;
    double seconds = 0;                 ///< time: after MPI_Init
    Function function = Function::Init; ///< before, inside, after
    std::uint64_t count = 1;            ///< number of the call or repair
    std::string item;                   ///< as the user wrote it
    bool is_drawn = false;              ///< by config: kill_random
};

class ReplicaMap;
struct FailureLog;

/// Random deaths (config: kill_random).
struct KillLaw {
    double scale = 0; ///< seconds; of the exponential law: the mean
    double shape = 1; ///< of the Weibull law; 1 is the exponential law
    std::uint64_t seed = 1;
    int most = -1; ///< the number of deaths; -1: all ranks but one
    /// The law is of the gaps between deaths, with `scale` as their mean; victims are drawn.
    bool gaps = false;
    const FailureLog *log = nullptr; ///< gaps: those of a machine, instead of a Weibull law
    int node = 0; ///< gaps: ranks of a node, which have consecutive numbers; 0: places do not count
    int cage = 0; ///< ranks of a cage; 0: as many nodes as on Titan
    double near = -1; ///< the share of deaths near earlier ones; -1: as on Titan
    int window = 10;  ///< the number of these earlier deaths
};

/// Reads one item for a run of `size` ranks. `replicas`, if there are any, has the ranks with a
/// second process. Returns an empty string, or the error in the item as a full sentence.
[[nodiscard]] std::string parse_kill(std::string_view item, int size, Kill &kill,
                                     const ReplicaMap *replicas = nullptr);

/// Reads a law of the life times of ranks: "exp:mean=20s,seed=7,max=3" or
/// "weibull:scale=20s,shape=0.7,seed=7,max=3". Or of the gaps between deaths: "exp:gap=20s",
/// "weibull:gap=20s,shape=0.7", "olcf:gap=20s", "lanl18:gap=20s" or "lanl19:gap=20s". With "node=4"
/// (and "cage=128", "near=7.9", "window=10") deaths are near earlier ones.
[[nodiscard]] std::string parse_kill_law(std::string_view text, KillLaw &law);

/// Reads a duration: "2.5s" or "300ms".
[[nodiscard]] bool parse_duration(std::string_view text, double &seconds) noexcept;

/// The deaths by `law`, in order: a pure function of its arguments, so every rank computes the same
/// list.
[[nodiscard]] std::vector<Kill> draw_kills(const KillLaw &law, int size);

/// The same for the processes of replicated ranks.
[[nodiscard]] std::vector<Kill> draw_kills(const KillLaw &law, const ReplicaMap &replicas);

/// A number in (0, 1) that depends only on its arguments.
[[nodiscard]] double uniform(std::uint64_t seed, std::uint64_t index) noexcept;

} // namespace closeranks
