// Persistent requests with a peer that died: each start follows the policy anew, and those of the
// living continue beside them.

#include "messages.hpp"

using namespace survivors;

namespace {

constexpr int earlier_tag = 7; // of what the dying send before they die
constexpr int earlier_messages = 2;
using Block = std::vector<int>;
using SendInit = int (*)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

struct Test {
    Program &program;
    MPI_Comm comm;
    int dead;  // the one who is missing
    int right; // the neighbours in the ring without the dead
    int left;
    bool error; // the policy: error or ignore

    int failure() const { return error ? process_failed : MPI_SUCCESS; }

    /// Completes a request to or from the dead, which must still be there afterwards.
    void ends_by_policy(const char *what, MPI_Request *request, bool receives) {
        const MPI_Request before = *request;
        MPI_Status status = marked();
        check_error(program, what, MPI_Wait(request, &status), failure());
        program.check(*request == before, "%s changes the handle", what);
        program.check(status.MPI_ERROR == mark, "%s changes MPI_ERROR", what);
        if (!error && receives) check_empty(program, what, status);
    }

    /// To and from both the dead and the living, started together by copies of the handles.
    void cycles(const char *what, SendInit send_init, int length, int tag) {
        Block mine(at(length), untouched);
        Block theirs(at(length), untouched);
        Block nothing(at(length), untouched);
        MPI_Request requests[5];
        MPI_Recv_init(theirs.data(), length, MPI_INT, left, tag, comm, &requests[0]);
        MPI_Recv_init(nothing.data(), length, MPI_INT, dead, tag, comm, &requests[1]);
        MPI_Recv_init(nothing.data(), length, MPI_INT, MPI_PROC_NULL, tag, comm, &requests[2]);
        send_init(mine.data(), length, MPI_INT, right, tag, comm, &requests[3]);
        send_init(mine.data(), length, MPI_INT, dead, tag, comm, &requests[4]);
        for (int cycle = 0; cycle < 4; ++cycle) {
            std::fill(mine.begin(), mine.end(), value(program.rank, 0, cycle));
            MPI_Request copies[5];
            std::copy(std::begin(requests), std::end(requests), copies);
            MPI_Startall(3, copies);
            if (send_init == MPI_Rsend_init) MPI_Barrier(comm);
            check_error(program, what, MPI_Startall(2, &copies[3]), MPI_SUCCESS);
            ends_by_policy(what, &copies[1], true);
            ends_by_policy(what, &copies[4], false);
            MPI_Status status = marked();
            check_error(program, what, MPI_Wait(&copies[0], &status), MPI_SUCCESS);
            check_status(program, what, status, left, tag, length);
            check_error(program, what, MPI_Wait(&copies[2], &status), MPI_SUCCESS);
            check_empty(program, what, status);
            check_error(program, what, MPI_Wait(&copies[3], MPI_STATUS_IGNORE), MPI_SUCCESS);
            program.check(std::equal(std::begin(requests), std::end(requests), copies),
                          "%s changes the handles", what);
            program.check(theirs == Block(at(length), value(left, 0, cycle)),
                          "%s, cycle %d: a message holds %d", what, cycle, theirs[0]);
            program.check(nothing == Block(at(length), untouched), "%s: the dead send", what);
        }
        for (MPI_Request &request : requests)
            MPI_Request_free(&request);
    }

    void all_kinds() {
        std::vector<char> room(10'000'000);
        int tag = 100;
        for (const int length : {1, 200'000}) {
            MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
            cycles("MPI_Send_init", MPI_Send_init, length, ++tag);
            cycles("MPI_Ssend_init", MPI_Ssend_init, length, ++tag);
            cycles("MPI_Rsend_init", MPI_Rsend_init, length, ++tag);
            cycles("MPI_Bsend_init", MPI_Bsend_init, length, ++tag);
            void *detached = nullptr;
            int size = 0;
            MPI_Buffer_detach(&detached, &size);
            program.check(detached == room.data(), "MPI_Buffer_detach gives another buffer");
        }
    }

    /// What the dead sent before is delivered, one message a start.
    void earlier(int tag) {
        int message = untouched;
        MPI_Request request;
        MPI_Recv_init(&message, 1, MPI_INT, dead, tag, MPI_COMM_WORLD, &request);
        for (int i = 0; i < earlier_messages; ++i) {
            MPI_Start(&request);
            MPI_Status status = marked();
            check_error(program, "an earlier message", MPI_Wait(&request, &status), MPI_SUCCESS);
            check_status(program, "an earlier message", status, dead, tag, 1);
            program.check(message == value(dead, program.rank, i), "earlier message %d holds %d", i,
                          message);
        }
        for (int i = 0; i < 3; ++i) {
            MPI_Start(&request);
            ends_by_policy("after the last message", &request, true);
        }
        MPI_Request_free(&request);
    }

    /// The program may free what it has given away, and requests that are still active.
    void freed(int tag) {
        MPI_Comm other;
        MPI_Datatype every_second;
        MPI_Comm_dup(comm, &other);
        MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
        MPI_Type_commit(&every_second);
        const Block mine(6, program.rank);
        Block theirs(6, untouched);
        Block nothing(6, untouched);
        MPI_Request receive;
        MPI_Request sends[2];
        MPI_Request lost;
        MPI_Recv_init(theirs.data(), 1, every_second, left, tag, other, &receive);
        MPI_Recv_init(nothing.data(), 1, every_second, dead, tag, other, &lost);
        MPI_Send_init(mine.data(), 1, every_second, right, tag, other, &sends[0]);
        MPI_Ssend_init(mine.data(), 1, every_second, dead, tag, other, &sends[1]);
        MPI_Type_free(&every_second);
        MPI_Comm_free(&other);
        MPI_Start(&receive);
        MPI_Start(&lost);
        MPI_Startall(2, sends);
        for (MPI_Request *request : {&lost, &sends[0], &sends[1]}) {
            check_error(program, "MPI_Request_free", MPI_Request_free(request), MPI_SUCCESS);
            program.check(*request == MPI_REQUEST_NULL, "a freed request is not null");
        }
        MPI_Status status = marked();
        check_error(program, "a freed communicator", MPI_Wait(&receive, &status), MPI_SUCCESS);
        const Block expected{left, untouched, left, untouched, left, untouched};
        program.check_equal(theirs, expected, "a freed datatype");
        MPI_Request_free(&receive);
        MPI_Barrier(MPI_COMM_WORLD); // every message is delivered before its buffer goes
    }

    void inactive(int tag) {
        int nothing = untouched;
        MPI_Request request;
        MPI_Recv_init(&nothing, 1, MPI_INT, dead, tag, comm, &request);
        for (int i = 0; i < 2; ++i) {
            MPI_Status status = marked();
            int flag = 0;
            check_error(program, "MPI_Wait", MPI_Wait(&request, &status), MPI_SUCCESS);
            check_status(program, "MPI_Wait", status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
            check_error(program, "MPI_Test", MPI_Test(&request, &flag, &status), MPI_SUCCESS);
            program.check(flag == 1, "MPI_Test waits for an inactive request");
            MPI_Request_get_status(request, &flag, &status);
            program.check(flag == 1, "MPI_Request_get_status waits for an inactive request");
            int index = 0;
            MPI_Waitany(1, &request, &index, &status);
            program.check(index == MPI_UNDEFINED, "MPI_Waitany finds an inactive request");
            MPI_Start(&request);
            for (flag = 0; !flag;)
                MPI_Request_get_status(request, &flag, &status);
            check_empty(program, "MPI_Request_get_status", status);
            ends_by_policy("after MPI_Request_get_status", &request, true);
        }
        MPI_Request_free(&request);
    }

    /// From anybody: those who are left continue, whoever else is dead.
    void wildcard(int tag) {
        int message = untouched;
        MPI_Request requests[2];
        MPI_Request own;
        int self = untouched;
        MPI_Recv_init(&message, 1, MPI_INT, MPI_ANY_SOURCE, tag, comm, &requests[0]);
        MPI_Send_init(&program.rank, 1, MPI_INT, right, tag, comm, &requests[1]);
        MPI_Recv_init(&self, 1, MPI_INT, 0, tag, MPI_COMM_SELF, &own); // none of ours
        for (int cycle = 0; cycle < 3; ++cycle) {
            MPI_Request all[3] = {requests[0], own, requests[1]};
            MPI_Startall(3, all);
            MPI_Send(&cycle, 1, MPI_INT, 0, tag, MPI_COMM_SELF);
            MPI_Status statuses[3];
            check_error(program, "a wildcard", MPI_Waitall(3, all, statuses), MPI_SUCCESS);
            check_status(program, "a wildcard", statuses[0], left, tag, 1);
            program.check(message == left && self == cycle, "a wildcard gets %d, self gets %d",
                          message, self);
        }
        for (MPI_Request *request : {&requests[0], &requests[1], &own})
            MPI_Request_free(request);
    }

    void cancelled(int tag) {
        int nothing = untouched;
        MPI_Request request;
        MPI_Recv_init(&nothing, 1, MPI_INT, left, tag, comm, &request);
        for (int i = 0; i < 2; ++i) {
            MPI_Start(&request);
            MPI_Cancel(&request);
            MPI_Status status;
            int flag = 0;
            check_error(program, "MPI_Cancel", MPI_Wait(&request, &status), MPI_SUCCESS);
            MPI_Test_cancelled(&status, &flag);
            program.check(flag == 1, "a receive is not cancelled");
        }
        MPI_Request_free(&request);
    }

    void all_of_it() {
        all_kinds();
        freed(120);
        inactive(130);
        wildcard(140);
        cancelled(150);
    }
};

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_persistent");
    count_errors();
    MPI_Comm earlier; // made while everybody is alive
    MPI_Comm_dup(MPI_COMM_WORLD, &earlier);
    const int dead = program.size - 1;
    if (program.rank == dead) {
        for (int to = 0; to < dead; ++to)
            for (int i = 0; i < earlier_messages; ++i) {
                const int message = value(dead, to, i);
                MPI_Send(&message, 1, MPI_INT, to, earlier_tag, MPI_COMM_WORLD);
            }
        let_time_pass();
    }
    program.deaths();
    Test test{.program = program,
              .comm = MPI_COMM_WORLD,
              .dead = dead,
              .right = (program.rank + 1) % dead,
              .left = (program.rank + dead - 1) % dead,
              .error = expects_error(argc, argv)};
    if (program.rank % 2 == 0) let_time_pass(); // some meet the failure in a call, others later
    test.earlier(earlier_tag);
    test.all_of_it();
    MPI_Comm later; // the program's numbering, but other real ranks
    MPI_Comm_dup(MPI_COMM_WORLD, &later);
    for (const MPI_Comm comm : {earlier, later}) {
        test.comm = comm;
        test.all_of_it();
    }
    MPI_Request never_freed; // as many programs do
    int nothing = untouched;
    MPI_Recv_init(&nothing, 1, MPI_INT, dead, 1, MPI_COMM_WORLD, &never_freed);
    MPI_Comm_free(&earlier);
    MPI_Comm_free(&later);
    return program.finish();
}
