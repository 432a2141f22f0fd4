// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The thread of closeranks/local.hpp, which takes part in recoveries while the program computes. A
/// program includes that one.
#ifndef CLOSERANKS_LOCAL_THREAD_HPP
#define CLOSERANKS_LOCAL_THREAD_HPP

#include <closeranks.h>

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

/// @cond
namespace closeranks::local_detail {

/// A function that is called when MPI_Finalize begins, as an attribute of MPI_COMM_SELF (MPI 4.1,
/// 11.2.4), unless this object has ended before.
class BeforeFinalize {
  public:
    void set(std::function<void()> act) {
        act_ = std::move(act);
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, call, &key_, nullptr);
        MPI_Comm_set_attr(MPI_COMM_SELF, key_, this);
    }
    /// It is called here if MPI_Finalize has not begun.
    ~BeforeFinalize() {
        if (int key = key_; key != MPI_KEYVAL_INVALID) {
            MPI_Comm_delete_attr(MPI_COMM_SELF, key);
            MPI_Comm_free_keyval(&key);
        }
    }
    BeforeFinalize() = default;
    BeforeFinalize(const BeforeFinalize &) = delete;
    BeforeFinalize &operator=(const BeforeFinalize &) = delete;

  private:
    static int call(MPI_Comm, int, void *object, void *) {
        auto &self = *static_cast<BeforeFinalize *>(object);
        self.key_ = MPI_KEYVAL_INVALID; // the MPI forgets it
        self.act_();
        return MPI_SUCCESS;
    }

    std::function<void()> act_;
    int key_ = MPI_KEYVAL_INVALID;
};

/// As long as there is one this thread gets no signals, nor do those that it starts ever.
class NoSignals {
  public:
    NoSignals() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    NoSignals(const NoSignals &) = delete;
    NoSignals &operator=(const NoSignals &) = delete;

  private:
    sigset_t before_{};
};

/// Calls a function now and then while the program computes, and never while the program is in a
/// call of its own (Turn), unless that leaves it a place beside itself. As long as it is not
/// started, turns cost nothing.
class PollingThread {
  public:
    using Clock = std::chrono::steady_clock;

    PollingThread() = default;
    ~PollingThread() { stop(); }
    PollingThread(const PollingThread &) = delete;
    PollingThread &operator=(const PollingThread &) = delete;

    /// @param poll  what it throws, the next turn gets
    /// @param beside  whether it may be called beside turns that allow it
    void start(std::function<void()> poll, bool beside) {
        if (is_started()) return;
        poll_ = std::move(poll);
        beside_ = beside;
        is_ending_ = false;
        before_finalize_.set([this] { stop(); }); // which calls the MPI, so before the thread does
        const NoSignals here;                     // which are for the threads of the program
        thread_ = std::thread([this] { loop(); });
    }

    using Lock = std::unique_lock<std::recursive_mutex>;
    /// While the program has what this returns, the thread waits. Turns may come within it.
    [[nodiscard]] Lock hold() { return is_started() ? Lock(mutex_) : Lock(); }

    /// A call of the program. The thread waits from now on, also after the turn, unless that was
    /// handed over.
    class Turn {
      public:
        explicit Turn(PollingThread &thread) : thread_(thread) {
            if (thread.is_started()) take();
        }
        /// If the thread may poll beside it, it does.
        static Turn leaving_place(PollingThread &thread) {
            return thread.beside_ ? Turn(thread, Beside()) : Turn(thread);
        }
        /// Whether the thread does what has to be done meanwhile.
        [[nodiscard]] bool leaves_place() const { return leaves_place_; }

        /// Throws what the thread has met since the turn before.
        void check() {
            if (!thread_.has_thrown_.load(std::memory_order_acquire)) return;
            if (leaves_place_) take();
            thread_.has_thrown_ = false;
            std::rethrow_exception(std::exchange(thread_.thrown_, nullptr));
        }
        /// The program computes next: the thread polls, as soon as this turn has ended.
        void hand_over() {
            if (!leaves_place_) thread_.polls_ = true;
        }

      private:
        struct Beside {};
        Turn(PollingThread &thread, Beside) : thread_(thread), leaves_place_(true) {}

        void take() {
            leaves_place_ = false;
            lock_ = Lock(thread_.mutex_, std::try_to_lock);
            if (!lock_) {
                const Clock::time_point begin = Clock::now();
                lock_.lock();
                thread_.waited_ += Clock::now() - begin;
            }
            thread_.polls_ = false;
        }

        PollingThread &thread_;
        bool leaves_place_ = false;
        Lock lock_;
    };

    /// How long turns have waited for the thread.
    [[nodiscard]] Clock::duration waited() const { return waited_; }

  private:
    [[nodiscard]] bool is_started() const { return thread_.joinable(); }

    void stop() {
        if (!is_started()) return;
        {
            const std::lock_guard lock(mutex_);
            is_ending_ = true;
        }
        thread_.join();
    }

    /// It is told of failures; then it polls often for a while. It wakes now and then all the same,
    /// not to miss one, nor the end; to wake takes 25 microseconds from the program.
    void loop() {
        constexpr double pause = 0.02; // seconds
        constexpr double short_pause = 0.001;
        constexpr std::chrono::milliseconds alert{100};
        Clock::time_point calm{};
        for (int told = 0, known = 0;; known = told) {
            closeranks_await_failure(Clock::now() < calm ? short_pause : pause, &told);
            if (told != known) calm = Clock::now() + alert;
            const std::lock_guard lock(mutex_);
            if (is_ending_) return;
            if (polls_) poll();
        }
    }

    void poll() {
        try {
            poll_();
        } catch (...) { // the program gets it
            thrown_ = std::current_exception();
            polls_ = false;
            has_thrown_.store(true, std::memory_order_release);
        }
    }

    std::function<void()> poll_;
    bool beside_ = false;
    std::recursive_mutex mutex_; ///< of all below, and of what is polled
    bool is_ending_ = false;
    bool polls_ = false;
    std::exception_ptr thrown_;
    std::atomic<bool> has_thrown_ = false;
    Clock::duration waited_{};
    std::thread thread_;
    BeforeFinalize before_finalize_; // ends first
};

} // namespace closeranks::local_detail
/// @endcond

#endif
