// A parent and its children merge, and give up the intercommunicator, as R's snow does. A process
// that then waits on the merged communicator for one that dies is told, whichever side that was on:
//
//     merged [--die RANK]... [--child RANK] --call HOW-WAY
//
// HOW: free or disconnect. WAY: how the others wait for the dead, which is how they learn of the
// death.

#include "survivors.hpp"

#include <cstring>
#include <functional>
#include <map>
#include <string>

using namespace survivors;

namespace {

constexpr int children = 3;
constexpr int tag = 3;

/// The merged communicator: the parents, and behind them the children.
struct Merged {
    MPI_Comm all = MPI_COMM_NULL;
    int rank = 0;
    int size = 0;
    std::vector<int> dying;

    [[nodiscard]] bool dies(int r) const {
        return std::find(dying.begin(), dying.end(), r) != dying.end();
    }
    [[nodiscard]] int sum_of_living() const {
        int sum = 0;
        for (int r = 0; r < size; ++r)
            sum += dies(r) ? 0 : 10 + r;
        return sum;
    }
};

/// Everybody hears from everybody.
void exchange(Program &p, const Merged &m) {
    for (int shift = 1; shift < m.size; ++shift) {
        const int mine = 10 + m.rank;
        int got = untouched;
        const int from = (m.rank - shift + m.size) % m.size;
        MPI_Sendrecv(&mine, 1, MPI_INT, (m.rank + shift) % m.size, tag, &got, 1, MPI_INT, from, tag,
                     m.all, MPI_STATUS_IGNORE);
        p.check(got == 10 + from, "from rank %d: %d", from, got);
    }
}

int receive(int from, MPI_Comm all) {
    int got = untouched;
    MPI_Recv(&got, 1, MPI_INT, from, tag, all, MPI_STATUS_IGNORE);
    return got;
}
int probe(int from, MPI_Comm all) {
    MPI_Status status;
    MPI_Probe(from, tag, all, &status);
    return status.MPI_SOURCE == MPI_PROC_NULL ? untouched : receive(from, all);
}
int match(int from, MPI_Comm all) {
    int got = untouched;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Mprobe(from, tag, all, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return got;
}
int test(int from, MPI_Comm all) {
    int got = untouched;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&got, 1, MPI_INT, from, tag, all, &request);
    for (int done = 0; !done; usleep(1000))
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return got;
}
int look(int from, MPI_Comm all) {
    MPI_Status status;
    for (int found = 0; !found; usleep(1000))
        MPI_Iprobe(from, tag, all, &found, &status);
    return status.MPI_SOURCE == MPI_PROC_NULL ? untouched : receive(from, all);
}
int nothing(int, MPI_Comm) { return untouched; }

const std::map<std::string, std::function<int(int, MPI_Comm)>> ways = {
    {"recv", receive}, {"probe", probe}, {"mprobe", match},
    {"test", test},    {"iprobe", look}, {"collective", nothing},
};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "merged");
    std::string call;
    Merged m;
    int dying_child = -1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--die") == 0) m.dying.push_back(std::atoi(argv[i + 1]));
        if (std::strcmp(argv[i], "--child") == 0) dying_child = std::atoi(argv[i + 1]);
        if (std::strcmp(argv[i], "--call") == 0) call = argv[i + 1];
    }
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Comm_get_parent(&between);
    const bool child = between != MPI_COMM_NULL;
    if (!child)
        MPI_Comm_spawn(argv[0], argv + 1, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between,
                       MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(between, child ? 1 : 0, &m.all);
    if (call.starts_with("free"))
        MPI_Comm_free(&between);
    else
        MPI_Comm_disconnect(&between);
    MPI_Comm_rank(m.all, &m.rank);
    MPI_Comm_size(m.all, &m.size);
    if (dying_child >= 0) m.dying.push_back(m.size - children + dying_child);

    exchange(p, m);
    MPI_Barrier(m.all);
    if (m.dies(m.rank)) std::raise(SIGKILL);
    const auto &ask = ways.at(call.substr(call.find('-') + 1));
    for (const int dead : m.dying) {
        const int got = ask(dead, m.all);
        p.check(got == untouched, "from rank %d, which is dead: %d", dead, got);
    }
    const int mine = 10 + m.rank;
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, m.all);
    p.check(sum == m.sum_of_living(), "Allreduce: %d", sum);
    MPI_Comm_free(&m.all);
    if (!child) return p.finish();
    MPI_Finalize(); // the parents say that all is well
    return p.status();
}
