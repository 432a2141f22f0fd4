// Intercommunicators of the even and the odd ranks: what is made of them, messages and every
// collective over them, with everybody alive and after deaths on either side.
//
//     intercommunicators [--die RANK]...

#include "survivors.hpp"

using namespace survivors;
using Ints = std::vector<int>;

namespace {

/// Which ranks of the world are on which side.
struct Sides {
    MPI_Comm inter = MPI_COMM_NULL;
    Ints local;  ///< world ranks by rank in the local group
    Ints remote; ///< the same of the remote group
    int rank = 0;

    [[nodiscard]] int local_size() const { return static_cast<int>(local.size()); }
    [[nodiscard]] int remote_size() const { return static_cast<int>(remote.size()); }
};

Ints side_of(int size, int first) {
    Ints ranks;
    for (int r = first; r < size; r += 2)
        ranks.push_back(r);
    return ranks;
}

Ints world_ranks(MPI_Group group) {
    MPI_Group world = MPI_GROUP_NULL;
    int size = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &size);
    Ints own(at(size));
    Ints result(at(size));
    for (int i = 0; i < size; ++i)
        own[at(i)] = i;
    MPI_Group_translate_ranks(group, size, own.data(), world, result.data());
    MPI_Group_free(&world);
    return result;
}

/// Sizes, ranks and groups are those of `expected`, the missing included.
void check_view(Program &p, MPI_Comm comm, const Ints &local, const Ints &remote,
                const char *what) {
    int inter = 0;
    int size = 0;
    int rank = 0;
    int remote_size = 0;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_test_inter(comm, &inter);
    p.check(inter != 0, "%s is no intercommunicator", what);
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_remote_size(comm, &remote_size);
    p.check(size == static_cast<int>(local.size()), "%s has local size %d", what, size);
    p.check(remote_size == static_cast<int>(remote.size()), "%s has remote size %d", what,
            remote_size);
    p.check(rank >= 0 && rank < size && local[at(rank)] == p.rank, "%s has rank %d", what, rank);
    MPI_Comm_group(comm, &group);
    p.check_equal(world_ranks(group), local, "the local group");
    MPI_Group_free(&group);
    MPI_Comm_remote_group(comm, &group);
    p.check_equal(world_ranks(group), remote, "the remote group");
    MPI_Group_free(&group);
}

/// Who of `ranks` is alive.
Ints alive(const Program &p, const Ints &ranks) {
    Ints result;
    for (const int r : ranks)
        if (!p.is_missing(r)) result.push_back(r);
    return result;
}

int sum_of(const Program &p, const Ints &ranks) {
    int sum = 0;
    for (const int r : alive(p, ranks))
        sum += 1 << r;
    return sum;
}

/// Every rank to every rank of the other side, by name and from anybody.
/// The own ranks, behind the remote ones in our own communicator, are none of this one's.
void wrong_rank(Program &p, const Sides &s) {
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    int error_class = MPI_SUCCESS;
    MPI_Comm_get_errhandler(s.inter, &before);
    MPI_Comm_set_errhandler(s.inter, MPI_ERRORS_RETURN);
    const int code = MPI_Send(nullptr, 0, MPI_INT, s.remote_size(), 0, s.inter);
    MPI_Error_class(code, &error_class);
    p.check(error_class == MPI_ERR_RANK, "a rank that is none: error class %d", error_class);
    MPI_Comm_set_errhandler(s.inter, before);
    MPI_Errhandler_free(&before);
}

void messages(Program &p, const Sides &s) {
    wrong_rank(p, s);
    for (int from = 0; from < s.remote_size(); ++from) {
        if (p.is_missing(s.remote[at(from)])) continue;
        int got = untouched;
        MPI_Status status;
        const int sent = value(p.rank, s.remote[at(from)], 1);
        MPI_Sendrecv(&sent, 1, MPI_INT, from, 1, &got, 1, MPI_INT, from, 1, s.inter, &status);
        p.check(got == value(s.remote[at(from)], p.rank, 1), "Sendrecv: %d", got);
        p.check(status.MPI_SOURCE == from, "Sendrecv: source %d", status.MPI_SOURCE);
    }
    std::vector<MPI_Request> requests;
    const int mine = value(p.rank, 0, 2);
    for (int to = 0; to < s.remote_size(); ++to)
        if (!p.is_missing(s.remote[at(to)]))
            MPI_Isend(&mine, 1, MPI_INT, to, 2, s.inter, &requests.emplace_back());
    const int expected = static_cast<int>(requests.size());
    for (int i = 0; i < expected; ++i) {
        int got = untouched;
        MPI_Status status;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 2, s.inter, &status);
        const int source = status.MPI_SOURCE;
        p.check(source >= 0 && source < s.remote_size() && got == value(s.remote[at(source)], 0, 2),
                "Recv from any: %d from %d", got, source);
    }
    MPI_Waitall(expected, requests.data(), MPI_STATUSES_IGNORE);
}

constexpr int length = 3;

/// `length` elements from each of `from`, untouched where nobody is left.
Ints blocks(const Program &p, const Ints &from, int to) {
    Ints all;
    for (const int r : from)
        for (int i = 0; i < length; ++i)
            all.push_back(p.is_missing(r) ? untouched : value(r, to, i));
    return all;
}

Ints from_me(const Program &p, const Ints &to) {
    Ints all;
    for (const int r : to)
        for (int i = 0; i < length; ++i)
            all.push_back(value(p.rank, r, i));
    return all;
}

struct Counts {
    Ints counts;
    Ints displs;
    Ints bytes;
    std::vector<MPI_Datatype> types;
    explicit Counts(int size) {
        for (int r = 0; r < size; ++r) {
            counts.push_back(length);
            displs.push_back(r * length);
            bytes.push_back(r * length * static_cast<int>(sizeof(int)));
            types.push_back(MPI_INT);
        }
    }
};

void all_to_all(Program &p, const Sides &s) {
    const Counts c(s.remote_size());
    const Ints untouched_all(at(s.remote_size() * length), untouched);
    const Ints mine{value(p.rank, 0, 0), value(p.rank, 0, 1), value(p.rank, 0, 2)};
    Ints all = untouched_all;
    MPI_Allgather(mine.data(), length, MPI_INT, all.data(), length, MPI_INT, s.inter);
    p.check_equal(all, blocks(p, s.remote, 0), "Allgather");
    all = untouched_all;
    MPI_Allgatherv(mine.data(), length, MPI_INT, all.data(), c.counts.data(), c.displs.data(),
                   MPI_INT, s.inter);
    p.check_equal(all, blocks(p, s.remote, 0), "Allgatherv");
    const Ints given = from_me(p, s.remote);
    all = untouched_all;
    MPI_Alltoall(given.data(), length, MPI_INT, all.data(), length, MPI_INT, s.inter);
    p.check_equal(all, blocks(p, s.remote, p.rank), "Alltoall");
    all = untouched_all;
    MPI_Alltoallv(given.data(), c.counts.data(), c.displs.data(), MPI_INT, all.data(),
                  c.counts.data(), c.displs.data(), MPI_INT, s.inter);
    p.check_equal(all, blocks(p, s.remote, p.rank), "Alltoallv");
    all = untouched_all;
    MPI_Alltoallw(given.data(), c.counts.data(), c.bytes.data(), c.types.data(), all.data(),
                  c.counts.data(), c.bytes.data(), c.types.data(), s.inter);
    p.check_equal(all, blocks(p, s.remote, p.rank), "Alltoallw");
}

void reductions(Program &p, const Sides &s) {
    const bool nobody = alive(p, s.remote).empty();
    const int mine = 1 << p.rank;
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, s.inter);
    p.check(sum == (nobody ? untouched : sum_of(p, s.remote)), "Allreduce: %d", sum);
    if (p.count_missing() == 0) { // not protected: only while nobody is missing
        MPI_Request request = MPI_REQUEST_NULL;
        sum = untouched;
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, s.inter, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        p.check(sum == sum_of(p, s.remote), "Iallreduce: %d", sum);
    }
    // Both sides reduce as many elements: one for each process of the other, many times.
    const int block = s.remote_size();
    const int total = block * s.local_size();
    Ints values;
    for (int i = 0; i < total; ++i)
        values.push_back((1 << p.rank) + 1000 * i * (s.local.front() + 1));
    const int others = static_cast<int>(alive(p, s.remote).size());
    Ints expected;
    for (int i = 0; i < block; ++i)
        expected.push_back(nobody ? untouched
                                  : sum_of(p, s.remote) + others * 1000 * (s.rank * block + i) *
                                                              (s.remote.front() + 1));
    Ints got(at(block), untouched);
    MPI_Reduce_scatter_block(values.data(), got.data(), block, MPI_INT, MPI_SUM, s.inter);
    p.check_equal(got, expected, "Reduce_scatter_block");
    got.assign(at(block), untouched);
    const Ints counts(at(s.local_size()), block);
    MPI_Reduce_scatter(values.data(), got.data(), counts.data(), MPI_INT, MPI_SUM, s.inter);
    p.check_equal(got, expected, "Reduce_scatter");
}

/// With `root`, a rank of the world that lives, as the root.
void rooted(Program &p, const Sides &s, int root) {
    const auto rank_in = [&](const Ints &side) {
        return static_cast<int>(std::find(side.begin(), side.end(), root) - side.begin());
    };
    const bool mine = rank_in(s.local) < s.local_size();
    const bool is_root = p.rank == root;
    const int argument = !mine ? rank_in(s.remote) : is_root ? MPI_ROOT : MPI_PROC_NULL;
    const Counts c(s.remote_size());
    const Ints own{value(p.rank, 0, 0), value(p.rank, 0, 1), value(p.rank, 0, 2)};
    const Ints of_root{value(root, 0, 0), value(root, 0, 1), value(root, 0, 2)};

    Ints block = is_root ? own : Ints(length, untouched);
    MPI_Bcast(block.data(), length, MPI_INT, argument, s.inter);
    if (!mine || is_root) p.check_equal(block, of_root, "Bcast");

    Ints all(is_root ? at(s.remote_size() * length) : 0, untouched);
    MPI_Gather(own.data(), length, MPI_INT, all.data(), length, MPI_INT, argument, s.inter);
    if (is_root) p.check_equal(all, blocks(p, s.remote, 0), "Gather");
    std::fill(all.begin(), all.end(), untouched);
    MPI_Gatherv(own.data(), length, MPI_INT, all.data(), c.counts.data(), c.displs.data(), MPI_INT,
                argument, s.inter);
    if (is_root) p.check_equal(all, blocks(p, s.remote, 0), "Gatherv");

    const Ints given = from_me(p, s.remote);
    const Ints for_me{value(root, p.rank, 0), value(root, p.rank, 1), value(root, p.rank, 2)};
    block.assign(length, untouched);
    MPI_Scatter(given.data(), length, MPI_INT, block.data(), length, MPI_INT, argument, s.inter);
    if (!mine) p.check_equal(block, for_me, "Scatter");
    block.assign(length, untouched);
    MPI_Scatterv(given.data(), c.counts.data(), c.displs.data(), MPI_INT, block.data(), length,
                 MPI_INT, argument, s.inter);
    if (!mine) p.check_equal(block, for_me, "Scatterv");

    const int bit = 1 << p.rank;
    int sum = untouched;
    MPI_Reduce(&bit, &sum, 1, MPI_INT, MPI_SUM, argument, s.inter);
    const bool nobody = alive(p, s.remote).empty();
    if (is_root) p.check(sum == (nobody ? untouched : sum_of(p, s.remote)), "Reduce: %d", sum);
}

void use(Program &p, const Sides &s) {
    MPI_Barrier(s.inter);
    messages(p, s);
    all_to_all(p, s);
    reductions(p, s);
    for (int first = 0; first < 2; ++first)
        if (const Ints living = alive(p, side_of(p.size, first)); !living.empty())
            rooted(p, s, living.back());
}

int copied = 0;
int copy_attribute(MPI_Comm, int, void *, void *in, void *out, int *flag) {
    ++copied;
    *static_cast<void **>(out) = in;
    *flag = 1;
    return MPI_SUCCESS;
}

void dup(Program &p, const Sides &s) {
    int key = MPI_KEYVAL_INVALID;
    int attribute = 7;
    copied = 0;
    MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    MPI_Comm_set_attr(s.inter, key, &attribute);
    Sides copy = s;
    MPI_Comm_dup(s.inter, &copy.inter);
    check_view(p, copy.inter, s.local, s.remote, "the duplicate");
    p.check(copied == 1, "the attribute was copied %d times", copied);
    use(p, copy);
    MPI_Comm_free(&copy.inter);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_idup(s.inter, &copy.inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_view(p, copy.inter, s.local, s.remote, "the duplicate of MPI_Comm_idup");
    MPI_Barrier(copy.inter);
    MPI_Comm_free(&copy.inter);
    MPI_Comm_delete_attr(s.inter, key);
    MPI_Comm_free_keyval(&key);
}

void merge(Program &p, const Sides &s) {
    MPI_Comm merged = MPI_COMM_NULL;
    const bool odd = p.rank % 2 == 1;
    MPI_Intercomm_merge(s.inter, odd ? 0 : 1, &merged); // the odd ranks first
    Ints members = alive(p, side_of(p.size, 1));
    for (const int r : alive(p, side_of(p.size, 0)))
        members.push_back(r);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_group(merged, &group);
    p.check_equal(world_ranks(group), members, "the merged group");
    MPI_Group_free(&group);
    const int mine = 1 << p.rank;
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, merged);
    p.check(sum == sum_of(p, members), "Allreduce on the merged: %d", sum);
    MPI_Comm_free(&merged);
}

/// The first two of each side, in reverse order, by split and by create.
void parts(Program &p, const Sides &s) {
    const auto part_of = [&](const Ints &side) {
        Ints part;
        for (int i = 1; i >= 0; --i)
            if (i < static_cast<int>(side.size()) && !p.is_missing(side[at(i)]))
                part.push_back(side[at(i)]);
        return part;
    };
    const Ints local = part_of(s.local);
    const Ints remote = part_of(s.remote);
    const bool member = std::find(local.begin(), local.end(), p.rank) != local.end();
    const auto judge = [&](MPI_Comm made, const char *what) {
        const bool expected = member && !remote.empty();
        p.check((made != MPI_COMM_NULL) == expected, "%s gave %s", what,
                expected ? "nothing" : "something");
        if (made == MPI_COMM_NULL) return;
        check_view(p, made, local, remote, what);
        const int mine = 1 << p.rank;
        int sum = 0;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, made);
        p.check(sum == sum_of(p, remote), "Allreduce on what %s made: %d", what, sum);
        MPI_Comm_disconnect(&made);
    };
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split(s.inter, s.rank < 2 ? 5 : MPI_UNDEFINED, -s.rank, &made);
    judge(made, "Comm_split");
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group part = MPI_GROUP_NULL;
    const Ints both{1, 0};
    MPI_Comm_group(s.inter, &group);
    MPI_Group_incl(group, std::min(2, s.local_size()), both.data() + (s.local_size() < 2 ? 1 : 0),
                   &part);
    made = MPI_COMM_NULL;
    MPI_Comm_create(s.inter, part, &made);
    judge(made, "Comm_create");
    MPI_Group_free(&part);
    MPI_Group_free(&group);
}

MPI_Comm make(MPI_Comm local, const Sides &s, int remote_leader) {
    MPI_Comm inter = MPI_COMM_NULL;
    const auto leader = std::find(s.local.begin(), s.local.end(), remote_leader ^ 1);
    MPI_Intercomm_create(local, static_cast<int>(leader - s.local.begin()), MPI_COMM_WORLD,
                         remote_leader, 12, &inter);
    return inter;
}

/// A pair of neighbours of which both live leads: none, if no such pair is left.
int leader_pair(const Program &p) {
    for (int r = 0; r + 1 < p.size; r += 2)
        if (!p.is_missing(r) && !p.is_missing(r + 1)) return r;
    return -1;
}

void again(Program &p, const Sides &s, MPI_Comm local) {
    const int pair = leader_pair(p);
    if (pair < 0) return;
    Sides fresh = s;
    fresh.inter = make(local, s, p.rank % 2 == 0 ? pair + 1 : pair);
    check_view(p, fresh.inter, s.local, s.remote, "a new intercommunicator");
    use(p, fresh);
    MPI_Comm_free(&fresh.inter);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "intercommunicators");
    Sides s;
    MPI_Comm local = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, p.rank % 2, p.rank, &local);
    s.local = side_of(p.size, p.rank % 2);
    s.remote = side_of(p.size, 1 - p.rank % 2);
    MPI_Comm_rank(local, &s.rank);
    s.inter = make(local, s, p.rank % 2 == 0 ? 1 : 0);
    const auto everything = [&] {
        check_view(p, s.inter, s.local, s.remote, "the intercommunicator");
        use(p, s);
        dup(p, s);
        merge(p, s);
        parts(p, s);
        again(p, s, local);
    };
    everything();
    p.deaths_when_all_are_here();
    everything();
    everything();
    MPI_Comm_free(&s.inter);
    p.check(s.inter == MPI_COMM_NULL, "the freed handle is not null");
    MPI_Comm_free(&local);
    return p.finish();
}
