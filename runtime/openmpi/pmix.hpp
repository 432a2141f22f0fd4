#pragma once

/// PMIx, by which Open MPI communicates with mpirun, if its header is installed; otherwise the
/// declarations that its functions need.

#if __has_include(<pmix.h>)
#include <pmix.h>
#define CLOSERANKS_HAS_PMIX 1
#else
#include <cstddef>
using pmix_status_t = int;
struct pmix_proc_t;
struct pmix_info_t;
struct pmix_app_t;
struct pmix_pdata_t;
using pmix_nspace_t = char[256];
constexpr pmix_status_t PMIX_ERR_NOT_SUPPORTED = -47;
#endif

#define CLOSERANKS_EXPORT extern "C" __attribute__((visibility("default")))
