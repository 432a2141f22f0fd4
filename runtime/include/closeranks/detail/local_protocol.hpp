// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The decisions of the ranks of closeranks/local.hpp, and their order. A program includes
/// local.hpp instead of this header.
#ifndef CLOSERANKS_DETAIL_LOCAL_PROTOCOL_HPP
#define CLOSERANKS_DETAIL_LOCAL_PROTOCOL_HPP

#include <closeranks/detail/local_members.hpp>
#include <closeranks/detail/local_messages.hpp>
#include <closeranks/resume.hpp>
#include <closeranks/store.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// @cond
namespace closeranks::local_detail {

/// The implementation of LocalRecovery, which describes each function. One thread at a time, unless
/// share() was called.
class Protocol {
  public:
    using Duration = std::chrono::steady_clock::duration;

    Protocol(MPI_Comm comm, const std::string &where, std::size_t log_bytes)
        : ranks_(comm), store_(comm, where), messages_(ranks_, log_bytes) {}
    Protocol(const Protocol &) = delete;
    Protocol &operator=(const Protocol &) = delete;

    void member(int id, void *data, MPI_Count count, MPI_Datatype type) {
        members_.set(store_.get(), id, data, count, type);
    }

    [[nodiscard]] long long start() {
        for (;;) {
            try {
                if (!std::exchange(has_resumed_, false)) static_cast<void>(bring_back());
                return enter();
            } catch (const RankLoss &) { // more ranks have failed, or all go back
            }
        }
    }

    [[nodiscard]] bool finish() {
        meet_and_recover();
        has_resumed_ = bring_back() != CLOSERANKS_ROLE_INITIAL;
        return !has_resumed_;
    }

    /// From now on another thread may call poll() while one is in send() or receive().
    void share() {
        is_shared_ = true;
        messages_.share();
    }

    void say_that_threads_take_turns() const {
        if (ranks_.mine() == 0)
            std::fprintf(stderr, "closeranks: several threads in this Open MPI may crash when a "
                                 "rank dies, so local recoveries continue as with "
                                 "MPI_THREAD_SERIALIZED (docs/reference/local-recovery.md)\n");
    }

    void send(int to, int tag, const void *data, std::size_t size) {
        if (to == MPI_PROC_NULL) return;
        if (!messages_.send(to, tag, data, size)) say_that_the_log_is_full();
    }

    /// `give` gets the content; it is not called for MPI_PROC_NULL. `meanwhile` is called during
    /// the wait.
    template <typename Give, typename Meanwhile>
    void receive(int from, int tag, Give give, Meanwhile meanwhile) {
        constexpr std::chrono::milliseconds soon{1};
        if (from == MPI_PROC_NULL) return;
        const Clock::time_point begin = Clock::now();
        while (!messages_.take(from, tag, give)) {
            if (messages_.pull(from)) continue;
            messages_.progress();
            meanwhile();
            // Before that time it does not yield: the MPI yields where that helps.
            const Duration waited = Clock::now() - begin;
            if (waited > soon) rest(waited);
        }
    }

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
            messages_.commit();
            return;
        }
    }

    void enter_collective() {
        meet_and_recover();
        had_collective_ = true;
    }
    void leave_collective() {
        collectives_ = collectives(); // collectives in between are allowed
        meet_and_recover();           // a recovery throws, at all ranks
    }

    void progress() { messages_.progress(); }

    void poll() {
        progress();
        look_for_deaths();
    }

    /// Every call of the program comes here, and so does every wait. So all live ranks come to the
    /// recovery, including those that need nothing of the failed rank.
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

    [[nodiscard]] const Messages &messages() const { return messages_; }
    [[nodiscard]] int recoveries() const { return local_recoveries_; }
    /// The time for which calls of this function have stood still for recoveries.
    [[nodiscard]] Duration stopped() const { return stopped_; }
    [[nodiscard]] Store &store() { return store_; }

  private:
    enum class State { fresh, beginning, middle };
    enum class Wish { to_go_on, to_recover };
    enum class Way { again, local, global };
    using Clock = std::chrono::steady_clock;

    /// The beginning of the work: at the newest checkpoint, or with the messages that others have
    /// sent since, if only this rank was replaced. Collective, unless other ranks are in the middle
    /// of their work.
    long long enter() {
        const Allowed allowed(collectives_);
        require_nobody_missing(ranks_.missing());
        switch (settle(is_new_ ? State::fresh : State::beginning)) {
        case Way::again:
            throw RankLost("more ranks have died during a recovery");
        case Way::local:
            break;
        case Way::global:
            if (stamp_ >= 0) store_.restore();
        }
        is_new_ = false;
        had_collective_ = false;
        return stamp_;
    }

    /// Leaves the core to other threads during a wait, which gets a sixteenth longer, or a
    /// millisecond. In the thread of recoveries, which shares the core, it does not sleep, and
    /// neither does the MPI. Where threads sleep and wake often beside one that does not, Linux
    /// 6.18 may stop all threads of other groups for seconds (docs/developers/testing.md).
    void rest(Duration waited) const {
        constexpr Duration longest = std::chrono::milliseconds(1);
        if (is_shared_)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::min(waited / 16, longest));
    }

    /// Checks some ranks each time, the next ones in turn.
    [[nodiscard]] bool has_somebody_died() {
        constexpr int at_a_time = 64;
        ranks_.listen();
        for (int i = 0; i < std::min(at_a_time, ranks_.size()); ++i) {
            next_looked_at_ = (next_looked_at_ + 1) % ranks_.size();
            if (!ranks_.is_alive(next_looked_at_)) return true;
        }
        return false;
    }

    /// The one place where all survivors meet: after they hear of a failure, before a commit, and
    /// before collectives. All get the same answer. False: all have to recover.
    [[nodiscard]] bool meet(Wish wish) {
        const bool is_forbidden = collectives() > collectives_;
        if (is_forbidden) had_collective_ = true; // a recovery cannot be local
        const Allowed allowed(collectives_);
        const auto sums = ranks_.combine<3>(
            {wish == Wish::to_recover, messages_.surplus(), is_forbidden}, MPI_SUM);
        if (!sums) return false;
        const auto [recovering, surplus, forbidden] = *sums;
        under_way_ = surplus;
        if (recovering != 0) return false;
        if (forbidden != 0)
            throw std::logic_error("a collective was called within run() without collective(): "
                                   "after a death ranks may wait in it for ever");
        return true;
    }

    void meet_and_recover() {
        while (!meet(Wish::to_go_on))
            recover();
    }

    /// All survivors are here; replacement processes take the places of the failed ranks. Returns
    /// when this rank can continue where it is.
    void recover() {
        const Allowed allowed(collectives_);
        const Clock::time_point begin = Clock::now();
        do {
            static_cast<void>(bring_back());
        } while (settle(State::middle) == Way::again);
        ++local_recoveries_;
        stopped_ += Clock::now() - begin;
    }

    /// Makes the same calls as come_back(), so that replacement processes and survivors make the
    /// same calls. If no recovery is possible, a resume point does nothing, and only the
    /// communicator has the lost ranks.
    [[nodiscard]] closeranks_role bring_back() const {
        for (;;) {
            closeranks_role role = CLOSERANKS_ROLE_INITIAL;
            int missing = 0;
            closeranks_resume(&role);
            closeranks_missing_count(MPI_COMM_WORLD, &missing);
            if (role == CLOSERANKS_ROLE_INITIAL)
                require_nobody_missing(std::max(missing, ranks_.missing()));
            if (missing == 0) return role;
        }
    }

    static void require_nobody_missing(int missing) {
        if (missing == 0) return;
        throw NobodyLeft("no process is left for " + std::to_string(missing) + " lost rank(s)");
    }

    /// Called after each resume point: decides how all ranks continue, with the same answer at all.
    /// For `local`, replacement processes have their members then, and all logged messages are sent
    /// again.
    [[nodiscard]] Way settle(State mine) {
        enum { middle, beginning, full, collective, other_checkpoint, era, count };
        if (!meet_in_store()) return Way::again;
        long long newest = -1;
        closeranks_store_newest(store_.get(), &newest);
        const MPI_Comm channel = ranks_.make_channel(); // with the replacement processes
        const bool goes_on = mine == State::middle;
        const auto combined = ranks_.combine<count>(
            {goes_on, mine == State::beginning, goes_on && !messages_.keep_log(),
             goes_on && had_collective_, goes_on && newest != stamp_, messages_.era()},
            MPI_MAX);
        if (!combined) return Way::again;
        const auto &all = *combined;
        if (!goes_on) stamp_ = newest;
        const char *const why_not =
            all[full]               ? "a log of messages is full"
            : all[collective]       ? "a collective was called since the last commit"
            : all[other_checkpoint] ? "the checkpoint of the last commit is lost"
            : all[beginning]        ? "some ranks have gone back already"
                                    : nullptr;
        if (all[middle] && why_not == nullptr) return go_on(mine, all[era], channel);
        if (all[middle]) go_back_together(why_not);
        messages_.begin(all[era] + 1, channel);
        return Way::global;
    }

    /// A replacement process has its members then. Each rank learns how many of its messages the
    /// other ranks have.
    [[nodiscard]] Way go_on(State mine, std::int64_t era, MPI_Comm channel) {
        constexpr long long unreadable = -1;
        const bool is_newcomer = mine != State::middle;
        std::vector<long long> arrived(static_cast<std::size_t>(ranks_.size()));
        if (!is_newcomer)
            arrived = messages_.arrived();
        else if (stamp_ >= 0 && !members_.load(store_.get(), stamp_))
            std::fill(arrived.begin(), arrived.end(), unreadable);
        const auto has = ranks_.exchange(arrived);
        if (!has) return Way::again;
        if (std::find(has->begin(), has->end(), unreadable) != has->end())
            go_back_together("a replacement process cannot read its checkpoint");
        if (is_newcomer)
            messages_.join(era, channel, *has);
        else
            messages_.go_on(channel, *has);
        return Way::local;
    }

    /// Gives replacement processes their data in the store, and leaves all members unchanged.
    /// Collective; false, at all ranks: a rank has failed.
    [[nodiscard]] bool meet_in_store() {
        int count = 0;
        return closeranks_store_sizes(store_.get(), CLOSERANKS_NEWEST, MPI_PROC_NULL, 0, nullptr,
                                      nullptr, &count) != CLOSERANKS_ERR_RANK_LOST;
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

    Ranks ranks_;
    Store store_;
    Messages messages_;
    Members members_;
    bool is_shared_ = false;      ///< with a thread of recoveries
    bool is_new_ = true;          ///< this process has not begun yet
    bool has_resumed_ = false;    ///< the resume point is behind it, and start() comes next
    bool had_collective_ = false; ///< since the latest commit
    long long stamp_ = -1;        ///< of the latest commit
    long long under_way_ = 0;     ///< messages on their way when all ranks met last
    long long collectives_ = 0;   ///< count at the latest collective that went through this object
    std::atomic<int> local_recoveries_ = 0;
    Duration stopped_{};
    bool has_said_so_ = false; ///< the report that the log is full
    Clock::time_point looked_{};
    int next_looked_at_ = 0;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
