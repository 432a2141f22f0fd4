#include "runtime/files.hpp"

#include "runtime/collective.hpp"

#include <algorithm>

namespace closeranks {

int File::raise(int code) const noexcept {
    if (code != MPI_SUCCESS) static_cast<void>(real.File_call_errhandler(handle, code));
    return code;
}

namespace {

void combine(const File &file, Function function, std::span<std::int64_t> values,
             MPI_Op op) noexcept {
    if (file.members == nullptr) return;
    const std::vector<std::int64_t> own(values.begin(), values.end());
    const std::int64_t *const mine = own.data();
    std::int64_t *const all = values.data();
    const int count = static_cast<int>(values.size());
    const auto native = [=](MPI_Comm working, int) {
        return real.Allreduce(mine, all, count, MPI_INT64_T, op, working);
    };
    const auto describe = [&](auto &call) {
        return Operation{
            .function = function, .native = call, .kept = keep_result(all, count, MPI_INT64_T)};
    };
    // The arguments are ours and right, and failures are repaired: there is no other error.
    static_cast<void>(run_collective(*file.members, native, describe));
}

} // namespace

void combine_largest(const File &file, Function function, std::span<std::int64_t> values) noexcept {
    combine(file, function, values, MPI_MAX);
}

void combine_sums(const File &file, Function function, std::span<std::int64_t> values) noexcept {
    combine(file, function, values, MPI_SUM);
}

int worst(const File &file, Function function, int code) noexcept {
    std::int64_t all = code;
    combine_largest(file, function, {&all, 1});
    return static_cast<int>(all);
}

bool is_same(const File &file, Function function, std::int64_t value) noexcept {
    std::int64_t all[] = {value, -value};
    combine_largest(file, function, all);
    return all[0] == -all[1];
}

std::int64_t elect(File &file, Function function, std::int64_t value) noexcept {
    std::int64_t all[] = {value, -file.rank()};
    combine_largest(file, function, all);
    file.leader = static_cast<int>(-all[1]);
    return all[0];
}

int by_one(File &file, Function function, ByOne action) noexcept {
    for (bool again = false;; again = true) {
        const std::int64_t done = elect(file, function, file.leads() ? 1 + action(again) : 0);
        if (done > 0) return static_cast<int>(done - 1); // else the leader has died before that
    }
}

void cold::note_absent(const Entry &entry, const File &file) noexcept {
    const std::vector<int> ranks = world_ranks_of(file.group.get());
    const auto absent = std::count_if(ranks.begin(), ranks.end(),
                                      [](int rank) { return world().missing.contains(rank); });
    if (absent != 0) world().report.incomplete(entry.function(), static_cast<int>(absent));
}

} // namespace closeranks
