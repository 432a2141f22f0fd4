#include "runtime/files/buffering_plan.hpp"

#include <limits>

namespace closeranks {

namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

constexpr std::int64_t long_piece = 4 * kib; ///< pieces this long are accessed one by one as fast
constexpr std::int64_t few_pieces = 64;      ///< of one rank: too few for an exchange
constexpr std::int64_t block = 4 * kib;      ///< sections begin at multiples of this
constexpr std::int64_t one_part = mib;       ///< one aggregator handles as much alone
constexpr std::int64_t ranks_for_one = 4;    ///< at most one aggregator for this many ranks

/// A section is at most as long as the data that an aggregator can get at once, which MPI counts in
/// an int. In the worst case all of `members` have all of a section in pieces of one byte, each
/// described by 16 bytes (file_runs.hpp).
std::int64_t longest_section(std::int64_t members, const BufferingWishes &wishes) noexcept {
    constexpr std::int64_t memory = 16 * mib;
    constexpr std::int64_t for_each_byte = 18;
    const std::int64_t most = std::numeric_limits<int>::max() / for_each_byte / members;
    const std::int64_t wanted = wishes.section > 0 ? std::max(wishes.section, block) : memory;
    return std::min(wanted, most) / block * block;
}

std::int64_t aggregators_for(std::int64_t bytes, std::int64_t ranks,
                             const BufferingWishes &wishes) noexcept {
    if (wishes.aggregators > 0) return std::min(wishes.aggregators, ranks);
    const auto parts = [](std::int64_t all, std::int64_t one) { return (all + one - 1) / one; };
    return std::min(parts(bytes, one_part), parts(ranks, ranks_for_one));
}

/// The accesses of all members together.
struct Sum {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t pieces = 0;
    std::int64_t spans = 0; ///< for each process from its first place to its last
    bool refused = false;
    std::vector<int> present;

    void add(int member, const AccessFacts &its) {
        refused = refused || its.refuses != 0;
        if (its.present != 0) present.push_back(member);
        if (its.bytes == 0) return;
        begin = std::min(begin, its.begin);
        end = std::max(end, its.end);
        bytes += its.bytes;
        pieces += its.pieces;
        spans += its.end - its.begin;
    }

    /// True if buffering pays: many small pieces, interleaved, with few gaps between them, and none
    /// twice.
    [[nodiscard]] bool gains() const noexcept {
        const auto ranks = static_cast<std::int64_t>(present.size());
        return !refused && bytes > 0 && bytes / pieces < long_piece &&
               pieces >= few_pieces * ranks && spans > end - begin && bytes <= end - begin &&
               bytes >= (end - begin) / 2;
    }
};

} // namespace

AccessFacts describe_access(const FilePieces &pieces, const Positions &mine,
                            bool refuses) noexcept {
    AccessFacts facts{.present = 1, .refuses = refuses ? 1 : 0};
    if (refuses || mine.bytes() == 0) return facts;
    facts.begin = pieces.from(mine.begin).at;
    facts.end = pieces.from(mine.end - 1).at + 1;
    facts.bytes = mine.bytes();
    facts.pieces = pieces.count(mine.begin, mine.bytes());
    return facts;
}

std::optional<BufferingPlan> BufferingPlan::from(std::span<const AccessFacts> members,
                                                 const BufferingWishes &wishes) noexcept {
    Sum sum;
    for (std::size_t member = 0; member < members.size(); ++member)
        sum.add(static_cast<int>(member), members[member]);
    if (!sum.gains()) return std::nullopt;

    BufferingPlan plan;
    plan.taking_part_ = static_cast<std::int64_t>(sum.present.size());
    plan.begin_ = sum.begin / block * block;
    plan.end_ = sum.end;
    const std::int64_t range = plan.end_ - plan.begin_;
    const std::int64_t count = aggregators_for(range, plan.taking_part_, wishes);
    const auto step = [&](std::int64_t i) {
        return static_cast<std::size_t>(i * plan.taking_part_ / count);
    };
    for (std::int64_t i = 0; i < count; ++i) // ranks far from each other: on several nodes
        plan.ranks_.push_back(sum.present[step(i)]);
    const std::int64_t even = range / count / block * block + block;
    plan.section_ = std::min(longest_section(std::ssize(members), wishes), even);
    return plan.section_ > 0 ? std::optional(plan) : std::nullopt;
}

} // namespace closeranks
