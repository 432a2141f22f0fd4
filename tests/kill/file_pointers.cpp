// The shared pointers of files, and access in the order of the ranks.

#include "files.hpp"

namespace kill {
namespace {

/// The ranks whose records are in the file between two positions of the shared pointer. Records do
/// not overlap, and only who died within its own leaves a gap.
Ranks records(Run &run, int round, MPI_Offset from, MPI_Offset to, bool ordered) {
    const int length = block_length(round);
    Ranks present = 0;
    int latest = -1;
    if ((to - from) % length != 0 || to - from > MPI_Offset{length} * run.size)
        run.wrong("round %d: the shared pointer went from %lld to %lld", round,
                  static_cast<long long>(from), static_cast<long long>(to));
    for (MPI_Offset at = from; at + length <= to; at += length) {
        std::vector<long> block = on_disk("shared", at, length);
        const int rank = block[0] == untouched ? -1 : static_cast<int>(block[0] / 10'000'000L);
        if (rank < 0 || rank >= run.size) continue; // a gap: the judge misses a survivor's
        forget_unless_whole(rank, round, block);
        if (!has_block(run, rank, round, block)) continue;
        if ((present & only(rank)) != 0) run.wrong("round %d: rank %d twice", round, rank);
        if (ordered && rank < latest) run.wrong("round %d: rank %d is late", round, rank);
        latest = rank;
        present |= only(rank);
    }
    return present;
}

/// `write` puts a record where the shared pointer is in every round.
template <typename Append> void append_rounds(Run &run, bool ordered, Append append) {
    MPI_File file = open(run, "shared");
    must(run, MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL), "set_view");
    MPI_Offset from = 0;
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        must(run, append(file, block.data(), block_length(round)), "the write");
        barrier();
        MPI_Offset to = -1;
        must(run, MPI_File_get_position_shared(file, &to), "MPI_File_get_position_shared");
        run.saw(round, records(run, round, from, to, ordered), first(run.size));
        from = to;
        barrier();
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

template <Write call, bool ordered> void append(Run &run) {
    append_rounds(run, ordered, [](MPI_File file, const long *block, int count) {
        return call(file, block, count, MPI_LONG, no_status);
    });
}
void start_append(Run &run) {
    append_rounds(run, false, [](MPI_File file, const long *block, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = MPI_File_iwrite_shared(file, block, count, MPI_LONG, &request);
        return wait(code, request);
    });
}
void append_split(Run &run) {
    append_rounds(run, true, [](MPI_File file, const long *block, int count) {
        const int code = MPI_File_write_ordered_begin(file, block, count, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_write_ordered_end(file, block, no_status) : code;
    });
}

/// A file of numbered records of four elements.
constexpr int record_length = 4;
constexpr long record_value(long number, int i) { return (number + 1) * 100 + i; }

/// `take` reads the record where the shared pointer is in every round.
template <typename Take> void take_rounds(Run &run, bool ordered, Take take) {
    MPI_File file = open(run, "tape");
    const int fd = ::open(path_of("tape").c_str(), O_WRONLY | O_CLOEXEC);
    for (int number = run.rank; number < run.size * run.rounds; number += run.size)
        for (int i = 0; i < record_length; i++) {
            const long value = record_value(number, i);
            static_cast<void>(
                !::pwrite(fd, &value, sizeof value, (number * record_length + i) * element));
        }
    ::close(fd);
    must(run, MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL), "set_view");
    barrier();
    for (int round = 1; round <= run.rounds; round++) {
        std::vector<long> block = blank(record_length);
        must(run, take(file, block.data()), "the read");
        const long number = block[0] / 100 - 1;
        for (int i = 0; i < record_length; i++)
            if (block[static_cast<std::size_t>(i)] != record_value(number, i))
                run.wrong("round %d: element %d of record %ld is %ld", round, i, number,
                          block[static_cast<std::size_t>(i)]);
        std::vector<long> taken = blank(run.size);
        MPI_Allgather(&number, 1, MPI_LONG, taken.data(), 1, MPI_LONG, MPI_COMM_WORLD);
        std::erase(taken, untouched);
        if (ordered && !std::is_sorted(taken.begin(), taken.end()))
            run.wrong("round %d: the records are out of order", round);
        std::sort(taken.begin(), taken.end());
        if (std::adjacent_find(taken.begin(), taken.end()) != taken.end())
            run.wrong("round %d: a record was read twice", round);
        if (taken.back() - taken.front() >= run.size)
            run.wrong("round %d: records were left out", round);
        run.saw(round, 0, 0);
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

template <Read call, bool ordered> void take(Run &run) {
    take_rounds(run, ordered, [](MPI_File file, long *block) {
        return call(file, block, record_length, MPI_LONG, no_status);
    });
}
void start_take(Run &run) {
    take_rounds(run, false, [](MPI_File file, long *block) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = MPI_File_iread_shared(file, block, record_length, MPI_LONG, &request);
        return wait(code, request);
    });
}
void take_split(Run &run) {
    take_rounds(run, true, [](MPI_File file, long *block) {
        const int code = MPI_File_read_ordered_begin(file, block, record_length, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_read_ordered_end(file, block, no_status) : code;
    });
}

void seek_shared(Run &run) {
    MPI_Offset expected = 0;
    act_rounds(run, [&](MPI_File file, int round) {
        const bool relative = round % 2 == 0;
        MPI_Offset at = -1;
        must(run, MPI_File_seek_shared(file, 10 * round, relative ? MPI_SEEK_CUR : MPI_SEEK_SET),
             "MPI_File_seek_shared");
        must(run, MPI_File_get_position_shared(file, &at), "MPI_File_get_position_shared");
        expected = 10 * round + (relative ? expected : 0);
        if (at != expected)
            run.wrong("round %d: the shared pointer is at %lld", round, static_cast<long long>(at));
    });
}

const Scenario table[] = {
    {"MPI_File_seek_shared", Sight::own, seek_shared},
    {"MPI_File_get_position_shared", Sight::own, seek_shared},
    {"MPI_File_write_shared", Sight::shared, append<MPI_File_write_shared, false>},
    {"MPI_File_iwrite_shared", Sight::late, start_append},
    {"MPI_File_write_ordered", Sight::shared, append<MPI_File_write_ordered, true>},
    {"MPI_File_write_ordered_begin", Sight::late, append_split},
    {"MPI_File_write_ordered_end", Sight::late, append_split},
    {"MPI_File_read_shared", Sight::own, take<MPI_File_read_shared, false>},
    {"MPI_File_iread_shared", Sight::own, start_take},
    {"MPI_File_read_ordered", Sight::own, take<MPI_File_read_ordered, true>},
    {"MPI_File_read_ordered_begin", Sight::own, take_split},
    {"MPI_File_read_ordered_end", Sight::own, take_split},
};

} // namespace

Scenarios file_pointers() { return table; }

} // namespace kill
