#include "runtime/core/threads.hpp"
#include "runtime/support/mutex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdio>
#include <dirent.h>
#include <mutex>
#include <string>
#include <unistd.h>

namespace closeranks {

namespace {

struct Known {
    int id;
    const CallState *state;
};

struct Threads {
    Mutex<LockRank::threads> mutex;
    std::vector<Known> callers;  ///< threads that have called MPI
    std::vector<int> before;     ///< threads that ran before the MPI was initialised
    std::vector<int> of_the_mpi; ///< threads that the MPI has started
};

/// Never destroyed, because threads may outlive the static objects.
Threads &threads() noexcept {
    static auto *const all = new Threads;
    return *all;
}

int own_id() noexcept { return static_cast<int>(syscall(SYS_gettid)); }

bool contains(const std::vector<int> &ids, int id) noexcept {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::vector<int> running() {
    std::vector<int> ids;
    DIR *const tasks = opendir("/proc/self/task");
    if (tasks == nullptr) return ids;
    while (const dirent *entry = readdir(tasks))
        if (const int id = std::atoi(entry->d_name); id > 0) ids.push_back(id);
    closedir(tasks);
    return ids;
}

/// Forgets the thread when it ends.
struct Guard {
    ~Guard() {
        const std::scoped_lock lock(threads().mutex);
        std::erase_if(threads().callers, [](const Known &known) { return known.id == own_id(); });
    }
};

/// True when only another thread of this process can wake this one. /proc names the system call in
/// which the thread sleeps, and its arguments (proc(5)).
bool sleeps_until_woken(int id) noexcept {
    const std::string path = "/proc/self/task/" + std::to_string(id) + "/syscall";
    std::FILE *const file = std::fopen(path.c_str(), "r");
    if (file == nullptr) return false;
    long number = -1;
    unsigned long long address = 0;
    unsigned long long operation = 0;
    unsigned long long value = 0;
    unsigned long long timeout = 0;
    const int found = std::fscanf(file, "%ld %llx %llx %llx %llx", &number, &address, &operation,
                                  &value, &timeout);
    std::fclose(file);
    return found == 5 && number == SYS_futex && timeout == 0 &&
           (operation & FUTEX_PRIVATE_FLAG) != 0;
}

} // namespace

void remember_this_thread() noexcept {
    thread_local const Guard guard;
    const std::scoped_lock lock(threads().mutex);
    threads().callers.push_back({own_id(), &this_call});
}

void before_mpi_starts() noexcept { threads().before = running(); }

void after_mpi_started() noexcept {
    Threads &all = threads();
    for (const int id : running())
        if (id != own_id() && !contains(all.before, id)) all.of_the_mpi.push_back(id);
}

void for_each_thread(void (*visit)(const CallState &state, void *context), void *context) noexcept {
    const std::scoped_lock lock(threads().mutex);
    for (const Known &known : threads().callers)
        visit(*known.state, context);
}

bool has_free_threads(int watcher) noexcept {
    Threads &all = threads();
    const std::scoped_lock lock(all.mutex);
    const auto is_caller = [&](int id) {
        return std::any_of(all.callers.begin(), all.callers.end(),
                           [id](const Known &known) { return known.id == id; });
    };
    const std::vector<int> ids = running();
    return std::any_of(ids.begin(), ids.end(), [&](int id) {
        return id != watcher && !is_caller(id) && !contains(all.of_the_mpi, id) &&
               !sleeps_until_woken(id);
    });
}

} // namespace closeranks
