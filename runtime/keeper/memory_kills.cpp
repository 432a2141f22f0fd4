#include "runtime/keeper/memory_kills.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace closeranks::keeper {

namespace {

std::string contents(const std::string &path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    std::array<char, 16384> buffer{}; // longer than any of these files
    std::string text;
    for (ssize_t got = 0; (got = read(file, buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    close(file);
    return text;
}

/// The rest of the line of `text` that begins with `key`.
std::string value_of(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (line.starts_with(key)) return std::string(line.substr(key.size()));
        text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    }
    return {};
}

/// The part behind "<number>:<controller>:" in /proc/self/cgroup.
std::string group_of(std::string_view groups, std::string_view controller) {
    const std::size_t at = groups.find(controller);
    if (at == std::string_view::npos) return {};
    groups.remove_prefix(at + controller.size());
    return std::string(groups.substr(0, groups.find('\n')));
}

} // namespace

/// The control group comes first, because a machine may be shared; the machine's own counter where
/// no group counts.
long MemoryKills::count() {
    const std::string groups = contents("/proc/self/cgroup");
    const std::string root = "/sys/fs/cgroup";
    std::string text =
        value_of(contents(root + group_of(groups, "0::") + "/memory.events"), "oom_kill ");
    if (text.empty())
        text = value_of(
            contents(root + "/memory" + group_of(groups, ":memory:") + "/memory.oom_control"),
            "oom_kill ");
    if (text.empty()) text = value_of(contents("/proc/vmstat"), "oom_kill ");
    return std::strtol(text.c_str(), nullptr, 10);
}

MemoryKills::MemoryKills() : before_(count()) {}

long MemoryKills::since() const { return count() - before_; }

} // namespace closeranks::keeper
