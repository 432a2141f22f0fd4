#include "runtime/run/kill_plan.hpp"

#include "runtime/run/config.hpp"
#include "runtime/run/nearest.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace closeranks {

namespace {

constexpr double longest = 1e9; // seconds: the system's clocks do not count for ever

template <typename Number> bool parse_number(std::string_view text, Number &number) noexcept {
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end;
}

/// Takes the text up to `separator` off `text`.
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

std::string parse_law_field(std::string_view field, bool weibull, KillLaw &law) {
    std::string_view value = field;
    const std::string_view name = take(value, '=');
    bool good = false;
    if (name == (weibull ? "scale" : "mean"))
        good = parse_duration(value, law.scale) && law.scale > 0;
    else if (weibull && name == "shape")
        good = parse_number(value, law.shape) && law.shape > 0;
    else if (name == "seed")
        good = parse_number(value, law.seed);
    else if (name == "max")
        good = parse_number(value, law.most) && law.most >= 0;
    if (good) return {};
    return "The part (" + std::string(field) +
           ") of kill_random is not understood; an example is " +
           (weibull ? "weibull:scale=20s,shape=0.7,seed=7,max=3." : "exp:mean=20s,seed=7,max=3.");
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

std::string parse_kill(std::string_view item, int size, Kill &kill) {
    kill = Kill{};
    kill.item = item;
    std::string_view place = item;
    const std::string_view rank = take(place, '@');
    if (place.empty()) return wrong(item, "it is not of the form rank@time or rank@call:function");
    if (!parse_number(rank, kill.rank) || kill.rank < 0)
        return wrong(item, "(" + std::string(rank) + ") is no rank");
    if (kill.rank >= size)
        return wrong(item, "there are only " + std::to_string(size) + " ranks, from 0");
    if (parse_duration(place, kill.seconds)) return {};
    return parse_place(item, place, kill);
}

std::string parse_kill_law(std::string_view text, KillLaw &law) {
    law = KillLaw{};
    const std::string whole(text);
    const std::string_view name = take(text, ':');
    if (name != "exp" && name != "weibull")
        return "The law (" + std::string(name) + ") of kill_random is neither exp nor weibull.";
    const bool weibull = name == "weibull";
    for (std::string_view field : split(text, ','))
        if (std::string problem = parse_law_field(field, weibull, law); !problem.empty())
            return problem;
    if (law.scale > 0) return {};
    return "The law (" + whole + ") of kill_random lacks its " + (weibull ? "scale." : "mean.");
}

// SplitMix64: small, and the same on every machine, which std's distributions are not.
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

std::vector<Kill> draw_kills(const KillLaw &law, int size) {
    std::vector<Kill> kills;
    for (int rank = 0; rank < size; ++rank) {
        const double u = uniform(law.seed, static_cast<std::uint64_t>(rank));
        Kill kill;
        kill.rank = rank;
        kill.seconds = std::min(law.scale * std::pow(-std::log(u), 1 / law.shape), longest);
        char item[64];
        std::snprintf(item, sizeof item, "%d@%.3fs", rank, kill.seconds);
        kill.item = item;
        kills.push_back(kill);
    }
    std::sort(kills.begin(), kills.end(),
              [](const Kill &a, const Kill &b) { return a.seconds < b.seconds; });
    const int most = law.most < 0 ? size - 1 : std::min(law.most, size);
    kills.erase(kills.begin() + most, kills.end());
    return kills;
}

} // namespace closeranks
