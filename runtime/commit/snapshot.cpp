#include "runtime/commit/snapshot.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/buffer_cache.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace closeranks {

namespace {

bool is_valid(const void *buffer, MPI_Count count, MPI_Datatype type) noexcept {
    // Any communicator of the library serves; the messages communicator is never revoked.
    const Communicator *everyone = runtime().everyone;
    const MPI_Comm quiet = everyone != nullptr ? everyone->messages.get() : MPI_COMM_SELF;
    return check_elements(buffer, count, type, quiet) == MPI_SUCCESS;
}

} // namespace

void Snapshot::take(void *buffer, MPI_Count count, MPI_Datatype type) noexcept {
    if (is_valid(buffer, count, type)) plan(buffer, count, type);
    save();
}

void Snapshot::take_blocks(void *buffer, MPI_Count count, MPI_Datatype type, int blocks,
                           int own) noexcept {
    if (is_valid(buffer, count, type)) {
        const MPI_Aint extent = extent_of(type).extent * count;
        const int next = own + 1;
        plan(buffer, count * std::max(own, 0), type);
        plan(static_cast<std::byte *>(buffer) + next * extent, count * (blocks - next), type);
    }
    save();
}

Snapshot::Snapshot(void *buffer, NumberArray counts, NumberArray displs, MPI_Datatype type,
                   int blocks, int own) noexcept {
    if (!counts || !displs || !is_valid(buffer, 0, type)) return;
    const MPI_Aint extent = extent_of(type).extent;
    for (int i = 0; i < blocks; ++i)
        if (i != own && is_valid(buffer, counts[i], type))
            plan(static_cast<std::byte *>(buffer) + displs[i] * extent, counts[i], type);
    save();
}

Snapshot::Snapshot(void *buffer, NumberArray counts, NumberArray displs, const MPI_Datatype types[],
                   int blocks) noexcept {
    if (!counts || !displs || types == nullptr) return;
    for (int i = 0; i < blocks; ++i)
        if (is_valid(buffer, counts[i], types[i]))
            plan(static_cast<std::byte *>(buffer) + displs[i], counts[i], types[i]);
    save();
}

void Snapshot::plan(void *buffer, MPI_Count count, MPI_Datatype type) {
    if (count == 0) return;
    pieces_.push_back({buffer, count, type, size_});
    size_ += packed_size(count, type);
}

void Snapshot::save() {
    if (size_ == 0) return;
    saved_ = buffer_cache().take(size_);
    for (const Piece &piece : pieces_)
        pack_elements(piece.buffer, piece.count, piece.type, saved_.bytes.get() + piece.offset);
}

void Snapshot::give_back() noexcept { buffer_cache().give_back(std::move(saved_)); }

void Snapshot::copy_to(std::byte *place, std::size_t size) const noexcept {
    if (size != size_) return;
    std::memcpy(place, short_buffer_ != nullptr ? short_.data() : saved_.bytes.get(), size);
}

void Snapshot::restore() const noexcept {
    if (short_buffer_ != nullptr) std::memcpy(short_buffer_, short_.data(), size_);
    if (!saved_.bytes) return;
    for (const Piece &piece : pieces_)
        unpack_elements(saved_.bytes.get() + piece.offset, piece.buffer, piece.count, piece.type);
}

} // namespace closeranks
