#include "runtime/replication/turns.hpp"

#include "runtime/replication/ends.hpp"
#include "runtime/replication/world.hpp"

#include <atomic>
#include <unistd.h>

namespace closeranks::replication {

constinit bool turns_are_watched = false;

namespace {

constinit std::atomic<bool> is_taken{false};

/// Functions that every thread may call at any time (MPI 4.1, 11.2 and 11.6).
constexpr bool needs_no_turn(Function function) noexcept {
    return function == Function::Initialized || function == Function::Finalized ||
           function == Function::Query_thread || function == Function::Is_thread_main ||
           function == Function::Get_version || function == Function::Get_library_version;
}

[[noreturn]] void end_for_threads(Function function) noexcept {
    static constinit std::atomic<bool> has_begun{false};
    while (has_begun.exchange(true)) // one thread ends the process
        pause();
    end_job_for_error(
        "rank %d calls %s in a thread while another thread is in a call of MPI, which replicated "
        "runs do not support: the program ends. Start it without --replicate, or let the threads "
        "take turns (MPI_THREAD_SERIALIZED)",
        my_rank(), function_name(function));
}

} // namespace

void watch_turns() noexcept { turns_are_watched = true; }

bool take_turn(Function function) noexcept {
    if (needs_no_turn(function)) return false;
    if (is_taken.exchange(true, std::memory_order_acquire)) end_for_threads(function);
    return true;
}

void give_turn() noexcept { is_taken.store(false, std::memory_order_release); }

} // namespace closeranks::replication
