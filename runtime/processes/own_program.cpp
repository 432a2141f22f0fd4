#include "runtime/processes/own_program.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace closeranks {

namespace {

/// Before the program can go elsewhere.
std::string &first_folder() noexcept {
    static std::string folder;
    return folder;
}

[[gnu::constructor]] void remember_folder() noexcept {
    std::error_code problem;
    first_folder() = std::filesystem::current_path(problem).string();
}

/// The file of the program: by the name with which it was started where that is one, for a Python
/// in a virtual environment looks there for its modules.
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
    std::ifstream line("/proc/self/cmdline", std::ios::binary);
    for (std::string word; std::getline(line, word, '\0');)
        program.words.push_back(word);
    const std::string name = program.words.empty() ? "" : program.words.front();
    if (!program.words.empty()) program.words.erase(program.words.begin());
    program.command = file_of(name, program.folder);
    return program;
}

char **ProgramLine::arguments() {
    pointers_.clear();
    for (std::string &word : words)
        pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
    return pointers_.data();
}

} // namespace closeranks
