#include "runtime/processes/preload.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/support/real.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <dlfcn.h>

namespace closeranks {

namespace {

constexpr const char *variable = "LD_PRELOAD";
constexpr std::string_view separators = ": "; // ld.so(8)

using Names = std::vector<std::string>;

Names names_in(const char *list) {
    Names names;
    std::string_view rest = list != nullptr ? list : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
        if (end != 0) names.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return names;
}

std::string joined(const Names &names) {
    std::string list;
    for (const std::string &name : names)
        list.append(list.empty() ? "" : ":").append(name);
    return list;
}

bool is_this_library(std::string_view name) noexcept {
    return name.substr(name.rfind('/') + 1).starts_with("libcloseranks.so"); // npos + 1 is 0
}

Names without(Names names, const Names &others) {
    std::erase_if(names, [&](const std::string &name) {
        return std::ranges::find(others, name) != others.end();
    });
    return names;
}

/// The entries of LD_PRELOAD with which this process was started, after they were removed.
Names &taken() noexcept {
    static Names names;
    return names;
}

void take_away() {
    const Names given = names_in(getenv(variable));
    if (std::ranges::none_of(given, is_this_library)) return;
    taken() = given;
    Names users = without(given, names_in(getenv(preloaded_by_launcher)));
    std::erase_if(users, is_this_library);
    if (users.empty())
        unsetenv(variable);
    else
        setenv(variable, joined(users).c_str(), 1);
}

} // namespace

void keep_preload_from_children() noexcept {
    try {
        take_away();
    } catch (...) { // NOLINT(bugprone-empty-catch): without memory they load more than they need
    }
}

std::string preload_for_ranks(bool is_own_program) {
    Names names = taken().empty() ? names_in(getenv(variable)) : taken();
    if (!is_own_program) names = without(std::move(names), names_in(getenv(preloaded_by_launcher)));
    if (std::ranges::none_of(names, is_this_library)) { // it was linked, or found by the front
        Dl_info here{};
        const bool found = dladdr(&real, &here) != 0 && here.dli_fname != nullptr;
        if (found && is_this_library(here.dli_fname)) names.emplace_back(here.dli_fname);
    }
    return joined(names);
}

} // namespace closeranks
