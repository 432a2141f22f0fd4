#include "runtime/run/kill_plan.hpp"

#include "runtime/run/config.hpp"
#include "runtime/run/nearest.hpp"
#include "runtime/run/replica_map.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <utility>

namespace closeranks {

/// Gaps between the failures of a machine, from docs/explanation/plan.md#bursts.
struct FailureLog {
    std::string_view name;
    std::array<double, 8> cumulative; ///< the share of gaps that are at most 1, 2, ... hours long
    double mean;                      ///< hours
};

namespace {

constexpr std::array<FailureLog, 3> failure_logs{{
    {"olcf", {0.29, 0.40, 0.475, 0.56, 0.63, 0.68, 0.72, 0.75}, 7.75},
    {"lanl18", {0.18, 0.31, 0.405, 0.485, 0.555, 0.605, 0.65, 0.69}, 7.5},
    {"lanl19", {0.14, 0.255, 0.345, 0.42, 0.495, 0.565, 0.62, 0.665}, 7.9},
}};

const FailureLog *find_log(std::string_view name) noexcept {
    for (const FailureLog &log : failure_logs)
        if (log.name == name) return &log;
    return nullptr;
}

constexpr double longest = 1e9; // seconds: the system's clocks have a limit

template <typename Number> bool parse_number(std::string_view text, Number &number) noexcept {
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end;
}

/// Removes the text up to `separator` from `text` and returns it.
std::string_view take(std::string_view &text, char separator) noexcept {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view head = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return head;
}

std::string wrong(std::string_view item, const std::string &why) {
    return "The kill (" + std::string(item) + ") cannot be planned: " + why + ".";
}

bool parse_when(std::string_view word, Kill::When &when) noexcept {
    if (word == "call" || word == "before")
        when = Kill::When::before;
    else if (word == "inside")
        when = Kill::When::inside;
    else if (word == "after")
        when = Kill::When::after;
    else
        return false;
    return true;
}

/// "" is 1.
bool parse_count(std::string_view text, std::uint64_t &count) noexcept {
    count = 1;
    return text.empty() || (parse_number(text, count) && count > 0);
}

std::string parse_place(std::string_view item, std::string_view place, Kill &kill) {
    const std::string_view word = take(place, ':');
    if (word == "repair") {
        kill.when = Kill::When::repair;
        if (parse_count(place, kill.count)) return {};
        return wrong(item, "the number of the repair is not 1 or more");
    }
    if (!parse_when(word, kill.when))
        return wrong(item, "after @ comes a time as 2.5s or 300ms, or call:, before:, inside:, "
                           "after: or repair:");
    const std::string name(take(place, ':'));
    auto function = find_function(name);
    if (!function) function = find_function("MPI_" + name);
    if (!function)
        return wrong(item,
                     name + " is no MPI function that closeranks knows" + suggest_function(name));
    if (*function == Function::Init || *function == Function::Init_thread)
        return wrong(item, "calls are counted from the end of " + name + " on; " +
                               std::to_string(kill.rank) + "@0s strikes as soon as can be");
    kill.function = *function;
    if (parse_count(place, kill.count)) return {};
    return wrong(item, "the number of the call is not 1 or more");
}

/// "node", "cage", "near" or "window". Nothing: `name` is none of these.
std::optional<bool> parse_place_field(std::string_view name, std::string_view value, KillLaw &law) {
    constexpr double per_cent = 100;
    if (name == "node") return parse_number(value, law.node) && law.node > 0;
    if (name == "cage") return parse_number(value, law.cage) && law.cage > 0;
    if (name == "window") return parse_number(value, law.window) && law.window > 0;
    if (name != "near") return {};
    const bool good = parse_number(value, law.near) && law.near >= 0 && law.near <= per_cent;
    law.near /= per_cent;
    return good;
}

std::string parse_law_field(std::string_view field, bool weibull, KillLaw &law) {
    std::string_view value = field;
    const std::string_view name = take(value, '=');
    if (const std::optional<bool> place = parse_place_field(name, value, law)) {
        if (*place) return {};
        return "The part (" + std::string(field) +
               ") of kill_random is not understood; an example is "
               "exp:gap=20s,node=4,cage=16,near=50,window=1.";
    }
    bool good = false;
    law.gaps = law.gaps || name == "gap";
    if (name == "gap" || (!law.log && name == (weibull ? "scale" : "mean")))
        good = law.scale == 0 && parse_duration(value, law.scale) && law.scale > 0;
    else if (weibull && name == "shape")
        good = parse_number(value, law.shape) && law.shape > 0;
    else if (name == "seed")
        good = parse_number(value, law.seed);
    else if (name == "max")
        good = parse_number(value, law.most) && law.most >= 0;
    if (good) return {};
    return "The part (" + std::string(field) +
           ") of kill_random is not understood; an example is " +
           (law.log   ? std::string(law.log->name) + ":gap=20s,seed=7,max=3."
            : weibull ? "weibull:scale=20s,shape=0.7,seed=7,max=3."
                      : "exp:mean=20s,seed=7,max=3.");
}

} // namespace

bool parse_duration(std::string_view text, double &seconds) noexcept {
    double unit = 1;
    if (text.ends_with("ms")) {
        unit = 1e-3;
        text.remove_suffix(2);
    } else if (text.ends_with("s")) {
        text.remove_suffix(1);
    } else {
        return false;
    }
    double number = 0;
    if (!parse_number(text, number) || !(number >= 0 && number * unit <= longest)) return false;
    seconds = number * unit;
    return true;
}

std::string parse_kill(std::string_view item, int size, Kill &kill, const ReplicaMap *replicas) {
    kill = Kill{};
    kill.item = item;
    std::string_view place = item;
    std::string_view plane = take(place, '@');
    if (place.empty()) return wrong(item, "it is not of the form rank@time or rank@call:function");
    const std::string rank(take(plane, '.'));
    if (!parse_number(std::string_view(rank), kill.rank) || kill.rank < 0)
        return wrong(item, "(" + rank + ") is no rank");
    if (kill.rank >= size)
        return wrong(item, "there are only " + std::to_string(size) + " ranks, from 0");
    if (!plane.empty() && (!parse_number(plane, kill.plane) || kill.plane < 0 || kill.plane > 1))
        return wrong(item, "behind the point comes 0 for the first process of a rank, or 1 for "
                           "its second one");
    if (kill.plane == 1 && (replicas == nullptr || replicas->twin_of(kill.rank) < 0))
        return wrong(item, "rank " + rank + " has no second process (--replicate)");
    if (parse_duration(place, kill.seconds)) return {};
    return parse_place(item, place, kill);
}

std::string parse_kill_law(std::string_view text, KillLaw &law) {
    law = KillLaw{};
    const std::string whole(text);
    const std::string_view name = take(text, ':');
    law.log = find_log(name);
    if (name != "exp" && name != "weibull" && !law.log)
        return "The law (" + std::string(name) +
               ") of kill_random is none of exp, weibull, olcf, lanl18 and lanl19.";
    const bool weibull = name == "weibull";
    for (std::string_view field : split(text, ','))
        if (std::string problem = parse_law_field(field, weibull, law); !problem.empty())
            return problem;
    const bool has_places = law.cage > 0 || law.near >= 0 || law.window != KillLaw{}.window;
    if (has_places && law.node == 0)
        return "The law (" + whole + ") of kill_random lacks node, the number of ranks of a node.";
    if (law.node > 0 && law.scale > 0 && !law.gaps)
        return "The law (" + whole +
               ") of kill_random has a node, which needs gap in place of mean or scale.";
    if (law.scale > 0) return {};
    return "The law (" + whole + ") of kill_random lacks its " +
           (law.log   ? "gap."
            : weibull ? "scale."
                      : "mean.");
}

// SplitMix64: small, and the same on every machine, unlike std's distributions.
double uniform(std::uint64_t seed, std::uint64_t index) noexcept {
    std::uint64_t x = seed * 0x9e3779b97f4a7c15U + (index + 1) * 0xd1342543de82ef95U;
    for (int round = 0; round < 2; ++round) {
        x ^= x >> 30U;
        x *= 0xbf58476d1ce4e5b9U;
        x ^= x >> 27U;
        x *= 0x94d049bb133111ebU;
        x ^= x >> 31U;
    }
    return (static_cast<double>(x >> 11U) + 0.5) * 0x1p-53;
}

namespace {

Kill kill_at(int rank, double seconds) {
    Kill kill;
    kill.rank = rank;
    kill.seconds = std::min(seconds, longest);
    char item[64];
    std::snprintf(item, sizeof item, "%d@%.3fs", rank, kill.seconds);
    kill.item = item;
    kill.is_drawn = true;
    return kill;
}

/// In units of the mean. Within an hour the gaps are uniform; beyond the last hour they are
/// exponential, so that the mean is the machine's.
double logged_gap(const FailureLog &log, double u, double tail) noexcept {
    double before = 0;
    double known = 0; // of the mean
    for (std::size_t hour = 0; hour < log.cumulative.size(); ++hour) {
        const double share = log.cumulative[hour] - before;
        const auto begin = static_cast<double>(hour);
        if (u < log.cumulative[hour]) return (begin + (u - before) / share) / log.mean;
        known += share * (begin + 0.5);
        before = log.cumulative[hour];
    }
    const auto hours = static_cast<double>(log.cumulative.size());
    const double mean_tail = (log.mean - known) / (1 - before) - hours;
    return (hours - mean_tail * std::log(tail)) / log.mean;
}

/// Each rank has a life time; the ranks with the shortest ones fail.
std::vector<Kill> draw_life_times(const KillLaw &law, int size, int most) {
    std::vector<Kill> kills;
    for (int rank = 0; rank < size; ++rank) {
        const double u = uniform(law.seed, static_cast<std::uint64_t>(rank));
        kills.push_back(kill_at(rank, law.scale * std::pow(-std::log(u), 1 / law.shape)));
    }
    std::sort(kills.begin(), kills.end(),
              [](const Kill &a, const Kill &b) { return a.seconds < b.seconds; });
    kills.erase(kills.begin() + most, kills.end());
    return kills;
}

/// Draws victims near earlier ones. The law and its figures are in docs/explanation/plan.md#bursts
/// (In space).
class NearbyVictims {
  public:
    NearbyVictims(const KillLaw &law, int size)
        : law_(law), cage_(law.cage > 0 ? law.cage : law.node * titan_cage),
          near_(law.near >= 0 ? law.near : titan_window * titan_near),
          alive_(static_cast<std::size_t>(size), true) {}

    /// A rank near one of the latest deaths; -1: this death may be anywhere.
    [[nodiscard]] int draw(std::uint64_t death) const {
        const double drawn = uniform(law_.seed ^ salt, 2 * death) * law_.window;
        const auto last = static_cast<std::size_t>(drawn);
        const double rest = drawn - static_cast<double>(last);
        if (last >= dead_.size() || rest >= near_) return -1;
        const int before = dead_[dead_.size() - 1 - last];
        const double which = uniform(law_.seed ^ salt, 2 * death + 1);
        int found = -1;
        if (rest < near_ * titan_on_node / titan_near) found = pick(before, law_.node, which);
        return found >= 0 ? found : pick(before, cage_, which);
    }

    void die(int rank) {
        dead_.push_back(rank);
        alive_[static_cast<std::size_t>(rank)] = false;
    }

  private:
    static constexpr int titan_cage = 31; // nodes
    static constexpr double titan_window = 10;
    static constexpr double titan_near = 0.0079; // of one earlier failure, including its node
    static constexpr double titan_on_node = 0.00557;
    static constexpr std::uint64_t salt = 0x9a7e5;

    /// One of the remaining ranks in the same group of `together` ranks; -1: there is none.
    [[nodiscard]] int pick(int before, int together, double which) const {
        const int first = before - before % together;
        const int end = std::min(first + together, static_cast<int>(alive_.size()));
        std::vector<int> left;
        for (int rank = first; rank < end; ++rank)
            if (alive_[static_cast<std::size_t>(rank)]) left.push_back(rank);
        if (left.empty()) return -1;
        return left[static_cast<std::size_t>(which * static_cast<double>(left.size()))];
    }

    const KillLaw &law_;
    int cage_; // ranks
    double near_;
    std::vector<bool> alive_;
    std::vector<int> dead_; // in order
};

/// After each gap one of the remaining ranks fails: with law.node one near an earlier death,
/// otherwise each is equally likely.
std::vector<Kill> draw_gaps(const KillLaw &law, int size, int most) {
    std::vector<int> left(static_cast<std::size_t>(size));
    std::iota(left.begin(), left.end(), 0);
    std::vector<int> place(left); // of each rank in `left`
    NearbyVictims nearby(law, size);
    std::vector<Kill> kills;
    double now = 0;
    for (std::uint64_t death = 0; death < static_cast<std::uint64_t>(most); ++death) {
        const double u = uniform(law.seed, 3 * death);
        const double unit =
            law.log ? logged_gap(*law.log, u, uniform(law.seed, 3 * death + 1))
                    : std::pow(-std::log(u), 1 / law.shape) / std::tgamma(1 + 1 / law.shape);
        now += law.scale * unit;
        const double drawn = uniform(law.seed, 3 * death + 2) * static_cast<double>(left.size());
        const int near = law.node > 0 ? nearby.draw(death) : -1;
        const auto at = near >= 0 ? static_cast<std::size_t>(place[static_cast<std::size_t>(near)])
                                  : static_cast<std::size_t>(drawn);
        place[static_cast<std::size_t>(left.back())] = static_cast<int>(at);
        std::swap(left[at], left.back());
        kills.push_back(kill_at(left.back(), now));
        nearby.die(left.back());
        left.pop_back();
    }
    return kills;
}

} // namespace

std::vector<Kill> draw_kills(const KillLaw &law, int size) {
    const int most = law.most < 0 ? size - 1 : std::min(law.most, size);
    return law.gaps ? draw_gaps(law, size, most) : draw_life_times(law, size, most);
}

std::vector<Kill> draw_kills(const KillLaw &law, const ReplicaMap &replicas) {
    std::vector<Kill> kills = draw_kills(law, replicas.processes());
    for (Kill &kill : kills) {
        const int process = kill.rank;
        kill = kill_at(replicas.rank_of(process), kill.seconds);
        kill.plane = replicas.plane_of(process);
        if (kill.plane != 0) kill.item.insert(kill.item.find('@'), ".1");
    }
    return kills;
}

} // namespace closeranks
