#include "runtime/communicators/origins.hpp"

#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"

#include <atomic>

namespace closeranks {

namespace {

std::uint64_t order(std::uint64_t number) noexcept {
    return runtime().config.brings_back() && !runtime().recovery.has_resumed() ? number : 0;
}

/// A communicator that is made from one that is not recovered is not recovered either.
bool comes_back(const Communicator &c) noexcept {
    return &c == runtime().everyone || c.creation.origin().order != 0;
}

} // namespace

Origin next_origin(Communicator &parent, std::uint64_t name, std::optional<int> color) noexcept {
    const Function call = creating_function();
    const CreationRecord::Numbers number = parent.creation.count_child(call);
    return {.self = name,
            .parent = parent.creation.origin().self,
            .order = comes_back(parent) ? order(number.of_all) : 0,
            .in_words =
                describe_call(function_name(call), number.of_call, color, name_as_parent(parent))};
}

Origin origin_among_some(std::uint64_t name, const Communicator *parent) noexcept {
    constexpr std::uint64_t no_child = ~std::uint64_t{0}; // communicators made from it count from 1
    return {.self = name,
            .parent = name,
            .order = order(no_child),
            .in_words = describe_call(function_name(creating_function()), 1, {},
                                      parent != nullptr ? name_as_parent(*parent) : "")};
}

Origin next_origin_on_side(Communicator *local) noexcept {
    static std::atomic<std::uint64_t> sides_alone = 0;
    if (local != nullptr) return next_origin(*local);
    constexpr std::uint64_t no_name = std::uint64_t{1} << 40U;
    return {.parent = no_name + static_cast<std::uint64_t>(runtime().rank),
            .order = order(++sides_alone)};
}

} // namespace closeranks
