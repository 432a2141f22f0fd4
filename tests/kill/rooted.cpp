// Bcast, Gather(v), Scatter(v).

#include "forms.hpp"

#include <algorithm>

namespace kill {
namespace {

void bcast(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        std::vector<long> block =
            run.rank == run.root ? block_of(run.root, round) : blank(block_length(round));
        call(run, Bcast, block.data(), block_length(round), MPI_LONG, run.root, MPI_COMM_WORLD);
        run.saw(round, has_block(run, run.root, round, block) ? only(run.root) : 0, only(run.root));
    }
}

/// Every second element of an array: the gaps belong to the program and must stay as they are.
void bcast_derived(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        MPI_Datatype every_second = MPI_DATATYPE_NULL;
        MPI_Type_vector(length, 1, 2, MPI_LONG, &every_second);
        MPI_Type_commit(&every_second);
        std::vector<long> array = blank(2 * length);
        for (int i = 0; i < length; i++) {
            const auto at = static_cast<std::size_t>(2 * i);
            if (run.rank == run.root) array[at] = block_value(run.root, round, i);
            array[at + 1] = run.rank;
        }
        call(run, Bcast, array.data(), 1, every_second, run.root, MPI_COMM_WORLD);
        MPI_Type_free(&every_second);

        std::vector<long> block;
        for (std::size_t i = 0; i < array.size(); i += 2) {
            block.push_back(array[i]);
            if (array[i + 1] != run.rank) run.wrong("round %d: a gap was written to", round);
        }
        run.saw(round, has_block(run, run.root, round, block) ? only(run.root) : 0, only(run.root));
    }
}

/// Counts and displacements of `size` blocks in reverse order with one element between them.
struct Layout {
    std::vector<int> counts;
    std::vector<int> displs;

    Layout(int size, int length) {
        for (int rank = 0; rank < size; rank++) {
            counts.push_back(length);
            displs.push_back((size - 1 - rank) * (length + 1));
        }
    }

    [[nodiscard]] std::size_t at(int rank) const {
        return static_cast<std::size_t>(displs[static_cast<std::size_t>(rank)]);
    }
    [[nodiscard]] int extent() const { return displs[0] + counts[0]; }
};

Ranks blocks_in(Run &run, int round, const Layout &layout, std::span<const long> array) {
    const auto length = static_cast<std::size_t>(block_length(round));
    Ranks present = 0;
    for (int rank = 0; rank < run.size; rank++) {
        if (has_block(run, rank, round, array.subspan(layout.at(rank), length)))
            present |= only(rank);
        if (rank > 0 && array[layout.at(rank) + length] != untouched)
            run.wrong("round %d: a gap after rank %d's block was written to", round, rank);
    }
    return present;
}

void gather(Run &run, bool in_place, bool irregular) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const bool is_root = run.rank == run.root;
        const Layout layout(run.size, length);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> all = blank(is_root ? run.size * (length + 1) : 0);
        const void *from = mine.data();
        if (is_root && in_place) {
            from = MPI_IN_PLACE;
            const std::size_t at =
                irregular ? layout.at(run.rank) : static_cast<std::size_t>(run.rank * length);
            std::copy(mine.begin(), mine.end(), all.begin() + static_cast<std::ptrdiff_t>(at));
        }
        // Arguments that only the root may look at are nonsense at the others.
        if (irregular)
            call(run, Gatherv, from, length, MPI_LONG, all.data(),
                 is_root ? layout.counts.data() : nullptr, is_root ? layout.displs.data() : nullptr,
                 is_root ? MPI_LONG : MPI_DATATYPE_NULL, run.root, MPI_COMM_WORLD);
        else
            call(run, Gather, from, length, MPI_LONG, all.data(), is_root ? length : -1,
                 is_root ? MPI_LONG : MPI_DATATYPE_NULL, run.root, MPI_COMM_WORLD);
        if (!is_root)
            run.saw(round, 0, 0);
        else if (irregular)
            run.saw(round, blocks_in(run, round, layout, all), first(run.size));
        else
            run.saw(round, kill::blocks_in(run, round, all), first(run.size));
    }
}

void scatter(Run &run, bool in_place, bool irregular) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const bool is_root = run.rank == run.root;
        const Layout layout(run.size, length);
        std::vector<long> all = blank(is_root ? run.size * (length + 1) : 0);
        for (int rank = 0; is_root && rank < run.size; rank++) {
            const std::size_t at =
                irregular ? layout.at(rank) : static_cast<std::size_t>(rank * length);
            // The block for `rank` carries the mark of its receiver in its last element.
            std::vector<long> block = block_of(run.root, round);
            block.back() += rank;
            std::copy(block.begin(), block.end(), all.begin() + static_cast<std::ptrdiff_t>(at));
        }
        std::vector<long> mine = blank(length);
        void *to = is_root && in_place ? MPI_IN_PLACE : mine.data();
        if (irregular)
            call(run, Scatterv, all.data(), is_root ? layout.counts.data() : nullptr,
                 is_root ? layout.displs.data() : nullptr, is_root ? MPI_LONG : MPI_DATATYPE_NULL,
                 to, length, MPI_LONG, run.root, MPI_COMM_WORLD);
        else
            call(run, Scatter, all.data(), is_root ? length : -1,
                 is_root ? MPI_LONG : MPI_DATATYPE_NULL, to, length, MPI_LONG, run.root,
                 MPI_COMM_WORLD);
        if (is_root && in_place) {
            run.saw(round, only(run.root), only(run.root));
            continue;
        }
        if (mine.back() != untouched) mine.back() -= run.rank;
        run.saw(round, has_block(run, run.root, round, mine) ? only(run.root) : 0, only(run.root));
    }
}

/// The root receives a matrix by columns: a resized vector type, other than the senders' type.
void gather_derived(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const bool is_root = run.rank == run.root;
        MPI_Datatype vector = MPI_DATATYPE_NULL;
        MPI_Datatype column = MPI_DATATYPE_NULL;
        MPI_Type_vector(length, 1, run.size, MPI_LONG, &vector);
        MPI_Type_create_resized(vector, 0, sizeof(long), &column);
        MPI_Type_commit(&column);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> matrix = blank(is_root ? run.size * length : 0);
        call(run, Gather, mine.data(), length, MPI_LONG, matrix.data(), 1, column, run.root,
             MPI_COMM_WORLD);
        MPI_Type_free(&column);
        MPI_Type_free(&vector);

        std::vector<long> blocks;
        for (int rank = 0; is_root && rank < run.size; rank++)
            for (int i = 0; i < length; i++)
                blocks.push_back(matrix[static_cast<std::size_t>(i * run.size + rank)]);
        run.saw(round, is_root ? kill::blocks_in(run, round, blocks) : 0,
                is_root ? first(run.size) : 0);
    }
}

const Scenario table[] = {
    {"MPI_Bcast", Sight::shared, bcast},
    {"MPI_Bcast/derived", Sight::shared, bcast_derived},
    {"MPI_Gather", Sight::own, [](Run &run) { gather(run, false, false); }},
    {"MPI_Gather/in_place", Sight::own, [](Run &run) { gather(run, true, false); }},
    {"MPI_Gather/derived", Sight::own, gather_derived},
    {"MPI_Gatherv", Sight::own, [](Run &run) { gather(run, false, true); }},
    {"MPI_Gatherv/in_place", Sight::own, [](Run &run) { gather(run, true, true); }},
    {"MPI_Scatter", Sight::own, [](Run &run) { scatter(run, false, false); }},
    {"MPI_Scatter/in_place", Sight::own, [](Run &run) { scatter(run, true, false); }},
    {"MPI_Scatterv", Sight::own, [](Run &run) { scatter(run, false, true); }},
    {"MPI_Scatterv/in_place", Sight::own, [](Run &run) { scatter(run, true, true); }},
};

} // namespace

Scenarios rooted() { return table; }

} // namespace kill
