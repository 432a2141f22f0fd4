#include "runtime/run/communicator_label.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace closeranks {

namespace {

std::string count_connected(std::size_t count) {
    return std::to_string(count) + " connected process" + (count == 1 ? "" : "es");
}

/// "ranks 4 to 7", "ranks 1, 3 and 5", "9 of ranks 3 to 903". Two disjoint groups never have the
/// same text. `ranks` is in ascending order.
std::string describe_members(const std::vector<int> &ranks, int size) {
    constexpr std::size_t most_named = 4;
    const std::size_t count = ranks.size();
    const auto span = static_cast<std::size_t>(ranks.back() - ranks.front()) + 1;
    if (count <= most_named && (count < 3 || count != span)) return name_ranks(ranks, size);
    return (count == span ? "ranks " : std::to_string(count) + " of ranks ") +
           std::to_string(ranks.front()) + " to " + std::to_string(ranks.back());
}

/// "2nd"
std::string ordinal(std::uint64_t number) {
    const std::uint64_t last = number / 10 % 10 == 1 ? 0 : number % 10; // 11th, 12th, 13th
    return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

} // namespace

std::string name_ranks(const std::vector<int> &ranks, int size) {
    std::vector<int> known; // another one is connected, or ended before it gave its number
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(known),
                 [&](int rank) { return rank >= 0 && rank < size; });
    std::string text = known.empty() ? "" : known.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (i > 0) text += i + 1 == known.size() ? " and " : ", ";
        text += std::to_string(known[i]);
    }
    const std::size_t connected = ranks.size() - known.size();
    if (connected == 0) return text;
    if (!text.empty()) text += " and ";
    return text + count_connected(connected);
}

CommunicatorLabel make_label(std::uint64_t number, std::uint64_t id, std::vector<int> ranks,
                             int size, std::string name) {
    const std::size_t all = ranks.size();
    std::erase_if(ranks, [&](int rank) { return rank < 0 || rank >= size; });
    std::sort(ranks.begin(), ranks.end());
    const std::size_t connected = all - ranks.size();
    CommunicatorLabel label{number, std::to_string(id), {}, {}, std::move(name)};
    if (ranks.empty()) return label;
    label.id += "." + std::to_string(ranks.front());
    const bool is_all_of_us = ranks.size() == static_cast<std::size_t>(size);
    if (is_all_of_us && connected == 0) return label;
    label.members = describe_members(ranks, size);
    if (connected != 0) label.members += " and " + count_connected(connected);
    return label;
}

std::string name_communicator(std::string_view given, const std::string &made_by, int size) {
    // For a communicator without a name of the program, Open MPI 5 has "MPI COMM 3 SPLIT FROM 0",
    // "MPI INTERCOMM 4 FROM GROUP" or "MPI_COMMUNICATOR 3".
    const bool is_the_mpis = given.starts_with("MPI ") || given.starts_with("MPI_COMMUNICATOR");
    if (!given.empty() && !is_the_mpis) return std::string(given);
    if (made_by.empty()) return {};
    return "the " + std::to_string(size) + " ranks of " + made_by;
}

std::string name_parent(std::string_view given, const std::string &made_by, int size) {
    // A program may make one communicator of another without end.
    constexpr std::size_t longest = 90;
    std::string name = name_communicator(given, made_by, size);
    if (!name.empty() && name.size() <= longest) return name;
    return "a communicator of " + std::to_string(size) + " ranks";
}

std::string describe_call(std::string_view function, std::uint64_t nth, std::optional<int> color,
                          const std::string &parent) {
    std::string text = color ? "color " + std::to_string(*color) + " of " : "";
    if (nth > 1) text += "the " + ordinal(nth) + " ";
    text.append(function);
    return parent.empty() ? text : text + " on " + parent;
}

std::string describe(const CommunicatorLabel &communicator) {
    std::string text = !communicator.window.empty() ? communicator.window
                       : !communicator.name.empty()
                           ? communicator.name
                           : "communicator " + std::to_string(communicator.number);
    if (!communicator.members.empty()) text += " (" + communicator.members + ")";
    return text;
}

std::string describe_as_one(const CommunicatorLabel &communicator) {
    const std::string text = describe(communicator);
    return text.starts_with("the ") ? "the communicator of " + text : text;
}

} // namespace closeranks
