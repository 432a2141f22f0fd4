// Every positional collective keeps each block at its rank's place, and leaves alone the blocks of
// ranks that died: regular and v/w forms, plain datatypes and one with gaps.

#include "survivors.hpp"

using namespace survivors;
using Ints = std::vector<int>;

namespace {

constexpr int length = 3; // elements in a regular block

/// An int with a gap of one int behind it, and one before.
MPI_Datatype make_gapped() {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, -MPI_Aint{sizeof(int)}, 2 * sizeof(int), &type);
    MPI_Type_commit(&type);
    return type;
}

/// How elements lie in receive buffers: as plain ints, or with a gap behind each.
struct Element {
    MPI_Datatype type;
    int stride;
};

/// The v form's block of `rank`: as many elements as its number modulo 3 plus one, all blocks in
/// reverse order with a gap between them.
int v_count(int rank) { return rank % 3 + 1; }
int v_displ(int rank, int size) { return (size - 1 - rank) * 5; }

struct Layout {
    Ints counts;
    Ints displs;
    explicit Layout(int size) {
        for (int r = 0; r < size; ++r) {
            counts.push_back(v_count(r));
            displs.push_back(v_displ(r, size));
        }
    }
    [[nodiscard]] int extent(int size) const { return 5 * size; }
};

/// What a receive buffer has to hold: count(r) elements from r for `to` at displ(r).
template <typename Count, typename Displ>
Ints expected(const Program &p, int elements, int stride, int to, Count count, Displ displ) {
    Ints buffer(at(elements * stride), untouched);
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < count(r) && !p.is_missing(r); ++i)
            buffer[at((displ(r) + i) * stride)] = value(r, to, i);
    return buffer;
}

Ints regular(const Program &p, int stride, int to) {
    return expected(
        p, p.size * length, stride, to, [](int) { return length; },
        [](int r) { return r * length; });
}
Ints irregular(const Program &p, int to) {
    return expected(p, 5 * p.size, 1, to, v_count, [&](int r) { return v_displ(r, p.size); });
}

Ints block(int from, int to, int count) {
    Ints values;
    for (int i = 0; i < count; ++i)
        values.push_back(value(from, to, i));
    return values;
}

/// Blocks for everybody one after another.
Ints blocks_for_all(const Program &p) {
    Ints values;
    for (int to = 0; to < p.size; ++to)
        for (int i = 0; i < length; ++i)
            values.push_back(value(p.rank, to, i));
    return values;
}

constexpr int everybody = 0; // the receiver in values that all receivers get

void gather(Program &p, Element e, int root) {
    const Ints mine = block(p.rank, everybody, length);
    Ints all(at(p.size * length * e.stride), untouched);
    // Only the root's receive arguments count.
    const bool receives = p.rank == root;
    MPI_Gather(mine.data(), length, MPI_INT, receives ? all.data() : nullptr,
               receives ? length : -5, receives ? e.type : MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    if (receives) p.check_equal(all, regular(p, e.stride, everybody), "Gather");

    const Layout v(p.size);
    const Ints v_mine = block(p.rank, everybody, v_count(p.rank));
    Ints v_all(at(v.extent(p.size)), untouched);
    MPI_Gatherv(v_mine.data(), v_count(p.rank), MPI_INT, receives ? v_all.data() : nullptr,
                receives ? v.counts.data() : nullptr, receives ? v.displs.data() : nullptr, MPI_INT,
                root, MPI_COMM_WORLD);
    if (receives) p.check_equal(v_all, irregular(p, everybody), "Gatherv");
}

void scatter(Program &p, Element e, int root) {
    const bool sends = p.rank == root;
    Ints from(at(p.size * length * e.stride));
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < length; ++i)
            from[at((r * length + i) * e.stride)] = value(root, r, i);
    Ints mine(length, untouched);
    MPI_Scatter(sends ? from.data() : nullptr, sends ? length : -5,
                sends ? e.type : MPI_DATATYPE_NULL, mine.data(), length, MPI_INT, root,
                MPI_COMM_WORLD);
    p.check_equal(mine, block(root, p.rank, length), "Scatter");

    const Layout v(p.size);
    Ints v_from(at(v.extent(p.size)));
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < v_count(r); ++i)
            v_from[at(v_displ(r, p.size) + i)] = value(root, r, i);
    Ints v_mine(at(v_count(p.rank)), untouched);
    MPI_Scatterv(sends ? v_from.data() : nullptr, sends ? v.counts.data() : nullptr,
                 sends ? v.displs.data() : nullptr, MPI_INT, v_mine.data(), v_count(p.rank),
                 MPI_INT, root, MPI_COMM_WORLD);
    p.check_equal(v_mine, block(root, p.rank, v_count(p.rank)), "Scatterv");
}

void allgather(Program &p, Element e) {
    const Ints mine = block(p.rank, everybody, length);
    Ints all(at(p.size * length * e.stride), untouched);
    MPI_Allgather(mine.data(), length, MPI_INT, all.data(), length, e.type, MPI_COMM_WORLD);
    p.check_equal(all, regular(p, e.stride, everybody), "Allgather");

    const Layout v(p.size);
    const Ints v_mine = block(p.rank, everybody, v_count(p.rank));
    Ints v_all(at(v.extent(p.size)), untouched);
    MPI_Allgatherv(v_mine.data(), v_count(p.rank), MPI_INT, v_all.data(), v.counts.data(),
                   v.displs.data(), MPI_INT, MPI_COMM_WORLD);
    p.check_equal(v_all, irregular(p, everybody), "Allgatherv");
}

void alltoall(Program &p, Element e) {
    const Ints mine = blocks_for_all(p);
    Ints all(at(p.size * length * e.stride), untouched);
    MPI_Alltoall(mine.data(), length, MPI_INT, all.data(), length, e.type, MPI_COMM_WORLD);
    p.check_equal(all, regular(p, e.stride, p.rank), "Alltoall");
}

void alltoallv(Program &p) {
    // Everybody gives me as many elements as its number says, from the start of its block for me.
    const Layout v(p.size);
    const Ints mine = blocks_for_all(p);
    const Ints counts(at(p.size), v_count(p.rank));
    Ints displs;
    for (int r = 0; r < p.size; ++r)
        displs.push_back(r * length);
    Ints all(at(v.extent(p.size)), untouched);
    MPI_Alltoallv(mine.data(), counts.data(), displs.data(), MPI_INT, all.data(), v.counts.data(),
                  v.displs.data(), MPI_INT, MPI_COMM_WORLD);
    p.check_equal(all, irregular(p, p.rank), "Alltoallv");

    Ints from_bytes;
    Ints to_bytes;
    for (int r = 0; r < p.size; ++r) {
        from_bytes.push_back(displs[at(r)] * static_cast<int>(sizeof(int)));
        to_bytes.push_back(v.displs[at(r)] * static_cast<int>(sizeof(int)));
    }
    const std::vector<MPI_Datatype> types(at(p.size), MPI_INT);
    all.assign(all.size(), untouched);
    MPI_Alltoallw(mine.data(), counts.data(), from_bytes.data(), types.data(), all.data(),
                  v.counts.data(), to_bytes.data(), types.data(), MPI_COMM_WORLD);
    p.check_equal(all, irregular(p, p.rank), "Alltoallw");
}

/// The sum over all contributors of element `i` of their blocks for this rank.
Ints sums(const Program &p, int count) {
    Ints total(at(count), 0);
    for (int from = 0; from < p.size; ++from)
        for (int i = 0; i < count && !p.is_missing(from); ++i)
            total[at(i)] += value(from, p.rank, i);
    return total;
}

void reduce_scatter(Program &p) {
    const Ints mine = blocks_for_all(p);
    Ints result(length, untouched);
    MPI_Reduce_scatter_block(mine.data(), result.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    p.check_equal(result, sums(p, length), "Reduce_scatter_block");

    Ints counts;
    Ints v_mine;
    for (int r = 0; r < p.size; ++r) {
        counts.push_back(v_count(r) - 1); // some have none
        for (int i = 0; i < counts.back(); ++i)
            v_mine.push_back(value(p.rank, r, i));
    }
    Ints v_result(at(counts[at(p.rank)]), untouched);
    MPI_Reduce_scatter(v_mine.data(), v_result.data(), counts.data(), MPI_INT, MPI_SUM,
                       MPI_COMM_WORLD);
    p.check_equal(v_result, sums(p, counts[at(p.rank)]), "Reduce_scatter");
}

void everything(Program &p, Element gapped) {
    for (const Element e : {Element{MPI_INT, 1}, gapped}) {
        for (int root = 0; root < p.size; ++root) {
            if (p.is_missing(root)) continue;
            gather(p, e, root);
            scatter(p, e, root);
        }
        allgather(p, e);
        alltoall(p, e);
    }
    alltoallv(p);
    reduce_scatter(p);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "positional_collectives");
    MPI_Datatype type = make_gapped();
    const Element gapped{type, 2};
    everything(p, gapped);
    p.deaths_when_all_are_here();
    // The first call meets the failure, the second one knows of it.
    allgather(p, gapped);
    everything(p, gapped);
    MPI_Type_free(&type);
    return p.finish();
}
