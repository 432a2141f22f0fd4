#include "runtime/replication/posix_file.hpp"

#include "runtime/replication/clock_calls.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/handed_descriptors.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
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

bool is_random(const std::string &name) noexcept {
    return name == "/dev/urandom" || name == "/dev/random";
}

enum How : std::int64_t { each_accesses, leader_accesses };

/// The way in which an opened file is read and written.
How how_to_access(const PosixFile &file, const struct stat &found) noexcept {
    if (is_random(file.name)) return leader_accesses;
    if (shows_the_system(file.name) || !S_ISREG(found.st_mode)) return each_accesses;
    constexpr time_t margin = 10; // clocks of file systems
    return writes(file.flags) || found.st_mtime >= state().begin - margin ? leader_accesses
                                                                          : each_accesses;
}

void append_text(Decisions::Outcome &outcome, std::string_view text) {
    const std::size_t at = outcome.size();
    outcome.resize(at + (text.size() + sizeof(outcome[0]) - 1) / sizeof(outcome[0]));
    if (!text.empty()) std::memcpy(&outcome[at], text.data(), text.size());
}

std::string text_at(const Decisions::Outcome &outcome, std::size_t at, std::size_t bytes) {
    std::string text(bytes, '\0');
    if (bytes != 0) std::memcpy(text.data(), &outcome.at(at), bytes);
    return text;
}

/// Both processes read the file by themselves, so it still has to be the same file.
int open_by_itself(const PosixFile &file, int folder, const char *name, mode_t mode,
                   const Decisions::Outcome &told) {
    const int descriptor = CLOSERANKS_NEXT(openat)(folder, name, file.flags & ~O_EXCL, mode);
    if (told[2] == 0 || shows_the_system(file.name) || !decisions().shares_memory())
        return descriptor;
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

/// open() with O_EXCL of a file that was not there before. A leader that has died may have made it.
int open_made(int folder, const char *name, int flags, mode_t mode, const std::string &whole) {
    const int made = CLOSERANKS_NEXT(openat)(folder, name, flags, mode);
    if (made >= 0 || errno != EEXIST) return made;
    return open_against_mode(whole, flags & ~(O_EXCL | O_CREAT));
}

} // namespace

bool shows_the_system(std::string_view name) noexcept {
    if (name.starts_with("/dev/shm/")) return false; // files like others, in memory
    return name.starts_with("/proc/") || name.starts_with("/sys/") || name.starts_with("/dev/");
}

Decisions::Outcome decide_call(const char *function, FunctionRef<Decisions::Outcome()> find_out) {
    const OurOwn own;
    std::uint64_t name = 14695981039346656037U; // FNV-1a
    for (const char *at = function; *at != '\0'; ++at)
        name = (name ^ static_cast<std::uint8_t>(*at)) * 1099511628211U;
    Decisions::Outcome told = decisions().decide([&] {
        take_locks_over();
        Decisions::Outcome outcome = find_out();
        outcome.push_back(static_cast<std::int64_t>(name));
        return outcome;
    });
    if (told.empty() || told.back() != static_cast<std::int64_t>(name)) {
        const std::string why =
            std::string("it calls ") + function + " where its leader has called something else";
        give_up_twin(why.c_str());
    }
    told.pop_back();
    return told;
}

Result decide_result(const char *function, FunctionRef<std::int64_t()> act) {
    bool is_told = true;
    const Decisions::Outcome told = decide_call(function, [&] {
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

void follow_files() noexcept {
    state().are_followed = true;
    state().process = ::getpid();
    state().begin = ::time(nullptr);
}

bool are_files_followed() noexcept { return state().are_followed; }

void follow_files_no_more() noexcept { state().are_followed = false; }

const std::vector<std::shared_ptr<PosixFile>> &posix_files() noexcept { return state().files; }

std::shared_ptr<PosixFile> posix_file(int descriptor) noexcept {
    const auto i = static_cast<std::size_t>(descriptor);
    return descriptor >= 0 && i < state().files.size() ? state().files[i] : nullptr;
}

std::shared_ptr<PosixFile> followed(int descriptor, const void *caller) noexcept {
    if (!program_calls_count) return nullptr;
    auto file = posix_file(descriptor);
    return file != nullptr && is_file_call(caller) ? file : nullptr;
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

int share_posix_file(const std::shared_ptr<PosixFile> &file, int made) {
    set_posix_file(made, file);
    return made;
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

std::int64_t inode_of(const std::string &name) noexcept {
    struct stat found {};
    return ::fstatat(AT_FDCWD, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0
               ? static_cast<std::int64_t>(found.st_ino)
               : 0;
}

void rename_posix_files(std::int64_t inode, const std::string &from, const std::string &to) {
    for (const std::shared_ptr<PosixFile> &file : state().files) {
        if (file == nullptr) continue;
        if (file->inode == inode || file->name == from) file->name = to;
        if (!from.empty() && file->name.starts_with(from + "/"))
            file->name.replace(0, from.size(), to);
    }
}

int open_posix_file(int folder, const char *name, int flags, mode_t mode) {
    const OurOwn own;
    const auto of_own_process = name_of_own_process(name);
    if (of_own_process) name = of_own_process->c_str();
    auto file = std::make_shared<PosixFile>(absolute_name(folder, name), flags);
    std::optional<NameBefore> before;
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) before.emplace(file->name);
    int descriptor = -1;
    bool is_told = true;
    const Decisions::Outcome told = decide_call("open", [&] {
        is_told = false;
        if (writes(flags) || (flags & (O_CREAT | O_TRUNC)) != 0) decisions().wait_for_twin();
        descriptor = before && before->leader_missed()
                         ? open_made(folder, name, flags, mode, file->name)
                         : CLOSERANKS_NEXT(openat)(folder, name, flags, mode);
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
        const bool is_shared =
            S_ISREG(found.st_mode) && decisions().shares_memory() && world().my_other();
        Decisions::Outcome outcome{0,
                                   leader_accesses,
                                   S_ISREG(found.st_mode) ? 1 : 0,
                                   static_cast<std::int64_t>(found.st_ino),
                                   found.st_size,
                                   static_cast<std::int64_t>(file->name.size()),
                                   is_shared ? hand_descriptor(descriptor) : 0};
        append_text(outcome, file->name);
        return outcome;
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
        file->inode = told[3];
        file->end = told[4];
        file->name = text_at(told, 7, static_cast<std::size_t>(told[5])); // it may have a pid in it
        file->is_acting = !is_told;
        file->was_twin = is_told;
        if (is_told && decisions().shares_memory()) open_own(*file, told[6]);
    }
    set_posix_file(descriptor, is_followed ? std::move(file) : nullptr);
    return descriptor;
}

namespace {

/// In the leader, before it closes the descriptor: locks of the open file end with its last
/// descriptor. The twin, which may lag, still has one.
void end_locks(const PosixFile &file, int descriptor) noexcept {
    const auto &files = posix_files();
    const bool is_last = std::count_if(files.begin(), files.end(),
                                       [&](const auto &one) { return one.get() == &file; }) <= 1;
    if (is_last && file.is_acting) file.locks.end_those_of_file(descriptor);
}

/// A descriptor of the file has been closed.
void forget_locks(const PosixFile &file) {
    for (const std::shared_ptr<PosixFile> &one : posix_files())
        if (one != nullptr && one->inode == file.inode) one->locks.forget_those_of_process();
}

} // namespace

int close_posix_file(int descriptor) {
    const std::shared_ptr<PosixFile> file = posix_file(descriptor);
    if (file == nullptr) return CLOSERANKS_NEXT(close)(descriptor);
    // Where the file itself is not at the descriptor, there is nothing else to do with it.
    const Result result = decide_result("close", [&] {
        bring_written(*file);
        end_locks(*file, descriptor);
        return std::int64_t{CLOSERANKS_NEXT(close)(descriptor)};
    });
    if (result.is_told) static_cast<void>(CLOSERANKS_NEXT(close)(descriptor));
    set_posix_file(descriptor, nullptr);
    forget_locks(*file);
    return static_cast<int>(with_errno(result));
}

void leave_posix_file(int descriptor) {
    const std::shared_ptr<PosixFile> file = posix_file(descriptor);
    if (file == nullptr) return;
    static_cast<void>(decide_result("dup2", [&] {
        bring_written(*file);
        end_locks(*file, descriptor);
        return std::int64_t{0};
    }));
    forget_locks(*file);
}

NameBefore::NameBefore(const std::string &name) {
    const Result found = decide_result("a call about a name", [&] { return inode_of(name); });
    inode_ = found.value;
    is_told_ = found.is_told;
}

} // namespace closeranks::replication
