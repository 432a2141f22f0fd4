#include "runtime/replication/clock_calls.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/program_calls.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <csignal>
#include <unistd.h>

/// The process number that the program sees: programs seed random numbers with it, and name files
/// by it. Both processes of a rank see that of the leader, and a twin that takes over continues
/// with it. Handlers of signals may ask for it, so it is told once, in MPI_Init.

namespace closeranks::replication {

namespace {

std::atomic<pid_t> own_number{0}; ///< of the process that was told: a child has another one
std::atomic<pid_t> told_number{0};

bool is_told(pid_t own) noexcept { return own_number.load(std::memory_order_acquire) == own; }

/// The program calls, perhaps in a handler of a signal that has interrupted a call of MPI.
bool is_program(const void *caller) noexcept {
    return (!is_in_call || is_in_handler()) && is_code_of_program(caller);
}

/// A signal to the number that the program sees is for this process.
pid_t process_of(pid_t number) noexcept {
    const pid_t own = CLOSERANKS_NEXT(getpid)();
    return is_told(own) && number == told_number.load(std::memory_order_relaxed) ? own : number;
}

} // namespace

void begin_process_number() {
    const pid_t own = CLOSERANKS_NEXT(getpid)();
    auto number = static_cast<std::uint64_t>(own);
    constexpr std::uint64_t kind = 80; // apart from those of clocks
    decisions().repeat(kind, std::span(&number, 1), [] {});
    told_number.store(static_cast<pid_t>(number), std::memory_order_relaxed);
    own_number.store(own, std::memory_order_release);
}

std::optional<std::string> name_of_own_process(const char *name) {
    constexpr std::string_view folder = "/proc/";
    if (name == nullptr || !std::string_view(name).starts_with(folder)) return {};
    const std::string number = std::to_string(told_number.load(std::memory_order_relaxed)) + "/";
    const std::string_view rest = std::string_view(name).substr(folder.size());
    if (!is_told(CLOSERANKS_NEXT(getpid)()) || !rest.starts_with(number)) return {};
    return "/proc/self/" + std::string(rest.substr(number.size()));
}

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE pid_t getpid() noexcept {
    const pid_t own = CLOSERANKS_NEXT(getpid)();
    if (!is_told(own) || !is_program(CLOSERANKS_CALLER)) return own;
    return told_number.load(std::memory_order_relaxed);
}

CLOSERANKS_IN_PLACE int kill(pid_t to, int signal) noexcept {
    return CLOSERANKS_NEXT(kill)(is_program(CLOSERANKS_CALLER) ? process_of(to) : to, signal);
}

CLOSERANKS_IN_PLACE int sigqueue(pid_t to, int signal, const sigval value) noexcept {
    return CLOSERANKS_NEXT(sigqueue)(is_program(CLOSERANKS_CALLER) ? process_of(to) : to, signal,
                                     value);
}
