// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// Local recovery, for programs in C++ whose lost ranks come back: a death takes back the rank that
/// died, and nobody else (docs/reference/local-recovery.md). For phases of messages only. Header
/// only, C++20. Link as for closeranks_store.h. closeranks_local.h is the same for C.
///
///     closeranks::LocalRecovery local(MPI_COMM_WORLD, "buddy"); // before the first resume point
///     local.member(0, std::span(cells));
///     local.member(1, std::span(&step, 1));
///     local.run([&](long long stamp) {
///         if (stamp < 0) begin(); // else members are what the checkpoint has
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

#include <closeranks/local_protocol.hpp>
#include <closeranks/local_thread.hpp>
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

/// Messages and checkpoints of the ranks of a communicator. When a rank dies the others stop in
/// their next call of it until another process has taken the place (closeranks_resume()), and go on
/// from where they are. The newcomer alone goes back to the newest checkpoint; it gets the messages
/// again that its predecessor had got since, in the same order, and what it sends once more is not
/// delivered twice.
///
/// What a program has to keep to:
/// - What a rank sends follows from its members and from what it has received since the commit, to
///   the last bit. So receives name their source; there is no MPI_ANY_SOURCE.
/// - Within run() ranks communicate by this object only. A collective that does not go through it
///   is found when all meet next, and throws std::logic_error at all ranks.
/// - At a commit all messages have been received.
///
/// A program has one at a time, made before the first resume point. Errors of MPI throw
/// std::runtime_error.
/// @par Threads
/// One thread uses it, and no other one is in the MPI meanwhile: it may call closeranks_resume().
/// use_thread() adds one of its own, beside which the program goes on.
class LocalRecovery {
  public:
    /// Collective; it keeps a duplicate of `comm`.
    /// @param comm  the ranks, all of MPI_COMM_WORLD; the order may be another one
    /// @param where  where checkpoints are kept (closeranks_store_create())
    /// @param log_bytes  of messages that a rank has sent since the last commit it keeps so many
    /// bytes, heads of 24 bytes included. When that is exceeded it keeps none, which is said once
    /// on stderr, and a death before the next commit takes all ranks back.
    /// @throw std::invalid_argument  `comm` lacks ranks of MPI_COMM_WORLD
    /// @throw StoreError  the store cannot be made
    LocalRecovery(MPI_Comm comm, const std::string &where,
                  std::size_t log_bytes = std::size_t{64} << 20)
        : protocol_(comm, where, log_bytes) {}
    LocalRecovery(const LocalRecovery &) = delete;
    LocalRecovery &operator=(const LocalRecovery &) = delete;

    /// From now on checkpoints have these elements, which keep their place. Local.
    /// @param id  the number of the member
    /// @param elements  numbers, or structures that can be copied byte by byte; less than 2 GiB
    /// @throw StoreError  there are too many
    template <typename T, std::size_t Extent> void member(int id, std::span<T, Extent> elements) {
        const std::span<std::byte> bytes = std::as_writable_bytes(elements);
        if (bytes.size() > INT_MAX) throw StoreError(MPI_ERR_COUNT, "a member is too large");
        member(id, bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE);
    }

    /// The same for elements of a datatype. Local.
    /// @param id  the number of the member
    /// @param data  where they are; they keep their place
    /// @param count  how many; 0: there is no such member any more
    /// @param type  what they are; a copy of it is kept
    /// @throw StoreError  it is no member
    void member(int id, void *data, int count, MPI_Datatype type) {
        const auto held = thread_.hold();
        protocol_.member(id, data, count, type);
    }

    /// From now on a thread of this object takes part in recoveries. Local; do it at all ranks.
    /// With MPI_THREAD_MULTIPLE it does so while the program computes, and while it is in send(),
    /// receive() or poll(): these go on between ranks that live, and only what needs all ranks
    /// waits for a recovery. With MPI_THREAD_SERIALIZED it does so while the program computes: the
    /// others need not wait for its next call, nor the program for a recovery that is over by then.
    /// The program then makes no calls of MPI while it computes, of no kind, but for this object's
    /// and within collective(). It is so, too, and a line on stderr says it, where a death may
    /// crash several threads in the MPI (closeranks_query_thread()).
    /// @throw std::invalid_argument  MPI was initialised with less
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
    /// Keeps that thread from the MPI as long as the program has what this returns: it may call
    /// local functions of the MPI meanwhile. The others wait for this rank in a recovery. With
    /// MPI_THREAD_MULTIPLE it may call them at any time, and this does nothing.
    /// @return a lock, if there is a thread, and need
    [[nodiscard]] std::unique_lock<std::recursive_mutex> hold() const {
        return is_beside_ ? std::unique_lock<std::recursive_mutex>() : thread_.hold();
    }

    /// Runs `work`, as come_back() does: it is called again after a death for which all ranks go
    /// back, and, in a process that comes back, while the others are still in theirs. Collective.
    /// @param work  called with the stamp of the checkpoint that the members are from, or with -1:
    /// there is none, and it has to set them
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    /// @throw StoreError  a checkpoint cannot be read
    /// @throw anything  what `work` throws but for a RankLoss; it does so at all ranks
    template <typename Work> void run(Work &&work) {
        for (bool is_done = false; !is_done;) {
            const long long stamp = start();
            try {
                work(stamp);
                is_done = finish();
            } catch (const RankLoss &) { // all begin again
            } catch (...) {
                const Turn last(thread_); // the thread rests from here on
                throw;
            }
        }
    }

    /// The first half of what run() does, for those that cannot give it a function: the resume
    /// point, to which all come again after a RankLoss. Collective, but for a process that comes
    /// back while the others are in the middle of their work.
    /// @return the stamp of the checkpoint that the members are from, or -1: there is none
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    /// @throw StoreError  a checkpoint cannot be read
    [[nodiscard]] long long start() {
        Turn turn(thread_);
        try {
            turn.check();
        } catch (const RankLoss &) { // all begin again here
        }
        const long long stamp = protocol_.start();
        turn.hand_over();
        return stamp;
    }

    /// The second half: the end of the work. Collective.
    /// @return whether all are through; if not, ranks have come back, and all go on by start()
    /// @throw RankLoss  a death takes all back
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    [[nodiscard]] bool finish() {
        const Turn turn = take_turn();
        return protocol_.finish();
    }

    /// Sends a message. It is copied, and the call does not wait.
    /// @param to  a rank of the communicator; MPI_PROC_NULL: nothing happens
    /// @param tag  any number
    /// @param elements  what can be copied byte by byte; less than 2 GiB
    /// @throw RankLoss  a death takes all back
    /// @throw std::length_error  it is too long
    template <typename T, std::size_t Extent>
    void send(int to, int tag, std::span<T, Extent> elements) {
        static_assert(std::is_trivially_copyable_v<T>, "it cannot be copied byte by byte");
        Turn turn = take_turn_for_messages();
        protocol_.send(to, tag, elements.data(), elements.size_bytes());
        turn.hand_over();
    }

    /// Waits for the next message of a rank with a tag: the first of those that were not received
    /// yet, in the order in which they were sent.
    /// @param from  a rank of the communicator; MPI_PROC_NULL: nothing comes
    /// @param tag  the number that it was sent with
    /// @param[out] elements  where it goes
    /// @return how many elements came; 0 from MPI_PROC_NULL
    /// @throw RankLoss  a death takes all back
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

    /// Takes a checkpoint, and forgets the messages of before. Collective. A death within it, or
    /// before all have come, is recovered from here.
    /// @param stamp  what to call it, greater than the newest
    /// @throw std::logic_error  at all ranks: messages are under way, or see collective()
    /// @throw RankLoss  a death takes all back
    /// @throw StoreError  it cannot be taken
    void commit(long long stamp) {
        Turn turn = take_turn();
        protocol_.commit(stamp);
        turn.hand_over();
    }

    /// Runs collectives of the program, when all ranks are there. What these have given a rank is
    /// in no log: a death from here to the next commit takes all ranks back. Collective.
    /// @param work  called with nothing; it may call all of MPI. What it throws, it throws at all
    /// ranks.
    /// @throw std::logic_error  at all ranks: some have called a collective without this
    /// @throw RankLoss  a death takes all back
    template <typename Work> void collective(Work &&work) {
        enter_collective();
        work();
        leave_collective();
    }
    /// The first half of collective(): collectives of the program come next. Collective.
    /// @throw RankLoss  a death takes all back; they must not be called then
    void enter_collective() {
        const Turn turn = take_turn();
        protocol_.enter_collective();
    }
    /// The second half: these have been called. Collective.
    /// @throw std::logic_error  at all ranks: some have called a collective outside of this
    /// @throw RankLoss  a death takes all back
    void leave_collective() {
        Turn turn = take_turn();
        protocol_.leave_collective();
        turn.hand_over();
    }

    /// For long computations: lets messages go on, and takes part in a recovery if somebody has
    /// died, for which the others wait.
    /// @throw RankLoss  a death takes all back
    void poll() {
        Turn turn = take_turn_for_messages();
        protocol_.progress();
        turn.hand_over();
    }

    /// @return how many bytes the log has; 0 when it is full
    [[nodiscard]] std::size_t logged() const { return messages().logged(); }
    /// @return how many messages this rank has sent again out of its log
    [[nodiscard]] long long sent_again() const { return messages().sent_again(); }
    /// @return how many messages this rank was to send that the others had from its predecessor
    [[nodiscard]] long long not_sent_again() const { return messages().not_sent_again(); }
    /// @return how many messages this rank has dropped because they had come already; should be 0
    [[nodiscard]] long long dropped() const { return messages().dropped(); }
    /// @return how many recoveries this rank has lived through without going back
    [[nodiscard]] int recoveries() const { return protocol_.recoveries(); }
    /// @return for how many seconds calls of this rank have stood still for these recoveries
    [[nodiscard]] double seconds_stopped() const {
        const auto held = thread_.hold();
        return std::chrono::duration<double>(protocol_.stopped() - beside_the_program_ +
                                             thread_.waited())
            .count();
    }
    /// @return the store, for functions that are no collective; with use_thread() outside of run(),
    /// or within collective()
    [[nodiscard]] Store &store() { return protocol_.store(); }

  private:
    using Turn = local_detail::PollingThread::Turn;

    /// A call of the program.
    [[nodiscard]] Turn take_turn() {
        Turn turn(thread_);
        turn.check();
        return turn;
    }
    /// One that needs no more than its partner, if the thread can do the rest.
    [[nodiscard]] Turn take_turn_for_messages() {
        Turn turn = Turn::leaving_place(thread_);
        turn.check();
        attend(turn);
        return turn;
    }

    /// Takes part in a recovery if somebody has died, unless the thread does.
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
    bool is_beside_ = false;                                ///< the thread, also calls for messages
    local_detail::Protocol::Duration beside_the_program_{}; ///< it has not stopped so long
    mutable local_detail::PollingThread thread_;            // ends before what it polls
};

} // namespace closeranks

#endif
