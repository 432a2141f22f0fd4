#include "runtime/replication/program_calls.hpp"

#include "runtime/openmpi/own_libraries.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <link.h>
#include <pthread.h>
#include <string_view>

namespace closeranks::replication {

constinit thread_local bool is_in_call = false;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool program_calls_count = false;

namespace {

/// Libraries whose calls are never the program's: they call for their own purposes, and not
/// deterministically. The Fortran layer of the MPI calls for the program.
bool is_apart(std::string_view path) noexcept {
    constexpr std::array<std::string_view, 5> beginnings{"libc.", "ld-", "libpthread.", "librt.",
                                                         "libcloseranks"};
    const std::string_view file = path.substr(path.rfind('/') + 1);
    for (const std::string_view beginning : beginnings)
        if (file.starts_with(beginning)) return true;
    return is_library_of_the_mpi(file) && !is_fortran_layer_of_the_mpi(file);
}

bool find_out(const void *caller) noexcept {
    dl_find_object found{};
    // Code made at run time.
    if (_dl_find_object(const_cast<void *>(caller), &found) != 0) return true;
    return !is_apart(found.dlfo_link_map->l_name); // the program itself has no name
}

/// A child process has no twin.
[[gnu::constructor]] void forget_in_children() {
    static_cast<void>(pthread_atfork(nullptr, nullptr, [] { program_calls_count = false; }));
}

} // namespace

bool is_of_program(const void *caller) noexcept {
    return !is_in_call && is_code_of_program(caller);
}

bool is_code_of_program(const void *caller) noexcept {
    // Each place has a caller, and the answer in the highest bit, which no address has: one word,
    // because a signal handler may come here at any moment.
    constexpr std::size_t places = 256;
    constexpr std::uintptr_t yes = ~(std::numeric_limits<std::uintptr_t>::max() >> 1U);
    [[gnu::tls_model("initial-exec")]] static constinit thread_local std::array<
        std::atomic<std::uintptr_t>, places>
        known{};
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    std::atomic<std::uintptr_t> &place = known[(address >> 2U) % places];
    std::uintptr_t one = place.load(std::memory_order_relaxed);
    if ((one & ~yes) != address) {
        one = find_out(caller) ? address | yes : address;
        place.store(one, std::memory_order_relaxed);
    }
    return (one & yes) != 0;
}

void begin_program_calls() noexcept { program_calls_count = true; }

void end_program_calls() noexcept { program_calls_count = false; }

} // namespace closeranks::replication
