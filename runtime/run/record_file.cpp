#include "runtime/run/record_file.hpp"

#include "runtime/openmpi/launch.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace closeranks {

namespace {

std::string path_of(const std::string &directory, std::string_view prefix, std::string_view job,
                    int rank) {
    std::string path = directory + "/" + std::string(prefix);
    if (const int number = number_of_job(job); number != 1)
        path += "job" + std::to_string(number) + "-";
    return path + "rank-" + std::to_string(rank);
}

} // namespace

int number_of_job(std::string_view job) {
    constexpr int first = 1;
    const std::size_t at = job.rfind('@');
    if (at == std::string_view::npos) return first; // without mpirun
    const std::string_view digits = job.substr(at + 1);
    int number = first;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::string record_path(const std::string &directory, std::string_view job, int rank) {
    return path_of(directory, "", job, rank) + ".jsonl";
}

std::string keeper_record_path(const std::string &directory, std::string_view job,
                               ProcessId process) {
    return path_of(directory, "keeper-", job, number_of(process)) + ".jsonl";
}

std::string last_call_path(const std::string &directory, std::string_view job, int rank) {
    return path_of(directory, "last-", job, rank);
}

RecordFile::~RecordFile() {
    if (is_open()) close(file_);
}

int RecordFile::open(const std::string &directory, int rank) {
    const std::string path = record_path(directory, job_of_ranks(), rank);
    constexpr int mode = 0600; // only the user may read the records of the program
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, mode);
    return is_open() ? 0 : errno;
}

int RecordFile::append(std::string_view line) const noexcept {
    if (!is_open()) return 0;
    const ssize_t written = ::write(file_, line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size())) return 0;
    return written < 0 ? errno : ENOSPC; // the disk had room for only a part of it
}

} // namespace closeranks
