#pragma once

#include <condition_variable>
#include <mutex>

#ifndef NDEBUG
#include <cstdio>
#include <cstdlib>
#endif

namespace closeranks {

/// Our mutexes in the order in which one thread may take them (docs/developers/threads.md): while
/// it holds one, only those behind it.
enum class LockRank : unsigned {
    sessions,   ///< Sessions: held while the MPI is initialised
    view,       ///< what the stall watch looks at
    threads,    ///< which threads have called MPI
    buffered,   ///< BufferedSends
    partitions, ///< PartitionTraffic
    requests,   ///< RequestTable, and the references of communicators
    recovery,   ///< what survivors do for each other (RecoveryTurn)
    tables,     ///< HandleTable
    tasks,      ///< NonblockingTasks
    quarantine, ///< QuarantinedComms
    report,     ///< Report
    foreign,    ///< ForeignProcesses
    missing,    ///< MissingRanks
    leaf,       ///< all others: nothing is taken while one of them is held
};

#ifdef NDEBUG

template <LockRank> using Mutex = std::mutex;
using Condition = std::condition_variable;

#else

/// Those that this thread holds, by their ranks.
inline thread_local constinit unsigned held_locks = 0;

/// A mutex that ends the program when a thread takes it out of order: so that a test shows what
/// would be a deadlock once in a million runs.
template <LockRank rank> class Mutex {
  public:
    constexpr Mutex() noexcept = default;
    Mutex(const Mutex &) = delete;
    Mutex &operator=(const Mutex &) = delete;

    void lock() {
        if (held_locks >> number != 0) complain();
        mutex_.lock();
        held_locks |= bit;
    }
    /// Never waits, so it may come at any place; but what is taken after it may not.
    bool try_lock() {
        if (held_locks >> number != 0 || !mutex_.try_lock()) return false;
        held_locks |= bit;
        return true;
    }
    void unlock() {
        held_locks &= ~bit;
        mutex_.unlock();
    }

  private:
    static constexpr auto number = static_cast<unsigned>(rank);
    static constexpr unsigned bit = 1U << number;

    [[noreturn]] static void complain() noexcept {
        std::fprintf(
            stderr,
            "closeranks: lock %u is taken out of order (runtime/support/mutex.hpp): held are %x\n",
            number, held_locks);
        std::abort();
    }
    std::mutex mutex_;
};
using Condition = std::condition_variable_any;

#endif

} // namespace closeranks
