#include "runtime/support/rank_map.hpp"

namespace closeranks {

RankMap::RankMap(int size, std::span<const int> survivors) {
    bool everybody = static_cast<int>(survivors.size()) == size;
    for (std::size_t i = 0; everybody && i < survivors.size(); ++i)
        everybody = survivors[i] == static_cast<int>(i);
    if (everybody) return;

    to_live_.assign(static_cast<std::size_t>(size), missing);
    to_application_.assign(survivors.begin(), survivors.end());
    for (std::size_t i = 0; i < survivors.size(); ++i)
        if (survivors[i] >= 0)
            to_live_[static_cast<std::size_t>(survivors[i])] = LiveRank{static_cast<int>(i)};
}

} // namespace closeranks
