#pragma once

#include "runtime/replication/packet.hpp"
#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <vector>

namespace closeranks::replication {

/// Sends packets to processes and receives them, over the wire: in order between two processes, and
/// without waiting.
class Postbox {
  public:
    using Take = std::function<void(ProcessId from, const std::shared_ptr<const Packet> &packet)>;

    void begin();
    /// Takes no more packets.
    void end();

    void send(ProcessId to, const std::shared_ptr<const Packet> &packet);
    /// True if so much is on its way that a sender should wait. The receiver takes packets in any
    /// of its calls.
    [[nodiscard]] bool is_full() const noexcept {
        return bytes_under_way_ > most_under_way || sending_.size() > most_sends;
    }

    /// Hands over a packet that has arrived, and all packets that were on their way. Returns
    /// whether there was one.
    bool receive(const Take &take);

    /// True if processes have failed since the last take_failed(). Costs a few instructions.
    [[nodiscard]] bool has_news_of_failures() const noexcept;
    /// All failed processes. From now on only others count as new.
    [[nodiscard]] std::vector<ProcessId> take_failed();

    /// True if all packets to live processes have left.
    [[nodiscard]] bool is_empty();

  private:
    struct Sending {
        MPI_Request request = MPI_REQUEST_NULL;
        std::shared_ptr<const Packet> packet;
        ProcessId to{};
    };
    struct Receiving {
        MPI_Request request = MPI_REQUEST_NULL;
        std::shared_ptr<Packet> packet;
    };
    static constexpr std::size_t most_under_way = std::size_t{8} << 20U;
    static constexpr std::size_t most_sends = 4096;

    [[nodiscard]] bool match_one(const Take &take);
    void receive_from(ProcessId process, const Take &take);
    void hand_over(ProcessId from, int code, const std::shared_ptr<const Packet> &packet,
                   const Take &take);
    void drop_sent();

    std::list<Sending> sending_;
    std::size_t bytes_under_way_ = 0;
    std::size_t sent_since_drop_ = 0;
    std::vector<std::deque<Receiving>> receiving_; ///< by process, in order
    std::vector<ProcessId> with_large_;            ///< processes with an entry in receiving_
    /// By process: it has failed while a packet was on its way. Packets behind that one are
    /// dropped, because packets are taken in order.
    std::vector<bool> is_broken_;
    int known_failures_ = 0;
    std::list<Sending> lost_; ///< to failed processes; the MPI may still read them
};

[[nodiscard]] Postbox &postbox() noexcept;

} // namespace closeranks::replication
