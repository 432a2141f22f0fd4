#pragma once

#include <string>
#include <string_view>

namespace closeranks::keeper {

/// Brings records to the launcher from a node that has not got its folder, by a connection
/// (tools/closeranks_launcher/post.py). Nothing here waits for long: who cannot be reached within
/// half a second for each of its addresses is not asked again by this process.
class Courier {
  public:
    Courier() = default;
    ~Courier();
    Courier(const Courier &) = delete;
    Courier &operator=(const Courier &) = delete;

    /// `launcher` is what the environment variable says, "<token> <port> <address>..."; `name` that
    /// of the file that the records are for.
    void begin(std::string launcher, std::string name);

    /// Brings one record; the first one makes the connection.
    void bring(std::string_view line);

  private:
    std::string launcher_;
    std::string name_;
    int socket_ = -1;
};

/// Connects to what the launcher listens by, as `launcher` says, and begins with `name`, if need be
/// with half a second for each address. Returns a socket that does not wait, or -1.
[[nodiscard]] int reach_launcher(const std::string &launcher, const std::string &name);

/// The environment variable by which the launcher says where it is.
constexpr const char *launcher_variable = "CLOSERANKS_LAUNCHER";

} // namespace closeranks::keeper
