// Every call of point-to-point with a peer that died, under the policies `ignore` and `error`.

#include "messages.hpp"

using namespace survivors;

namespace {

constexpr int before_death = 7; // tag of what the dying send before they die
constexpr int elements = 4;
using Block = std::vector<int>;

struct Test {
    Program &program;
    int dead;  // the one who is missing
    int other; // a living neighbour: the ring without the dead
    int other_source;
    bool error;

    int failure() const { return error ? process_failed : MPI_SUCCESS; }

    void nothing_came(const char *what, int code, const MPI_Status &status, const Block &block) {
        check_error(program, what, code, failure());
        if (!error) check_empty(program, what, status);
        program.check(status.MPI_ERROR == mark, "%s changes MPI_ERROR", what);
        program.check(block == Block(block.size(), untouched), "%s changes the buffer", what);
    }

    void sends() {
        for (const int length : {1, 3000, 300000}) {
            const Block block(at(length), 5);
            check_error(program, "MPI_Send",
                        MPI_Send(block.data(), length, MPI_INT, dead, 1, MPI_COMM_WORLD),
                        failure());
            check_error(program, "MPI_Ssend",
                        MPI_Ssend(block.data(), length, MPI_INT, dead, 1, MPI_COMM_WORLD),
                        failure());
            MPI_Request request = MPI_REQUEST_NULL;
            check_error(program, "MPI_Isend",
                        MPI_Isend(block.data(), length, MPI_INT, dead, 1, MPI_COMM_WORLD, &request),
                        MPI_SUCCESS);
            check_error(program, "MPI_Wait of MPI_Isend", MPI_Wait(&request, MPI_STATUS_IGNORE),
                        failure());
            program.check(request == MPI_REQUEST_NULL, "MPI_Wait leaves the request of MPI_Isend");
        }
    }

    void receives() {
        Block block(elements, untouched);
        MPI_Status status = marked();
        int code = MPI_Recv(block.data(), elements, MPI_INT, dead, 1, MPI_COMM_WORLD, &status);
        nothing_came("MPI_Recv", code, status, block);
        code =
            MPI_Recv(block.data(), elements, MPI_INT, dead, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_error(program, "MPI_Recv without status", code, failure());

        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(block.data(), elements, MPI_INT, dead, 1, MPI_COMM_WORLD, &request);
        status = marked();
        code = MPI_Wait(&request, &status);
        nothing_came("MPI_Wait of MPI_Irecv", code, status, block);
        program.check(request == MPI_REQUEST_NULL, "MPI_Wait leaves the request of MPI_Irecv");

        MPI_Irecv(block.data(), elements, MPI_INT, dead, 1, MPI_COMM_WORLD, &request);
        status = marked();
        code = MPI_SUCCESS;
        for (int flag = 0; !flag && code == MPI_SUCCESS;)
            code = MPI_Test(&request, &flag, &status);
        nothing_came("MPI_Test of MPI_Irecv", code, status, block);
        program.check(request == MPI_REQUEST_NULL, "MPI_Test leaves the request of MPI_Irecv");

        MPI_Irecv(block.data(), elements, MPI_INT, dead, 1, MPI_COMM_WORLD, &request);
        for (int flag = 0; !flag;)
            MPI_Request_get_status(request, &flag, &status);
        check_empty(program, "MPI_Request_get_status", status);
        status = marked();
        code = MPI_Wait(&request, &status);
        nothing_came("MPI_Wait after MPI_Request_get_status", code, status, block);
    }

    /// A message which arrived before its sender died is delivered.
    void earlier_message(int tag) {
        Block block(elements, untouched);
        MPI_Status status = marked();
        const int code =
            MPI_Recv(block.data(), elements, MPI_INT, dead, tag, MPI_COMM_WORLD, &status);
        check_error(program, "MPI_Recv of an earlier message", code, MPI_SUCCESS);
        check_status(program, "MPI_Recv of an earlier message", status, dead, tag, 1);
        program.check(block[0] == value(dead, program.rank, tag), "an earlier message holds %d",
                      block[0]);
    }

    void probes() {
        Block block(elements, untouched);
        MPI_Status status = marked();
        int code = MPI_Probe(dead, 1, MPI_COMM_WORLD, &status);
        nothing_came("MPI_Probe", code, status, block);
        status = marked();
        code = MPI_SUCCESS;
        for (int flag = 0; !flag && code == MPI_SUCCESS;)
            code = MPI_Iprobe(dead, 1, MPI_COMM_WORLD, &flag, &status);
        nothing_came("MPI_Iprobe", code, status, block);

        MPI_Message message = MPI_MESSAGE_NULL;
        status = marked();
        code = MPI_Mprobe(dead, 1, MPI_COMM_WORLD, &message, &status);
        nothing_came("MPI_Mprobe", code, status, block);
        if (!error) receive_no_message(message);
        status = marked();
        code = MPI_SUCCESS;
        for (int flag = 0; !flag && code == MPI_SUCCESS;)
            code = MPI_Improbe(dead, 1, MPI_COMM_WORLD, &flag, &message, &status);
        nothing_came("MPI_Improbe", code, status, block);
        if (!error) receive_no_message(message);
    }

    void receive_no_message(MPI_Message message) {
        Block block(elements, untouched);
        MPI_Status status = marked();
        program.check(message == MPI_MESSAGE_NO_PROC, "the message is not MPI_MESSAGE_NO_PROC");
        check_error(program, "MPI_Mrecv",
                    MPI_Mrecv(block.data(), elements, MPI_INT, &message, &status), MPI_SUCCESS);
        check_empty(program, "MPI_Mrecv", status);
        program.check(message == MPI_MESSAGE_NULL, "MPI_Mrecv leaves the message");
    }

    /// The message of the living half is never lost, whoever the other half is with.
    void exchanges() {
        Block mine(elements, program.rank);
        Block theirs(elements, untouched);
        MPI_Status status = marked();
        int code = MPI_Sendrecv(mine.data(), elements, MPI_INT, dead, 2, theirs.data(), elements,
                                MPI_INT, dead, 2, MPI_COMM_WORLD, &status);
        nothing_came("MPI_Sendrecv", code, status, theirs);

        // Each gives to the dead and takes from a neighbour, who sends it separately.
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(mine.data(), elements, MPI_INT, other, 3, MPI_COMM_WORLD, &request);
        status = marked();
        code = MPI_Sendrecv(mine.data(), elements, MPI_INT, dead, 3, theirs.data(), elements,
                            MPI_INT, other_source, 3, MPI_COMM_WORLD, &status);
        check_error(program, "MPI_Sendrecv to the dead", code, failure());
        if (!error || theirs[0] != untouched)
            arrived("MPI_Sendrecv to the dead", status, theirs);
        else // it has not been taken, so that it can still be received
            take(theirs, 3);
        MPI_Wait(&request, MPI_STATUS_IGNORE);

        // The other way round.
        const Block nothing(elements, untouched);
        Block empty = nothing;
        status = marked();
        code = MPI_Sendrecv(mine.data(), elements, MPI_INT, other, 4, empty.data(), elements,
                            MPI_INT, dead, 4, MPI_COMM_WORLD, &status);
        nothing_came("MPI_Sendrecv from the dead", code, status, empty);
        take(theirs, 4);

        Block both(elements, program.rank);
        status = marked();
        code = MPI_Sendrecv_replace(both.data(), elements, MPI_INT, other, 5, other_source, 5,
                                    MPI_COMM_WORLD, &status);
        check_error(program, "MPI_Sendrecv_replace", code, MPI_SUCCESS);
        arrived("MPI_Sendrecv_replace", status, both, 5);
        both = mine;
        status = marked();
        code = MPI_Sendrecv_replace(both.data(), elements, MPI_INT, dead, 5, dead, 5,
                                    MPI_COMM_WORLD, &status);
        check_error(program, "MPI_Sendrecv_replace with the dead", code, failure());
        program.check(both == mine, "MPI_Sendrecv_replace with the dead changes the buffer");
    }

    /// The same with one request for both halves.
    void exchange_requests() {
        Block mine(elements, program.rank);
        Block theirs(elements, untouched);
        MPI_Request request = MPI_REQUEST_NULL;
        const auto start = [&](int dest, int source, int tag) {
            std::fill(theirs.begin(), theirs.end(), untouched);
            check_error(program, "MPI_Isendrecv",
                        MPI_Isendrecv(mine.data(), elements, MPI_INT, dest, tag, theirs.data(),
                                      elements, MPI_INT, source, tag, MPI_COMM_WORLD, &request),
                        MPI_SUCCESS);
        };
        MPI_Status status = marked();
        start(dead, dead, 2);
        int code = MPI_Wait(&request, &status);
        nothing_came("MPI_Isendrecv", code, status, theirs);

        for (const int source : {other_source, MPI_ANY_SOURCE}) {
            start(other, source, 3);
            status = marked();
            check_error(program, "MPI_Isendrecv among the living", MPI_Wait(&request, &status),
                        MPI_SUCCESS);
            arrived("MPI_Isendrecv among the living", status, theirs);
            MPI_Barrier(MPI_COMM_WORLD); // the next one is from anybody
        }

        MPI_Request sent = MPI_REQUEST_NULL;
        MPI_Isend(mine.data(), elements, MPI_INT, other, 3, MPI_COMM_WORLD, &sent);
        start(dead, other_source, 3);
        status = marked();
        code = MPI_SUCCESS;
        for (int flag = 0; !flag && code == MPI_SUCCESS;)
            code = MPI_Test(&request, &flag, &status);
        check_error(program, "MPI_Isendrecv to the dead", code, failure());
        if (!error || theirs[0] != untouched)
            arrived("MPI_Isendrecv to the dead", status, theirs);
        else
            take(theirs, 3);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);

        start(other, dead, 4);
        status = marked();
        code = MPI_Wait(&request, &status);
        nothing_came("MPI_Isendrecv from the dead", code, status, theirs);
        program.check(request == MPI_REQUEST_NULL, "MPI_Wait leaves the request of MPI_Isendrecv");
        take(theirs, 4);

        Block both(elements, program.rank);
        MPI_Isendrecv_replace(both.data(), elements, MPI_INT, other, 5, other_source, 5,
                              MPI_COMM_WORLD, &request);
        status = marked();
        check_error(program, "MPI_Isendrecv_replace", MPI_Wait(&request, &status), MPI_SUCCESS);
        arrived("MPI_Isendrecv_replace", status, both, 5);
        both = mine;
        MPI_Isendrecv_replace(both.data(), elements, MPI_INT, dead, 5, dead, 5, MPI_COMM_WORLD,
                              &request);
        check_error(program, "MPI_Isendrecv_replace with the dead",
                    MPI_Wait(&request, MPI_STATUS_IGNORE), failure());
        program.check(both == mine, "MPI_Isendrecv_replace with the dead changes the buffer");

        // Freed before they are complete: the messages continue.
        start(other, other_source, 6);
        MPI_Request_free(&request);
        program.check(request == MPI_REQUEST_NULL, "a freed request is not null");
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < 1000 && theirs[0] == untouched; ++i)
            let_messages_go_on();
        program.check(theirs == Block(elements, other_source), "a freed exchange gets %d",
                      theirs[0]);
    }

    static void let_messages_go_on() {
        int flag = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, 999, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }

    void arrived(const char *what, const MPI_Status &status, const Block &block, int tag = 3) {
        check_status(program, what, status, other_source, tag, elements);
        program.check(block == Block(elements, other_source), "%s delivers %d", what, block[0]);
    }

    void take(Block &block, int tag) {
        MPI_Status status = marked();
        std::fill(block.begin(), block.end(), untouched);
        check_error(
            program, "MPI_Recv",
            MPI_Recv(block.data(), elements, MPI_INT, other_source, tag, MPI_COMM_WORLD, &status),
            MPI_SUCCESS);
        arrived("MPI_Recv", status, block, tag);
    }

    /// The program's own errors stay its own, raised once.
    void genuine_errors() {
        Block block(elements, untouched);
        check_error(program, "MPI_Send of -1",
                    MPI_Send(block.data(), -1, MPI_INT, other, 1, MPI_COMM_WORLD), MPI_ERR_COUNT);
        check_error(program, "MPI_Send to nobody",
                    MPI_Send(block.data(), 1, MPI_INT, program.size, 1, MPI_COMM_WORLD),
                    MPI_ERR_RANK);
        check_error(program, "MPI_Recv of -1 from anybody",
                    MPI_Recv(block.data(), -1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE),
                    MPI_ERR_COUNT);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(block.data(), elements, MPI_INT, other, 6, MPI_COMM_WORLD, &request);
        MPI_Status status = marked();
        const int code =
            MPI_Recv(block.data(), 1, MPI_INT, other_source, 6, MPI_COMM_WORLD, &status);
        check_error(program, "MPI_Recv of too little", code, MPI_ERR_TRUNCATE);
        program.check(status.MPI_SOURCE == other_source, "truncated: source %d", status.MPI_SOURCE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    /// A persistent request to or from the dead can be started and completed for ever.
    void persistent() {
        Block block(elements, untouched);
        MPI_Request requests[2];
        MPI_Send_init(block.data(), elements, MPI_INT, dead, 8, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(block.data(), elements, MPI_INT, dead, 8, MPI_COMM_WORLD, &requests[1]);
        for (int round = 0; round < 3; ++round) {
            MPI_Startall(2, requests);
            for (MPI_Request &request : requests) {
                check_error(program, "MPI_Wait of a persistent request",
                            MPI_Wait(&request, MPI_STATUS_IGNORE), failure());
                program.check(request != MPI_REQUEST_NULL, "a persistent request is gone");
            }
        }
        MPI_Status status;
        check_error(program, "MPI_Wait of an inactive request", MPI_Wait(&requests[1], &status),
                    MPI_SUCCESS);
        for (MPI_Request &request : requests)
            MPI_Request_free(&request);
    }
};

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_policies");
    count_errors();
    const int dead = program.size - 1;
    if (program.rank == dead)
        for (int to = 0; to < dead; ++to)
            for (int tag = before_death; tag < before_death + 2; ++tag) {
                const int message = value(dead, to, tag);
                MPI_Send(&message, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
            }
    if (program.rank == dead) let_time_pass();
    program.deaths();
    Test test{.program = program,
              .dead = dead,
              .other = (program.rank + 1) % dead,
              .other_source = (program.rank + dead - 1) % dead,
              .error = expects_error(argc, argv)};
    if (program.rank % 2 == 0) let_time_pass(); // some meet the failure in a call, others later
    if (program.rank % 2 == 0) let_time_pass();
    test.earlier_message(before_death);
    test.receives();
    test.earlier_message(before_death + 1); // also when the death is known for long
    test.sends();
    test.probes();
    test.exchanges();
    test.exchange_requests();
    test.genuine_errors();
    test.persistent();
    return program.finish();
}
