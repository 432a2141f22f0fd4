#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace closeranks {

/// The line of text that the two processes of MPI_Comm_join send each other by their socket. Any
/// process may be at the other end, so the content is checked. The length is fixed, so that no data
/// of the program is read from the socket.
class JoinLine {
  public:
    JoinLine() = default;
    explicit JoinLine(std::string_view text) noexcept;

    /// The text of a line of closeranks; nothing for any other line.
    [[nodiscard]] std::optional<std::string> text() const;

    /// False when the other end is closed. The socket may be in non-blocking mode.
    [[nodiscard]] bool send(int fd) const noexcept;

    /// False when the other end is closed, sends no valid line, or stops within it. Waits without a
    /// limit for the first byte, because the other process may come late.
    [[nodiscard]] bool receive(int fd) noexcept;

    /// The line as it is sent.
    [[nodiscard]] std::array<char, MPI_MAX_PORT_NAME> &bytes() noexcept { return bytes_; }

  private:
    static constexpr std::string_view magic = "closeranks join 1\n";

    [[nodiscard]] bool may_be_ours(std::size_t length) const noexcept;

    std::array<char, MPI_MAX_PORT_NAME> bytes_{};
};

} // namespace closeranks
