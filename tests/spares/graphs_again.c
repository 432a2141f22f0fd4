/* Distributed graphs after ranks have come back: who is whose neighbour, and what the neighbours
 * get.
 *
 * usage: graphs_again WHEN RANKS...
 *
 * The ranks of the first argument of digits die together, those of the next after they are back,
 * and so on. WHEN the first ones die: "early", before any graph is made; "unresumed", before the
 * first resume point; "resumed". */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { most = 64, graphs = 8 };

typedef struct {
    int count, ranks[most], weights[most];
} side;

typedef struct {
    side in, out;
} neighbours;

/* An edge, who names it, and its weight. */
typedef struct {
    int by, from, to, weight;
} edge;

static int rank, size, wrong;
static const char *unheard = ""; /* ranks that were not there to name edges */

static void expect(const char *what, int graph, int got, int wanted) {
    if (got == wanted) return;
    ++wrong;
    printf("rank %d, graph %d: %s is %d, not %d\n", rank, graph, what, got, wanted);
}

static int among(const char *ranks, int one) { return strchr(ranks, '0' + one) != NULL; }

static void add(side *to, int one, int weight) {
    to->ranks[to->count] = one;
    to->weights[to->count++] = weight;
}

/* No order is that of the ranks. Rank 1 has no sources, all have an edge to rank 0, and rank 0 has
 * two to itself. */
static neighbours near_of(int one) {
    neighbours n = {{0, {0}, {0}}, {0, {0}, {0}}};
    for (int step = 2; step >= 1; --step) {
        const int from = (one + size - step) % size, to = (one + step) % size;
        if (one != 1) add(&n.in, from, 100 * from + one);
        if (to != 1) add(&n.out, to, 100 * one + to);
    }
    add(&n.out, 0, 7);
    if (one == 0) add(&n.out, 0, 8);
    for (int i = size - 1; one == 0 && i >= 0; --i) {
        add(&n.in, i, 7);
        if (i == 0) add(&n.in, 0, 8);
    }
    return n;
}

/* Of each rank others name the edges, of most of them two others, and rank 1 names none. */
static int name_edges(edge edges[]) {
    int count = 0;
    for (int by = 0; by < size; ++by) {
        if (by == 1 || among(unheard, by)) continue;
        for (int k = 2; k >= 0; --k) {
            const int from = (by + k) % size, to = (by * by + 2 * k) % size;
            edges[count++] = (edge){by, from, to, 1000 + 10 * by + k};
        }
    }
    return count;
}

static neighbours named_of(int one) {
    neighbours n = {{0, {0}, {0}}, {0, {0}, {0}}};
    edge edges[most];
    const int count = name_edges(edges);
    for (int i = 0; i < count; ++i) {
        if (edges[i].to == one) add(&n.in, edges[i].from, edges[i].weight);
        if (edges[i].from == one) add(&n.out, edges[i].to, edges[i].weight);
    }
    return n;
}

static void make_near(int weighted, MPI_Comm *made) {
    const neighbours n = near_of(rank);
    const int *in = n.in.count != 0 ? n.in.weights : MPI_WEIGHTS_EMPTY;
    MPI_Dist_graph_create_adjacent(
        MPI_COMM_WORLD, n.in.count, n.in.ranks, weighted ? in : MPI_UNWEIGHTED, n.out.count,
        n.out.ranks, weighted ? n.out.weights : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
}

static void make_named(MPI_Comm from, int weighted, MPI_Comm *made) {
    edge edges[most];
    int sources[most], degrees[most], destinations[most], weights[most], count = 0;
    const char *const heard = unheard;
    unheard = "";
    const int all = name_edges(edges);
    unheard = heard;
    for (int i = 0; i < all; ++i) {
        if (edges[i].by != rank) continue;
        sources[count] = edges[i].from;
        degrees[count] = 1;
        destinations[count] = edges[i].to;
        weights[count++] = edges[i].weight;
    }
    const int *own = count != 0 ? weights : MPI_WEIGHTS_EMPTY;
    MPI_Dist_graph_create(from, count, sources, degrees, destinations,
                          weighted ? own : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
}

/* Around a half: each names the edge from the one before. */
static void make_ring(MPI_Comm part, MPI_Comm *ring) {
    int own, members, before, degree = 1, weight;
    MPI_Comm_size(part, &members);
    MPI_Comm_rank(part, &own);
    before = (own + members - 1) % members;
    weight = 50 + own;
    MPI_Dist_graph_create(part, 1, &before, &degree, &own, &weight, MPI_INFO_NULL, 0, ring);
}

static neighbours expected_of(int graph) {
    return graph == 0 || graph == 1 || graph == 4 || graph == 7 ? near_of(rank) : named_of(rank);
}

static void ask(MPI_Comm comm, int graph, const neighbours *n) {
    const int is_weighted = graph != 1 && graph != 3 && graph != 7;
    int kind = 0, in = 0, out = 0, weighted = 0, got = 0, sources[most], sweights[most],
        destinations[most], dweights[most];
    MPI_Comm_size(comm, &got);
    expect("the size", graph, got, size);
    MPI_Comm_rank(comm, &got);
    expect("the rank", graph, got, rank);
    MPI_Topo_test(comm, &kind);
    expect("the kind", graph, kind, MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    expect("the indegree", graph, in, n->in.count);
    expect("the outdegree", graph, out, n->out.count);
    expect("weighted", graph, weighted, is_weighted);
    if (in != n->in.count || out != n->out.count) return;
    MPI_Dist_graph_neighbors(comm, in, sources, is_weighted ? sweights : MPI_UNWEIGHTED, out,
                             destinations, is_weighted ? dweights : MPI_UNWEIGHTED);
    for (int i = 0; i < in; ++i) {
        expect("a source", graph, sources[i], n->in.ranks[i]);
        if (is_weighted) expect("a source's weight", graph, sweights[i], n->in.weights[i]);
    }
    for (int i = 0; i < out; ++i) {
        expect("a destination", graph, destinations[i], n->out.ranks[i]);
        if (is_weighted) expect("a destination's weight", graph, dweights[i], n->out.weights[i]);
    }
}

/* The others have freed them: who comes back can ask them, and free them, too. */
static void make_and_free(void) {
    const int periodic = 0;
    int at, got;
    MPI_Comm unused;
    neighbours n = near_of(rank);
    make_near(1, &unused);
    ask(unused, 0, &n);
    MPI_Comm_free(&unused);
    make_named(MPI_COMM_WORLD, 1, &unused);
    MPI_Comm_free(&unused);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &unused);
    MPI_Cart_coords(unused, rank, 1, &at);
    expect("the place on a freed grid", 0, at, rank);
    MPI_Comm_free(&unused);
    MPI_Comm_dup(MPI_COMM_WORLD, &unused);
    MPI_Comm_size(unused, &got);
    expect("the size of a freed duplicate", 0, got, size);
    MPI_Comm_free(&unused);
}

static void make_all(MPI_Comm made[], MPI_Comm *grid, MPI_Comm *part, MPI_Comm *ring) {
    const int periodic = 0;
    MPI_Request request;
    make_and_free();
    make_near(1, &made[0]);
    make_near(0, &made[1]);
    make_named(MPI_COMM_WORLD, 1, &made[2]);
    make_named(made[0], 0, &made[3]);
    MPI_Comm_dup(made[0], &made[4]);
    MPI_Comm_idup(made[2], &made[5], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_dup(made[5], &made[6]);
    MPI_Comm_dup_with_info(made[1], MPI_INFO_NULL, &made[7]);
    MPI_Comm_split(made[2], rank % 2, -rank, part);
    make_ring(*part, ring);
    MPI_Cart_create(made[4], 1, &size, &periodic, 0, grid);
}

/* What goes from one to another, and how much of it where that differs. */
static int message(int from, int to, int round) { return 10000 * round + 100 * from + to; }
static int length(int from, int to) { return (from + 2 * to) % 3; }

/* Both forms of the call with blocks that differ in length, the second with types. */
static void exchange_lengths(MPI_Comm comm, int graph, const neighbours *n, int round) {
    int sent[2 * most], got[2 * most], counts[2][most], places[2][most];
    MPI_Request request;
    for (int i = 0; i < n->out.count; ++i) {
        counts[0][i] = length(rank, n->out.ranks[i]);
        places[0][i] = 2 * i;
        sent[2 * i] = sent[2 * i + 1] = message(rank, n->out.ranks[i], round);
    }
    for (int i = 0; i < n->in.count; ++i) {
        counts[1][i] = length(n->in.ranks[i], rank);
        places[1][i] = 2 * i;
    }
    for (int nonblocking = 0; nonblocking < 2; ++nonblocking) {
        memset(got, -1, sizeof got);
        if (nonblocking) {
            MPI_Ineighbor_alltoallv(sent, counts[0], places[0], MPI_INT, got, counts[1], places[1],
                                    MPI_INT, comm, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Neighbor_alltoallv(sent, counts[0], places[0], MPI_INT, got, counts[1], places[1],
                                   MPI_INT, comm);
        }
        for (int i = 0; i < 2 * n->in.count; ++i) {
            const int from = n->in.ranks[i / 2];
            const int there = i % 2 < length(from, rank);
            expect("a block", graph, got[i], there ? message(from, rank, round) : -1);
        }
    }
}

static void exchange(MPI_Comm comm, int graph, const neighbours *n, int round) {
    int sent[most], got[5][most], own = message(rank, 0, round), sum = 0;
    MPI_Request requests[2], kept;
    memset(got, -1, sizeof got);
    for (int i = 0; i < n->out.count; ++i)
        sent[i] = message(rank, n->out.ranks[i], round);
    MPI_Ineighbor_alltoall(sent, 1, MPI_INT, got[0], 1, MPI_INT, comm, &requests[0]);
    MPI_Ineighbor_allgather(&own, 1, MPI_INT, got[1], 1, MPI_INT, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got[2], 1, MPI_INT, comm);
    MPI_Neighbor_allgather(&own, 1, MPI_INT, got[3], 1, MPI_INT, comm);
    MPI_Neighbor_alltoall_init(sent, 1, MPI_INT, got[4], 1, MPI_INT, comm, MPI_INFO_NULL, &kept);
    MPI_Start(&kept);
    MPI_Wait(&kept, MPI_STATUS_IGNORE);
    MPI_Request_free(&kept);
    for (int i = 0; i < n->in.count; ++i) {
        const int from = n->in.ranks[i];
        expect("Ineighbor_alltoall", graph, got[0][i], message(from, rank, round));
        expect("Ineighbor_allgather", graph, got[1][i], message(from, 0, round));
        expect("Neighbor_alltoall", graph, got[2][i], message(from, rank, round));
        expect("Neighbor_allgather", graph, got[3][i], message(from, 0, round));
        expect("Neighbor_alltoall_init", graph, got[4][i], message(from, rank, round));
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    expect("the sum", graph, sum, size * (size - 1) / 2);
}

static void check(MPI_Comm comm, int graph, int round) {
    const neighbours n = expected_of(graph);
    ask(comm, graph, &n);
    if (wrong != 0) MPI_Abort(MPI_COMM_WORLD, 1); /* or what follows waits for ever */
    exchange(comm, graph, &n, round);
    exchange_lengths(comm, graph, &n, round);
}

static void check_grid(MPI_Comm grid, int round) {
    const int own = message(rank, 0, round);
    int got[2] = {-1, -1};
    MPI_Neighbor_allgather(&own, 1, MPI_INT, got, 1, MPI_INT, grid);
    expect("the one before", -1, got[0], rank == 0 ? -1 : message(rank - 1, 0, round));
    expect("the one after", -1, got[1], rank == size - 1 ? -1 : message(rank + 1, 0, round));
}

/* A half has the ranks of one parity in descending order. */
static void check_half(MPI_Comm part, MPI_Comm ring) {
    const int odd = rank % 2, half = (size + 1 - odd) / 2;
    const int before = rank + 2 < size ? rank + 2 : odd,
              after = rank > 1 ? rank - 2 : odd + 2 * (half - 1);
    int source = -1, destination = -1, weights[2] = {-1, -1}, got = -1;
    int members = 0, own_rank = 0, kind = 0, sum = 0;
    MPI_Comm_size(part, &members);
    MPI_Comm_rank(part, &own_rank);
    expect("the size of a half", -1, members, half);
    expect("the rank in a half", -1, own_rank, half - 1 - rank / 2);
    MPI_Topo_test(part, &kind);
    expect("the kind of a half", -1, kind, MPI_UNDEFINED);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
    expect("the sum of a half", -1, sum, half * (half - 1 + odd));
    MPI_Dist_graph_neighbors(ring, 1, &source, &weights[0], 1, &destination, &weights[1]);
    expect("the source in the ring", -1, source, half - 1 - before / 2);
    expect("the destination in the ring", -1, destination, half - 1 - after / 2);
    expect("the weight from the source", -1, weights[0], 50 + own_rank);
    expect("the weight to the destination", -1, weights[1], 50 + destination);
    MPI_Neighbor_alltoall(&rank, 1, MPI_INT, &got, 1, MPI_INT, ring);
    expect("what comes around the ring", -1, got, before);
}

/* A duplicate and a part of what has come back. */
static void check_fresh(MPI_Comm graph, MPI_Comm grid, int round) {
    const int remains = 1;
    int kind = 0, got[2] = {-1, -1};
    MPI_Comm fresh;
    MPI_Comm_dup(graph, &fresh);
    check(fresh, 0, round);
    MPI_Comm_free(&fresh);
    MPI_Cart_sub(grid, &remains, &fresh);
    MPI_Topo_test(fresh, &kind);
    expect("the kind of a part", -1, kind, MPI_CART);
    MPI_Cart_shift(fresh, 0, 1, &got[0], &got[1]);
    expect("the one above", -1, got[1], rank == size - 1 ? MPI_PROC_NULL : rank + 1);
    MPI_Comm_free(&fresh);
}

static void die(const char *ranks) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (among(ranks, rank)) raise(SIGKILL);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    closeranks_role role;
    int is_returning, round = 0;
    MPI_Comm made[graphs], grid, part, ring;
    MPI_Init(&argc, &argv);
    const int early = strcmp(argv[1], "early") == 0, unresumed = strcmp(argv[1], "unresumed") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&is_returning);
    if (early) unheard = argv[2];
    if (early && !is_returning) die(argv[2]);
    make_all(made, &grid, &part, &ring);
    if (unresumed && !is_returning) die(argv[2]);
    for (;;) {
        closeranks_resume(&role);
        closeranks_recoveries(&round);
        for (int i = 0; i < graphs; ++i)
            check(made[i], i, round);
        check_grid(grid, round);
        if (!early) check_half(part, ring); /* early ones are not in it */
        check_fresh(made[0], grid, round);
        if (round == argc - 2) break;
        die(argv[2 + round]);
    }
    printf("rank %d is %s\n", rank, wrong == 0 ? "right" : "wrong");
    for (int i = 0; i < graphs; ++i)
        MPI_Comm_free(&made[i]);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
