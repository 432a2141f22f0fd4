#include "runtime/openmpi/job_control.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/pmix.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>

namespace closeranks {

#ifdef CLOSERANKS_HAS_PMIX
namespace {

pmix_proc_t name_of(ProcessId process, const std::string &job) noexcept {
    pmix_proc_t name{};
    std::strncpy(name.nspace, job.c_str(), PMIX_MAX_NSLEN);
    name.rank = static_cast<pmix_rank_t>(number_of(process));
    return name;
}

bool succeeded(pmix_status_t code) noexcept {
    return code == PMIX_SUCCESS || code == PMIX_OPERATION_SUCCEEDED;
}

bool kill_all(const std::vector<pmix_proc_t> &processes) {
    const auto control =
        reinterpret_cast<decltype(&PMIx_Job_control)>(dlsym(RTLD_DEFAULT, "PMIx_Job_control"));
    if (control == nullptr) return false;
    pmix_info_t directive{};
    std::strncpy(directive.key, PMIX_JOB_CTRL_KILL, PMIX_MAX_KEYLEN);
    directive.value.type = PMIX_BOOL;
    directive.value.data.flag = true;
    pmix_info_t *results = nullptr;
    std::size_t result_count = 0;
    return succeeded(
        control(processes.data(), processes.size(), &directive, 1, &results, &result_count));
}

std::atomic<int> failures_told{0};
std::counting_semaphore<> news_of_failures{0}; ///< for waiting threads; its count may be too large

/// Called on a thread of PMIx, before Open MPI's own handler, and by PMIx_Notify_event itself. The
/// caller of that may hold a lock, so this function takes none.
void note_failure(std::size_t, pmix_status_t, const pmix_proc_t *, pmix_info_t *, std::size_t,
                  pmix_info_t *, std::size_t, pmix_event_notification_cbfunc_fn_t go_on,
                  void *for_it) {
    ++failures_told;
    news_of_failures.release();
    if (go_on != nullptr) go_on(PMIX_EVENT_NO_ACTION_TAKEN, nullptr, 0, nullptr, nullptr, for_it);
}

void ignore(std::size_t, pmix_status_t, const pmix_proc_t *, pmix_info_t *, std::size_t,
            pmix_info_t *, std::size_t, pmix_event_notification_cbfunc_fn_t go_on, void *for_it) {
    if (go_on != nullptr) go_on(PMIX_EVENT_NO_ACTION_TAKEN, nullptr, 0, nullptr, nullptr, for_it);
}

/// PMIx gives the first handler of events the number 0, which Open MPI takes for none: it would not
/// take its own first handler back in MPI_Finalize (Quirk::first_event_handler).
void take_first_number() noexcept {
    const auto listen = reinterpret_cast<decltype(&PMIx_Register_event_handler)>(
        dlsym(RTLD_DEFAULT, "PMIx_Register_event_handler"));
    pmix_status_t never = PMIX_EXTERNAL_ERR_BASE - 1;
    if (listen != nullptr)
        static_cast<void>(listen(&never, 1, nullptr, 0, ignore, nullptr, nullptr));
}

bool listen_to_failures() noexcept {
    const auto listen = reinterpret_cast<decltype(&PMIx_Register_event_handler)>(
        dlsym(RTLD_DEFAULT, "PMIx_Register_event_handler"));
    if (listen == nullptr) return false;
    // The codes that Open MPI takes for a failure (ompi_mpi_instance_init_common).
    std::array<pmix_status_t, 3> failures{PMIX_ERR_PROC_TERM_WO_SYNC, PMIX_ERR_PROC_ABORTED_BY_SIG,
                                          PMIX_ERR_PROC_ABORTED};
    pmix_info_t first{};
    std::strncpy(first.key, PMIX_EVENT_HDLR_PREPEND, PMIX_MAX_KEYLEN);
    first.value.type = PMIX_BOOL;
    first.value.data.flag = true;
    return listen(failures.data(), failures.size(), &first, 1, note_failure, nullptr, nullptr) >= 0;
}

bool listens_to_failures() noexcept {
    static const bool listens = listen_to_failures();
    return listens;
}

} // namespace

int count_failures_told() noexcept { return listens_to_failures() ? failures_told.load() : 0; }

int await_failure_told(int known, std::chrono::microseconds longest) noexcept {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + longest;
    while (count_failures_told() == known && news_of_failures.try_acquire_until(end)) {
    }
    return count_failures_told();
}

bool kill_others(int count) {
    const std::string job = job_name();
    const std::optional<ProcessId> self = launched_process();
    if (job.empty() || !self) return false;
    std::vector<pmix_proc_t> others;
    for (int number = 0; number < count; ++number)
        if (ProcessId{number} != *self) others.push_back(name_of(ProcessId{number}, job));
    bool all_killed = others.empty() || kill_all(others);
    for (const JobOfRanks &other : jobs_of_ranks())
        if (other.name != job) all_killed = kill_job(other.name) && all_killed;
    return all_killed;
}

bool kill_job(const std::string &job) {
    pmix_proc_t everybody = name_of(ProcessId{}, job);
    everybody.rank = PMIX_RANK_WILDCARD;
    return kill_all({everybody});
}

bool tell_of_failures(std::span<const Launched> failed) {
    const std::string job = job_name();
    const std::optional<ProcessId> self = launched_process();
    const auto notify =
        reinterpret_cast<decltype(&PMIx_Notify_event)>(dlsym(RTLD_DEFAULT, "PMIx_Notify_event"));
    if (job.empty() || !self || notify == nullptr) return false;
    const pmix_proc_t source = name_of(*self, job);
    bool all_told = true;
    for (const Launched &process : failed) {
        pmix_proc_t name = name_of(process.process, process.job);
        pmix_info_t affected{};
        std::strncpy(affected.key, PMIX_EVENT_AFFECTED_PROC, PMIX_MAX_KEYLEN);
        affected.value.type = PMIX_PROC;
        affected.value.data.proc = &name;
        all_told = succeeded(notify(PMIX_ERR_PROC_TERM_WO_SYNC, &source, PMIX_RANGE_GLOBAL,
                                    &affected, 1, nullptr, nullptr)) &&
                   all_told;
    }
    return all_told;
}
#else
bool kill_job(const std::string &) { return false; }
bool kill_others(int) { return false; }
bool tell_of_failures(std::span<const Launched>) { return false; }
int count_failures_told() noexcept { return 0; }
int await_failure_told(int, std::chrono::microseconds longest) noexcept {
    std::this_thread::sleep_for(longest);
    return 0;
}
#endif

std::vector<JobOfRanks> &jobs_of_ranks() noexcept {
    static NeverDestroyed<std::vector<JobOfRanks>> jobs;
    return jobs.value;
}

Launched launched_as(ProcessId process) {
    Launched found{job_of_ranks(), process};
    for (const JobOfRanks &job : jobs_of_ranks())
        if (job.first <= process)
            found = {job.name, ProcessId{number_of(process) - number_of(job.first)}};
    return found;
}

} // namespace closeranks

CLOSERANKS_EXPORT pmix_status_t PMIx_Abort(int status, const char message[], pmix_proc_t procs[],
                                           size_t count) {
    closeranks::mpi_is_aborting(status);
    if (auto *real_one = reinterpret_cast<decltype(&PMIx_Abort)>(dlsym(RTLD_NEXT, "PMIx_Abort")))
        return real_one(status, message, procs, count);
    return PMIX_ERR_NOT_SUPPORTED;
}

CLOSERANKS_EXPORT pmix_status_t PMIx_Init(pmix_proc_t *process, pmix_info_t info[], size_t size) {
    closeranks::mpi_is_initialising(__builtin_return_address(0));
    if (auto *const real_one =
            reinterpret_cast<decltype(&PMIx_Init)>(dlsym(RTLD_NEXT, "PMIx_Init"))) {
        const pmix_status_t code = real_one(process, info, size);
#ifdef CLOSERANKS_HAS_PMIX
        // Also when PMIx starts anew: it counts from 0 then.
        if (code == PMIX_SUCCESS) closeranks::take_first_number();
#endif
        return code;
    }
    return PMIX_ERR_NOT_SUPPORTED;
}
