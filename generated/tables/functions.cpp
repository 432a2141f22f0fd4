// Generated from spec/ by generator/ with templates/tables/functions.cpp.j2, do not edit.
#include "generated/tables/functions.hpp"

namespace closeranks {

std::optional<Function> find_function(std::string_view name) noexcept {
    for (std::size_t i = 0; i < function_count; ++i)
        if (name == detail::function_names[i]) return static_cast<Function>(i);
    return std::nullopt;
}

const char *function_risk(Function function) noexcept {
    switch (function) {
    case Function::Comm_agree:
    case Function::Comm_iagree:
    case Function::Comm_revoke:
    case Function::Comm_shrink:
        return "the communicator of the program has its missing members still";
    default:
        return nullptr;
    }
}

} // namespace closeranks
