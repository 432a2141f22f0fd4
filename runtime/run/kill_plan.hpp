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

    int rank = 0; ///< in MPI_COMM_WORLD
    When when = When::time;
    double seconds = 0;                 ///< time: after MPI_Init
    Function function = Function::Init; ///< before, inside, after
    std::uint64_t count = 1;            ///< which call or repair
    std::string item;                   ///< as the user wrote it
};

/// Random deaths (config: kill_random).
struct KillLaw {
    double scale = 0; ///< seconds; of the exponential law: the mean
    double shape = 1; ///< of the Weibull law; 1 is the exponential law
    std::uint64_t seed = 1;
    int most = -1; ///< how many die; -1: all but one
};

/// Reads one item for a run of `size` ranks. Returns an empty string, or what is wrong with it as
/// a full sentence.
[[nodiscard]] std::string parse_kill(std::string_view item, int size, Kill &kill);

/// Reads "exp:mean=20s,seed=7,max=3" or "weibull:scale=20s,shape=0.7,seed=7,max=3".
[[nodiscard]] std::string parse_kill_law(std::string_view text, KillLaw &law);

/// Reads a duration: "2.5s" or "300ms".
[[nodiscard]] bool parse_duration(std::string_view text, double &seconds) noexcept;

/// Who dies when by `law`: a pure function of its arguments, so every rank computes the same list.
/// In order of death.
[[nodiscard]] std::vector<Kill> draw_kills(const KillLaw &law, int size);

/// A number in (0, 1) that depends on nothing but its arguments.
[[nodiscard]] double uniform(std::uint64_t seed, std::uint64_t index) noexcept;

} // namespace closeranks
