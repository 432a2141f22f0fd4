#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace closeranks {

/// What the two processes of MPI_Comm_join tell each other by their socket: a line of text. Anybody
/// may be at the other end, so nothing of it is taken for granted. Its length is fixed, so that
/// nothing of the program's own is read from the socket.
class JoinLine {
  public:
    JoinLine() = default;
    explicit JoinLine(std::string_view text) noexcept;

    /// What a line of closeranks says; nothing when it is something else.
    [[nodiscard]] std::optional<std::string> text() const;

    /// False when the other end is closed. The socket may be in non-blocking mode.
    [[nodiscard]] bool send(int fd) const noexcept;

    /// False when the other end is closed, says something that is no line, or stops within it. For
    /// the first byte this waits as long as it takes: the other process may come late.
    [[nodiscard]] bool receive(int fd) noexcept;

    /// The line as it is on its way.
    [[nodiscard]] std::array<char, MPI_MAX_PORT_NAME> &bytes() noexcept { return bytes_; }

  private:
    static constexpr std::string_view magic = "closeranks join 1\n";

    [[nodiscard]] bool may_be_ours(std::size_t length) const noexcept;

    std::array<char, MPI_MAX_PORT_NAME> bytes_{};
};

} // namespace closeranks
