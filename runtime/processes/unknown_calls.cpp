#include "runtime/processes/unknown_calls.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/files/files.hpp"
#include "runtime/windows/window.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace closeranks {

namespace {

/// `what`: "communicator".
[[noreturn]] void refuse(const char *function, const char *what) noexcept {
    const std::string why = std::string("the program calls ") + function + " on a protected " +
                            what + "; this version of closeranks does not know that function";
    runtime().report.say("%s", why.c_str());
    end_program(EXIT_FAILURE, why);
}

} // namespace

void meet_unknown(const char *function, MPI_Comm comm) noexcept {
    if (Entry::nested()) return;
    if (runtime().communicators.find(comm) != nullptr ||
        runtime().intercommunicators.search(comm) != nullptr)
        refuse(function, "communicator");
}

void meet_unknown(const char *function, MPI_Win win) noexcept {
    if (find_window(win) != nullptr) refuse(function, "window");
}

void meet_unknown(const char *function, MPI_File file) noexcept {
    if (find_file(file) != nullptr) refuse(function, "file");
}

void *unknown_call(const char *function) noexcept {
    void *const found = dlsym(RTLD_NEXT, function);
    if (found == nullptr) {
        std::fprintf(
            stderr,
            "closeranks: the program calls %s, which the MPI library in use does not have\n",
            function);
        std::abort();
    }
    return found;
}

} // namespace closeranks
