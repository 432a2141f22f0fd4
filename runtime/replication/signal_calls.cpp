#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/settings.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <csignal>
#include <cstdint>

/// Signal handlers of the program. A signal comes at another moment in each of the two processes of
/// a rank. So calls of the C library within a handler are none of the program's
/// (program_calls.hpp).

namespace closeranks::replication {

namespace {

using Handler = void(int, siginfo_t *, void *);

std::array<std::atomic<Handler *>, NSIG> handlers{}; ///< the program's, by signal

/// The part of a stack in which the innermost handler of this thread runs; empty: none runs.
struct Region {
    std::uintptr_t low = 0;
    std::uintptr_t high = 0;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Region of_handler;

/// The addresses below `frame`, in the signal's own stack if it has one.
Region below(const void *frame) noexcept {
    stack_t own{};
    const bool is_apart = ::sigaltstack(nullptr, &own) == 0 && (own.ss_flags & SS_ONSTACK) != 0;
    return {is_apart ? reinterpret_cast<std::uintptr_t>(own.ss_sp) : 1,
            reinterpret_cast<std::uintptr_t>(frame)};
}

/// Stands for every handler of the program. The kernel passes all three arguments to each.
void run_handler(int number, siginfo_t *about, void *context) {
    const Region before = of_handler;
    of_handler = below(__builtin_frame_address(0));
    handlers[static_cast<std::size_t>(number)].load()(number, about, context);
    of_handler = before; // a handler that leaves by siglongjmp does not come here
}

bool is_signal(int number) noexcept { return is_replicated() && number > 0 && number < NSIG; }

/// Notes the handler that the program sets, before it is set. False: it is none.
bool note_handler(int number, Handler *handler) noexcept {
    const auto plain = std::bit_cast<sighandler_t>(handler);
    if (plain == SIG_DFL || plain == SIG_IGN || plain == SIG_ERR) return false;
    if (handler != run_handler) handlers[static_cast<std::size_t>(number)] = handler;
    return true;
}

/// The same for signal() and its kin: `next` sets the handler.
template <typename Next> sighandler_t set_handler(int number, sighandler_t handler, Next next) {
    if (!is_signal(number)) return next(number, handler);
    Handler *const old = handlers[static_cast<std::size_t>(number)];
    const auto ours = std::bit_cast<sighandler_t>(&run_handler);
    const bool is_noted = note_handler(number, std::bit_cast<Handler *>(handler));
    const sighandler_t before = next(number, is_noted ? ours : handler);
    if (before == SIG_ERR) handlers[static_cast<std::size_t>(number)] = old;
    return before == ours ? std::bit_cast<sighandler_t>(old) : before;
}

} // namespace

bool is_in_handler() noexcept {
    if (of_handler.high == 0) return false;
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (here >= of_handler.low && here < of_handler.high) return true;
    of_handler = {}; // left by siglongjmp
    return false;
}

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE int sigaction(int number, const struct sigaction *action,
                                  struct sigaction *before) noexcept {
    const auto next = CLOSERANKS_NEXT(sigaction);
    if (!is_signal(number)) return next(number, action, before);
    Handler *const old = handlers[static_cast<std::size_t>(number)];
    struct sigaction ours {};
    if (action != nullptr) {
        ours = *action;
        if (note_handler(number, action->sa_sigaction)) ours.sa_sigaction = run_handler;
    }
    const int code = next(number, action != nullptr ? &ours : nullptr, before);
    if (code != 0)
        handlers[static_cast<std::size_t>(number)] = old;
    else if (before != nullptr && before->sa_sigaction == run_handler)
        before->sa_sigaction = old;
    return code;
}

CLOSERANKS_IN_PLACE sighandler_t signal(int number, sighandler_t handler) noexcept {
    return set_handler(number, handler, CLOSERANKS_NEXT(signal));
}
CLOSERANKS_SAME(ssignal, signal)

CLOSERANKS_IN_PLACE sighandler_t sysv_signal(int number, sighandler_t handler) noexcept {
    return set_handler(number, handler, CLOSERANKS_NEXT(sysv_signal));
}
CLOSERANKS_SAME(__sysv_signal, sysv_signal)
