#include "runtime/processes/loading.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/internals.hpp"
#include "runtime/support/real.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

/// Symbols that only copies of this library have.
extern "C" {
[[gnu::visibility("default")]] extern const char closeranks_copy;
const char closeranks_copy = 0;
}

namespace closeranks {

namespace {

/// Handles of two MPI libraries would be mixed: this library's come from its own MPI's library.
[[noreturn]] void refuse(const char *library) noexcept {
    std::fprintf(
        stderr,
        "closeranks: this program is linked with the MPI ABI (%s), for which closeranks is "
        "not made; compile it with mpicc in place of mpicc_abi\n",
        library);
    _exit(EXIT_FAILURE);
}

} // namespace

void load() noexcept {
    [[maybe_unused]] static const bool once = [] {
        construct_runtime();
        resolve_real_entry_points(); // last, because from now on calls no longer pass here
        if (const char *const file = library_of_the_abi()) refuse(file);
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
