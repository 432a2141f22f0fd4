#pragma once

#include "tests/unit/fake_mpi.hpp"

#include <gtest/gtest.h>
#include <mpi-ext.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace closeranks::test {

/// Processes that send each other integers, each in a thread of this one. They make all groups and
/// communicators out to be the whole of them.
///
/// A death is what the others see of it: what the dead had not sent never comes, and whoever waits
/// for it gets an error. Its own thread continues, and finds everybody dead.
class FakeProcesses {
  public:
    explicit FakeProcesses(int size) : processes_(static_cast<std::size_t>(size)) {}

    [[nodiscard]] int size() const { return static_cast<int>(processes_.size()); }

    /// Process `rank` dies before its `call`-th call that sends or receives (1: the first).
    void kill(int rank, int call) { of(rank).dies_at = call; }

    /// Runs `body(rank)` at every process.
    void run(const std::function<void(int rank)> &body) {
        std::vector<std::thread> threads;
        for (int rank = 0; rank < size(); ++rank)
            threads.emplace_back([this, rank, &body] {
                own_rank = rank;
                body(rank);
                const std::lock_guard lock(mutex_);
                of(rank).has_ended = true;
                changed_.notify_all();
            });
        for (std::thread &thread : threads)
            thread.join();
    }

    /// Whether it came to its end alive. After run().
    [[nodiscard]] bool survived(int rank) const { return processes_.at(at(rank)).lives; }

    /// How many messages it has sent to those who were dead by then. After run().
    [[nodiscard]] int sent_to_the_dead(int rank) const {
        return processes_.at(at(rank)).sent_to_the_dead;
    }

    /// How often it has sent or received. After run().
    [[nodiscard]] int calls(int rank) const { return processes_.at(at(rank)).calls; }

  private:
    using Message = std::vector<int>;
    struct Process {
        bool lives = true;
        bool has_ended = false;
        int calls = 0;
        int dies_at = 0;
        int sent_to_the_dead = 0;
        std::map<std::pair<int, int>, std::deque<Message>> inbox; ///< by source and tag
    };

    static std::size_t at(int rank) { return static_cast<std::size_t>(rank); }
    Process &of(int rank) { return processes_.at(at(rank)); }

    /// Counts a call of this process; false: it is dead.
    bool count_call() {
        Process &self = of(own_rank);
        if (++self.calls == self.dies_at) {
            self.lives = false;
            changed_.notify_all();
        }
        return self.lives;
    }

    int send(const void *data, int count, int to, int tag) {
        const std::lock_guard lock(mutex_);
        if (!count_call()) return MPIX_ERR_PROC_FAILED;
        if (!of(to).lives) {
            ++of(own_rank).sent_to_the_dead;
            return MPIX_ERR_PROC_FAILED;
        }
        const int *const first = static_cast<const int *>(data);
        of(to).inbox[{own_rank, tag}].emplace_back(first, first + count);
        changed_.notify_all();
        return MPI_SUCCESS;
    }

    int receive(void *data, int from, int tag) {
        std::unique_lock lock(mutex_);
        if (!count_call()) return MPIX_ERR_PROC_FAILED;
        std::deque<Message> &queue = of(own_rank).inbox[{from, tag}];
        changed_.wait(lock,
                      [&] { return !queue.empty() || !of(from).lives || of(from).has_ended; });
        if (!queue.empty()) {
            std::copy(queue.front().begin(), queue.front().end(), static_cast<int *>(data));
            queue.pop_front();
            return MPI_SUCCESS;
        }
        EXPECT_FALSE(of(from).lives) << own_rank << " waits for ever for " << from;
        return MPIX_ERR_PROC_FAILED;
    }

    static inline thread_local int own_rank = 0;

    std::vector<Process> processes_;
    std::mutex mutex_;
    std::condition_variable changed_;

    // The entry points, last: they are put back first.
    Replaced<&Real::Finalized> finalized_{[](int *flag) {
        *flag = 0;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_size> group_size_{[this](MPI_Group, int *n) {
        *n = size();
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_rank> group_rank_{[](MPI_Group, int *rank) {
        *rank = own_rank;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_size> comm_size_{[this](MPI_Comm, int *n) {
        *n = size();
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_rank> comm_rank_{[](MPI_Comm, int *rank) {
        *rank = own_rank;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_group> comm_group_{[](MPI_Comm, MPI_Group *group) {
        *group = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_get_failed> comm_get_failed_{[](MPI_Comm, MPI_Group *group) {
        *group = MPI_GROUP_NULL; // a death shows where somebody sends or receives
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_incl> group_incl_{[](MPI_Group, int, const int *, MPI_Group *group) {
        *group = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_free> group_free_{[](MPI_Group *group) {
        *group = MPI_GROUP_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_translate_ranks> translate_{
        [](MPI_Group, int n, const int *ranks, MPI_Group, int *translated) {
            std::copy_n(ranks, n, translated);
            return MPI_SUCCESS;
        }};
    Replaced<&Real::Send> send_{[this](const void *data, int count, MPI_Datatype, int to, int tag,
                                       MPI_Comm) { return send(data, count, to, tag); }};
    Replaced<&Real::Isend> isend_{[this](const void *data, int count, MPI_Datatype, int to, int tag,
                                         MPI_Comm, MPI_Request *request) {
        *request = MPI_REQUEST_NULL;
        return send(data, count, to, tag);
    }};
    Replaced<&Real::Recv> recv_{[this](void *data, int, MPI_Datatype, int from, int tag, MPI_Comm,
                                       MPI_Status *) { return receive(data, from, tag); }};
    Replaced<&Real::Wait> wait_{[](MPI_Request *, MPI_Status *) { return MPI_SUCCESS; }};
    Replaced<&Real::Request_free> request_free_{[](MPI_Request *) { return MPI_SUCCESS; }};
};

} // namespace closeranks::test
