#include "runtime/store/checkpoint.hpp"

namespace closeranks::store {

int Checkpoint::source_of(int rank, const std::vector<int> &alive) const {
    if (!has_stored(rank)) return -1;
    return contains(alive, rank) ? rank : source_of_dead(rank, alive);
}

bool Checkpoint::finish(std::size_t expected,
                        const std::function<void(int from, Piece piece)> &take) {
    struct Done {
        std::optional<Transfer> &transfer;
        ~Done() { transfer.reset(); }
    } const done{transfer_};
    transfer_->run([&](int from, Piece piece) {
        take(from, std::move(piece));
        --expected;
    });
    return expected == 0;
}

/// Where data is kept as it is, nothing has to be rebuilt.
std::vector<int> Checkpoint::to_rebuild(const std::vector<int> &, const std::vector<int> &) const {
    return {};
}

bool Checkpoint::rebuild(const std::vector<int> &, const std::vector<int> &, Ranks &) {
    return true;
}

void Checkpoint::have_rebuilt(const std::vector<int> &, const std::vector<int> &) {}

std::size_t Checkpoint::bytes() const noexcept {
    std::size_t sum = transfer_ ? transfer_->bytes() : 0;
    for (const auto &[rank, image] : images_)
        sum += image.bytes().size();
    return sum;
}

} // namespace closeranks::store
