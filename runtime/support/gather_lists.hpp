#pragma once

#include "runtime/support/ulfm.hpp"

#include <numeric>
#include <type_traits>
#include <vector>

namespace closeranks {

/// Sets `all` to the lists of the members of `comm`, one after the other in the order of their
/// ranks. Collective (MPI 5.0, MPI_Allgatherv). Returns an error, and leaves `all` empty, when a
/// member fails.
///
/// Success after a failure proves nothing. The error of the broadcast that returns small lists may
/// be dropped (Quirk::success_without_result), and then the buffer is unchanged.
template <typename Item>
[[nodiscard]] int gather_lists(const std::vector<Item> &mine, MPI_Comm comm,
                               std::vector<Item> &all) {
    static_assert(std::is_trivially_copyable_v<Item> && sizeof(Item) % sizeof(int) == 0);
    constexpr int ints = sizeof(Item) / sizeof(int);
    all.clear();
    int size = 0;
    static_cast<void>(real.Comm_size(comm, &size));
    const int count = static_cast<int>(mine.size()) * ints;
    std::vector<int> counts(static_cast<std::size_t>(size));
    int code = real.Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm);
    if (code != MPI_SUCCESS) return code;
    std::vector<int> places(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    all.resize(static_cast<std::size_t>(std::reduce(counts.begin(), counts.end()) / ints));
    code = real.Allgatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), places.data(),
                           MPI_INT, comm);
    if (code == MPI_SUCCESS && is_broken(comm)) code = MPIX_ERR_REVOKED;
    if (code != MPI_SUCCESS) all.clear();
    return code;
}

} // namespace closeranks
