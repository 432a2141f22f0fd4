#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// Settings that a process hands on to those that it starts. Open MPI gives them its own variables,
/// and only those, so ours travel packed in one that looks like one of these.
inline constexpr const char *inherited_settings = "OMPI_MCA_closeranks_settings";

/// What a setting, NAME=value, does to a variable that the child has from elsewhere.
enum class Precedence : char { in_any_case = '!', unless_set = '?' };

void pack(std::string &packed, Precedence when, std::string_view setting);

struct PackedSetting {
    Precedence when;
    std::string setting;
};
[[nodiscard]] std::vector<PackedSetting> unpack(std::string_view packed);

/// Sets what the parent has packed, in a process that has been started by another one.
void take_over_settings();

} // namespace closeranks
