// Collectives on buffers of a device: blocking, in place, nonblocking, persistent.

#include "judge.hpp"

namespace {

std::vector<int> each(const Judge &j, int count) {
    return std::vector<int>(survivors::at(j.size), count);
}

/// Where blocks of equal size begin.
std::vector<int> begins(const Judge &j) {
    std::vector<int> places = each(j, 0);
    for (int r = 0; r < j.size; ++r)
        places[survivors::at(r)] = r * j.count;
    return places;
}

/// For buffers that are significant at the root alone.
void *at_root(const Judge &j, const Longs &longs) {
    return j.rank == j.root ? longs.at() : nullptr;
}

void bcast(Judge &j) {
    const Longs data = j.rank == j.root ? Longs(j.block(j.root)) : Longs(j.count);
    MPI_Bcast(data.at(), j.count, MPI_LONG, j.root, MPI_COMM_WORLD);
    j.check_block(data.get(), 0, j.root, 0, "Bcast");
    j.is_equal_everywhere(data.get());
}

/// Every other element; those between stay as they are.
void bcast_with_gaps(Judge &j) {
    MPI_Datatype gaps = MPI_DATATYPE_NULL;
    MPI_Type_vector(j.count, 1, 2, MPI_LONG, &gaps);
    MPI_Type_commit(&gaps);
    const std::vector<long> block = j.block(j.root);
    std::vector<long> spread(2 * block.size(), survivors::untouched);
    for (std::size_t i = 0; j.rank == j.root && i < block.size(); ++i)
        spread[2 * i] = block[i];
    const Longs data(spread);
    MPI_Bcast(data.at(), 1, gaps, j.root, MPI_COMM_WORLD);
    MPI_Type_free(&gaps);
    const std::vector<long> got = data.get();
    for (std::size_t i = 0; i < block.size(); ++i)
        j.check(got[2 * i] == block[i] && got[2 * i + 1] == survivors::untouched,
                "Bcast with gaps, round %d: element %zu is %ld, %ld", j.round, i, got[2 * i],
                got[2 * i + 1]);
}

/// Some ranks lag behind so many broadcasts when one dies; others have kept the results for them.
void bcast_stream(Judge &j) {
    constexpr int many = 40;
    for (int i = 0; i < many; ++i)
        bcast(j);
}

void scatter(Judge &j) {
    const Longs parts(j.blocks(j.root));
    const Longs mine(j.count);
    MPI_Scatter(at_root(j, parts), j.count, MPI_LONG, mine.at(), j.count, MPI_LONG, j.root,
                MPI_COMM_WORLD);
    j.check_block(mine.get(), 0, j.root, j.rank, "Scatter");
}

void scatterv(Judge &j) {
    const Longs parts(j.blocks(j.root));
    const Longs mine(j.count);
    const std::vector<int> counts = each(j, j.count);
    const std::vector<int> places = begins(j);
    MPI_Scatterv(at_root(j, parts), counts.data(), places.data(), MPI_LONG, mine.at(), j.count,
                 MPI_LONG, j.root, MPI_COMM_WORLD);
    j.check_block(mine.get(), 0, j.root, j.rank, "Scatterv");
}

void gather(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs all(j.size * j.count);
    MPI_Gather(mine.at(), j.count, MPI_LONG, at_root(j, all), j.count, MPI_LONG, j.root,
               MPI_COMM_WORLD);
    if (j.rank == j.root) j.check_blocks(all.get(), 0, "Gather");
}

void gatherv(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs all(j.size * j.count);
    const std::vector<int> counts = each(j, j.count);
    const std::vector<int> places = begins(j);
    MPI_Gatherv(mine.at(), j.count, MPI_LONG, at_root(j, all), counts.data(), places.data(),
                MPI_LONG, j.root, MPI_COMM_WORLD);
    if (j.rank == j.root) j.check_blocks(all.get(), 0, "Gatherv");
}

void reduce(Judge &j) {
    const Longs mine(j.shares(j.count));
    const Longs sum(j.count);
    MPI_Reduce(mine.at(), at_root(j, sum), j.count, MPI_LONG, MPI_SUM, j.root, MPI_COMM_WORLD);
    if (j.rank == j.root) j.check_sum(sum.get(), 0, j.size - 1, "Reduce");
}

/// So quick that contributions are kept, and not confirmed each.
void reduce_stream(Judge &j) {
    constexpr int many = 40;
    for (int i = 0; i < many && j.count == Judge::few; ++i)
        reduce(j);
}

void reduce_in_place(Judge &j) {
    const Longs mine(j.shares(j.count));
    if (j.rank == j.root) {
        MPI_Reduce(MPI_IN_PLACE, mine.at(), j.count, MPI_LONG, MPI_SUM, j.root, MPI_COMM_WORLD);
        j.check_sum(mine.get(), 0, j.size - 1, "Reduce in place");
    } else {
        MPI_Reduce(mine.at(), nullptr, j.count, MPI_LONG, MPI_SUM, j.root, MPI_COMM_WORLD);
    }
}

void allgather(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs all(j.size * j.count);
    MPI_Allgather(mine.at(), j.count, MPI_LONG, all.at(), j.count, MPI_LONG, MPI_COMM_WORLD);
    j.check_blocks(all.get(), 0, "Allgather");
    j.is_equal_everywhere(all.get());
}

void allgather_in_place(Judge &j) {
    const Longs all(j.size * j.count);
    const std::vector<long> mine = j.block(j.rank);
    device::copy_in(all.at(j.rank * j.count), mine.data(), mine.size() * sizeof(long));
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.at(), j.count, MPI_LONG, MPI_COMM_WORLD);
    j.check_blocks(all.get(), 0, "Allgather in place");
}

void allgatherv(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs all(j.size * j.count);
    const std::vector<int> counts = each(j, j.count);
    const std::vector<int> places = begins(j);
    MPI_Allgatherv(mine.at(), j.count, MPI_LONG, all.at(), counts.data(), places.data(), MPI_LONG,
                   MPI_COMM_WORLD);
    j.check_blocks(all.get(), 0, "Allgatherv");
}

void alltoall(Judge &j) {
    const Longs parts(j.blocks(j.rank));
    const Longs all(j.size * j.count);
    MPI_Alltoall(parts.at(), j.count, MPI_LONG, all.at(), j.count, MPI_LONG, MPI_COMM_WORLD);
    j.check_blocks(all.get(), j.rank, "Alltoall");
}

/// Where a rank is missing stays what was sent to it.
void alltoallv_in_place(Judge &j) {
    const Longs all(j.blocks(j.rank));
    const std::vector<int> counts = each(j, j.count);
    const std::vector<int> places = begins(j);
    MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, all.at(), counts.data(),
                  places.data(), MPI_LONG, MPI_COMM_WORLD);
    std::vector<long> got = all.get();
    for (int from = 0; from < j.size; ++from) {
        const std::vector<long> sent = j.block(j.rank, from);
        const auto first = got.begin() + from * j.count;
        if (j.may_be_lost(from) && std::equal(sent.begin(), sent.end(), first))
            std::fill_n(first, j.count, survivors::untouched);
    }
    j.check_blocks(got, j.rank, "Alltoallv in place");
}

void allreduce(Judge &j) {
    const Longs mine(j.shares(j.count));
    const Longs sum(j.count);
    MPI_Allreduce(mine.at(), sum.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    j.check_sum(sum.get(), 0, j.size - 1, "Allreduce");
    j.is_equal_everywhere(sum.get());
}

void allreduce_in_place(Judge &j) {
    const Longs mine(j.shares(j.count));
    MPI_Allreduce(MPI_IN_PLACE, mine.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    j.check_sum(mine.get(), 0, j.size - 1, "Allreduce in place");
}

void reduce_scatter(Judge &j) {
    const Longs mine(j.shares(j.size * j.count));
    const Longs sum(j.count);
    const std::vector<int> counts = each(j, j.count);
    MPI_Reduce_scatter(mine.at(), sum.at(), counts.data(), MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    j.check_sum(sum.get(), j.rank * j.count, j.size - 1, "Reduce_scatter");
}

void reduce_scatter_in_place(Judge &j) {
    const Longs mine(j.shares(j.size * j.count));
    MPI_Reduce_scatter_block(MPI_IN_PLACE, mine.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    std::vector<long> got = mine.get();
    got.resize(survivors::at(j.count));
    j.check_sum(got, j.rank * j.count, j.size - 1, "Reduce_scatter_block in place");
}

void scan(Judge &j) {
    const Longs mine(j.shares(j.count));
    const Longs sum(j.count);
    MPI_Scan(mine.at(), sum.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    j.check_sum(sum.get(), 0, j.rank, "Scan");
}

void exscan_in_place(Judge &j) {
    const Longs mine(j.shares(j.count));
    MPI_Exscan(MPI_IN_PLACE, mine.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (j.rank > j.root) j.check_sum(mine.get(), 0, j.rank - 1, "Exscan in place");
}

void neighbour_allgather(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs both(2 * j.count);
    MPI_Neighbor_allgather(mine.at(), j.count, MPI_LONG, both.at(), j.count, MPI_LONG, j.ring);
    j.check_block(both.get(), 0, j.left, 0, "Neighbor_allgather");
    j.check_block(both.get(), j.count, j.right, 0, "Neighbor_allgather");
}

void nonblocking(Judge &j) {
    const Longs data = j.rank == j.root ? Longs(j.block(j.root)) : Longs(j.count);
    const Longs mine(j.shares(j.count));
    const Longs parts(j.blocks(j.rank));
    const Longs all(j.size * j.count);
    MPI_Request requests[3];
    MPI_Ibcast(data.at(), j.count, MPI_LONG, j.root, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(MPI_IN_PLACE, mine.at(), j.count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD,
                   &requests[1]);
    MPI_Ialltoall(parts.at(), j.count, MPI_LONG, all.at(), j.count, MPI_LONG, MPI_COMM_WORLD,
                  &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    j.check_block(data.get(), 0, j.root, 0, "Ibcast");
    j.check_sum(mine.get(), 0, j.size - 1, "Iallreduce in place");
    j.check_blocks(all.get(), j.rank, "Ialltoall");
}

void persistent(Judge &j) {
    const Longs mine(j.block(j.rank));
    const Longs all(j.size * j.count);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Allgather_init(mine.at(), j.count, MPI_LONG, all.at(), j.count, MPI_LONG, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    j.check_blocks(all.get(), 0, "Allgather_init");
}

} // namespace

std::vector<Call> collective_calls() {
    return {{"bcast", bcast},
            {"bcast_with_gaps", bcast_with_gaps},
            {"bcast_stream", bcast_stream},
            {"scatter", scatter},
            {"scatterv", scatterv},
            {"gather", gather},
            {"gatherv", gatherv},
            {"reduce", reduce},
            {"reduce_stream", reduce_stream},
            {"reduce_in_place", reduce_in_place},
            {"allgather", allgather},
            {"allgather_in_place", allgather_in_place},
            {"allgatherv", allgatherv},
            {"alltoall", alltoall},
            {"alltoallv_in_place", alltoallv_in_place},
            {"allreduce", allreduce},
            {"allreduce_in_place", allreduce_in_place},
            {"reduce_scatter", reduce_scatter},
            {"reduce_scatter_in_place", reduce_scatter_in_place},
            {"scan", scan},
            {"exscan_in_place", exscan_in_place},
            {"neighbour_allgather", neighbour_allgather},
            {"nonblocking", nonblocking},
            {"persistent", persistent}};
}
