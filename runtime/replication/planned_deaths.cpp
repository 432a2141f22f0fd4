#include "runtime/replication/planned_deaths.hpp"

#include "runtime/replication/say.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/injector.hpp"
#include "runtime/run/replica_map.hpp"
#include "runtime/run/report.hpp"

#include <string>

namespace closeranks::replication {

constinit bool deaths_are_at_calls = false;

namespace {

Injector injector;
Report no_report; // the keeper reports the deaths that it sees

} // namespace

void plan_deaths(const Config &config) {
    const World &all = world();
    const auto map = ReplicaMap::read(config.replicate, all.processes());
    const std::string problems = injector.arm(config, no_report, all.my_rank(), all.ranks(),
                                              map ? &*map : nullptr, all.plane_of(all.self()));
    if (!problems.empty() && all.self() == ProcessId{0}) say("%s", problems.c_str());
    deaths_are_at_calls = injector.counts_calls();
}

void die_if_planned_on_entering(Function function) noexcept { injector.entering(function); }

void die_if_planned_on_leaving(Function function) noexcept { injector.leaving(function); }

} // namespace closeranks::replication
