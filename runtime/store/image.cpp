#include "runtime/store/image.hpp"

namespace closeranks::store {

// A function of its own source: where GCC 16 compiles two calls into one function, it warns that
// the second one writes behind the memory of the first.
std::span<std::byte> Image::append(Bytes &bytes, int id, std::size_t size) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + head + size);
    const auto length = static_cast<std::uint64_t>(size);
    std::memcpy(bytes.data() + begin, &id, sizeof id);
    std::memcpy(bytes.data() + begin + sizeof id, &length, sizeof length);
    return std::span(bytes).subspan(begin + head, size);
}

} // namespace closeranks::store
