// Reduce, Allreduce, Reduce_scatter, Reduce_scatter_block, Scan, Exscan.

#include "forms.hpp"

namespace kill {
namespace {

void reduce(Run &run, bool in_place) {
    for (int round = 1; round <= run.rounds; round++) {
        const int count = block_length(round);
        const bool is_root = run.rank == run.root;
        const std::vector<long> mine = shares_of(run.rank, round, count);
        std::vector<long> sum = is_root && in_place ? mine : blank(is_root ? count : 0);
        const void *input = is_root && in_place ? MPI_IN_PLACE : mine.data();
        call(run, Reduce, input, sum.data(), count, MPI_LONG, MPI_SUM, run.root, MPI_COMM_WORLD);
        run.saw(round, is_root ? contributors(run, round, sum) : 0, is_root ? first(run.size) : 0);
    }
}

void allreduce(Run &run, bool in_place) {
    for (int round = 1; round <= run.rounds; round++) {
        const int count = block_length(round);
        const std::vector<long> mine = shares_of(run.rank, round, count);
        std::vector<long> sum = in_place ? mine : blank(count);
        call(run, Allreduce, in_place ? MPI_IN_PLACE : mine.data(), sum.data(), count, MPI_LONG,
             MPI_SUM, MPI_COMM_WORLD);
        run.saw(round, contributors(run, round, sum), first(run.size));
    }
}

/// Rank r gets the part of the sum that starts at r * length; `vary` gives each rank another
/// length.
void reduce_scatter(Run &run, bool in_place, bool block) {
    for (int round = 1; round <= run.rounds; round++) {
        std::vector<int> counts;
        int total = 0;
        int offset = 0;
        for (int rank = 0; rank < run.size; rank++) {
            counts.push_back(block ? block_length(round) : block_length(round) + rank % 3);
            if (rank == run.rank) offset = total;
            total += counts.back();
        }
        const int mine = counts[static_cast<std::size_t>(run.rank)];
        std::vector<long> input = shares_of(run.rank, round, total);
        std::vector<long> output = in_place ? input : blank(mine);
        const void *from = in_place ? MPI_IN_PLACE : input.data();
        if (block)
            call(run, Reduce_scatter_block, from, output.data(), mine, MPI_LONG, MPI_SUM,
                 MPI_COMM_WORLD);
        else
            call(run, Reduce_scatter, from, output.data(), counts.data(), MPI_LONG, MPI_SUM,
                 MPI_COMM_WORLD);
        const std::span<const long> part(output.data(), static_cast<std::size_t>(mine));
        run.saw(round, contributors(run, round, part, offset), first(run.size));
    }
}

void scan(Run &run, bool in_place, bool exclusive) {
    for (int round = 1; round <= run.rounds; round++) {
        const int count = block_length(round);
        const std::vector<long> mine = shares_of(run.rank, round, count);
        std::vector<long> sum = in_place ? mine : blank(count);
        const void *from = in_place ? MPI_IN_PLACE : mine.data();
        if (exclusive)
            call(run, Exscan, from, sum.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        else
            call(run, Scan, from, sum.data(), count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        // The result of Exscan is undefined where nobody comes before.
        const Ranks scope = first(exclusive ? run.rank : run.rank + 1);
        if (scope == 0)
            run.saw(round, 0, 0);
        else if (exclusive && in_place && sum == mine)
            run.saw(round, 0, scope);
        else
            run.saw(round, contributors(run, round, sum), scope);
    }
}

/// Words over the ranks: joining them does not commute, so the result shows the order of operands.
struct Word {
    long letters; ///< four bits a letter
    long length;
    long rounds; ///< the round times the length
};

void join(void *left, void *right, int *count, MPI_Datatype *) {
    const Word *a = static_cast<const Word *>(left);
    Word *b = static_cast<Word *>(right);
    for (int i = 0; i < *count; i++)
        b[i] = {(a[i].letters << (4 * b[i].length)) | b[i].letters, a[i].length + b[i].length,
                a[i].rounds + b[i].rounds};
}

Ranks letters_of(Run &run, int round, const Word &word) {
    Ranks present = 0;
    int previous = -1;
    for (long i = word.length - 1; i >= 0; i--) {
        const int letter = static_cast<int>(word.letters >> (4 * i) & 15);
        if (letter <= previous) run.wrong("round %d: rank %d joined out of order", round, letter);
        previous = letter;
        present |= only(letter);
    }
    if (word.rounds != round * word.length) run.wrong("round %d: not this round's values", round);
    return present;
}

enum class Joined { reduce, allreduce, scan };

void non_commutative(Run &run, Joined which) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    MPI_Type_contiguous(3, MPI_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(join, 0, &op);
    constexpr int count = 5;
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<Word> mine(count, Word{run.rank, 1, round});
        std::vector<Word> all(count, Word{0, 0, 0});
        Ranks scope = first(run.size);
        switch (which) {
        case Joined::reduce:
            call(run, Reduce, mine.data(), all.data(), count, type, op, run.root, MPI_COMM_WORLD);
            if (run.rank != run.root) scope = 0;
            break;
        case Joined::allreduce:
            call(run, Allreduce, mine.data(), all.data(), count, type, op, MPI_COMM_WORLD);
            break;
        case Joined::scan:
            call(run, Scan, mine.data(), all.data(), count, type, op, MPI_COMM_WORLD);
            scope = first(run.rank + 1);
            break;
        }
        run.saw(round, scope == 0 ? 0 : letters_of(run, round, all[count - 1]), scope);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

const Scenario table[] = {
    {"MPI_Reduce", Sight::shared, [](Run &run) { reduce(run, false); }},
    {"MPI_Reduce/in_place", Sight::shared, [](Run &run) { reduce(run, true); }},
    {"MPI_Reduce/non_commutative", Sight::shared,
     [](Run &run) { non_commutative(run, Joined::reduce); }},
    {"MPI_Allreduce", Sight::shared, [](Run &run) { allreduce(run, false); }},
    {"MPI_Allreduce/in_place", Sight::shared, [](Run &run) { allreduce(run, true); }},
    {"MPI_Allreduce/non_commutative", Sight::shared,
     [](Run &run) { non_commutative(run, Joined::allreduce); }},
    {"MPI_Reduce_scatter", Sight::shared, [](Run &run) { reduce_scatter(run, false, false); }},
    {"MPI_Reduce_scatter/in_place", Sight::shared,
     [](Run &run) { reduce_scatter(run, true, false); }},
    {"MPI_Reduce_scatter_block", Sight::shared, [](Run &run) { reduce_scatter(run, false, true); }},
    {"MPI_Reduce_scatter_block/in_place", Sight::shared,
     [](Run &run) { reduce_scatter(run, true, true); }},
    {"MPI_Scan", Sight::nested, [](Run &run) { scan(run, false, false); }},
    {"MPI_Scan/in_place", Sight::nested, [](Run &run) { scan(run, true, false); }},
    {"MPI_Scan/non_commutative", Sight::nested,
     [](Run &run) { non_commutative(run, Joined::scan); }},
    {"MPI_Exscan", Sight::nested, [](Run &run) { scan(run, false, true); }},
    {"MPI_Exscan/in_place", Sight::nested, [](Run &run) { scan(run, true, true); }},
};

} // namespace

Scenarios reductions() { return table; }

} // namespace kill
