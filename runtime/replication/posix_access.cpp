#include "runtime/replication/decisions.hpp"
#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

/// Reading, writing and seeking in files that are followed.

namespace closeranks::replication {

namespace {

/// The data of a read, for the twin, in as many decisions as they need. If the leader has failed
/// before it told all, the twin reads them again, at the same place.
class Handed {
  public:
    Handed(int descriptor, PosixFile &file, off_t at, std::byte *data, std::size_t bytes) noexcept
        : descriptor_(descriptor), file_(file), at_(at), data_(data), bytes_(bytes) {}

    void hand_on(bool is_here) {
        for (std::size_t at = 0; at < bytes_; at += piece) {
            const std::size_t count = std::min(piece, bytes_ - at);
            const Decisions::Outcome words = decide_call("the data of read", [&] {
                if (!is_here) read_again();
                is_here = true;
                Decisions::Outcome outcome((count + word - 1) / word);
                if (world().my_other()) std::memcpy(outcome.data(), data_ + at, count);
                return outcome;
            });
            if (!is_here) std::memcpy(data_ + at, words.data(), count);
        }
    }

  private:
    static constexpr std::size_t word = sizeof(std::int64_t);
    static constexpr std::size_t piece = std::size_t{1} << 16U;
    void read_again() noexcept {
        if (act_on(file_) == 0)
            static_cast<void>(CLOSERANKS_NEXT(pread)(descriptor_, data_, bytes_, at_));
    }

    int descriptor_;
    PosixFile &file_;
    off_t at_;
    std::byte *data_;
    std::size_t bytes_;
};

std::int64_t write_all(int descriptor, const std::byte *data, std::size_t bytes) noexcept {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t now = CLOSERANKS_NEXT(write)(descriptor, data + done, bytes - done);
        if (now < 0) return done == 0 ? -1 : static_cast<std::int64_t>(done);
        done += static_cast<std::size_t>(now);
    }
    return static_cast<std::int64_t>(done);
}

/// The content of the file from `begin` on, up to `most` bytes. The file is opened anew, because it
/// may be open only for writing.
std::vector<std::byte> read_from(int descriptor, off_t begin, std::size_t most) {
    std::vector<std::byte> found;
    const std::string name = "/proc/self/fd/" + std::to_string(descriptor);
    const int itself = CLOSERANKS_NEXT(open)(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (itself < 0) return found;
    const off_t end = ::lseek(itself, 0, SEEK_END);
    if (end > begin) found.resize(std::min(static_cast<std::size_t>(end - begin), most));
    std::size_t done = 0;
    while (done < found.size()) {
        const ssize_t now = CLOSERANKS_NEXT(pread)(itself, found.data() + done, found.size() - done,
                                                   begin + static_cast<off_t>(done));
        if (now <= 0) break;
        done += static_cast<std::size_t>(now);
    }
    found.resize(done);
    static_cast<void>(CLOSERANKS_NEXT(close)(itself));
    return found;
}

/// How much of an append was made that ended at `end`: all of the data, or their first part.
std::size_t bytes_before(int descriptor, off_t end, const std::byte *data, std::size_t most) {
    const std::vector<std::byte> there =
        read_from(descriptor, end - static_cast<off_t>(most), most);
    if (there.size() < most) return most; // it cannot be read
    std::size_t bytes = most;
    while (!std::equal(there.end() - static_cast<std::ptrdiff_t>(bytes), there.end(), data))
        --bytes;
    return bytes;
}

/// The same, without a position of the leader. All of the data may be there, behind data that other
/// ranks have appended since; or its first part at the very end, or none of it.
std::size_t bytes_behind(int descriptor, off_t begin, const std::byte *data, std::size_t bytes,
                         off_t &end) {
    constexpr std::size_t of_others = std::size_t{64} << 20U;
    const std::vector<std::byte> there = read_from(descriptor, begin, bytes + of_others);
    const auto found = std::search(there.begin(), there.end(), data, data + bytes);
    if (found != there.end()) {
        end = begin + (found - there.begin()) + static_cast<off_t>(bytes);
        return bytes;
    }
    end = begin + static_cast<off_t>(there.size());
    const bool is_part = there.size() < bytes && std::equal(there.begin(), there.end(), data);
    return is_part ? there.size() : 0;
}

/// Completes an append that a leader has begun when the file ended at `begin`.
std::int64_t append_again(int descriptor, PosixFile &file, off_t begin, const std::byte *data,
                          std::size_t bytes) {
    off_t end = file.left_at;
    std::size_t done = 0;
    if (end > begin)
        done = bytes_before(descriptor, end, data,
                            std::min(bytes, static_cast<std::size_t>(end - begin)));
    else if (end < 0 && bytes != 0)
        done = bytes_behind(descriptor, begin, data, bytes, end);
    take_locks_again(file.inode); // a descriptor was closed
    if (done == bytes && bytes != 0) {
        file.end = end;
        return static_cast<std::int64_t>(bytes);
    }
    struct stat found {};
    if (::fstat(descriptor, &found) == 0 && found.st_size != end) done = 0; // others came behind
    const std::int64_t rest = write_all(descriptor, data + done, bytes - done);
    file.end = CLOSERANKS_NEXT(lseek)(descriptor, 0, SEEK_CUR);
    return rest < 0 ? rest : rest + static_cast<std::int64_t>(done);
}

/// The leader tells the end of the file before it appends, and the end afterwards. It puts the
/// position there first: if the append is made, it moves that, and its twin can see it.
ssize_t append(int descriptor, PosixFile &file, const std::byte *data, std::size_t bytes,
               bool moves) {
    const Result begin = decide_result("an append", [&]() -> std::int64_t {
        return act_on(file) == 0 ? CLOSERANKS_NEXT(lseek)(descriptor, 0, SEEK_END) : -1;
    });
    if (begin.value < 0) return with_errno(begin);
    // On another host the leader may have done more than it has told.
    const bool may_be_there = begin.is_told || !decisions().shares_memory();
    const off_t from = begin.is_told ? begin.value : file.end;
    bool is_told = true;
    const Decisions::Outcome told = decide_call("write", [&] {
        is_told = false;
        std::int64_t done = -1;
        if (act_on(file) == 0) {
            const bool again = may_be_there && file.was_twin;
            done = again ? append_again(descriptor, file, from, data, bytes)
                         : CLOSERANKS_NEXT(write)(descriptor, data, bytes);
            if (!again) file.end = CLOSERANKS_NEXT(lseek)(descriptor, 0, SEEK_CUR);
        }
        return Decisions::Outcome{done, done == -1 ? errno : 0, file.end};
    });
    file.end = told.at(2);
    if (told[0] > 0 && moves) file.position = file.end;
    // An append with a place does not move the position.
    if (!is_told) static_cast<void>(CLOSERANKS_NEXT(lseek)(descriptor, file.position, SEEK_SET));
    return with_errno({told[0], static_cast<int>(told[1])});
}

} // namespace

ssize_t read_posix_file(int descriptor, PosixFile &file, void *to, std::size_t bytes,
                        std::optional<off_t> at) {
    const Result result = decide_result("read", [&]() -> std::int64_t {
        if (act_on(file) != 0) return -1;
        return at ? CLOSERANKS_NEXT(pread)(descriptor, to, bytes, *at)
                  : CLOSERANKS_NEXT(read)(descriptor, to, bytes);
    });
    if (result.value > 0) {
        Handed(descriptor, file, at.value_or(file.position), static_cast<std::byte *>(to),
               static_cast<std::size_t>(result.value))
            .hand_on(!result.is_told);
        if (!at) file.position += result.value;
        if (!at && result.is_told && file.is_acting)
            static_cast<void>(CLOSERANKS_NEXT(lseek)(descriptor, file.position, SEEK_SET));
    }
    return with_errno(result);
}

ssize_t write_posix_file(int descriptor, PosixFile &file, const void *from, std::size_t bytes,
                         std::optional<off_t> at) {
    if ((file.flags & O_APPEND) != 0)
        return append(descriptor, file, static_cast<const std::byte *>(from), bytes, !at);
    const Result result = decide_result("write", [&]() -> std::int64_t {
        if (act_on(file) != 0) return -1;
        return at ? CLOSERANKS_NEXT(pwrite)(descriptor, from, bytes, *at)
                  : CLOSERANKS_NEXT(write)(descriptor, from, bytes);
    });
    if (result.value > 0 && !at) file.position += result.value;
    return with_errno(result);
}

off_t seek_posix_file(int descriptor, PosixFile &file, off_t offset, int whence) {
    const Result result = decide_result("lseek", [&]() -> std::int64_t {
        return act_on(file) == 0 ? CLOSERANKS_NEXT(lseek)(descriptor, offset, whence) : -1;
    });
    if (result.value >= 0) file.position = result.value;
    return with_errno(result);
}

} // namespace closeranks::replication
