/* What closeranks/local.hpp promises as long as nobody dies: the order of messages, by rank and
 * tag; what goes to nobody; errors. It is the same without closeranks. */
#include <closeranks/local.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace {

int rank;
int size;

void require(bool holds, const char *what) {
    if (holds) return;
    std::printf("rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

template <typename Error, typename Call> void require_error(Call call, const char *what) {
    bool is_thrown = false;
    try {
        call();
    } catch (const Error &) {
        is_thrown = true;
    }
    require(is_thrown, what);
}

/// Those with one tag come in order, whatever is asked for first.
void check_order(closeranks::LocalRecovery &local) {
    constexpr int count = 50;
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    for (int i = 0; i < count; ++i) {
        const std::array<int, 2> both{rank, i};
        local.send(next, i % 3, std::span(both));
    }
    for (const int tag : {2, 0, 1})
        for (int i = tag; i < count; i += 3) {
            std::array<int, 2> got{};
            require(local.receive(before, tag, std::span(got)) == got.size(), "a message is short");
            require(got[0] == before && got[1] == i, "a message is out of order");
        }
}

/// Longer than what the MPI sends without being asked, in both directions at once.
void check_long(closeranks::LocalRecovery &local) {
    std::vector<double> given(1 << 18, rank);
    std::vector<double> got(given.size(), -1);
    const int partner = rank % 2 == 0 ? rank + 1 : rank - 1;
    const int other = partner < size ? partner : rank;
    std::iota(given.begin(), given.end(), rank);
    local.send(other, 7, std::span(given));
    require(local.receive(other, 7, std::span(got)) == got.size(), "a long message is short");
    require(got.front() == other && got.back() == other + static_cast<double>(got.size() - 1),
            "a long message is wrong");
}

void check_nobody_and_errors(closeranks::LocalRecovery &local) {
    std::array<int, 2> two{1, 2};
    int one = 5;
    local.send(MPI_PROC_NULL, 0, std::span(two));
    require(local.receive(MPI_PROC_NULL, 0, std::span(&one, 1)) == 0 && one == 5,
            "a message has come from nobody");
    local.send(rank, 0, std::span<int>());
    require(local.receive(rank, 0, std::span(&one, 1)) == 0, "an empty message is not empty");
    local.poll();
    local.send(rank, 1, std::span(two));
    require_error<std::length_error>([&] { local.receive(rank, 1, std::span(&one, 1)); },
                                     "a message fits that does not");
    require_error<std::out_of_range>([&] { local.send(size, 0, std::span(two)); },
                                     "there is a rank too many");
}

/// A message that nobody has received: all are told.
void check_under_way(closeranks::LocalRecovery &local) {
    int one = rank;
    if (rank == 0) local.send(size - 1, 3, std::span(&one, 1));
    require_error<std::logic_error>([&] { local.commit(2); }, "a commit does not see a message");
    if (rank == size - 1) local.receive(0, 3, std::span(&one, 1));
    local.commit(3);
    require(local.logged() == 0, "the log has something after a commit");
}

void check_sum(closeranks::LocalRecovery &local) {
    int sum = 0;
    local.collective([&] { MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); });
    require(sum == size * (size - 1) / 2, "a sum is wrong");
}

} // namespace

int main(int argc, char **argv) {
    const bool has_thread = argc > 1; // the words `thread`, or `beside`: also while it sends
    int level = MPI_THREAD_SINGLE;
    if (has_thread) level = argv[1][0] == 'b' ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED;
    MPI_Init_thread(&argc, &argv, level, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    {
        closeranks::LocalRecovery local(MPI_COMM_WORLD, "buddy");
        int number = rank;
        local.member(0, std::span(&number, 1));
        if (has_thread)
            local.use_thread();
        else
            require_error<std::invalid_argument>([&] { local.use_thread(); },
                                                 "there is a thread beside a program of one");
        int runs = 0;
        local.run([&](long long stamp) {
            ++runs;
            require(stamp == -1, "there is a checkpoint");
            check_order(local);
            check_long(local);
            require(local.logged() > 0 || size == 1, "the log is empty");
            check_nobody_and_errors(local);
            local.commit(1);
            check_under_way(local);
            check_sum(local);
        });
        require(runs == 1 && local.recoveries() == 0, "it has gone back");
        require(has_thread || local.seconds_stopped() == 0, "it has stopped");
        require(local.sent_again() == 0 && local.not_sent_again() == 0 && local.dropped() == 0,
                "a message has come twice");
    }
    std::cout << "ok: local_interface" << std::endl;
    MPI_Finalize();
    return 0;
}
