#include "runtime/openmpi/job_control.hpp"

#include "runtime/openmpi/launch.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <dlfcn.h>

#if __has_include(<pmix.h>)
#include <pmix.h>
#define CLOSERANKS_HAS_PMIX 1
#else
using pmix_status_t = int;
struct pmix_proc_t;
struct pmix_info_t;
constexpr pmix_status_t PMIX_ERR_NOT_SUPPORTED = -47;
#endif

namespace closeranks {

#ifdef CLOSERANKS_HAS_PMIX
bool kill_others(ProcessId self, int count) {
    const std::string job = job_name();
    const auto control =
        reinterpret_cast<decltype(&PMIx_Job_control)>(dlsym(RTLD_DEFAULT, "PMIx_Job_control"));
    if (job.empty() || control == nullptr) return false;
    std::vector<pmix_proc_t> others;
    for (int number = 0; number < count; ++number) {
        if (ProcessId{number} == self) continue;
        pmix_proc_t other{};
        std::strncpy(other.nspace, job.c_str(), PMIX_MAX_NSLEN);
        other.rank = static_cast<pmix_rank_t>(number);
        others.push_back(other);
    }
    pmix_info_t directive{};
    std::strncpy(directive.key, PMIX_JOB_CTRL_KILL, PMIX_MAX_KEYLEN);
    directive.value.type = PMIX_BOOL;
    directive.value.data.flag = true;
    pmix_info_t *results = nullptr;
    std::size_t result_count = 0;
    const pmix_status_t code =
        control(others.data(), others.size(), &directive, 1, &results, &result_count);
    return code == PMIX_SUCCESS || code == PMIX_OPERATION_SUCCEEDED;
}
#else
bool kill_others(ProcessId, int) { return false; }
#endif

} // namespace closeranks

#define CLOSERANKS_EXPORT extern "C" __attribute__((visibility("default")))

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
            reinterpret_cast<decltype(&PMIx_Init)>(dlsym(RTLD_NEXT, "PMIx_Init")))
        return real_one(process, info, size);
    return PMIX_ERR_NOT_SUPPORTED;
}
