// MPI-IO: a file that all ranks write over again and again, by all kinds of calls, and read back.
//
//     files FILE [ROUNDS] [keep]
//
// `keep`: the file of the last round is still there at the end.

#include "checks.hpp"

#include <algorithm>
#include <utility>

using namespace checks;

namespace {

using Ints = std::vector<int>;

int me = 0;
int everyone = 0;
int round_number = 0;

int value(int rank, int i) { return round_number * 1000003 + rank * 1009 + i; }

Ints values(int rank, int count) {
    Ints result(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        result[static_cast<std::size_t>(i)] = value(rank, i);
    return result;
}

void check_count(MPI_Status &status, int should, const char *what) {
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    if (count != should) wrong("%s: %d elements, not %d", what, count, should);
}

/// Each rank writes a block and reads that of the next rank.
void check_at(MPI_File file, int n) {
    step();
    const Ints mine = values(me, n);
    const int next = (me + 1) % everyone;
    const auto place = [&](int rank) { return static_cast<MPI_Offset>(sizeof(int)) * rank * n; };
    MPI_Status status;
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, place(me), mine.data(), n, MPI_INT, &status);
    check_count(status, n, "File_write_at");
    step();
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    Ints got(static_cast<std::size_t>(n), -1);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_iread_at(file, place(next), got.data(), n, MPI_INT, &request);
    step();
    MPI_Wait(&request, &status);
    check_count(status, n, "File_iread_at");
    same(got, values(next, n), "File_iread_at");
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Elements of all ranks take turns in the file.
void check_view(MPI_File file, int n) {
    MPI_Datatype turns = MPI_DATATYPE_NULL;
    MPI_Type_vector(n, 1, everyone, MPI_INT, &turns);
    MPI_Type_commit(&turns);
    MPI_File_set_view(file, static_cast<MPI_Offset>(sizeof(int)) * me, MPI_INT, turns, "native",
                      MPI_INFO_NULL);
    MPI_Type_free(&turns);
    const Ints mine = values(me, n);
    MPI_File_write_all(file, mine.data(), n, MPI_INT, MPI_STATUS_IGNORE);
    step();
    MPI_Offset position = -1;
    MPI_File_get_position(file, &position);
    check(position == n, "the file pointer after File_write_all");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek(file, 1, MPI_SEEK_SET);
    Ints got(static_cast<std::size_t>(n - 1), -1);
    MPI_File_read_all_begin(file, got.data(), n - 1, MPI_INT);
    MPI_Status status;
    MPI_File_read_all_end(file, got.data(), &status);
    check_count(status, n - 1, "File_read_all");
    const Ints whole = values(me, n);
    same(got, Ints(whole.begin() + 1, whole.end()), "File_read_all");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    Ints all(static_cast<std::size_t>(n * everyone), -1);
    step();
    MPI_File_read_at_all(file, 0, all.data(), n * everyone, MPI_INT, &status);
    for (int r = 0; r < everyone; ++r)
        for (int i = 0; i < n; ++i)
            check(all[static_cast<std::size_t>(i * everyone + r)] == value(r, i),
                  "elements in turns");
    MPI_Barrier(MPI_COMM_WORLD);
}

void check_ordered(MPI_File file) {
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    const Ints mine = values(me, me + 1);
    MPI_File_write_ordered(file, mine.data(), me + 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    step();
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_Barrier(MPI_COMM_WORLD);
    Ints got(mine.size(), -1);
    MPI_File_read_ordered(file, got.data(), me + 1, MPI_INT, MPI_STATUS_IGNORE);
    same(got, mine, "File_read_ordered");
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Writes and reads a block by each kind of call that the others do not use.
void check_kinds(MPI_File file) {
    constexpr int n = 40;
    const MPI_Offset place = static_cast<MPI_Offset>(me) * n;
    const auto wait = [](MPI_Request &request) { MPI_Wait(&request, MPI_STATUS_IGNORE); };
    MPI_Request r = MPI_REQUEST_NULL;
    Ints got(n, -1);
    int kind = 0;
    const auto both = [&](auto writes, auto reads) {
        const Ints mine = values(me + 100 * ++kind, n);
        MPI_File_seek(file, place, MPI_SEEK_SET);
        writes(mine.data());
        step();
        MPI_File_seek(file, place, MPI_SEEK_SET);
        reads(got.data());
        same(got, mine, "a kind of access");
    };
    MPI_Status s;
    both([&](const int *at) { MPI_File_write(file, at, n, MPI_INT, &s); },
         [&](int *at) { MPI_File_read(file, at, n, MPI_INT, &s); });
    check_count(s, n, "File_read");
    both([&](const int *at) { MPI_File_iwrite(file, at, n, MPI_INT, &r), wait(r); },
         [&](int *at) { MPI_File_iread(file, at, n, MPI_INT, &r), wait(r); });
    both([&](const int *at) { MPI_File_iwrite_at(file, place, at, n, MPI_INT, &r), wait(r); },
         [&](int *at) { MPI_File_read_at(file, place, at, n, MPI_INT, &s); });
    both([&](const int *at) { MPI_File_iwrite_all(file, at, n, MPI_INT, &r), wait(r); },
         [&](int *at) { MPI_File_iread_all(file, at, n, MPI_INT, &r), wait(r); });
    both([&](const int *at) { MPI_File_iwrite_at_all(file, place, at, n, MPI_INT, &r), wait(r); },
         [&](int *at) { MPI_File_iread_at_all(file, place, at, n, MPI_INT, &r), wait(r); });
    both([&](const int *at) { MPI_File_write_at_all(file, place, at, n, MPI_INT, &s); },
         [&](int *at) { MPI_File_read_all(file, at, n, MPI_INT, &s); });
    both(
        [&](const int *at) {
            MPI_File_write_all_begin(file, at, n, MPI_INT);
            MPI_File_write_all_end(file, at, &s);
        },
        [&](int *at) {
            MPI_File_read_at_all_begin(file, place, at, n, MPI_INT);
            MPI_File_read_at_all_end(file, at, &s);
        });
    check_count(s, n, "File_read_at_all_end");
    both(
        [&](const int *at) {
            MPI_File_write_at_all_begin(file, place, at, n, MPI_INT);
            MPI_File_write_at_all_end(file, at, &s);
            MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
            MPI_File_write_ordered_begin(file, at, n, MPI_INT);
            MPI_File_write_ordered_end(file, at, &s);
            MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
        },
        [&](int *at) {
            MPI_File_read_ordered_begin(file, at, n, MPI_INT);
            MPI_File_read_ordered_end(file, at, &s);
        });
    MPI_Offset shared = -1;
    MPI_File_get_position_shared(file, &shared);
    check(shared == static_cast<MPI_Offset>(n) * everyone, "File_get_position_shared");
}

/// What a file is, and one that is gone when it is closed.
void check_states(const std::string &name) {
    MPI_File file = MPI_FILE_NULL;
    constexpr int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, name.c_str(), mode, MPI_INFO_NULL, &file);
    MPI_File_set_info(file, MPI_INFO_NULL);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    check_kinds(file);
    int is_atomic = -1;
    MPI_File_set_atomicity(file, 1);
    MPI_File_get_atomicity(file, &is_atomic);
    check(is_atomic == 1, "File_get_atomicity");
    int got = -1;
    MPI_File_get_amode(file, &got);
    check(got == mode, "File_get_amode");
    MPI_Group group = MPI_GROUP_NULL;
    MPI_File_get_group(file, &group);
    MPI_Group_size(group, &got);
    check(got == everyone, "File_get_group");
    MPI_Group_free(&group);
    MPI_Offset size = -1;
    MPI_File_preallocate(file, 1 << 16);
    MPI_File_get_size(file, &size);
    check(size == 1 << 16, "File_preallocate");
    MPI_File_close(&file);
    check(MPI_File_open(MPI_COMM_WORLD, name.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file) !=
              MPI_SUCCESS,
          "a file that was deleted when it was closed");
}

/// All members find both pointers at the end that the file had before MPI_File_open, although one
/// of them writes at once. After MPI_File_sync all of them find what the last one has written.
void check_appended(const std::string &name) {
    const auto open = [&](int mode) {
        MPI_File file = MPI_FILE_NULL;
        MPI_File_open(MPI_COMM_WORLD, name.c_str(), MPI_MODE_RDWR | mode, MPI_INFO_NULL, &file);
        return file;
    };
    MPI_File file = open(MPI_MODE_CREATE);
    MPI_File_set_size(file, 40);
    MPI_File_close(&file);
    file = open(MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE);
    const int mine = value(me, 0);
    if (me == 0) MPI_File_write(file, &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Offset own = -1;
    MPI_Offset shared = -1;
    MPI_File_get_position(file, &own);
    MPI_File_get_position_shared(file, &shared);
    check(own == (me == 0 ? 44 : 40), "the file pointer after MPI_MODE_APPEND");
    check(shared == 40, "the shared file pointer after MPI_MODE_APPEND");
    if (me == everyone - 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        MPI_File_write_at(file, 100, &mine, 1, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_sync(file);
    int got = -1;
    MPI_File_read_at(file, 100, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
    check(got == value(everyone - 1, 0), "data that was written before MPI_File_sync");
    MPI_File_close(&file);
}

void check_file(const char *name, bool keeps) {
    MPI_File file = MPI_FILE_NULL;
    check(MPI_File_open(MPI_COMM_WORLD, (std::string(name) + ".none").c_str(), MPI_MODE_RDONLY,
                        MPI_INFO_NULL, &file) != MPI_SUCCESS,
          "a file that does not exist");
    check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                        MPI_INFO_NULL, &file) == MPI_SUCCESS,
          "File_open");
    for (const int n : {1, 100, 30000}) {
        check_at(file, n);
        check_view(file, std::min(n, 2000) + 1); // the MPI's own takes long for many blocks
        check_ordered(file);
    }
    check_states(std::string(name) + ".states");
    check_appended(std::string(name) + ".appended");
    if (keeps) {
        MPI_File_close(&file);
        return;
    }
    MPI_File_set_size(file, 12);
    MPI_Offset size = -1;
    MPI_File_get_size(file, &size);
    check(size == 12, "File_get_size");
    step();
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) check(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS, "File_delete");
    MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc < 2) return 2;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 1;
    const bool keeps = argc > 3 && std::string(argv[3]) == "keep";
    me = rank_in(MPI_COMM_WORLD);
    everyone = size_of(MPI_COMM_WORLD);
    for (round_number = 0; round_number < rounds; ++round_number) {
        check_file(argv[1], keeps && round_number == rounds - 1);
        if (me == 0) std::printf("round %d\n", round_number), std::fflush(stdout);
    }
    std::printf("ok: files\n");
    MPI_Finalize();
    return 0;
}
