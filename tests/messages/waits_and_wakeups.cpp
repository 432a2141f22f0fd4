// Bare ULFM, without closeranks: two threads wait for messages in every way, while a third one
// revokes communicators, which wakes all threads that wait. Nobody must leave a wait while somebody
// completes its request, or sleep for ever (tools/openmpi-patches/20-wait-sync.patch).

#include <mpi.h>

#include <mpi-ext.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

namespace {

constexpr int per_round = 4;
using Requests = std::array<MPI_Request, per_round>;

void wait_for_each(Requests &requests) {
    for (MPI_Request &request : requests)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void wait_for_all(Requests &requests) {
    MPI_Waitall(per_round, requests.data(), MPI_STATUSES_IGNORE);
}

void wait_for_any(Requests &requests) {
    for (int i = 0; i < per_round; ++i) {
        int index = 0;
        MPI_Waitany(per_round, requests.data(), &index, MPI_STATUS_IGNORE);
    }
}

void wait_for_some(Requests &requests) {
    std::array<int, per_round> indices{};
    for (int completed = 0; completed < per_round;) {
        int count = 0;
        MPI_Waitsome(per_round, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
        completed += count;
    }
}

constexpr std::array ways{wait_for_each, wait_for_all, wait_for_any, wait_for_some};

/// Exchanges messages with the other rank. Returns how many values were wrong.
int exchange(MPI_Comm comm, int other, int rounds) {
    int wrong = 0;
    for (int round = 0; round < rounds; ++round) {
        std::array<int, 2> sent{round, -round};
        std::array<int, 2> received{};
        Requests requests{};
        for (int tag = 0; tag < 2; ++tag) {
            const auto i = static_cast<std::size_t>(tag);
            MPI_Irecv(&received[i], 1, MPI_INT, other, tag, comm, &requests[i]);
            MPI_Isend(&sent[i], 1, MPI_INT, other, tag, comm, &requests[i + 2]);
        }
        ways[static_cast<std::size_t>(round) % ways.size()](requests);
        if (received != sent) ++wrong;
    }
    return wrong;
}

/// Each one is freed some rounds later, as closeranks keeps those that were revoked, too: while one
/// thread passes a revocation on another one must not free the communicator, for Open MPI looks it
/// up without a lock (ompi_comm_rbcast_bml_recv_cb in comm_ft_reliable_bcast.c).
int revoke_communicators(MPI_Comm comm, int count) {
    std::array<MPI_Comm, 8> kept;
    kept.fill(MPI_COMM_NULL);
    int failed = 0;
    for (int i = 0; i < count; ++i) {
        MPI_Comm &victim = kept[static_cast<std::size_t>(i) % kept.size()];
        if (victim != MPI_COMM_NULL) MPI_Comm_free(&victim);
        if (MPI_Comm_dup(comm, &victim) != MPI_SUCCESS) return 1;
        MPI_Barrier(comm);
        failed += MPIX_Comm_revoke(victim) != MPI_SUCCESS ? 1 : 0;
    }
    MPI_Barrier(comm);
    MPI_Barrier(comm); // every message before the first one has been handled
    for (MPI_Comm &victim : kept)
        if (victim != MPI_COMM_NULL) MPI_Comm_free(&victim);
    return failed;
}

} // namespace

int main(int argc, char **argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::array<MPI_Comm, 3> comms{};
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::atomic<int> wrong{0};
    constexpr int rounds = 20000;
    constexpr int revocations = 500;
    std::thread first([&] { wrong += exchange(comms[0], 1 - rank, rounds); });
    std::thread second([&] { wrong += exchange(comms[1], 1 - rank, rounds); });
    wrong += revoke_communicators(comms[2], revocations);
    first.join();
    second.join();
    for (MPI_Comm &comm : comms)
        MPI_Comm_free(&comm);
    std::printf(wrong == 0 ? "ok: waits_and_wakeups\n" : "wrong: %d\n", wrong.load());
    std::fflush(stdout);
    MPI_Finalize();
    return wrong == 0 ? 0 : 1;
}
