#pragma once

#include <string>
#include <string_view>

namespace closeranks::store {

/// The place in which a store keeps its checkpoints (closeranks_store_create, `where`).
struct Where {
    int copies = 0;         ///< copies in the memory of other ranks; 0: none
    int group = 0;          ///< number of ranks that keep parity together; 0: none
    int depth = 1;          ///< number of checkpoints kept in memory
    std::string directory;  ///< of files; empty: none
    int depth_in_files = 1; ///< number of checkpoints kept in files
    int every = 1;          ///< every n-th checkpoint is written to files as well

    /// Reads `text`. Returns an empty text, or the error in it.
    [[nodiscard]] std::string read(std::string_view text);

  private:
    [[nodiscard]] std::string read_part(std::string_view part);
    [[nodiscard]] std::string read_setting(std::string_view kind, std::string_view setting);
    [[nodiscard]] int *number_of(std::string_view kind, std::string_view name);
};

} // namespace closeranks::store
