// Ranks die in the middle of long messages, to and from them, while rank 0 receives from
// MPI_ANY_SOURCE with several requests at a time. Run with the policy `ignore`.

#include "messages.hpp"

using namespace survivors;

namespace {

constexpr int length = 500000;
constexpr int messages = 30; // of each rank that lives
constexpr int tag = 1;
using Block = std::vector<int>;

[[noreturn]] void die(int) {
    std::raise(SIGKILL);
    std::abort();
}

/// Long messages without end, until the timer ends this process.
[[noreturn]] void send_until_death(int rank) {
    const Block block(length, rank);
    std::signal(SIGALRM, die);
    ualarm(30000 + static_cast<useconds_t>(getpid() % 1000) * 150, 0);
    for (;;)
        MPI_Send(block.data(), length, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

/// Those who live send to rank 0, and now and then to the dying, who never receive.
void send_all(const Program &program) {
    for (int i = 0; i < messages; ++i) {
        const Block block(length, program.rank);
        MPI_Request request = MPI_REQUEST_NULL;
        const int to = (program.rank + i) % program.size;
        if (program.is_missing(to))
            MPI_Isend(block.data(), length, MPI_INT, to, tag, MPI_COMM_WORLD, &request);
        MPI_Send(block.data(), length, MPI_INT, 0, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/// Receives into several buffers at a time and calls `take` with each message.
class Receiver {
  public:
    static constexpr int width = 3;

    Receiver() {
        for (int i = 0; i < width; ++i)
            start(i);
    }

    template <typename Take> void next(int way, Take take) {
        MPI_Status statuses[width];
        int indices[width] = {0, 0, 0};
        int count = 1;
        switch (way % 4) {
        case 0:
            MPI_Waitany(width, requests_, &indices[0], &statuses[0]);
            break;
        case 1:
            MPI_Waitsome(width, requests_, &count, indices, statuses);
            break;
        case 2:
            for (count = 0; count == 0;)
                MPI_Testsome(width, requests_, &count, indices, statuses);
            break;
        default:
            for (int flag = 0; !flag;)
                MPI_Testany(width, requests_, &indices[0], &flag, &statuses[0]);
        }
        for (int k = 0; k < count; ++k) {
            take(statuses[k], blocks_[at(indices[k])]);
            start(indices[k]);
        }
    }

    void end() {
        for (MPI_Request &request : requests_)
            MPI_Cancel(&request);
        MPI_Waitall(width, requests_, MPI_STATUSES_IGNORE);
    }

  private:
    void start(int i) {
        std::fill(blocks_[at(i)].begin(), blocks_[at(i)].end(), untouched);
        MPI_Irecv(blocks_[at(i)].data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD,
                  &requests_[i]);
    }
    std::vector<Block> blocks_ = std::vector<Block>(width, Block(length));
    MPI_Request requests_[width];
};

void receive_all(Program &program) {
    std::vector<int> got(at(program.size), 0);
    int living = 0;
    for (int from = 1; from < program.size; ++from)
        living += program.is_missing(from) ? 0 : 1;
    const auto take = [&](const MPI_Status &status, const Block &block) {
        const int from = status.MPI_SOURCE;
        program.check(from > 0, "a message of rank %d", from);
        if (from <= 0) return;
        program.check(block == Block(length, from), "rank %d's data are wrong", from);
        if (++got[at(from)] == messages && !program.is_missing(from)) --living;
    };
    Receiver receiver;
    int turn = 0;
    while (living > 0)
        receiver.next(turn++, take);
    receiver.end();
    for (int from = 1; from < program.size; ++from)
        program.check(program.is_missing(from) || got[at(from)] == messages,
                      "%d messages of rank %d", got[at(from)], from);
}

bool dies(int rank, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string(argv[i]) == "--die" && std::atoi(argv[i + 1]) == rank) return true;
    return false;
}

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_midway");
    if (dies(program.rank, argc, argv)) send_until_death(program.rank);
    program.deaths();
    if (program.rank == 0)
        receive_all(program);
    else
        send_all(program);
    return program.finish();
}
