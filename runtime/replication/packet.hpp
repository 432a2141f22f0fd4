#pragma once

#include "runtime/replication/packet_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace closeranks::replication {

/// The kind of a message. Only messages of one kind can match.
enum class Talk : std::uint8_t {
    program,
    collective,
    creation,
    request, ///< to the target of one-sided communication
    answer,  ///< of that target; numbered for itself (Series)
    partition,
};

/// Messages of one series are numbered together. A target answers when its leader decides, between
/// any two other messages: so answers are a series of their own.
enum class Series : std::uint8_t { calls, answers };
inline constexpr std::size_t series_count = 2;

/// The purpose of a packet. Only messages are numbered; all other packets may come twice.
enum class Kind : std::uint8_t {
    message,     ///< from a rank to a rank
    acknowledge, ///< `number` messages have arrived
    ask,         ///< asks for an acknowledgement now
    resume,      ///< the receiver shall send to this process from message `number` on
    matched,     ///< message `number`, a synchronous one, has been received
    decision,    ///< of the leader, for a twin on another host
    done,        ///< this process is in MPI_Finalize
};

/// The beginning of every packet.
struct Envelope {
    std::uint64_t number = 0; ///< in the channel between the ranks of its processes
    std::uint64_t context = 0;
    std::uint64_t size = 0; ///< of the data behind it, in bytes
    std::int32_t tag = 0;
    std::int32_t place = 0; ///< of the sending rank, in the communicator
    Kind kind = Kind::message;
    Talk talk = Talk::program;
    bool is_synchronous = false;

    [[nodiscard]] Series series() const noexcept {
        return talk == Talk::answer ? Series::answers : Series::calls;
    }
};

/// An envelope and the data behind it, in one piece of memory.
class Packet {
  public:
    /// The data is not written yet.
    explicit Packet(const Envelope &envelope)
        : size_(envelope.size), memory_(sizeof(Envelope) + envelope.size) {
        set(envelope);
    }
    /// For a packet to be received: `bytes` with the envelope, which is the least size.
    explicit Packet(std::size_t bytes) : size_(bytes - sizeof(Envelope)), memory_(bytes) {}

    [[nodiscard]] Envelope envelope() const noexcept {
        Envelope copy;
        std::memcpy(&copy, memory_.get(), sizeof(copy));
        return copy;
    }
    void set(const Envelope &envelope) noexcept {
        std::memcpy(memory_.get(), &envelope, sizeof(envelope));
    }
    [[nodiscard]] std::byte *payload() noexcept { return memory_.get() + sizeof(Envelope); }
    [[nodiscard]] const std::byte *payload() const noexcept {
        return memory_.get() + sizeof(Envelope);
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; } ///< of the payload
    [[nodiscard]] std::byte *bytes() noexcept { return memory_.get(); }
    [[nodiscard]] const std::byte *bytes() const noexcept { return memory_.get(); }
    [[nodiscard]] std::size_t all_bytes() const noexcept { return sizeof(Envelope) + size_; }

  private:
    std::size_t size_;
    PacketMemory memory_;
};

} // namespace closeranks::replication
