#include "runtime/communicators/origins.hpp"

#include "runtime/core/runtime.hpp"

#include <atomic>

namespace closeranks {

namespace {

std::uint64_t order(std::uint64_t number) noexcept {
    return runtime().config.brings_back() && !runtime().resumed ? number : 0;
}

/// What is made of one that does not come back does not, either.
bool comes_back(const Communicator &c) noexcept {
    return &c == runtime().everyone || c.origin.order != 0;
}

} // namespace

Origin next_origin(Communicator &parent, std::uint64_t name) noexcept {
    const std::uint64_t number = ++parent.creations;
    return {.self = name,
            .parent = parent.origin.self,
            .order = comes_back(parent) ? order(number) : 0};
}

Origin origin_among_some(std::uint64_t name) noexcept {
    constexpr std::uint64_t no_child = ~std::uint64_t{0}; // what is made from it counts from 1
    return {.self = name, .parent = name, .order = order(no_child)};
}

Origin next_origin_on_side(Communicator *local) noexcept {
    static std::atomic<std::uint64_t> sides_alone = 0;
    if (local != nullptr) return next_origin(*local);
    constexpr std::uint64_t no_name = std::uint64_t{1} << 40U;
    return {.parent = no_name + static_cast<std::uint64_t>(runtime().rank),
            .order = order(++sides_alone)};
}

} // namespace closeranks
