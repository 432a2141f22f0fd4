// Parents and children have two MPI_COMM_WORLDs: what connects them by a port or a socket is the
// MPI's own, and protected afterwards.
//
//     ports_of_children [--die RANK]... [--child RANK]

#include "survivors.hpp"

#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

using namespace survivors;

namespace {

constexpr int children = 3;
constexpr int tag = 7;

struct Family {
    MPI_Comm between = MPI_COMM_NULL;
    bool child = false;
    int parents = 0;
    std::vector<int> dead_parents;
    int dead_child = -1;
    bool over = false; ///< they are dead

    /// A parent adds 1, a child 100.
    [[nodiscard]] int sum(bool of_children) const {
        if (of_children) return 100 * (children - (over && dead_child >= 0 ? 1 : 0));
        return parents - (over ? static_cast<int>(dead_parents.size()) : 0);
    }
};

void use(Program &p, const Family &f, MPI_Comm comm, const char *what) {
    const int mine = f.child ? 100 : 1;
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check(sum == f.sum(!f.child), "%s: %d, not %d", what, sum, f.sum(!f.child));
}

/// The children serve: their last rank tells the parents' where.
MPI_Comm connect(const Program &p, const Family &f) {
    char port[MPI_MAX_PORT_NAME] = "";
    const int last = p.size - 1;
    const int others_last = (f.child ? f.parents : children) - 1;
    MPI_Comm made = MPI_COMM_NULL;
    if (f.child) {
        if (p.rank == last) {
            MPI_Open_port(MPI_INFO_NULL, port);
            MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, others_last, tag, f.between);
        }
        MPI_Comm_accept(port, MPI_INFO_NULL, last, MPI_COMM_WORLD, &made);
        if (p.rank == last) MPI_Close_port(port);
    } else {
        if (p.rank == last)
            MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, others_last, tag, f.between,
                     MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, last, MPI_COMM_WORLD, &made);
    }
    return made;
}

/// The first of each side, by a socket.
void join(Program &p, const Family &f) {
    if (p.rank != 0) return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto *const named = reinterpret_cast<const sockaddr *>(&address);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    int unique = static_cast<int>(getpid());
    const auto name = [&] {
        std::snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "closeranks.%d", unique);
    };
    if (f.child) {
        const int listening = fd;
        name();
        p.check(bind(listening, named, sizeof address) == 0 && listen(listening, 1) == 0, "listen");
        MPI_Send(&unique, 1, MPI_INT, 0, tag, f.between);
        fd = accept(listening, nullptr, nullptr);
        close(listening);
    } else {
        MPI_Recv(&unique, 1, MPI_INT, 0, tag, f.between, MPI_STATUS_IGNORE);
        name();
        p.check(::connect(fd, named, sizeof address) == 0, "connect the socket");
    }
    MPI_Comm joined = MPI_COMM_NULL;
    MPI_Comm_join(fd, &joined);
    const int mine = f.child ? 100 : 1;
    int got = untouched;
    MPI_Sendrecv(&mine, 1, MPI_INT, 0, tag, &got, 1, MPI_INT, 0, tag, joined, MPI_STATUS_IGNORE);
    p.check(got == 101 - mine, "joined with %d", got);
    MPI_Comm_disconnect(&joined);
    close(fd);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "ports_of_children");
    Family f;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--die") == 0) f.dead_parents.push_back(std::atoi(argv[i + 1]));
        if (std::strcmp(argv[i], "--child") == 0) f.dead_child = std::atoi(argv[i + 1]);
    }
    MPI_Comm_get_parent(&f.between);
    f.child = f.between != MPI_COMM_NULL;
    f.parents = p.size;
    if (f.child)
        MPI_Comm_remote_size(f.between, &f.parents);
    else
        MPI_Comm_spawn(argv[0], argv + 1, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &f.between,
                       MPI_ERRCODES_IGNORE);
    join(p, f);
    MPI_Comm first = connect(p, f);
    use(p, f, first, "the first connection");
    MPI_Comm_disconnect(&first);
    MPI_Comm second = connect(p, f);
    use(p, f, second, "the second connection");
    MPI_Barrier(f.between); // before it nobody may die
    if (f.child && p.rank == f.dead_child) std::raise(SIGKILL);
    if (!f.child) p.deaths();
    f.over = true;
    use(p, f, second, "the connection after the deaths");
    use(p, f, f.between, "parents and children after the deaths");
    MPI_Comm_disconnect(&second);
    MPI_Comm_disconnect(&f.between);
    if (!f.child) return p.finish();
    MPI_Finalize(); // the parents say that all is well
    return p.status();
}
