// Programs that are running already are connected by ports and sockets, and what connects them
// continues among those who live.
//
//     ports [--die RANK]...
//
// The even ranks serve, the odd ones are clients. The ranks to die do so after a first round with
// everybody, and then before, within and after a second connection: they are told to by `--when`.

#include "survivors.hpp"

#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

using namespace survivors;

namespace {

constexpr int tag = 5;

struct Half {
    explicit Half(const Program &p) : serves(p.rank % 2 == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, p.rank % 2, 0, &comm);
        MPI_Comm_rank(comm, &rank);
    }
    ~Half() { MPI_Comm_free(&comm); }
    Half(const Half &) = delete;
    Half &operator=(const Half &) = delete;
    bool serves;
    int rank = 0; ///< its lowest survivor has 0
    MPI_Comm comm = MPI_COMM_NULL;
};

int sum_of_living(const Program &p, int parity) {
    int sum = 0;
    for (int r = parity; r < p.size; r += 2)
        if (!p.is_missing(r)) sum += 1 + r;
    return sum;
}

void use(Program &p, MPI_Comm between, int parity) {
    const int mine = 1 + p.rank;
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, between);
    const int others = sum_of_living(p, 1 - parity);
    p.check(sum == others, "Allreduce over the connection: %d, not %d", sum, others);
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Intercomm_merge(between, parity, &all);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
    p.check(sum == others + sum_of_living(p, parity), "Allreduce on the merged: %d", sum);
    MPI_Comm_free(&all);
}

/// The server's rank in MPI_COMM_WORLD opens the port and tells everybody.
std::string open_for_all(const Program &p, int server) {
    char port[MPI_MAX_PORT_NAME] = "";
    if (p.rank == server) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, server, MPI_COMM_WORLD);
    return port;
}

int lowest_living(const Program &p, int parity) {
    int r = parity;
    while (p.is_missing(r))
        r += 2;
    return r;
}

MPI_Comm connect(const Half &half, const std::string &port) {
    MPI_Comm between = MPI_COMM_NULL;
    if (half.serves)
        MPI_Comm_accept(port.c_str(), MPI_INFO_NULL, 0, half.comm, &between);
    else
        MPI_Comm_connect(port.c_str(), MPI_INFO_NULL, 0, half.comm, &between);
    return between;
}

/// The lowest of each half, joined by a socket that they have named for each other.
void join(Program &p, int server, int client) {
    if (p.rank != server && p.rank != client) return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "closeranks.%d.%d",
                  static_cast<int>(getppid()), client);
    const auto *const named = reinterpret_cast<const sockaddr *>(&address);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (p.rank == server) {
        const int listening = fd;
        p.check(bind(listening, named, sizeof address) == 0 && listen(listening, 1) == 0, "listen");
        MPI_Send(nullptr, 0, MPI_INT, client, tag, MPI_COMM_WORLD);
        fd = accept(listening, nullptr, nullptr);
        close(listening);
    } else {
        MPI_Recv(nullptr, 0, MPI_INT, server, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        p.check(::connect(fd, named, sizeof address) == 0, "connect the socket");
    }
    MPI_Comm joined = MPI_COMM_NULL;
    MPI_Comm_join(fd, &joined);
    int got = untouched;
    MPI_Sendrecv(&p.rank, 1, MPI_INT, 0, tag, &got, 1, MPI_INT, 0, tag, joined, MPI_STATUS_IGNORE);
    p.check(got == (p.rank == server ? client : server), "joined with %d", got);
    int is_inter = 0;
    MPI_Comm_test_inter(joined, &is_inter);
    p.check(is_inter != 0, "joined by an intracommunicator");
    MPI_Comm_disconnect(&joined);
    close(fd);
}

void everything(Program &p) {
    const int server = lowest_living(p, 0);
    const int client = lowest_living(p, 1);
    const std::string port = open_for_all(p, server);
    const Half half(p);
    for (int round = 0; round < 2; ++round) { // a port serves again and again
        MPI_Comm between = connect(half, port);
        use(p, between, half.serves ? 0 : 1);
        MPI_Comm_disconnect(&between);
    }
    if (p.rank == server) MPI_Close_port(port.c_str());
    join(p, server, client);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "ports");
    everything(p);
    // What is connected now loses members.
    const std::string port = open_for_all(p, 0);
    MPI_Comm between = MPI_COMM_NULL;
    {
        const Half half(p);
        between = connect(half, port);
        use(p, between, half.serves ? 0 : 1);
        MPI_Barrier(MPI_COMM_WORLD);
        p.deaths();
        use(p, between, half.serves ? 0 : 1);
    }
    MPI_Comm_disconnect(&between);
    everything(p);
    return p.finish();
}
