#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// Settings that a process hands on to the processes that it starts. Open MPI hands on only its own
/// variables, so the settings of closeranks travel packed in a variable with such a name.
inline constexpr const char *inherited_settings = "OMPI_MCA_closeranks_settings";

/// The effect of a setting, NAME=value, on a variable that the child has from another source.
enum class Precedence : char { in_any_case = '!', unless_set = '?' };

void pack(std::string &packed, Precedence when, std::string_view setting);

struct PackedSetting {
    Precedence when;
    std::string setting;
};
[[nodiscard]] std::vector<PackedSetting> unpack(std::string_view packed);

/// Sets the variables that the parent has packed, in a process that another one has started.
void take_over_settings();

} // namespace closeranks
