// Nonblocking and persistent calls, of which several are pending at once.

#include "step.hpp"

#include <array>

/// Two collectives are pending beside a message around the ring; all end in any order.
void pending(const Step &step) {
    std::vector<long> sum = contribution(step);
    const std::vector<long> mine(static_cast<std::size_t>(step.length), step.me.rank);
    std::vector<long> all(mine.size() * static_cast<std::size_t>(step.size), -1);
    std::array<MPI_Request, 4> requests{};
    long got = -1;
    const long number = step.number;
    MPI_Iallreduce(MPI_IN_PLACE, sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                   &requests[0]);
    MPI_Irecv(&got, 1, MPI_LONG, step.left(), 9, step.comm, &requests[1]);
    MPI_Iallgather(mine.data(), step.length, MPI_LONG, all.data(), step.length, MPI_LONG, step.comm,
                   &requests[2]);
    MPI_Isend(&number, 1, MPI_LONG, step.right(), 9, step.comm, &requests[3]);
    if (step.number % 3 == 0) {
        const std::size_t first = static_cast<std::size_t>(step.rank) % requests.size();
        for (std::size_t i = 0; i < requests.size(); i++)
            MPI_Wait(&requests[(first + i) % requests.size()], MPI_STATUS_IGNORE);
    } else if (step.number % 3 == 1) {
        for (int done = 0; !done;)
            MPI_Testall(4, requests.data(), &done, MPI_STATUSES_IGNORE);
    } else {
        MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
    }
    step.shared(judge_sum(step, sum, true));
    step.shared(judge_blocks(step, all));
    step.me.expect(got == number || got == -1, "a message of something else", step.number);
}

/// Persistent requests of a collective and of a ring, started twice.
void restarted(const Step &step) {
    const std::vector<long> mine = contribution(step);
    std::vector<long> sum(mine.size());
    std::array<MPI_Request, 3> requests{};
    long got = -1;
    const long number = step.number;
    MPI_Allreduce_init(mine.data(), sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                       MPI_INFO_NULL, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_LONG, step.left(), 10, step.comm, &requests[1]);
    MPI_Send_init(&number, 1, MPI_LONG, step.right(), 10, step.comm, &requests[2]);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(3, requests.data());
        MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
        step.shared(judge_sum(step, sum, true));
        step.me.expect(got == number || got == -1, "a message of something else", step.number);
    }
    for (MPI_Request &request : requests)
        MPI_Request_free(&request);
}

/// A duplicate that is made while a sum is pending on it.
void duplicated(const Step &step) {
    std::array<MPI_Request, 2> requests{};
    std::vector<long> sum = contribution(step);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_idup(step.comm, &copy, &requests[0]);
    MPI_Iallreduce(MPI_IN_PLACE, sum.data(), step.length, MPI_LONG, MPI_SUM, step.comm,
                   &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    step.shared(judge_sum(step, sum, true));
    int size = 0;
    MPI_Comm_size(copy, &size);
    step.me.expect(size == step.size, "a duplicate of another size", step.number);
    MPI_Comm_free(&copy);
}
