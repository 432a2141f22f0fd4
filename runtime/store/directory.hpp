#pragma once

#include "runtime/store/image.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace closeranks::store {

/// Checkpoints in files: `rank-R.stamp-S` for each rank, and `committed`, which says which stamps
/// count and of how many ranks. Each file is written beside its place, brought to the disk and
/// then renamed, so that it is there as a whole or not at all (rename(2) in one directory).
///
/// All functions return an empty text, or what went wrong; none throws anything but std::bad_alloc.
class Directory {
  public:
    struct Committed {
        long long stamp = 0;
        int ranks = 0;            ///< of the job that wrote it
        std::vector<int> missing; ///< of these, in ascending order: those that have no file

        [[nodiscard]] bool has(int rank) const noexcept {
            return rank >= 0 && rank < ranks &&
                   !std::binary_search(missing.begin(), missing.end(), rank);
        }
    };

    explicit Directory(std::filesystem::path path) : path_(std::move(path)) {}

    /// Makes it if need be, and tries to write there.
    [[nodiscard]] std::string prepare(int rank) const;

    [[nodiscard]] std::string write(int rank, long long stamp, const Image &image) const;
    [[nodiscard]] std::string read(int rank, long long stamp, Image &image) const;

    /// From now on these count, the newest first.
    [[nodiscard]] std::string commit(const std::vector<Committed> &all) const;

    /// Which ones count, the newest first.
    [[nodiscard]] std::string committed(std::vector<Committed> &all) const;

    /// Removes what rank `rank` wrote for a stamp that does not count, also what it had begun.
    void remove(int rank, long long stamp) const noexcept;

  private:
    [[nodiscard]] std::filesystem::path file_of(int rank, long long stamp) const;

    std::filesystem::path path_;
};

} // namespace closeranks::store
