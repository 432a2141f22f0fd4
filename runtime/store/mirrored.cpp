#include "runtime/store/mirrored.hpp"

#include "runtime/store/transfer.hpp"

namespace closeranks::store {

bool Mirrored::protect(Image own, Ranks &ranks) {
    Transfer transfer(ranks.comm, ++ranks.round);
    for (const int holder : placement_.holders(ranks.mine))
        transfer.send(own, holder);
    std::size_t lacking = 0;
    for (const int rank : placement_.held_by(ranks.mine)) {
        transfer.receive(rank);
        ++lacking;
    }
    transfer.run([&](int from, Piece piece) {
        put(from, Image(std::move(piece.bytes), piece.whole.checksum));
        --lacking;
    });
    put(ranks.mine, std::move(own));
    return lacking == 0;
}

/// Its first holder who lives.
int Mirrored::source_of_dead(int rank, const std::vector<int> &alive) const {
    for (const int holder : placement_.holders(rank))
        if (contains(alive, holder)) return holder;
    return -1;
}

std::string Mirrored::why_lost(int rank, const std::vector<int> &) const {
    return "all who had the data of rank " + std::to_string(rank) + " are dead";
}

} // namespace closeranks::store
