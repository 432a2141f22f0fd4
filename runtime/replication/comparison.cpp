#include "runtime/replication/comparison.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/giving_up.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

namespace closeranks::replication {

constinit bool comparison_is_on = false;

namespace {

constexpr std::uint64_t the_end = std::numeric_limits<std::uint64_t>::max();
/// The names of messages are small numbers, so this bit marks steps.
constexpr std::uint64_t of_step = std::uint64_t{1} << 63U;

} // namespace

Comparison &comparison() noexcept {
    static NeverDestroyed<Comparison> one;
    return one.value;
}

void Comparison::begin() noexcept {
    comparison_is_on = world().my_other().has_value();
    decisions().on_sum([](std::uint64_t name, std::uint64_t sum) {
        comparison().told_.insert_or_assign(name, sum);
    });
}

bool Comparison::is_same(std::uint64_t name, std::uint64_t sum) {
    if (!world().my_other()) return true;
    if (i_lead()) {
        decisions().tell_sum(name, sum);
        return true;
    }
    wait_until([&] { return told_.contains(name) || told_.contains(the_end) || i_lead(); });
    const auto found = told_.find(name);
    if (found == told_.end()) return i_lead();
    const bool is_same = found->second == sum;
    told_.erase(found);
    return is_same;
}

void Comparison::sends(int rank, int tag, std::size_t bytes, std::uint64_t sum) {
    if (is_same(sent_++, checksum(static_cast<std::uint64_t>(rank), sum))) return;
    std::array<char, 256> why{};
    static_cast<void>(std::snprintf(
        why.data(), why.size(),
        "in %s, its call %llu of MPI, it sends something else than its leader: %zu bytes to "
        "rank %d with tag %d",
        function_name(function_), static_cast<unsigned long long>(calls_), bytes, rank, tag));
    give_up_twin(why.data());
}

void Comparison::combined(std::uint64_t name, std::uint64_t sum) {
    if (is_same(name | of_step, sum)) return;
    std::array<char, 256> why{};
    static_cast<void>(std::snprintf(
        why.data(), why.size(),
        "in %s, its call %llu of MPI, its result of a reduction is not that of its leader",
        function_name(function_), static_cast<unsigned long long>(calls_)));
    give_up_twin(why.data());
}

void Comparison::end() {
    if (comparison_is_on && i_lead() && world().my_other()) decisions().tell_sum(the_end, 0);
}

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t sum) noexcept {
    std::size_t at = 0;
    std::uint64_t word = 0;
    for (; at + sizeof(word) <= bytes.size(); at += sizeof(word)) {
        std::memcpy(&word, bytes.data() + at, sizeof(word));
        sum = checksum(word, sum);
    }
    word = bytes.size();
    if (at < bytes.size()) std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    return checksum(word, sum);
}

} // namespace closeranks::replication
