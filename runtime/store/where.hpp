#pragma once

#include <string>
#include <string_view>

namespace closeranks::store {

/// Where a store keeps its checkpoints (closeranks_store_create, `where`).
struct Where {
    int copies = 0;         ///< in the memory of others; 0: none
    int group = 0;          ///< so many ranks keep parity; 0: there is none
    int depth = 1;          ///< how many checkpoints are kept in memory
    std::string directory;  ///< of files; empty: none
    int depth_in_files = 1; ///< how many are kept there
    int every = 1;          ///< which checkpoints are also in files

    /// Reads `text`. Returns an empty text, or what is wrong with it.
    [[nodiscard]] std::string read(std::string_view text);

  private:
    [[nodiscard]] std::string read_part(std::string_view part);
    [[nodiscard]] std::string read_setting(std::string_view kind, std::string_view setting);
    [[nodiscard]] int *number_of(std::string_view kind, std::string_view name);
};

} // namespace closeranks::store
