#include "runtime/replication/plans.hpp"
#include "runtime/replication/split.hpp"

#include <algorithm>

namespace closeranks::replication {

namespace {

/// Binomial tree: the parent of a member is the member without its highest bit.
void bcast_tree(Schedule &s, const Elements &data, int root, const Members &m) {
    const int here = (m.self - root + m.count) % m.count; // 0: the root
    const auto place = [&](int virtual_place) { return (virtual_place + root) % m.count; };
    int step = 1;
    while (step <= here)
        step *= 2;
    if (here != 0) {
        s.receive(data, place(here - step / 2));
        s.next_round();
    }
    int farthest = step;
    while (farthest * 2 < m.count - here)
        farthest *= 2;
    // The children with the deepest trees below them come first.
    for (int child = farthest; child >= step; child /= 2)
        if (here + child < m.count) s.send(data, place(here + child));
}

void bcast_split(Schedule &s, const Elements &data, int root, const Members &m) {
    const Split split{data.count, m.count};
    const auto of = [&](int i) { return part(data, split.first(i), split.size(i)); };
    if (m.self == root) {
        for (int i = 0; i < m.count; ++i)
            if (i != root) s.send_if_any(of(i), i);
    } else {
        s.receive_if_any(of(m.self), root);
    }
    s.next_round();
    for (int i = 0; i < m.count; ++i) {
        if (i == m.self || m.self == root) continue;
        s.receive_if_any(of(i), i);
    }
    for (int i = 0; i < m.count; ++i)
        if (i != m.self && i != root) s.send_if_any(of(m.self), i);
}

} // namespace

int check(const Elements &e) noexcept {
    return check_elements(e.at, e.count, e.type, quiet_self());
}

MPI_Count bytes_of(const Elements &e) noexcept {
    MPI_Count size = 0;
    static_cast<void>(real.Type_size_x(e.type, &size));
    return size * e.count;
}

Members members_of(const Communicator &c) noexcept {
    const int own = static_cast<int>(c.ranks.size());
    if (c.is_inter()) return {static_cast<int>(c.remote.size()), -1, c.place, own};
    return {own, c.place, c.place, own};
}

int part_of(const Communicator &c, int root, Part &part) noexcept {
    const Members m = members_of(c);
    if (c.is_inter() && (root == MPI_ROOT || root == MPI_PROC_NULL)) {
        part = root == MPI_ROOT ? Part::root : Part::none;
        return MPI_SUCCESS;
    }
    if (root < 0 || root >= m.count) return MPI_ERR_ROOT;
    part = root == m.self ? Part::root : Part::other;
    return MPI_SUCCESS;
}

int plan_barrier(Schedule &s) {
    const Members m = members_of(s.communicator());
    const Elements nothing{nullptr, 0, MPI_BYTE};
    if (m.self >= 0 && s.may_have_rounds()) { // dissemination
        for (int step = 1; step < m.count; step *= 2) {
            s.send(nothing, (m.self + step) % m.count);
            s.receive(nothing, (m.self - step + m.count) % m.count);
            s.next_round();
        }
        return MPI_SUCCESS;
    }
    for (int i = 0; i < m.count; ++i) {
        if (i == m.self) continue;
        s.receive(nothing, i);
        s.send(nothing, i);
    }
    return MPI_SUCCESS;
}

int plan_bcast(Schedule &s, const Elements &data, int root) {
    Part part{};
    if (const int code = part_of(s.communicator(), root, part); code != MPI_SUCCESS) return code;
    if (part == Part::none) return MPI_SUCCESS;
    if (const int code = check(data); code != MPI_SUCCESS) return code;
    const Members m = members_of(s.communicator());
    if (data.no_bytes()) return MPI_SUCCESS;
    if (m.self >= 0 && m.count > 2 && s.may_have_rounds()) {
        if (bytes_of(data) >= split_from && data.count >= m.count)
            bcast_split(s, data, root, m);
        else
            bcast_tree(s, data, root, m);
        return MPI_SUCCESS;
    }
    if (part == Part::other) {
        s.receive(data, root);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < m.count; ++i)
        if (i != m.self) s.send(data, i);
    return MPI_SUCCESS;
}

int plan_gather(Schedule &s, const Elements &own, Blocks all, int root) {
    Part part{};
    if (const int code = part_of(s.communicator(), root, part); code != MPI_SUCCESS) return code;
    const Members m = members_of(s.communicator());
    const bool sends = own.at != MPI_IN_PLACE && (part == Part::other || m.self == root);
    if (sends)
        if (const int code = check(own); code != MPI_SUCCESS) return code;
    if (part == Part::other) {
        if (!sends) return MPI_ERR_ARG;
        s.send_if_any(own, root);
    }
    if (part != Part::root) return MPI_SUCCESS;
    if (const int code = all.check(m.count); code != MPI_SUCCESS) return code;
    for (int i = 0; i < m.count; ++i)
        if (i != m.self) s.receive_if_any(all[i], i);
    if (sends) s.copy(own, all[m.self]);
    return MPI_SUCCESS;
}

int plan_scatter(Schedule &s, Blocks all, const Elements &own, int root) {
    Part part{};
    if (const int code = part_of(s.communicator(), root, part); code != MPI_SUCCESS) return code;
    const Members m = members_of(s.communicator());
    const bool receives = own.at != MPI_IN_PLACE && (part == Part::other || m.self == root);
    if (receives)
        if (const int code = check(own); code != MPI_SUCCESS) return code;
    if (part == Part::other) {
        if (!receives) return MPI_ERR_ARG;
        s.receive_if_any(own, root);
    }
    if (part != Part::root) return MPI_SUCCESS;
    if (const int code = all.check(m.count); code != MPI_SUCCESS) return code;
    for (int i = 0; i < m.count; ++i)
        if (i != m.self) s.send_if_any(all[i], i);
    if (receives) s.copy(all[m.self], own);
    return MPI_SUCCESS;
}

int plan_allgather(Schedule &s, const Elements &own, Blocks all) {
    const Members m = members_of(s.communicator());
    if (own.at == MPI_IN_PLACE && m.self < 0) return MPI_ERR_ARG;
    if (const int code = all.check(m.count); code != MPI_SUCCESS) return code;
    const Elements mine = own.at == MPI_IN_PLACE ? all[m.self] : own;
    if (const int code = check(mine); code != MPI_SUCCESS) return code;
    // Starts at the next member, so that not all members send to the same one at a time.
    for (int k = 1; k <= m.count; ++k) {
        const int to = (m.own_place + k) % m.count;
        const int from = (m.own_place + m.count - k % m.count) % m.count;
        if (from != m.self) s.receive_if_any(all[from], from);
        if (to != m.self) s.send_if_any(mine, to);
    }
    if (own.at != MPI_IN_PLACE && m.self >= 0) s.copy(own, all[m.self]);
    return MPI_SUCCESS;
}

int plan_alltoall(Schedule &s, Blocks from, Blocks to) {
    const Members m = members_of(s.communicator());
    const bool in_place = from.in_place();
    if (in_place && m.self < 0) return MPI_ERR_ARG;
    if (const int code = to.check(m.count); code != MPI_SUCCESS) return code;
    if (!in_place)
        if (const int code = from.check(m.count); code != MPI_SUCCESS) return code;
    std::vector<Elements> sent(static_cast<std::size_t>(m.count));
    for (int i = 0; i < m.count; ++i) {
        Elements &block = sent[static_cast<std::size_t>(i)];
        block = in_place ? to[i] : from[i];
        if (!in_place || i == m.self || block.no_bytes()) continue;
        block = s.room(block.count, block.type);
        s.copy(to[i], block);
    }
    if (in_place) s.next_round(); // the blocks are kept before other blocks arrive at their places
    for (int k = 1; k <= m.count; ++k) {
        const int target = (m.own_place + k) % m.count;
        const int source = (m.own_place + m.count - k % m.count) % m.count;
        if (source != m.self) s.receive_if_any(to[source], source);
        if (target != m.self) s.send_if_any(sent[static_cast<std::size_t>(target)], target);
    }
    if (!in_place && m.self >= 0) s.copy(from[m.self], to[m.self]);
    return MPI_SUCCESS;
}

namespace {

/// Where a dimension of a grid has one or two periodic members, both neighbours are the same
/// process. A message that is sent upwards arrives from below, as Open MPI pairs it. Messages
/// between two processes arrive in the order in which they were sent, so sends are made in the
/// order of their receives.
template <typename SentTo>
int exchange_with_neighbors(Schedule &s, const Topology &t, const Neighbours &neighbours,
                            const SentTo &sent_to, const Blocks &to) {
    for (std::size_t i = 0; i < neighbours.sources.size(); ++i)
        s.receive_if_any(to[static_cast<int>(i)], neighbours.sources[i]);
    const bool grid = t.kind == Topology::Kind::cartesian;
    for (std::size_t i = 0; i < neighbours.destinations.size(); ++i) {
        const std::size_t k = grid ? i ^ 1U : i;
        s.send_if_any(sent_to(static_cast<int>(k)), neighbours.destinations[k]);
    }
    return MPI_SUCCESS;
}

} // namespace

int plan_neighbor(Schedule &s, Blocks from, Blocks to) {
    const Communicator &c = s.communicator();
    if (!c.topology) return MPI_ERR_TOPOLOGY;
    if (from.in_place() || to.in_place()) return MPI_ERR_ARG;
    const Neighbours neighbours = neighbours_of(c.topology, c.place);
    if (const int code = to.check(static_cast<int>(neighbours.sources.size())); code != MPI_SUCCESS)
        return code;
    if (const int code = from.check(static_cast<int>(neighbours.destinations.size()));
        code != MPI_SUCCESS)
        return code;
    return exchange_with_neighbors(
        s, c.topology, neighbours, [&](int i) { return from[i]; }, to);
}

int plan_neighbor_allgather(Schedule &s, const Elements &own, Blocks to) {
    const Communicator &c = s.communicator();
    if (!c.topology) return MPI_ERR_TOPOLOGY;
    if (own.at == MPI_IN_PLACE || to.in_place()) return MPI_ERR_ARG;
    const Neighbours neighbours = neighbours_of(c.topology, c.place);
    if (const int code = to.check(static_cast<int>(neighbours.sources.size())); code != MPI_SUCCESS)
        return code;
    if (const int code = check(own); code != MPI_SUCCESS) return code;
    return exchange_with_neighbors(
        s, c.topology, neighbours, [&](int) { return own; }, to);
}

} // namespace closeranks::replication
