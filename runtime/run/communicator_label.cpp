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

/// "ranks 4 to 7", "ranks 1, 3 and 5", "9 of ranks 3 to 903". Of disjoint groups two have never the
/// same. `ranks` is in ascending order.
std::string describe_members(const std::vector<int> &ranks, int size) {
    constexpr std::size_t most_named = 4;
    const std::size_t count = ranks.size();
    const auto span = static_cast<std::size_t>(ranks.back() - ranks.front()) + 1;
    if (count <= most_named && (count < 3 || count != span)) return name_ranks(ranks, size);
    return (count == span ? "ranks " : std::to_string(count) + " of ranks ") +
           std::to_string(ranks.front()) + " to " + std::to_string(ranks.back());
}

} // namespace

std::string name_ranks(const std::vector<int> &ranks, int size) {
    std::vector<int> known; // another one is connected, or went before it said who it was
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

CommunicatorLabel make_label(std::uint64_t number, std::uint64_t name, std::vector<int> ranks,
                             int size) {
    const std::size_t all = ranks.size();
    std::erase_if(ranks, [&](int rank) { return rank < 0 || rank >= size; });
    std::sort(ranks.begin(), ranks.end());
    const std::size_t connected = all - ranks.size();
    CommunicatorLabel label{number, std::to_string(name), {}};
    if (ranks.empty()) return label;
    label.name += "." + std::to_string(ranks.front());
    const bool is_all_of_us = ranks.size() == static_cast<std::size_t>(size);
    if (is_all_of_us && connected == 0) return label;
    label.members = describe_members(ranks, size);
    if (connected != 0) label.members += " and " + count_connected(connected);
    return label;
}

std::string describe(const CommunicatorLabel &communicator) {
    std::string text = communicator.window.empty()
                           ? "communicator " + std::to_string(communicator.number)
                           : communicator.window;
    if (!communicator.members.empty()) text += " (" + communicator.members + ")";
    return text;
}

} // namespace closeranks
