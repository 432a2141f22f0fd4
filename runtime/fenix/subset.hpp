#pragma once

#include <fenix.h>

#include <cstddef>
#include <vector>

namespace closeranks::fenix {

/// Elements from `first` to `last`.
struct Range {
    int first;
    int last;
    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<std::size_t>(last - first) + 1;
    }
};

/// The elements of a member: ranges in ascending order, of which no two touch.
using Ranges = std::vector<Range>;

/// The ranges of a subset one after another, in the order of their names. `count`: the number of
/// existing elements, for FENIX_DATA_SUBSET_FULL.
[[nodiscard]] std::vector<Range> named_by(const Fenix_Data_subset &subset, int count);

/// `some` and `more`, each element once.
[[nodiscard]] Ranges unite(const Ranges &some, const std::vector<Range> &more);

[[nodiscard]] inline bool is_all(const Ranges &some, int count) noexcept {
    return count == 0 || (some.size() == 1 && some[0].first == 0 && some[0].last == count - 1);
}

/// Makes a subset for the program, which deletes it.
[[nodiscard]] Fenix_Data_subset subset_of(const std::vector<Range> &ranges);

} // namespace closeranks::fenix
