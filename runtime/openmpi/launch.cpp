#include "runtime/openmpi/launch.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include <unistd.h>

namespace closeranks {

std::string job_name() {
    const char *const name = std::getenv("PMIX_NAMESPACE");
    return name != nullptr ? name : "";
}

std::string job_of_ranks() { return is_replacement() ? std::getenv(replaced_job) : job_name(); }

std::string job_in_shared_memory() {
    std::ifstream mapped("/proc/self/maps");
    for (std::string line; std::getline(mapped, line);) {
        if (line.find("/sm_segment.") == std::string::npos) continue;
        const std::size_t rank = line.rfind('.');
        const std::size_t job = line.rfind('.', rank - 1) + 1;
        return line.substr(job, rank - job);
    }
    return "";
}

bool is_replacement() noexcept {
    const char *const job = std::getenv(replaced_job);
    return job != nullptr && *job != '\0';
}

std::optional<ProcessId> launched_process() noexcept {
    const char *const text = std::getenv("PMIX_RANK");
    if (text == nullptr) return std::nullopt;
    const std::string_view digits(text);
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} ? std::optional(ProcessId{number}) : std::nullopt;
}

std::string session_directory() {
    const char *const directory = std::getenv("PMIX_SERVER_TMPDIR");
    const bool usable = directory != nullptr && ::access(directory, W_OK) == 0;
    return usable ? directory : "";
}

bool is_spawned() noexcept { return std::getenv("OMPI_PARENT_PORT") != nullptr; }

bool is_launched_by_older_mpirun() noexcept {
    // ORTE, which Open MPI 5 has replaced by PRRTE.
    return std::getenv("OMPI_MCA_orte_launch") != nullptr;
}

CommandLine command_line() noexcept {
    return {std::getenv("OMPI_COMMAND"), std::getenv("OMPI_ARGV")};
}

bool is_of_one_process(std::string_view setting) noexcept {
    constexpr std::array<std::string_view, 3> own{"OMPI_", "PMIX_", "PRTE_"};
    return std::ranges::any_of(
        own, [&](std::string_view prefix) { return setting.starts_with(prefix); });
}

bool tells_place_in_job(std::string_view setting) noexcept {
    return setting.starts_with("PMIX_RANK=");
}

} // namespace closeranks
