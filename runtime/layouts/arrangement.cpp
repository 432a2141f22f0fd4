#include "runtime/layouts/arrangement.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/layouts/hierarchical.hpp"
#include "runtime/layouts/local_size.hpp"
#include "runtime/membership/process_locations.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

constexpr int one_for_each_host = -1; // value of local_size: "node"

/// The functions whose calls are composed of calls on parts, where the layout is hierarchical.
constexpr std::array composed{
    Function::Allgather,
    Function::Allgather_init,
    Function::Allgatherv,
    Function::Allgatherv_init,
    Function::Allreduce,
    Function::Allreduce_init,
    Function::Barrier,
    Function::Barrier_init,
    Function::Bcast,
    Function::Bcast_init,
    Function::Iallgather,
    Function::Iallgatherv,
    Function::Iallreduce,
    Function::Ibarrier,
    Function::Ibcast,
    Function::Ireduce,
    Function::Ireduce_scatter,
    Function::Ireduce_scatter_block,
    Function::Reduce,
    Function::Reduce_init,
    Function::Reduce_scatter,
    Function::Reduce_scatter_block,
    Function::Reduce_scatter_block_init,
    Function::Reduce_scatter_init,
};

/// The reason why no communicator of this run is hierarchical; nullptr: they may be.
const char *reason_against() noexcept {
    const Runtime &w = runtime();
    if (!w.optimistic) return "it needs the commit optimistic";
    if (w.threads) return "the program uses MPI_THREAD_MULTIPLE";
    if (w.config.brings_back()) return "lost ranks will be recovered";
    const auto is_judged = [&](Function function) {
        return w.policies.for_good.of(function, PolicyKind::contribution) != Policy::ignore;
    };
    // A process in another subcommunicator hears of a loss later than of the result.
    if (std::ranges::any_of(composed, is_judged))
        return "a policy forbids results that lack contributions";
    return nullptr;
}

/// The lowest rank of each host in `c`. Empty if all ranks are on one host, or each is alone on its
/// host. Empty as well if the ranks are not in the order of hosts, or if some process does not know
/// all hosts.
std::vector<int> first_of_each_host(const Communicator &c) {
    const std::vector<HostName> hosts = process_locations().hosts_of(c.identity.group());
    std::vector<int> firsts;
    std::set<HostName> met;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        if (rank != 0 && hosts[rank] == hosts[rank - 1]) continue;
        if (!met.insert(hosts[rank]).second) return {};
        firsts.push_back(static_cast<int>(rank));
    }
    const bool divides = firsts.size() > 1 && firsts.size() < hosts.size();
    return divides ? firsts : std::vector<int>();
}

/// Gives `c` parts if it is large enough. Returns them; nullptr: its layout stays flat.
const Hierarchy *give_parts(Communicator &c) {
    const Config &config = runtime().config;
    if (c.identity.spans_worlds() || c.size < config.layout_threshold) return nullptr;
    const bool needs_hosts = config.layout == LayoutChoice::auto_;
    std::vector<int> firsts;
    if (needs_hosts || config.local_size == one_for_each_host) firsts = first_of_each_host(c);
    if (needs_hosts && firsts.empty()) return nullptr;
    if (config.local_size > 0) firsts.clear();
    const int k = config.local_size > 0 ? config.local_size : best_local_size(c.size);
    if (firsts.empty() && (k < 2 || c.size <= k)) return nullptr;
    Hierarchy parts;
    parts.ranks_per_local = k;
    parts.first_by_local = std::move(firsts);
    auto role = std::make_unique<Hierarchical>(c, std::move(parts));
    const Hierarchy *const given = &role->parts();
    c.layout.set(std::move(role));
    return given;
}

} // namespace

void Hierarchical::inherit(Communicator &made) const noexcept {
    static_cast<void>(give_parts(made));
}

void arrange_world(Communicator &everyone) noexcept {
    const Config &config = runtime().config;
    if (config.layout == LayoutChoice::flat) return;
    const char *const reason = reason_against();
    const Hierarchy *const parts = reason == nullptr ? give_parts(everyone) : nullptr;
    if (config.layout == LayoutChoice::auto_ || runtime().rank != 0) return;
    if (reason != nullptr)
        runtime().report.say("the layout stays flat: %s", reason);
    else if (config.local_size == one_for_each_host && parts != nullptr &&
             parts->first_by_local.empty())
        runtime().report.say("the locals have %d ranks each: the ranks of MPI_COMM_WORLD are on "
                             "one host only, each on a host of its own, or not host by host in "
                             "their order",
                             parts->ranks_per_local);
}

} // namespace closeranks
