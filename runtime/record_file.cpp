#include "runtime/record_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace closeranks {

std::string record_path(const std::string &directory, std::string_view job, int rank) {
    std::string path = directory + "/";
    const std::size_t at = job.rfind('@');
    if (at != std::string_view::npos && job.substr(at + 1) != "1")
        path += "job" + std::string(job.substr(at + 1)) + "-";
    return path + "rank-" + std::to_string(rank) + ".jsonl";
}

RecordFile::~RecordFile() {
    if (is_open()) close(file_);
}

int RecordFile::open(const std::string &directory, int rank) {
    const char *job = std::getenv("PMIX_NAMESPACE");
    const std::string path = record_path(directory, job != nullptr ? job : "", rank);
    constexpr int mode = 0644;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode);
    return is_open() ? 0 : errno;
}

void RecordFile::append(std::string_view line) const noexcept {
    // A full disk must not harm the program: what cannot be written is missing, no more.
    if (is_open()) [[maybe_unused]]
        const auto written = ::write(file_, line.data(), line.size());
}

} // namespace closeranks
