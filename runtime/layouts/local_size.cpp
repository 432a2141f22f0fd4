#include "runtime/layouts/local_size.hpp"

#include <cmath>

namespace closeranks {

namespace {

/// The number of ranks for which subcommunicators of `k` ranks are the best.
double size_for(int k) noexcept { return k * std::exp(k - 1.0); }

} // namespace

int best_local_size(int size) noexcept {
    int k = 1;
    while (size_for(k + 1) < size)
        ++k;
    return size - size_for(k) <= size_for(k + 1) - size ? k : k + 1;
}

} // namespace closeranks
