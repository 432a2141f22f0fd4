// Neighbourhood collectives beside dead neighbours: what a living neighbour sends arrives where the
// MPI's own call put it when everybody was alive, and the blocks of the dead are left alone.
// Several edges between the same two processes are told apart (periodic dimensions of one and two).

#include "survivors.hpp"

#include <array>

using namespace survivors;
using Ints = std::vector<int>;

namespace {

constexpr int length = 2000; // beyond the eager limit of shared memory with four bytes each

/// A communicator with topology, and this rank's neighbours as MPI itself orders them.
struct Neighbourhood {
    const char *name;
    MPI_Comm comm = MPI_COMM_NULL;
    Ints sources;
    Ints destinations;
};

Neighbourhood make_grid(const char *name, Ints dims, Ints periods) {
    Neighbourhood n{name, MPI_COMM_NULL, {}, {}};
    const int ndims = static_cast<int>(dims.size());
    MPI_Cart_create(MPI_COMM_WORLD, ndims, dims.data(), periods.data(), 0, &n.comm);
    if (n.comm == MPI_COMM_NULL) return n;
    for (int d = 0; d < ndims; ++d) {
        int below = MPI_PROC_NULL;
        int above = MPI_PROC_NULL;
        MPI_Cart_shift(n.comm, d, 1, &below, &above);
        append(n.sources, {below, above});
    }
    n.destinations = n.sources;
    return n;
}

/// Everybody is joined to rank 0 twice and to the other end of the numbering.
Neighbourhood make_graph(const Program &p) {
    Neighbourhood n{"graph", MPI_COMM_NULL, {}, {}};
    Ints index;
    Ints edges;
    for (int r = 0; r < p.size; ++r) {
        const int mirror = p.size - 1 - r;
        if (r == 0)
            for (int other = 1; other < p.size; ++other)
                append(edges, {other, other});
        else
            append(edges, {0, 0});
        append(edges, {mirror});
        index.push_back(static_cast<int>(edges.size()));
    }
    MPI_Graph_create(MPI_COMM_WORLD, p.size, index.data(), edges.data(), 0, &n.comm);
    int degree = 0;
    MPI_Graph_neighbors_count(n.comm, p.rank, &degree);
    n.sources.resize(at(degree));
    MPI_Graph_neighbors(n.comm, p.rank, degree, n.sources.data());
    n.destinations = n.sources;
    return n;
}

/// Everybody sends to the next two ranks, to the first of them twice.
Neighbourhood make_distributed(const Program &p) {
    Neighbourhood n{"distributed graph", MPI_COMM_NULL, {}, {}};
    const int next = (p.rank + 1) % p.size;
    const int after = (p.rank + 2) % p.size;
    const int previous = (p.rank + p.size - 1) % p.size;
    const int before = (p.rank + 2 * p.size - 2) % p.size;
    n.destinations = {next, after, next};
    n.sources = {previous, before, previous};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, n.sources.data(), MPI_UNWEIGHTED, 3,
                                   n.destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &n.comm);
    return n;
}

std::vector<Neighbourhood> make_all(const Program &p) {
    const int half = p.size / 2;
    return {make_grid("open line", {p.size}, {0}),
            make_grid("ring", {p.size}, {1}),
            make_grid("ring of pairs", {half, 2}, {1, 1}),
            make_grid("single file", {1, p.size, 1}, {1, 0, 0}),
            make_graph(p),
            make_distributed(p)};
}

/// Blocks of `length` elements; in reverse order, so that the v and w forms have to place them.
struct Arguments {
    Ints counts;
    Ints displs;
    std::vector<MPI_Aint> bytes;
    std::vector<MPI_Datatype> types;
    explicit Arguments(std::size_t degree) : types(degree, MPI_INT) {
        for (std::size_t i = 0; i < degree; ++i) {
            counts.push_back(length);
            displs.push_back(static_cast<int>(degree - 1 - i) * length);
            bytes.push_back(displs.back() * MPI_Aint{sizeof(int)});
        }
    }
};

enum class Form { allgather, allgatherv, alltoall, alltoallv, alltoallw, alltoallw_at_bottom };
constexpr std::array forms{Form::allgather, Form::allgatherv, Form::alltoall,
                           Form::alltoallv, Form::alltoallw,  Form::alltoallw_at_bottom};
constexpr std::array names{"Neighbor_allgather", "Neighbor_allgatherv",
                           "Neighbor_alltoall",  "Neighbor_alltoallv",
                           "Neighbor_alltoallw", "Neighbor_alltoallw at MPI_BOTTOM"};

/// The same places as displacements from MPI_BOTTOM.
std::vector<MPI_Aint> addresses(const Ints &buffer, std::vector<MPI_Aint> bytes) {
    MPI_Aint begin = 0;
    MPI_Get_address(buffer.data(), &begin);
    for (MPI_Aint &place : bytes)
        place = MPI_Aint_add(begin, place);
    return bytes;
}

/// Runs one form; block i of the result is what source i sent.
Ints run(const Program &p, const Neighbourhood &n, Form form) {
    const std::size_t in = n.sources.size();
    const std::size_t out = n.destinations.size();
    Ints given;
    for (std::size_t i = 0; i < std::max<std::size_t>(out, 1) * length; ++i)
        given.push_back(value(p.rank, 0, 0) + static_cast<int>(i));
    Ints got(in * length, untouched);
    const Arguments send(out);
    const Arguments receive(in);
    switch (form) {
    case Form::allgather:
        MPI_Neighbor_allgather(given.data(), length, MPI_INT, got.data(), length, MPI_INT, n.comm);
        return got;
    case Form::alltoall:
        MPI_Neighbor_alltoall(given.data(), length, MPI_INT, got.data(), length, MPI_INT, n.comm);
        return got;
    case Form::allgatherv:
        MPI_Neighbor_allgatherv(given.data(), length, MPI_INT, got.data(), receive.counts.data(),
                                receive.displs.data(), MPI_INT, n.comm);
        break;
    case Form::alltoallv:
        MPI_Neighbor_alltoallv(given.data(), send.counts.data(), send.displs.data(), MPI_INT,
                               got.data(), receive.counts.data(), receive.displs.data(), MPI_INT,
                               n.comm);
        break;
    case Form::alltoallw:
        MPI_Neighbor_alltoallw(given.data(), send.counts.data(), send.bytes.data(),
                               send.types.data(), got.data(), receive.counts.data(),
                               receive.bytes.data(), receive.types.data(), n.comm);
        break;
    case Form::alltoallw_at_bottom:
        MPI_Neighbor_alltoallw(MPI_BOTTOM, send.counts.data(), addresses(given, send.bytes).data(),
                               send.types.data(), MPI_BOTTOM, receive.counts.data(),
                               addresses(got, receive.bytes).data(), receive.types.data(), n.comm);
        break;
    }
    Ints ordered;
    for (std::size_t i = 0; i < in; ++i)
        ordered.insert(ordered.end(), got.begin() + receive.displs[i],
                       got.begin() + receive.displs[i] + length);
    return ordered;
}

/// `got` is what came when nobody was missing, less the blocks of the dead.
void compare(Program &p, const Neighbourhood &n, const char *form, const Ints &got,
             const Ints &complete) {
    for (std::size_t i = 0; i < n.sources.size(); ++i) {
        const int source = n.sources[i];
        const bool gone = source != MPI_PROC_NULL && p.is_missing(source);
        for (std::size_t k = i * length; k < (i + 1) * length; ++k) {
            const int expected = gone ? untouched : complete[k];
            p.check(got[k] == expected,
                    "%s on the %s: element %zu from neighbour %zu is %d, not %d", form, n.name,
                    k % length, i, got[k], expected);
            if (got[k] != expected) break;
        }
    }
}

/// When nobody is missing, every block came from its source, and none from where a grid ends.
void check_origins(Program &p, const Neighbourhood &n, const char *form, const Ints &got) {
    for (std::size_t i = 0; i < n.sources.size(); ++i) {
        const int source = n.sources[i];
        const int first = got[i * length];
        const int base = source == MPI_PROC_NULL ? untouched : value(source, 0, 0);
        const bool from_source = source == MPI_PROC_NULL
                                     ? first == untouched
                                     : first >= base && (first - base) % length == 0;
        p.check(from_source, "%s on the %s: block %zu begins with %d", form, n.name, i, first);
    }
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "neighbourhood_collectives");
    const std::vector<Neighbourhood> all = make_all(p);
    std::vector<Ints> complete;
    for (const Neighbourhood &n : all)
        for (const Form form : forms)
            complete.push_back(n.comm == MPI_COMM_NULL ? Ints{} : run(p, n, form));
    for (std::size_t k = 0; k < complete.size(); ++k) {
        const Neighbourhood &n = all[k / forms.size()];
        if (n.comm != MPI_COMM_NULL) check_origins(p, n, names[k % forms.size()], complete[k]);
    }
    p.deaths_when_all_are_here();
    for (int again = 0; again < 2; ++again)
        for (std::size_t k = 0; k < complete.size(); ++k) {
            const Neighbourhood &n = all[k / forms.size()];
            const std::size_t form = k % forms.size();
            if (n.comm == MPI_COMM_NULL) continue;
            compare(p, n, names[form], run(p, n, forms[form]), complete[k]);
        }
    return p.finish();
}
