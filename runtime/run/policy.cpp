#include "runtime/run/policy.hpp"

#include "runtime/run/option_value.hpp"

namespace closeranks {

namespace {

constexpr std::array<std::string_view, 3> words = {"ignore", "abort", "error"}; // as in Policy

} // namespace

std::optional<Policy> parse_policy(std::string_view word) noexcept {
    const std::size_t i = find_word(word, words);
    return i < words.size() ? std::optional(static_cast<Policy>(i)) : std::nullopt;
}

std::string_view word_of(Policy policy) noexcept {
    return words.at(static_cast<std::size_t>(policy));
}

} // namespace closeranks
