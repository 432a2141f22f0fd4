#include "runtime/windows/rma_target.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace closeranks {

namespace {

int code_of(int error) noexcept {
    if (error == 0) return MPI_SUCCESS;
    return error == ESRCH ? target_has_ended : MPI_ERR_RMA_RANGE;
}

} // namespace

int Target::read(std::byte *data) const noexcept {
    if (peer_.mapped) {
        Data here;
        const TypedData at{reinterpret_cast<const void *>(address_), type_.count, type_.type};
        const int code = here.read(at, layout_);
        if (code == MPI_SUCCESS) std::memmove(data, here.get(), bytes());
        return code;
    }
    if (layout_.is_plain()) {
        const Segment all{.offset = 0, .length = bytes()};
        return code_of(peer_.elsewhere->read(data, there(), {&all, 1}));
    }
    const std::vector<Segment> segments = segments_of(layout_, type_, bytes());
    std::vector<std::byte> image(static_cast<std::size_t>(layout_.end() - layout_.begin()));
    const int code = code_of(peer_.elsewhere->read(image.data(), there(), segments));
    if (code != MPI_SUCCESS) return code;
    Data packed;
    const TypedData at{image.data() - layout_.begin(), type_.count, type_.type};
    const int packing = packed.read(at, layout_);
    if (packing == MPI_SUCCESS) std::memcpy(data, packed.get(), bytes());
    return packing;
}

int Target::write(const std::byte *data, std::size_t bytes) const noexcept {
    if (peer_.mapped)
        return write_data(data, bytes, reinterpret_cast<void *>(address_), layout_, type_);
    if (layout_.is_plain()) {
        const Segment all{.offset = 0, .length = bytes};
        return code_of(peer_.elsewhere->write(data, there(), {&all, 1}));
    }
    const std::vector<Segment> segments = segments_of(layout_, type_, bytes);
    std::vector<std::byte> image(static_cast<std::size_t>(layout_.end() - layout_.begin()));
    const int code = write_data(data, bytes, image.data() - layout_.begin(), layout_, type_);
    if (code != MPI_SUCCESS) return code;
    return code_of(peer_.elsewhere->write(image.data(), there(), segments));
}

int Target::combine_image(const OtherHostMemory::Change &change,
                          std::span<const Segment> segments) const noexcept {
    int code = MPI_SUCCESS;
    const int error = peer_.far->combine(change, there(), segments, code);
    return error != 0 ? code_of(error) : code;
}

int Target::combine(std::span<const std::byte> data, MPI_Op op, std::byte *before) const noexcept {
    const std::size_t changed = op == MPI_NO_OP ? bytes() : data.size();
    if (changed < bytes() && before != nullptr) // the remaining bytes are fetched as well
        if (const int code = combine({}, MPI_NO_OP, before); code != MPI_SUCCESS) return code;
    const MPI_Datatype basic = basic_type(type());
    const MPI_Datatype element = basic != MPI_DATATYPE_NULL ? basic : MPI_BYTE;
    if (layout_.is_plain()) {
        const Segment all{.offset = 0, .length = changed};
        return combine_image({op, element, data.data(), before}, {&all, 1});
    }
    // The target's data is in the order of memory, the origin's in that of the datatype.
    std::vector<std::byte> there_before(static_cast<std::size_t>(layout_.end() - layout_.begin()));
    std::vector<std::byte> wanted(there_before.size());
    std::byte *const fetched = there_before.data() - layout_.begin();
    if (!data.empty())
        if (const int code = write_data(data.data(), data.size(), wanted.data() - layout_.begin(),
                                        layout_, type_);
            code != MPI_SUCCESS)
            return code;
    if (before != nullptr && changed < bytes())
        if (const int code = write_data(before, bytes(), fetched, layout_, type_);
            code != MPI_SUCCESS)
            return code;
    const OtherHostMemory::Change change{op, element, wanted.data(),
                                         before != nullptr ? there_before.data() : nullptr};
    if (const int code = combine_image(change, segments_of(layout_, type_, changed));
        code != MPI_SUCCESS || before == nullptr)
        return code;
    Data packed;
    const int code = packed.read({fetched, type_.count, type_.type}, layout_);
    if (code == MPI_SUCCESS) std::memcpy(before, packed.get(), bytes());
    return code;
}

int Target::swap(const void *expected, const void *wanted, std::byte *before) const noexcept {
    return code_of(peer_.far->swap(there(), bytes(), expected, wanted, before));
}

} // namespace closeranks
