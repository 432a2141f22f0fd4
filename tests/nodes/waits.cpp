// waits LOST WAIT...: the last LOST ranks compute and communicate no more, and of the others rank r
// waits for them in WAIT number r modulo their count, all at once. When they are lost, all waits
// end, and the survivors continue.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

int rank = 0;
int size = 0;
int lost = 0;

/// One of those who will be lost, another one for each survivor while there are enough.
int awaited() { return size - 1 - rank % lost; }

void receive() {
    int value = -1;
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, awaited(), 1, MPI_COMM_WORLD, &status);
    if (status.MPI_SOURCE != MPI_PROC_NULL) std::printf("wrong: received %d\n", value);
}

/// What nobody receives: most of it waits for the receiver, and the first part is under way.
void send() {
    constexpr std::size_t large = 1 << 22;
    const std::vector<char> data(large);
    MPI_Send(data.data(), static_cast<int>(data.size()), MPI_CHAR, awaited(), 2, MPI_COMM_WORLD);
}

/// Small messages, as long as anybody takes them: the sockets are full of data under way.
void stream() {
    std::array<char, 2048> data{};
    for (int i = 0; i < 10'000; ++i)
        MPI_Send(data.data(), static_cast<int>(data.size()), MPI_CHAR, awaited(), 3,
                 MPI_COMM_WORLD);
}

void wait_for_one_of_many() {
    std::array<int, 2> values{};
    std::array<MPI_Request, 2> requests{};
    for (std::size_t i = 0; i < requests.size(); ++i)
        MPI_Irecv(&values[i], 1, MPI_INT, awaited(), 4, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

// Made by all in the beginning: for each wait that is one of several ranks, what it is made on.
MPI_Comm everybody = MPI_COMM_NULL;
MPI_Comm pair = MPI_COMM_NULL;
MPI_Win window = MPI_WIN_NULL;
MPI_File file = MPI_FILE_NULL;

void reduce() {
    int sum = 0;
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, pair);
    if (sum != 1) std::printf("wrong: a sum of %d\n", sum);
}

void lock_window() {
    int value = -1;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, awaited(), 0, window);
    MPI_Get(&value, 1, MPI_INT, awaited(), 0, 1, MPI_INT, window);
    MPI_Win_unlock(awaited(), window);
}

/// Its partner does not come to close it.
void close_file() { MPI_File_close(&file); }

void finalize() {} // nothing, so that MPI_Finalize comes next

const std::map<std::string, std::function<void()>> waits{
    {"receive", receive}, {"send", send},
    {"stream", stream},   {"requests", wait_for_one_of_many},
    {"reduce", reduce},   {"window", lock_window},
    {"file", close_file}, {"finalize", finalize},
};

/// Each survivor with one of those who will be lost; who has no partner is alone.
void make_pairs() {
    const int survivors = size - lost;
    const bool survives = rank < survivors;
    const int partner = survives ? rank : rank - survivors;
    MPI_Comm_split(MPI_COMM_WORLD, partner < lost && partner < survivors ? partner : MPI_UNDEFINED,
                   rank, &pair);
}

void make_file() {
    const char *const folder = std::getenv("CLOSERANKS_TEST_OUTPUT");
    const std::string name =
        std::string(folder ? folder : "/tmp") + "/waits" + std::to_string(rank % (size - lost));
    MPI_File_open(pair, name.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    lost = std::atoi(argv[1]);
    const std::string wait = argv[2 + (rank % (argc - 2))];

    MPI_Comm_dup(MPI_COMM_WORLD, &everybody);
    make_pairs();
    const auto is_planned = [&](const char *what) {
        return std::find(argv + 2, argv + argc, std::string_view(what)) != argv + argc;
    };
    if (pair != MPI_COMM_NULL && is_planned("file")) make_file();
    int *memory = nullptr;
    if (is_planned("window"))
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                         static_cast<void *>(&memory), &window);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank >= size - lost)
        while (true)
            pause();
    waits.at(wait)();
    std::printf("%.1f s: %s is over\n", MPI_Wtime(), wait.c_str());
    if (wait != "finalize") {
        int sum = 0;
        const int one = 1;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, everybody);
        if (sum != size - lost) std::printf("wrong: a sum of %d\n", sum);
    }
    if (file != MPI_FILE_NULL) MPI_File_close(&file);
    if (window != MPI_WIN_NULL) MPI_Win_free(&window);
    std::printf("ok: waits\n");
    MPI_Finalize();
    return 0;
}
