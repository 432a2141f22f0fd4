// Parents and the children that they spawn are protected together: messages, collectives and merged
// communicators continue among those who live, whichever side lost somebody.
//
//     connected [--die RANK]... [--child RANK]
//
// Parents with `--die` ranks die, and the child `--child`, after a first round with everybody.

#include "survivors.hpp"

#include <cstring>

using namespace survivors;

namespace {

constexpr int children = 3;
constexpr int tag = 3;

/// Who is who on both sides. A child's value is 100 and its rank; a parent's is its rank.
struct Sides {
    MPI_Comm between = MPI_COMM_NULL;
    bool child = false;
    int rank = 0;
    int parents = 0;
    std::vector<int> dead_parents;
    int dead_child = -1;
    bool over = false; ///< they are dead

    [[nodiscard]] int mine() const { return child ? 100 + rank : rank; }
    [[nodiscard]] bool lives(bool is_child, int r) const {
        if (!over) return true;
        if (is_child) return r != dead_child;
        return std::find(dead_parents.begin(), dead_parents.end(), r) == dead_parents.end();
    }
    [[nodiscard]] int sum(bool of_children) const {
        int total = 0;
        for (int r = 0; r < (of_children ? children : parents); ++r)
            if (lives(of_children, r)) total += of_children ? 100 + r : r;
        return total;
    }
    [[nodiscard]] int lowest(bool of_children) const {
        int r = 0;
        while (!lives(of_children, r))
            ++r;
        return r;
    }
};

void messages(Program &p, const Sides &s) {
    // Everybody sends to all of the other side, the dead included.
    const int others = s.child ? s.parents : children;
    const int mine = s.mine();
    std::vector<MPI_Request> sent(static_cast<std::size_t>(others));
    for (int r = 0; r < others; ++r)
        MPI_Isend(&mine, 1, MPI_INT, r, tag, s.between, &sent[static_cast<std::size_t>(r)]);
    int sum = 0;
    int living = 0;
    for (int r = 0; r < others; ++r)
        living += s.lives(!s.child, r) ? 1 : 0;
    for (int i = 0; i < living; ++i) {
        int got = untouched;
        MPI_Status status;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, s.between, &status);
        p.check(got == (s.child ? status.MPI_SOURCE : 100 + status.MPI_SOURCE),
                "from rank %d of the other side: %d", status.MPI_SOURCE, got);
        sum += got;
    }
    MPI_Waitall(others, sent.data(), MPI_STATUSES_IGNORE);
    p.check(sum == s.sum(!s.child), "messages of the other side: sum %d", sum);
}

void collectives(Program &p, const Sides &s) {
    const int mine = s.mine();
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, s.between);
    p.check(sum == s.sum(!s.child), "Allreduce between the sides: %d", sum);
    // The lowest living parent tells the children.
    const int root = s.lowest(false);
    int told = s.child ? untouched : 7;
    const int at_parents = s.rank == root ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(&told, 1, MPI_INT, s.child ? root : at_parents, s.between);
    p.check(told == 7, "Bcast to the children: %d", told);
    MPI_Barrier(s.between);
}

void merged(Program &p, const Sides &s, MPI_Comm all, int size_at_birth) {
    int size = 0;
    MPI_Comm_size(all, &size);
    p.check(size == size_at_birth, "the merged communicator has %d ranks", size);
    const int mine = s.mine();
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
    p.check(sum == s.sum(false) + s.sum(true), "Allreduce on the merged communicator: %d", sum);
    MPI_Request request;
    sum = untouched;
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    p.check(sum == s.sum(false) + s.sum(true), "Iallreduce on the merged communicator: %d", sum);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(all, s.child ? 1 : 0, 0, &half);
    sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, half);
    p.check(sum == s.sum(s.child), "Allreduce on a part: %d", sum);
    MPI_Comm_free(&half);
}

/// The leaders may meet over the intercommunicator itself; the MPI's own, while nobody is missing.
void create_over(Program &p, const Sides &s) {
    MPI_Comm again = MPI_COMM_NULL;
    MPI_Intercomm_create(MPI_COMM_WORLD, 0, s.between, 0, tag, &again);
    int remote = 0;
    MPI_Comm_remote_size(again, &remote);
    p.check(remote == (s.child ? s.parents : children), "created over it: remote size %d", remote);
    MPI_Comm_free(&again);
}

void work(Program &p, Sides s) {
    int remote = 0;
    MPI_Comm_remote_size(s.between, &remote);
    p.check(remote == (s.child ? s.parents : children), "remote size %d", remote);
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Intercomm_merge(s.between, s.child ? 1 : 0, &all);
    const int size = s.parents + children;
    messages(p, s);
    collectives(p, s);
    merged(p, s, all, size);
    create_over(p, s);

    MPI_Barrier(s.between); // before it nobody may die
    if (s.child && s.rank == s.dead_child) std::raise(SIGKILL);
    if (!s.child) p.deaths();
    s.over = true;

    collectives(p, s);
    messages(p, s);
    merged(p, s, all, size);
    MPI_Comm later = MPI_COMM_NULL;
    MPI_Intercomm_merge(s.between, s.child ? 1 : 0, &later);
    int living = 0;
    for (int r = 0; r < std::max(s.parents, children); ++r)
        living += (r < s.parents && s.lives(false, r)) + (r < children && s.lives(true, r));
    merged(p, s, later, living);
    // The first one is left to MPI_Finalize.
    MPI_Comm_free(&later);
    MPI_Comm_disconnect(&s.between);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "connected");
    Sides s;
    s.rank = p.rank;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--die") == 0) s.dead_parents.push_back(std::atoi(argv[i + 1]));
        if (std::strcmp(argv[i], "--child") == 0) s.dead_child = std::atoi(argv[i + 1]);
    }
    MPI_Comm_get_parent(&s.between);
    s.child = s.between != MPI_COMM_NULL;
    if (s.child)
        MPI_Comm_remote_size(s.between, &s.parents);
    else {
        s.parents = p.size;
        MPI_Comm_spawn(argv[0], argv + 1, children, MPI_INFO_NULL, p.size - 1, MPI_COMM_WORLD,
                       &s.between, MPI_ERRCODES_IGNORE);
    }
    work(p, s);
    if (!s.child) return p.finish();
    MPI_Finalize(); // the parents say that all is well
    return 0;
}
