#include "runtime/store/parity.hpp"

#include <new>

namespace closeranks::store {

void WithParity::offer(Image own, Ranks &ranks) {
    put(ranks.mine, std::move(own));
    lacking_ = give_segments(new_transfer(ranks), ranks.mine, ranks.mine);
}

bool WithParity::keep() {
    return finish(lacking_, [&](int from, Piece piece) {
        seals_[from] = piece.whole;
        parity_.add(std::move(piece.bytes));
    });
}

/// The segment that rank `at` has of the data of `of`, which has `size` bytes.
Segment WithParity::segment(std::size_t size, int of, int at) const {
    const std::span<const int> group = groups_.group_of(of);
    const auto place = [&](int rank) {
        return static_cast<std::size_t>(std::find(group.begin(), group.end(), rank) -
                                        group.begin());
    };
    return {size, group.size() - 1, place(at) < place(of) ? place(at) : place(at) - 1};
}

/// Each member of this rank's group except `without` gives its segments to the others, and adds up
/// the segments that it gets.
bool WithParity::exchange(Parity &parity, int without, Ranks &ranks) {
    Transfer transfer(ranks.comm, ++ranks.round);
    std::size_t lacking = give_segments(transfer, ranks.mine, without);
    transfer.run([&](int from, Piece piece) {
        seals_[from] = piece.whole;
        parity.add(std::move(piece.bytes));
        --lacking;
    });
    return lacking == 0;
}

/// Sends in the order of the group, from the member behind this one on, so that no member gets all
/// segments first. Returns the number of segments that this rank will get.
std::size_t WithParity::give_segments(Transfer &transfer, int mine, int without) const {
    const std::span<const int> group = groups_.group_of(mine);
    const Image &own = image(mine);
    const auto place = std::find(group.begin(), group.end(), mine) - group.begin();
    const auto size = static_cast<std::ptrdiff_t>(group.size());
    std::size_t lacking = 0;
    for (std::ptrdiff_t step = 1; step < size; ++step) {
        const int to = group[static_cast<std::size_t>((place + step) % size)];
        const int from = group[static_cast<std::size_t>((place + size - step) % size)];
        if (to != without) {
            const Segment part = segment(own.bytes().size(), mine, to);
            transfer.send(part.of(own.bytes()), own.seal(), to);
        }
        if (from != without) {
            transfer.receive(from);
            ++lacking;
        }
    }
    return lacking;
}

/// The members of the group of `rank` that have failed since.
std::vector<int> WithParity::dead_of(int rank, const std::vector<int> &alive) const {
    std::vector<int> dead;
    for (const int member : groups_.group_of(rank))
        if (!contains(alive, member)) dead.push_back(member);
    std::sort(dead.begin(), dead.end());
    return dead;
}

int WithParity::first_other(int rank, const std::vector<int> &alive) const {
    for (const int member : groups_.group_of(rank))
        if (contains(alive, member)) return member;
    return -1;
}

int WithParity::source_of_dead(int rank, const std::vector<int> &alive) const {
    const auto found = rebuilt_.find(rank);
    if (found != rebuilt_.end() && contains(alive, found->second)) return found->second;
    return dead_of(rank, alive).size() == 1 ? first_other(rank, alive) : -1;
}

std::vector<int> WithParity::to_rebuild(const std::vector<int> &ranks,
                                        const std::vector<int> &alive) const {
    std::vector<int> some;
    for (const int rank : ranks)
        if (has_stored(rank) && !contains(alive, rank) && !rebuilt_.contains(rank) &&
            source_of(rank, alive) >= 0)
            some.push_back(rank);
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
    return some;
}

/// A rank without room continues all the same, because other ranks wait.
bool WithParity::rebuild(const std::vector<int> &ranks, const std::vector<int> &alive,
                         Ranks &reached) {
    Ranks rounds = reached;
    reached.round += 2;
    bool has_room = true;
    bool is_done = true;
    const auto attempt = [&](const auto &act) {
        try {
            is_done = act() && is_done;
        } catch (const std::bad_alloc &) {
            has_room = false;
        }
    };
    for (const int dead : ranks) {
        // At most one failed rank is in this rank's group, because two could not be rebuilt. It may
        // be this rank itself, which was recovered and has nothing to give.
        if (dead == rounds.mine) continue;
        if (groups_.group_of(dead).data() != groups_.group_of(rounds.mine).data()) continue;
        Parity parity;
        attempt([&] {
            parity = parity_;
            return true;
        });
        attempt([&] { return exchange(parity, dead, rounds); });
        attempt([&] { return put_together(dead, parity, source_of(dead, alive), rounds); });
    }
    if (!has_room) throw std::bad_alloc();
    return is_done;
}

/// Each member has made one segment of the data of `dead`, and gives it to the source.
bool WithParity::put_together(int dead, const Parity &parity, int source, Ranks &ranks) {
    Transfer transfer(ranks.comm, ++ranks.round);
    if (ranks.mine == source) return collect(dead, parity, transfer, source);
    const Seal &whole = seals_.at(dead);
    const std::size_t length = segment(whole.size, dead, ranks.mine).length;
    const std::span<const std::byte> made(parity.bytes());
    transfer.send(made.first(std::min(made.size(), length)), whole, source);
    transfer.run([](int, const Piece &) {});
    return true;
}

bool WithParity::collect(int dead, const Parity &parity, Transfer &transfer, int source) {
    const Seal &whole = seals_.at(dead);
    std::size_t lacking = 1;
    for (const int member : groups_.group_of(dead))
        if (member != dead && member != source) {
            transfer.receive(member);
            ++lacking;
        }
    Image::Bytes bytes;
    const bool has_room = Image::make_room(bytes, whole.size);
    const auto take = [&](int from, std::span<const std::byte> part) {
        const Segment place = segment(whole.size, dead, from);
        if (!has_room || part.size() < place.length) return;
        std::copy_n(part.begin(), place.length, place.of(bytes).begin());
        --lacking;
    };
    transfer.run([&](int from, const Piece &piece) { take(from, piece.bytes); });
    if (!has_room) throw std::bad_alloc();
    take(source, parity.bytes());
    if (lacking == 0) put(dead, Image(std::move(bytes), whole.checksum));
    return lacking == 0;
}

void WithParity::have_rebuilt(const std::vector<int> &ranks, const std::vector<int> &alive) {
    for (const int dead : ranks)
        rebuilt_[dead] = source_of(dead, alive);
}

std::string WithParity::why_lost(int rank, const std::vector<int> &alive) const {
    std::string names;
    for (const int dead : dead_of(rank, alive))
        names += (names.empty() ? "" : ", ") + std::to_string(dead);
    return "the data of rank " + std::to_string(rank) + " are lost: ranks " + names +
           " of its group are dead, and parity makes up for one";
}

std::size_t WithParity::bytes() const noexcept {
    return Checkpoint::bytes() + parity_.bytes().size();
}

} // namespace closeranks::store
