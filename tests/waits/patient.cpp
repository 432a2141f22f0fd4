// Programs that wait for long, and come to their end: the watch for deadlocks must leave them alone
// (docs/explanation/stalls.md). They know nothing of closeranks:
//
//     patient SCENARIO [threads]
//
// Every rank checks its values, and prints "ok: SCENARIO".

#include <mpi.h>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr int tag = 7;
constexpr int late = 1; ///< the rank for which the others wait
constexpr int pause_of_late = 3;

int rank = 0;
int size = 0;
int mistakes = 0;
std::string program;

void check(bool holds, const char *what) {
    if (holds) return;
    ++mistakes;
    std::printf("wrong: rank %d: %s\n", rank, what);
}

void compute(int seconds) {
    const double end = MPI_Wtime() + seconds;
    volatile double value = 1;
    while (MPI_Wtime() < end)
        for (int i = 0; i < 1000; ++i)
            value = value * 1.000001;
}

int sum() {
    int all = 0;
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

void check_sum() { check(sum() == size * (size - 1) / 2, "the sum is wrong"); }

void send_to_all(int value) {
    for (int to = 0; to < size; ++to)
        if (to != rank) MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

void receive_from(int source, int wanted) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check(value == wanted, "the message is wrong");
}

/// The others wait in collectives, messages and requests while one computes.
void computes(int who) {
    if (rank == who) compute(pause_of_late);
    check_sum();
    if (rank == who) {
        sleep(pause_of_late);
        send_to_all(5);
    } else {
        receive_from(MPI_ANY_SOURCE, 5);
    }
    int value = rank == who ? 6 : 0;
    if (rank == who) sleep(pause_of_late);
    MPI_Bcast(&value, 1, MPI_INT, who, MPI_COMM_WORLD);
    check(value == 6, "the broadcast is wrong");
}

/// One rank polls for a message of itself that it sends in the end.
void polls() {
    if (rank == late) {
        const double end = MPI_Wtime() + pause_of_late;
        int found = 0;
        int got = 0;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&got, 1, MPI_INT, late, tag, MPI_COMM_WORLD, &request);
        while (MPI_Wtime() < end) {
            MPI_Test(&request, &found, MPI_STATUS_IGNORE);
            MPI_Iprobe(MPI_ANY_SOURCE, tag + 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
            usleep(100);
        }
        const int value = 8;
        MPI_Send(&value, 1, MPI_INT, late, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(got == value, "the message to itself is wrong");
    }
    check_sum();
}

/// Two ranks exchange over and over, each of which waits for most of the time; the others wait.
void relay() {
    if (rank < 2) {
        for (int round = 0; round < 8; ++round) {
            if (round % 2 == rank) {
                usleep(700'000);
                MPI_Send(&round, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
            } else {
                receive_from(1 - rank, round);
            }
        }
    }
    check_sum();
}

/// The main thread waits for what another thread of the same process brings about.
void threads() {
    std::thread helper;
    if (rank == late)
        helper = std::thread([] {
            sleep(pause_of_late);
            const int value = 9;
            MPI_Send(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
        });
    if (rank == 0) {
        receive_from(late, 9);
        send_to_all(10);
    } else {
        receive_from(0, 10);
    }
    if (helper.joinable()) helper.join();
    check_sum();
}

/// Outside of MPI: for a child process that writes to a pipe.
void outside() {
    if (rank == late) {
        std::FILE *const pipe = popen("sleep 3; echo 11", "r");
        int value = 0;
        check(pipe != nullptr && std::fscanf(pipe, "%d", &value) == 1 && value == 11,
              "the pipe brought something else");
        if (pipe != nullptr) pclose(pipe);
    }
    check_sum();
}

void nonblocking() {
    MPI_Request request = MPI_REQUEST_NULL;
    int value = rank == late ? 12 : 0;
    if (rank == late) sleep(pause_of_late);
    MPI_Ibcast(&value, 1, MPI_INT, late, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(value == 12, "the broadcast is wrong");
    if (rank == late) sleep(pause_of_late);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_sum();
}

void slow_sum(void *in, void *inout, int *count, MPI_Datatype *) {
    sleep(1);
    for (int i = 0; i < *count; ++i)
        static_cast<int *>(inout)[i] += static_cast<int *>(in)[i];
}

/// A reduction whose operator takes long, and a message that does.
void slow_operations() {
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(slow_sum, 1, &op);
    int all = 0;
    MPI_Allreduce(&rank, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
    check(all == size * (size - 1) / 2, "the slow sum is wrong");
    MPI_Op_free(&op);
    std::vector<char> data(100'000'000, static_cast<char>(rank));
    if (rank == 0)
        MPI_Send(data.data(), static_cast<int>(data.size()), MPI_CHAR, 1, tag, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(data.data(), static_cast<int>(data.size()), MPI_CHAR, 0, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    check(rank != 1 || data.back() == 0, "the long message is wrong");
    check_sum();
}

/// One rank holds what the others need.
void windows() {
    int *memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    if (rank == late) sleep(pause_of_late);
    const int one = 1;
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    if (rank == late) sleep(pause_of_late);
    MPI_Win_fence(0, window);
    check(rank != 0 || *memory == size, "the count is wrong");
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

/// A server waits for its first client, and all others for the server.
void ports() {
    std::array<char, MPI_MAX_PORT_NAME> port{};
    MPI_Comm peer = MPI_COMM_NULL;
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port.data());
    MPI_Bcast(port.data(), MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Comm_accept(port.data(), MPI_INFO_NULL, 0, MPI_COMM_SELF, &peer);
    if (rank == late) {
        sleep(pause_of_late);
        MPI_Comm_connect(port.data(), MPI_INFO_NULL, 0, MPI_COMM_SELF, &peer);
        const int value = 13;
        MPI_Send(&value, 1, MPI_INT, 0, tag, peer);
    }
    if (rank == 0) {
        int value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, tag, peer, MPI_STATUS_IGNORE);
        check(value == 13, "the client's message is wrong");
        MPI_Close_port(port.data());
    }
    if (peer != MPI_COMM_NULL) MPI_Comm_disconnect(&peer);
    check_sum();
}

/// The parents wait for a child that computes; the child computes while they do.
void spawned() {
    MPI_Comm child = MPI_COMM_NULL;
    std::array<char, 6> word{"child"};
    std::array<char *, 2> arguments{word.data(), nullptr};
    MPI_Comm_spawn(program.c_str(), arguments.data(), 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child,
                   MPI_ERRCODES_IGNORE);
    if (rank == 0) {
        int value = 0;
        MPI_Recv(&value, 1, MPI_INT, 1, tag, child, MPI_STATUS_IGNORE);
        check(value == 14, "the child's message is wrong");
    }
    check_sum();
    MPI_Comm_disconnect(&child);
}

void be_child() {
    MPI_Comm parents = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parents);
    int here = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &here);
    if (here == 1) sleep(pause_of_late);
    MPI_Barrier(MPI_COMM_WORLD);
    const int value = 14;
    if (here == 1) MPI_Send(&value, 1, MPI_INT, 0, tag, parents);
    MPI_Comm_disconnect(&parents);
}

/// The last thing that a program does may take long at one rank.
void slow_end() {
    check_sum();
    if (rank == late) sleep(pause_of_late);
}

const std::map<std::string, std::function<void()>> scenarios = {
    {"computes", [] { computes(late); }},
    {"first_computes", [] { computes(0); }},
    {"polls", polls},
    {"relay", relay},
    {"threads", threads},
    {"outside", outside},
    {"nonblocking", nonblocking},
    {"slow_operations", slow_operations},
    {"windows", windows},
    {"ports", ports},
    {"spawned", spawned},
    {"slow_end", slow_end},
};

} // namespace

int main(int argc, char **argv) {
    const std::string name = argc > 1 ? argv[1] : "";
    const bool with_threads = name == "threads" || (argc > 2 && std::string(argv[2]) == "threads");
    program = argv[0];
    int provided = 0;
    MPI_Init_thread(&argc, &argv, with_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    if (name == "child") {
        be_child();
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto scenario = scenarios.find(name);
    if (scenario == scenarios.end()) {
        std::fprintf(stderr, "patient: there is no scenario (%s)\n", name.c_str());
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    scenario->second();
    MPI_Finalize();
    if (mistakes == 0) std::printf("ok: %s\n", name.c_str());
    return mistakes == 0 ? 0 : 1;
}
