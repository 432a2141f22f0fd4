#include "runtime/stall/stall_graph.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace closeranks::stall {

namespace {

/// The known reports, by rank.
class Graph {
  public:
    Graph(const std::vector<int> &living, const std::vector<Survivor> &survivors)
        : acting_(living.begin(), living.end()) {
        for (const Survivor &one : survivors) {
            known_[one.rank] = &one;
            if (one.waits) acting_.erase(one.rank);
        }
    }

    /// A rank that another active rank can release may be active next; repeated until no further
    /// rank can be released.
    Findings examine() {
        for (bool again = true; again;) {
            again = false;
            for (const auto &[rank, one] : known_)
                if (!acts(rank) && can_go_on(*one)) again = acting_.insert(rank).second || again;
        }
        Findings findings{.moving = moving_ || any_offer_is_met()};
        for (const auto &[rank, one] : known_)
            if (!acts(rank)) findings.stuck.push_back(rank);
        return findings;
    }

  private:
    [[nodiscard]] bool acts(int rank) const { return acting_.count(rank) != 0; }

    [[nodiscard]] bool can_go_on(const Survivor &one) {
        const auto comes = [&](const Condition &condition) { return comes_true(one, condition); };
        const auto ends = [&](const Branch &branch) {
            const auto &conditions = branch.conditions;
            return branch.all ? std::all_of(conditions.begin(), conditions.end(), comes)
                              : std::any_of(conditions.begin(), conditions.end(), comes);
        };
        return std::any_of(one.branches.begin(), one.branches.end(), ends);
    }

    [[nodiscard]] bool comes_true(const Survivor &one, const Condition &condition) {
        const auto &ranks = condition.ranks;
        switch (condition.kind) {
        case Condition::event:
            return true;
        case Condition::message:
            return std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
                return acts(rank) || moves(rank, one.rank, condition.communicator, condition.tag);
            });
        case Condition::room:
            return std::all_of(ranks.begin(), ranks.end(), [&](int rank) {
                return acts(rank) || moves(one.rank, rank, condition.communicator, condition.tag);
            });
        case Condition::collective: {
            const std::vector<int> &late = who_has_not_come(condition);
            if (late.empty()) return moving_ = true;
            return std::all_of(late.begin(), late.end(), [&](int rank) { return acts(rank); });
        }
        case Condition::member:
            if (who_has_not_come(condition).empty()) return moving_ = true;
            return std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return acts(rank); });
        }
        return true;
    }

    /// The ranks of the condition that have not come. Thousands of members ask for the same
    /// collective, each without itself, which has come. So the ranks are examined once.
    [[nodiscard]] const std::vector<int> &who_has_not_come(const Condition &condition) {
        const auto [at, is_new] = late_.try_emplace(std::tuple(
            condition.communicator, condition.number, condition.function, condition.ranks.size()));
        if (is_new || condition.ranks.size() == 1) {
            at->second.clear();
            std::ranges::copy_if(condition.ranks, std::back_inserter(at->second),
                                 [&](int rank) { return !has_come(rank, condition); });
        }
        return at->second;
    }

    /// MPI makes progress when both ends of a message are in their calls.
    [[nodiscard]] bool moves(int from, int to, std::uint64_t communicator, int tag) const {
        return offers(from, {true, communicator, to, tag}) &&
               offers(to, {false, communicator, from, tag});
    }

    [[nodiscard]] bool any_offer_is_met() const {
        return std::any_of(known_.begin(), known_.end(), [&](const auto &known) {
            const auto &offers = known.second->offers;
            return std::any_of(offers.begin(), offers.end(), [&](const Offer &offer) {
                return offer.sends && known_.count(offer.peer) != 0 &&
                       moves(known.first, offer.peer, offer.communicator, offer.tag);
            });
        });
    }

    [[nodiscard]] bool offers(int rank, const Offer &wanted) const {
        const auto found = known_.find(rank);
        if (found == known_.end()) return true;
        const auto &offers = found->second->offers;
        return std::any_of(offers.begin(), offers.end(), [&](const Offer &offer) {
            return offer.sends == wanted.sends && offer.communicator == wanted.communicator &&
                   (offer.peer == wanted.peer || offer.peer == MPI_ANY_SOURCE) &&
                   (offer.tag == wanted.tag || offer.tag == MPI_ANY_TAG ||
                    wanted.tag == MPI_ANY_TAG);
        });
    }

    /// A rank that no longer knows the communicator has passed the collective.
    [[nodiscard]] bool has_come(int rank, const Condition &condition) const {
        const auto found = known_.find(rank);
        if (found == known_.end()) return true;
        const auto &entered = found->second->entered;
        const auto at = std::find_if(entered.begin(), entered.end(), [&](const Entered &one) {
            return one.communicator == condition.communicator;
        });
        if (at == entered.end() || at->number > condition.number) return true;
        const bool same = at->function == condition.function || at->function == any_function ||
                          condition.function == any_function;
        return at->number == condition.number && same;
    }

    std::set<int> acting_;
    std::map<int, const Survivor *> known_;
    std::map<std::tuple<std::uint64_t, std::uint64_t, int, std::size_t>, std::vector<int>> late_;
    bool moving_ = false;
};

} // namespace

Findings examine(const std::vector<int> &living, const std::vector<Survivor> &survivors) {
    return Graph(living, survivors).examine();
}

std::vector<int> awaited(const Survivor &one, const std::vector<int> &stuck) {
    std::set<int> ranks;
    for (const Branch &branch : one.branches)
        for (const Condition &condition : branch.conditions)
            if (condition.kind == Condition::message || condition.kind == Condition::room)
                ranks.insert(condition.ranks.begin(), condition.ranks.end());
    ranks.erase(one.rank);
    std::vector<int> result;
    std::set_intersection(ranks.begin(), ranks.end(), stuck.begin(), stuck.end(),
                          std::back_inserter(result));
    return result;
}

} // namespace closeranks::stall
