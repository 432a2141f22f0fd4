// A thread that detaches the buffer waits until its messages have left. Meanwhile another thread
// sends buffered messages: the receiver waits for them before it takes the earlier ones.

#include "messages.hpp"

#include <thread>

using namespace survivors;

namespace {

constexpr int large = 1 << 20; // elements: the message leaves when its receiver takes it

void send(Program &p) {
    const std::vector<int> message(large, 5);
    std::vector<char> room(sizeof(int) * large + 2 * MPI_BSEND_OVERHEAD + 1000);
    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
    MPI_Bsend(message.data(), large, MPI_INT, 1, 1, MPI_COMM_WORLD);
    std::thread other([] {
        let_time_pass(); // so that the first thread waits already
        const int small = 7;
        MPI_Bsend(&small, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    });
    void *detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(static_cast<void *>(&detached), &size);
    other.join();
    p.check(detached == room.data(), "MPI_Buffer_detach returns another buffer");
}

void receive(Program &p) {
    std::vector<int> message(large, untouched);
    int small = untouched;
    MPI_Recv(&small, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(message.data(), large, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    p.check(small == 7 && message.front() == 5 && message.back() == 5, "%d, %d and %d came", small,
            message.front(), message.back());
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "detach_and_send");
    if (p.rank == 0) send(p);
    if (p.rank == 1) receive(p);
    return p.finish();
}
