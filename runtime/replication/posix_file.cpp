#include "runtime/replication/posix_file.hpp"

#include "runtime/replication/call.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace closeranks::replication {

namespace {

struct State {
    bool are_followed = false;
    pid_t process = 0; ///< a child that vfork has made is another process
    time_t begin = 0;
    std::vector<std::shared_ptr<PosixFile>> files; ///< by descriptor
};

State &state() noexcept {
    static NeverDestroyed<State> one;
    return one.value;
}

bool writes(int flags) noexcept { return (flags & O_ACCMODE) != O_RDONLY; }

/// Names that are no file of a disk, but show this process or the system.
bool is_of_system(const std::string &name) noexcept {
    for (const std::string_view folder : {"/proc/", "/sys/", "/dev/"})
        if (name.starts_with(folder)) return true;
    return false;
}

bool is_random(const std::string &name) noexcept {
    return name == "/dev/urandom" || name == "/dev/random";
}

enum How : std::int64_t { each_accesses, leader_accesses };

/// The way in which an opened file is read and written.
How how_to_access(const PosixFile &file, const struct stat &found) noexcept {
    if (is_random(file.name)) return leader_accesses;
    if (is_of_system(file.name) || !S_ISREG(found.st_mode)) return each_accesses;
    constexpr time_t margin = 10; // clocks of file systems
    return writes(file.flags) || found.st_mtime >= state().begin - margin ? leader_accesses
                                                                          : each_accesses;
}

/// A descriptor that stands in for a file that another process accesses.
int make_placeholder(int flags) noexcept {
    const bool is_closed_on_exec = (flags & O_CLOEXEC) != 0;
    return ::memfd_create("closeranks-twin", is_closed_on_exec ? MFD_CLOEXEC : 0U);
}

/// Both processes read the file by themselves, so it still has to be the same file.
int open_by_itself(const PosixFile &file, int folder, const char *name, mode_t mode,
                   const Decisions::Outcome &told) {
    const int descriptor = CLOSERANKS_NEXT(openat)(folder, name, file.flags & ~O_EXCL, mode);
    if (told[2] == 0 || is_of_system(file.name) || !decisions().shares_memory()) return descriptor;
    struct stat found {};
    const bool is_same = descriptor >= 0 && ::fstat(descriptor, &found) == 0 &&
                         std::cmp_equal(found.st_ino, told[3]) && found.st_size == told[4] &&
                         found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec == told[5];
    if (!is_same) {
        std::array<char, PATH_MAX + 64> why{};
        static_cast<void>(std::snprintf(why.data(), why.size(),
                                        "the file %s was changed after its leader had opened it",
                                        file.name.c_str()));
        give_up_twin(why.data());
    }
    return descriptor;
}

} // namespace

Result decide_result(FunctionRef<std::int64_t()> act) {
    const OurOwn own;
    bool is_told = true;
    const Decisions::Outcome told = decisions().decide([&] {
        is_told = false;
        const std::int64_t value = act();
        return Decisions::Outcome{value, value == -1 ? errno : 0};
    });
    return {told.at(0), static_cast<int>(told.at(1)), is_told};
}

std::int64_t with_errno(const Result &result) noexcept {
    if (result.value == -1) errno = result.error;
    return result.value;
}

bool is_file_call(const void *caller) noexcept {
    return is_program_call(caller) && state().are_followed && ::getpid() == state().process;
}

void begin_file_calls() noexcept {
    state().are_followed = true;
    state().process = ::getpid();
    state().begin = ::time(nullptr);
}

void end_file_calls() {
    if (!state().are_followed) return;
    {
        const ProgramScope writes_what_is_buffered;
        static_cast<void>(std::fflush(nullptr));
    }
    state().are_followed = false;
    if (!i_lead()) return;
    for (const std::shared_ptr<PosixFile> &file : state().files)
        if (file != nullptr) static_cast<void>(act_on(*file));
}

std::shared_ptr<PosixFile> posix_file(int descriptor) noexcept {
    const auto i = static_cast<std::size_t>(descriptor);
    return descriptor >= 0 && i < state().files.size() ? state().files[i] : nullptr;
}

void set_posix_file(int descriptor, std::shared_ptr<PosixFile> file) {
    if (descriptor < 0) return;
    const auto i = static_cast<std::size_t>(descriptor);
    std::vector<std::shared_ptr<PosixFile>> &files = state().files;
    if (i >= files.size()) {
        if (file == nullptr) return;
        files.resize(i + 1);
    }
    files[i] = std::move(file);
}

std::string absolute_name(int folder, const char *name) {
    if (name == nullptr || *name == '/') return name == nullptr ? "" : name;
    std::array<char, PATH_MAX> found{};
    if (folder == AT_FDCWD) {
        if (::getcwd(found.data(), found.size()) == nullptr) return name;
    } else {
        const std::string link = "/proc/self/fd/" + std::to_string(folder);
        if (::readlink(link.c_str(), found.data(), found.size() - 1) < 0) return name;
    }
    return std::string(found.data()) + "/" + name;
}

void rename_posix_files(const std::string &from, const std::string &to) {
    for (const std::shared_ptr<PosixFile> &file : state().files) {
        if (file == nullptr) continue;
        if (file->name == from) file->name = to;
        if (file->name.starts_with(from + "/")) file->name.replace(0, from.size(), to);
    }
}

int act_on(PosixFile &file) noexcept {
    if (file.is_acting) return 0;
    const int flags = file.flags & ~(O_CREAT | O_EXCL | O_TRUNC);
    const int itself = CLOSERANKS_NEXT(open)(file.name.c_str(), flags | O_CLOEXEC);
    if (itself < 0) return -1;
    static_cast<void>(::lseek(itself, file.position, SEEK_SET));
    std::vector<std::shared_ptr<PosixFile>> &files = state().files;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].get() != &file) continue;
        const int descriptor = static_cast<int>(i);
        const int of_descriptor = ::fcntl(descriptor, F_GETFD);
        static_cast<void>(CLOSERANKS_NEXT(dup3)(itself, descriptor,
                                                (of_descriptor & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0));
    }
    static_cast<void>(CLOSERANKS_NEXT(close)(itself));
    file.is_acting = true;
    return 0;
}

int open_posix_file(int folder, const char *name, int flags, mode_t mode) {
    const OurOwn own;
    auto file = std::make_shared<PosixFile>(PosixFile{absolute_name(folder, name), flags});
    std::optional<NameBefore> before;
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) before.emplace(file->name);
    int descriptor = -1;
    bool is_told = true;
    const Decisions::Outcome told = decisions().decide([&] {
        is_told = false;
        const int now = before && before->leader_missed() ? flags & ~O_EXCL : flags;
        descriptor = CLOSERANKS_NEXT(openat)(folder, name, now, mode);
        struct stat found {};
        if (descriptor < 0 || ::fstat(descriptor, &found) != 0)
            return Decisions::Outcome{-1, errno, 0, 0, 0, 0};
        if (how_to_access(*file, found) == each_accesses)
            return Decisions::Outcome{0,
                                      each_accesses,
                                      S_ISREG(found.st_mode) ? 1 : 0,
                                      static_cast<std::int64_t>(found.st_ino),
                                      found.st_size,
                                      found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec};
        return Decisions::Outcome{0, leader_accesses, found.st_size, 0, 0, 0};
    });
    if (told.at(0) < 0) {
        errno = static_cast<int>(told[1]);
        return -1;
    }
    const bool is_followed = told[1] == leader_accesses;
    if (is_told)
        descriptor =
            is_followed ? make_placeholder(flags) : open_by_itself(*file, folder, name, mode, told);
    if (is_followed) {
        file->end = told[2];
        file->is_acting = !is_told;
        file->was_twin = is_told;
    }
    set_posix_file(descriptor, is_followed ? std::move(file) : nullptr);
    return descriptor;
}

int close_posix_file(int descriptor) {
    const std::shared_ptr<PosixFile> file = posix_file(descriptor);
    if (file == nullptr) return CLOSERANKS_NEXT(close)(descriptor);
    const Result result = decide_result([&]() -> std::int64_t {
        const bool is_itself = act_on(*file) == 0;
        const int error = errno;
        const int code = CLOSERANKS_NEXT(close)(descriptor);
        if (!is_itself) errno = error;
        return is_itself ? code : -1;
    });
    if (result.is_told) static_cast<void>(CLOSERANKS_NEXT(close)(descriptor));
    set_posix_file(descriptor, nullptr);
    return static_cast<int>(with_errno(result));
}

NameBefore::NameBefore(const std::string &name) {
    const Result found = decide_result([&]() -> std::int64_t {
        return ::faccessat(AT_FDCWD, name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0 ? 1 : 0;
    });
    was_there_ = found.value != 0;
    is_told_ = found.is_told;
}

} // namespace closeranks::replication
