// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// A task farm that survives its workers: one rank deals tasks, the others work, and tasks of a
/// failed worker are dealt again. Header only, C++17. Link as for closeranks.h, with libcloseranks
/// or with libcloseranks_stub.a. With the stub the same binary also runs without closeranks; then
/// the MPI ends the job when a process fails.
///
///     // at all ranks; work(const Task &) gives a Result
///     closeranks::Farm<Task, Result> farm(MPI_COMM_WORLD, work);
///     if (farm.is_master()) {
///         for (const Task &task : tasks) farm.deal(task);
///         while (auto outcome = farm.collect()) ...; // one for each task, as they come
///     }
///     farm.finish(); // workers work in here
///
/// How the master learns of a failure. It always has a receive (MPI_Irecv) pending for each worker,
/// by its rank. On the farm's own communicator the policy of MPI_Irecv is "ignore" at the master.
/// So closeranks ends the receive from a failed worker as one from MPI_PROC_NULL, and MPI_Waitany
/// returns it with MPI_SUCCESS and that source. No earlier message of the failed worker arrives
/// after that, so no result comes twice. Sends to a failed worker do nothing and succeed.
///
/// Why it does not hang. The master waits only while a worker has a task, and for that worker by
/// its rank. A live worker answers, and the receive from a failed one ends. There is no receive
/// from MPI_ANY_SOURCE, which might have waited for a failed worker alone
/// (docs/explanation/stalls.md). A worker waits only for the master. When the master fails, the
/// policy of the worker's MPI_Recv is "abort": the tasks and results are lost with the master, and
/// the program ends with a message. No other rank takes the place of the master.
///
/// Why it does not affect the rest of the program. All policies are set on the farm's own
/// communicator, a duplicate. They hold there whatever the user has chosen for all functions
/// (--strict, --lenient, --policy), and the program's other calls keep theirs.
#ifndef CLOSERANKS_FARM_HPP
#define CLOSERANKS_FARM_HPP

#include <closeranks.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// The interface of closeranks for programs in C++.
namespace closeranks {

/// The conversion of a task or a result to bytes. It exists for types that can be copied byte by
/// byte, for std::string, and for std::vector of such types. Specialize it for others:
///
///     template <> struct closeranks::Packing<Mine> {
///         static std::string pack(const Mine &value);
///         static Mine unpack(const std::string &bytes); // the result of pack, maybe of another
///         process
///     };
///
/// If these functions throw in a worker, the task fails; at the master, the exception leaves
/// Farm::deal() or Farm::collect(). All processes run on one kind of machine: the byte order is not
/// changed.
/// @tparam T  the type of the task or the result
template <class T, class = void> struct Packing;

/// @cond

template <class T> struct Packing<T, std::enable_if_t<std::is_trivially_copyable_v<T>>> {
    static std::string pack(const T &value) {
        return std::string(reinterpret_cast<const char *>(&value), sizeof value);
    }
    static T unpack(const std::string &bytes) {
        T value;
        std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
};

template <> struct Packing<std::string> {
    static std::string pack(const std::string &text) { return text; }
    static std::string unpack(const std::string &bytes) { return bytes; }
};

template <class T>
struct Packing<std::vector<T>, std::enable_if_t<std::is_trivially_copyable_v<T>>> {
    static std::string pack(const std::vector<T> &values) {
        return std::string(reinterpret_cast<const char *>(values.data()),
                           values.size() * sizeof(T));
    }
    static std::vector<T> unpack(const std::string &bytes) {
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
};

/// @endcond

/// The options of a farm; the same at all ranks.
struct FarmOptions {
    /// The rank that deals.
    int master = 0;
    /// A task is given up when this many workers have failed with it.
    int tries = 3;
    /// If no worker is left, the master computes tasks itself, except those with which two workers
    /// have failed.
    bool master_computes = true;
    /// Time limit of a worker for a task, in seconds; 0: none. A worker that takes longer is ended
    /// by SIGKILL, the task is given up, and the other workers continue.
    double timeout = 0;
};

/// @cond
namespace farm_detail {

/// Ends this process by SIGKILL, unless the object is destroyed in time. It needs neither a thread
/// nor a signal handler, so the program cannot block it.
class Deadline {
  public:
    explicit Deadline(double seconds) {
        if (seconds <= 0) return;
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = SIGKILL;
        armed_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
        itimerspec time{};
        time.it_value.tv_sec = static_cast<time_t>(seconds);
        time.it_value.tv_nsec =
            static_cast<long>((seconds - static_cast<double>(time.it_value.tv_sec)) * 1e9);
        if (armed_) timer_settime(timer_, 0, &time, nullptr);
    }
    Deadline(const Deadline &) = delete;
    Deadline &operator=(const Deadline &) = delete;
    ~Deadline() {
        if (armed_) timer_delete(timer_);
    }

  private:
    timer_t timer_{};
    bool armed_ = false;
};

enum class Kind : std::int64_t { here, task, result, exception, stop };

/// The head of every message; a short message arrives completely with it.
struct Head {
    Kind kind = Kind::stop;
    std::int64_t size = 0;
};
struct Begin {
    Head head;
    char bytes[4000];
};

constexpr int tag = 1;
constexpr std::int64_t at_once = sizeof(Begin::bytes);
constexpr std::int64_t piece = 1 << 30; // MPI counts with an int

/// Calls call(offset, length) for each piece behind the beginning of a message, until it returns
/// false.
template <class Call> bool for_rest(std::int64_t size, Call call) {
    for (std::int64_t at = at_once; at < size; at += piece)
        if (!call(static_cast<std::size_t>(at), static_cast<int>(std::min(piece, size - at))))
            return false;
    return true;
}

inline void send(MPI_Comm comm, int rank, Kind kind, const std::string &bytes) {
    Begin begin;
    const auto size = static_cast<std::int64_t>(bytes.size());
    const auto first = static_cast<std::size_t>(std::min(size, at_once));
    begin.head = {kind, size};
    std::memcpy(begin.bytes, bytes.data(), first);
    MPI_Send(&begin, static_cast<int>(sizeof(Head) + first), MPI_BYTE, rank, tag, comm);
    for_rest(size, [&](std::size_t at, int length) {
        return MPI_Send(bytes.data() + at, length, MPI_BYTE, rank, tag, comm) == MPI_SUCCESS;
    });
}

/// The bytes of a message that has begun; nothing when its sender failed before all of it arrived.
inline std::optional<std::string> rest_of(MPI_Comm comm, int rank, const Begin &begin) {
    std::string bytes(begin.bytes, static_cast<std::size_t>(std::min(begin.head.size, at_once)));
    bytes.resize(static_cast<std::size_t>(begin.head.size));
    const bool whole = for_rest(begin.head.size, [&](std::size_t at, int length) {
        MPI_Status status;
        MPI_Recv(bytes.data() + at, length, MPI_BYTE, rank, tag, comm, &status);
        return status.MPI_SOURCE != MPI_PROC_NULL;
    });
    if (!whole) return std::nullopt;
    return bytes;
}

/// One receive for each worker.
class Inbox {
  public:
    Inbox(MPI_Comm comm, int size) : comm_(comm) {
        begins_.resize(static_cast<std::size_t>(size));
        requests_.assign(static_cast<std::size_t>(size), MPI_REQUEST_NULL);
    }

    void listen(int rank) {
        const auto place = static_cast<std::size_t>(rank);
        MPI_Irecv(&begins_[place], sizeof(Begin), MPI_BYTE, rank, tag, comm_, &requests_[place]);
    }

    struct Message {
        int rank = MPI_UNDEFINED; ///< MPI_UNDEFINED: no receive is pending
        bool died = false;
        Kind kind = Kind::stop;
        std::string bytes;
    };
    Message wait() {
        Message message;
        MPI_Status status;
        MPI_Waitany(static_cast<int>(requests_.size()), requests_.data(), &message.rank, &status);
        if (message.rank == MPI_UNDEFINED) return message;
        message.died = status.MPI_SOURCE == MPI_PROC_NULL;
        if (message.died) return message;
        const Begin &begin = begins_[static_cast<std::size_t>(message.rank)];
        auto bytes = rest_of(comm_, message.rank, begin);
        message.died = !bytes;
        message.kind = begin.head.kind;
        if (bytes) message.bytes = std::move(*bytes);
        return message;
    }

  private:
    MPI_Comm comm_;
    std::vector<Begin> begins_;
    std::vector<MPI_Request> requests_;
};

} // namespace farm_detail
/// @endcond

/// The outcome of a task.
/// @tparam Result  the type of the result
template <class Result> struct Outcome {
    /// The way in which the task ended.
    enum class State {
        done,     ///< `result` has the result
        failed,   ///< the work has thrown an exception, whose what() is `why`
        given_up, ///< the workers `died` have failed with it, or no worker is left
        too_long, ///< it has taken longer than `FarmOptions::timeout`
    };
    std::size_t task = 0;         ///< its number, in the order in which tasks were dealt, from 0
    State state = State::done;    ///< the way in which it ended
    std::optional<Result> result; ///< the result, if it is done
    std::string why;              ///< why there is no result; empty if it is done
    std::vector<int> died;        ///< the ranks that have failed with it, also if it was done later
};

/// A farm of the ranks of a communicator.
///
/// Errors of the MPI go to the error handler of that communicator, which the farm's own
/// communicator inherits.
/// @tparam Task  the type of a task; it must have a Packing
/// @tparam Result  the type of a result; it must have a Packing
/// @par Threads
/// Only one thread of each rank may use a farm.
template <class Task, class Result> class Farm {
  public:
    /// The way in which a task ended.
    using State = typename Outcome<Result>::State;

    /// Makes a farm. Collective over `comm`.
    /// @param comm  the ranks of the farm, which keeps a duplicate
    /// @param work  called with a `const Task &` at the workers, and returns a Result; the master
    /// calls it when no worker is left. An exception makes only the task fail
    /// @param options  the master, the tries for a task, and its time limit
    /// @throw std::invalid_argument  `options.tries` is less than 1
    template <class Work>
    Farm(MPI_Comm comm, Work work, FarmOptions options = {})
        : work_([work = std::move(work)](const std::string &task) mutable {
              return Packing<Result>::pack(work(Packing<Task>::unpack(task)));
          }),
          options_(options) {
        if (options.tries < 1) throw std::invalid_argument("a farm needs a try for each task");
        int size = 0;
        MPI_Comm_dup(comm, &comm_);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size);
        const auto without_sender =
            is_master() ? CLOSERANKS_POLICY_IGNORE : CLOSERANKS_POLICY_ABORT;
        for (const char *function : {"MPI_Irecv", "MPI_Recv"})
            closeranks_set_policy(comm_, function, without_sender);
        closeranks_set_policy(comm_, "MPI_Send", CLOSERANKS_POLICY_IGNORE);
        if (!is_master()) return;
        inbox_.emplace(comm_, size);
        for (int rank = 0; rank < size; ++rank)
            if (rank != rank_) inbox_->listen(rank);
        workers_ = size - 1;
    }
    Farm(const Farm &) = delete;
    Farm &operator=(const Farm &) = delete;
    /// Calls finish(). Without it workers would wait for ever, also where an exception ends the
    /// master's part.
    ~Farm() { finish(); }

    /// Whether this rank is the master.
    /// @return true at the master, false at workers
    [[nodiscard]] bool is_master() const { return rank_ == options_.master; }

    /// At the master: the number of workers.
    /// @return the number of workers that are not known to have failed
    [[nodiscard]] int workers() const { return workers_; }

    /// At the master: deals one more task. Does not wait.
    /// @param task  the task, whose bytes the farm keeps until it is done
    /// @return its number, from 0
    std::size_t deal(const Task &task) {
        open_.push_back({dealt_, Packing<Task>::pack(task), {}, 0});
        return dealt_++;
    }

    /// At the master: waits for a task to end. Further tasks may be dealt afterwards.
    /// @return the outcome of a task; nothing: all dealt tasks have ended
    std::optional<Outcome<Result>> collect() {
        for (;;) {
            while (!open_.empty() && !idle_.empty())
                give_next();
            if (open_.empty() && busy_.empty()) return std::nullopt;
            auto outcome = workers_ == 0 ? compute() : take(inbox_->wait());
            if (outcome) return outcome;
        }
    }

    /// Ends the farm. At the master: dismisses the workers; tasks that were dealt and not collected
    /// are dropped. At a worker: works until then. Collective; all later calls do nothing.
    void finish() {
        if (std::exchange(finished_, true)) return;
        if (is_master())
            let_go();
        else
            serve();
        MPI_Comm_free(&comm_);
    }

  private:
    struct Dealt {
        std::size_t number;
        std::string task;
        std::vector<int> died;
        double since = 0; ///< time at which a worker got it
    };

    void give_next() {
        const int worker = idle_.front();
        idle_.pop_front();
        Dealt dealt = std::move(open_.front());
        open_.pop_front();
        dealt.since = MPI_Wtime();
        farm_detail::send(comm_, worker, farm_detail::Kind::task, dealt.task);
        busy_.emplace(worker, std::move(dealt));
    }

    std::optional<Outcome<Result>> take(farm_detail::Inbox::Message message) {
        std::optional<Dealt> dealt;
        if (const auto found = busy_.find(message.rank); found != busy_.end()) {
            dealt = std::move(found->second);
            busy_.erase(found);
        }
        if (message.died) {
            --workers_;
            idle_.erase(std::remove(idle_.begin(), idle_.end(), message.rank), idle_.end());
            return dealt ? deal_again(std::move(*dealt), message.rank) : std::nullopt;
        }
        inbox_->listen(message.rank);
        idle_.push_back(message.rank);
        if (!dealt) return std::nullopt; // its first message
        return outcome_of(*dealt, message.kind, message.bytes);
    }

    std::optional<Outcome<Result>> deal_again(Dealt dealt, int worker) {
        dealt.died.push_back(worker);
        if (options_.timeout > 0 && MPI_Wtime() - dealt.since >= options_.timeout)
            return too_long(dealt);
        if (dealt.died.size() >= static_cast<std::size_t>(options_.tries)) return give_up(dealt);
        open_.push_front(std::move(dealt)); // in front of tasks that have not been tried
        return std::nullopt;
    }

    static Outcome<Result> outcome_of(const Dealt &dealt, farm_detail::Kind kind,
                                      const std::string &bytes) {
        Outcome<Result> outcome;
        outcome.task = dealt.number;
        outcome.died = dealt.died;
        if (kind == farm_detail::Kind::result) {
            outcome.result = Packing<Result>::unpack(bytes);
        } else {
            outcome.state = State::failed;
            outcome.why = bytes;
        }
        return outcome;
    }

    [[nodiscard]] Outcome<Result> too_long(const Dealt &dealt) const {
        Outcome<Result> outcome;
        outcome.task = dealt.number;
        outcome.state = State::too_long;
        outcome.died = dealt.died;
        outcome.why = "task " + std::to_string(dealt.number) + " took longer than " +
                      std::to_string(options_.timeout) + " s";
        return outcome;
    }

    static Outcome<Result> give_up(const Dealt &dealt) {
        Outcome<Result> outcome;
        outcome.task = dealt.number;
        outcome.state = State::given_up;
        outcome.died = dealt.died;
        const std::string number = std::to_string(dealt.number);
        const std::string tries = std::to_string(dealt.died.size());
        outcome.why = dealt.died.empty() ? "no worker is left for task " + number
                                         : "task " + number + " was tried " + tries +
                                               " times, and the worker has died each time";
        return outcome;
    }

    /// Runs one of the open tasks at the master, if no worker is left.
    Outcome<Result> compute() {
        constexpr std::size_t too_dangerous = 2;
        const Dealt dealt = std::move(open_.front());
        open_.pop_front();
        if (!options_.master_computes || dealt.died.size() >= too_dangerous) return give_up(dealt);
        const auto [kind, bytes] = run(dealt.task);
        return outcome_of(dealt, kind, bytes);
    }

    std::pair<farm_detail::Kind, std::string> run(const std::string &task) {
        try {
            return {farm_detail::Kind::result, work_(task)};
        } catch (const std::exception &error) {
            return {farm_detail::Kind::exception, error.what()};
        } catch (...) {
            return {farm_detail::Kind::exception, "an exception of another kind"};
        }
    }

    std::pair<farm_detail::Kind, std::string> run_in_time(const std::string &task) {
        const farm_detail::Deadline deadline(options_.timeout);
        return run(task);
    }

    void serve() {
        farm_detail::send(comm_, options_.master, farm_detail::Kind::here, "");
        for (;;) {
            farm_detail::Begin begin;
            MPI_Recv(&begin, sizeof begin, MPI_BYTE, options_.master, farm_detail::tag, comm_,
                     MPI_STATUS_IGNORE);
            if (begin.head.kind == farm_detail::Kind::stop) break;
            const auto task = farm_detail::rest_of(comm_, options_.master, begin);
            const auto [kind, bytes] = run_in_time(*task);
            farm_detail::send(comm_, options_.master, kind, bytes);
        }
        farm_detail::send(comm_, options_.master, farm_detail::Kind::stop, "");
    }

    /// Each worker answers with a last message, or fails: then no receive is pending any more.
    void let_go() {
        int size = 0;
        MPI_Comm_size(comm_, &size);
        for (int rank = 0; rank < size; ++rank)
            if (rank != rank_) farm_detail::send(comm_, rank, farm_detail::Kind::stop, "");
        for (auto last = inbox_->wait(); last.rank != MPI_UNDEFINED; last = inbox_->wait())
            if (!last.died && last.kind != farm_detail::Kind::stop) inbox_->listen(last.rank);
    }

    std::function<std::string(const std::string &)> work_;
    FarmOptions options_;
    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    std::optional<farm_detail::Inbox> inbox_;
    std::deque<Dealt> open_;
    std::deque<int> idle_;
    std::map<int, Dealt> busy_;
    std::size_t dealt_ = 0;
    int workers_ = 0;
    bool finished_ = false;
};

} // namespace closeranks

#endif
