// The arrays of counts and displacements of nonblocking and persistent collectives are the
// program's again when the call returns: programs rely on that, for Open MPI has read them by then.
//
//     reused_arrays [--die RANK]...

#include "survivors.hpp"

using namespace survivors;
using Ints = std::vector<int>;

namespace {

constexpr int spoilt = 1 << 30;

/// What ranks give to one another: rank r has a block of r + 1 elements, or for each rank one.
struct Blocks {
    explicit Blocks(const Program &p) {
        for (int r = 0; r < p.size; ++r) {
            displs.push_back(total);
            counts.push_back(r + 1);
            total += r + 1;
        }
    }
    Ints counts;
    Ints displs;
    int total = 0;
};

/// Lets `call` make a request with arrays that are spoilt when it returns.
template <typename Call> MPI_Request with_spoilt(const Blocks &blocks, Call call) {
    MPI_Request request = MPI_REQUEST_NULL;
    Blocks own = blocks;
    call(own, &request);
    std::fill(own.counts.begin(), own.counts.end(), spoilt);
    std::fill(own.displs.begin(), own.displs.end(), spoilt);
    return request;
}

/// What every rank gives to `to`, in blocks of the givers.
Ints received(const Program &p, const Blocks &blocks, int to) {
    Ints all(at(blocks.total), untouched);
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i <= r && !p.is_missing(r); ++i)
            all[at(blocks.displs[at(r)] + i)] = value(r, to, i);
    return all;
}

/// The block that the caller gives to `to`.
Ints given(const Program &p, int to) {
    Ints mine;
    for (int i = 0; i <= p.rank; ++i)
        mine.push_back(value(p.rank, to, i));
    return mine;
}

void gathered_by_all(Program &p, const Blocks &blocks) {
    const Ints mine = given(p, 0);
    Ints all(at(blocks.total), untouched);
    MPI_Request request = with_spoilt(blocks, [&](const Blocks &own, MPI_Request *made) {
        MPI_Iallgatherv(mine.data(), p.rank + 1, MPI_INT, all.data(), own.counts.data(),
                        own.displs.data(), MPI_INT, MPI_COMM_WORLD, made);
    });
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    p.check_equal(all, received(p, blocks, 0), "Iallgatherv");
}

void gathered_by_one(Program &p, const Blocks &blocks) {
    const int root = p.lowest_survivor();
    const Ints mine = given(p, root);
    Ints all(at(blocks.total), untouched);
    MPI_Request request = with_spoilt(blocks, [&](const Blocks &own, MPI_Request *made) {
        const bool here = p.rank == root; // elsewhere they are not read
        MPI_Igatherv(mine.data(), p.rank + 1, MPI_INT, all.data(),
                     here ? own.counts.data() : nullptr, here ? own.displs.data() : nullptr,
                     MPI_INT, root, MPI_COMM_WORLD, made);
    });
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const Ints nothing(at(blocks.total), untouched);
    p.check_equal(all, p.rank == root ? received(p, blocks, root) : nothing, "Igatherv");
}

void scattered(Program &p, const Blocks &blocks) {
    const int root = p.lowest_survivor();
    Ints all;
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i <= r; ++i)
            all.push_back(value(root, r, i));
    Ints mine(at(p.rank + 1), untouched);
    MPI_Request request = with_spoilt(blocks, [&](const Blocks &own, MPI_Request *made) {
        MPI_Iscatterv(all.data(), own.counts.data(), own.displs.data(), MPI_INT, mine.data(),
                      p.rank + 1, MPI_INT, root, MPI_COMM_WORLD, made);
    });
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i <= p.rank; ++i)
        p.check(mine[at(i)] == value(root, p.rank, i), "Iscatterv: %d", mine[at(i)]);
}

void reduced(Program &p, const Blocks &blocks) {
    Ints mine;
    for (int i = 0; i < blocks.total; ++i)
        mine.push_back(i);
    Ints sums(at(p.rank + 1), untouched);
    MPI_Request request = with_spoilt(blocks, [&](const Blocks &own, MPI_Request *made) {
        MPI_Ireduce_scatter(mine.data(), sums.data(), own.counts.data(), MPI_INT, MPI_SUM,
                            MPI_COMM_WORLD, made);
    });
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const int alive = p.size - p.count_missing();
    for (int i = 0; i <= p.rank; ++i)
        p.check(sums[at(i)] == alive * (blocks.displs[at(p.rank)] + i), "Ireduce_scatter: %d",
                sums[at(i)]);
}

/// Every rank gives to each the block that it has for it: nonblocking, and persistent twice.
void exchanged(Program &p, const Blocks &blocks) {
    Ints mine;
    Blocks sends = blocks;
    for (int r = 0; r < p.size; ++r) {
        sends.counts[at(r)] = p.rank + 1;
        sends.displs[at(r)] = r * (p.rank + 1);
        const Ints block = given(p, r);
        mine.insert(mine.end(), block.begin(), block.end());
    }
    Ints all(at(blocks.total), untouched);
    const auto exchange = [&](auto call, auto... info) {
        return with_spoilt(blocks, [&](const Blocks &own, MPI_Request *made) {
            Blocks spoilt_too = sends;
            call(mine.data(), spoilt_too.counts.data(), spoilt_too.displs.data(), MPI_INT,
                 all.data(), own.counts.data(), own.displs.data(), MPI_INT, MPI_COMM_WORLD, info...,
                 made);
            std::fill(spoilt_too.counts.begin(), spoilt_too.counts.end(), spoilt);
            std::fill(spoilt_too.displs.begin(), spoilt_too.displs.end(), spoilt);
        });
    };
    MPI_Request request = exchange(MPI_Ialltoallv);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    p.check_equal(all, received(p, blocks, p.rank), "Ialltoallv");
    request = exchange(MPI_Alltoallv_init, MPI_INFO_NULL);
    for (int start = 0; start < 2; ++start) {
        std::fill(all.begin(), all.end(), untouched);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        p.check_equal(all, received(p, blocks, p.rank), "Alltoallv_init");
    }
    MPI_Request_free(&request);
}

/// Sides of different sizes: rank 0 and the others.
void between_sides(Program &p) {
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm sides = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, p.rank == 0, p.rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, p.rank == 0 ? 1 : 0, 3, &sides);
    const int others = p.size - 1;
    const bool first = p.rank == 0;
    // Both sides have the same number of elements: one for each of the others.
    Ints mine(at(others), p.rank);
    Ints sums(at(first ? others : 1), untouched);
    Ints counts = first ? Ints{others} : Ints(at(others), 1);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ireduce_scatter(mine.data(), sums.data(), counts.data(), MPI_INT, MPI_SUM, sides, &request);
    std::fill(counts.begin(), counts.end(), spoilt);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const int sum = first ? p.size * others / 2 : 0;
    p.check_equal(sums, Ints(sums.size(), sum), "Ireduce_scatter of sides");
    const int remote = first ? others : 1;
    Ints all(at(remote), untouched);
    counts.assign(at(remote), 1);
    Ints displs;
    for (int r = 0; r < remote; ++r)
        displs.push_back(r);
    MPI_Iallgatherv(&p.rank, 1, MPI_INT, all.data(), counts.data(), displs.data(), MPI_INT, sides,
                    &request);
    std::fill(counts.begin(), counts.end(), spoilt);
    std::fill(displs.begin(), displs.end(), spoilt);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int r = 0; r < remote; ++r)
        p.check(all[at(r)] == (first ? r + 1 : 0), "Iallgatherv of sides: %d", all[at(r)]);
    MPI_Comm_free(&sides);
    MPI_Comm_free(&side);
}

void checks(Program &p) {
    const Blocks blocks(p);
    gathered_by_all(p, blocks);
    gathered_by_one(p, blocks);
    scattered(p, blocks);
    reduced(p, blocks);
    exchanged(p, blocks);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "reused_arrays");
    checks(p);
    between_sides(p);
    p.deaths_when_all_are_here();
    checks(p);
    return p.finish();
}
