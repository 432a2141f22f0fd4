#include "runtime/communicators/arrangement.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/run/local_size.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace closeranks {

namespace {

/// Why no communicator of this run is hierarchical; nullptr: they may be.
const char *reason_against() noexcept {
    const Runtime &w = runtime();
    if (!w.optimistic) return "it needs the commit optimistic";
    if (w.threads) return "the program uses MPI_THREAD_MULTIPLE";
    if (w.config.brings_back()) return "lost ranks are to come back";
    constexpr std::array composed{Function::Bcast, Function::Reduce, Function::Allreduce,
                                  Function::Barrier};
    const auto is_judged = [&](Function function) {
        return w.policies.of(function, PolicyKind::contribution) != Policy::ignore;
    };
    // Who is in another local hears of a loss later than of the result.
    if (std::ranges::any_of(composed, is_judged))
        return "results that lack contributions are not to be handed out";
    return nullptr;
}

} // namespace

void arrange(Communicator &c, Hierarchy::LayOut lay_out) noexcept {
    const Config &config = runtime().config;
    if (c.foreign) return;
    const int k = config.local_size != 0 ? config.local_size : best_local_size(c.size);
    if (k < 2 || c.size <= k || c.size < config.layout_threshold) return;
    c.hierarchy = std::make_unique<Hierarchy>();
    c.hierarchy->ranks_per_local = k;
    c.hierarchy->lay_out = lay_out;
    c.obstacles.put(Obstacles::composed, true);
}

void arrange_world(Communicator &everyone, Hierarchy::LayOut lay_out) noexcept {
    if (runtime().config.layout != LayoutChoice::hierarchical) return;
    const char *const reason = reason_against();
    if (reason == nullptr)
        arrange(everyone, lay_out);
    else if (runtime().rank == 0)
        runtime().report.say("the layout stays flat: %s", reason);
}

} // namespace closeranks
