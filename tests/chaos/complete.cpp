// Calls whose results are known to the last value, because no rank is lost: for replicated runs.
// They count the messages that arrive, so a lost and a doubled one are found.

#include "step.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

/// A receive that no message matches is cancelled.
void cancel_one(const Step &step) {
    long nothing = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Irecv(&nothing, 1, MPI_LONG, MPI_ANY_SOURCE, 90, step.comm, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    int is_cancelled = 0;
    MPI_Test_cancelled(&status, &is_cancelled);
    step.me.expect(is_cancelled != 0 && nothing == -1, "a message that no rank sent", step.number);
}

/// How many of the requests are found complete; 0 with MPI_Testsome for some time.
int find_some(const Step &step, std::vector<MPI_Request> &requests) {
    const int count = static_cast<int>(requests.size());
    std::vector<int> places(requests.size());
    int found = 0;
    int is_found = 1;
    switch (step.number % 4) {
    case 0:
        MPI_Waitany(count, requests.data(), places.data(), MPI_STATUS_IGNORE);
        return 1;
    case 1:
        MPI_Waitsome(count, requests.data(), &found, places.data(), MPI_STATUSES_IGNORE);
        return found;
    case 2:
        MPI_Testany(count, requests.data(), places.data(), &is_found, MPI_STATUS_IGNORE);
        return is_found;
    default:
        MPI_Testsome(count, requests.data(), &found, places.data(), MPI_STATUSES_IGNORE);
        return found;
    }
}

/// Each rank sends to all, and receives from any: each message once, in whatever order.
void from_any(const Step &step) {
    const long mine = value_of(step, step.rank);
    std::vector<long> got = of_all(step);
    std::vector<MPI_Request> requests(got.size(), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends(got.size(), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < got.size(); i++)
        MPI_Irecv(&got[i], 1, MPI_LONG, MPI_ANY_SOURCE, step.tag(), step.comm, &requests[i]);
    for (int i = 0; i < step.size; i++) {
        const int to = (step.rank + i) % step.size;
        auto *const start = i % 2 == 0 ? MPI_Isend : MPI_Issend;
        start(&mine, 1, MPI_LONG, to, step.tag(), step.comm, &sends[static_cast<std::size_t>(i)]);
    }
    for (int left = step.size; left > 0;)
        left -= find_some(step, requests);
    MPI_Waitall(step.size, sends.data(), MPI_STATUSES_IGNORE);
    std::sort(got.begin(), got.end());
    step.me.expect(got == values_of_all(step), "messages lost or doubled", step.number);
    cancel_one(step);
}

/// The same with messages of different lengths, which are probed for.
void probed_from_any(const Step &step) {
    const int length = 1 + step.rank % 5;
    const std::vector<long> mine(static_cast<std::size_t>(length), value_of(step, step.rank));
    std::vector<MPI_Request> sends =
        std::vector<MPI_Request>(static_cast<std::size_t>(step.size), MPI_REQUEST_NULL);
    for (int to = 0; to < step.size; to++)
        MPI_Isend(mine.data(), length, MPI_LONG, to, step.tag(), step.comm,
                  &sends[static_cast<std::size_t>(to)]);
    std::vector<int> times(sends.size(), 0);
    for (int i = 0; i < step.size; i++) {
        MPI_Status status;
        if (step.number % 2 == 0)
            MPI_Probe(MPI_ANY_SOURCE, step.tag(), step.comm, &status);
        else
            for (int found = 0; !found;)
                MPI_Iprobe(MPI_ANY_SOURCE, step.tag(), step.comm, &found, &status);
        int count = 0;
        MPI_Get_count(&status, MPI_LONG, &count);
        const int from = status.MPI_SOURCE;
        std::vector<long> got(static_cast<std::size_t>(count), -1);
        MPI_Recv(got.data(), count, MPI_LONG, from, step.tag(), step.comm, MPI_STATUS_IGNORE);
        const std::vector<long> right(static_cast<std::size_t>(1 + from % 5), value_of(step, from));
        step.me.expect(got == right, "a probed message of another length or value", step.number);
        times[static_cast<std::size_t>(from)]++;
    }
    MPI_Waitall(step.size, sends.data(), MPI_STATUSES_IGNORE);
    step.me.expect(std::count(times.begin(), times.end(), 1) == step.size,
                   "messages lost or doubled", step.number);
}

/// Long messages, of which few fit into the log of a sender.
void large(const Step &step) {
    if (step.number % 4 != 0) return;
    constexpr std::size_t length = 40'000;
    const std::vector<long> mine(length, value_of(step, step.rank));
    std::vector<long> got(length, -1);
    MPI_Sendrecv(mine.data(), length, MPI_LONG, step.right(), step.tag(), got.data(), length,
                 MPI_LONG, step.left(), step.tag(), step.comm, MPI_STATUS_IGNORE);
    const std::vector<long> right(length, value_of(step, step.left()));
    step.me.expect(got == right, "a long message of something else", step.number);
}

/// The maps x -> a * x + b, one after the other: the order of the ranks matters.
struct Map {
    unsigned long a, b;
    bool operator==(const Map &) const = default;
};

void compose(void *in, void *inout, int *count, MPI_Datatype *) {
    const auto *const first = static_cast<const Map *>(in);
    auto *const second = static_cast<Map *>(inout);
    for (int i = 0; i < *count; i++)
        second[i] = {first[i].a * second[i].a, first[i].a * second[i].b + first[i].b};
}

Map map_of(const Step &step, int rank) {
    return {static_cast<unsigned long>(value_of(step, rank)) | 1UL,
            7UL + static_cast<unsigned long>(rank)};
}

/// Map of the ranks from 0 to `end` - 1.
Map composed(const Step &step, int end) {
    Map all = map_of(step, 0);
    for (int rank = 1; rank < end; rank++) {
        Map next = map_of(step, rank);
        int one = 1;
        compose(&all, &next, &one, nullptr);
        all = next;
    }
    return all;
}

void own_operator(const Step &step) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    MPI_Type_contiguous(2, MPI_UNSIGNED_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(compose, 0, &op);
    const Map mine = map_of(step, step.rank);
    std::array<Map, 3> got{};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iscan(&mine, &got[0], 1, type, op, step.comm, &request);
    MPI_Allreduce(&mine, &got[1], 1, type, op, step.comm);
    MPI_Exscan(&mine, &got[2], 1, type, op, step.comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    step.me.expect(got[0] == composed(step, step.rank + 1), "another scan", step.number);
    step.me.expect(got[1] == composed(step, step.size), "maps in another order", step.number);
    step.me.expect(step.rank == 0 || got[2] == composed(step, step.rank), "another exscan",
                   step.number);
    step.shared(got[1].b);
}

/// Rank `from` sends 1 + (from + to) % 3 values to rank `to`.
int length_between(int from, int to) { return 1 + (from + to) % 3; }

std::vector<int> places_of(const std::vector<int> &lengths) {
    std::vector<int> places(lengths.size(), 0);
    std::partial_sum(lengths.begin(), lengths.end() - 1, places.begin() + 1);
    return places;
}

/// Blocks of different lengths between all, started three times.
void vectors(const Step &step) {
    std::vector<int> lengths;
    for (int rank = 0; rank < step.size; rank++)
        lengths.push_back(length_between(step.rank, rank));
    const std::vector<int> places = places_of(lengths);
    const auto total = static_cast<std::size_t>(places.back() + lengths.back());
    const std::vector<long> mine(total, value_of(step, step.rank));
    std::vector<long> right;
    for (int rank = 0; rank < step.size; rank++)
        right.insert(right.end(), static_cast<std::size_t>(lengths[static_cast<std::size_t>(rank)]),
                     value_of(step, rank));
    std::vector<long> got(total, -1);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Alltoallv(mine.data(), lengths.data(), places.data(), MPI_LONG, got.data(), lengths.data(),
                  places.data(), MPI_LONG, step.comm);
    step.me.expect(got == right, "another block", step.number);
    MPI_Alltoallv_init(mine.data(), lengths.data(), places.data(), MPI_LONG, got.data(),
                       lengths.data(), places.data(), MPI_LONG, step.comm, MPI_INFO_NULL, &request);
    for (int time = 0; time < 2; time++) {
        got.assign(total, -1);
        MPI_Start(&request);
        for (int done = 0; !done;)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        step.me.expect(got == right, "another block of a persistent call", step.number);
    }
    MPI_Request_free(&request);
}

/// Shares of the root and back again, in blocks with gaps.
void shared_out(const Step &step) {
    MPI_Datatype sparse = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_LONG, &sparse);
    MPI_Type_commit(&sparse);
    const auto total = static_cast<std::size_t>(step.size) * 5;
    std::vector<long> all(step.rank == step.root ? total : 0, -7);
    for (std::size_t i = 0; i < all.size(); i += 5)
        for (std::size_t j = 0; j < 5; j += 2)
            all[i + j] = value_of(step, static_cast<int>(i / 5));
    std::array<long, 3> mine{-1, -1, -1};
    const std::vector<long> before = all;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Scatter(all.data(), 1, sparse, mine.data(), 3, MPI_LONG, step.root, step.comm);
    for (std::size_t i = 0; i < all.size(); i++)
        all[i] = i % 5 % 2 == 0 ? -1 : all[i];
    MPI_Igather(mine.data(), 3, MPI_LONG, all.data(), 1, sparse, step.root, step.comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&sparse);
    const long right = value_of(step, step.rank);
    step.me.expect(std::count(mine.begin(), mine.end(), right) == 3, "another rank's block",
                   step.number);
    step.me.expect(all == before, "blocks that did not come back", step.number);
}

/// A communicator of each kind that the other mixes leave out, and a message on it.
void other_communicators(const Step &step) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group odd = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_group(step.comm, &group);
    std::vector<int> ranks;
    for (int rank = step.rank % 2; rank < step.size; rank += 2)
        ranks.push_back(rank);
    MPI_Group_incl(group, static_cast<int>(ranks.size()), ranks.data(), &odd);
    if (step.number % 2 == 0)
        MPI_Comm_create(step.comm, odd, &made);
    else
        MPI_Comm_create_group(step.comm, odd, step.tag(), &made);
    long sum = step.rank;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, made);
    step.me.expect(sum == std::accumulate(ranks.begin(), ranks.end(), 0L), "a sum of other ranks",
                   step.number);
    MPI_Comm_free(&made);
    MPI_Group_free(&odd);
    MPI_Group_free(&group);
    if (step.between == MPI_COMM_NULL) return;
    MPI_Intercomm_merge(step.between, step.me.rank % 2, &made);
    long all = 1L << step.me.rank;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_LONG, MPI_BOR, made);
    step.me.expect(all == (1L << step.me.size) - 1, "a merged communicator lacks ranks",
                   step.number);
    MPI_Comm_free(&made);
}

/// A graph in which each rank sends to the next one and to the one after that.
void graph(const Step &step) {
    const std::array to{step.right(), (step.rank + 2) % step.size};
    const std::array from{step.left(), (step.rank + 2 * step.size - 2) % step.size};
    const std::array gives{value_of(step, step.rank), -value_of(step, step.rank)};
    std::array<long, 2> got{-1, -1};
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(step.comm, 2, from.data(), MPI_UNWEIGHTED, 2, to.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
    MPI_Neighbor_alltoall(gives.data(), 1, MPI_LONG, got.data(), 1, MPI_LONG, made);
    MPI_Comm_free(&made);
    // With two ranks or fewer, both edges may come from the same rank.
    step.me.expect(got[0] == value_of(step, from[0]) && got[1] == -value_of(step, from[1]),
                   "not the neighbours' values", step.number);
}

constexpr std::array calls{from_any,   probed_from_any,     large, own_operator, vectors,
                           shared_out, other_communicators, graph};

} // namespace

std::span<const Call> complete_calls() { return calls; }
