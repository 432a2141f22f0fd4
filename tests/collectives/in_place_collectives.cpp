// MPI_IN_PLACE: inputs are intact when an operation is redone after a failure, and results are
// where the standard puts them. Large enough that an aborted attempt has overwritten something.

#include "survivors.hpp"

using namespace survivors;
using Longs = std::vector<long>;

namespace {

constexpr int count = 5000;

/// What `rank` contributes to element `i`: the sum tells who took part.
long share(int rank, int i) { return (1L << rank) * (i % 7 + 1); }

Longs shares(int rank, int n, int first = 0) {
    Longs values;
    for (int i = 0; i < n; ++i)
        values.push_back(share(rank, first + i));
    return values;
}

/// The contributors among ranks 0 .. last as bits.
long contributors(const Program &p, int last) {
    long bits = 0;
    for (int r = 0; r <= last; ++r)
        bits |= p.is_missing(r) ? 0 : 1L << r;
    return bits;
}

void check_sums(Program &p, const long *got, int n, int first, long bits, const char *what) {
    for (int i = 0; i < n; ++i) {
        const long expected = bits * ((first + i) % 7 + 1);
        p.check(got[i] == expected, "%s: element %d is %ld, not %ld", what, i, got[i], expected);
        if (got[i] != expected) return;
    }
}

void reductions(Program &p) {
    const long all = contributors(p, p.size - 1);
    Longs buffer = shares(p.rank, count);
    MPI_Allreduce(MPI_IN_PLACE, buffer.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check_sums(p, buffer.data(), count, 0, all, "Allreduce");

    buffer = shares(p.rank, count);
    MPI_Scan(MPI_IN_PLACE, buffer.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check_sums(p, buffer.data(), count, 0, contributors(p, p.rank), "Scan");

    buffer = shares(p.rank, count);
    MPI_Exscan(MPI_IN_PLACE, buffer.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (p.rank != p.lowest_survivor())
        check_sums(p, buffer.data(), count, 0, contributors(p, p.rank - 1), "Exscan");

    const int root = p.lowest_survivor();
    buffer = shares(p.rank, count);
    MPI_Reduce(p.rank == root ? MPI_IN_PLACE : buffer.data(),
               p.rank == root ? buffer.data() : nullptr, count, MPI_LONG, MPI_SUM, root,
               MPI_COMM_WORLD);
    if (p.rank == root)
        check_sums(p, buffer.data(), count, 0, all, "Reduce");
    else
        p.check(buffer == shares(p.rank, count), "Reduce changed the input of a rank not the root");
}

void reduce_scatters(Program &p) {
    const long all = contributors(p, p.size - 1);
    Longs buffer = shares(p.rank, count * p.size);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, buffer.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    check_sums(p, buffer.data(), count, count * p.rank, all, "Reduce_scatter_block");

    std::vector<int> counts;
    int first = 0;
    int total = 0;
    for (int r = 0; r < p.size; ++r) {
        counts.push_back(100 * (r % 4));
        if (r < p.rank) first += counts.back();
        total += counts.back();
    }
    buffer = shares(p.rank, total);
    MPI_Reduce_scatter(MPI_IN_PLACE, buffer.data(), counts.data(), MPI_LONG, MPI_SUM,
                       MPI_COMM_WORLD);
    check_sums(p, buffer.data(), counts[at(p.rank)], first, all, "Reduce_scatter");
}

constexpr int length = 800;

long item(int from, int to, int i) { return from * 1000000L + to * 10000L + i; }

/// A buffer of blocks; block r holds what `from` gives to r, or what r gives to `to`.
Longs outgoing(const Program &p) {
    Longs values;
    for (int to = 0; to < p.size; ++to)
        for (int i = 0; i < length; ++i)
            values.push_back(item(p.rank, to, i));
    return values;
}

/// Block r came from r; the blocks of the missing are the inputs still.
void check_incoming(Program &p, const Longs &got, const char *what) {
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < length; ++i) {
            const long expected = p.is_missing(r) ? item(p.rank, r, i) : item(r, p.rank, i);
            const long value = got[at(r * length + i)];
            p.check(value == expected, "%s: element %d of block %d is %ld, not %ld", what, i, r,
                    value, expected);
            if (value != expected) return;
        }
}

void alltoalls(Program &p) {
    Longs buffer = outgoing(p);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer.data(), length, MPI_LONG,
                 MPI_COMM_WORLD);
    check_incoming(p, buffer, "Alltoall");

    const std::vector<int> counts(at(p.size), length);
    std::vector<int> displs;
    std::vector<int> bytes;
    for (int r = 0; r < p.size; ++r) {
        displs.push_back(r * length);
        bytes.push_back(r * length * static_cast<int>(sizeof(long)));
    }
    buffer = outgoing(p);
    MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, buffer.data(), counts.data(),
                  displs.data(), MPI_LONG, MPI_COMM_WORLD);
    check_incoming(p, buffer, "Alltoallv");

    const std::vector<MPI_Datatype> types(at(p.size), MPI_LONG);
    buffer = outgoing(p);
    MPI_Alltoallw(MPI_IN_PLACE, nullptr, nullptr, nullptr, buffer.data(), counts.data(),
                  bytes.data(), types.data(), MPI_COMM_WORLD);
    check_incoming(p, buffer, "Alltoallw");
}

/// Gathering calls: this rank's own block is in its place already.
void gathers(Program &p) {
    const auto own_in_place = [&] {
        Longs buffer(at(p.size * length), untouched);
        for (int i = 0; i < length; ++i)
            buffer[at(p.rank * length + i)] = item(p.rank, 0, i);
        return buffer;
    };
    const auto check = [&](const Longs &got, const char *what) {
        for (int r = 0; r < p.size; ++r)
            for (int i = 0; i < length; i += length - 1) {
                const long expected = p.is_missing(r) ? untouched : item(r, 0, i);
                p.check(got[at(r * length + i)] == expected, "%s: element %d of block %d is %ld",
                        what, i, r, got[at(r * length + i)]);
            }
    };
    Longs buffer = own_in_place();
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer.data(), length, MPI_LONG,
                  MPI_COMM_WORLD);
    check(buffer, "Allgather");

    const int root = p.lowest_survivor();
    buffer = own_in_place();
    if (p.rank == root)
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer.data(), length, MPI_LONG, root,
                   MPI_COMM_WORLD);
    else
        MPI_Gather(&buffer[at(p.rank * length)], length, MPI_LONG, nullptr, 0, MPI_DATATYPE_NULL,
                   root, MPI_COMM_WORLD);
    if (p.rank == root) check(buffer, "Gather");

    // The root keeps its own block where it is.
    Longs block(length, untouched);
    if (p.rank == root) {
        buffer = outgoing(p);
        MPI_Scatter(buffer.data(), length, MPI_LONG, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root,
                    MPI_COMM_WORLD);
        p.check(buffer == outgoing(p), "Scatter changed the input");
    } else {
        MPI_Scatter(nullptr, 0, MPI_DATATYPE_NULL, block.data(), length, MPI_LONG, root,
                    MPI_COMM_WORLD);
        for (int i = 0; i < length; ++i)
            p.check(block[at(i)] == item(root, p.rank, i), "Scatter: element %d is wrong", i);
    }
}

void everything(Program &p) {
    reductions(p);
    reduce_scatters(p);
    alltoalls(p);
    gathers(p);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "in_place_collectives");
    everything(p);
    p.deaths_when_all_are_here();
    everything(p);
    return p.finish();
}
