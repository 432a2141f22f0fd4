#include "runtime/stall/stall_watch.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/threads.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/openmpi/waits.hpp"
#include "runtime/run/last_call.hpp"
#include "runtime/stall/calm_watch.hpp"
#include "runtime/stall/stall_lead.hpp"
#include "runtime/stall/stall_mail.hpp"
#include "runtime/stall/stall_view.hpp"
#include "runtime/support/mutex.hpp"

#include <sys/syscall.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace closeranks {

namespace {

using namespace std::chrono_literals;
using stall::Note;
using stall::Survivor;
using Clock = std::chrono::steady_clock;

} // namespace

/// The work of one process for the watch.
class StallWorker {
  public:
    explicit StallWorker(MPI_Comm comm)
        : mail_(comm), lead_([this](int to, const Note &message) { send(to, message); },
                             std::chrono::seconds(runtime().config.stall_after)),
          calm_([this](int to, const Note &message) { send(to, message); }, stall::deadlock_after(),
                members().rank(), members().size()) {}

    [[nodiscard]] bool watches_calm_runs() const noexcept { return calm_.is_on(); }

    [[nodiscard]] bool is_due() const { return Clock::now() >= next_turn_; }

    void turn() {
        const auto now = Clock::now();
        if (now < next_turn_) return;
        remind_of_replaced(now);
        notice_failures();
        const bool calm = missing_.empty();
        const bool searches = !calm || calm_.is_alarmed(now);
        next_turn_ = now + (searches ? between_turns : between_calm_turns);
        if (calm && !calm_.is_on()) return;
        if (calm) {
            calm_.sample(now, failures_ != 0, !runtime().threads);
            if (calm_.turn(now, [this] { return view().waits; })) begin_alarm();
        }
        if (searches) look(now);
        mail_.advance();
        while (const auto message = mail_.receive())
            handle(*message);
        answer(now);
        if (searches && is_lead()) lead_.turn(now);
    }

    /// For a program with several threads while no rank is lost. True when the thread is needed: a
    /// call takes long, and another thread has to examine its wait.
    [[nodiscard]] bool needs_thread() {
        if (has_thread_) return false;
        const auto now = Clock::now();
        if (now < next_turn_) return false;
        next_turn_ = now + between_calm_turns;
        calm_.sample(now, false, true);
        return calm_.is_in_long_call(now);
    }

    /// For programs with several threads: takes turns until stop().
    void run() {
        watcher_ = static_cast<int>(syscall(SYS_gettid));
        while (!stopping_) {
            turn();
            std::unique_lock lock(pausing_);
            const bool searches = !missing_.empty() || calm_.is_alarmed(Clock::now());
            static_cast<void>(
                stops_.wait_for(lock, searches ? between_turns_of_thread : between_calm_turns,
                                [this] { return stopping_.load(); }));
        }
    }
    void begin_thread() {
        const std::scoped_lock lock(pausing_);
        if (thread_.joinable() || stopping_) return;
        // By a thread that examines no calls.
        if (activity().is_sampling()) activity().end_sampling();
        has_thread_ = true;
        thread_ = std::thread([this] { run(); });
    }

    void stop() {
        {
            const std::scoped_lock lock(pausing_);
            stopping_ = true;
        }
        stops_.notify_all();
        if (thread_.joinable()) thread_.join();
        mail_.close();
    }

  private:
    /// The lead's request to confirm that the process still waits in the same way.
    struct Wave {
        std::uint64_t number;
        int lead;
        std::uint64_t activity;
        std::vector<int> awaited;     ///< ranks whose marks have not come yet
        Clock::time_point complete{}; ///< time at which the last mark had come
    };

    /// A replacement process may find no partner on its way, for example in a receive there.
    void remind_of_replaced(Clock::time_point now) {
        if (!runtime().recovery.awaits_replaced() || has_reminded_) return;
        if (awaiting_since_ == Clock::time_point{}) awaiting_since_ = now;
        if (now - awaiting_since_ < long_way) return;
        has_reminded_ = true;
        runtime().report.awaits_replaced(runtime().recovery.replaced(), long_way.count());
    }

    void notice_failures() {
        const int count = FailedProcesses::count();
        if (count == failures_) return;
        failures_ = count;
        // The failures are not acknowledged here on any communicator: calls that wait for any rank
        // do that.
        missing_ = failed_in_world();
        mail_.acknowledge_failures();
        since_ = Clock::now();
        activity().count_all();
        last_call().begin(runtime().config.records, runtime().rank);
        note_call_under_way();
        waves_.clear();
        reported_ = {};
        lead_.reset(living());
    }

    /// The first failure may be noticed outside of any call, on the stack of a nonblocking task, or
    /// in a callback of the program there.
    static void note_call_under_way() noexcept {
        const std::uint32_t word = this_call.word.get();
        if (runtime().threads || !CallState::has_function(word) || CallState::is_in_task(word))
            return;
        last_call().entered(CallState::function_of(word));
    }

    [[nodiscard]] std::vector<int> living() const {
        std::vector<int> ranks;
        for (int rank = 0; rank < runtime().size; ++rank)
            if (std::find(missing_.begin(), missing_.end(), rank) == missing_.end())
                ranks.push_back(rank);
        return ranks;
    }
    [[nodiscard]] int lead() const { return missing_.empty() ? 0 : living().front(); }
    [[nodiscard]] bool is_lead() const { return lead() == runtime().rank; }

    [[nodiscard]] Survivor view() const {
        Survivor survivor = runtime().threads ? stall::view_of_all_threads(missing_, watcher_)
                                              : stall::view_of_this_call(missing_);
        survivor.activity = activity().steps();
        survivor.failures = static_cast<int>(missing_.size());
        return survivor;
    }

    /// Reports to the lead once this process has done the same for a while, and then now and then
    /// that it still does.
    void look(Clock::time_point now) {
        if (activity().steps() != seen_activity_) {
            seen_activity_ = activity().steps();
            since_ = now;
        }
        const bool settled = now - since_ >= settling;
        const bool news = !reported_ || reported_activity_ != seen_activity_;
        if (!settled || (!news && now - reported_at_ < lead_.between_reports())) return;
        if (!is_in_mpi()) return;
        tell(now);
    }

    /// Under MPI_THREAD_MULTIPLE the watch also runs while the program computes.
    [[nodiscard]] bool is_in_mpi() {
        if (!runtime().threads) return true;
        const std::uint64_t calls = activity().calls();
        bool inside = false;
        for_each_thread(
            [](const CallState &state, void *found) {
                const std::uint32_t word = state.word.read();
                if (word != CallState::outside && word != CallState::unknown)
                    *static_cast<bool *>(found) = true;
            },
            &inside);
        return std::exchange(seen_calls_, calls) != calls || inside;
    }

    void tell(Clock::time_point now) {
        Note message{.kind = Note::report, .survivor = view()};
        if (message.survivor.activity != seen_activity_) return;
        if (!message.survivor.call.empty()) last_call().waits_in(message.survivor.call);
        reported_ = true;
        reported_at_ = now;
        reported_activity_ = seen_activity_;
        send(lead(), std::move(message));
    }

    void send(int to, Note message) {
        message.source = runtime().rank;
        if (to == runtime().rank)
            handle(message);
        else
            mail_.send(to, message);
    }

    void handle(const Note &message) {
        switch (message.kind) {
        case Note::report:
            return lead_.take_report(message.survivor, Clock::now());
        case Note::still:
            return lead_.take_answer(message);
        case Note::confirm:
            return begin_wave(message);
        case Note::mark:
            return take_mark(message);
        case Note::release:
            activity().release(message.survivor.activity);
            return;
        case Note::ask:
        case Note::quiet:
        case Note::alarm:
            if (missing_.empty() && calm_.take(message, Clock::now())) begin_alarm();
            return;
        }
    }

    /// All ranks wait, and none is lost: for a while this process acts as after a loss.
    void begin_alarm() {
        next_turn_ = {};
        waves_.clear();
        reported_ = {};
        seen_activity_ = activity().steps();
        since_ = calm_.in_call_since();
        lead_.reset(living());
    }

    void begin_wave(const Note &message) {
        waves_.clear(); // a refusal has ended the former ones
        Wave &wave =
            waves_.emplace_back(Wave{message.wave, message.source, message.survivor.activity, {}});
        // Several marks, in case the transport spreads its messages over several paths in turn.
        constexpr int paths = 4;
        for (int path = 0; path < paths; ++path) {
            for (const int to : message.to)
                mail_.send(to, {.kind = Note::mark, .wave = message.wave});
            wave.awaited.insert(wave.awaited.end(), message.from.begin(), message.from.end());
        }
        for (const Note &mark : std::exchange(early_marks_, {}))
            take_mark(mark);
    }

    void take_mark(const Note &mark) {
        const auto wave = std::find_if(waves_.begin(), waves_.end(),
                                       [&](const Wave &one) { return one.number == mark.wave; });
        if (wave == waves_.end()) {
            early_marks_.push_back(mark);
            return;
        }
        const auto at = std::find(wave->awaited.begin(), wave->awaited.end(), mark.source);
        if (at != wave->awaited.end()) wave->awaited.erase(at);
    }

    /// Answers requests that can be answered: the marks have come, and a wait that they may have
    /// ended has had time to end; or the process has continued.
    void answer(Clock::time_point now) {
        std::erase_if(waves_, [&](Wave &wave) {
            const bool same = wave.activity == activity().steps();
            if (same && !wave.awaited.empty()) return false;
            if (same && wave.complete == Clock::time_point{}) wave.complete = now;
            if (same && now - wave.complete < ending) return false;
            answers_.push_back({.kind = Note::still, .wave = wave.number, .yes = same});
            answers_.back().to = {wave.lead};
            return true;
        });
        for (Note &message : std::exchange(answers_, {})) {
            const int to = message.to.front();
            send(to, std::move(message));
        }
        if (waves_.empty()) early_marks_.clear();
    }

    static constexpr auto between_turns = 4ms;
    static constexpr auto between_calm_turns = 50ms;
    /// Less often, because each turn takes locks of the MPI from the program's threads.
    static constexpr auto between_turns_of_thread = 40ms;
    static constexpr auto long_way = 10s;  ///< to the resume point: then the user is told
    static constexpr auto settling = 60ms; ///< shorter waits are not reported
    static constexpr auto ending = 20ms;   ///< the time that the MPI may need to end a wait

    stall::Mail mail_;
    stall::Lead lead_;
    stall::CalmWatch calm_;
    std::atomic<bool> has_thread_{false};
    Clock::time_point next_turn_{};
    Clock::time_point awaiting_since_{};
    bool has_reminded_ = false; ///< in this recovery: each recovery has a worker of its own
    int failures_ = 0;
    std::vector<int> missing_;
    std::uint64_t seen_activity_ = 0;
    std::uint64_t seen_calls_ = 0;
    Clock::time_point since_{};
    bool reported_ = false;
    std::uint64_t reported_activity_ = 0;
    Clock::time_point reported_at_{};
    std::vector<Wave> waves_;
    std::vector<Note> early_marks_;
    std::vector<Note> answers_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    Mutex<LockRank::leaf> pausing_; ///< of the thread
    Condition stops_;
    int watcher_ = 0;
};

StallWatch &stall_watch() noexcept {
    static constinit StallWatch watch;
    return watch;
}

namespace {

int take_turn() {
    stall_watch().turn();
    return 0;
}

} // namespace

void StallWatch::start(MPI_Comm services) noexcept {
    auto *const worker = new StallWorker(services);
    watches_calm_runs_ = worker->watches_calm_runs();
    worker_ = worker;
    static_cast<void>(ProgressEngine::add_rarely(take_turn));
}

void StallWatch::stop() noexcept {
    StallWorker *const worker = worker_;
    if (worker == nullptr) return;
    ProgressEngine::remove(take_turn);
    worker->stop(); // not freed, because another thread may be about to take a turn
}

void StallWatch::take_part(bool failed) noexcept {
    if (CallState::is_in_task(this_call.word.get())) return;
    if (busy_.exchange(true, std::memory_order_acquire)) return;
    const ExclusiveTurn turn;
    StallWorker &worker = *worker_;
    if (runtime().threads) {
        if (failed || worker.needs_thread()) worker.begin_thread();
    } else if (worker.is_due()) {
        const AsideWait outer;
        worker.turn();
    }
    busy_.store(false, std::memory_order_release);
}

} // namespace closeranks
