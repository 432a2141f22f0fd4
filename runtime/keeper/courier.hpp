#pragma once

#include <string>
#include <string_view>

namespace closeranks::keeper {

/// Sends records to the launcher from a node without its folder, by a connection
/// (tools/closeranks_launcher/post.py). No function waits for long: each tries each address of the
/// launcher for at most half a second. If it cannot be reached, the records wait for the next one.
/// After four failures this process does not try again.
class Courier {
  public:
    Courier() = default;
    ~Courier();
    Courier(const Courier &) = delete;
    Courier &operator=(const Courier &) = delete;

    /// `launcher`: the value of the environment variable, "<token> <port> <address>..."; `name`:
    /// the name of the file for the records.
    void begin(std::string launcher, std::string name);

    /// Sends one record, and before it those that wait; the first one makes the connection.
    void bring(std::string_view line);

  private:
    std::string launcher_;
    std::string name_;
    std::string waiting_; ///< records that are not sent yet
    int socket_ = -1;
};

/// Connects to the address in `launcher` on which the launcher listens, and first sends `name`.
/// Tries each address for at most half a second. Returns a nonblocking socket, or -1.
[[nodiscard]] int reach_launcher(const std::string &launcher, const std::string &name);

/// The environment variable with the address of the launcher.
constexpr const char *launcher_variable = "CLOSERANKS_LAUNCHER";

} // namespace closeranks::keeper
