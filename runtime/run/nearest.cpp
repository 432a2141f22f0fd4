#include "runtime/run/nearest.hpp"

#include "generated/tables/functions.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

constexpr std::string_view mpi_prefix = "MPI_";

bool same_letter(char a, char b) noexcept {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
}

/// Fortran programs write the prefix in small letters.
std::string_view without_prefix(std::string_view name) noexcept {
    const std::string_view begin = name.substr(0, mpi_prefix.size());
    if (std::equal(begin.begin(), begin.end(), mpi_prefix.begin(), mpi_prefix.end(), same_letter))
        name.remove_prefix(mpi_prefix.size());
    return name;
}

/// The number of letters that have to be inserted, removed or changed to make `b` from `a`
/// (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string suggest_function(std::string_view name) {
    name = without_prefix(name);
    constexpr std::size_t longest = 64; // no function's name is longer
    if (name.size() > longest) return {};
    std::size_t least = (name.size() + 1) / 3 + 1; // with more changes it would be another word
    const char *nearest = nullptr;
    for (std::size_t i = 0; i < function_count; ++i) {
        const char *const candidate = function_name(static_cast<Function>(i));
        const std::string_view plain = without_prefix(candidate);
        const std::size_t longer = std::max(name.size(), plain.size());
        if (longer - std::min(name.size(), plain.size()) >= least)
            continue; // the distance is at least as large
        const std::size_t far = distance(name, plain);
        if (far >= least) continue;
        least = far;
        nearest = candidate;
    }
    return nearest != nullptr ? std::string("; the nearest is ") + nearest : std::string();
}

} // namespace closeranks
