#pragma once

/// Whose a message on Runtime::mail is: each of them receives from anybody, with its own tag.
namespace closeranks::mail_tag {

constexpr int recovery = 0;   ///< of RecoveryMail
constexpr int stalls = 1;     ///< of stall::Mail
constexpr int partitions = 2; ///< of PartitionTraffic

} // namespace closeranks::mail_tag
