#include "runtime/openmpi/starting.hpp"

#include "runtime/openmpi/pmix.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>

namespace closeranks {

namespace {
thread_local constinit std::array<char, sizeof(pmix_nspace_t)> spawned_job{};
thread_local constinit std::optional<std::chrono::seconds> start_limit;
} // namespace

std::string take_spawned_job() {
    std::string job(spawned_job.data());
    spawned_job[0] = '\0';
    return job;
}

StartLimit::StartLimit(std::chrono::seconds longest) noexcept { start_limit = longest; }
StartLimit::~StartLimit() { start_limit.reset(); }

#ifdef CLOSERANKS_HAS_PMIX
namespace {

/// The jobs that have ended, as mpirun reports them to the process that has started them.
struct EndedJobs {
    Mutex<LockRank::leaf> mutex;
    std::vector<std::string> names;
};

EndedJobs &ended_jobs() noexcept {
    static NeverDestroyed<EndedJobs> jobs;
    return jobs.value;
}

bool has_ended(const std::string &job) {
    EndedJobs &ended = ended_jobs();
    const std::scoped_lock lock(ended.mutex);
    return std::ranges::find(ended.names, job) != ended.names.end();
}

/// Called on a thread of PMIx.
void note_end(std::size_t, pmix_status_t, const pmix_proc_t *, pmix_info_t *info, std::size_t size,
              pmix_info_t *, std::size_t, pmix_event_notification_cbfunc_fn_t go_on, void *for_it) {
    EndedJobs &ended = ended_jobs();
    for (const pmix_info_t &told : std::span(info, size))
        if (told.value.type == PMIX_PROC && told.value.data.proc != nullptr) {
            const std::scoped_lock lock(ended.mutex);
            ended.names.emplace_back(told.value.data.proc->nspace);
        }
    if (go_on != nullptr) go_on(PMIX_EVENT_NO_ACTION_TAKEN, nullptr, 0, nullptr, nullptr, for_it);
}

pmix_info_t yes(const char *key) noexcept {
    pmix_info_t info{};
    std::strncpy(info.key, key, PMIX_MAX_KEYLEN);
    info.value.type = PMIX_BOOL;
    info.value.data.flag = true;
    return info;
}

void listen_to_ends() noexcept {
    const auto listen = reinterpret_cast<decltype(&PMIx_Register_event_handler)>(
        dlsym(RTLD_DEFAULT, "PMIx_Register_event_handler"));
    pmix_status_t end = PMIX_EVENT_JOB_END;
    if (listen != nullptr)
        static_cast<void>(listen(&end, 1, nullptr, 0, note_end, nullptr, nullptr));
}

using Lookup = decltype(&PMIx_Lookup);

/// A lookup that may be given up: its arguments belong to the thread that waits for the answer.
struct Search {
    std::vector<pmix_pdata_t> data;
    std::vector<pmix_info_t> info;
    Mutex<LockRank::leaf> mutex;
    Condition answered;
    std::optional<pmix_status_t> code;
};

pmix_status_t look_up_within(std::chrono::seconds longest, Lookup look_up,
                             std::span<pmix_pdata_t> data, std::span<const pmix_info_t> info) {
    const auto search = std::make_shared<Search>();
    search->data.assign(data.begin(), data.end());
    search->info.assign(info.begin(), info.end());
    std::thread([search, look_up] {
        const pmix_status_t code = look_up(search->data.data(), search->data.size(),
                                           search->info.data(), search->info.size());
        const std::scoped_lock lock(search->mutex);
        search->code = code;
        search->answered.notify_all();
    }).detach();
    const std::string job(spawned_job.data());
    const auto end = std::chrono::steady_clock::now() + longest;
    constexpr std::chrono::milliseconds between_looks{20};
    std::unique_lock lock(search->mutex);
    while (!search->code) {
        search->answered.wait_for(lock, between_looks);
        if (search->code) break;
        if (std::chrono::steady_clock::now() > end) return PMIX_ERR_TIMEOUT;
        lock.unlock();
        if (has_ended(job)) return PMIX_ERR_NOT_FOUND;
        lock.lock();
    }
    std::ranges::copy(search->data, data.begin());
    return *search->code;
}

} // namespace
#endif

} // namespace closeranks

using namespace closeranks;

#ifdef CLOSERANKS_HAS_PMIX
namespace {

pmix_status_t spawn_and_hear_of_end(decltype(&PMIx_Spawn) spawn, std::span<const pmix_info_t> info,
                                    std::span<const pmix_app_t> programs,
                                    pmix_nspace_t job) noexcept {
    [[maybe_unused]] static const bool listens = (listen_to_ends(), true);
    std::vector<pmix_info_t> all(info.begin(), info.end());
    all.push_back(yes(PMIX_NOTIFY_COMPLETION));
    return spawn(all.data(), all.size(), programs.data(), programs.size(), job);
}

} // namespace
#endif

CLOSERANKS_EXPORT pmix_status_t PMIx_Spawn(const pmix_info_t info[], size_t size,
                                           const pmix_app_t programs[], size_t count,
                                           pmix_nspace_t job) {
    auto *const real_one = reinterpret_cast<decltype(&PMIx_Spawn)>(dlsym(RTLD_NEXT, "PMIx_Spawn"));
    if (real_one == nullptr) return PMIX_ERR_NOT_SUPPORTED;
#ifdef CLOSERANKS_HAS_PMIX
    const pmix_status_t code =
        start_limit ? spawn_and_hear_of_end(real_one, {info, size}, {programs, count}, job)
                    : real_one(info, size, programs, count, job);
#else
    const pmix_status_t code = real_one(info, size, programs, count, job);
#endif
    if (code == 0 && job != nullptr) std::strncpy(spawned_job.data(), job, spawned_job.size() - 1);
    return code;
}

#ifdef CLOSERANKS_HAS_PMIX
CLOSERANKS_EXPORT pmix_status_t PMIx_Lookup(pmix_pdata_t data[], size_t data_size,
                                            const pmix_info_t info[], size_t size) {
    const auto real_one = reinterpret_cast<Lookup>(dlsym(RTLD_NEXT, "PMIx_Lookup"));
    if (real_one == nullptr) return PMIX_ERR_NOT_SUPPORTED;
    if (!start_limit) return real_one(data, data_size, info, size);
    try {
        return look_up_within(*start_limit, real_one, {data, data_size}, {info, size});
    } catch (const std::exception &) { // there is no thread, or no memory
        return real_one(data, data_size, info, size);
    }
}
#endif
