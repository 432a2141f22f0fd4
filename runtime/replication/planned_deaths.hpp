#pragma once

#include "generated/tables/functions.hpp"

namespace closeranks {
struct Config;
}

namespace closeranks::replication {

/// Whether a planned death of this process (options kill and kill_random) is tied to a call.
[[gnu::visibility("hidden")]] extern constinit bool deaths_are_at_calls;

/// Those of this process, from now on. The world is known.
void plan_deaths(const Config &config);

void die_if_planned_on_entering(Function function) noexcept;
void die_if_planned_on_leaving(Function function) noexcept;

} // namespace closeranks::replication
