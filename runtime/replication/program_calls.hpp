#pragma once

#include <dlfcn.h>

namespace closeranks::replication {

/// Calls of functions of the C library that count as calls of the program. Both processes of its
/// rank make these in the same order, so that the leader's outcome can be told to the twin. They
/// are calls of the thread that has called MPI_Init, from MPI_Init to MPI_Finalize, outside the
/// program's calls of MPI and its signal handlers. Calls from libraries of the MPI or of the C
/// library do not count.
///
/// All other calls get the C library's own result.

/// Calls of this thread count from now on, until end_program_calls().
void begin_program_calls() noexcept;
void end_program_calls() noexcept;

/// True while this thread is within a call of MPI that the program has made (call.hpp).
[[gnu::visibility("hidden")]] extern constinit thread_local bool is_in_call;

/// True if this thread's calls count at all now.
[[gnu::visibility("hidden"),
  gnu::tls_model("initial-exec")]] extern constinit thread_local bool program_calls_count;

/// True within a signal handler of the program (signal_calls.cpp).
[[nodiscard]] bool is_in_handler() noexcept;

/// True if the code at `caller` belongs to the program, or to a library that it uses.
[[nodiscard]] bool is_code_of_program(const void *caller) noexcept;

/// The same. The program must also be in no call of MPI or of this library.
[[nodiscard]] bool is_of_program(const void *caller) noexcept;

[[nodiscard]] inline bool is_program_call(const void *caller) noexcept {
    return program_calls_count && !is_in_handler() && is_of_program(caller);
}

/// While one lives on this thread, calls do not count as the program's: the library's work for the
/// program, and calls of a signal handler meanwhile.
class OurOwn {
  public:
    OurOwn() noexcept : before_(program_calls_count) { program_calls_count = false; }
    ~OurOwn() { program_calls_count = before_; }
    OurOwn(const OurOwn &) = delete;
    OurOwn &operator=(const OurOwn &) = delete;

  private:
    bool before_;
};

} // namespace closeranks::replication

/// The function of that name behind this library in the search order.
#define CLOSERANKS_NEXT(name)                                                                      \
    ([]() noexcept {                                                                               \
        static const auto found = reinterpret_cast<decltype(&::name)>(::dlsym(RTLD_NEXT, #name));  \
        return found;                                                                              \
    }())

/// A function that replaces the C library's.
#define CLOSERANKS_IN_PLACE extern "C" __attribute__((visibility("default")))
/// The caller of the function.
#define CLOSERANKS_CALLER __builtin_return_address(0)
/// Another name of the same function, with a declaration of its own: for files with 64-bit offsets.
#define CLOSERANKS_SAME(name, as)                                                                  \
    extern "C" __attribute__((visibility("default"), alias(#as))) decltype(::name) name;
