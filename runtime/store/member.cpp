#include "runtime/store/member.hpp"

#include <algorithm>
#include <climits>

namespace closeranks::store {

Elements::Elements(void *data, MPI_Count count, MPI_Datatype type)
    : data_(static_cast<char *>(data)), count_(count), type_(type) {
    MPI_Aint lower_bound = 0;
    MPI_Type_size(type, &size_);
    MPI_Type_get_extent(type, &lower_bound, &extent_);
}

template <typename Act> void Elements::in_portions(std::size_t count, Act act) const {
    const std::size_t most =
        std::max<std::size_t>(1, INT_MAX / 2 / static_cast<std::size_t>(std::max(size_, 1)));
    for (std::size_t begin = 0; begin < count; begin += most) {
        const std::size_t portion = std::min(most, count - begin);
        act(data_ + static_cast<MPI_Aint>(begin) * extent_, static_cast<int>(portion),
            begin * static_cast<std::size_t>(size_));
    }
}

void Elements::pack(std::span<std::byte> into) const {
    in_portions(static_cast<std::size_t>(count_), [&](void *from, int count, std::size_t at) {
        int position = 0;
        MPI_Pack(from, count, type_, into.data() + at, count * size_, &position, MPI_COMM_SELF);
    });
}

void Elements::unpack(std::span<const std::byte> bytes) const {
    if (size_ == 0) return;
    in_portions(bytes.size() / static_cast<std::size_t>(size_), [&](void *to, int count,
                                                                    std::size_t at) {
        int position = 0;
        MPI_Unpack(bytes.data() + at, count * size_, &position, to, count, type_, MPI_COMM_SELF);
    });
}

} // namespace closeranks::store
