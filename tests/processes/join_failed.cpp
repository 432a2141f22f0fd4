// MPI_Comm_join with a process of another MPI_COMM_WORLD that fails once the two know each other's
// names: the error handler of MPI_COMM_WORLD is called. The other end of the socket is played here,
// with the line of runtime/processes/join_line.hpp.

#include "messages.hpp"

#include <array>
#include <cstring>

#include <sys/socket.h>

using namespace survivors;

int main(int argc, char **argv) {
    Program p(argc, argv, "join_failed");
    count_errors();
    std::array<int, 2> ends{-1, -1};
    std::array<char, MPI_MAX_PORT_NAME> line{};
    // A world whose name comes before all others: so this process waits for its port.
    std::strcpy(line.data(), "closeranks join 1\n0 !");
    const bool is_ready =
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0 &&
        write(ends[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
        shutdown(ends[1], SHUT_WR) == 0;
    p.check(is_ready, "no socket");
    MPI_Comm joined = MPI_COMM_WORLD;
    check_error(p, "MPI_Comm_join", MPI_Comm_join(ends[0], &joined), process_failed);
    p.check(joined == MPI_COMM_NULL, "MPI_Comm_join returns a communicator");
    return p.finish();
}
