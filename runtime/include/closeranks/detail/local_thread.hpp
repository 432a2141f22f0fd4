// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The thread of closeranks/local.hpp, which takes part in recoveries while the program computes. A
/// program includes local.hpp instead of this header.
#ifndef CLOSERANKS_DETAIL_LOCAL_THREAD_HPP
#define CLOSERANKS_DETAIL_LOCAL_THREAD_HPP

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
    /// The function is called here if MPI_Finalize has not begun.
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
        self.key_ = MPI_KEYVAL_INVALID; // the MPI deletes it
        self.act_();
        return MPI_SUCCESS;
    }

    std::function<void()> act_;
    int key_ = MPI_KEYVAL_INVALID;
};

/// While an object lives, this thread gets no signals; threads that it starts then never get any.
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

/// Calls a function now and then while the program computes. It does not call the function while
/// the program is in a call of its own (Turn), unless the turn allows that. Until the thread is
/// started, turns cost nothing.
class PollingThread {
  public:
    using Clock = std::chrono::steady_clock;

    PollingThread() = default;
    ~PollingThread() { stop(); }
    PollingThread(const PollingThread &) = delete;
    PollingThread &operator=(const PollingThread &) = delete;

    /// @param poll  the function; the next turn gets its exceptions
    /// @param beside  true if it may be called during turns that allow it
    void start(std::function<void()> poll, bool beside) {
        if (is_started()) return;
        poll_ = std::move(poll);
        beside_ = beside;
        is_ending_ = false;
        // It calls the MPI, so it runs before the thread does.
        before_finalize_.set([this] { stop(); });
        const NoSignals here; // signals are for the threads of the program
        thread_ = std::thread([this] { loop(); });
    }

    using Lock = std::unique_lock<std::recursive_mutex>;
    /// While the program holds the result, the thread waits. Turns may come meanwhile.
    [[nodiscard]] Lock hold() { return is_started() ? Lock(mutex_) : Lock(); }

    /// A call of the program. The thread waits from now on, also after the turn, unless hand_over()
    /// was called.
    class Turn {
      public:
        explicit Turn(PollingThread &thread) : thread_(thread) {
            if (thread.is_started()) take();
        }
        /// If the thread may poll during the turn, it does.
        static Turn leaving_place(PollingThread &thread) {
            return thread.beside_ ? Turn(thread, Beside()) : Turn(thread);
        }
        /// True if the thread does the work of recoveries meanwhile.
        [[nodiscard]] bool leaves_place() const { return leaves_place_; }

        /// Throws an exception that the thread has met since the turn before.
        void check() {
            if (!thread_.has_thrown_.load(std::memory_order_acquire)) return;
            if (leaves_place_) take();
            thread_.has_thrown_ = false;
            std::rethrow_exception(std::exchange(thread_.thrown_, nullptr));
        }
        /// The program computes next: the thread polls as soon as this turn has ended.
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

    /// The time for which turns have waited for the thread.
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

    /// The thread is told of failures; then it polls often for a while. It also wakes now and then,
    /// in case it has missed a failure or the end. To wake takes 25 microseconds from the program.
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
        } catch (...) { // the program gets the exception
            thrown_ = std::current_exception();
            polls_ = false;
            has_thrown_.store(true, std::memory_order_release);
        }
    }

    std::function<void()> poll_;
    bool beside_ = false;
    std::recursive_mutex mutex_; ///< protects all members below, and the polled objects
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
