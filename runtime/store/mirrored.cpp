#include "runtime/store/mirrored.hpp"

namespace closeranks::store {

void Mirrored::offer(Image own, Ranks &ranks) {
    put(ranks.mine, std::move(own));
    Transfer &transfer = new_transfer(ranks);
    for (const int holder : placement_.holders(ranks.mine))
        transfer.send(image(ranks.mine), holder);
    held_ = placement_.held_by(ranks.mine).size();
    for (const int rank : placement_.held_by(ranks.mine))
        transfer.receive(rank);
}

bool Mirrored::keep() {
    return finish(held_, [&](int from, Piece piece) {
        put(from, Image(std::move(piece.bytes), piece.whole.checksum));
    });
}

/// The first live holder of the rank's data.
int Mirrored::source_of_dead(int rank, const std::vector<int> &alive) const {
    for (const int holder : placement_.holders(rank))
        if (contains(alive, holder)) return holder;
    return -1;
}

std::string Mirrored::why_lost(int rank, const std::vector<int> &) const {
    return "all processes that had the data of rank " + std::to_string(rank) + " are dead";
}

} // namespace closeranks::store
