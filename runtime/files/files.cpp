#include "runtime/files/files.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/world_ranks.hpp"

#include "runtime/core/raising.hpp"

namespace closeranks {

int File::raise(int code) const noexcept {
    if (code != MPI_SUCCESS) call_errhandler(handle, code, members);
    return code;
}

void combine_largest(const File &file, Function function, std::span<std::int64_t> values) noexcept {
    combine_largest(file.members, function, values);
}

void combine_sums(const File &file, Function function, std::span<std::int64_t> values) noexcept {
    combine_sums(file.members, function, values);
}

int worst(const File &file, Function function, int code) noexcept {
    return worst(file.members, function, code);
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
        // Otherwise the leader has failed before that.
        if (done > 0) return static_cast<int>(done - 1);
    }
}

void cold::note_absent(const File &file) noexcept {
    const auto absent = gone_from(file.group.get()).all().size();
    if (absent == 0) return;
    runtime().report.incomplete(Entry::function(), static_cast<int>(absent));
    if (Entry::function() == Function::File_close) return; // which has to be done
    tell_if_older(Entry::function(), file.group.get(), [&] { return "the file " + file.name; });
}

} // namespace closeranks
