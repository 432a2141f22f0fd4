#pragma once

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <unistd.h>

namespace closeranks::keeper {

/// True if the process is an mpirun or one of its daemons, by the name of its program.
[[nodiscard]] inline bool is_daemon(pid_t process) {
    constexpr std::array<std::string_view, 6> names{"mpirun", "mpiexec", "prterun",
                                                    "prte",   "prted",   "closeranks-daem"};
    const std::string path = "/proc/" + std::to_string(process) + "/comm";
    std::array<char, 32> name{};
    std::FILE *const file = std::fopen(path.c_str(), "re");
    if (file == nullptr) return false;
    const std::size_t length = std::fread(name.data(), 1, name.size(), file);
    std::fclose(file);
    std::string_view text(name.data(), length);
    if (text.ends_with('\n')) text.remove_suffix(1);
    return std::find(names.begin(), names.end(), text) != names.end();
}

/// Ends the whole program through its daemon on this node, which is the parent. Any other parent,
/// for example a shell, is left alone.
[[nodiscard]] inline bool end_by_daemon() {
    const pid_t parent = getppid();
    return is_daemon(parent) && kill(parent, SIGTERM) == 0;
}

} // namespace closeranks::keeper
