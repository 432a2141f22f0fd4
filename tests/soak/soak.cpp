// Makes and frees one kind of thing over and over, while ranks die, and looks at what a round
// leaves behind: memory, descriptors, mappings. It knows nothing of closeranks.
//
// usage: soak KIND ROUNDS MOST_BYTES [RANK_THAT_DIES]...
//
// The ranks die one after the other in the first quarter of the rounds; what is counted is what the
// second half adds, at each survivor. More than MOST_BYTES of heap a round are wrong.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

int rank = 0;
int size = 0;
bool wrong = false;

void expect(bool right, const char *what, int round) {
    if (right) return;
    wrong = true;
    std::printf("wrong: rank %d, round %d: %s\n", rank, round, what);
    std::fflush(stdout);
}

/// Everybody on `comm` gives 1; those who are left get their number.
void count_members(MPI_Comm comm, int round) {
    const int one = 1;
    int members = 0;
    MPI_Allreduce(&one, &members, 1, MPI_INT, MPI_SUM, comm);
    expect(members >= 1 && members <= size, "an odd number of members", round);
}

void communicators(int round) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (round % 2 == 0) count_members(comm, round); // one that was never used is freed otherwise
    MPI_Comm_free(&comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &comm);
    if (round % 2 == 0) count_members(comm, round);
    MPI_Comm_free(&comm);
}

void groups(int round) {
    MPI_Group everybody = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Comm_create_group(MPI_COMM_WORLD, everybody, 3, &comm);
    count_members(comm, round);
    MPI_Comm_free(&comm);
    MPI_Group_free(&everybody);
}

/// Of the even and the odd ranks.
void intercommunicators(int round) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    int in_half = -1;
    std::vector<int> ranks(static_cast<std::size_t>(size), -1);
    MPI_Comm_rank(half, &in_half);
    MPI_Allgather(&in_half, 1, MPI_INT, ranks.data(), 1, MPI_INT, MPI_COMM_WORLD);
    int leader = 1 - rank % 2; // the lowest that is left on the other side
    while (leader < size && ranks[static_cast<std::size_t>(leader)] != 0)
        leader += 2;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, leader, 1, &between);
    count_members(between, round);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

void windows(int round) {
    constexpr MPI_Aint bytes = 16 * sizeof(int);
    int *memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&round, 1, MPI_INT, rank, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    expect(memory[0] == round, "a window without what was put into it", round);
    MPI_Win_free(&window);
}

void files(int round) {
    const char *const folder = std::getenv("TMPDIR");
    const std::string path = std::string(folder != nullptr ? folder : "/tmp") + "/soak.file";
    const MPI_Offset place = static_cast<MPI_Offset>(sizeof round) * rank;
    int got = -1;
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, path.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, place, &round, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, place, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    expect(got == round, "a file without what was written to it", round);
}

/// Messages around the ring, nonblocking, from anybody, cancelled and persistent.
void requests(int round) {
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    int got = round;
    std::array<MPI_Request, 4> all{};
    MPI_Irecv(&got, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &all[0]);
    MPI_Isend(&round, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &all[1]);
    int own = -1;
    MPI_Irecv(&own, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &all[2]);
    MPI_Isend(&round, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &all[3]);
    MPI_Waitall(4, all.data(), MPI_STATUSES_IGNORE);
    expect(got == round && own == round, "a message of another round", round);
    MPI_Irecv(&own, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &all[0]);
    MPI_Cancel(&all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Recv_init(&got, 1, MPI_INT, left, 4, MPI_COMM_WORLD, &all[0]);
    MPI_Send_init(&round, 1, MPI_INT, right, 4, MPI_COMM_WORLD, &all[1]);
    MPI_Startall(2, all.data());
    MPI_Waitall(2, all.data(), MPI_STATUSES_IGNORE);
    MPI_Request_free(&all[0]);
    MPI_Request_free(&all[1]);
    // Where a death has cut the ring somebody waits for nobody. What it sent ahead would be kept at
    // its neighbour, in pools of the MPI that grow with the longest queue and never shrink.
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Collectives in the background, persistent ones too.
void tasks(int round) {
    const int one = 1;
    int members = 0;
    std::array<MPI_Request, 2> all{};
    MPI_Iallreduce(&one, &members, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &all[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &all[1]);
    MPI_Waitall(2, all.data(), MPI_STATUSES_IGNORE);
    expect(members >= 1 && members <= size, "an odd number of members", round);
    MPI_Allreduce_init(&one, &members, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &all[0]);
    MPI_Start(&all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&all[0]);
}

void collectives(int round) { count_members(MPI_COMM_WORLD, round); }

std::string own_path;

void spawned(int round) {
    MPI_Comm children = MPI_COMM_NULL;
    int error = MPI_SUCCESS;
    std::string child = "child";
    std::array<char *, 2> arguments{child.data(), nullptr};
    MPI_Comm_spawn(own_path.c_str(), arguments.data(), 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                   &children, &error);
    expect(error == MPI_SUCCESS, "no child", round);
    MPI_Comm_disconnect(&children);
}

struct Kind {
    std::string_view name;
    void (*make_and_free)(int round);
};

constexpr Kind kinds[] = {
    {"communicators", communicators},
    {"groups", groups},
    {"intercommunicators", intercommunicators},
    {"windows", windows},
    {"files", files},
    {"requests", requests},
    {"tasks", tasks},
    {"collectives", collectives},
    {"spawned", spawned},
};

/// What this process holds.
struct Holdings {
    double heap = 0;
    double resident = 0;
    long descriptors = 0;
    long mappings = 0;

    static Holdings now() {
        const struct mallinfo2 info = mallinfo2();
        Holdings all;
        all.heap = static_cast<double>(info.uordblks + info.hblkhd);
        std::ifstream statm("/proc/self/statm");
        double pages = 0;
        statm >> pages >> pages;
        all.resident = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
        all.descriptors = std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
        std::ifstream maps("/proc/self/maps");
        all.mappings = std::count(std::istreambuf_iterator<char>(maps),
                                  std::istreambuf_iterator<char>(), '\n');
        return all;
    }
};

void judge(const Holdings &before, const Holdings &after, int rounds, double most) {
    const double heap = (after.heap - before.heap) / rounds;
    const double resident = (after.resident - before.resident) / rounds;
    const long descriptors = after.descriptors - before.descriptors;
    const long mappings = after.mappings - before.mappings;
    std::printf("soak: rank %d: %.0f bytes of heap and %.0f resident a round, %ld descriptors and "
                "%ld mappings in all; %.1f MiB now\n",
                rank, heap, resident, descriptors, mappings, after.resident / (1 << 20));
    constexpr long some = 8; // pools of the MPI grow now and then
    expect(heap <= most, "heap that nobody gives back", rounds);
    expect(descriptors <= some, "descriptors that nobody closes", rounds);
    expect(mappings <= some, "mappings that nobody ends", rounds);
}

int be_a_child() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm parents = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parents);
    MPI_Comm_disconnect(&parents);
    MPI_Finalize();
    return 0;
}

/// The round in which each of `victims` dies, in the first quarter.
bool dies(const std::vector<int> &victims, int round, int rounds) {
    const auto me = std::find(victims.begin(), victims.end(), rank);
    if (me == victims.end()) return false;
    const auto number = static_cast<int>(me - victims.begin()) + 1;
    return round == rounds / 4 * number / static_cast<int>(victims.size());
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::string_view(argv[1]) == "child") return be_a_child();
    const auto *const kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind &k) {
        return argc > 1 && k.name == argv[1];
    });
    if (argc < 4 || kind == std::end(kinds)) {
        std::fputs("usage: soak KIND ROUNDS MOST_BYTES [RANK_THAT_DIES]...\n", stderr);
        return 2;
    }
    own_path = std::filesystem::canonical("/proc/self/exe");
    const int rounds = std::atoi(argv[2]);
    const double most = std::atof(argv[3]);
    std::vector<int> victims;
    for (int i = 4; i < argc; ++i)
        victims.push_back(std::atoi(argv[i]));
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Holdings half;
    for (int round = 0; round < rounds; ++round) {
        if (dies(victims, round, rounds)) static_cast<void>(std::raise(SIGKILL));
        if (round == rounds / 2) half = Holdings::now();
        kind->make_and_free(round);
    }
    judge(half, Holdings::now(), rounds - rounds / 2, most);
    MPI_Finalize();
    if (!wrong) std::printf("ok: soak\n");
    return wrong ? 1 : 0;
}
