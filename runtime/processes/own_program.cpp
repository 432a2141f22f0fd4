#include "runtime/processes/own_program.hpp"

#include "runtime/openmpi/child_settings.hpp"
#include "runtime/openmpi/launch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace closeranks {

namespace {

/// Read before the program can change its folder.
std::string &first_folder() noexcept {
    static std::string folder;
    return folder;
}

[[gnu::constructor]] void remember_folder() noexcept {
    std::error_code problem;
    first_folder() = std::filesystem::current_path(problem).string();
}

/// The words of a file of /proc, each of which ends with a zero.
std::vector<std::string> words_of(const std::string &file) {
    std::ifstream words(file, std::ios::binary);
    std::vector<std::string> found;
    for (std::string word; std::getline(words, word, '\0');)
        found.push_back(word);
    return found;
}

/// 0: not known.
pid_t parent_of(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    const std::string key = "PPid:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key)) return std::atoi(line.c_str() + key.size());
    return 0;
}

/// The environment of the daemon that started this process: the first process above it that is not
/// part of the job. Between them may be a keeper, which only root may read, or a script. Empty: not
/// known.
std::vector<std::string> daemons_environment() {
    for (pid_t process = getppid(); process > 1; process = parent_of(process)) {
        std::vector<std::string> found = words_of("/proc/" + std::to_string(process) + "/environ");
        if (!found.empty() && std::ranges::none_of(found, tells_place_in_job)) return found;
    }
    return {};
}

/// The file of the program. If it was started by a path, that path, because a Python in a virtual
/// environment looks there for its modules.
std::string file_of(const std::string &name, const std::string &folder) {
    std::error_code problem;
    const auto itself = std::filesystem::read_symlink("/proc/self/exe", problem);
    if (name.find('/') == std::string::npos) return itself.string();
    const std::filesystem::path named = std::filesystem::path(folder) / name;
    return std::filesystem::equivalent(named, "/proc/self/exe", problem) ? named.string()
                                                                         : itself.string();
}

} // namespace

ProgramLine own_program() {
    ProgramLine program;
    program.folder = first_folder();
    program.words = words_of("/proc/self/cmdline");
    const std::string name = program.words.empty() ? "" : program.words.front();
    if (!program.words.empty()) program.words.erase(program.words.begin());
    program.command = file_of(name, program.folder);
    return program;
}

namespace {

std::string_view name_of(std::string_view setting) { return setting.substr(0, setting.find('=')); }

auto find(std::vector<Variable> &variables, std::string_view name) {
    return std::ranges::find(variables, name,
                             [](const Variable &one) { return name_of(one.setting); });
}

/// Adds the variables that the parent of this process has handed on to it, which may not be in its
/// environment.
void add_inherited(std::vector<Variable> &variables) {
    const auto packed = find(variables, inherited_settings);
    if (packed == variables.end()) return;
    const std::size_t begin = packed->setting.find('=') + 1;
    for (auto &[when, setting] : unpack(packed->setting.substr(begin))) {
        const bool is_given = when == Precedence::in_any_case;
        const auto same = find(variables, name_of(setting));
        if (same == variables.end())
            variables.push_back({std::move(setting), is_given});
        else if (is_given)
            *same = {std::move(setting), is_given};
    }
}

} // namespace

std::vector<Variable> own_environment() {
    std::vector<std::string> daemons = daemons_environment();
    std::ranges::sort(daemons);
    std::vector<Variable> variables;
    for (std::string &setting : words_of("/proc/self/environ")) {
        const bool is_given = !daemons.empty() && !std::ranges::binary_search(daemons, setting);
        variables.push_back({std::move(setting), is_given});
    }
    add_inherited(variables);
    return variables;
}

void ProgramLine::put_before(const std::string &other) {
    if (other.empty()) return;
    words.insert(words.begin(), std::exchange(command, other));
}

char **ProgramLine::arguments() {
    pointers_.clear();
    for (std::string &word : words)
        pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
    return pointers_.data();
}

} // namespace closeranks
