#include "runtime/replication/rma_operations.hpp"

#include "runtime/support/real.hpp"
#include "runtime/support/typed_data.hpp"

#include <algorithm>
#include <cstring>

namespace closeranks::replication {

namespace {

using Bytes = std::vector<std::byte>;

void add_bytes(Bytes &to, const void *from, std::size_t bytes) {
    const auto *const begin = static_cast<const std::byte *>(from);
    to.insert(to.end(), begin, begin + bytes);
}

/// Takes the parts of operations one after the other.
class Parts {
  public:
    explicit Parts(std::span<const std::byte> all) noexcept : rest_(all) {}

    [[nodiscard]] bool has_more() const noexcept { return !rest_.empty(); }
    [[nodiscard]] std::span<const std::byte> take(std::size_t bytes) noexcept {
        const auto taken = rest_.first(bytes);
        rest_ = rest_.subspan(bytes);
        return taken;
    }
    /// Copies, because nothing is aligned.
    template <typename T> void take(std::span<T> into) noexcept {
        const auto bytes = take(into.size_bytes());
        if (!bytes.empty()) std::memcpy(into.data(), bytes.data(), bytes.size());
    }

  private:
    std::span<const std::byte> rest_;
};

Bytes gather_pieces(const std::byte *base, std::span<const Piece> pieces) {
    Bytes data;
    for (const Piece &piece : pieces)
        add_bytes(data, base + piece.at, static_cast<std::size_t>(piece.length));
    return data;
}

void scatter_pieces(std::byte *base, std::span<const Piece> pieces,
                    std::span<const std::byte> data) {
    for (const Piece &piece : pieces) {
        const auto length = static_cast<std::size_t>(piece.length);
        std::memcpy(base + piece.at, data.data(), length);
        data = data.subspan(length);
    }
}

/// One operation at its target.
struct Change {
    OperationHead head;
    std::vector<Piece> pieces;
    std::span<const std::byte> data;

    explicit Change(Parts &parts) {
        parts.take(std::span(&head, 1));
        pieces.resize(head.pieces);
        parts.take(std::span(pieces));
        data = parts.take(head.data);
    }
};

void swap_if_equal(const Change &wanted, std::byte *base, const Bytes &before) {
    const auto expected = wanted.data.first(before.size());
    if (std::equal(before.begin(), before.end(), expected.begin()))
        scatter_pieces(base, wanted.pieces, wanted.data.subspan(before.size()));
}

int combine_pieces(const Change &wanted, std::byte *base, Bytes before) {
    const Bytes aligned(wanted.data.begin(), wanted.data.end());
    const int code = combine_data(aligned.data(), before.data(), before.size(),
                                  real.Type_f2c(wanted.head.type), real.Op_f2c(wanted.head.op));
    if (code == MPI_SUCCESS) scatter_pieces(base, wanted.pieces, before);
    return code;
}

int carry_out_one(const Change &wanted, std::byte *base, Bytes &fetched) {
    const MPI_Op op = real.Op_f2c(wanted.head.op);
    const bool replaces = op == MPI_REPLACE && wanted.head.swaps == 0;
    Bytes before;
    if (wanted.head.fetches != 0 || !replaces) before = gather_pieces(base, wanted.pieces);
    if (wanted.head.fetches != 0) add_bytes(fetched, before.data(), before.size());
    if (wanted.head.swaps != 0)
        swap_if_equal(wanted, base, before);
    else if (replaces)
        scatter_pieces(base, wanted.pieces, wanted.data);
    else if (op != MPI_NO_OP)
        return combine_pieces(wanted, base, std::move(before));
    return MPI_SUCCESS;
}

} // namespace

void append(std::vector<std::byte> &operations, OperationHead head, std::span<const Piece> pieces,
            std::span<const std::byte> data) {
    head.pieces = pieces.size();
    head.data = data.size();
    add_bytes(operations, &head, sizeof(head));
    add_bytes(operations, pieces.data(), pieces.size_bytes());
    add_bytes(operations, data.data(), data.size());
}

int carry_out(std::span<const std::byte> operations, std::byte *base,
              std::vector<std::byte> &fetched) {
    int code = MPI_SUCCESS;
    for (Parts parts(operations); parts.has_more();) {
        const Change wanted(parts);
        const int own = carry_out_one(wanted, base, fetched);
        if (code == MPI_SUCCESS) code = own;
    }
    return code;
}

bool fetches_data(std::span<const std::byte> operations) {
    for (Parts parts(operations); parts.has_more();)
        if (Change(parts).head.fetches != 0) return true;
    return false;
}

} // namespace closeranks::replication
