#include "runtime/keeper/record.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace closeranks::keeper {

namespace {

/// Bytes of JSON for `text`. Bytes that are not ASCII stay unchanged; the reader replaces invalid
/// UTF-8.
std::string quoted(std::string_view text) {
    constexpr unsigned char first_printable = 0x20;
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (static_cast<unsigned char>(c) < first_printable)
            result += ' ';
        else
            result += c;
    }
    return result += '"';
}

} // namespace

Record::Record(std::string_view event) { field("event", event); }

void Record::begin(std::string_view name) {
    if (text_.size() > 1) text_ += ", ";
    text_ += quoted(name) + ": ";
}

Record &Record::field(std::string_view name, std::string_view text) {
    begin(name);
    text_ += quoted(text);
    return *this;
}

Record &Record::field(std::string_view name, long number) {
    begin(name);
    text_ += std::to_string(number);
    return *this;
}

Record &Record::flag(std::string_view name, bool value) {
    begin(name);
    text_ += value ? "true" : "false";
    return *this;
}

std::string Record::line() const {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    constexpr long nanoseconds_in_microsecond = 1000;
    std::array<char, 48> time{};
    std::snprintf(time.data(), time.size(), ", \"time\": %lld.%06ld}\n",
                  static_cast<long long>(now.tv_sec), now.tv_nsec / nanoseconds_in_microsecond);
    return text_ + time.data();
}

Records::~Records() {
    if (file_ >= 0) close(file_);
}

void Records::open(const std::string &folder, std::string_view job, std::string_view rank,
                   std::string launcher) {
    if (folder.empty()) return;
    std::string name = prefix_;
    const std::size_t at = job.rfind('@');
    if (at != std::string_view::npos && job.substr(at + 1) != "1")
        name.append("job").append(job.substr(at + 1)).append("-");
    name.append("rank-").append(rank).append(".jsonl");
    const std::string path = folder + "/" + name;
    constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
    constexpr int mode = 0600; // only the user may read the records of the program
    file_ = ::open(path.c_str(), flags, mode);
    if (file_ < 0) error_ = errno;
    if (error_ == ENOENT) courier_.begin(std::move(launcher), name);
    constexpr off_t room = 4096; // for all records of a keeper
    // Not every file system can do this; then there may be no room at the end, which is noticed.
    if (file_ >= 0) static_cast<void>(fallocate(file_, FALLOC_FL_KEEP_SIZE, 0, room));
}

void Records::append(const Record &record) {
    const std::string line = record.line();
    if (file_ < 0) return courier_.bring(line);
    const ssize_t written = ::write(file_, line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size()) && error_ == 0)
        error_ = written < 0 ? errno : ENOSPC;
}

} // namespace closeranks::keeper
