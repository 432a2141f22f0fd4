/// @file
/// Local recovery, for programs in C++ whose lost ranks come back: a death takes back the rank that
/// died, and nobody else (docs/local-recovery.md). For phases of messages only. Header only, C++20.
/// Link as for closeranks_store.h. closeranks_local.h is the same for C.
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

#include <closeranks/local_members.hpp>
#include <closeranks/local_messages.hpp>
#include <closeranks/resume.hpp>
#include <closeranks/store.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace closeranks {

/// A death takes all ranks back this time. LocalRecovery::run() catches it, and begins again at the
/// newest checkpoint. what() says why one rank could not be taken back alone.
class RolledBack : public std::runtime_error, public RankLoss {
    using std::runtime_error::runtime_error;
};

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
        : ranks_(comm), store_(comm, where), messages_(ranks_, log_bytes) {}
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
        members_.set(store_.get(), id, data, count, type);
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
        for (;;) {
            try {
                if (!std::exchange(has_resumed_, false)) static_cast<void>(bring_back());
                return enter();
            } catch (const RankLoss &) { // more have died, or all go back
            }
        }
    }

    /// The second half: the end of the work. Collective.
    /// @return whether all are through; if not, ranks have come back, and all go on by start()
    /// @throw RankLoss  a death takes all back
    /// @throw NobodyLeft  ranks are missing, and no process can take their places
    [[nodiscard]] bool finish() {
        meet_and_recover();
        has_resumed_ = bring_back() != CLOSERANKS_INITIAL;
        return !has_resumed_;
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
        look_for_deaths();
        if (to == MPI_PROC_NULL) return;
        messages_.send(to, tag, elements.data(), elements.size_bytes());
        messages_.progress();
        if (messages_.is_full()) say_that_the_log_is_full();
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
        look_for_deaths();
        if (from == MPI_PROC_NULL) return 0;
        const local_detail::Bytes message = wait_for(from, tag);
        const auto content = local_detail::content_of(message);
        if (content.size() > elements.size_bytes())
            throw std::length_error("the message has " + std::to_string(content.size()) +
                                    " bytes, for which there is no room");
        if (!content.empty()) std::memcpy(elements.data(), content.data(), content.size());
        return content.size() / sizeof(T);
    }

    /// Takes a checkpoint, and forgets the messages of before. Collective. A death within it, or
    /// before all have come, is recovered from here.
    /// @param stamp  what to call it, greater than the newest
    /// @throw std::logic_error  at all ranks: messages are under way, or see collective()
    /// @throw RankLoss  a death takes all back
    /// @throw StoreError  it cannot be taken
    void commit(long long stamp) {
        for (;; recover()) {
            meet_and_recover();
            if (under_way_ != 0)
                throw std::logic_error("messages are under way at a commit, or too few were sent");
            try {
                const Allowed allowed(collectives_);
                store_.commit(stamp);
            } catch (const RankDied &) {
                continue;
            }
            stamp_ = stamp;
            had_collective_ = false;
            messages_.begin_anew(messages_.era() + 1);
            return;
        }
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
        meet_and_recover();
        had_collective_ = true;
    }
    /// The second half: these have been called. Collective.
    /// @throw std::logic_error  at all ranks: some have called a collective outside of this
    /// @throw RankLoss  a death takes all back
    void leave_collective() {
        collectives_ = local_detail::collectives(); // those in between are allowed
        meet_and_recover();                         // a recovery throws, at all
    }

    /// For long computations: lets messages go on, and takes part in a recovery if somebody has
    /// died, for which the others wait.
    /// @throw RankLoss  a death takes all back
    void poll() {
        messages_.progress();
        look_for_deaths();
    }

    /// @return how many bytes the log has; 0 when it is full
    [[nodiscard]] std::size_t logged() const { return messages_.logged(); }
    /// @return how many messages this rank has sent again out of its log
    [[nodiscard]] long long sent_again() const { return messages_.sent_again(); }
    /// @return how many messages this rank was to send that the others had from its predecessor
    [[nodiscard]] long long not_sent_again() const { return messages_.not_sent_again(); }
    /// @return how many messages this rank has dropped because they had come already; should be 0
    [[nodiscard]] long long dropped() const { return messages_.dropped(); }
    /// @return how many recoveries this rank has lived through without going back
    [[nodiscard]] int recoveries() const { return local_recoveries_; }
    /// @return for how many seconds this rank has stood still for these recoveries
    [[nodiscard]] double seconds_stopped() const { return stopped_.count(); }
    /// @return the store, for functions that are no collective
    [[nodiscard]] Store &store() { return store_; }

  private:
    enum class State { fresh, beginning, middle };
    enum class Wish { to_go_on, to_recover };
    enum class Way { again, local, global };
    using Clock = std::chrono::steady_clock;
    using Allowed = local_detail::Allowed;

    /// Where the work begins: at the newest checkpoint, or with what others have sent since, if
    /// this rank alone has come back. Collective, unless others are in the middle of theirs.
    long long enter() {
        const Allowed allowed(collectives_);
        require_nobody_missing(ranks_.missing());
        follow_recoveries();
        switch (settle(is_new_ ? State::fresh : State::beginning)) {
        case Way::again:
            throw RankLost("more ranks have died while others came back");
        case Way::local:
            break;
        case Way::global:
            if (stamp_ >= 0) store_.restore();
        }
        is_new_ = false;
        had_collective_ = false;
        return stamp_;
    }

    local_detail::Bytes wait_for(int from, int tag) {
        constexpr std::chrono::milliseconds soon{1};
        constexpr std::chrono::microseconds nap{50};
        const Clock::time_point begin = Clock::now();
        for (local_detail::Bytes message;;) {
            if (messages_.take(from, tag, message)) return message;
            if (messages_.pull(from)) continue;
            messages_.progress();
            look_for_deaths();
            // Before that it does not yield: the MPI does, where that has a point.
            if (Clock::now() - begin > soon) std::this_thread::sleep_for(nap);
        }
    }

    /// Every call of the program comes here, and so does everyone who waits: so all who live come
    /// to the recovery, also those who need nothing of the dead.
    void look_for_deaths() {
        constexpr std::chrono::milliseconds pause{1};
        const Clock::time_point now = Clock::now();
        if (now - looked_ < pause) return;
        looked_ = now;
        if (!has_somebody_died()) return;
        static_cast<void>(meet(Wish::to_recover));
        stopped_ += Clock::now() - now;
        recover();
    }

    /// Asks for some ranks each time, the next ones in turn.
    [[nodiscard]] bool has_somebody_died() {
        constexpr int at_a_time = 64;
        ranks_.listen();
        for (int i = 0; i < std::min(at_a_time, ranks_.size()); ++i) {
            next_looked_at_ = (next_looked_at_ + 1) % ranks_.size();
            if (!ranks_.is_alive(next_looked_at_)) return true;
        }
        return false;
    }

    /// The one place where all survivors meet, from wherever they come: who has heard of a death,
    /// who wants to commit, and who wants to call collectives. All get the same answer. False: all
    /// are to recover.
    [[nodiscard]] bool meet(Wish wish) {
        const bool is_forbidden = local_detail::collectives() > collectives_;
        if (is_forbidden) had_collective_ = true; // a recovery cannot be local
        const Allowed allowed(collectives_);
        const auto [recovering, surplus, forbidden] = ranks_.combine<3>(
            {wish == Wish::to_recover, messages_.surplus(), is_forbidden}, MPI_SUM);
        under_way_ = surplus;
        if (recovering != 0 || ranks_.missing() != 0) return false;
        if (forbidden != 0)
            throw std::logic_error("a collective was called within run() without collective(): "
                                   "after a death ranks may wait in it for ever");
        return true;
    }

    void meet_and_recover() {
        while (!meet(Wish::to_go_on))
            recover();
    }

    /// All survivors are here, from which others take the places of the dead. Returns when this
    /// rank goes on from where it is.
    void recover() {
        const Allowed allowed(collectives_);
        const Clock::time_point begin = Clock::now();
        do {
            static_cast<void>(bring_back());
            follow_recoveries();
        } while (settle(State::middle) == Way::again);
        ++local_recoveries_;
        stopped_ += Clock::now() - begin;
    }

    /// As come_back() does, so that those who come back and these make the same calls. Without a
    /// way to recover a resume point does nothing, and only the communicator says who is missing.
    [[nodiscard]] closeranks_role bring_back() const {
        for (;;) {
            closeranks_role role = CLOSERANKS_INITIAL;
            int missing = 0;
            closeranks_resume(&role);
            closeranks_missing_count(MPI_COMM_WORLD, &missing);
            if (role == CLOSERANKS_INITIAL)
                require_nobody_missing(std::max(missing, ranks_.missing()));
            if (missing == 0) return role;
        }
    }

    static void require_nobody_missing(int missing) {
        if (missing == 0) return;
        throw NobodyLeft("no process is left for " + std::to_string(missing) + " lost rank(s)");
    }

    /// What was under way on the communicator of before is gone, if there is a new one.
    void follow_recoveries() {
        int now = 0;
        closeranks_recoveries(&now);
        if (std::exchange(all_recoveries_, now) != now) messages_.break_off();
    }

    /// After each resume point: how all go on, with the same answer at all ranks. For `local` those
    /// who come back have their members then, and all that was logged is sent again.
    [[nodiscard]] Way settle(State mine) {
        enum { middle, beginning, full, collective, other_checkpoint, era, count };
        if (!meet_in_store()) return Way::again;
        long long newest = -1;
        closeranks_store_newest(store_.get(), &newest);
        const bool goes_on = mine == State::middle;
        const auto all = ranks_.combine<count>(
            {goes_on, mine == State::beginning, goes_on && messages_.is_full(),
             goes_on && had_collective_, goes_on && newest != stamp_, messages_.era()},
            MPI_MAX);
        if (ranks_.missing() != 0) return Way::again;
        if (!goes_on) stamp_ = newest;
        const char *const why_not =
            all[full]               ? "a log of messages is full"
            : all[collective]       ? "a collective was called since the last commit"
            : all[other_checkpoint] ? "the checkpoint of the last commit is lost"
            : all[beginning]        ? "some ranks have gone back already"
                                    : nullptr;
        if (all[middle] && why_not == nullptr) return go_on(mine, all[era] + 1);
        messages_.begin_anew(all[era] + 1);
        if (all[middle]) go_back_together(why_not);
        return Way::global;
    }

    /// Who comes back has its members then, and each rank learns how many of its messages the
    /// others have.
    [[nodiscard]] Way go_on(State mine, std::int64_t era) {
        constexpr long long unreadable = -1;
        if (mine != State::middle) messages_.begin_anew(era);
        std::vector<long long> arrived = messages_.arrived();
        if (mine != State::middle && stamp_ >= 0 && !members_.load(store_.get(), stamp_))
            std::fill(arrived.begin(), arrived.end(), unreadable);
        const std::vector<long long> has = ranks_.exchange(arrived);
        if (ranks_.missing() != 0) return Way::again;
        if (std::find(has.begin(), has.end(), unreadable) != has.end()) {
            messages_.begin_anew(era);
            go_back_together("a rank that came back cannot read its checkpoint");
        }
        messages_.go_on(era, has);
        return Way::local;
    }

    /// Gives those who have come back what the store has of them, and leaves all members as they
    /// are. Collective; false, at all: somebody has died.
    [[nodiscard]] bool meet_in_store() {
        int count = 0;
        return closeranks_store_sizes(store_.get(), CLOSERANKS_NEWEST, MPI_PROC_NULL, 0, nullptr,
                                      nullptr, &count) != MPIX_ERR_PROC_FAILED;
    }

    [[noreturn]] void go_back_together(const std::string &why_not) const {
        if (ranks_.mine() == 0)
            std::fprintf(stderr, "closeranks: no local recovery, all ranks go back: %s\n",
                         why_not.c_str());
        throw RolledBack("all ranks go back: " + why_not);
    }

    void say_that_the_log_is_full() {
        if (std::exchange(has_said_so_, true)) return;
        std::fprintf(stderr,
                     "closeranks: the log of rank %d is full, for it has sent more than %zu bytes "
                     "since the last commit: until the next one a death takes all ranks back\n",
                     ranks_.mine(), messages_.bound());
    }

    local_detail::Ranks ranks_;
    Store store_;
    local_detail::Messages messages_;
    local_detail::Members members_;
    bool is_new_ = true;          ///< this process has not begun yet
    bool has_resumed_ = false;    ///< the resume point is behind it, and start() comes next
    bool had_collective_ = false; ///< since the last commit
    long long stamp_ = -1;        ///< of the last commit
    long long under_way_ = 0;     ///< messages, when all met last
    long long collectives_ = 0;   ///< when this object, or what went through it, called the last
    int all_recoveries_ = 0;      ///< closeranks_recoveries()
    int local_recoveries_ = 0;
    std::chrono::duration<double> stopped_{};
    bool has_said_so_ = false; ///< that the log is full
    Clock::time_point looked_{};
    int next_looked_at_ = 0;
};

} // namespace closeranks

#endif
