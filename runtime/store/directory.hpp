#pragma once

#include "runtime/store/image.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace closeranks::store {

/// Checkpoints in files: `rank-R.stamp-S` for each rank, and `committed`, which has the stamps that
/// count and their numbers of ranks. Each file is written under another name, brought to the disk
/// and then renamed. So it exists completely or not at all (rename(2) in one directory).
///
/// All functions return an empty text, or the error; they throw only std::bad_alloc.
class Directory {
  public:
    struct Committed {
        long long stamp = 0;
        int ranks = 0;            ///< of the job that wrote the checkpoint
        std::vector<int> missing; ///< the ranks without a file, in ascending order

        [[nodiscard]] bool has(int rank) const noexcept {
            return rank >= 0 && rank < ranks &&
                   !std::binary_search(missing.begin(), missing.end(), rank);
        }
    };

    explicit Directory(std::filesystem::path path) : path_(std::move(path)) {}

    /// Makes the directory if needed, and tries to write there.
    [[nodiscard]] std::string prepare(int rank) const;

    [[nodiscard]] std::string write(int rank, long long stamp, const Image &image) const;
    [[nodiscard]] std::string read(int rank, long long stamp, Image &image) const;

    /// From now on these checkpoints count, the newest first.
    [[nodiscard]] std::string commit(const std::vector<Committed> &all) const;

    /// Reads the checkpoints that count, the newest first.
    [[nodiscard]] std::string committed(std::vector<Committed> &all) const;

    /// Removes the files of rank `rank` for a stamp that does not count, including unfinished ones.
    void remove(int rank, long long stamp) const noexcept;

  private:
    [[nodiscard]] std::filesystem::path file_of(int rank, long long stamp) const;

    std::filesystem::path path_;
};

} // namespace closeranks::store
