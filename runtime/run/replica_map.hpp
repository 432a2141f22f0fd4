#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace closeranks {

/// The ranks that have a second process, a twin (docs/reference/replication.md), as the launcher
/// gives them in the environment. Process `ranks + i` is the twin of the i-th rank of the list. The
/// other processes are the first processes of the ranks of their numbers.
class ReplicaMap {
  public:
    static constexpr const char *variable = "CLOSERANKS_REPLICATE";

    /// "0,3,5" in a job of `processes`; nullopt: the list is invalid.
    [[nodiscard]] static std::optional<ReplicaMap> read(std::string_view text, int processes) {
        ReplicaMap map;
        while (!text.empty()) {
            int rank = -1;
            const auto [rest, error] =
                std::from_chars(text.data(), text.data() + text.size(), rank);
            text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
            if (error != std::errc{} || rank < 0 || (!text.empty() && text.front() != ','))
                return std::nullopt;
            if (!text.empty()) text.remove_prefix(1);
            map.with_twin_.push_back(rank);
        }
        map.ranks_ = processes - static_cast<int>(map.with_twin_.size());
        for (const int rank : map.with_twin_)
            if (rank >= map.ranks_) return std::nullopt;
        if (map.with_twin_.empty()) return std::nullopt;
        return map;
    }

    [[nodiscard]] int ranks() const noexcept { return ranks_; }
    [[nodiscard]] int processes() const noexcept {
        return ranks_ + static_cast<int>(with_twin_.size());
    }

    /// The rank for which this process stands.
    [[nodiscard]] int rank_of(int process) const noexcept {
        return process < ranks_ ? process : with_twin_[static_cast<std::size_t>(process - ranks_)];
    }

    /// 0: the first process of its rank, the leader at the beginning; 1: the second.
    [[nodiscard]] int plane_of(int process) const noexcept { return process < ranks_ ? 0 : 1; }

    /// The second process of this rank; -1: there is none.
    [[nodiscard]] int twin_of(int rank) const noexcept {
        for (std::size_t at = 0; at < with_twin_.size(); ++at)
            if (with_twin_[at] == rank) return ranks_ + static_cast<int>(at);
        return -1;
    }

  private:
    int ranks_ = 0;
    std::vector<int> with_twin_;
};

} // namespace closeranks
