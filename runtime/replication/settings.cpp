#include "runtime/replication/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace closeranks::replication {

bool is_replicated() noexcept {
    static const bool is_set = std::getenv(replicate_variable) != nullptr;
    return is_set;
}

namespace {

std::optional<int> parse_rank(std::string_view text) noexcept {
    int rank = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && rank >= 0 ? std::optional(rank) : std::nullopt;
}

/// "3" or "5-7".
bool add_item(std::string_view item, std::vector<int> &ranks) {
    constexpr int most = 1 << 20;
    const auto dash = static_cast<std::size_t>(std::ranges::find(item, '-') - item.begin());
    const auto first = parse_rank(item.substr(0, dash));
    const auto last = dash < item.size() ? parse_rank(item.substr(dash + 1)) : first;
    if (!first || !last || *last < *first || *last > most) return false;
    for (int rank = *first; rank <= *last; ++rank) {
        if (std::ranges::find(ranks, rank) != ranks.end()) return false;
        ranks.push_back(rank);
    }
    return true;
}

} // namespace

std::optional<std::vector<int>> parse_ranks(std::string_view list) {
    std::vector<int> ranks;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (!add_item(list.substr(0, end), ranks)) return std::nullopt;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return ranks;
}

} // namespace closeranks::replication
