#include "runtime/replication/posix_locks.hpp"

#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/progress.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include <sys/file.h>

namespace closeranks::replication {

namespace {

constexpr off_t end_of_all = std::numeric_limits<off_t>::max();

int set(int descriptor, const Locks::Record &record) noexcept {
    struct flock lock {};
    lock.l_type = record.type;
    lock.l_whence = SEEK_SET;
    lock.l_start = record.begin;
    lock.l_len = record.end == end_of_all ? 0 : record.end - record.begin;
    return ::fcntl(descriptor, record.is_of_file ? F_OFD_SETLK : F_SETLK, &lock);
}

/// Progresses meanwhile: the process that has the lock may wait for a message.
template <typename Take> void wait_for(Take take) {
    wait_until([&] { return take() == 0 || (errno != EAGAIN && errno != EACCES); });
}

} // namespace

void Locks::note_whole(int operation) noexcept {
    const int kind = operation & ~LOCK_NB;
    whole_ = kind == LOCK_UN ? 0 : kind;
}

void Locks::note(const Record &record) {
    std::vector<Record> left;
    for (const Record &old : records_) {
        if (old.is_of_file != record.is_of_file) {
            left.push_back(old);
            continue;
        }
        Record before = old;
        Record behind = old;
        before.end = std::min(old.end, record.begin);
        behind.begin = std::max(old.begin, record.end);
        if (before.begin < before.end) left.push_back(before);
        if (behind.begin < behind.end) left.push_back(behind);
    }
    if (record.type != F_UNLCK) left.push_back(record);
    records_ = std::move(left);
}

void Locks::forget_those_of_process() {
    std::erase_if(records_, [](const Record &record) { return !record.is_of_file; });
}

void Locks::take_again(int descriptor) const {
    if (whole_ != 0) wait_for([&] { return ::flock(descriptor, whole_ | LOCK_NB); });
    for (const Record &record : records_)
        wait_for([&] { return set(descriptor, record); });
}

void Locks::end_those_of_file(int descriptor) const noexcept {
    if (whole_ != 0) static_cast<void>(::flock(descriptor, LOCK_UN));
    for (Record record : records_) {
        record.type = F_UNLCK;
        if (record.is_of_file) static_cast<void>(set(descriptor, record));
    }
}

bool find_range(off_t base, off_t start, off_t length, Locks::Record &range) noexcept {
    range.begin = base + start;
    const bool is_to_the_end = length == 0 || (length > 0 && range.begin > end_of_all - length);
    range.end = is_to_the_end ? end_of_all : range.begin + length;
    if (range.end < range.begin) std::swap(range.begin, range.end);
    return range.begin >= 0;
}

} // namespace closeranks::replication
