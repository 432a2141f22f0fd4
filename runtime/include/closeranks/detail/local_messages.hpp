// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The numbered messages of closeranks/local.hpp, and the log of sent messages. A program includes
/// local.hpp instead of this header.
#ifndef CLOSERANKS_DETAIL_LOCAL_MESSAGES_HPP
#define CLOSERANKS_DETAIL_LOCAL_MESSAGES_HPP

#include <closeranks/detail/local_memory.hpp>
#include <closeranks/detail/local_ranks.hpp>

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// @cond
namespace closeranks::local_detail {

/// The head of each message.
struct Head {
    std::int64_t era; ///< number of times that all ranks have committed, or gone back together
    /// Number of the message from this sender to this receiver since the latest commit.
    std::int64_t number;
    std::int64_t tag;
};

/// A pending send and the log may share the same bytes.
using Shared = std::shared_ptr<Bytes>;

inline Head head_of(const Bytes &message) {
    Head head{};
    std::memcpy(&head, message.data(), sizeof head);
    return head;
}

inline std::span<const std::byte> content_of(const Bytes &message) {
    return std::span(message.data(), message.size()).subspan(sizeof(Head));
}

inline Shared make_message(const Head &head, const void *data, std::size_t size, Memory &memory) {
    if (size > INT_MAX - sizeof(Head))
        throw std::length_error("a message of this size cannot be sent: MPI counts with an int");
    auto message = std::make_shared<Bytes>(sizeof(Head) + size, memory);
    std::memcpy(message->data(), &head, sizeof head);
    if (size > 0) std::memcpy(message->data() + sizeof head, data, size);
    return message;
}

/// Sends on `comm` that have not ended yet.
class Sends {
  public:
    void start(const Shared &message, int rank, MPI_Comm comm) {
        MPI_Request request = MPI_REQUEST_NULL;
        check(MPI_Isend(message->data(), static_cast<int>(message->size()), MPI_BYTE, rank, tag,
                        comm, &request),
              "MPI_Isend");
        int done = 0;
        check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        if (!done) pending_.emplace_back(request, message);
    }
    void progress() {
        for (int done = 1; done && !pending_.empty();) {
            check(MPI_Test(&pending_.front().first, &done, MPI_STATUS_IGNORE), "MPI_Test");
            if (done) pending_.pop_front();
        }
    }
    /// No rank receives these messages any more. The MPI may still read messages that it has not
    /// sent yet.
    void abandon() {
        for (auto &sent : pending_)
            abandoned_.push_back(std::move(sent));
        pending_.clear();
        let_go();
    }
    /// Frees the messages of abandoned sends that have ended since, even with an error.
    void let_go() {
        std::erase_if(abandoned_, [](auto &sent) {
            int done = 0;
            const int code = MPI_Test(&sent.first, &done, MPI_STATUS_IGNORE);
            return done || code != MPI_SUCCESS;
        });
    }

    static constexpr int tag = 0;

  private:
    using Sent = std::pair<MPI_Request, Shared>;
    std::deque<Sent> pending_;
    std::vector<Sent> abandoned_;
};

/// The state of another rank. All numbers count from the latest commit.
struct Peer {
    MPI_Comm channel = MPI_COMM_NULL; ///< on which both ranks send, since the later of them came
    std::int64_t sent = 0;            ///< number of messages that were sent to it
    std::int64_t has = 0; ///< number of these messages that it had when the later of the two came
    std::int64_t arrived = 0; ///< number of messages that have arrived from it
    bool is_gone = false;     ///< it has failed, and its messages no longer count
    std::deque<Shared> log;   ///< messages that were sent to it, from number 0 on
    std::deque<Bytes> inbox;  ///< messages that have arrived and were not taken, in order
};

/// Numbered messages between the ranks of a communicator.
///
/// Sender-based message logging (Johnson and Zwaenepoel, FTCS 1987), with the checkpoints of a
/// coordinated protocol: at a commit no message is on its way, so that the earlier log can be
/// dropped.
///
/// Two ranks that both live continue where they were, whichever other rank fails. They use the
/// communicator, the channel, that was made when the later of them came. They change to another
/// channel only with a replacement process.
///
/// Thread safety: with share() a thread of recoveries may use it at the same time as the program's
/// thread. Only the program's thread sends and receives. No thread waits for other processes under
/// the lock, except for the rest of a message that has begun to arrive.
class Messages {
  public:
    /// @param ranks  makes the channels, on which only this object sends
    /// @param bound  limit of the log, in bytes
    Messages(const Ranks &ranks, std::size_t bound)
        : ranks_(ranks), bound_(bound), memory_(2 * bound),
          peers_(static_cast<std::size_t>(ranks.size())) {}

    /// From now on each function takes the lock.
    void share() { is_shared_ = true; }

    /// False: the log is full.
    bool send(int to, int tag, const void *data, std::size_t size) {
        const Lock lock = take_lock();
        Peer &peer = peer_of(to);
        const std::int64_t number = peer.sent++;
        Shared message = make_message({era_, number, tag}, data, size, memory_);
        if (to == ranks_.mine()) {
            ++peer.arrived;
            peer.inbox.push_back(std::move(*message));
            return !is_full_;
        }
        keep(peer, message);
        if (number < peer.has)
            ++not_sent_again_;
        else if (!peer.is_gone)
            sends_.start(message, to, peer.channel);
        sends_.progress();
        return !is_full_;
    }

    /// Passes the content of the first message of `from` with this tag to `give`, if it has
    /// arrived.
    template <typename Give> [[nodiscard]] bool take(int from, int tag, Give give) {
        const Lock lock = take_lock(); // also protects the memory to which the message returns
        std::deque<Bytes> &inbox = peer_of(from).inbox;
        for (auto one = inbox.begin(); one != inbox.end(); ++one) {
            if (head_of(*one).tag != tag) continue;
            const Bytes message = std::move(*one);
            inbox.erase(one);
            ++taken_;
            give(content_of(message));
            return true;
        }
        return false;
    }

    /// Puts the next message of `from` into the inbox. False: there is none, or `from` has failed.
    [[nodiscard]] bool pull(int from) {
        const Lock lock = take_lock();
        Peer &peer = peer_of(from);
        if (from == ranks_.mine() || peer.is_gone) return false;
        int found = 0;
        int size = 0;
        MPI_Message handle = MPI_MESSAGE_NULL;
        MPI_Status status;
        check(MPI_Improbe(from, Sends::tag, peer.channel, &found, &handle, &status), "MPI_Improbe");
        peer.is_gone = found && handle == MPI_MESSAGE_NO_PROC;
        if (!found || peer.is_gone) return false;
        MPI_Get_count(&status, MPI_BYTE, &size);
        Bytes message(static_cast<std::size_t>(size), memory_);
        check(MPI_Mrecv(message.data(), size, MPI_BYTE, &handle, &status), "MPI_Mrecv");
        peer.is_gone = status.MPI_SOURCE == MPI_PROC_NULL; // the rank failed during this message
        if (peer.is_gone) return false;
        accept(from, std::move(message));
        return true;
    }

    void progress() {
        const Lock lock = take_lock();
        sends_.progress();
    }

    /// Keeps the log from now on, even beyond its limit, until all ranks have agreed. False: it is
    /// full already.
    [[nodiscard]] bool keep_log() {
        const Lock lock = take_lock();
        keeps_log_ = !is_full_;
        return keeps_log_;
    }

    /// The number of messages of each rank that have arrived. From now on messages of failed ranks
    /// do not arrive.
    [[nodiscard]] std::vector<long long> arrived() {
        const Lock lock = take_lock();
        std::vector<long long> numbers;
        for (std::size_t i = 0; i < peers_.size(); ++i) {
            Peer &peer = peers_[i];
            if (!ranks_.is_alive(static_cast<int>(i), peer.channel)) peer.is_gone = true;
            numbers.push_back(peer.arrived);
        }
        return numbers;
    }

    /// All ranks have agreed, and continue with replacement processes, to which `channel` leads.
    /// These get all logged messages that they do not have. `has`: the number of this rank's
    /// messages that each rank has.
    void go_on(MPI_Comm channel, std::span<const long long> has) {
        const Lock lock = take_lock();
        newest_ = channel;
        keeps_log_ = false;
        for (std::size_t i = 0; i < peers_.size(); ++i)
            if (peers_[i].is_gone) meet(static_cast<int>(i), has[i]);
    }

    /// This process is a replacement process, and all others are where they were. Messages that it
    /// sends once more, and that others have, are not sent.
    void join(std::int64_t era, MPI_Comm channel, std::span<const long long> has) {
        const Lock lock = take_lock();
        newest_ = channel;
        forget(era);
        for (std::size_t i = 0; i < peers_.size(); ++i)
            peers_[i].has = has[i];
    }

    /// All ranks begin anew, on `channel`: no rank receives messages that are on their way.
    void begin(std::int64_t era, MPI_Comm channel) {
        const Lock lock = take_lock();
        sends_.abandon();
        newest_ = channel;
        forget(era);
    }

    /// All ranks have committed: no message is on its way, and numbers begin from 0.
    void commit() {
        const Lock lock = take_lock();
        forget(era_ + 1);
    }

    /// The number of messages that this rank has sent, minus those that it has taken. The sum over
    /// all ranks is the number of messages on their way.
    [[nodiscard]] long long surplus() const {
        const Lock lock = take_lock();
        long long sent = 0;
        for (const Peer &peer : peers_)
            sent += peer.sent;
        return sent - taken_;
    }
    [[nodiscard]] std::size_t bound() const { return bound_; }
    [[nodiscard]] std::int64_t era() const { return look(era_); }
    [[nodiscard]] std::size_t logged() const { return look(logged_); }
    [[nodiscard]] long long sent_again() const { return look(sent_again_); }
    [[nodiscard]] long long not_sent_again() const { return look(not_sent_again_); }
    [[nodiscard]] long long dropped() const { return look(dropped_); }

  private:
    using Lock = std::unique_lock<std::mutex>;
    [[nodiscard]] Lock take_lock() const { return is_shared_ ? Lock(mutex_) : Lock(); }
    template <typename Value> [[nodiscard]] Value look(const Value &value) const {
        const Lock lock = take_lock();
        return value;
    }

    Peer &peer_of(int rank) {
        if (rank < 0 || rank >= static_cast<int>(peers_.size()))
            throw std::out_of_range("there is no rank " + std::to_string(rank));
        return peers_[static_cast<std::size_t>(rank)];
    }

    void keep(Peer &peer, const Shared &message) {
        if (is_full_) return;
        peer.log.push_back(message);
        logged_ += message->size();
        if (logged_ <= bound_ || keeps_log_) return;
        is_full_ = true;
        for (Peer &one : peers_)
            one.log.clear();
        logged_ = 0;
    }

    /// Rank `rank` has another process now, which has `has` messages of this rank.
    void meet(int rank, std::int64_t has) {
        Peer &peer = peer_of(rank);
        peer.channel = newest_;
        peer.has = has;
        peer.is_gone = false;
        for (auto next = peer.has; next < static_cast<std::int64_t>(peer.log.size()); ++next) {
            sends_.start(peer.log[static_cast<std::size_t>(next)], rank, peer.channel);
            ++sent_again_;
        }
    }

    void forget(std::int64_t era) {
        for (Peer &peer : peers_) {
            peer = {};
            peer.channel = newest_;
        }
        sends_.let_go();
        taken_ = 0;
        logged_ = 0;
        is_full_ = keeps_log_ = false;
        era_ = era;
    }

    void accept(int from, Bytes message) {
        Peer &peer = peer_of(from);
        const Head head = head_of(message);
        // Of another era, or a duplicate. Neither should happen.
        if (head.era != era_ || head.number < peer.arrived) {
            ++dropped_;
            return;
        }
        if (head.number > peer.arrived)
            throw std::runtime_error("a message of rank " + std::to_string(from) + " is lost");
        ++peer.arrived;
        peer.inbox.push_back(std::move(message));
    }

    const Ranks &ranks_;
    std::size_t bound_;
    bool is_shared_ = false;
    mutable std::mutex mutex_;        ///< protects all members below
    MPI_Comm newest_ = MPI_COMM_NULL; ///< of the channels
    std::int64_t era_ = 0;
    Memory memory_; // declared first, because the members below use it
    std::vector<Peer> peers_;
    Sends sends_;
    long long taken_ = 0; ///< since the last commit
    std::size_t logged_ = 0;
    bool is_full_ = false;
    bool keeps_log_ = false; ///< the log may exceed its limit
    long long sent_again_ = 0;
    long long not_sent_again_ = 0;
    long long dropped_ = 0;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
