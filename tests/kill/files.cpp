// Files. Everything that survivors have written has to be in the file, byte by byte, wherever ranks
// die; and nothing of those who died before.

#include "files.hpp"

namespace kill {
namespace {

/// Where the blocks of `round` begin, in elements: one for each rank.
MPI_Offset start_of(const Run &run, int round) {
    MPI_Offset start = 0;
    for (int before = 1; before < round; before++)
        start += MPI_Offset{block_length(before)} * run.size;
    return start;
}

MPI_Offset place_of(const Run &run, int round, int rank) {
    return start_of(run, round) + MPI_Offset{block_length(round)} * rank;
}

/// Whose blocks of `round` are in the file. Whoever dies while it writes may have written a part.
Ranks written(Run &run, int round, const std::string &name) {
    const int length = block_length(round);
    Ranks present = 0;
    for (int rank = 0; rank < run.size; rank++) {
        std::vector<long> block = on_disk(name, place_of(run, round, rank), length);
        forget_unless_whole(rank, round, block);
        if (has_block(run, rank, round, block)) present |= only(rank);
    }
    return present;
}

/// `write` puts a block at its place in every round.
template <typename Write> void write_rounds(Run &run, Write write) {
    MPI_File file = open(run, "written");
    must(run, MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL), "set_view");
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        const MPI_Offset at = place_of(run, round, run.rank);
        must(run, MPI_File_seek(file, at, MPI_SEEK_SET), "MPI_File_seek");
        must(run, write(file, at, block.data(), block_length(round)), "the write");
        barrier();
        run.saw(round, written(run, round, "written"), first(run.size));
        barrier();
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

/// `read` gets a block that was there from the beginning in every round.
template <typename Read> void read_rounds(Run &run, Read read) {
    MPI_File file = open(run, "read");
    must(run, MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL), "set_view");
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        const int fd = ::open(path_of("read").c_str(), O_WRONLY | O_CLOEXEC);
        static_cast<void>(!::pwrite(fd, block.data(), block.size() * sizeof(long),
                                    place_of(run, round, run.rank) * element));
        ::close(fd);
    }
    barrier();
    for (int round = 1; round <= run.rounds; round++) {
        std::vector<long> block = blank(block_length(round));
        const MPI_Offset at = place_of(run, round, run.left());
        must(run, MPI_File_seek(file, at, MPI_SEEK_SET), "MPI_File_seek");
        must(run, read(file, at, block.data(), block_length(round)), "the read");
        if (!has_block(run, run.left(), round, block)) run.wrong("round %d: nothing read", round);
        run.saw(round, 0, 0);
        barrier();
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

using WriteAt = int (*)(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Status *);
using StartWriteAt = int (*)(MPI_File, MPI_Offset, const void *, int, MPI_Datatype, MPI_Request *);
using StartWrite = int (*)(MPI_File, const void *, int, MPI_Datatype, MPI_Request *);
using ReadAt = int (*)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);
using StartReadAt = int (*)(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Request *);
using StartRead = int (*)(MPI_File, void *, int, MPI_Datatype, MPI_Request *);

template <WriteAt call> void write_at(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset at, const long *block, int count) {
        return call(file, at, block, count, MPI_LONG, no_status);
    });
}
template <Write call> void write(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset, const long *block, int count) {
        return call(file, block, count, MPI_LONG, no_status);
    });
}
template <StartWriteAt call> void start_write_at(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset at, const long *block, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = call(file, at, block, count, MPI_LONG, &request);
        return wait(code, request);
    });
}
template <StartWrite call> void start_write(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset, const long *block, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = call(file, block, count, MPI_LONG, &request);
        return wait(code, request);
    });
}
template <ReadAt call> void read_at(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset at, long *block, int count) {
        return call(file, at, block, count, MPI_LONG, no_status);
    });
}
template <Read call> void read(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset, long *block, int count) {
        return call(file, block, count, MPI_LONG, no_status);
    });
}
template <StartReadAt call> void start_read_at(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset at, long *block, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = call(file, at, block, count, MPI_LONG, &request);
        return wait(code, request);
    });
}
template <StartRead call> void start_read(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset, long *block, int count) {
        MPI_Request request = MPI_REQUEST_NULL;
        const int code = call(file, block, count, MPI_LONG, &request);
        return wait(code, request);
    });
}

void write_all_split(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset, const long *block, int count) {
        const int code = MPI_File_write_all_begin(file, block, count, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_write_all_end(file, block, no_status) : code;
    });
}
void write_at_all_split(Run &run) {
    write_rounds(run, [](MPI_File file, MPI_Offset at, const long *block, int count) {
        const int code = MPI_File_write_at_all_begin(file, at, block, count, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_write_at_all_end(file, block, no_status) : code;
    });
}
void read_all_split(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset, long *block, int count) {
        const int code = MPI_File_read_all_begin(file, block, count, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_read_all_end(file, block, no_status) : code;
    });
}
void read_at_all_split(Run &run) {
    read_rounds(run, [](MPI_File file, MPI_Offset at, long *block, int count) {
        const int code = MPI_File_read_at_all_begin(file, at, block, count, MPI_LONG);
        return code == MPI_SUCCESS ? MPI_File_read_at_all_end(file, block, no_status) : code;
    });
}

/// A file is made, written to and closed in every round.
template <int more> void open_and_close(Run &run) {
    const bool goes = (more & MPI_MODE_DELETE_ON_CLOSE) != 0;
    const bool appends = (more & MPI_MODE_APPEND) != 0;
    for (int round = 1; round <= run.rounds; round++) {
        const std::string name = appends ? "opened" : "opened" + std::to_string(round);
        MPI_File file = open(run, name, create | more);
        if (file == MPI_FILE_NULL) return;
        MPI_Offset at = -1;
        must(run, MPI_File_get_position_shared(file, &at), "MPI_File_get_position_shared");
        if (at != (appends ? start_of(run, round) * element : 0))
            run.wrong("round %d: the shared pointer is at %lld", round, static_cast<long long>(at));
        const std::vector<long> block = block_of(run.rank, round);
        must(run,
             MPI_File_write_at(file, place_of(run, round, run.rank) * element, block.data(),
                               block_length(round), MPI_LONG, no_status),
             "MPI_File_write_at");
        if (appends) // also when the last rank is dead
            must(run, MPI_File_set_size(file, start_of(run, round + 1) * element), "set_size");
        barrier();
        run.saw(round, written(run, round, name), first(run.size));
        must(run, MPI_File_close(&file), "MPI_File_close");
        if (goes == (::access(path_of(name).c_str(), F_OK) == 0))
            run.wrong("round %d: the file is there: %d", round, !goes);
    }
}

/// Every rank's block is written before the others may look.
void sync(Run &run) {
    MPI_File file = open(run, "written");
    for (int round = 1; round <= run.rounds; round++) {
        const std::vector<long> block = block_of(run.rank, round);
        const MPI_Offset at = place_of(run, round, run.rank) * element;
        must(run,
             MPI_File_write_at(file, at, block.data(), block_length(round), MPI_LONG, no_status),
             "MPI_File_write_at");
        must(run, MPI_File_sync(file), "MPI_File_sync");
        run.saw(round, written(run, round, "written"), first(run.size));
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

/// A view that gives each rank every size-th element of `round`. `write` writes them all.
template <typename Write> void write_stripes(Run &run, Write write) {
    MPI_File file = open(run, "viewed");
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        MPI_Datatype striped = MPI_DATATYPE_NULL;
        MPI_Type_create_resized(MPI_LONG, 0, element * run.size, &striped);
        MPI_Type_commit(&striped);
        const MPI_Offset at = (start_of(run, round) + run.rank) * element;
        must(run, MPI_File_set_view(file, at, MPI_LONG, striped, "native", MPI_INFO_NULL),
             "MPI_File_set_view");
        MPI_Type_free(&striped);
        const std::vector<long> block = block_of(run.rank, round);
        must(run, write(file, block.data(), length), "the write");
        barrier();
        const std::vector<long> all = on_disk("viewed", start_of(run, round), length * run.size);
        Ranks present = 0;
        for (int rank = 0; rank < run.size; rank++) {
            std::vector<long> mine;
            for (int i = 0; i < length; i++)
                mine.push_back(all[static_cast<std::size_t>(i * run.size + rank)]);
            forget_unless_whole(rank, round, mine);
            if (has_block(run, rank, round, mine)) present |= only(rank);
        }
        run.saw(round, present, first(run.size));
        barrier();
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

void stripes(Run &run) {
    write_stripes(run, [](MPI_File file, const long *block, int count) {
        return MPI_File_write_all(file, block, count, MPI_LONG, no_status);
    });
}
void stripes_at(Run &run) {
    write_stripes(run, [](MPI_File file, const long *block, int count) {
        return MPI_File_write_at_all(file, 0, block, count, MPI_LONG, no_status);
    });
}

template <int (*call)(MPI_File, MPI_Offset), bool exactly> void set_size(Run &run) {
    act_rounds(run, [&](MPI_File file, int round) {
        const MPI_Offset wanted = exactly ? 1000 * (7 - round) : 1000 * round;
        MPI_Offset size = -1;
        must(run, call(file, wanted), "the call");
        must(run, MPI_File_get_size(file, &size), "MPI_File_get_size");
        if (size != wanted)
            run.wrong("round %d: the size is %lld", round, static_cast<long long>(size));
    });
}

void set_atomicity(Run &run) {
    act_rounds(run, [&](MPI_File file, int round) {
        int flag = -1;
        must(run, MPI_File_set_atomicity(file, round % 2), "MPI_File_set_atomicity");
        must(run, MPI_File_get_atomicity(file, &flag), "MPI_File_get_atomicity");
        if (flag != round % 2) run.wrong("round %d: atomicity is %d", round, flag);
    });
}

void set_info(Run &run) {
    act_rounds(run, [&](MPI_File file, int) {
        MPI_Info info = MPI_INFO_NULL;
        MPI_Info_create(&info);
        MPI_Info_set(info, "access_style", "write_once");
        must(run, MPI_File_set_info(file, info), "MPI_File_set_info");
        MPI_Info_free(&info);
    });
}

/// Everybody deletes a file of its own.
void remove(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const std::string name = path_of("own" + std::to_string(run.rank));
        ::close(::open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
        must(run, MPI_File_delete(name.c_str(), MPI_INFO_NULL), "MPI_File_delete");
        if (::access(name.c_str(), F_OK) == 0) run.wrong("round %d: it is still there", round);
        run.saw(round, 0, 0);
        barrier();
    }
}

constexpr int exclusive = MPI_MODE_EXCL;
constexpr int passing = MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN;

const Scenario table[] = {
    {"MPI_File_open", Sight::made, open_and_close<exclusive>},
    {"MPI_File_open/append", Sight::made, open_and_close<MPI_MODE_APPEND>},
    {"MPI_File_close", Sight::freed, open_and_close<exclusive>},
    {"MPI_File_close/delete", Sight::freed, open_and_close<passing>},
    {"MPI_File_delete", Sight::own, remove},
    {"MPI_File_sync", Sight::freed, sync},
    {"MPI_File_set_view", Sight::made, stripes},
    {"MPI_File_set_size", Sight::own, set_size<MPI_File_set_size, true>},
    {"MPI_File_get_size", Sight::own, set_size<MPI_File_set_size, true>},
    {"MPI_File_preallocate", Sight::own, set_size<MPI_File_preallocate, false>},
    {"MPI_File_set_atomicity", Sight::own, set_atomicity},
    {"MPI_File_set_info", Sight::own, set_info},
    {"MPI_File_write", Sight::shared, write<MPI_File_write>},
    {"MPI_File_write_all", Sight::shared, write<MPI_File_write_all>},
    {"MPI_File_write_all/stripes", Sight::shared, stripes},
    {"MPI_File_write_at", Sight::shared, write_at<MPI_File_write_at>},
    {"MPI_File_write_at_all", Sight::shared, write_at<MPI_File_write_at_all>},
    {"MPI_File_write_at_all/stripes", Sight::shared, stripes_at},
    {"MPI_File_iwrite", Sight::late, start_write<MPI_File_iwrite>},
    {"MPI_File_iwrite_all", Sight::late, start_write<MPI_File_iwrite_all>},
    {"MPI_File_iwrite_at", Sight::late, start_write_at<MPI_File_iwrite_at>},
    {"MPI_File_iwrite_at_all", Sight::late, start_write_at<MPI_File_iwrite_at_all>},
    {"MPI_File_write_all_begin", Sight::late, write_all_split},
    {"MPI_File_write_all_end", Sight::late, write_all_split},
    {"MPI_File_write_at_all_begin", Sight::late, write_at_all_split},
    {"MPI_File_write_at_all_end", Sight::late, write_at_all_split},
    {"MPI_File_read", Sight::own, read<MPI_File_read>},
    {"MPI_File_read_all", Sight::own, read<MPI_File_read_all>},
    {"MPI_File_read_at", Sight::own, read_at<MPI_File_read_at>},
    {"MPI_File_read_at_all", Sight::own, read_at<MPI_File_read_at_all>},
    {"MPI_File_iread", Sight::own, start_read<MPI_File_iread>},
    {"MPI_File_iread_all", Sight::own, start_read<MPI_File_iread_all>},
    {"MPI_File_iread_at", Sight::own, start_read_at<MPI_File_iread_at>},
    {"MPI_File_iread_at_all", Sight::own, start_read_at<MPI_File_iread_at_all>},
    {"MPI_File_read_all_begin", Sight::own, read_all_split},
    {"MPI_File_read_all_end", Sight::own, read_all_split},
    {"MPI_File_read_at_all_begin", Sight::own, read_at_all_split},
    {"MPI_File_read_at_all_end", Sight::own, read_at_all_split},
};

} // namespace

Scenarios files() { return table; }

} // namespace kill
