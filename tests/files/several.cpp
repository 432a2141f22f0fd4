// Several files at once, two of them of one name, on communicators that are freed while they are
// open; rank 1 dies between two writes, and the others open yet another file.

#include <mpi.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int rank = 0;
int size = 0;
bool failed = false;

constexpr int rounds = 5;
constexpr int deadly = 2; ///< the round in which rank 1 dies, from 0

void expect(const char *what, MPI_Offset got, MPI_Offset expected) {
    if (got == expected) return;
    failed = true;
    std::printf("wrong: rank %d: %s is %lld, not %lld\n", rank, what, static_cast<long long>(got),
                static_cast<long long>(expected));
}

MPI_File open(MPI_Comm comm, const std::string &name, int amode) {
    MPI_File file = MPI_FILE_NULL;
    expect("MPI_File_open",
           MPI_File_open(comm, name.c_str(), amode | MPI_MODE_RDWR, MPI_INFO_NULL, &file), 0);
    return file;
}

MPI_Offset position_of(MPI_File file) {
    MPI_Offset position = -1;
    MPI_File_get_position_shared(file, &position);
    return position;
}

/// The survivors open a file; the program's numbering stays, in the file nobody leaves a gap.
void open_afterwards(const std::string &name) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_File file = open(copy, name, MPI_MODE_CREATE | MPI_MODE_EXCL);
    MPI_Comm_free(&copy);
    MPI_Group group = MPI_GROUP_NULL;
    int members = 0;
    int own = 0;
    MPI_File_get_group(file, &group);
    MPI_Group_size(group, &members);
    MPI_Group_rank(group, &own);
    MPI_Group_free(&group);
    expect("the size of the group", members, size);
    expect("the rank in the group", own, rank);
    MPI_File_write_ordered(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    for (int i = 0; i < size - 1; i++) {
        int found = -1;
        MPI_File_read_at_all(file, MPI_Offset{4} * i, &found, 1, MPI_INT, MPI_STATUS_IGNORE);
        expect("who is there", found, i < 1 ? i : i + 1);
    }
    MPI_File_seek_shared(file, -4, MPI_SEEK_END);
    expect("the shared pointer", position_of(file), MPI_Offset{4} * (size - 2));
    MPI_File_close(&file);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *place = std::getenv("TMPDIR");
    const std::string name = std::string(place != nullptr ? place : "/tmp") + "/several";

    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_File all = open(MPI_COMM_WORLD, name, MPI_MODE_CREATE);
    MPI_File part = open(half, name, MPI_MODE_CREATE);
    MPI_File own = open(MPI_COMM_SELF, name, 0);
    MPI_Comm_free(&half);
    MPI_File_set_view(part, 100'000 * (1 + rank % 2), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int round = 0; round < rounds; round++) {
        if (round == deadly && rank == 1) std::raise(SIGKILL);
        const std::array<int, 2> pair{rank, round};
        MPI_File_write_ordered(all, pair.data(), 2, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_ordered(part, pair.data(), 2, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_shared(own, pair.data(), 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    const int members = rank % 2 == 0 ? size - size / 2 : size / 2;
    const int lost = rank % 2;
    expect("the pointer of all", position_of(all),
           MPI_Offset{8} * (rounds * size - (rounds - deadly)));
    expect("the pointer of the half", position_of(part),
           MPI_Offset{2} * (rounds * members - (rounds - deadly) * lost));
    expect("the own pointer", position_of(own), MPI_Offset{4} * rounds);
    open_afterwards(name + "-afterwards");
    for (MPI_File *file : {&own, &all, &part})
        MPI_File_close(file);
    MPI_Finalize();
    if (!failed) std::printf("ok: several_files\n");
    return failed ? 1 : 0;
}
