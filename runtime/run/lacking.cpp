#include "runtime/run/lacking.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace closeranks {

namespace {

constexpr std::size_t most_entries = 1000; // a program may make communicators without end

void add_ranks(std::vector<int> &all, const std::vector<int> &more) {
    std::vector<int> both;
    std::vector<int> sorted = more;
    std::sort(sorted.begin(), sorted.end());
    std::set_union(all.begin(), all.end(), sorted.begin(), sorted.end(), std::back_inserter(both));
    all = std::move(both);
}

} // namespace

const Lacking *LackingResults::add(Function function, std::uint64_t communicator,
                                   std::span<const int> ranks, FunctionRef<InWorld()> in_world,
                                   double now, std::size_t expected) {
    const auto key = std::pair(function, communicator);
    auto found = entries_.find(key);
    if (found == entries_.end()) {
        if (entries_.size() + closed_.size() >= most_entries) return nullptr;
        found = entries_.emplace(key, Entry{}).first;
        found->second.lacking = {function, {communicator, {}, {}}, {}, 0, now};
    }
    auto &[lacking, last] = found->second;
    ++lacking.calls;
    lacking.expected += expected;
    if (expected != 0) lacking.contributions += expected - ranks.size();
    if (std::equal(last.begin(), last.end(), ranks.begin(), ranks.end())) return nullptr;
    last.assign(ranks.begin(), ranks.end());
    const std::size_t before = lacking.ranks.size();
    InWorld told = in_world();
    lacking.communicator = std::move(told.communicator);
    add_ranks(lacking.ranks, told.ranks);
    return lacking.ranks.size() > before ? &lacking : nullptr;
}

void LackingResults::close(double now) {
    for (auto &[key, entry] : entries_) {
        entry.lacking.until = now;
        closed_.push_back(std::move(entry.lacking));
    }
    entries_.clear();
}

std::vector<Lacking> LackingResults::list() const {
    std::vector<Lacking> all = closed_;
    for (const auto &[key, entry] : entries_)
        all.push_back(entry.lacking);
    return all;
}

std::vector<Lacking> merge(const std::vector<std::vector<Lacking>> &lists) {
    std::map<std::tuple<Function, std::string, bool>, Lacking> merged;
    for (const std::vector<Lacking> &list : lists)
        for (const Lacking &one : list) {
            const auto [found, fresh] =
                merged.emplace(std::tuple(one.function, one.communicator.id, one.is_over()), one);
            if (fresh) continue;
            Lacking &all = found->second;
            if (one.calls > all.calls) {
                all.calls = one.calls;
                all.contributions = one.contributions;
                all.expected = one.expected;
            }
            all.until = std::max(all.until, one.until);
            all.since = std::min(all.since, one.since);
            add_ranks(all.ranks, one.ranks);
        }
    std::vector<Lacking> result;
    for (auto &[key, one] : merged)
        result.push_back(std::move(one));
    std::stable_sort(result.begin(), result.end(),
                     [](const Lacking &a, const Lacking &b) { return a.calls > b.calls; });
    return result;
}

} // namespace closeranks
