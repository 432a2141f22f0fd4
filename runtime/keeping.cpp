#include "runtime/keeping.hpp"

#include "runtime/elements.hpp"
#include "runtime/repair.hpp"

namespace closeranks {

std::size_t AnyType::size_of(const Communicator &c, Kept::Elements elements) noexcept {
    if (elements.count <= 0) return 0;
    if (const std::size_t size = world().known_sizes.find(elements.type); size != 0)
        return static_cast<std::size_t>(elements.count) * size;
    if (check_elements(elements.buffer, elements.count, elements.type, c.messages.get()) !=
        MPI_SUCCESS)
        return 0;
    return packed_size(elements.count, elements.type);
}

void AnyType::copy_out(Kept::Elements elements, std::size_t size, std::byte *place) noexcept {
    if (size != 0) pack_elements(elements.buffer, elements.count, elements.type, place);
}

bool cold::is_unbroken(Communicator &c) noexcept {
    const int failures = world().service.failures();
    if (is_broken(c.working.get())) return false;
    c.failures_seen = failures; // all of them elsewhere
    return true;
}

} // namespace closeranks
