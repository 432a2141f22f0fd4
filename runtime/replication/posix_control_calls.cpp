#include "runtime/replication/posix_file.hpp"
#include "runtime/replication/program_calls.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// fcntl() and locks, as the program calls them.

namespace closeranks::replication {

namespace {

using Control = int(int, int, ...);

/// The leader sets a lock; both processes note it.
template <typename Call>
int set_lock(const char *function, int descriptor, PosixFile &file, const struct flock &lock,
             bool is_of_file, Call call) {
    const Decisions::Outcome told = decide_call(function, [&] {
        off_t base = 0;
        struct stat found {};
        if (act_on(file) != 0) return Decisions::Outcome{-1, errno, 0};
        if (lock.l_whence == SEEK_CUR) base = CLOSERANKS_NEXT(lseek)(descriptor, 0, SEEK_CUR);
        if (lock.l_whence == SEEK_END && ::fstat(descriptor, &found) == 0) base = found.st_size;
        const int code = call();
        return Decisions::Outcome{code, code == -1 ? errno : 0, base};
    });
    Locks::Record range{.type = lock.l_type, .is_of_file = is_of_file};
    if (told.at(0) == 0 && find_range(told.at(2), lock.l_start, lock.l_len, range))
        file.locks.note(range);
    return static_cast<int>(with_errno({told[0], static_cast<int>(told[1])}));
}

bool sets_lock(int command) noexcept {
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

/// lockf(): as fcntl(), from the position on.
int set_lock_by_size(int descriptor, PosixFile &file, int command, off_t size) {
    const auto next = [&] { return CLOSERANKS_NEXT(lockf)(descriptor, command, size); };
    if (command == F_TEST) return static_cast<int>(by_leader("lockf", file, next));
    struct flock lock {};
    lock.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK;
    lock.l_whence = SEEK_CUR;
    lock.l_len = size;
    return set_lock("lockf", descriptor, file, lock, false, next);
}

/// F_GETLK: the leader's result.
int ask_for_lock(int descriptor, int command, struct flock *lock, PosixFile &file, Control *next) {
    constexpr std::size_t words = (sizeof(*lock) + 7) / 8;
    const Decisions::Outcome told = decide_call("fcntl", [&] {
        const int code = act_on(file) == 0 ? next(descriptor, command, lock) : -1;
        Decisions::Outcome outcome(2 + words);
        outcome[0] = code;
        outcome[1] = code == -1 ? errno : 0;
        std::memcpy(&outcome[2], lock, sizeof(*lock));
        return outcome;
    });
    std::memcpy(lock, &told.at(2), sizeof(*lock));
    return static_cast<int>(with_errno({told[0], static_cast<int>(told[1])}));
}

int control(int descriptor, int command, std::uintptr_t argument, const void *caller) {
    static auto *const next = reinterpret_cast<Control *>(::dlsym(RTLD_NEXT, "fcntl64"));
    const auto file = followed(descriptor, caller);
    if (file == nullptr || command == F_GETFD || command == F_SETFD)
        return next(descriptor, command, argument);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
        return share_posix_file(file, next(descriptor, command, argument));
    if (command == F_GETLK || command == F_OFD_GETLK)
        return ask_for_lock(descriptor, command, reinterpret_cast<struct flock *>(argument), *file,
                            next);
    if (sets_lock(command))
        return set_lock("fcntl", descriptor, *file, *reinterpret_cast<struct flock *>(argument),
                        command == F_OFD_SETLK || command == F_OFD_SETLKW,
                        [&] { return next(descriptor, command, argument); });
    const auto told = static_cast<int>(
        by_leader("fcntl", *file, [&] { return next(descriptor, command, argument); }));
    if (command == F_SETFL && told == 0)
        file->flags = (file->flags & ~O_APPEND) | (static_cast<int>(argument) & O_APPEND);
    return told;
}

} // namespace

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE int flock(int descriptor, int operation) noexcept {
    const auto next = [&] { return CLOSERANKS_NEXT(flock)(descriptor, operation); };
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    if (file == nullptr) return next();
    const auto code = static_cast<int>(by_leader("flock", *file, next));
    if (code == 0) file->locks.note_whole(operation);
    return code;
}

CLOSERANKS_IN_PLACE int lockf(int descriptor, int command, off_t size) {
    const auto file = followed(descriptor, CLOSERANKS_CALLER);
    return file == nullptr ? CLOSERANKS_NEXT(lockf)(descriptor, command, size)
                           : set_lock_by_size(descriptor, *file, command, size);
}
CLOSERANKS_SAME(lockf64, lockf)

CLOSERANKS_IN_PLACE int fcntl(int descriptor, int command, ...) {
    std::va_list arguments;
    va_start(arguments, command);
    const auto argument = va_arg(arguments, std::uintptr_t);
    va_end(arguments);
    return control(descriptor, command, argument, CLOSERANKS_CALLER);
}
CLOSERANKS_SAME(fcntl64, fcntl)
