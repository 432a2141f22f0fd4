// The families of communication that the other mixes leave out: matched probes, wildcards,
// partitioned messages, neighbourhoods, vectors shared out, intercommunicators and files.

#include "step.hpp"

#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

void expect_value(const Step &step, long got, int from, const char *what) {
    step.me.expect(got == value_of(step, from) || got == -1, what, step.number);
}

/// A message around the ring, which is probed for before it is received.
void matched(const Step &step) {
    const long mine = value_of(step, step.rank);
    long got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Isend(&mine, 1, MPI_LONG, step.right(), step.tag(), step.comm, &request);
    if (step.number % 2 == 0) {
        MPI_Mprobe(step.left(), step.tag(), step.comm, &message, &status);
    } else {
        for (int found = 0; !found;)
            MPI_Improbe(step.left(), step.tag(), step.comm, &found, &message, &status);
    }
    MPI_Mrecv(&got, 1, MPI_LONG, &message, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_value(step, got, step.left(), "a probed message of something else");
}

/// Each rank sends to itself and to its partner. One of the two messages is received from anybody
/// (its own always comes), the other one from whoever is left.
void wildcard(const Step &step) {
    const int partner = step.rank ^ 1;
    if (partner >= step.size) return;
    const long mine = value_of(step, step.rank);
    std::array<long, 2> got{-1, -1};
    std::array<MPI_Request, 3> requests{};
    MPI_Status status;
    MPI_Irecv(&got[0], 1, MPI_LONG, MPI_ANY_SOURCE, step.tag(), step.comm, &requests[0]);
    MPI_Isend(&mine, 1, MPI_LONG, partner, step.tag(), step.comm, &requests[1]);
    MPI_Isend(&mine, 1, MPI_LONG, step.rank, step.tag(), step.comm, &requests[2]);
    MPI_Wait(&requests[0], &status);
    const int first = status.MPI_SOURCE;
    step.me.expect(first == partner || first == step.rank, "a stranger's message", step.number);
    const int second = first == partner ? step.rank : partner;
    MPI_Recv(&got[1], 1, MPI_LONG, second, step.tag(), step.comm, MPI_STATUS_IGNORE);
    MPI_Waitall(2, &requests[1], MPI_STATUSES_IGNORE);
    step.me.expect(got[0] == value_of(step, first), "a message of another sender", step.number);
    expect_value(step, got[1], second, "a message of another sender");
}

} // namespace

/// Partitions around the ring, twice; the receiver cuts them differently.
void partitioned(const Step &step) {
    if (step.size == 1) return; // not protected (docs/explanation/failures.md)
    constexpr int given = 4;
    constexpr int taken = 2;
    const std::vector<long> mine(std::size_t{given} * taken, value_of(step, step.rank));
    std::vector<long> theirs(mine.size());
    std::array<MPI_Request, 2> requests{};
    MPI_Psend_init(mine.data(), given, taken, MPI_LONG, step.right(), step.tag(), step.comm,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(theirs.data(), taken, given, MPI_LONG, step.left(), step.tag(), step.comm,
                   MPI_INFO_NULL, &requests[1]);
    for (int time = 0; time < 2; time++) {
        theirs.assign(theirs.size(), -1);
        MPI_Startall(2, requests.data());
        for (int partition = given - 1; partition >= 0; partition--)
            MPI_Pready(partition, requests[0]);
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
        for (const long got : theirs)
            expect_value(step, got, step.left(), "a partition of something else");
    }
    for (MPI_Request &request : requests)
        MPI_Request_free(&request);
}

namespace {

/// The two neighbours in a ring, as a topology knows them.
void neighbourhood(const Step &step) {
    const int periodic = 1;
    const long mine = value_of(step, step.rank);
    const std::array<long, 2> gives{mine, mine};
    std::array<long, 2> gathered{-1, -1};
    std::array<long, 2> exchanged{-1, -1};
    MPI_Comm cart = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Cart_create(step.comm, 1, &step.size, &periodic, 0, &cart);
    MPI_Neighbor_allgather(&mine, 1, MPI_LONG, gathered.data(), 1, MPI_LONG, cart);
    MPI_Ineighbor_alltoall(gives.data(), 1, MPI_LONG, exchanged.data(), 1, MPI_LONG, cart,
                           &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&cart);
    for (const auto &got : {gathered, exchanged}) {
        expect_value(step, got[0], step.left(), "not the left neighbour's");
        expect_value(step, got[1], step.right(), "not the right neighbour's");
    }
}

/// Each rank's block of a sum, of which all have the same ranks; every other time the blocks of odd
/// ranks are longer.
void shares(const Step &step) {
    const bool alike = step.number % 2 == 0;
    std::vector<int> lengths;
    for (int rank = 0; rank < step.size; rank++)
        lengths.push_back(step.length + (alike ? 0 : rank % 2));
    const auto own = lengths.begin() + step.rank;
    const int first = std::accumulate(lengths.begin(), own, 0);
    std::vector<long> values;
    for (int i = 0; i < std::accumulate(own, lengths.end(), first); i++)
        values.push_back((1L << step.me.rank) * factor(step, i));
    std::vector<long> sum(static_cast<std::size_t>(*own));
    if (alike)
        MPI_Reduce_scatter_block(values.data(), sum.data(), *own, MPI_LONG, MPI_SUM, step.comm);
    else
        MPI_Reduce_scatter(values.data(), sum.data(), lengths.data(), MPI_LONG, MPI_SUM, step.comm);
    const long present = sum[0] / factor(step, first);
    bool right = (present >> step.me.rank & 1) != 0;
    for (int i = 0; i < *own; i++)
        right &= sum[static_cast<std::size_t>(i)] == present * factor(step, first + i);
    step.me.expect(right, "a block of no sum", step.number);
    step.shared(static_cast<Ranks>(present));
}

/// Ranks of the other parity whose bits are in a sum.
bool is_remote(const Step &step, long sum) {
    long remote = 0;
    for (int rank = 1 - step.me.rank % 2; rank < step.me.size; rank += 2)
        remote |= 1L << rank;
    return (sum & ~remote) == 0;
}

/// Collectives between the even and the odd ranks.
void between_collectives(const Step &step) {
    if (step.between == MPI_COMM_NULL) return;
    const long mine = 1L << step.me.rank;
    long sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, step.between);
    step.me.expect(is_remote(step, sum), "a sum of the wrong side", step.number);
    const bool gives = step.number % 2 == step.me.rank % 2;
    long got = gives ? step.number : -1;
    int rank = 0; // after a failure the survivors of a side are numbered anew
    MPI_Comm_rank(step.between, &rank);
    const int root = !gives ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(&got, 1, MPI_LONG, root, step.between, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    step.me.expect(got == step.number || (got == -1 && !gives), "a broadcast of something else",
                   step.number);
    MPI_Barrier(step.between);
}

/// Messages between the even and the odd ranks, in pairs; over a duplicate now and then.
void between_messages(const Step &step) {
    if (step.between == MPI_COMM_NULL) return;
    const bool copies = step.number % 8 == 0;
    MPI_Comm comm = step.between;
    if (copies) MPI_Comm_dup(step.between, &comm);
    int rank = 0;
    int others = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_remote_size(comm, &others);
    if (rank < others) {
        const long mine = value_of(step, rank);
        long got = -1;
        MPI_Sendrecv(&mine, 1, MPI_LONG, rank, step.tag(), &got, 1, MPI_LONG, rank, step.tag(),
                     comm, MPI_STATUS_IGNORE);
        expect_value(step, got, rank, "a message of somebody else");
    }
    if (copies) MPI_Comm_free(&comm);
}

/// A file of everybody: who writes reads it back, which is only certain after what MPI 4.1, 14.6.1
/// asks for between the write and the read.
void file(const Step &step) {
    const char *const folder = std::getenv("TMPDIR");
    if (!step.everybody || folder == nullptr) return;
    const std::string path = std::string(folder) + "/chaos." + std::to_string(step.number);
    const long mine = value_of(step, step.rank);
    const MPI_Offset place = static_cast<MPI_Offset>(sizeof mine) * step.rank;
    long got = -1;
    MPI_File opened = MPI_FILE_NULL;
    MPI_File_open(step.comm, path.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &opened);
    MPI_File_write_at_all(opened, place, &mine, 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_sync(opened);
    MPI_Barrier(step.comm);
    MPI_File_sync(opened);
    MPI_File_read_at(opened, place, &got, 1, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_close(&opened);
    step.me.expect(got == mine, "a file that lost what was written", step.number);
}

constexpr std::array calls{matched,     wildcard,      partitioned,         neighbourhood,
                           matched,     wildcard,      between_collectives, between_messages,
                           partitioned, neighbourhood, between_collectives, file,
                           shares,      shares};

constexpr std::array messages{matched, wildcard, partitioned, matched, wildcard};

} // namespace

std::span<const Call> family_calls() { return calls; }

std::span<const Call> message_calls() { return messages; }
