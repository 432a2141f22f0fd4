#pragma once

#include <cstdint>

/// The receiver of a message on Runtime::services: each part of the library receives with its own
/// tags.
namespace closeranks::service_tag {

// Messages for which no call waits, from any process:
constexpr int recovery = 0;   ///< of RecoveryMail
constexpr int stalls = 1;     ///< of stall::Mail
constexpr int partitions = 2; ///< of PartitionTraffic

namespace detail {

/// One of the tags from `first` to 2 * `first` - 1.
constexpr int hash(std::uint64_t name, int first) noexcept {
    return first + static_cast<int>(name % static_cast<std::uint64_t>(first));
}

} // namespace detail

/// The tag of the library's messages in a call to which all members give the same name.
[[nodiscard]] constexpr int of_call(std::uint64_t name) noexcept {
    return detail::hash(name, 1 << 29);
}

/// The tag of the MPI's own messages when it makes a communicator for that call.
[[nodiscard]] constexpr int of_creation(std::uint64_t name) noexcept {
    return detail::hash(name, 1 << 28);
}

} // namespace closeranks::service_tag
