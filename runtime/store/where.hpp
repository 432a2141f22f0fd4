#pragma once

#include <string>
#include <string_view>

namespace closeranks::store {

/// Where a store keeps its checkpoints (closeranks_store_create, `where`).
struct Where {
    int copies = 0;        ///< in the memory of others; 0: none
    std::string directory; ///< of files; empty: none
    int every = 1;         ///< which checkpoints are also in files

    /// Reads `text`. Returns an empty text, or what is wrong with it.
    [[nodiscard]] std::string read(std::string_view text);

  private:
    [[nodiscard]] std::string read_part(std::string_view part);
    [[nodiscard]] std::string read_setting(std::string_view kind, std::string_view setting);
};

} // namespace closeranks::store
