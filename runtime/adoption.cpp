#include "runtime/adoption.hpp"

#include "runtime/elements.hpp"
#include "runtime/snapshot.hpp"
#include "runtime/vote.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace closeranks {

namespace {

using Bytes = Service::Bytes;
using Elements = Kept::Elements;

/// What the program gave is judged by the real call; here an invalid argument counts as nothing.
std::size_t size_of(const Communicator &c, const Elements &e) noexcept {
    if (e.count <= 0) return 0;
    if (const std::size_t size = world().known_sizes.find(e.type); size != 0) [[likely]]
        return static_cast<std::size_t>(e.count) * size;
    if (check_elements(e.buffer, e.count, e.type, c.messages.get()) != MPI_SUCCESS) return 0;
    return packed_size(e.count, e.type);
}

void copy_out(const Elements &e, std::size_t size, std::byte *place) noexcept {
    if (world().known_sizes.find(e.type) != 0) [[likely]]
        std::memcpy(place, e.buffer, size);
    else if (size != 0)
        pack_elements(e.buffer, e.count, e.type, place);
}

/// Block number `block` of equal ones that follow each other.
Elements block_of(const Elements &first, int block) noexcept {
    const Layout layout = layout_of(first.type);
    return {static_cast<std::byte *>(first.buffer) + layout.extent * first.count * block,
            first.count, first.type};
}

/// What this member's entry of the operation holds.
Elements kept_elements(const Communicator &c, const Operation &operation) noexcept {
    const Kept &kept = operation.kept;
    const bool at_root = c.rank == operation.root;
    if (kept.what == Kept::What::nothing || (kept.what == Kept::What::contribution && at_root) ||
        (kept.what == Kept::What::parts && !at_root))
        return {};
    Elements all = kept.mine;
    if (kept.blocks) all.count *= c.size;
    return all;
}

/// Success at one member proves that all had entered.
bool synchronizes(const Operation &operation, std::size_t bytes) noexcept {
    return operation.root == Operation::no_root &&
           (operation.kept.what == Kept::What::nothing || bytes != 0);
}

void put(const Bytes &bytes, const Elements &into) noexcept {
    unpack_elements(bytes.data(), into.buffer, into.count, into.type);
}

/// Copies bytes that came from another member to where they belong, if they are as many as expected
/// (in a correct program they are).
int deliver_bytes(Communicator &c, const Bytes &bytes, const Elements &into) noexcept {
    if (bytes.size() != size_of(c, into)) return c.raise(MPI_ERR_TRUNCATE);
    put(bytes, into);
    return MPI_SUCCESS;
}

/// The elements of one contribution in memory of their own, as a reduction needs them.
class Operand {
  public:
    Operand(const Bytes &bytes, const Elements &like)
        : layout_(layout_of(like.type)),
          memory_(std::make_unique<std::byte[]>(
              static_cast<std::size_t>(layout_.extent * (like.count - 1) + layout_.true_extent))) {
        put(bytes, {data(), like.count, like.type});
    }
    [[nodiscard]] void *data() noexcept { return memory_.get() - layout_.true_lower_bound; }

  private:
    Layout layout_;
    std::unique_ptr<std::byte[]> memory_;
};

/// MPI_Reduce at the root, in the order of the ranks, over the contributions that there are.
int combine(Communicator &c, const Kept &kept, std::vector<Bytes> &contributions) noexcept {
    const std::size_t size = size_of(c, kept.theirs);
    Bytes &own = contributions[static_cast<std::size_t>(c.rank)];
    const bool in_place = kept.mine.buffer == MPI_IN_PLACE;
    const Elements mine = in_place ? kept.theirs : kept.mine;
    own.resize(size);
    copy_out(mine, size, own.data());
    std::unique_ptr<Operand> result;
    for (auto bytes = contributions.rbegin(); bytes != contributions.rend(); ++bytes) {
        if (bytes->size() != size) continue;
        auto operand = std::make_unique<Operand>(*bytes, kept.theirs);
        if (result) {
            const int code = real.Reduce_local(operand->data(), result->data(), kept.theirs.count,
                                               kept.theirs.type, kept.op);
            if (code != MPI_SUCCESS) return c.raise(code);
        } else {
            result = std::move(operand);
        }
    }
    copy_elements(result->data(), kept.theirs.buffer, kept.theirs.count, kept.theirs.type);
    return MPI_SUCCESS;
}

/// MPI_Gather at the root: every block that there is, at its rank's place.
int place(Communicator &c, const Kept &kept, std::vector<Bytes> &contributions) noexcept {
    const std::size_t size = size_of(c, kept.theirs);
    if (kept.mine.count > 0) { // not in place
        Bytes &own = contributions[static_cast<std::size_t>(c.rank)];
        own.resize(size_of(c, kept.mine));
        copy_out(kept.mine, own.size(), own.data());
    }
    for (int rank = 0; rank < c.size; ++rank)
        if (const Bytes &bytes = contributions[static_cast<std::size_t>(rank)];
            !bytes.empty() && bytes.size() == size)
            put(bytes, block_of(kept.theirs, rank));
    return MPI_SUCCESS;
}

/// Reduce and Gather at the root, which counts as having completed the operation from now on, so
/// that the others do not wait for it but hand over their contributions.
int gather_contributions(Communicator &c, Operation &operation, std::size_t bytes) noexcept {
    if (operation.inputs != nullptr) operation.inputs->restore();
    keep(c, operation, bytes);
    std::vector<Bytes> contributions = world().service.collect(c, c.sequence);
    const Kept &kept = operation.kept;
    if (bytes == 0) return MPI_SUCCESS;
    const auto empty = std::count_if(contributions.begin(), contributions.end(),
                                     [](const Bytes &given) { return given.empty(); });
    if (const int absent = static_cast<int>(empty) - 1; absent > 0 && !c.has_missing())
        world().report.incomplete(operation.function, absent); // else the caller tells
    return kept.op != MPI_OP_NULL ? combine(c, kept, contributions) : place(c, kept, contributions);
}

/// Completes the operation, which the members `ahead` have completed. False: whoever had what this
/// one needs has failed.
bool adopt(Communicator &c, Operation &operation, std::size_t bytes, const std::vector<int> &ahead,
           int &code) noexcept {
    using enum Kept::What;
    const Kept &kept = operation.kept;
    const std::uint64_t number = c.sequence + 1;
    const bool at_root = c.rank == operation.root;
    Bytes fetched;
    code = MPI_SUCCESS;
    if (kept.what == contribution && at_root) {
        code = gather_contributions(c, operation, bytes);
        return true;
    }
    if (kept.what == result && !at_root) {
        if (!world().service.fetch(c, ahead.front(), number, fetched)) return false;
        Elements all = kept.mine;
        if (kept.blocks) all.count *= c.size;
        code = deliver_bytes(c, fetched, all);
    } else if (kept.what == parts && !at_root) {
        // Counts as completed first, as above: the root may not have got here yet, and must not
        // vote when it does.
        keep(c, operation, bytes);
        if (is_missing(c, operation.root) ||
            !world().service.fetch(c, operation.root, number, fetched))
            code = apply_policy(c, operation.function, operation.root);
        else if (kept.theirs.count > 0)
            code = deliver_bytes(c, fetched, kept.theirs);
        return true;
    }
    keep(c, operation, bytes);
    return true;
}

} // namespace

std::size_t bytes_for_all(const Communicator &c, const Operation &operation) noexcept {
    const Kept &kept = operation.kept;
    const auto members = static_cast<std::size_t>(c.size);
    const bool at_root = c.rank == operation.root;
    switch (kept.what) {
    case Kept::What::agreed:
    case Kept::What::nothing:
        return 0;
    case Kept::What::result:
        return size_of(c, kept.mine) * (kept.blocks ? members : 1);
    case Kept::What::contribution:
        return size_of(c, at_root ? kept.theirs : kept.mine);
    case Kept::What::parts:
        return size_of(c, at_root ? kept.mine : kept.theirs) * members;
    }
    return 0;
}

void keep(Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    ++c.sequence;
    if (synchronizes(operation, bytes)) c.log.cut(c.sequence);
    const Elements mine = kept_elements(c, operation);
    const bool parts = operation.kept.what == Kept::What::parts && mine.count > 0;
    const std::size_t size = mine.count > 0 ? bytes : 0;
    std::byte *const place =
        c.log.append(bytes, size, parts ? static_cast<std::uint32_t>(c.size) : 1);
    if (size != 0) copy_out(mine, size, place);
}

int skip(Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    ++c.sequence;
    static_cast<void>(c.log.append(bytes, 0, 1));
    return apply_policy(c, operation.function, operation.root);
}

bool catch_up(Communicator &c, Operation &operation, std::size_t bytes, int &code) noexcept {
    for (;;) {
        const std::vector<int> ahead = world().service.ask(c);
        if (ahead.empty()) {
            if (vote(c, false) != Verdict::again) return false;
        } else if (adopt(c, operation, bytes, ahead, code)) {
            return true;
        }
    }
}

} // namespace closeranks
