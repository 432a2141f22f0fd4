#include "runtime/fenix/subset.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <new>
#include <utility>

namespace closeranks::fenix {

namespace {

constexpr Fenix_Data_subset nothing{0, nullptr, nullptr, nullptr, 0, __FENIX_SUBSET_UNDEFINED};

/// Offsets of the program may be as large as an int, so a sum of them needs more.
using Sum = long long;

bool touch(const Range &one, const Range &other) noexcept {
    return one.first <= Sum{other.last} + 1 && other.first <= Sum{one.last} + 1;
}

/// Adds a range in the place of the first one that it touches, and merges all others that it
/// touches.
void add(std::vector<Range> &ranges, Range one) {
    auto place = ranges.end();
    for (auto at = ranges.begin(); at != ranges.end();) {
        if (!touch(*at, one)) {
            ++at;
            continue;
        }
        one = {std::min(at->first, one.first), std::max(at->last, one.last)};
        const bool is_first = place == ranges.end();
        if (is_first) {
            place = at++;
        } else {
            const auto kept = place - ranges.begin();
            at = ranges.erase(at);
            place = ranges.begin() + kept;
        }
    }
    if (place == ranges.end())
        ranges.push_back(one);
    else
        *place = one;
}

/// Repeats until no two ranges touch: a range that has grown may touch further ones.
std::vector<Range> merged(const std::vector<Range> &ranges) {
    std::vector<Range> before = ranges;
    for (;;) {
        std::vector<Range> after;
        for (const Range &one : before)
            add(after, one);
        if (after.size() == before.size()) return after;
        before = std::move(after);
    }
}

int *allocate(std::size_t count) {
    auto *const numbers =
        static_cast<int *>(std::calloc(std::max<std::size_t>(count, 1), sizeof(int)));
    if (numbers == nullptr) throw std::bad_alloc();
    return numbers;
}

Fenix_Data_subset make(std::size_t blocks, int specifier) {
    return {static_cast<int>(blocks),
            allocate(blocks),
            allocate(blocks),
            allocate(blocks),
            0,
            specifier};
}

/// A range and its repetitions.
struct Block {
    Range range;
    int repeats;
};

/// Joins blocks of which one continues where the other ends, in the place of the first.
std::vector<Block> fold(std::vector<Block> blocks, int stride) {
    const auto goes_on = [stride](const Block &one, const Block &other) {
        const Sum shift = Sum{stride} * (Sum{one.repeats} + 1);
        return one.range.first + shift == other.range.first &&
               one.range.last + shift == other.range.last;
    };
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t k = i + 1; k < blocks.size(); ++k) {
            const bool forward = goes_on(blocks[i], blocks[k]);
            if (!forward && !goes_on(blocks[k], blocks[i])) continue;
            blocks[i] = {forward ? blocks[i].range : blocks[k].range,
                         blocks[i].repeats + blocks[k].repeats + 1};
            blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(k));
            k = i; // the longer block may touch others
        }
    return blocks;
}

Fenix_Data_subset with_stride(const std::vector<Range> &ranges, int stride) {
    std::vector<Block> single;
    for (const Range &one : ranges)
        single.push_back({one, 0});
    const std::vector<Block> blocks = fold(std::move(single), stride);
    Fenix_Data_subset subset = make(blocks.size(), __FENIX_SUBSET_CREATE);
    subset.stride = stride;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        subset.start_offsets[i] = blocks[i].range.first;
        subset.end_offsets[i] = blocks[i].range.last;
        subset.num_repeats[i] = blocks[i].repeats;
    }
    return subset;
}

int check_block(int first, int last) noexcept {
    if (first < 0) return FENIX_ERROR_SUBSET_START_OFFSET;
    return last < first ? FENIX_ERROR_SUBSET_END_OFFSET : FENIX_SUCCESS;
}

} // namespace

std::vector<Range> named_by(const Fenix_Data_subset &subset, int count) {
    std::vector<Range> ranges;
    if (subset.specifier == __FENIX_SUBSET_FULL && count > 0) ranges.push_back({0, count - 1});
    if (subset.specifier != __FENIX_SUBSET_CREATE && subset.specifier != __FENIX_SUBSET_CREATEV)
        return ranges;
    // No member has an element INT_MAX: a block that gets there needs no further elements.
    const auto limited = [](Sum offset) {
        return static_cast<int>(std::min<Sum>(offset, INT_MAX));
    };
    for (int i = 0; i < subset.num_blocks; ++i)
        for (Sum k = 0; k <= subset.num_repeats[i]; ++k) {
            const Sum shift = k * subset.stride;
            ranges.push_back(
                {limited(subset.start_offsets[i] + shift), limited(subset.end_offsets[i] + shift)});
            if (ranges.back().last == INT_MAX) break;
        }
    return ranges;
}

Ranges unite(const Ranges &some, const std::vector<Range> &more) {
    std::vector<Range> all = some;
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end(),
              [](const Range &one, const Range &other) { return one.first < other.first; });
    Ranges united;
    for (const Range &one : all)
        if (united.empty() || !touch(united.back(), one))
            united.push_back(one);
        else
            united.back().last = std::max(united.back().last, one.last);
    return united;
}

Fenix_Data_subset subset_of(const std::vector<Range> &ranges) {
    if (ranges.empty()) return make(0, __FENIX_SUBSET_EMPTY);
    Fenix_Data_subset subset = make(ranges.size(), __FENIX_SUBSET_CREATEV);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        subset.start_offsets[i] = ranges[i].first;
        subset.end_offsets[i] = ranges[i].last;
    }
    return subset;
}

} // namespace closeranks::fenix

using namespace closeranks::fenix;

extern "C" {

#pragma GCC visibility push(default)

const Fenix_Data_subset FENIX_DATA_SUBSET_FULL = {0,       nullptr, nullptr,
                                                  nullptr, 0,       __FENIX_SUBSET_FULL};
const Fenix_Data_subset FENIX_DATA_SUBSET_EMPTY = {0,       nullptr, nullptr,
                                                   nullptr, 0,       __FENIX_SUBSET_EMPTY};

int Fenix_Data_subset_create(int num_blocks, int start_offset, int end_offset, int stride,
                             Fenix_Data_subset *subset_specifier) {
    if (num_blocks < 1) return FENIX_ERROR_SUBSET_NUM_BLOCKS;
    if (const int code = check_block(start_offset, end_offset); code != FENIX_SUCCESS) return code;
    if (stride < 1) return FENIX_ERROR_SUBSET_STRIDE;
    try {
        *subset_specifier = make(1, __FENIX_SUBSET_CREATE);
    } catch (const std::bad_alloc &) {
        return FENIX_ERROR_INTERN;
    }
    subset_specifier->start_offsets[0] = start_offset;
    subset_specifier->end_offsets[0] = end_offset;
    subset_specifier->num_repeats[0] = num_blocks - 1;
    subset_specifier->stride = stride;
    return FENIX_SUCCESS;
}

int Fenix_Data_subset_createv(int num_blocks, int *array_start_offsets, int *array_end_offsets,
                              Fenix_Data_subset *subset_specifier) {
    if (num_blocks < 1) return FENIX_ERROR_SUBSET_NUM_BLOCKS;
    for (int i = 0; i < num_blocks; ++i)
        if (const int code = check_block(array_start_offsets[i], array_end_offsets[i]);
            code != FENIX_SUCCESS)
            return code;
    try {
        std::vector<Range> ranges;
        for (int i = 0; i < num_blocks; ++i)
            ranges.push_back({array_start_offsets[i], array_end_offsets[i]});
        *subset_specifier = subset_of(ranges);
    } catch (const std::bad_alloc &) {
        return FENIX_ERROR_INTERN;
    }
    return FENIX_SUCCESS;
}

int Fenix_Data_subset_delete(Fenix_Data_subset *subset_specifier) {
    std::free(subset_specifier->start_offsets);
    std::free(subset_specifier->end_offsets);
    std::free(subset_specifier->num_repeats);
    *subset_specifier = nothing;
    return FENIX_SUCCESS;
}

int __fenix_data_subset_free(Fenix_Data_subset *subset) { return Fenix_Data_subset_delete(subset); }

void __fenix_data_subset_merge(Fenix_Data_subset *first_subset, Fenix_Data_subset *second_subset,
                               Fenix_Data_subset *output) {
    const bool is_full = first_subset->specifier == __FENIX_SUBSET_FULL ||
                         second_subset->specifier == __FENIX_SUBSET_FULL;
    try {
        std::vector<Range> ranges = named_by(*first_subset, 0);
        const std::vector<Range> more = named_by(*second_subset, 0);
        ranges.insert(ranges.end(), more.begin(), more.end());
        const bool have_stride = first_subset->specifier == __FENIX_SUBSET_CREATE &&
                                 second_subset->specifier == __FENIX_SUBSET_CREATE &&
                                 first_subset->stride == second_subset->stride;
        *output = is_full       ? FENIX_DATA_SUBSET_FULL
                  : have_stride ? with_stride(merged(ranges), first_subset->stride)
                                : subset_of(merged(ranges));
    } catch (const std::bad_alloc &) {
        *output = nothing;
    }
}

#pragma GCC visibility pop
}
