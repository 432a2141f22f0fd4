// A process dies for which the others have many messages pending. These keep resources of Open MPI,
// which has to have some left for messages between the survivors.

#include "survivors.hpp"

#include <array>
#include <chrono>
#include <thread>

namespace {

constexpr int length = 75; // more than Open MPI sends without a buffer of its own
constexpr int pending = 1000;
constexpr int exchanged = 2000;
using Message = std::array<int, length>;

/// Sends to the one who will die, and does not listen until then.
void send_to_the_dead(survivors::Program &program, int dead) {
    const Message message{};
    std::vector<MPI_Request> requests(pending, MPI_REQUEST_NULL);
    for (MPI_Request &request : requests)
        MPI_Isend(message.data(), length, MPI_INT, dead, 0, MPI_COMM_WORLD, &request);
    program.deaths(); // of others
    MPI_Waitall(pending, requests.data(), MPI_STATUSES_IGNORE);
}

/// A ring of the survivors, in which all send at the same time.
void exchange(survivors::Program &program) {
    const auto next = [&](int rank, int step) {
        do
            rank = (rank + step + program.size) % program.size;
        while (program.is_missing(rank));
        return rank;
    };
    const int right = next(program.rank, 1);
    const int left = next(program.rank, -1);
    for (int i = 0; i < exchanged; ++i) {
        Message sent{};
        Message received{};
        sent.fill(survivors::value(program.rank, right, i));
        MPI_Sendrecv(sent.data(), length, MPI_INT, right, 1, received.data(), length, MPI_INT, left,
                     1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        program.check(received.front() == survivors::value(left, program.rank, i) &&
                          received.back() == received.front(),
                      "message %d is not the left neighbour's", i);
    }
}

} // namespace

int main(int argc, char **argv) {
    survivors::Program program(argc, argv, "pending_sends");
    const int dead = argc > 2 ? std::atoi(argv[2]) : 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (program.rank == dead) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        program.deaths();
    }
    send_to_the_dead(program, dead);
    exchange(program);
    return program.finish();
}
