#include "checks.hpp"
#include "dying.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

/// Partitioned messages of all kinds, each in turn. Each rank prints a checksum over all that has
/// arrived, and over the outcomes of MPI_Parrived.

namespace {

using checks::check;

int rank;
int size;
std::uint64_t sum = 14695981039346656037U;

void add(long value) { sum = (sum ^ static_cast<std::uint64_t>(value)) * 1099511628211U; }

int right() { return (rank + 1) % size; }
int left() { return (rank + size - 1) % size; }
long value(int from, int round, int i) { return from * 10007L + round * 101L + i; }

std::vector<long> values(int from, int round, int count) {
    std::vector<long> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), value(from, round, 0));
    return all;
}

/// Requests know the place of the memory, which must not move.
void fill(std::vector<long> &memory, const std::vector<long> &from) {
    std::copy(from.begin(), from.end(), memory.begin());
}

/// Two requests around the ring.
struct Ring {
    std::vector<long> out;
    std::vector<long> in;
    MPI_Request send = MPI_REQUEST_NULL;
    MPI_Request receive = MPI_REQUEST_NULL;

    Ring(int given, int taken, int tag, MPI_Comm comm = MPI_COMM_WORLD)
        : out(static_cast<std::size_t>(given * taken)), in(out.size()) {
        MPI_Psend_init(out.data(), given, taken, MPI_LONG, right(), tag, comm, MPI_INFO_NULL,
                       &send);
        MPI_Precv_init(in.data(), taken, given, MPI_LONG, left(), tag, comm, MPI_INFO_NULL,
                       &receive);
    }
    ~Ring() {
        MPI_Request_free(&send);
        MPI_Request_free(&receive);
    }
    Ring(const Ring &) = delete;
    Ring &operator=(const Ring &) = delete;

    [[nodiscard]] int count() const { return static_cast<int>(out.size()); }
    void start(int round) {
        fill(out, values(rank, round, count()));
        in.assign(in.size(), -1);
        MPI_Start(&receive);
        MPI_Start(&send);
    }
    void wait(int round) {
        MPI_Status status;
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&receive, &status);
        int got = 0;
        MPI_Get_count(&status, MPI_LONG, &got);
        check(status.MPI_SOURCE == left() && got == count(), "the status of a partitioned receive");
        checks::same(in, values(left(), round, count()), "partitions");
        for (const long one : in)
            add(one);
    }
};

/// The receiver cuts the message differently; the last partition is sent first.
void cut_differently(int round) {
    Ring ring(6, 4, 1);
    for (int time = 0; time < 2; ++time) {
        ring.start(round + time);
        MPI_Pready_range(3, 5, ring.send);
        come_to(2 * round + 1);
        for (int partition = 2; partition >= 0; --partition)
            MPI_Pready(partition, ring.send);
        ring.wait(round + time);
    }
}

/// Each partition is polled for before the sender marks the next one: its data is there at once.
void poll(int round) {
    Ring ring(3, 3, 2);
    ring.start(round);
    for (int partition = 0; partition < 3; ++partition) {
        MPI_Pready(partition, ring.send);
        if (partition == 1) come_to(2 * round + 1);
        int polls = 0;
        for (int there = 0; !there; ++polls)
            MPI_Parrived(ring.receive, partition, &there);
        add(polls);
        for (int i = 0; i < 3; ++i)
            check(ring.in[static_cast<std::size_t>(3 * partition + i)] ==
                      value(left(), round, 3 * partition + i),
                  "MPI_Parrived before the data");
    }
    ring.wait(round);
    int there = 0;
    MPI_Parrived(ring.receive, 0, &there);
    check(there != 0, "MPI_Parrived of a request that is not active");
}

/// Requests of one tag belong together in the order in which they were made. An ordinary
/// message of that tag belongs to no such request.
void same_tag(int round) {
    Ring first(2, 2, 3);
    Ring second(2, 2, 3);
    second.start(round + 7);
    std::array list{1, 0};
    MPI_Pready_list(2, list.data(), second.send);
    first.start(round);
    come_to(2 * round + 1);
    MPI_Pready_list(2, list.data(), first.send);
    const long mine = value(rank, round, 99);
    long got = -1;
    MPI_Sendrecv(&mine, 1, MPI_LONG, right(), 3, &got, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(got == value(left(), round, 99), "a message beside partitions");
    first.wait(round);
    second.wait(round + 7);
}

/// A sender is two starts ahead of its receiver.
void run_ahead(int round) {
    std::vector<long> out = values(rank, round, 4);
    std::vector<long> in(4, -1);
    MPI_Request send = MPI_REQUEST_NULL;
    MPI_Request receive = MPI_REQUEST_NULL;
    MPI_Psend_init(out.data(), 2, 2, MPI_LONG, right(), 4, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in.data(), 1, 4, MPI_LONG, left(), 4, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    for (int time = 0; time < 2; ++time) {
        fill(out, values(rank, round + time, 4));
        MPI_Start(&send);
        MPI_Pready_range(0, 1, send);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    come_to(2 * round + 1);
    for (int time = 0; time < 2; ++time) {
        MPI_Start(&receive);
        for (int there = 0; !there;)
            MPI_Test(&receive, &there, MPI_STATUS_IGNORE);
        checks::same(in, values(left(), round + time, 4), "a start of before");
    }
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

/// Every second element; requests that are freed while they are active; MPI_PROC_NULL.
void types_and_ends(int round) {
    MPI_Datatype sparse = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_LONG, 0, 2 * sizeof(long), &sparse);
    MPI_Type_commit(&sparse);
    const std::vector<long> out = values(rank, round, 12);
    std::vector<long> in(12, -1);
    std::array<MPI_Request, 4> requests{};
    MPI_Psend_init(out.data(), 3, 2, sparse, right(), 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(in.data(), 2, 3, sparse, left(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Psend_init(out.data(), 1, 1, MPI_LONG, MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[2]);
    MPI_Precv_init(in.data(), 1, 1, MPI_LONG, MPI_PROC_NULL, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[3]);
    MPI_Type_free(&sparse);
    MPI_Startall(4, requests.data());
    MPI_Pready(0, requests[2]);
    MPI_Waitall(2, &requests[2], MPI_STATUSES_IGNORE);
    MPI_Request receive = requests[1];
    for (int partition = 0; partition < 3; ++partition)
        MPI_Pready(partition, requests[0]);
    MPI_Request_free(&requests[0]);
    come_to(2 * round + 1);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    for (int i = 0; i < 12; ++i)
        check(in[static_cast<std::size_t>(i)] == (i % 2 == 0 ? value(left(), round, i) : -1),
              "every second element");
    for (int i = 1; i < 4; ++i)
        MPI_Request_free(&requests[static_cast<std::size_t>(i)]);
}

/// A communicator of its own, and long partitions.
void elsewhere(int round) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    {
        Ring ring(8, 2000, 1, copy);
        Ring beside(2, 2, 1);
        ring.start(round);
        beside.start(round + 3);
        MPI_Pready_range(4, 7, ring.send);
        come_to(2 * round + 1);
        MPI_Pready_range(0, 1, beside.send);
        MPI_Pready_range(0, 3, ring.send);
        beside.wait(round + 3);
        ring.wait(round);
    }
    MPI_Comm_free(&copy);
}

int class_of(int code) {
    int found = -1;
    MPI_Error_class(code, &found);
    return found;
}

void make_errors() {
    Ring ring(2, 2, 9);
    long one = 1;
    int there = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const auto init_to = [&](int to, int tag) {
        return class_of(
            MPI_Psend_init(&one, 1, 1, MPI_LONG, to, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    };
    check(init_to(size, 0) == MPI_ERR_RANK, "a rank that does not exist");
    check(init_to(0, -5) == MPI_ERR_TAG, "a tag below 0");
    check(class_of(MPI_Pready(0, ring.send)) == MPI_ERR_REQUEST, "a request that is not active");
    ring.start(0);
    check(class_of(MPI_Pready(2, ring.send)) == MPI_ERR_ARG, "a partition that does not exist");
    check(class_of(MPI_Pready(0, ring.receive)) == MPI_ERR_REQUEST, "MPI_Pready of a receive");
    check(class_of(MPI_Parrived(ring.send, 0, &there)) == MPI_ERR_REQUEST,
          "MPI_Parrived of a send");
    MPI_Pready_range(0, 1, ring.send);
    ring.wait(0);
}

void (*const kinds[])(int) = {cut_differently, poll,           same_tag,
                              run_ahead,       types_and_ends, elsewhere};

} // namespace

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 60;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    rank = checks::rank_in(MPI_COMM_WORLD);
    size = checks::size_of(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        come_to(2 * round);
        kinds[round % 6](round);
        if (round % 10 == 9)
            std::printf("rank %d round %d: %016lx\n", rank, round, static_cast<long>(sum));
    }
    make_errors();
    std::printf("rank %d ends: %016lx\n", rank, static_cast<long>(sum));
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
