#include "scenario.hpp"

#include <cstdarg>
#include <cstdio>

namespace kill {

namespace {

const char *word(Sight sight) {
    switch (sight) {
    case Sight::shared:
        return "shared";
    case Sight::nested:
        return "nested";
    case Sight::own:
        return "own";
    case Sight::ring:
        return "ring";
    case Sight::late:
        return "late";
    case Sight::polled:
        return "polled";
    case Sight::made:
        return "made";
    case Sight::freed:
        return "freed";
    }
    return "";
}

} // namespace

void Run::saw(Sight sight, int round, Ranks present, Ranks scope) {
    char text[80];
    std::snprintf(text, sizeof text, " %d:%llx/%llx", round,
                  static_cast<unsigned long long>(present), static_cast<unsigned long long>(scope));
    sightings_[sight] += text;
    if ((present & ~scope) != 0) wrong("round %d: %s is more than can be seen", round, text);
}

void Run::synchronised(int round, double entered, double left) {
    char text[80];
    std::snprintf(text, sizeof text, " %d:%.9f/%.9f", round, entered, left);
    spans_ += text;
}

void Run::wrong(const char *format, ...) {
    failed_ = true;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    std::printf("wrong: rank %d: %s\n", rank, text);
    std::fflush(stdout);
}

void Run::print() const {
    for (const auto &[sight, text] : sightings_)
        std::printf("seen: %s%s\n", word(sight), text.c_str());
    if (!spans_.empty()) std::printf("span:%s\n", spans_.c_str());
    std::fflush(stdout);
}

std::vector<long> block_of(int rank, int round) {
    std::vector<long> block(static_cast<std::size_t>(block_length(round)));
    for (int i = 0; i < block_length(round); i++)
        block[static_cast<std::size_t>(i)] = block_value(rank, round, i);
    return block;
}

std::vector<long> blank(int count) {
    return std::vector<long>(static_cast<std::size_t>(count), untouched);
}

bool has_block(Run &run, int rank, int round, std::span<const long> block) {
    const bool present = !block.empty() && block[0] != untouched;
    for (std::size_t i = 0; i < block.size(); i++) {
        const long expected = present ? block_value(rank, round, static_cast<int>(i)) : untouched;
        if (block[i] == expected) continue;
        run.wrong("round %d: element %zu of rank %d's block is %ld, not %ld", round, i, rank,
                  block[i], expected);
        break;
    }
    return present;
}

void forget_part(int rank, int round, std::vector<long> &block) {
    for (std::size_t i = 0; i < block.size(); i++)
        if (block[i] == block_value(rank, round, static_cast<int>(i))) block[i] = untouched;
}

void judge_left(Run &run, int round, std::vector<long> &block, int status_source) {
    const int source = run.left();
    if (status_source == MPI_PROC_NULL) forget_part(source, round, block);
    const bool present = has_block(run, source, round, block);
    const int expected = present ? source : MPI_PROC_NULL;
    if (status_source != expected)
        run.wrong("round %d: the status names rank %d, not %d", round, status_source, expected);
    run.saw(round, present ? only(source) : 0, only(source));
}

void forget_unless_whole(int rank, int round, std::vector<long> &block) {
    for (std::size_t i = 0; i < block.size(); i++)
        if (block[i] == untouched) return forget_part(rank, round, block);
}

Ranks blocks_in(Run &run, int round, std::span<const long> blocks) {
    const auto length = static_cast<std::size_t>(block_length(round));
    Ranks present = 0;
    for (int rank = 0; rank < run.size; rank++)
        if (has_block(run, rank, round,
                      blocks.subspan(static_cast<std::size_t>(rank) * length, length)))
            present |= only(rank);
    return present;
}

std::vector<long> shares_of(int rank, int round, int count, int offset) {
    std::vector<long> shares(static_cast<std::size_t>(count));
    for (int i = 0; i < count; i++)
        shares[static_cast<std::size_t>(i)] = share(rank, round, offset + i);
    return shares;
}

Ranks contributors(Run &run, int round, std::span<const long> sum, int offset) {
    if (sum.empty() || sum[0] == untouched) {
        for (const long element : sum)
            if (element != untouched) run.wrong("round %d: a half-written result", round);
        return 0;
    }
    const auto present = static_cast<Ranks>(sum[0] / share_factor(round, offset));
    for (std::size_t i = 0; i < sum.size(); i++) {
        const long factor = share_factor(round, offset + static_cast<int>(i));
        if (sum[i] == static_cast<long>(present) * factor) continue;
        run.wrong("round %d: element %zu of the sum is %ld, not %ld", round, i, sum[i],
                  static_cast<long>(present) * factor);
        break;
    }
    return present;
}

} // namespace kill
