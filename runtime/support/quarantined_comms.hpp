#pragma once

#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>

namespace closeranks {

/// Communicators that are no longer used, but on which a message may still arrive that was on its
/// way when the communicator broke.
///
/// The next new communicator gets the context id of a freed one (Quirk::reused_context_id). A late
/// message would be delivered there, with the message numbers of the old one. It would be taken for
/// another message. Or the right message would be lost because its number is used. Or the process
/// would end ("a message from a rank outside the valid range": pml_ob1_comm.h). So a broken
/// communicator keeps its context id until no message can arrive any more.
///
/// Thread safety: all functions exclude each other.
class QuarantinedComms {
  public:
    /// Takes `comm`, to be freed later, and frees communicators that have been here for long
    /// enough. In between was a repair or another operation that waited for other processes, in
    /// which all messages that had arrived at this process were received. Many such operations
    /// count as long enough, however fast they were.
    void add(Comm comm) noexcept {
        std::deque<Item> over; // freed without the lock
        const std::scoped_lock lock(mutex_);
        const auto now = Clock::now();
        comms_.push_back({std::move(comm), now});
        const auto is_over = [&] {
            if (keeps_all_) return comms_.size() > most_with_started;
            return comms_.size() > most || now - comms_.front().since > longest_on_the_way;
        };
        while (is_over()) {
            over.push_back(std::move(comms_.front()));
            comms_.pop_front();
        }
    }

    /// From now on no communicator is freed by its age, because some processes were started later.
    ///
    /// With such processes, series of recoveries stop soon after the first communicators are freed:
    /// Open MPI then has, or finds, a message under a context id that is reused. The cause is not
    /// known.
    void keep_all() noexcept {
        const std::scoped_lock lock(mutex_);
        keeps_all_ = true;
    }

    /// Frees all communicators.
    void clear() noexcept {
        std::deque<Item> all; // freed without the lock
        const std::scoped_lock lock(mutex_);
        all.swap(comms_);
    }

  private:
    using Clock = std::chrono::steady_clock;
    // Far longer than a message takes, with retransmissions.
    static constexpr std::chrono::seconds longest_on_the_way{10};
    // About 10 MiB of memory, and a small part of the 65,536 context ids that Open MPI has.
    static constexpr std::size_t most = 1024;
    static constexpr std::size_t most_with_started = 49'152; // of those ids: the others are for use

    struct Item {
        Comm comm;
        Clock::time_point since;
    };
    static inline bool keeps_all_ = false; // with the lock
    std::deque<Item> comms_;
    Mutex<LockRank::quarantine> mutex_;
};

} // namespace closeranks
