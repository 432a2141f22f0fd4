#include "runtime/replication/posix_file.hpp"

#include "runtime/replication/handed_descriptors.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/world.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/// The files that a twin has at the descriptors of the program, and their exchange for the real
/// ones.

namespace closeranks::replication {

namespace {

constexpr std::string_view name_of_placeholder = "closeranks-twin";

/// Another thread may have closed the placeholder, and another file may have its number now.
bool is_placeholder(int descriptor) noexcept {
    std::array<char, 64> link{};
    std::array<char, 64> found{};
    static_cast<void>(std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor));
    if (::readlink(link.data(), found.data(), found.size() - 1) < 0) return false;
    return std::string_view(found.data()).find(name_of_placeholder) != std::string_view::npos;
}

int flags_to_open_again(const PosixFile &file) noexcept {
    return (file.flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC;
}

bool is_file(int descriptor, std::int64_t inode) noexcept {
    struct stat found {};
    return ::fstat(descriptor, &found) == 0 && std::cmp_equal(found.st_ino, inode);
}

/// Opens a file that the program has open. -1 with errno ESTALE: the name is that of another file.
int open_again(const std::string &name, int flags, std::int64_t inode) noexcept {
    const int opened = open_against_mode(name, flags);
    if (opened < 0 || is_file(opened, inode)) return opened;
    static_cast<void>(CLOSERANKS_NEXT(close)(opened));
    errno = ESTALE;
    return -1;
}

/// The placeholder among the program's descriptors of a file; -1: there is none.
int placeholder_of(const PosixFile &file) noexcept {
    const std::vector<std::shared_ptr<PosixFile>> &files = posix_files();
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].get() == &file && is_placeholder(static_cast<int>(i)))
            return static_cast<int>(i);
    return -1;
}

/// Standard output that the program has put on a file (dup2) is written by the C library itself: in
/// a twin to the placeholder.
bool has_been_written(int placeholder) noexcept {
    struct stat found {};
    return placeholder >= 0 && ::fstat(placeholder, &found) == 0 && found.st_size > 0;
}

/// Writes that to the file itself. The program has written nothing else to it.
void copy_from(int placeholder, int itself) noexcept {
    std::array<std::byte, 16384> bytes{};
    for (off_t at = 0;;) {
        const ssize_t found = CLOSERANKS_NEXT(pread)(placeholder, bytes.data(), bytes.size(), at);
        if (found <= 0) break;
        const ssize_t done =
            CLOSERANKS_NEXT(pwrite)(itself, bytes.data(), static_cast<std::size_t>(found), at);
        if (done <= 0) break;
        at += done;
    }
    static_cast<void>(::lseek(itself, ::lseek(placeholder, 0, SEEK_CUR), SEEK_SET));
}

} // namespace

int make_placeholder(int flags) noexcept {
    const bool is_closed_on_exec = (flags & O_CLOEXEC) != 0;
    return ::memfd_create(name_of_placeholder.data(), is_closed_on_exec ? MFD_CLOEXEC : 0U);
}

/// The mode is changed meanwhile.
int open_against_mode(const std::string &name, int flags) noexcept {
    const int opened = CLOSERANKS_NEXT(open)(name.c_str(), flags);
    if (opened >= 0 || errno != EACCES) return opened;
    struct stat before {};
    constexpr mode_t of_owner = S_IRUSR | S_IWUSR;
    constexpr mode_t all_modes = 07777;
    if (::stat(name.c_str(), &before) != 0 || ::chmod(name.c_str(), of_owner) != 0) {
        errno = EACCES;
        return -1;
    }
    const int again = CLOSERANKS_NEXT(open)(name.c_str(), flags);
    const int error = errno;
    static_cast<void>(::chmod(name.c_str(), before.st_mode & all_modes));
    errno = error;
    return again;
}

void bring_written(PosixFile &file) noexcept {
    if (!file.is_acting && has_been_written(placeholder_of(file))) static_cast<void>(act_on(file));
}

void open_own(PosixFile &file, std::int64_t number) {
    file.own = take_descriptor(number);
    file.shares_leaders = file.own >= 0 && is_file(file.own, file.inode);
    if (file.shares_leaders) return;
    if (file.own >= 0) static_cast<void>(CLOSERANKS_NEXT(close)(file.own));
    const int opened = open_again(file.name, flags_to_open_again(file), file.inode);
    file.own = opened < 0 ? -1 : moved_up(opened);
}

PosixFile::~PosixFile() {
    if (own >= 0) static_cast<void>(CLOSERANKS_NEXT(close)(own));
}

int act_on(PosixFile &file) noexcept {
    if (file.is_acting) return 0;
    const int flags = flags_to_open_again(file);
    int itself = std::exchange(file.own, -1);
    bool is_leaders = file.shares_leaders;
    if (itself < 0 || !is_file(itself, file.inode)) { // the program may have closed it
        itself = open_again(file.name, flags, file.inode);
        is_leaders = false;
    }
    if (itself < 0) return -1;
    if (is_leaders) file.left_at = ::lseek(itself, 0, SEEK_CUR);
    const int others = ::fcntl(itself, F_GETFL) & ~O_APPEND; // which may have changed since
    static_cast<void>(::fcntl(itself, F_SETFL, others | (flags & O_APPEND)));
    static_cast<void>(::lseek(itself, file.position, SEEK_SET));
    const int placeholder = placeholder_of(file);
    if (file.position == 0 && (flags & O_APPEND) == 0 && has_been_written(placeholder))
        copy_from(placeholder, itself);
    const std::vector<std::shared_ptr<PosixFile>> &files = posix_files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const int descriptor = static_cast<int>(i);
        if (files[i].get() != &file || !is_placeholder(descriptor)) continue;
        const int of_descriptor = ::fcntl(descriptor, F_GETFD);
        static_cast<void>(CLOSERANKS_NEXT(dup3)(itself, descriptor,
                                                (of_descriptor & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0));
    }
    static_cast<void>(CLOSERANKS_NEXT(close)(itself));
    file.is_acting = true;
    take_locks_again(file.inode);
    return 0;
}

void take_locks_over() {
    static bool are_taken = false;
    if (are_taken) return;
    are_taken = true;
    for (const std::shared_ptr<PosixFile> &file : posix_files())
        if (file != nullptr && file->locks.any()) static_cast<void>(act_on(*file));
}

void take_locks_again(std::int64_t inode) {
    const std::vector<std::shared_ptr<PosixFile>> &files = posix_files();
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i] != nullptr && files[i]->is_acting && files[i]->inode == inode)
            files[i]->locks.take_again(static_cast<int>(i));
}

void take_files_over() {
    if (!i_lead()) return;
    for (const std::shared_ptr<PosixFile> &file : posix_files())
        if (file != nullptr) static_cast<void>(act_on(*file));
}

} // namespace closeranks::replication
