// Persistent and partitioned point-to-point: every rank gives a block to its right
// and takes one from its left.

#include "scenario.hpp"

#include <algorithm>
#include <array>

namespace kill {
namespace {

using Block = std::vector<long>;

constexpr int receiving = 0;
constexpr int sending = 1;
using Pair = std::array<MPI_Request, 2>;
using Statuses = std::array<MPI_Status, 2>;

/// Room for every message that a laggard may leave in the buffer.
class AttachedBuffer {
  public:
    explicit AttachedBuffer(const Run &run)
        : room_(static_cast<std::size_t>(run.rounds) *
                (static_cast<std::size_t>(block_length(2)) * sizeof(long) + MPI_BSEND_OVERHEAD)) {
        MPI_Buffer_attach(room_.data(), static_cast<int>(room_.size()));
    }
    ~AttachedBuffer() {
        void *detached = nullptr;
        int size = 0;
        MPI_Buffer_detach(&detached, &size);
    }
    AttachedBuffer(const AttachedBuffer &) = delete;
    AttachedBuffer &operator=(const AttachedBuffer &) = delete;

  private:
    std::vector<char> room_;
};

using SendInit = int (*)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

/// Each round makes its own pair of requests, uses it twice, and frees it.
template <SendInit send_init> void made_anew(Run &run) {
    const AttachedBuffer buffer(run);
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        const auto length = static_cast<int>(mine.size());
        Block theirs = blank(length);
        Pair pair;
        Statuses statuses;
        MPI_Recv_init(theirs.data(), length, MPI_LONG, run.left(), round, MPI_COMM_WORLD,
                      &pair[receiving]);
        send_init(mine.data(), length, MPI_LONG, run.right(), round, MPI_COMM_WORLD,
                  &pair[sending]);
        for (int time = 0; time < 2; time++) {
            std::fill(theirs.begin(), theirs.end(), untouched); // the requests know where it is
            MPI_Start(&pair[receiving]);
            if (send_init == MPI_Rsend_init) // the right side says that its receive is posted
                MPI_Sendrecv(nullptr, 0, MPI_BYTE, run.left(), 100 + round, nullptr, 0, MPI_BYTE,
                             run.right(), 100 + round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Start(&pair[sending]);
            MPI_Waitall(2, pair.data(), statuses.data());
        }
        for (MPI_Request &request : pair) {
            if (request == MPI_REQUEST_NULL)
                run.wrong("round %d: a persistent request is null", round);
            else
                MPI_Request_free(&request);
        }
        judge_left(run, round, theirs, statuses[receiving].MPI_SOURCE);
    }
}

/// One pair of persistent requests serves all rounds, by copies of its handles.
template <bool together> void made_once(Run &run) {
    constexpr int length = block_length(1);
    Block mine = blank(length);
    Block theirs = blank(length);
    Pair pair{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Recv_init(theirs.data(), length, MPI_LONG, run.left(), 1, MPI_COMM_WORLD, &pair[receiving]);
    MPI_Send_init(mine.data(), length, MPI_LONG, run.right(), 1, MPI_COMM_WORLD, &pair[sending]);
    for (int round = 1; round <= run.rounds; round++) {
        for (int i = 0; i < length; i++) {
            mine[static_cast<std::size_t>(i)] = block_value(run.rank, round, i);
            theirs[static_cast<std::size_t>(i)] = untouched;
        }
        Pair copies = pair;
        Statuses statuses;
        if (together) {
            MPI_Startall(2, copies.data());
        } else {
            // Its own place in the count of calls: one MPI_Start a round.
            MPI_Startall(1, &copies[receiving]);
            MPI_Start(&copies[sending]);
        }
        MPI_Waitall(2, copies.data(), statuses.data());
        if (copies != pair) run.wrong("round %d: the handles have changed", round);
        judge_left(run, round, theirs, statuses[receiving].MPI_SOURCE);
    }
    MPI_Request_free(&pair[receiving]);
    MPI_Request_free(&pair[sending]);
}

constexpr int given = 4; // partitions of the sender
constexpr int taken = 2; // and of the receiver

void one_by_one(MPI_Request request) {
    for (int partition = given - 1; partition >= 0; partition--)
        MPI_Pready(partition, request);
}

void by_range(MPI_Request request) {
    MPI_Pready_range(2, 3, request);
    MPI_Pready_range(0, 1, request);
}

void by_list(MPI_Request request) {
    int partitions[given] = {3, 0, 2, 1};
    MPI_Pready_list(2, partitions, request);
    MPI_Pready_list(2, partitions + 2, request);
}

void wait_only(Run &, MPI_Request) {}

void poll(Run &, MPI_Request request) {
    for (int partition = 0; partition < taken; partition++)
        for (int flag = 0; !flag;)
            MPI_Parrived(request, partition, &flag);
}

/// Each block goes in partitions, of which the receiver has others than the sender.
template <void (*make_ready)(MPI_Request), void (*before_wait)(Run &, MPI_Request)>
void partitioned(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        const auto length = static_cast<int>(mine.size());
        Block theirs = blank(length);
        Pair pair;
        Statuses statuses;
        MPI_Psend_init(mine.data(), given, length / given, MPI_LONG, run.right(), 1, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &pair[sending]);
        MPI_Precv_init(theirs.data(), taken, length / taken, MPI_LONG, run.left(), 1,
                       MPI_COMM_WORLD, MPI_INFO_NULL, &pair[receiving]);
        for (int time = 0; time < 2; time++) {
            std::fill(theirs.begin(), theirs.end(), untouched);
            MPI_Startall(2, pair.data());
            make_ready(pair[sending]);
            before_wait(run, pair[receiving]);
            MPI_Waitall(2, pair.data(), statuses.data());
        }
        for (MPI_Request &request : pair)
            MPI_Request_free(&request);
        judge_left(run, round, theirs, statuses[receiving].MPI_SOURCE);
    }
}

const Scenario table[] = {
    {"MPI_Psend_init", Sight::late, partitioned<one_by_one, wait_only>},
    {"MPI_Precv_init", Sight::late, partitioned<one_by_one, wait_only>},
    {"MPI_Pready", Sight::polled, partitioned<one_by_one, wait_only>},
    {"MPI_Pready_range", Sight::polled, partitioned<by_range, wait_only>},
    {"MPI_Pready_list", Sight::polled, partitioned<by_list, wait_only>},
    {"MPI_Parrived", Sight::polled, partitioned<by_range, poll>},
    {"MPI_Send_init", Sight::ring, made_anew<MPI_Send_init>},
    {"MPI_Bsend_init", Sight::late, made_anew<MPI_Bsend_init>},
    {"MPI_Ssend_init", Sight::ring, made_anew<MPI_Ssend_init>},
    {"MPI_Rsend_init", Sight::ring, made_anew<MPI_Rsend_init>},
    {"MPI_Recv_init", Sight::ring, made_anew<MPI_Ssend_init>},
    {"MPI_Start", Sight::ring, made_once<false>},
    {"MPI_Startall", Sight::ring, made_once<true>},
};

} // namespace

Scenarios persistents() { return table; }

} // namespace kill
