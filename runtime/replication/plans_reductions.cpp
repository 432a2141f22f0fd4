#include "runtime/replication/plans.hpp"
#include "runtime/replication/split.hpp"

#include <bit>
#include <utility>

namespace closeranks::replication {

namespace {

/// The order in which contributions are combined: always rank order, with the parentheses of
/// recursive doubling, which are those of Open MPI's usual Allreduce. So sums of floating-point
/// numbers have the same bits in all algorithms here, and mostly those of a run without closeranks.
///
/// The first 2 * `extra` members are combined in pairs; the number of remaining members is a power
/// of two.
struct Parentheses {
    explicit Parentheses(int count) noexcept
        : power(static_cast<int>(std::bit_floor(static_cast<unsigned>(count)))),
          extra(count - power) {}
    int power;
    int extra;
};

/// Combines `all`, in rank order; the result is in the last one.
void fold(Schedule &s, const std::vector<Elements> &all, MPI_Op op) {
    const auto extra = static_cast<std::size_t>(Parentheses(static_cast<int>(all.size())).extra);
    std::vector<Elements> blocks;
    for (std::size_t i = 0; i < extra; ++i) {
        s.combine(all[2 * i], all[2 * i + 1], op);
        blocks.push_back(all[2 * i + 1]);
    }
    blocks.insert(blocks.end(), all.begin() + static_cast<std::ptrdiff_t>(2 * extra), all.end());
    for (; blocks.size() > 1; blocks.resize(blocks.size() / 2))
        for (std::size_t i = 0; i < blocks.size() / 2; ++i) {
            s.combine(blocks[2 * i], blocks[2 * i + 1], op);
            blocks[i] = blocks[2 * i + 1];
        }
}

bool in_place(const Reduction &r) noexcept { return r.contribution == MPI_IN_PLACE; }

Elements contribution_of(const Reduction &r, int count) noexcept {
    return elements(in_place(r) ? r.result : r.contribution, count, r.type);
}

int check(const Reduction &r, int count) noexcept {
    if (r.op == MPI_OP_NULL) return MPI_ERR_OP;
    return check(contribution_of(r, count));
}

/// One message round: receives the contributions of all sources, and combines them into `result`.
/// Nothing overwrites the own contribution `own` before.
void gather_and_fold(Schedule &s, const Elements &own, const Elements &result, const Members &m,
                     MPI_Op op) {
    std::vector<Elements> all;
    for (int i = 0; i < m.count; ++i) {
        all.push_back(i == m.count - 1 ? result : s.room(result.count, result.type));
        if (i != m.self) s.receive(all.back(), i);
    }
    if (m.self >= 0) s.copy(own, all[static_cast<std::size_t>(m.self)]);
    fold(s, all, op);
}

/// A copy of `own` that is kept when the result arrives in its place.
Elements keep(Schedule &s, const Elements &own) {
    const Elements kept = s.room(own.count, own.type);
    s.copy(own, kept);
    s.next_round();
    return kept;
}

bool splits(Schedule &s, const Elements &data, const Members &m) noexcept {
    return m.self >= 0 && s.may_have_rounds() && m.count > 2 && data.count >= m.count &&
           bytes_of(data) >= split_from;
}

/// Round one of a split reduction: each member combines its part, which is `result`.
void combine_parts(Schedule &s, const Elements &data, const Elements &result, const Members &m,
                   MPI_Op op) {
    const Split split{data.count, m.count};
    for (int k = 1; k < m.count; ++k) {
        const int to = (m.self + k) % m.count;
        s.send(part(data, split.first(to), split.size(to)), to);
    }
    Elements own = part(data, split.first(m.self), split.size(m.self));
    gather_and_fold(s, own, result, m, op);
}

/// Recursive doubling: after round k each member has the result of 2^k of them.
void allreduce_doubling(Schedule &s, const Elements &result, const Members &m, MPI_Op op) {
    const Parentheses tree(m.count);
    const bool paired = m.self < 2 * tree.extra;
    const bool sits_out = paired && m.self % 2 == 0; // the neighbour combines for it
    Elements have = result;
    Elements other = s.room(result.count, result.type);
    if (paired && sits_out) {
        s.send(have, m.self + 1);
        s.next_round();
        s.receive(result, m.self + 1);
        return;
    }
    if (paired) {
        s.receive(other, m.self - 1);
        s.combine(other, have, op);
        s.next_round();
    }
    const int seat = paired ? m.self / 2 : m.self - tree.extra;
    for (int distance = 1; distance < tree.power; distance *= 2) {
        const int facing = seat ^ distance;
        const int peer = facing < tree.extra ? facing * 2 + 1 : facing + tree.extra;
        s.send(have, peer);
        s.receive(other, peer);
        if (m.self < peer) {
            s.combine(have, other, op);
            std::swap(have, other);
        } else {
            s.combine(other, have, op);
        }
        s.next_round();
    }
    if (paired) {
        s.send(have, m.self - 1);
    }
    if (have.at != result.at) s.copy(have, result);
}

/// The same parentheses as a tree to place 0, whose parents are to the left of their children.
/// Returns the place of the own result.
Elements reduce_tree(Schedule &s, Elements have, const Members &m, MPI_Op op) {
    const Parentheses tree(m.count);
    Elements other = s.room(have.count, have.type);
    const auto take_from = [&](int place) {
        s.receive(other, place);
        s.combine(have, other, op);
        std::swap(have, other);
        s.next_round();
    };
    const bool paired = m.self < 2 * tree.extra;
    if (paired && m.self % 2 != 0) {
        s.send(have, m.self - 1);
        return have;
    }
    if (paired) take_from(m.self + 1);
    const int seat = paired ? m.self / 2 : m.self - tree.extra;
    const auto place_of = [&](int at) { return at < tree.extra ? at * 2 : at + tree.extra; };
    for (int distance = 1; distance < tree.power; distance *= 2) {
        if ((seat & distance) != 0) {
            s.send(have, place_of(seat - distance));
            return have;
        }
        take_from(place_of(seat + distance));
    }
    return have;
}

void reduce_by_tree(Schedule &s, const Elements &own, void *result, int root, const Members &m,
                    MPI_Op op) {
    const Elements start = s.room(own.count, own.type);
    s.copy(own, start);
    s.next_round();
    const Elements have = reduce_tree(s, start, m, op);
    const Elements at_root = elements(result, own.count, own.type);
    s.next_round();
    if (m.self == 0 && root == 0) s.copy(have, at_root);
    if (m.self == 0 && root != 0) s.send(have, root);
    if (m.self == root && root != 0) s.receive(at_root, 0);
}

void reduce_split(Schedule &s, const Elements &own, void *result, int root, const Members &m,
                  MPI_Op op) {
    const Split split{own.count, m.count};
    const Elements mine = s.room(split.size(m.self), own.type);
    combine_parts(s, own, mine, m, op);
    s.next_round();
    if (m.self != root) {
        s.send(mine, root);
        return;
    }
    const Elements all = elements(result, own.count, own.type);
    for (int i = 0; i < m.count; ++i)
        if (i != root) s.receive(part(all, split.first(i), split.size(i)), i);
    s.copy(mine, part(all, split.first(root), split.size(root)));
}

/// Combines in the order of a scan: (((a b) c) d), into the last one.
void fold_to_the_left(Schedule &s, const std::vector<Elements> &all, MPI_Op op) {
    for (std::size_t i = 1; i < all.size(); ++i)
        s.combine(all[i - 1], all[i], op);
}

} // namespace

int plan_reduce(Schedule &s, const Reduction &r, int count, int root) {
    Part part{};
    if (const int code = part_of(s.communicator(), root, part); code != MPI_SUCCESS) return code;
    if (part == Part::none) return MPI_SUCCESS;
    const Members m = members_of(s.communicator());
    if (in_place(r) && m.self != root) return MPI_ERR_ARG;
    const Elements own = contribution_of(r, count);
    const Elements result = elements(r.result, count, r.type);
    const bool receives = part == Part::root;
    if (r.op == MPI_OP_NULL) return MPI_ERR_OP;
    if (m.self >= 0 || !receives)
        if (const int code = check(own); code != MPI_SUCCESS) return code;
    if (receives)
        if (const int code = check(result); code != MPI_SUCCESS) return code;
    if (own.no_bytes()) return MPI_SUCCESS;
    if (splits(s, own, m)) {
        reduce_split(s, own, r.result, root, m, r.op);
    } else if (m.self >= 0 && s.may_have_rounds()) {
        reduce_by_tree(s, own, r.result, root, m, r.op);
    } else if (!receives) {
        s.send(own, root);
    } else {
        const Elements mine = m.self >= 0 && in_place(r) ? keep(s, own) : own;
        gather_and_fold(s, mine, result, m, r.op);
    }
    return MPI_SUCCESS;
}

int plan_allreduce(Schedule &s, const Reduction &r, int count) {
    const Members m = members_of(s.communicator());
    if (in_place(r) && m.self < 0) return MPI_ERR_ARG;
    if (const int code = check(r, count); code != MPI_SUCCESS) return code;
    const Elements own = contribution_of(r, count);
    const Elements result = elements(r.result, count, r.type);
    if (own.no_bytes()) return MPI_SUCCESS;
    if (splits(s, own, m)) {
        const Split split{count, m.count};
        const Elements mine = s.room(split.size(m.self), r.type);
        combine_parts(s, own, mine, m, r.op);
        s.next_round();
        for (int k = 1; k < m.count; ++k) {
            const int from = (m.self + m.count - k) % m.count;
            s.receive(part(result, split.first(from), split.size(from)), from);
            s.send(mine, (m.self + k) % m.count);
        }
        s.copy(mine, part(result, split.first(m.self), split.size(m.self)));
    } else if (m.self >= 0 && s.may_have_rounds()) {
        if (!in_place(r)) s.copy(own, result);
        s.next_round();
        allreduce_doubling(s, result, m, r.op);
    } else {
        const Elements mine = in_place(r) ? keep(s, own) : own;
        for (int i = 0; i < m.count; ++i)
            if (i != m.self) s.send(mine, i);
        gather_and_fold(s, mine, result, m, r.op);
    }
    return MPI_SUCCESS;
}

int plan_reduce_scatter(Schedule &s, const Reduction &r, const int counts[]) {
    const Members m = members_of(s.communicator());
    if (in_place(r) && m.self < 0) return MPI_ERR_ARG;
    int total = 0;
    int first = 0;
    for (int i = 0; i < m.own_count; ++i) {
        if (counts[i] < 0) return MPI_ERR_COUNT;
        if (i == m.own_place) first = total;
        total += counts[i];
    }
    if (const int code = check(r, total); code != MPI_SUCCESS) return code;
    const Elements own = contribution_of(r, total);
    const int size = counts[m.own_place];
    if (own.no_bytes()) return MPI_SUCCESS;
    if (m.self < 0) {
        // The other side may divide the data in a way that only it knows, so it gets all data.
        for (int i = 0; i < m.count; ++i)
            s.send(own, i);
        const Elements all = s.room(total, r.type);
        gather_and_fold(s, own, all, m, r.op);
        s.copy(part(all, first, size), elements(r.result, size, r.type));
        return MPI_SUCCESS;
    }
    int begin = 0;
    for (int i = 0; i < m.count; begin += counts[i++])
        if (i != m.self) s.send_if_any(part(own, begin, counts[i]), i);
    if (size == 0) return MPI_SUCCESS;
    const Elements result = elements(r.result, size, r.type);
    const Elements mine = in_place(r) ? s.room(size, r.type) : result;
    gather_and_fold(s, part(own, first, size), mine, m, r.op);
    if (in_place(r)) s.copy(mine, result);
    return MPI_SUCCESS;
}

int plan_scan(Schedule &s, const Reduction &r, int count) {
    const Members m = members_of(s.communicator());
    if (m.self < 0) return MPI_ERR_COMM;
    if (const int code = check(r, count); code != MPI_SUCCESS) return code;
    const Elements own = contribution_of(r, count);
    if (own.no_bytes()) return MPI_SUCCESS;
    std::vector<Elements> all;
    for (int i = 0; i < m.self; ++i) {
        all.push_back(s.room(count, r.type));
        s.receive(all.back(), i);
    }
    for (int i = m.self + 1; i < m.count; ++i)
        s.send(own, i);
    all.push_back(elements(r.result, count, r.type));
    if (!in_place(r)) s.copy(own, all.back());
    fold_to_the_left(s, all, r.op);
    return MPI_SUCCESS;
}

int plan_exscan(Schedule &s, const Reduction &r, int count) {
    const Members m = members_of(s.communicator());
    if (m.self < 0) return MPI_ERR_COMM;
    if (const int code = check(r, count); code != MPI_SUCCESS) return code;
    const Elements own = contribution_of(r, count);
    if (own.no_bytes()) return MPI_SUCCESS;
    std::vector<Elements> all;
    for (int i = 0; i < m.self; ++i) {
        all.push_back(s.room(count, r.type));
        s.receive(all.back(), i);
    }
    for (int i = m.self + 1; i < m.count; ++i)
        s.send(own, i);
    fold_to_the_left(s, all, r.op);
    if (!all.empty()) s.copy(all.back(), elements(r.result, count, r.type));
    return MPI_SUCCESS;
}

} // namespace closeranks::replication
