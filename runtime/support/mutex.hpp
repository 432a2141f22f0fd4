#pragma once

#include <condition_variable>
#include <mutex>

#ifndef NDEBUG
#include <cstdio>
#include <cstdlib>
#endif

namespace closeranks {

/// The library's mutexes in the order in which one thread may take them
/// (docs/developers/threads.md): a thread that holds one may take only those behind it.
enum class LockRank : unsigned {
    sessions,   ///< Sessions: held while the MPI is initialised
    view,       ///< the state that the stall watch reads
    threads,    ///< the list of threads that have called MPI
    buffered,   ///< BufferedSends
    partitions, ///< PartitionTraffic
    requests,   ///< RequestTable, and the references of communicators
    recovery,   ///< the service among survivors (RecoveryTurn)
    tables,     ///< HandleTable
    tasks,      ///< NonblockingTasks
    quarantine, ///< QuarantinedComms
    report,     ///< Report
    foreign,    ///< ForeignProcesses
    lost,       ///< LostRanks
    leaf,       ///< all others: a thread that holds one takes no further mutex
};

#ifdef NDEBUG

template <LockRank> using Mutex = std::mutex;
using Condition = std::condition_variable;

#else

/// The mutexes that this thread holds, by their ranks.
inline thread_local constinit unsigned held_locks = 0;

/// A mutex that ends the program when a thread takes it out of order. So a test shows an error that
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
    /// Never waits, so it may be called in any order; but mutexes taken after it must follow the
    /// order.
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
