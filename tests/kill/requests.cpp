// Nonblocking point-to-point, and every way to complete a request.

#include "scenario.hpp"

#include <array>
#include <list>

namespace kill {
namespace {

using Block = std::vector<long>;

int length_of(const Block &block) { return static_cast<int>(block.size()); }

/// A receive from the left and a send to the right, both pending.
constexpr int receiving = 0;
constexpr int sending = 1;
using Pair = std::array<MPI_Request, 2>;
using Statuses = std::array<MPI_Status, 2>;

/// Completes both; the receive's status ends up in the first place.
using Complete = void (*)(Run &run, Pair &pair, Statuses &statuses);

void wait(Run &, Pair &pair, Statuses &statuses) {
    MPI_Wait(&pair[sending], &statuses[sending]);
    MPI_Wait(&pair[receiving], &statuses[receiving]);
}

void waitall(Run &, Pair &pair, Statuses &statuses) {
    MPI_Waitall(2, pair.data(), statuses.data());
}

/// `completed` gives one completed request at a time.
template <typename Completed> void one_by_one(Run &run, Statuses &statuses, Completed completed) {
    std::array<bool, 2> done{};
    for (int left = 2; left > 0;) {
        MPI_Status status;
        const int index = completed(&status);
        if (index == MPI_UNDEFINED) continue;
        if (index < 0 || index > 1 || done[static_cast<std::size_t>(index)]) {
            run.wrong("request %d completed out of nothing", index);
            return;
        }
        done[static_cast<std::size_t>(index)] = true;
        statuses[static_cast<std::size_t>(index)] = status;
        left--;
    }
}

void waitany(Run &run, Pair &pair, Statuses &statuses) {
    one_by_one(run, statuses, [&](MPI_Status *status) {
        int index = MPI_UNDEFINED;
        MPI_Waitany(2, pair.data(), &index, status);
        if (index == MPI_UNDEFINED) run.wrong("MPI_Waitany finds no active request");
        return index;
    });
}

void testany(Run &run, Pair &pair, Statuses &statuses) {
    one_by_one(run, statuses, [&](MPI_Status *status) {
        int index = MPI_UNDEFINED;
        int flag = 0;
        MPI_Testany(2, pair.data(), &index, &flag, status);
        return flag ? index : MPI_UNDEFINED;
    });
}

template <int (*some)(int, MPI_Request[], int *, int[], MPI_Status[])>
void complete_some(Run &run, Pair &pair, Statuses &statuses) {
    for (int left = 2; left > 0;) {
        int count = 0;
        std::array<int, 2> indices{};
        Statuses completed;
        some(2, pair.data(), &count, indices.data(), completed.data());
        if (count == MPI_UNDEFINED || count > left) {
            run.wrong("%d requests completed where %d were pending", count, left);
            return;
        }
        for (int i = 0; i < count; i++)
            statuses[static_cast<std::size_t>(indices[static_cast<std::size_t>(i)])] =
                completed[static_cast<std::size_t>(i)];
        left -= count;
    }
}

void test(Run &, Pair &pair, Statuses &statuses) {
    for (std::size_t i = 0; i < 2; i++)
        for (int flag = 0; !flag;)
            MPI_Test(&pair[i], &flag, &statuses[i]);
}

/// The request stays until it is freed or waited for.
void get_status(Run &run, Pair &pair, Statuses &statuses) {
    for (std::size_t i = 0; i < 2; i++)
        for (int flag = 0; !flag;)
            MPI_Request_get_status(pair[i], &flag, &statuses[i]);
    if (pair[receiving] == MPI_REQUEST_NULL) run.wrong("MPI_Request_get_status freed its request");
    MPI_Waitall(2, pair.data(), statuses.data());
}

void testall(Run &, Pair &pair, Statuses &statuses) {
    for (int flag = 0; !flag;)
        MPI_Testall(2, pair.data(), &flag, statuses.data());
}

using Start = int (*)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

template <Start start, Complete complete> void exchange(Run &run) {
    std::vector<char> room(
        static_cast<std::size_t>(run.rounds) *
        (static_cast<std::size_t>(block_length(2)) * sizeof(long) + MPI_BSEND_OVERHEAD));
    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        Pair pair{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        Statuses statuses;
        MPI_Irecv(theirs.data(), length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD,
                  &pair[receiving]);
        if (start == MPI_Irsend) // ready mode: the right side says that its receive is posted
            MPI_Sendrecv(nullptr, 0, MPI_BYTE, run.left(), 100 + round, nullptr, 0, MPI_BYTE,
                         run.right(), 100 + round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        start(mine.data(), length_of(mine), MPI_LONG, run.right(), round, MPI_COMM_WORLD,
              &pair[sending]);
        complete(run, pair, statuses);
        if (pair[receiving] != MPI_REQUEST_NULL || pair[sending] != MPI_REQUEST_NULL)
            run.wrong("round %d: a completed request is not null", round);
        judge_left(run, round, theirs, statuses[receiving].MPI_SOURCE);
    }
    void *detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(&detached, &size);
}

void isendrecv(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        MPI_Isendrecv(mine.data(), length_of(mine), MPI_LONG, run.right(), round, theirs.data(),
                      length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
        if (request != MPI_REQUEST_NULL) run.wrong("round %d: a request is not null", round);
        judge_left(run, round, theirs, status.MPI_SOURCE);
    }
}

void isendrecv_replace(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        Block block = block_of(run.rank, round);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        MPI_Isendrecv_replace(block.data(), length_of(block), MPI_LONG, run.right(), round,
                              run.left(), round, MPI_COMM_WORLD, &request);
        for (int flag = 0; !flag;)
            MPI_Testall(1, &request, &flag, &status);
        // Nothing came, nothing is replaced; of a message that was broken off a part is.
        if (status.MPI_SOURCE == MPI_PROC_NULL) {
            forget_part(run.rank, round, block);
            forget_part(run.left(), round, block);
        }
        judge_left(run, round, block, status.MPI_SOURCE);
    }
}

void cancel(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        long never = untouched;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        int cancelled = 0;
        MPI_Irecv(&never, 1, MPI_LONG, run.left(), 1000, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (!cancelled && status.MPI_SOURCE != MPI_PROC_NULL)
            run.wrong("round %d: a receive that nobody serves was not cancelled", round);

        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        MPI_Sendrecv(mine.data(), length_of(mine), MPI_LONG, run.right(), round, theirs.data(),
                     length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD, &status);
        judge_left(run, round, theirs, status.MPI_SOURCE);
    }
}

void request_free(Run &run) {
    // Nobody tells when a freed send is done with its buffer: all live to the end.
    std::list<Block> given;
    for (int round = 1; round <= run.rounds; round++) {
        const Block &mine = given.emplace_back(block_of(run.rank, round));
        Block theirs = blank(block_length(round));
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        MPI_Isend(mine.data(), length_of(mine), MPI_LONG, run.right(), round, MPI_COMM_WORLD,
                  &request);
        MPI_Request_free(&request);
        if (request != MPI_REQUEST_NULL) run.wrong("round %d: a freed request is not null", round);
        MPI_Recv(theirs.data(), length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD,
                 &status);
        judge_left(run, round, theirs, status.MPI_SOURCE);
    }
    // Every message is delivered before its buffer goes.
    MPI_Barrier(MPI_COMM_WORLD);
}

const Scenario table[] = {
    {"MPI_Isend", Sight::ring, exchange<MPI_Isend, waitall>},
    {"MPI_Ibsend", Sight::late, exchange<MPI_Ibsend, waitall>},
    {"MPI_Issend", Sight::ring, exchange<MPI_Issend, waitall>},
    {"MPI_Irsend", Sight::ring, exchange<MPI_Irsend, waitall>},
    {"MPI_Irecv", Sight::ring, exchange<MPI_Isend, waitall>},
    {"MPI_Isendrecv", Sight::ring, isendrecv},
    {"MPI_Isendrecv_replace", Sight::ring, isendrecv_replace},
    {"MPI_Wait", Sight::polled, exchange<MPI_Isend, wait>},
    {"MPI_Waitall", Sight::ring, exchange<MPI_Issend, waitall>},
    {"MPI_Waitany", Sight::polled, exchange<MPI_Isend, waitany>},
    {"MPI_Waitsome", Sight::polled, exchange<MPI_Isend, complete_some<MPI_Waitsome>>},
    {"MPI_Test", Sight::polled, exchange<MPI_Isend, test>},
    {"MPI_Testall", Sight::polled, exchange<MPI_Isend, testall>},
    {"MPI_Testany", Sight::polled, exchange<MPI_Isend, testany>},
    {"MPI_Testsome", Sight::polled, exchange<MPI_Isend, complete_some<MPI_Testsome>>},
    {"MPI_Request_get_status", Sight::polled, exchange<MPI_Isend, get_status>},
    {"MPI_Cancel", Sight::ring, cancel},
    {"MPI_Request_free", Sight::late, request_free},
};

} // namespace

Scenarios requests() { return table; }

} // namespace kill
