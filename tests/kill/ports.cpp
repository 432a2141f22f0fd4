// Processes that run already find each other by ports and sockets.

#include "scenario.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace kill {
namespace {

/// The even ranks or the odd ones. Not by MPI_Comm_split, whose calls are counted.
class Half {
  public:
    explicit Half(const Run &run) : mine(run.rank % 2) {
        MPI_Group world = MPI_GROUP_NULL;
        MPI_Group side = MPI_GROUP_NULL;
        int range[1][3] = {{mine, run.size - 1, 2}};
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_range_incl(world, 1, range, &side);
        MPI_Comm_create(MPI_COMM_WORLD, side, &comm);
        MPI_Group_free(&side);
        MPI_Group_free(&world);
    }
    ~Half() { MPI_Comm_free(&comm); }
    Half(const Half &) = delete;
    Half &operator=(const Half &) = delete;

    const int mine;
    MPI_Comm comm = MPI_COMM_NULL;
};

Ranks of_half(const Run &run, int which) {
    Ranks ranks = 0;
    for (int r = which; r < run.size; r += 2)
        ranks |= only(r);
    return ranks;
}

Ranks sum_over(Run &run, MPI_Comm comm, int round) {
    const int count = block_length(round);
    const std::vector<long> mine = shares_of(run.rank, round, count);
    std::vector<long> sum = blank(count);
    MPI_Allreduce(mine.data(), sum.data(), count, MPI_LONG, MPI_SUM, comm);
    return contributors(run, round, sum);
}

/// A port that everybody knows, and the leader of the halves: the next one from `leader` on whose
/// server lives. No port: none does.
std::string open_port(const Run &run, int serving, int &leader) {
    char port[MPI_MAX_PORT_NAME] = "";
    const int servers = (run.size + 1 - serving) / 2;
    for (int i = 0; i < servers && port[0] == '\0'; i++) {
        leader = (leader + (i != 0 ? 1 : 0)) % servers;
        const int server = 2 * leader + serving;
        if (run.rank == server) MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, server, MPI_COMM_WORLD);
    }
    return port;
}

/// Those of half `serving` serve the others, led by the rank `leader` of each half, or a later one.
/// Clients whose leader is gone call again under the next.
MPI_Comm connect(const Run &run, const Half &half, int serving, int leader) {
    const std::string port = open_port(run, serving, leader);
    MPI_Comm between = MPI_COMM_NULL;
    if (port.empty()) return between;
    if (half.mine == serving)
        MPI_Comm_accept(port.c_str(), MPI_INFO_NULL, leader, half.comm, &between);
    const int clients = (run.size + serving) / 2;
    for (int i = 0; half.mine != serving && between == MPI_COMM_NULL && i < clients; i++)
        MPI_Comm_connect(port.c_str(), MPI_INFO_NULL, (leader + i) % clients, half.comm, &between);
    if (run.rank == 2 * leader + serving) MPI_Close_port(port.c_str());
    return between;
}

/// Each half serves the other, and then both connections are used.
void by_port(Run &run) {
    const Half half(run);
    for (int round = 1; round <= run.rounds; round++) {
        MPI_Comm served[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
        for (const int serving : {0, 1})
            served[serving] = connect(run, half, serving, round % (run.size / 2));
        const Ranks scope = of_half(run, 1 - half.mine);
        Ranks present = scope;
        int connections = 0;
        for (MPI_Comm &between : served) {
            if (between == MPI_COMM_NULL) continue;
            const Ranks got = sum_over(run, between, round);
            if ((got & ~present) != 0) run.wrong("round %d: somebody is back", round);
            present = got;
            connections++;
            MPI_Comm_free(&between);
        }
        run.saw(round, connections != 0 ? present : 0, connections != 0 ? scope : 0);
    }
}

/// Sockets between all ranks, made before anybody dies.
class Sockets {
  public:
    explicit Sockets(Run &run) : fds_(static_cast<std::size_t>(run.size), -1) {
        const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
        const sockaddr_un own = address(run.rank);
        if (bind(listening, generic(own), sizeof own) != 0 || listen(listening, run.size) != 0)
            run.wrong("rank %d cannot listen", run.rank);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int higher = run.rank + 1; higher < run.size; higher++) {
            const sockaddr_un other = address(higher);
            int &fd = fds_[static_cast<std::size_t>(higher)];
            fd = socket(AF_UNIX, SOCK_STREAM, 0);
            if (::connect(fd, generic(other), sizeof other) != 0 ||
                write(fd, &run.rank, sizeof run.rank) != sizeof run.rank)
                run.wrong("rank %d cannot reach rank %d", run.rank, higher);
        }
        for (int i = 0; i < run.rank; i++) {
            const int fd = accept(listening, nullptr, nullptr);
            int lower = 0;
            if (read(fd, &lower, sizeof lower) == sizeof lower)
                fds_[static_cast<std::size_t>(lower)] = fd;
        }
        close(listening);
    }
    ~Sockets() {
        for (const int fd : fds_)
            if (fd >= 0) close(fd);
    }
    Sockets(const Sockets &) = delete;
    Sockets &operator=(const Sockets &) = delete;

    [[nodiscard]] int with(int rank) const { return fds_[static_cast<std::size_t>(rank)]; }

  private:
    /// In the abstract namespace, which leaves no files behind: our mpirun and the rank.
    static sockaddr_un address(int rank) {
        sockaddr_un result{};
        result.sun_family = AF_UNIX;
        std::snprintf(result.sun_path + 1, sizeof result.sun_path - 1, "kill_matrix.%d.%d",
                      static_cast<int>(getppid()), rank);
        return result;
    }
    static const sockaddr *generic(const sockaddr_un &address) {
        return reinterpret_cast<const sockaddr *>(&address);
    }
    std::vector<int> fds_;
};

/// Everybody joins two others each round, except itself.
void by_socket(Run &run) {
    const Sockets sockets(run);
    for (int round = 1; round <= run.rounds; round++) {
        Ranks present = 0;
        Ranks scope = 0;
        for (const int sum : {2 * round, 2 * round + 1}) {
            const int partner = ((sum - run.rank) % run.size + run.size) % run.size;
            if (partner == run.rank) continue;
            MPI_Comm joined = MPI_COMM_NULL;
            MPI_Comm_join(sockets.with(partner), &joined);
            scope |= only(partner);
            if (joined == MPI_COMM_NULL) continue;
            present |= sum_over(run, joined, round);
            MPI_Comm_free(&joined);
        }
        run.saw(round, present, scope);
    }
}

const Scenario table[] = {
    {"MPI_Comm_accept", Sight::made, by_port},
    {"MPI_Comm_connect", Sight::made, by_port},
    {"MPI_Comm_join", Sight::ring, by_socket},
};

} // namespace

Scenarios ports() { return table; }

} // namespace kill
