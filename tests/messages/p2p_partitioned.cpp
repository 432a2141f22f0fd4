// Partitioned communication with a peer that died: each start follows the policy anew, and those
// of the living continue beside it.

#include "messages.hpp"

#include <thread>

using namespace survivors;

namespace {

struct Test {
    Program &program;
    MPI_Comm comm;
    int dead;  // the one who is missing
    int right; // the neighbours in the ring without the dead
    int left;
    bool error; // the policy: error or ignore

    int failure() const { return error ? process_failed : MPI_SUCCESS; }

    /// All partitions, the last one first; with threads each by its own if the program may.
    void make_ready(int partitions, MPI_Request request, bool by_threads) {
        int provided = MPI_THREAD_SINGLE;
        MPI_Query_thread(&provided);
        std::vector<std::thread> threads;
        std::vector<int> codes(at(partitions), MPI_SUCCESS);
        for (int partition = partitions - 1; partition >= 0; --partition) {
            const auto ready = [&codes, partition, request] {
                codes[at(partition)] = MPI_Pready(partition, request);
            };
            if (by_threads && provided == MPI_THREAD_MULTIPLE)
                threads.emplace_back(ready);
            else
                ready();
        }
        for (std::thread &thread : threads)
            thread.join();
        for (const int code : codes)
            check_error(program, "MPI_Pready", code, MPI_SUCCESS);
    }

    /// `given` partitions arrive as `taken` ones, every second element of a buffer as a row.
    void ring(int given, int taken, int elements, int tag) {
        const int length = given * taken * elements;
        std::vector<int> mine(at(2 * length), untouched);
        std::vector<int> theirs(at(length), untouched);
        MPI_Datatype every_second;
        MPI_Datatype spaced;
        MPI_Type_vector(1, 1, 2, MPI_INT, &every_second);
        MPI_Type_create_resized(every_second, 0, 2 * sizeof(int), &spaced);
        MPI_Type_commit(&spaced);
        MPI_Request requests[2];
        MPI_Psend_init(mine.data(), given, taken * elements, spaced, right, tag, comm,
                       MPI_INFO_NULL, &requests[0]);
        MPI_Precv_init(theirs.data(), taken, given * elements, MPI_INT, left, tag, comm,
                       MPI_INFO_NULL, &requests[1]);
        MPI_Type_free(&every_second);
        MPI_Type_free(&spaced);
        for (int cycle = 0; cycle < 3; ++cycle) {
            for (int i = 0; i < length; ++i)
                mine[at(2 * i)] = value(program.rank, cycle, i);
            std::fill(theirs.begin(), theirs.end(), untouched);
            MPI_Request copies[2] = {requests[0], requests[1]};
            MPI_Startall(2, copies);
            make_ready(given, copies[0], cycle == 2);
            for (int flag = 0; !flag && cycle == 1;)
                MPI_Parrived(copies[1], taken - 1, &flag);
            program.check(cycle != 1 || theirs[at(length - 1)] == value(left, cycle, length - 1),
                          "MPI_Parrived: the last partition is not there");
            MPI_Status statuses[2];
            check_error(program, "MPI_Waitall", MPI_Waitall(2, copies, statuses), MPI_SUCCESS);
            check_status(program, "MPI_Precv_init", statuses[1], left, tag, length);
            program.check(copies[0] == requests[0] && copies[1] == requests[1],
                          "MPI_Waitall changes the handles");
            std::vector<int> expected(at(length));
            for (int i = 0; i < length; ++i)
                expected[at(i)] = value(left, cycle, i);
            program.check(theirs == expected, "%d partitions as %d: wrong values", given, taken);
        }
        for (MPI_Request &request : requests)
            MPI_Request_free(&request);
    }

    void with_the_dead(int tag) {
        int mine[4] = {1, 2, 3, 4};
        int theirs[4] = {untouched, untouched, untouched, untouched};
        MPI_Request send;
        MPI_Request receive;
        MPI_Psend_init(mine, 2, 2, MPI_INT, dead, tag, comm, MPI_INFO_NULL, &send);
        MPI_Precv_init(theirs, 4, 1, MPI_INT, dead, tag, comm, MPI_INFO_NULL, &receive);
        for (int cycle = 0; cycle < 3; ++cycle) {
            MPI_Start(&send);
            MPI_Start(&receive);
            check_error(program, "MPI_Pready_range", MPI_Pready_range(0, 1, send), MPI_SUCCESS);
            if (cycle == 1) {
                int flag = 0;
                int code = MPI_SUCCESS;
                while (!flag && code == MPI_SUCCESS)
                    code = MPI_Parrived(receive, 3, &flag);
                check_error(program, "MPI_Parrived", code, failure());
            }
            const MPI_Request before[2] = {send, receive};
            MPI_Status status = marked();
            check_error(program, "MPI_Wait of MPI_Psend_init", MPI_Wait(&send, &status), failure());
            status = marked();
            check_error(program, "MPI_Wait of MPI_Precv_init", MPI_Wait(&receive, &status),
                        failure());
            if (!error) check_empty(program, "MPI_Precv_init", status);
            program.check(status.MPI_ERROR == mark, "MPI_Wait changes MPI_ERROR");
            program.check(before[0] == send && before[1] == receive,
                          "MPI_Wait changes the handles");
            program.check(theirs[0] == untouched && theirs[3] == untouched, "the dead send");
        }
        MPI_Start(&send); // freed while active: nothing is sent
        MPI_Start(&receive);
        MPI_Request_free(&send);
        MPI_Request_free(&receive);
        program.check(send == MPI_REQUEST_NULL && receive == MPI_REQUEST_NULL,
                      "MPI_Request_free leaves a request");
    }

    /// Two channels of one tag belong together in the order in which they were made.
    void order(int tag) {
        const int mine[2] = {program.rank * 10, program.rank * 10 + 1};
        int theirs[2] = {untouched, untouched};
        MPI_Request sends[2];
        MPI_Request receives[2];
        for (int i = 0; i < 2; ++i) {
            MPI_Psend_init(&mine[i], 1, 1, MPI_INT, right, tag, comm, MPI_INFO_NULL, &sends[i]);
            MPI_Precv_init(&theirs[i], 1, 1, MPI_INT, left, tag, comm, MPI_INFO_NULL, &receives[i]);
        }
        MPI_Startall(2, receives);
        for (int i = 1; i >= 0; --i) {
            int list[1] = {0};
            MPI_Start(&sends[i]);
            MPI_Pready_list(1, list, sends[i]);
        }
        // A message of the same tag has nothing to do with them.
        int message = untouched;
        MPI_Sendrecv(&tag, 1, MPI_INT, right, tag, &message, 1, MPI_INT, MPI_ANY_SOURCE,
                     MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
        program.check(message == tag, "a message beside partitions holds %d", message);
        MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
        MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
        program.check(theirs[0] == left * 10 && theirs[1] == left * 10 + 1, "channels: %d, %d",
                      theirs[0], theirs[1]);
        for (int i = 0; i < 2; ++i) {
            MPI_Request_free(&sends[i]);
            MPI_Request_free(&receives[i]);
        }
    }

    void all_of_it() {
        ring(1, 1, 1, 10);
        ring(4, 3, 1, 11);
        ring(3, 8, 700, 12);
        ring(2, 1, 100'000, 13);
        if (dead >= 0) with_the_dead(20);
        order(30);
    }
};

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_partitioned");
    count_errors();
    Test test{.program = program,
              .comm = MPI_COMM_WORLD,
              .dead = -1,
              .right = (program.rank + 1) % program.size,
              .left = (program.rank + program.size - 1) % program.size,
              .error = expects_error(argc, argv)};
    test.all_of_it();
    MPI_Barrier(MPI_COMM_WORLD); // what the dying have sent has arrived
    program.deaths();
    const int living = program.size - 1;
    test.dead = living;
    test.right = (program.rank + 1) % living;
    test.left = (program.rank + living - 1) % living;
    if (program.rank % 2 == 0) let_time_pass(); // some meet the failure in a call, others later
    test.all_of_it();
    MPI_Comm later; // the program's numbering, but other real ranks
    MPI_Comm_dup(MPI_COMM_WORLD, &later);
    test.comm = later;
    test.all_of_it();
    MPI_Comm_free(&later);
    return program.finish();
}
