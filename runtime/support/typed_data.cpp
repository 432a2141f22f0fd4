#include "runtime/support/typed_data.hpp"

#include "runtime/support/datatype_contents.hpp"
#include "runtime/support/device_memory.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace closeranks {

namespace {

constexpr std::size_t longest = std::numeric_limits<LargeCount>::max(); // that can be packed

int pack(const void *from, MPI_Count count, MPI_Datatype type, std::byte *data,
         std::size_t bytes) noexcept {
    LargeCount at = 0;
    return bytes > longest
               ? MPI_ERR_COUNT
               : CLOSERANKS_LARGE(Pack)(from, count, type, data, static_cast<LargeCount>(bytes),
                                        &at, MPI_COMM_SELF);
}

int unpack(const std::byte *data, std::size_t bytes, void *to, MPI_Count count,
           MPI_Datatype type) noexcept {
    LargeCount at = 0;
    return bytes > longest ? MPI_ERR_COUNT
                           : CLOSERANKS_LARGE(Unpack)(data, static_cast<LargeCount>(bytes), &at, to,
                                                      count, type, MPI_COMM_SELF);
}

} // namespace

DataLayout::DataLayout(MPI_Count count, MPI_Datatype type) noexcept {
    plain_ = count == 0;
    if (count == 0) return; // the type may be anything
    if (const std::size_t size = plain_size(type); size != 0) [[likely]] {
        bytes_ = size * static_cast<std::size_t>(count);
        end_ = static_cast<std::ptrdiff_t>(bytes_);
        plain_ = true;
        return;
    }
    MPI_Count data = 0;
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Aint true_lower = 0;
    MPI_Aint true_extent = 0;
    if (real.Type_size_x(type, &data) != MPI_SUCCESS ||
        real.Type_get_extent(type, &lower, &extent) != MPI_SUCCESS ||
        real.Type_get_true_extent(type, &true_lower, &true_extent) != MPI_SUCCESS)
        return; // an invalid type, for which the MPI has raised an error
    bytes_ = static_cast<std::size_t>(data) * static_cast<std::size_t>(count);
    const MPI_Aint last = (count - 1) * extent; // before the first if the extent is negative
    begin_ = true_lower + std::min<MPI_Aint>(0, last);
    end_ = true_lower + true_extent + std::max<MPI_Aint>(0, last);
}

int Data::read(const TypedData &from, const DataLayout &layout) noexcept {
    if (layout.is_plain() && is_for_cpu(from.at)) {
        at_ = static_cast<const std::byte *>(from.at);
        return MPI_SUCCESS;
    }
    packed_.resize(layout.bytes());
    at_ = packed_.data();
    return pack(from.at, from.count, from.type, packed_.data(), packed_.size());
}

int write_data(const std::byte *data, std::size_t bytes, void *to, const DataLayout &layout,
               const TypedData &type) noexcept {
    if (layout.is_plain()) {
        if (!is_for_cpu(to))
            return unpack(data, bytes, to, static_cast<MPI_Count>(bytes), MPI_BYTE);
        std::memmove(to, data, bytes);
        return MPI_SUCCESS;
    }
    if (bytes == layout.bytes()) return unpack(data, bytes, to, type.count, type.type);
    // Fewer bytes than there is room for: only their places are written, because other processes
    // may write to the rest meanwhile.
    std::vector<std::byte> all(layout.bytes());
    std::memcpy(all.data(), data, bytes);
    std::vector<std::byte> image(static_cast<std::size_t>(layout.end() - layout.begin()));
    if (const int code =
            unpack(all.data(), all.size(), image.data() - layout.begin(), type.count, type.type);
        code != MPI_SUCCESS)
        return code;
    auto *const begin = static_cast<std::byte *>(to) + layout.begin();
    for (const Segment &segment : segments_of(layout, type, bytes)) {
        const std::byte *const from = image.data() + segment.offset;
        const auto length = static_cast<MPI_Count>(segment.length);
        if (is_for_cpu(to))
            std::memcpy(begin + segment.offset, from, segment.length);
        else if (const int code =
                     unpack(from, segment.length, begin + segment.offset, length, MPI_BYTE);
                 code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}

std::vector<Segment> segments_of(const DataLayout &layout, const TypedData &type,
                                 std::size_t bytes) noexcept {
    const auto length = static_cast<std::size_t>(layout.end() - layout.begin());
    // Unpacking shows which bytes belong to the type: it writes only these.
    constexpr std::byte mark{0xFF};
    std::vector<std::byte> marks(layout.bytes());
    std::fill_n(marks.begin(), bytes, mark);
    std::vector<std::byte> image(length);
    if (unpack(marks.data(), marks.size(), image.data() - layout.begin(), type.count, type.type) !=
        MPI_SUCCESS)
        return {};
    std::vector<Segment> segments;
    const auto begin = image.begin();
    for (auto at = std::find(begin, image.end(), mark); at != image.end();) {
        const auto end = std::find(at, image.end(), std::byte{});
        segments.push_back({.offset = static_cast<std::size_t>(at - begin),
                            .length = static_cast<std::size_t>(end - at)});
        at = std::find(end, image.end(), mark);
    }
    return segments;
}

MPI_Datatype basic_type(MPI_Datatype type) noexcept {
    Type part; // the handles of parts are new ones
    while (!is_predefined(type)) {
        DatatypeContents made(type);
        if (made.types.empty()) return MPI_DATATYPE_NULL;
        type = made.types[0];
        if (is_predefined(type)) continue;
        part = Type(type);
        made.types[0] = MPI_DATATYPE_NULL;
    }
    return type;
}

int combine_data(const std::byte *from, std::byte *into, std::size_t bytes, MPI_Datatype basic,
                 MPI_Op op) noexcept {
    if (bytes == 0) return MPI_SUCCESS;
    const auto reduce = [&](const void *in, void *inout, std::size_t elements) {
        return CLOSERANKS_LARGE(Reduce_local)(in, inout, static_cast<LargeCount>(elements), basic,
                                              op);
    };
    if (const std::size_t size = plain_size(basic); size != 0)
        return reduce(from, into, bytes / size);
    // A pair with a gap (MPI_DOUBLE_INT): reductions need the gaps, the data has none.
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    int size = 0;
    if (real.Type_get_extent(basic, &lower, &extent) != MPI_SUCCESS ||
        real.Type_size(basic, &size) != MPI_SUCCESS || size == 0)
        return MPI_ERR_TYPE;
    const std::size_t elements = bytes / static_cast<std::size_t>(size);
    const auto count = static_cast<MPI_Count>(elements);
    std::vector<std::byte> left(elements * static_cast<std::size_t>(extent));
    std::vector<std::byte> right(left.size());
    int code = unpack(from, bytes, left.data(), count, basic);
    if (code == MPI_SUCCESS) code = unpack(into, bytes, right.data(), count, basic);
    if (code == MPI_SUCCESS) code = reduce(left.data(), right.data(), elements);
    return code == MPI_SUCCESS ? pack(right.data(), count, basic, into, bytes) : code;
}

} // namespace closeranks
