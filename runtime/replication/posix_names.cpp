#include "runtime/replication/clock_calls.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

/// Functions of the C library about files by their names: the leader makes changes and queries.

namespace closeranks::replication {

namespace {

template <typename Call> int by_leader(const char *function, Call call) {
    return static_cast<int>(
        with_errno(decide_result(function, [&] { return std::int64_t{call()}; })));
}

/// The change of a name by a call that cannot be made twice.
enum class Changes { makes, takes_away };

/// A leader may have made the call, and failed before it told: then the call is not made again.
template <typename Call>
int once(const char *function, Changes changes, int folder, const char *name, Call call) {
    const std::string whole = absolute_name(folder, name);
    const NameBefore before(whole);
    return by_leader(function, [&] {
        if (changes == Changes::takes_away && before.leader_found() &&
            inode_of(whole) != before.inode())
            return 0;
        decisions().wait_for_twin();
        const int code = call();
        const bool is_second =
            changes == Changes::makes && code != 0 && errno == EEXIST && before.leader_missed();
        return is_second ? 0 : code;
    });
}

int rename_once(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    const std::string old_name = absolute_name(from_folder, from);
    const std::string new_name = absolute_name(to_folder, to);
    const NameBefore before(old_name);
    const bool exchanges = (flags & RENAME_EXCHANGE) != 0;
    std::optional<NameBefore> other;
    if (exchanges) other.emplace(new_name);
    const int code = by_leader("rename", [&] {
        if (before.leader_found() && inode_of(old_name) != before.inode()) return 0;
        decisions().wait_for_twin();
        return CLOSERANKS_NEXT(renameat2)(from_folder, from, to_folder, to, flags);
    });
    if (code != 0) return code;
    rename_posix_files(before.inode(), old_name, new_name);
    if (exchanges) rename_posix_files(other->inode(), "", old_name);
    return code;
}

/// The leader's answer about a file.
template <typename Found, typename Call> int ask(const char *function, Found *to, Call call) {
    constexpr std::size_t words = (sizeof(Found) + 7) / 8;
    const Decisions::Outcome told = decide_call(function, [&] {
        Found found{};
        const int code = call(&found);
        Decisions::Outcome outcome(2 + words);
        outcome[0] = code;
        outcome[1] = code == 0 ? 0 : errno;
        std::memcpy(&outcome[2], &found, sizeof(found));
        return outcome;
    });
    if (told.at(0) == 0)
        std::memcpy(to, &told[2], sizeof(*to));
    else
        errno = static_cast<int>(told[1]);
    return static_cast<int>(told[0]);
}

/// The same for a file that is open.
template <typename Call> auto of_file(PosixFile &file, Call call) {
    return [&file, call](auto *found) { return act_on(file) == 0 ? call(found) : -1; };
}

/// readlink(): the leader's result.
template <typename Call> ssize_t read_link(char *to, std::size_t bytes, Call call) {
    const Decisions::Outcome told = decide_call("readlink", [&] {
        const ssize_t found = call();
        const std::size_t words = (static_cast<std::size_t>(std::max<ssize_t>(found, 0)) + 7) / 8;
        Decisions::Outcome outcome(2 + words);
        outcome[0] = found;
        outcome[1] = found == -1 ? errno : 0;
        if (found > 0) std::memcpy(&outcome[2], to, static_cast<std::size_t>(found));
        return outcome;
    });
    const auto found = static_cast<std::size_t>(std::max<std::int64_t>(told.at(0), 0));
    if (found != 0) std::memcpy(to, &told.at(2), std::min(found, bytes));
    return static_cast<ssize_t>(with_errno({told[0], static_cast<int>(told[1])}));
}

/// Names that the leader's random numbers choose.
template <typename Make> int make_with_random_name(char *pattern, int ending, Make make) {
    constexpr std::size_t letters = 6;
    constexpr int tries = 1000;
    const std::size_t length = std::strlen(pattern);
    const auto after = static_cast<std::size_t>(ending);
    if (ending < 0 || length < letters + after ||
        std::memcmp(pattern + length - after - letters, "XXXXXX", letters) != 0) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < tries; ++i) {
        static constexpr char alphabet[] =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        std::array<std::uint8_t, letters> chosen{};
        repeat_random_bytes(chosen.data(), chosen.size());
        for (std::size_t at = 0; at < letters; ++at)
            pattern[length - after - letters + at] = alphabet[chosen[at] % (sizeof(alphabet) - 1)];
        const int made = make();
        if (made >= 0 || errno != EEXIST) return made;
    }
    return -1;
}

int make_file(char *pattern, int ending, int flags) {
    constexpr mode_t of_owner = 0600;
    return make_with_random_name(pattern, ending, [&] {
        return open_posix_file(AT_FDCWD, pattern, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL,
                               of_owner);
    });
}

bool is_asked_once(const char *name, const void *caller) noexcept {
    return name != nullptr && is_file_call(caller) && !shows_the_system(name);
}

} // namespace

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE int rename(const char *from, const char *to) noexcept {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(rename)(from, to);
    return rename_once(AT_FDCWD, from, AT_FDCWD, to, 0);
}

CLOSERANKS_IN_PLACE int renameat(int from_folder, const char *from, int to_folder,
                                 const char *to) noexcept {
    if (!is_file_call(CLOSERANKS_CALLER))
        return CLOSERANKS_NEXT(renameat)(from_folder, from, to_folder, to);
    return rename_once(from_folder, from, to_folder, to, 0);
}

CLOSERANKS_IN_PLACE int renameat2(int from_folder, const char *from, int to_folder, const char *to,
                                  unsigned flags) noexcept {
    if (!is_file_call(CLOSERANKS_CALLER))
        return CLOSERANKS_NEXT(renameat2)(from_folder, from, to_folder, to, flags);
    return rename_once(from_folder, from, to_folder, to, flags);
}

CLOSERANKS_IN_PLACE int unlink(const char *name) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(unlink)(name); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("unlink", Changes::takes_away, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int unlinkat(int folder, const char *name, int flags) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(unlinkat)(folder, name, flags); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("unlinkat", Changes::takes_away, folder, name, next);
}

CLOSERANKS_IN_PLACE int remove(const char *name) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(remove)(name); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("remove", Changes::takes_away, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int rmdir(const char *name) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(rmdir)(name); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("rmdir", Changes::takes_away, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int mkdir(const char *name, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mkdir)(name, mode); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mkdir", Changes::makes, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int mkdirat(int folder, const char *name, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mkdirat)(folder, name, mode); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mkdirat", Changes::makes, folder, name, next);
}

CLOSERANKS_IN_PLACE int mkfifo(const char *name, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mkfifo)(name, mode); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mkfifo", Changes::makes, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int mkfifoat(int folder, const char *name, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mkfifoat)(folder, name, mode); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mkfifoat", Changes::makes, folder, name, next);
}

CLOSERANKS_IN_PLACE int mknod(const char *name, mode_t mode, dev_t device) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mknod)(name, mode, device); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mknod", Changes::makes, AT_FDCWD, name, next);
}

CLOSERANKS_IN_PLACE int mknodat(int folder, const char *name, mode_t mode, dev_t device) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(mknodat)(folder, name, mode, device); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("mknodat", Changes::makes, folder, name, next);
}

CLOSERANKS_IN_PLACE int link(const char *from, const char *to) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(link)(from, to); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("link", Changes::makes, AT_FDCWD, to, next);
}

CLOSERANKS_IN_PLACE int symlink(const char *from, const char *to) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(symlink)(from, to); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("symlink", Changes::makes, AT_FDCWD, to, next);
}

CLOSERANKS_IN_PLACE int linkat(int from_folder, const char *from, int to_folder, const char *to,
                               int flags) noexcept {
    const auto next = [&] {
        return CLOSERANKS_NEXT(linkat)(from_folder, from, to_folder, to, flags);
    };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("linkat", Changes::makes, to_folder, to, next);
}

CLOSERANKS_IN_PLACE int symlinkat(const char *from, int to_folder, const char *to) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(symlinkat)(from, to_folder, to); };
    if (!is_file_call(CLOSERANKS_CALLER)) return next();
    return once("symlinkat", Changes::makes, to_folder, to, next);
}

CLOSERANKS_IN_PLACE ssize_t readlink(const char *name, char *to, std::size_t bytes) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(readlink)(name, to, bytes); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? read_link(to, bytes, next) : next();
}

CLOSERANKS_IN_PLACE ssize_t readlinkat(int folder, const char *name, char *to,
                                       std::size_t bytes) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(readlinkat)(folder, name, to, bytes); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? read_link(to, bytes, next) : next();
}

CLOSERANKS_IN_PLACE int truncate(const char *name, off_t size) noexcept {
    const auto next = [&] {
        decisions().wait_for_twin();
        return CLOSERANKS_NEXT(truncate)(name, size);
    };
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(truncate)(name, size);
    return by_leader("truncate", next);
}
CLOSERANKS_SAME(truncate64, truncate)

CLOSERANKS_IN_PLACE int chmod(const char *name, mode_t mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(chmod)(name, mode); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("chmod", next) : next();
}

CLOSERANKS_IN_PLACE int fchmodat(int folder, const char *name, mode_t mode, int flags) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(fchmodat)(folder, name, mode, flags); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("fchmodat", next) : next();
}

CLOSERANKS_IN_PLACE int chown(const char *name, uid_t owner, gid_t group) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(chown)(name, owner, group); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("chown", next) : next();
}

CLOSERANKS_IN_PLACE int lchown(const char *name, uid_t owner, gid_t group) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(lchown)(name, owner, group); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("lchown", next) : next();
}

CLOSERANKS_IN_PLACE int fchownat(int folder, const char *name, uid_t owner, gid_t group,
                                 int flags) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(fchownat)(folder, name, owner, group, flags); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("fchownat", next) : next();
}

CLOSERANKS_IN_PLACE int utime(const char *name, const utimbuf *times) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(utime)(name, times); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("utime", next) : next();
}

CLOSERANKS_IN_PLACE int utimes(const char *name, const timeval times[2]) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(utimes)(name, times); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("utimes", next) : next();
}

CLOSERANKS_IN_PLACE int utimensat(int folder, const char *name, const timespec times[2],
                                  int flags) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(utimensat)(folder, name, times, flags); };
    return is_file_call(CLOSERANKS_CALLER) ? by_leader("utimensat", next) : next();
}

CLOSERANKS_IN_PLACE int access(const char *name, int mode) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(access)(name, mode); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? by_leader("access", next) : next();
}

CLOSERANKS_IN_PLACE int faccessat(int folder, const char *name, int mode, int flags) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(faccessat)(folder, name, mode, flags); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? by_leader("faccessat", next) : next();
}

CLOSERANKS_IN_PLACE int stat(const char *name, struct stat *to) noexcept {
    const auto next = CLOSERANKS_NEXT(stat64);
    const auto call = [&](struct stat *found) {
        return next(name, reinterpret_cast<struct stat64 *>(found));
    };
    return is_asked_once(name, CLOSERANKS_CALLER) ? ask("stat", to, call) : call(to);
}
CLOSERANKS_SAME(stat64, stat)

CLOSERANKS_IN_PLACE int lstat(const char *name, struct stat *to) noexcept {
    const auto next = CLOSERANKS_NEXT(lstat64);
    const auto call = [&](struct stat *found) {
        return next(name, reinterpret_cast<struct stat64 *>(found));
    };
    return is_asked_once(name, CLOSERANKS_CALLER) ? ask("lstat", to, call) : call(to);
}
CLOSERANKS_SAME(lstat64, lstat)

CLOSERANKS_IN_PLACE int fstat(int descriptor, struct stat *to) noexcept {
    const auto next = CLOSERANKS_NEXT(fstat64);
    const auto call = [&](struct stat *found) {
        return next(descriptor, reinterpret_cast<struct stat64 *>(found));
    };
    const auto file = is_file_call(CLOSERANKS_CALLER) ? posix_file(descriptor) : nullptr;
    return file == nullptr ? call(to) : ask("fstat", to, of_file(*file, call));
}
CLOSERANKS_SAME(fstat64, fstat)

// An empty name is the descriptor itself, with AT_EMPTY_PATH.

CLOSERANKS_IN_PLACE int fstatat(int folder, const char *name, struct stat *to, int flags) noexcept {
    const auto next = CLOSERANKS_NEXT(fstatat64);
    const auto call = [&](struct stat *found) {
        return next(folder, name, reinterpret_cast<struct stat64 *>(found), flags);
    };
    if (!is_asked_once(name, CLOSERANKS_CALLER)) return call(to);
    if (*name != '\0') return ask("fstatat", to, call);
    const auto file = posix_file(folder);
    return file == nullptr ? call(to) : ask("fstatat", to, of_file(*file, call));
}
CLOSERANKS_SAME(fstatat64, fstatat)

CLOSERANKS_IN_PLACE int statx(int folder, const char *name, int flags, unsigned mask,
                              struct statx *to) noexcept {
    const auto call = [&](struct statx *found) {
        return CLOSERANKS_NEXT(statx)(folder, name, flags, mask, found);
    };
    if (!is_asked_once(name, CLOSERANKS_CALLER)) return call(to);
    if (*name != '\0') return ask("statx", to, call);
    const auto file = posix_file(folder);
    return file == nullptr ? call(to) : ask("statx", to, of_file(*file, call));
}

// How much room a file system has: programs look before they write.

CLOSERANKS_IN_PLACE int statvfs(const char *name, struct statvfs *to) noexcept {
    const auto call = [&](struct statvfs *found) { return CLOSERANKS_NEXT(statvfs)(name, found); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? ask("statvfs", to, call) : call(to);
}
CLOSERANKS_SAME(statvfs64, statvfs)

CLOSERANKS_IN_PLACE int fstatvfs(int descriptor, struct statvfs *to) noexcept {
    const auto call = [&](struct statvfs *found) {
        return CLOSERANKS_NEXT(fstatvfs)(descriptor, found);
    };
    const auto file = is_file_call(CLOSERANKS_CALLER) ? posix_file(descriptor) : nullptr;
    return file == nullptr ? call(to) : ask("fstatvfs", to, of_file(*file, call));
}
CLOSERANKS_SAME(fstatvfs64, fstatvfs)

CLOSERANKS_IN_PLACE int statfs(const char *name, struct statfs *to) noexcept {
    const auto call = [&](struct statfs *found) { return CLOSERANKS_NEXT(statfs)(name, found); };
    return is_asked_once(name, CLOSERANKS_CALLER) ? ask("statfs", to, call) : call(to);
}
CLOSERANKS_SAME(statfs64, statfs)

CLOSERANKS_IN_PLACE int fstatfs(int descriptor, struct statfs *to) noexcept {
    const auto call = [&](struct statfs *found) {
        return CLOSERANKS_NEXT(fstatfs)(descriptor, found);
    };
    const auto file = is_file_call(CLOSERANKS_CALLER) ? posix_file(descriptor) : nullptr;
    return file == nullptr ? call(to) : ask("fstatfs", to, of_file(*file, call));
}
CLOSERANKS_SAME(fstatfs64, fstatfs)

CLOSERANKS_IN_PLACE int mkstemp(char *pattern) {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(mkstemp)(pattern);
    return make_file(pattern, 0, 0);
}
CLOSERANKS_SAME(mkstemp64, mkstemp)

CLOSERANKS_IN_PLACE int mkostemp(char *pattern, int flags) {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(mkostemp)(pattern, flags);
    return make_file(pattern, 0, flags);
}
CLOSERANKS_SAME(mkostemp64, mkostemp)

CLOSERANKS_IN_PLACE int mkstemps(char *pattern, int ending) {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(mkstemps)(pattern, ending);
    return make_file(pattern, ending, 0);
}
CLOSERANKS_SAME(mkstemps64, mkstemps)

CLOSERANKS_IN_PLACE int mkostemps(char *pattern, int ending, int flags) {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(mkostemps)(pattern, ending, flags);
    return make_file(pattern, ending, flags);
}
CLOSERANKS_SAME(mkostemps64, mkostemps)

CLOSERANKS_IN_PLACE char *mkdtemp(char *pattern) noexcept {
    if (!is_file_call(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(mkdtemp)(pattern);
    constexpr mode_t of_owner = 0700;
    const int made = make_with_random_name(pattern, 0, [&] {
        return once("mkdtemp", Changes::makes, AT_FDCWD, pattern,
                    [&] { return CLOSERANKS_NEXT(mkdir)(pattern, of_owner); });
    });
    return made == 0 ? pattern : nullptr;
}
