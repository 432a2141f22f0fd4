#pragma once

#include <nlohmann/json_fwd.hpp>

namespace closeranks {

struct Config;

/// What the records of a run begin with, for who reads them without its launcher: versions, and the
/// effective options.
[[nodiscard]] nlohmann::json setup_of(const Config &config);

} // namespace closeranks
