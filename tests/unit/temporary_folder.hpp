#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace closeranks::test {

/// A new folder, which goes with what is in it at the end. Whatever else the machine has, and
/// whoever runs the same test beside this one, nothing is in it, and what it does not hold does not
/// exist.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string made = std::filesystem::temp_directory_path() / "closeranks-unit-XXXXXX";
        if (mkdtemp(made.data()) == nullptr) throw std::runtime_error("no folder: " + made);
        path_ = made;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    [[nodiscard]] std::string operator/(const char *name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// All that is in a file; nothing if there is none.
inline std::string contents(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

} // namespace closeranks::test
