// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// Local recovery, for programs in C++ that recover lost ranks: only the failed rank goes back to a
/// checkpoint (docs/reference/local-recovery.md). For phases of messages only. Header only, C++20.
/// Link as for closeranks_store.h. closeranks_local.h is the same for C.
///
///     closeranks::LocalRecovery local(MPI_COMM_WORLD, "buddy"); // before the first resume point
///     local.member(0, std::span(cells));
///     local.member(1, std::span(&step, 1));
///     local.run([&](long long stamp) {
///         if (stamp < 0) begin(); // else members have the values of the checkpoint
///         while (step < steps) {
///             local.send(left, 0, std::span(mine));
///             local.receive(right, 0, std::span(its));
///             compute();
///             if (++step % every == 0) local.commit(step);
///         }
///         local.collective([&] { MPI_Gather(...); });
///     });
#ifndef CLOSERANKS_LOCAL_HPP
#define CLOSERANKS_LOCAL_HPP

#include <closeranks/detail/local_protocol.hpp>
#include <closeranks/detail/local_thread.hpp>
#include <closeranks/resume.hpp>
#include <closeranks/store.hpp>

#include <mpi.h>

#include <chrono>
#include <climits>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace closeranks {

/// Messages and checkpoints of the ranks of a communicator. When a rank fails, the other ranks stop
/// in their next call of this object until a replacement process has taken its place
/// (closeranks_resume()). Then they continue where they are. Only the replacement process goes back
/// to the newest checkpoint. It receives the messages again that its predecessor had received
/// since, in the same order. Messages that it sends once more are not delivered twice.
///
/// Rules for the program:
/// - The messages of a rank must follow, to the last bit, from its members and from messages
///   received since the commit. So receives name their source; there is no MPI_ANY_SOURCE.
/// - Within run() ranks communicate only by this object. A collective that does not go through it
///   is detected when all ranks meet next, and throws std::logic_error at all ranks.
/// - At a commit all messages have been received.
///
/// A program has one such object at a time, made before the first resume point. Errors of MPI throw
/// std::runtime_error.
/// @par Threads One thread uses the object, and no other thread may be in the MPI meanwhile,
/// because the object may call closeranks_resume(). use_thread() adds a thread of the object, which
/// works while the program continues.
class LocalRecovery {
  public:
    /// Makes the object. Collective; it keeps a duplicate of `comm`.
    /// @param comm  all ranks of MPI_COMM_WORLD, in any order
    /// @param where  the place of checkpoints (closeranks_store_create())
    /// @param log_bytes  limit of the log: bytes of the messages that this rank has sent since the
    /// latest commit, including heads of 24 bytes. When the limit is exceeded, the log is dropped,
    /// which is reported once on stderr. Then a failure before the next commit takes all ranks
    /// back.
    /// @throw std::invalid_argument  `comm` lacks ranks of MPI_COMM_WORLD
    /// @throw StoreError  the store cannot be made
    LocalRecovery(MPI_Comm comm, const std::string &where,
                  std::size_t log_bytes = std::size_t{64} << 20)
        : protocol_(comm, where, log_bytes) {}
    LocalRecovery(const LocalRecovery &) = delete;
    LocalRecovery &operator=(const LocalRecovery &) = delete;

    /// From now on checkpoints contain these elements, which must not move. Local.
    /// @param id  the number of the member
    /// @param elements  numbers, or structures that can be copied byte by byte
    template <typename T, std::size_t Extent> void member(int id, std::span<T, Extent> elements) {
        const std::span<std::byte> bytes = std::as_writable_bytes(elements);
        member(id, bytes.data(), static_cast<MPI_Count>(bytes.size()), MPI_BYTE);
    }

    /// The same for elements of a datatype. Local.
    /// @param id  the number of the member
    /// @param data  the address of the elements, which must not move
    /// @param count  the number of elements; 0: removes the member
    /// @param type  the type of the elements; the object keeps a copy
    /// @throw StoreError  the arguments are no valid member
    void member(int id, void *data, MPI_Count count, MPI_Datatype type) {
        const auto held = thread_.hold();
        protocol_.member(id, data, count, type);
    }

    /// From now on a thread of this object takes part in recoveries. Local; must be called at all
    /// ranks.
    ///
    /// With MPI_THREAD_MULTIPLE it does so while the program computes, and while the program is in
    /// send(), receive() or poll(). These calls continue between live ranks, and only operations
    /// that need all ranks wait for a recovery.
    ///
    /// With MPI_THREAD_SERIALIZED it does so while the program computes. The other ranks then need
    /// not wait for its next call, and the program need not wait for a recovery that has ended by
    /// then. While it computes, the program makes no calls of MPI of any kind, except those of this
    /// object and within collective(). The same applies where a failure may crash several threads
    /// in the MPI (closeranks_query_thread()); a line on stderr says so.
    /// @throw std::invalid_argument  MPI was initialised with a lower level
    void use_thread() {
        int level = MPI_THREAD_SINGLE;
        MPI_Query_thread(&level);
        if (level < MPI_THREAD_SERIALIZED)
            throw std::invalid_argument("a thread for recoveries needs MPI_THREAD_MULTIPLE, or "
                                        "MPI_THREAD_SERIALIZED, which MPI_Init_thread gives");
        int safe_level = level;
        closeranks_query_thread(&safe_level);
        is_beside_ = safe_level >= MPI_THREAD_MULTIPLE;
        if (is_beside_)
            protocol_.share();
        else if (level >= MPI_THREAD_MULTIPLE)
            protocol_.say_that_threads_take_turns();
        thread_.start([this] { poll_beside_the_program(); }, is_beside_);
    }
    /// Keeps that thread out of the MPI as long as the program holds the result: meanwhile the
    /// program may call local functions of the MPI. In a recovery the other ranks wait for this
    /// one. With MPI_THREAD_MULTIPLE the program may call them at any time, and this function does
    /// nothing.
    /// @return a lock, if there is a thread and a lock is needed
    [[nodiscard]] std::unique_lock<std::recursive_mutex> hold() const {
        return is_beside_ ? std::unique_lock<std::recursive_mutex>() : thread_.hold();
    }

    /// Runs `work`, as come_back() does. It is called again after a failure for which all ranks go
    /// back. In a replacement process it is called while the other ranks are still in theirs.
    /// Collective.
    /// @param work  called with the stamp of the checkpoint from which the members are, or with -1:
    /// there is none, and `work` has to set them
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    /// @throw StoreError  a checkpoint cannot be read
    /// @throw anything  an exception of `work` other than a RankLoss; `work` must throw it at all
    /// ranks
    template <typename Work> void run(Work &&work) {
        for (bool is_done = false; !is_done;) {
            const long long stamp = start();
            try {
                work(stamp);
                is_done = finish();
            } catch (const RankLoss &) { // all ranks begin again
            } catch (...) {
                const Turn last(thread_); // the thread rests from here on
                throw;
            }
        }
    }

    /// The first half of run(), for callers that cannot pass a function: the resume point, to which
    /// all ranks return after a RankLoss. Collective, except for a replacement process, which calls
    /// it while the others are in the middle of their work.
    /// @return the stamp of the checkpoint from which the members are, or -1: there is none
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    /// @throw StoreError  a checkpoint cannot be read
    [[nodiscard]] long long start() {
        Turn turn(thread_);
        try {
            turn.check();
        } catch (const RankLoss &) { // all ranks begin again here
        }
        const long long stamp = protocol_.start();
        turn.hand_over();
        return stamp;
    }

    /// The second half of run(): the end of the work. Collective.
    /// @return true if all ranks have finished; false: ranks were recovered, and all continue with
    /// start()
    /// @throw RankLoss  a failure takes all ranks back
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    [[nodiscard]] bool finish() {
        const Turn turn = take_turn();
        return protocol_.finish();
    }

    /// Sends a message. The message is copied, and the call does not wait.
    /// @param to  a rank of the communicator; MPI_PROC_NULL: nothing happens
    /// @param tag  any number
    /// @param elements  elements that can be copied byte by byte; less than 2 GiB
    /// @throw RankLoss  a failure takes all ranks back
    /// @throw std::length_error  the message is too long
    template <typename T, std::size_t Extent>
    void send(int to, int tag, std::span<T, Extent> elements) {
        static_assert(std::is_trivially_copyable_v<T>, "it cannot be copied byte by byte");
        Turn turn = take_turn_for_messages();
        protocol_.send(to, tag, elements.data(), elements.size_bytes());
        turn.hand_over();
    }

    /// Waits for the next message of a rank with a tag: the first message that was not received
    /// yet, in the order of sending.
    /// @param from  a rank of the communicator; MPI_PROC_NULL: nothing is received
    /// @param tag  the tag with which it was sent
    /// @param[out] elements  the memory for the message
    /// @return the number of received elements; 0 from MPI_PROC_NULL
    /// @throw RankLoss  a failure takes all ranks back
    /// @throw std::length_error  the message has more elements
    template <typename T, std::size_t Extent>
    std::size_t receive(int from, int tag, std::span<T, Extent> elements) {
        static_assert(std::is_trivially_copyable_v<T>, "it cannot be copied byte by byte");
        std::size_t size = 0;
        Turn turn = take_turn_for_messages();
        protocol_.receive(
            from, tag,
            [&](std::span<const std::byte> content) {
                size = content.size();
                copy(content, std::as_writable_bytes(elements));
            },
            [&] { attend(turn); });
        turn.hand_over();
        return size / sizeof(T);
    }

    /// Takes a checkpoint, and forgets earlier messages. Collective. A failure during the call, or
    /// before all ranks have come to it, is recovered from here.
    /// @param stamp  the number of the checkpoint, greater than the newest
    /// @throw std::logic_error  at all ranks: messages are on their way, or see collective()
    /// @throw RankLoss  a failure takes all ranks back
    /// @throw StoreError  the checkpoint cannot be taken
    void commit(long long stamp) {
        Turn turn = take_turn();
        protocol_.commit(stamp);
        turn.hand_over();
    }

    /// Runs collectives of the program, when all ranks have come. No log has their results, so a
    /// failure from here to the next commit takes all ranks back. Collective.
    /// @param work  called without arguments; it may call all of MPI. An exception must be thrown
    /// at all ranks.
    /// @throw std::logic_error  at all ranks: some have called a collective without this function
    /// @throw RankLoss  a failure takes all ranks back
    template <typename Work> void collective(Work &&work) {
        enter_collective();
        work();
        leave_collective();
    }
    /// The first half of collective(): the program calls collectives next. Collective.
    /// @throw RankLoss  a failure takes all ranks back; then the collectives must not be called
    void enter_collective() {
        const Turn turn = take_turn();
        protocol_.enter_collective();
    }
    /// The second half of collective(): the collectives have been called. Collective.
    /// @throw std::logic_error  at all ranks: some have called a collective outside of this
    /// @throw RankLoss  a failure takes all ranks back
    void leave_collective() {
        Turn turn = take_turn();
        protocol_.leave_collective();
        turn.hand_over();
    }

    /// For long computations: lets messages progress, and takes part in a recovery if a rank has
    /// failed, because the other ranks wait for it.
    /// @throw RankLoss  a failure takes all ranks back
    void poll() {
        Turn turn = take_turn_for_messages();
        protocol_.progress();
        turn.hand_over();
    }

    /// @return bytes in the log; 0 when the log was dropped
    [[nodiscard]] std::size_t logged() const { return messages().logged(); }
    /// @return number of messages that this rank has sent again from its log
    [[nodiscard]] long long sent_again() const { return messages().sent_again(); }
    /// @return number of messages that this rank had to send and that the others had from its
    /// predecessor
    [[nodiscard]] long long not_sent_again() const { return messages().not_sent_again(); }
    /// @return number of messages that this rank has dropped because they had arrived before;
    /// should be 0
    [[nodiscard]] long long dropped() const { return messages().dropped(); }
    /// @return number of recoveries during which this rank did not go back
    [[nodiscard]] int recoveries() const { return protocol_.recoveries(); }
    /// @return seconds for which calls of this rank have stood still for these recoveries
    [[nodiscard]] double seconds_stopped() const {
        const auto held = thread_.hold();
        return std::chrono::duration<double>(protocol_.stopped() - beside_the_program_ +
                                             thread_.waited())
            .count();
    }
    /// @return the store, for its local functions; with use_thread() only outside of run(), or
    /// within collective()
    [[nodiscard]] Store &store() { return protocol_.store(); }

  private:
    using Turn = local_detail::PollingThread::Turn;

    /// A call of the program.
    [[nodiscard]] Turn take_turn() {
        Turn turn(thread_);
        turn.check();
        return turn;
    }
    /// A call that needs only its partner, if the thread can do the rest.
    [[nodiscard]] Turn take_turn_for_messages() {
        Turn turn = Turn::leaving_place(thread_);
        turn.check();
        attend(turn);
        return turn;
    }

    /// Takes part in a recovery if a rank has failed, unless the thread does.
    void attend(Turn &turn) {
        if (turn.leaves_place())
            turn.check();
        else
            protocol_.look_for_deaths();
    }

    static void copy(std::span<const std::byte> content, std::span<std::byte> elements) {
        if (content.size() > elements.size())
            throw std::length_error("the message has " + std::to_string(content.size()) +
                                    " bytes, for which there is no room");
        if (!content.empty()) std::memcpy(elements.data(), content.data(), content.size());
    }

    [[nodiscard]] const local_detail::Messages &messages() const { return protocol_.messages(); }

    void poll_beside_the_program() {
        const auto before = protocol_.stopped();
        protocol_.poll();
        beside_the_program_ += protocol_.stopped() - before;
    }

    local_detail::Protocol protocol_;
    bool is_beside_ = false; ///< the thread also works during calls for messages
    /// Time of recoveries for which the program has not stopped.
    local_detail::Protocol::Duration beside_the_program_{};
    mutable local_detail::PollingThread thread_; // ends before the objects that it polls
};

} // namespace closeranks

#endif
