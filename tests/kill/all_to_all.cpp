// Barrier, Allgather(v), Alltoall(v, w).

#include "forms.hpp"

#include <algorithm>
#include <chrono>

namespace kill {
namespace {

/// Unlike MPI_Wtime, the same clock in all processes of a machine.
double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void barrier(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const double entered = now();
        call(run, Barrier, MPI_COMM_WORLD);
        run.synchronised(round, entered, now());
    }
}

/// Regular blocks of `size` ranks as arguments of a v or w variant.
struct Regular {
    std::vector<int> counts;
    std::vector<int> displs; ///< in elements
    std::vector<int> byte_displs;
    std::vector<MPI_Datatype> types;

    Regular(int size, int length) {
        for (int rank = 0; rank < size; rank++) {
            counts.push_back(length);
            displs.push_back(rank * length);
            byte_displs.push_back(rank * length * static_cast<int>(sizeof(long)));
            types.push_back(MPI_LONG);
        }
    }
};

void put(std::vector<long> &blocks, int rank, const std::vector<long> &block) {
    std::copy(block.begin(), block.end(),
              blocks.begin() + rank * static_cast<std::ptrdiff_t>(block.size()));
}

void allgather(Run &run, bool in_place, bool irregular) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const Regular layout(run.size, length);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> all = blank(run.size * length);
        if (in_place) put(all, run.rank, mine);
        const void *from = in_place ? MPI_IN_PLACE : mine.data();
        if (irregular)
            call(run, Allgatherv, from, length, MPI_LONG, all.data(), layout.counts.data(),
                 layout.displs.data(), MPI_LONG, MPI_COMM_WORLD);
        else
            call(run, Allgather, from, length, MPI_LONG, all.data(), length, MPI_LONG,
                 MPI_COMM_WORLD);
        run.saw(round, blocks_in(run, round, all), first(run.size));
    }
}

enum class Form { regular, v, w };

/// What `from` gives to `to`: its block with the receiver's mark in the last element.
std::vector<long> block_for(int from, int to, int round) {
    std::vector<long> block = block_of(from, round);
    block.back() += to;
    return block;
}

void alltoall(Run &run, bool in_place, Form form) {
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const Regular layout(run.size, length);
        std::vector<long> given = blank(run.size * length);
        for (int rank = 0; rank < run.size; rank++)
            put(given, rank, block_for(run.rank, rank, round));
        std::vector<long> got = in_place ? given : blank(run.size * length);
        const void *from = in_place ? MPI_IN_PLACE : given.data();
        switch (form) {
        case Form::regular:
            call(run, Alltoall, from, length, MPI_LONG, got.data(), length, MPI_LONG,
                 MPI_COMM_WORLD);
            break;
        case Form::v:
            call(run, Alltoallv, from, layout.counts.data(), layout.displs.data(), MPI_LONG,
                 got.data(), layout.counts.data(), layout.displs.data(), MPI_LONG, MPI_COMM_WORLD);
            break;
        case Form::w:
            call(run, Alltoallw, from, layout.counts.data(), layout.byte_displs.data(),
                 layout.types.data(), got.data(), layout.counts.data(), layout.byte_displs.data(),
                 layout.types.data(), MPI_COMM_WORLD);
            break;
        }
        Ranks present = 0;
        for (int rank = 0; rank < run.size; rank++) {
            const auto begin = got.begin() + static_cast<std::ptrdiff_t>(rank) * length;
            std::vector<long> block(begin, begin + length);
            // In place, the block of a lost rank still holds what was meant for it.
            if (in_place && block == block_for(run.rank, rank, round) && rank != run.rank) continue;
            if (block.back() != untouched) block.back() -= run.rank;
            if (has_block(run, rank, round, block)) present |= only(rank);
        }
        run.saw(round, present, first(run.size));
    }
}

const Scenario table[] = {
    {"MPI_Barrier", Sight::shared, barrier},
    {"MPI_Allgather", Sight::shared, [](Run &run) { allgather(run, false, false); }},
    {"MPI_Allgather/in_place", Sight::shared, [](Run &run) { allgather(run, true, false); }},
    {"MPI_Allgatherv", Sight::shared, [](Run &run) { allgather(run, false, true); }},
    {"MPI_Allgatherv/in_place", Sight::shared, [](Run &run) { allgather(run, true, true); }},
    {"MPI_Alltoall", Sight::own, [](Run &run) { alltoall(run, false, Form::regular); }},
    {"MPI_Alltoall/in_place", Sight::own, [](Run &run) { alltoall(run, true, Form::regular); }},
    {"MPI_Alltoallv", Sight::own, [](Run &run) { alltoall(run, false, Form::v); }},
    {"MPI_Alltoallv/in_place", Sight::own, [](Run &run) { alltoall(run, true, Form::v); }},
    {"MPI_Alltoallw", Sight::own, [](Run &run) { alltoall(run, false, Form::w); }},
    {"MPI_Alltoallw/in_place", Sight::own, [](Run &run) { alltoall(run, true, Form::w); }},
};

} // namespace

Scenarios all_to_all() { return table; }

} // namespace kill
