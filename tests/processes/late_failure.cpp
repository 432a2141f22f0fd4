// A failure is told while MPI_Finalize ends. No handler of Open MPI may be called then, for it
// would use data that are freed (Quirk::first_event_handler). So the failure reaches the handler of
// the program, which comes behind Open MPI's.

#include <mpi.h>
#include <pmix.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <thread>

namespace {

std::atomic<bool> is_ending = false;
std::atomic<bool> has_come = false;

template <typename Function> Function *find(void *where, const char *name) {
    return reinterpret_cast<Function *>(dlsym(where, name));
}

void note(std::size_t, pmix_status_t, const pmix_proc_t *, pmix_info_t *, std::size_t,
          pmix_info_t *, std::size_t, pmix_event_notification_cbfunc_fn_t go_on, void *for_it) {
    has_come = true;
    if (go_on != nullptr) go_on(PMIX_EVENT_ACTION_COMPLETE, nullptr, 0, nullptr, nullptr, for_it);
}

void tell_of_failure() {
    pmix_proc_t self{};
    std::strncpy(self.nspace, std::getenv("PMIX_NAMESPACE"), PMIX_MAX_NSLEN);
    pmix_proc_t failed = self;
    failed.rank = 1;
    pmix_info_t affected{};
    std::strncpy(affected.key, PMIX_EVENT_AFFECTED_PROC, PMIX_MAX_KEYLEN);
    affected.value.type = PMIX_PROC;
    affected.value.data.proc = &failed;
    static_cast<void>(find<decltype(PMIx_Notify_event)>(RTLD_DEFAULT, "PMIx_Notify_event")(
        PMIX_ERR_PROC_TERM_WO_SYNC, &self, PMIX_RANGE_PROC_LOCAL, &affected, 1, nullptr, nullptr));
}

} // namespace

/// Called by Open MPI in place of PMIx's own.
extern "C" [[gnu::visibility("default")]] pmix_status_t PMIx_Finalize(const pmix_info_t *info,
                                                                      std::size_t count) {
    if (is_ending) {
        tell_of_failure();
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (!has_come && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return find<decltype(PMIx_Finalize)>(RTLD_NEXT, "PMIx_Finalize")(info, count);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    pmix_info_t behind{};
    std::strncpy(behind.key, PMIX_EVENT_HDLR_APPEND, PMIX_MAX_KEYLEN);
    behind.value.type = PMIX_BOOL;
    behind.value.data.flag = true;
    static_cast<void>(
        find<decltype(PMIx_Register_event_handler)>(RTLD_DEFAULT, "PMIx_Register_event_handler")(
            nullptr, 0, &behind, 1, note, nullptr, nullptr));
    is_ending = true;
    MPI_Finalize();
    std::puts(has_come ? "ok: late_failure" : "a handler of Open MPI has taken the failure");
    return has_come ? 0 : 1;
}
