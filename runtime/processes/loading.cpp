#include "runtime/processes/loading.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/support/real.hpp"

#include <dlfcn.h>

/// What every copy of this library has and nothing else.
extern "C" {
[[gnu::visibility("default")]] extern const char closeranks_copy;
const char closeranks_copy = 0;
}

namespace closeranks {

void load() noexcept {
    [[maybe_unused]] static const bool once = [] {
        construct_runtime();
        resolve_real_entry_points(); // last: from now on nobody comes by here
        return true;
    }();
}

const char *copy_in_front() noexcept {
    Dl_info here{};
    Dl_info first{};
    const void *const in_front = dlsym(RTLD_DEFAULT, "closeranks_copy");
    if (in_front == nullptr || dladdr(&real, &here) == 0 || dladdr(in_front, &first) == 0)
        return nullptr;
    return here.dli_fbase != first.dli_fbase ? first.dli_fname : nullptr;
}

namespace {

// 101 is the first priority the system leaves to programs: before every ordinary constructor of
// this library, but not of those that the dynamic linker initialises before it.
[[gnu::constructor(101)]] void load_early() { load(); }

} // namespace

} // namespace closeranks
