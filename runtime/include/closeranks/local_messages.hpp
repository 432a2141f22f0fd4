/// @file
/// The numbered messages of closeranks/local.hpp, and the log of those that were sent. A program
/// includes that one.
#ifndef CLOSERANKS_LOCAL_MESSAGES_HPP
#define CLOSERANKS_LOCAL_MESSAGES_HPP

#include <closeranks/local_ranks.hpp>

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// @cond
namespace closeranks::local_detail {

/// Begins each message on its way.
struct Head {
    std::int64_t era;    ///< how often all have committed, or agreed on where they go on
    std::int64_t number; ///< of those from this sender to this receiver since the last commit
    std::int64_t tag;
};

/// The memory of messages. What a commit frees is kept for the next ones: fresh pages of the system
/// cost more than the copy.
using Memory = std::pmr::unsynchronized_pool_resource;

struct GiveBack {
    Memory *memory = nullptr;
    std::size_t size = 0;
    void operator()(std::byte *data) const { memory->deallocate(data, size); }
};

/// A message with its head.
class Bytes {
  public:
    Bytes() = default;
    /// Its bytes are not set: they will be, and long ones would be written twice.
    Bytes(std::size_t size, Memory &memory)
        : data_(static_cast<std::byte *>(memory.allocate(size)), {&memory, size}) {}

    [[nodiscard]] std::byte *data() { return data_.get(); }
    [[nodiscard]] const std::byte *data() const { return data_.get(); }
    [[nodiscard]] std::size_t size() const { return data_.get_deleter().size; }

  private:
    std::unique_ptr<std::byte, GiveBack> data_;
};

/// A send that is under way, and the log, may have it at once.
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
    /// They were on communicators on which nobody receives any more. The MPI may still read the
    /// messages of those that it has not sent yet.
    void abandon() {
        for (auto &sent : pending_)
            abandoned_.push_back(std::move(sent));
        pending_.clear();
        let_go();
    }
    /// Lets the messages of abandoned ones go that have ended since, be it with an error.
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

/// What one rank keeps about another one. All numbers count from the last commit.
struct Peer {
    std::int64_t sent = 0;    ///< messages that were sent to it
    std::int64_t has = 0;     ///< so many of these it had when all agreed last
    std::int64_t arrived = 0; ///< messages from it that have come
    bool is_broken = false;   ///< it has died within a message; those behind do not count
    std::deque<Shared> log;   ///< those that were sent to it, from number 0 on
    std::deque<Bytes> inbox;  ///< those that have come and were not taken, in order
};

/// Numbered messages between the ranks of a communicator.
///
/// Sender-based message logging (Johnson and Zwaenepoel, FTCS 1987), with the checkpoints of a
/// coordinated protocol: at a commit no message is under way, so that the log of before can go.
class Messages {
  public:
    /// @param ranks  on whose communicator nobody else sends
    /// @param bound  bytes that the log may have
    Messages(const Ranks &ranks, std::size_t bound)
        : comm_(ranks.comm()), rank_(ranks.mine()), bound_(bound),
          peers_(static_cast<std::size_t>(ranks.size())) {}

    void send(int to, int tag, const void *data, std::size_t size) {
        Peer &peer = peer_of(to);
        const std::int64_t number = peer.sent++;
        Shared message = make_message({era_, number, tag}, data, size, memory_);
        if (to == rank_) {
            ++peer.arrived;
            peer.inbox.push_back(std::move(*message));
            return;
        }
        keep(peer, message);
        if (number >= peer.has)
            sends_.start(message, to, comm_);
        else
            ++not_sent_again_;
    }

    /// The first message of `from` with this tag, if it has come.
    [[nodiscard]] bool take(int from, int tag, Bytes &message) {
        std::deque<Bytes> &inbox = peer_of(from).inbox;
        for (auto one = inbox.begin(); one != inbox.end(); ++one) {
            if (head_of(*one).tag != tag) continue;
            message = std::move(*one);
            inbox.erase(one);
            ++taken_;
            return true;
        }
        return false;
    }

    /// Puts the next message of `from` into the inbox. False: none is there, or `from` has died.
    [[nodiscard]] bool pull(int from) {
        Peer &peer = peer_of(from);
        if (from == rank_ || peer.is_broken) return false;
        int found = 0;
        int size = 0;
        MPI_Message handle = MPI_MESSAGE_NULL;
        MPI_Status status;
        check(MPI_Improbe(from, Sends::tag, comm_, &found, &handle, &status), "MPI_Improbe");
        if (!found || handle == MPI_MESSAGE_NO_PROC) return false;
        MPI_Get_count(&status, MPI_BYTE, &size);
        Bytes message(static_cast<std::size_t>(size), memory_);
        check(MPI_Mrecv(message.data(), size, MPI_BYTE, &handle, &status), "MPI_Mrecv");
        peer.is_broken = status.MPI_SOURCE == MPI_PROC_NULL;
        if (peer.is_broken) return false;
        accept(from, std::move(message));
        return true;
    }

    void progress() { sends_.progress(); }

    /// Nothing that was sent before is received any more, but what had come is there.
    void break_off() { sends_.abandon(); }

    /// All have agreed, and go on with others in the places of some. Sends again what was logged
    /// and did not come; what this rank will send once more, as far as the others have it, is not
    /// sent. `has`: how many messages of this rank each has.
    void go_on(std::int64_t era, std::span<const long long> has) {
        era_ = era;
        for (std::size_t i = 0; i < peers_.size(); ++i) {
            Peer &peer = peers_[i];
            if (static_cast<int>(i) == rank_) continue;
            peer.has = has[i];
            peer.is_broken = false;
            for (auto next = peer.has; next < static_cast<std::int64_t>(peer.log.size()); ++next) {
                const Shared &logged = peer.log[static_cast<std::size_t>(next)];
                Head head = head_of(*logged);
                head.era = era_;
                const auto content = content_of(*logged);
                sends_.start(make_message(head, content.data(), content.size(), memory_),
                             static_cast<int>(i), comm_);
                ++sent_again_;
            }
        }
    }

    /// All have agreed that nothing of before is needed any more: numbers begin from 0.
    void begin_anew(std::int64_t era) {
        for (Peer &peer : peers_)
            peer = {};
        sends_.let_go();
        taken_ = 0;
        logged_ = 0;
        is_full_ = false;
        era_ = era;
    }

    [[nodiscard]] std::vector<long long> arrived() const {
        std::vector<long long> numbers;
        for (const Peer &peer : peers_)
            numbers.push_back(peer.arrived);
        return numbers;
    }
    /// Messages that this rank has sent, less those that it has taken. The sum over all ranks is
    /// how many are under way.
    [[nodiscard]] long long surplus() const {
        long long sent = 0;
        for (const Peer &peer : peers_)
            sent += peer.sent;
        return sent - taken_;
    }
    [[nodiscard]] std::int64_t era() const { return era_; }
    [[nodiscard]] bool is_full() const { return is_full_; }
    [[nodiscard]] std::size_t bound() const { return bound_; }
    [[nodiscard]] std::size_t logged() const { return logged_; }
    [[nodiscard]] long long sent_again() const { return sent_again_; }
    [[nodiscard]] long long not_sent_again() const { return not_sent_again_; }
    [[nodiscard]] long long dropped() const { return dropped_; }

  private:
    Peer &peer_of(int rank) {
        if (rank < 0 || rank >= static_cast<int>(peers_.size()))
            throw std::out_of_range("there is no rank " + std::to_string(rank));
        return peers_[static_cast<std::size_t>(rank)];
    }

    void keep(Peer &peer, const Shared &message) {
        if (is_full_) return;
        peer.log.push_back(message);
        logged_ += message->size();
        if (logged_ <= bound_) return;
        is_full_ = true;
        for (Peer &one : peers_)
            one.log.clear();
        logged_ = 0;
    }

    void accept(int from, Bytes message) {
        Peer &peer = peer_of(from);
        const Head head = head_of(message);
        // Of before all have agreed, or there already: what was sent again is what counts.
        if (head.era != era_ || head.number < peer.arrived) {
            ++dropped_;
            return;
        }
        if (head.number > peer.arrived)
            throw std::runtime_error("a message of rank " + std::to_string(from) + " is lost");
        ++peer.arrived;
        peer.inbox.push_back(std::move(message));
    }

    MPI_Comm comm_;
    int rank_;
    std::size_t bound_;
    std::int64_t era_ = 0;
    Memory memory_; // before all that has some of it
    std::vector<Peer> peers_;
    Sends sends_;
    long long taken_ = 0; ///< since the last commit
    std::size_t logged_ = 0;
    bool is_full_ = false;
    long long sent_again_ = 0;
    long long not_sent_again_ = 0;
    long long dropped_ = 0;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
