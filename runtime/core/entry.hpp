#pragma once

#include "runtime/core/call_state.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"

#include <utility>

namespace closeranks {

/// One call of the program inside the library, from its start to its end.
///
/// Callbacks that MPI makes into the library are nested calls (ROMIO through the PLT, reduction
/// operators, attribute copy functions, error handlers). A nested call finds no communicator and
/// passes straight through. Thread safety: nesting is counted per thread.
class Entry {
  public:
    explicit Entry(Function function) noexcept {
        if (this_call.word.get() != CallState::outside) [[unlikely]]
            if (!is_first_of_thread()) return;
        this_call.word.set(CallState::in(function));
        if (runtime().armed) [[unlikely]]
            entering(function);
    }
    /// An error handler of the program may leave the call by an exception or a longjmp.
    ~Entry() noexcept(false) {
        if (!CallState::is_plain(this_call.word.get())) [[unlikely]] {
            leave_unusually();
            return;
        }
        if (runtime().armed) [[unlikely]]
            leaving();
        this_call.word.set(CallState::outside);
    }
    Entry(const Entry &) = delete;
    Entry &operator=(const Entry &) = delete;

    /// Within a nested call, the function of the outermost call.
    [[nodiscard]] static Function function() noexcept {
        return CallState::function_of(this_call.word.get());
    }

    /// The protection of `comm`, or nullptr when the call has to pass straight through. That is a
    /// nested call, an unprotected communicator (of one process, or made by an unprotected
    /// function), an invalid handle, or a run without fault tolerance.
    [[nodiscard, gnu::always_inline]] static Communicator *find(MPI_Comm comm) noexcept {
        return nested() ? nullptr : runtime().communicators.find(comm);
    }

    /// Changes the state of this thread, for code that runs on a stack of its own.
    static std::uint32_t exchange_state(std::uint32_t state) noexcept {
        const std::uint32_t before = this_call.word.get();
        this_call.word.set(state);
        return before;
    }
    /// The same for a call about messages: for an intercommunicator, the communicator of its remote
    /// side.
    [[nodiscard, gnu::always_inline]] static Communicator *find_peers(MPI_Comm comm) noexcept {
        if (nested()) return nullptr;
        Communicator *const c = runtime().communicators.find(comm);
        if (c != nullptr) [[likely]]
            return c;
        const Intercommunicator *const sides = runtime().intercommunicators.search(comm);
        return sides != nullptr ? sides->peers : nullptr;
    }

    /// The protection of the intercommunicator `comm`; else nullptr.
    [[nodiscard]] static Intercommunicator *find_intercommunicator(MPI_Comm comm) noexcept {
        return nested() ? nullptr : runtime().intercommunicators.search(comm);
    }

    [[nodiscard]] static bool nested() noexcept {
        return CallState::is_nested(this_call.word.get());
    }

  private:
    /// True for a call that does not come from outside: the first one of its thread, or a nested
    /// one.
    [[nodiscard, gnu::cold]] static bool is_first_of_thread() noexcept;
    [[gnu::cold]] static void leave_unusually();

    /// Tells the parts of the library that count calls.
    [[gnu::cold]] static void entering(Function function) noexcept;
    [[gnu::cold]] static void leaving() noexcept;
};

} // namespace closeranks
