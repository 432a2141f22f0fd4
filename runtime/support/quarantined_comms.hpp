#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>

namespace closeranks {

/// Communicators that are no longer used, but on which a message may still arrive: one that was on
/// its way when its communicator broke.
///
/// Open MPI gives the context id of a communicator that was freed to the next one made. A message
/// that arrives late is delivered there, in the numbering of the old one: it is taken for another,
/// the right one is lost for its number is taken, or the process ends ("a message from a rank
/// outside the valid range": pml_ob1_comm.h). So a broken communicator keeps its context id until
/// nothing can arrive any more.
///
/// Thread safety: all functions exclude each other.
class QuarantinedComms {
  public:
    /// Takes `comm`, to be freed later, and frees what has been here for long enough: a repair or
    /// another operation that waited for others lies between, in which whatever had arrived at this
    /// process was received. So do many such operations, however fast they were.
    void add(Comm comm) noexcept {
        std::deque<Item> over; // freed without the lock
        const std::scoped_lock lock(mutex_);
        const auto now = Clock::now();
        comms_.push_back({std::move(comm), now});
        while (comms_.size() > most || now - comms_.front().since > longest_on_the_way) {
            over.push_back(std::move(comms_.front()));
            comms_.pop_front();
        }
    }

    /// Frees all.
    void clear() noexcept {
        std::deque<Item> all; // freed without the lock
        const std::scoped_lock lock(mutex_);
        all.swap(comms_);
    }

  private:
    using Clock = std::chrono::steady_clock;
    // Far more than a message takes, retransmissions included.
    static constexpr std::chrono::seconds longest_on_the_way{10};
    // About 10 MiB of memory, and few of the 65,536 context ids that Open MPI has.
    static constexpr std::size_t most = 1024;

    struct Item {
        Comm comm;
        Clock::time_point since;
    };
    std::deque<Item> comms_;
    Mutex<LockRank::quarantine> mutex_;
};

} // namespace closeranks
