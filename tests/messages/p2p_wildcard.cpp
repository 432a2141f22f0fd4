// Receives from MPI_ANY_SOURCE on rank 0 while others die, one of them within a long message.
// Run with the policy `ignore`.

#include "messages.hpp"

#include <map>

using namespace survivors;

namespace {

constexpr int length = 200000; // nothing that is sent at once
using Block = std::vector<int>;

/// What a receiver gets: the data and who sent them, or MPI_PROC_NULL.
struct Got {
    int source = MPI_PROC_NULL;
    Block block = Block(length, untouched);
};

using Receive = Got (*)(int tag);

Got by_recv(int tag) {
    Got got;
    MPI_Status status;
    MPI_Recv(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_wait(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_test(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    for (int flag = 0; !flag;)
        MPI_Test(&request, &flag, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_waitall_of_derived(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype halves;
    MPI_Type_contiguous(length / 2, MPI_INT, &halves);
    MPI_Type_commit(&halves);
    MPI_Irecv(got.block.data(), 2, halves, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    MPI_Type_free(&halves); // while the receive is pending
    MPI_Waitall(1, &request, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_waitany(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &requests[1]);
    int index = -1;
    MPI_Waitany(3, requests, &index, &status);
    if (index == 1) got.source = status.MPI_SOURCE;
    return got;
}
Got by_testsome(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    int index = -1;
    for (int count = 0; count == 0;)
        MPI_Testsome(1, &request, &count, &index, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_sendrecv(int tag) {
    Got got;
    MPI_Status status;
    MPI_Sendrecv(nullptr, 0, MPI_INT, MPI_PROC_NULL, tag, got.block.data(), length, MPI_INT,
                 MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_isendrecv(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isendrecv(nullptr, 0, MPI_INT, MPI_PROC_NULL, tag, got.block.data(), length, MPI_INT,
                  MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_recv_init(int tag) {
    Got got;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Recv_init(got.block.data(), length, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    MPI_Request_free(&request);
    got.source = status.MPI_SOURCE;
    return got;
}
Got by_probe(int tag) {
    for (;;) { // what is probed may be half there only, and then nothing comes
        Got got;
        MPI_Status status;
        MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        if (status.MPI_SOURCE == MPI_PROC_NULL) return got;
        MPI_Recv(got.block.data(), length, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
                 &status);
        got.source = status.MPI_SOURCE;
        if (got.source != MPI_PROC_NULL) return got;
    }
}
Got by_mprobe(int tag) {
    for (;;) {
        Got got;
        MPI_Status status;
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, &status);
        const bool nobody = status.MPI_SOURCE == MPI_PROC_NULL;
        MPI_Mrecv(got.block.data(), length, MPI_INT, &message, &status);
        got.source = status.MPI_SOURCE;
        if (nobody || got.source != MPI_PROC_NULL) return got;
    }
}
Got by_improbe(int tag) {
    for (;;) {
        Got got;
        MPI_Status status;
        MPI_Message message;
        for (int flag = 0; !flag;)
            MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, &message, &status);
        const bool nobody = status.MPI_SOURCE == MPI_PROC_NULL;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Imrecv(got.block.data(), length, MPI_INT, &message, &request);
        MPI_Wait(&request, &status);
        got.source = status.MPI_SOURCE;
        if (nobody || got.source != MPI_PROC_NULL) return got;
    }
}

struct Way {
    const char *name;
    Receive receive;
};
constexpr Way ways[] = {{"MPI_Recv", by_recv},           {"MPI_Wait", by_wait},
                        {"MPI_Test", by_test},           {"MPI_Waitall", by_waitall_of_derived},
                        {"MPI_Waitany", by_waitany},     {"MPI_Testsome", by_testsome},
                        {"MPI_Sendrecv", by_sendrecv},   {"MPI_Isendrecv", by_isendrecv},
                        {"MPI_Recv_init", by_recv_init}, {"MPI_Probe", by_probe},
                        {"MPI_Mprobe", by_mprobe},       {"MPI_Improbe", by_improbe}};
constexpr int way_count = static_cast<int>(std::size(ways));

/// Sends rank 0 a long message for every way, none of which it receives yet, and dies.
void die_within_messages(int rank) {
    const Block block(length, rank);
    std::vector<MPI_Request> requests(at(way_count));
    for (int tag = 0; tag < way_count; ++tag)
        MPI_Issend(block.data(), length, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[at(tag)]);
    int flag = 0;
    for (const double start = MPI_Wtime(); MPI_Wtime() < start + 0.3;)
        MPI_Testall(way_count, requests.data(), &flag, MPI_STATUSES_IGNORE);
    std::raise(SIGKILL);
}

/// Rank 0 gets one message from every other survivor in each way, and nothing else.
void receive_long(Program &program) {
    if (program.rank != 0) {
        const Block block(length, program.rank);
        for (int tag = 0; tag < way_count; ++tag)
            MPI_Send(block.data(), length, MPI_INT, 0, tag, MPI_COMM_WORLD);
        return;
    }
    for (int tag = 0; tag < way_count; ++tag) {
        const char *name = ways[tag].name;
        std::map<int, int> messages;
        for (int left = program.size - 1 - program.count_missing(); left > 0; --left) {
            const Got got = ways[tag].receive(tag);
            ++messages[got.source];
            program.check(got.block == Block(length, got.source), "%s: rank %d's data are wrong",
                          name, got.source);
        }
        for (int from = 1; from < program.size; ++from)
            program.check(messages[from] == (program.is_missing(from) ? 0 : 1),
                          "%s: %d messages of rank %d", name, messages[from], from);
    }
}

/// A stream of small messages of all others, in which some die: those of the living arrive all, in
/// order.
constexpr int stream_tag = 100;
constexpr int stream_length = 2000;

void send_stream(int messages) {
    for (int i = 0; i < messages; ++i)
        MPI_Send(&i, 1, MPI_INT, 0, stream_tag, MPI_COMM_WORLD);
}

void receive_stream(Program &program) {
    std::vector<int> next(at(program.size), 0);
    int living = 0;
    for (int from = 1; from < program.size; ++from)
        living += program.is_missing(from) ? 0 : 1;
    MPI_Request request = MPI_REQUEST_NULL;
    for (int turn = 0; living > 0; ++turn) {
        int got = -1;
        MPI_Status status;
        if (turn % 2 == 0) {
            MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, stream_tag, MPI_COMM_WORLD, &status);
        } else {
            MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, stream_tag, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, &status);
        }
        if (status.MPI_SOURCE < 0) {
            program.check(false, "turn %d receives from %d", turn, status.MPI_SOURCE);
            return;
        }
        int &expected = next[at(status.MPI_SOURCE)];
        program.check(got == expected, "rank %d's message %d comes in place of %d",
                      status.MPI_SOURCE, got, expected);
        if (++expected == stream_length && !program.is_missing(status.MPI_SOURCE)) --living;
    }
}

/// Takes what is left of the stream until the processes `dying` have ended.
void drain_stream(const std::vector<int> &dying) {
    for (const int process : dying)
        while (kill(process, 0) == 0) {
            MPI_Status status;
            int flag = 0;
            int got = -1;
            MPI_Iprobe(MPI_ANY_SOURCE, stream_tag, MPI_COMM_WORLD, &flag, &status);
            if (flag && status.MPI_SOURCE >= 0)
                MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, stream_tag, MPI_COMM_WORLD, &status);
        }
}

/// Nobody is left to send but this process itself.
void alone(Program &program) {
    for (int tag = 0; tag < way_count; ++tag) {
        const Got got = ways[tag].receive(tag);
        program.check(got.source == MPI_PROC_NULL, "%s receives from %d", ways[tag].name,
                      got.source);
        const Block block(length, program.rank);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(block.data(), length, MPI_INT, program.rank, tag, MPI_COMM_WORLD, &request);
        const Got own = ways[tag].receive(tag);
        program.check(own.source == program.rank && own.block == block,
                      "%s loses this process's own message (source %d)", ways[tag].name,
                      own.source);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Status status;
    for (int flag = 0; !flag;)
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &status);
    check_empty(program, "MPI_Iprobe", status);
}

/// The usual end of a master: a receive that is not needed any more.
void cancelled(Program &program) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int value = untouched;
    int is_cancelled = 0;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &is_cancelled);
    program.check(is_cancelled, "MPI_Cancel of a wildcard receive does nothing");
}

bool dies(int rank, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string(argv[i]) == "--die" && std::atoi(argv[i + 1]) == rank) return true;
    return false;
}

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_wildcard");
    receive_long(program); // all alive
    const int process = getpid();
    std::vector<int> processes(at(program.size));
    MPI_Gather(&process, 1, MPI_INT, processes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (dies(program.rank, argc, argv)) {
        send_stream(stream_length / 2);
        die_within_messages(program.rank);
    }
    program.deaths();
    if (program.rank == 0) {
        receive_stream(program);
        std::vector<int> dying;
        for (int rank = 0; rank < program.size; ++rank)
            if (program.is_missing(rank)) dying.push_back(processes[at(rank)]);
        drain_stream(dying);
        receive_long(program);
        if (program.count_missing() == program.size - 1) alone(program);
        cancelled(program);
    } else {
        send_stream(stream_length);
        receive_long(program);
    }
    return program.finish();
}
