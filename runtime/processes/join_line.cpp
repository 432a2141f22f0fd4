#include "runtime/processes/join_line.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

namespace closeranks {

namespace {

constexpr std::chrono::seconds patience{30}; // within a line, because a line is sent at once

/// Waits until the socket is ready for `event`; false after `deadline`. Without a deadline it may
/// take for ever.
bool wait_for(int fd, short event,
              std::optional<std::chrono::steady_clock::time_point> deadline) noexcept {
    for (;;) {
        constexpr int for_ever = -1;
        int left = for_ever;
        if (deadline) {
            const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(
                *deadline - std::chrono::steady_clock::now());
            left = std::max(static_cast<int>(rest.count()), 0);
        }
        pollfd ready{fd, event, 0};
        const int count = poll(&ready, 1, left);
        if (count > 0) return true;
        if (count == 0 || errno != EINTR) return false;
    }
}

/// True if a call on the socket has to be repeated.
bool is_worth_another_try() noexcept {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

} // namespace

JoinLine::JoinLine(std::string_view text) noexcept {
    char *const end = std::copy(magic.begin(), magic.end(), bytes_.begin());
    const std::size_t room = bytes_.size() - magic.size() - 1; // the last byte is a zero
    std::copy_n(text.begin(), std::min(text.size(), room), end);
}

std::optional<std::string> JoinLine::text() const {
    const auto *const end = std::find(bytes_.begin(), bytes_.end(), '\0');
    const std::string_view line(bytes_.data(), static_cast<std::size_t>(end - bytes_.begin()));
    if (end == bytes_.end() || !line.starts_with(magic)) return std::nullopt;
    return std::string(line.substr(magic.size()));
}

bool JoinLine::may_be_ours(std::size_t length) const noexcept {
    const std::size_t seen = std::min(length, magic.size());
    return std::string_view(bytes_.data(), seen) == magic.substr(0, seen);
}

bool JoinLine::send(int fd) const noexcept {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (std::size_t done = 0; done < bytes_.size();) {
        if (!wait_for(fd, POLLOUT, deadline)) return false;
        const ssize_t moved = ::send(fd, bytes_.data() + done, bytes_.size() - done, MSG_NOSIGNAL);
        if (moved < 0 && !is_worth_another_try()) return false;
        if (moved > 0) done += static_cast<std::size_t>(moved);
    }
    return true;
}

bool JoinLine::receive(int fd) noexcept {
    std::optional<std::chrono::steady_clock::time_point> deadline;
    for (std::size_t done = 0; done < bytes_.size();) {
        if (!wait_for(fd, POLLIN, deadline)) return false;
        const ssize_t moved = recv(fd, bytes_.data() + done, bytes_.size() - done, 0);
        if (moved == 0 || (moved < 0 && !is_worth_another_try())) return false;
        if (moved < 0) continue;
        done += static_cast<std::size_t>(moved);
        if (!may_be_ours(done)) return false;
        if (!deadline) deadline = std::chrono::steady_clock::now() + patience;
    }
    return true;
}

} // namespace closeranks
