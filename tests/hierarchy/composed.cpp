// Streams of the collectives that a hierarchical layout composes, on several communicators, while
// ranks are killed from outside. Every survivor checks every value, and in the end that all have
// got the same ones.
//
//     composed [--victim RANK]... [--rounds N] [--vector ELEMENTS]
//
// Victims are no roots: what a missing root means is another matter. Of a result that a rank took
// part in, its bit is there; a victim's may be.

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Ranks = std::uint64_t;

constexpr Ranks only(int rank) { return Ranks{1} << rank; }

bool failed = false;
int world_rank = 0;

void check(bool holds, const char *what, int round, std::uint64_t got) {
    if (holds) return;
    failed = true;
    std::printf("wrong: rank %d, %s in round %d: %llx\n", world_rank, what, round,
                static_cast<unsigned long long>(got));
    std::fflush(stdout);
}

/// A run of ranks, from the first to the last of those that were combined.
struct Span {
    int first;
    int last;
    int in_order;
};

/// Does not commute: the left one has to have the lower ranks.
void join(void *left, void *right, int *count, MPI_Datatype *) {
    const auto *a = static_cast<const Span *>(left);
    auto *b = static_cast<Span *>(right);
    for (int i = 0; i < *count; ++i)
        b[i] = {a[i].first, b[i].last,
                a[i].in_order && b[i].in_order && a[i].last < b[i].first ? 1 : 0};
}

/// One communicator under test.
struct Stream {
    MPI_Comm comm = MPI_COMM_NULL;
    std::vector<int> roots; ///< of `comm`
    Ranks certain = 0;      ///< bits of its members that are no victims, as ranks of the world
    std::uint64_t seen = 0; ///< all shared results so far, in one number
    int rank = 0;

    Stream(MPI_Comm of, const std::vector<int> &victims) : comm(of) {
        int size = 0;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        std::vector<int> members(static_cast<std::size_t>(size));
        MPI_Allgather(&world_rank, 1, MPI_INT, members.data(), 1, MPI_INT, comm);
        for (int r = 0; r < size; ++r) {
            const int in_world = members[static_cast<std::size_t>(r)];
            if (std::find(victims.begin(), victims.end(), in_world) != victims.end()) continue;
            roots.push_back(r);
            certain |= only(in_world);
        }
    }

    void note(std::uint64_t result) { seen = seen * 6364136223846793005U + result + 1; }

    void combine(const char *what, int round, Ranks got) {
        check((got & certain) == certain, what, round, got);
        note(got);
    }

    /// Of a certain member the block is there, of a victim perhaps, and the same at all; where it
    /// is not, the place stays as it was.
    void allgather(int round, std::size_t length, bool in_place) {
        int size = 0;
        MPI_Comm_size(comm, &size);
        const Ranks untouched = 1'000'000 + static_cast<Ranks>(rank);
        const auto block_of = [&](int r) {
            return 1000 * static_cast<Ranks>(round) + static_cast<Ranks>(r);
        };
        std::vector<Ranks> all(static_cast<std::size_t>(size) * length, untouched);
        const std::vector<Ranks> mine(length, block_of(rank));
        if (in_place)
            std::copy(mine.begin(), mine.end(),
                      all.begin() + static_cast<std::ptrdiff_t>(length) * rank);
        const int bytes = static_cast<int>(length * sizeof(Ranks));
        MPI_Allgather(in_place ? MPI_IN_PLACE : mine.data(), bytes, MPI_BYTE, all.data(),
                      static_cast<int>(length), MPI_UINT64_T, comm);
        for (int r = 0; r < size; ++r) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(length) * r;
            const auto end = begin + static_cast<std::ptrdiff_t>(length);
            const bool is_certain = std::find(roots.begin(), roots.end(), r) != roots.end();
            const bool is_there = *begin != untouched || is_certain;
            const Ranks expected = is_there ? block_of(r) : untouched;
            const bool holds = std::all_of(begin, end, [&](Ranks got) { return got == expected; });
            check(holds, "allgather", round, *begin);
            note(is_there ? 1 : 0);
        }
    }

    /// Whoever contributed did so to the blocks of all. `lengths`: of the blocks.
    void reduce_scatter(int round, const std::vector<int> &lengths, bool in_place) {
        const auto factor = [&](int i) { return static_cast<Ranks>((round * 31 + i) % 97 + 1); };
        const int total = std::accumulate(lengths.begin(), lengths.end(), 0);
        std::vector<Ranks> given(static_cast<std::size_t>(total));
        for (int i = 0; i < total; ++i)
            given[static_cast<std::size_t>(i)] = only(world_rank) * factor(i);
        const int mine = lengths[static_cast<std::size_t>(rank)];
        std::vector<Ranks> got(static_cast<std::size_t>(mine), 0);
        std::vector<Ranks> &into = in_place ? given : got;
        const void *const from = in_place ? MPI_IN_PLACE : given.data();
        if (std::adjacent_find(lengths.begin(), lengths.end(), std::not_equal_to()) ==
            lengths.end())
            MPI_Reduce_scatter_block(from, into.data(), mine, MPI_UINT64_T, MPI_SUM, comm);
        else
            MPI_Reduce_scatter(from, into.data(), lengths.data(), MPI_UINT64_T, MPI_SUM, comm);
        if (mine == 0) return;
        const int first = std::accumulate(lengths.begin(), lengths.begin() + rank, 0);
        const Ranks present = into[0] / factor(first);
        check((present & certain) == certain, "reduce_scatter", round, present);
        for (int i = 0; i < mine; ++i) {
            const Ranks sum = into[static_cast<std::size_t>(i)];
            check(sum == present * factor(first + i), "reduce_scatter, element", round, sum);
        }
        if (std::find(lengths.begin(), lengths.end(), 0) == lengths.end()) note(present);
    }

    /// In the order of the ranks, in blocks of 0, 1 and 2 elements.
    void scatter_in_order(int round, MPI_Datatype span, MPI_Op joined) {
        const std::vector<int> lengths = blocks(0, 3);
        const int total = std::accumulate(lengths.begin(), lengths.end(), 0);
        const std::vector<Span> given(static_cast<std::size_t>(total), Span{rank, rank, 1});
        std::vector<Span> got(2, Span{-1, -1, -1});
        MPI_Reduce_scatter(given.data(), got.data(), lengths.data(), span, joined, comm);
        for (int i = 0; i < 2; ++i) {
            const Span &whole = got[static_cast<std::size_t>(i)];
            const bool holds = i < lengths[static_cast<std::size_t>(rank)]
                                   ? whole.in_order == 1 && whole.first <= roots.front() &&
                                         whole.last >= roots.back()
                                   : whole.in_order == -1;
            check(holds, "order of a block", round, static_cast<unsigned>(whole.last));
        }
    }

    /// Lengths of blocks: `least`, and one more for each rank in turn until `kinds` are there.
    [[nodiscard]] std::vector<int> blocks(int least, int kinds) const {
        int size = 0;
        MPI_Comm_size(comm, &size);
        std::vector<int> lengths(static_cast<std::size_t>(size), least);
        for (int r = 0; r < size; ++r)
            lengths[static_cast<std::size_t>(r)] += r % kinds;
        return lengths;
    }

    void run(int round, MPI_Datatype span, MPI_Op joined, std::size_t elements) {
        const int root = roots[static_cast<std::size_t>(round) % roots.size()];
        Ranks sent = rank == root ? 1000U * static_cast<unsigned>(round) + 7 : 0;
        MPI_Bcast(&sent, 1, MPI_UINT64_T, root, comm);
        check(sent == 1000U * static_cast<unsigned>(round) + 7, "bcast", round, sent);
        note(sent);

        const Ranks mine = only(world_rank);
        Ranks all = mine;
        MPI_Allreduce(round % 2 == 0 ? &mine : MPI_IN_PLACE, &all, 1, MPI_UINT64_T, MPI_BOR, comm);
        combine("allreduce", round, all);

        Ranks at_root = mine;
        const bool in_place = rank == root && round % 3 == 0;
        MPI_Reduce(in_place ? MPI_IN_PLACE : &mine, &at_root, 1, MPI_UINT64_T, MPI_BOR, root, comm);
        if (rank == root) check((at_root & certain) == certain, "reduce", round, at_root);

        MPI_Barrier(comm);

        Span whole{rank, rank, 1};
        MPI_Allreduce(MPI_IN_PLACE, &whole, 1, span, joined, comm);
        check(whole.in_order == 1, "order", round, static_cast<unsigned>(whole.last));

        allgather(round, 1 + static_cast<std::size_t>(round % 3) * 50, round % 2 == 1);

        reduce_scatter(round, blocks(1 + round % 3 * 50, 1), round % 2 == 0);
        reduce_scatter(round, blocks(round % 2, 3), round % 4 < 2);
        reduce_scatter(round, blocks(0, 1), round % 2 == 1);
        scatter_in_order(round, span, joined);

        if (round % 4 != 0) return;
        std::vector<Ranks> many(elements, mine); // too long for a log
        MPI_Allreduce(MPI_IN_PLACE, many.data(), static_cast<int>(many.size()), MPI_UINT64_T,
                      MPI_BOR, comm);
        combine("long allreduce", round, many.front());
        check(many.front() == many.back(), "long allreduce, last", round, many.back());
        std::vector<Ranks> long_sent(2000, rank == root ? mine : 0);
        MPI_Bcast(long_sent.data(), static_cast<int>(long_sent.size()), MPI_UINT64_T, root, comm);
        check(long_sent.back() == long_sent.front() && long_sent.back() != 0, "long bcast", round,
              long_sent.back());
        note(long_sent.back());
        // Among 8 ranks as many as can be kept, or too many to be composed, as of the vector.
        allgather(round, elements / 8, round % 8 == 0);
        // Too long for a log, or to be composed.
        reduce_scatter(round, blocks(static_cast<int>(elements) / 2, 2), round % 8 == 0);
    }

    /// All have got the same.
    void compare(int rounds) {
        std::uint64_t least = 0;
        std::uint64_t most = 0;
        MPI_Allreduce(&seen, &least, 1, MPI_UINT64_T, MPI_MIN, comm);
        MPI_Allreduce(&seen, &most, 1, MPI_UINT64_T, MPI_MAX, comm);
        check(least == most && least == seen, "what survivors have seen", rounds, seen);
    }
};

} // namespace

int main(int argc, char **argv) {
    std::vector<int> victims;
    int rounds = 40;
    std::size_t elements = 2000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string(argv[i]) == "--victim") victims.push_back(std::atoi(argv[i + 1]));
        if (std::string(argv[i]) == "--rounds") rounds = std::atoi(argv[i + 1]);
        if (std::string(argv[i]) == "--vector")
            elements = static_cast<std::size_t>(std::atol(argv[i + 1]));
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Datatype span = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(3, MPI_INT, &span);
    MPI_Type_commit(&span);
    MPI_Op joined = MPI_OP_NULL;
    MPI_Op_create(join, 0, &joined);
    MPI_Comm dup = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    Stream of_all(MPI_COMM_WORLD, victims);
    Stream of_dup(dup, victims);
    for (int round = 0; round < rounds; ++round) {
        of_all.run(round, span, joined, elements);
        if (round % 5 == 0) of_dup.run(round, span, joined, elements);
    }
    of_all.compare(rounds);
    of_dup.compare(rounds);
    if (!failed) std::printf("ok: composed\n");
    std::fflush(stdout);
    MPI_Comm_free(&dup);
    MPI_Op_free(&joined);
    MPI_Type_free(&span);
    MPI_Finalize();
    return failed ? 1 : 0;
}
