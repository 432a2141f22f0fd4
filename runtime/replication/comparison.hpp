#pragma once

#include "generated/tables/functions.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace closeranks::replication {

/// With the option replica_check a twin compares its messages and results of reductions with those
/// of its leader, before another process can get them. A twin that differs gives up.
///
/// The leader tells checksums among its decisions. Messages are counted. The count is the same in
/// both processes, because each message is sent within the call of the program that causes it.
/// Steps of reductions have names, because steps of pending collectives come in any order.
class Comparison {
  public:
    void begin() noexcept;

    /// The program calls a function.
    void note_call(Function function) noexcept {
        function_ = function;
        ++calls_;
    }

    /// This process is about to send a message to a rank, with a checksum of all its parts.
    void sends(int rank, int tag, std::size_t bytes, std::uint64_t sum);
    /// A step of a reduction has this result.
    void combined(std::uint64_t name, std::uint64_t sum);

    /// No comparison is left: the program has called MPI_Finalize.
    void end();

  private:
    /// True if the leader has the same checksum, or has failed before it told one.
    [[nodiscard]] bool is_same(std::uint64_t name, std::uint64_t sum);

    std::uint64_t sent_ = 0;
    std::uint64_t calls_ = 0;
    Function function_{};
    std::map<std::uint64_t, std::uint64_t> told_; ///< the leader's checksums
};

[[nodiscard]] Comparison &comparison() noexcept;

/// True if the option is on and this rank has two processes.
[[gnu::visibility("hidden")]] extern constinit bool comparison_is_on;

/// The checksum of bytes that follow data with checksum `sum`.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t sum) noexcept;
[[nodiscard]] inline std::uint64_t checksum(std::uint64_t word, std::uint64_t sum) noexcept {
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
    const std::uint64_t mixed = (sum ^ word) * factor;
    return mixed ^ (mixed >> 29U);
}

} // namespace closeranks::replication
