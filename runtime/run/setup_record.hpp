#pragma once

#include <nlohmann/json_fwd.hpp>

namespace closeranks {

struct Config;

/// The first record of a run, for readers without its launcher: versions, and the effective
/// options.
[[nodiscard]] nlohmann::json setup_of(const Config &config);

} // namespace closeranks
