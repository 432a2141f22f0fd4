#pragma once

#include "generated/tables/functions.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// One planned death (config: kill; the grammar is in injector.hpp).
struct Kill {
    enum class When : std::uint8_t { time, before, inside, after, repair };

    int rank = 0;  ///< in MPI_COMM_WORLD
    int plane = 0; ///< which of the processes of a replicated rank (ReplicaMap::plane_of)
    When when = When::time;
    double seconds = 0;                 ///< time: after MPI_Init
    Function function = Function::Init; ///< before, inside, after
    std::uint64_t count = 1;            ///< which call or repair
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
    int most = -1;     ///< how many die; -1: all but one
    bool gaps = false; ///< the law is of the gaps between deaths, with `scale` as their mean;
                       ///< victims are drawn
    const FailureLog *log = nullptr; ///< gaps: those of a machine, in place of a Weibull law
    int node = 0;                    ///< gaps: ranks of a node, which follow each other; 0: places
                                     ///< do not count
    int cage = 0;                    ///< ranks of a cage; 0: as many nodes as on Titan
    double near = -1;                ///< the share of deaths near earlier ones; -1: as on Titan
    int window = 10;                 ///< how many earlier deaths these are
};

/// Reads one item for a run of `size` ranks, of which `replicas` tells who has a second process, if
/// any has. Returns an empty string, or what is wrong with it as a full sentence.
[[nodiscard]] std::string parse_kill(std::string_view item, int size, Kill &kill,
                                     const ReplicaMap *replicas = nullptr);

/// Reads "exp:mean=20s,seed=7,max=3" or "weibull:scale=20s,shape=0.7,seed=7,max=3", of the life
/// times of ranks; or, of the gaps between deaths, "exp:gap=20s", "weibull:gap=20s,shape=0.7",
/// "olcf:gap=20s", "lanl18:gap=20s" or "lanl19:gap=20s". With "node=4" (and "cage=128", "near=7.9",
/// "window=10") deaths are near the ones before.
[[nodiscard]] std::string parse_kill_law(std::string_view text, KillLaw &law);

/// Reads a duration: "2.5s" or "300ms".
[[nodiscard]] bool parse_duration(std::string_view text, double &seconds) noexcept;

/// Who dies when by `law`: a pure function of its arguments, so every rank computes the same list.
/// In order of death.
[[nodiscard]] std::vector<Kill> draw_kills(const KillLaw &law, int size);

/// The same of the processes of replicated ranks.
[[nodiscard]] std::vector<Kill> draw_kills(const KillLaw &law, const ReplicaMap &replicas);

/// A number in (0, 1) that depends on nothing but its arguments.
[[nodiscard]] double uniform(std::uint64_t seed, std::uint64_t index) noexcept;

} // namespace closeranks
