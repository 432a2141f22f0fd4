#pragma once

#include "generated/tables/functions.hpp"

namespace closeranks {
struct Config;
}

namespace closeranks::replication {

/// True if a planned death of this process (options kill and kill_random) is tied to a call.
[[gnu::visibility("hidden")]] extern constinit bool deaths_are_at_calls;

/// Plans the deaths of this process. The world must be known.
void plan_deaths(const Config &config);

void die_if_planned_on_entering(Function function) noexcept;
void die_if_planned_on_leaving(Function function) noexcept;

} // namespace closeranks::replication
