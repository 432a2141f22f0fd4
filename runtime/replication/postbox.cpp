#include "runtime/replication/postbox.hpp"

#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/replication/wire.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace closeranks::replication {

namespace {

constexpr int wire_tag = 1;
/// Bytes: a matched message of at most this size is completely here, in all transports of Open MPI.
constexpr int surely_here = 256;
constexpr std::size_t often = 64;

std::size_t slot_of(ProcessId process) noexcept {
    return static_cast<std::size_t>(number_of(process));
}

} // namespace

Postbox &postbox() noexcept {
    static NeverDestroyed<Postbox> one;
    return one.value;
}

void Postbox::begin() {
    receiving_.resize(static_cast<std::size_t>(world().processes()));
    is_broken_.resize(receiving_.size());
    known_failures_ = 0;
}

void Postbox::end() {
    for (Sending &sending : lost_)
        static_cast<void>(real.Request_free(&sending.request));
}

void Postbox::send(ProcessId to, const std::shared_ptr<const Packet> &packet) {
    const std::optional<int> place = place_on_wire(to);
    if (!place) return; // the process failed in MPI_Init
    Sending sending{.packet = packet, .to = to};
    const int code = real.Isend(packet->bytes(), static_cast<int>(packet->all_bytes()), MPI_BYTE,
                                *place, wire_tag, wire(), &sending.request);
    // The process has failed.
    if (code != MPI_SUCCESS || sending.request == MPI_REQUEST_NULL) return;
    int done = 0;
    if (real.Test(&sending.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0) return;
    bytes_under_way_ += packet->all_bytes();
    sending_.push_back(std::move(sending));
    if (++sent_since_drop_ >= often) drop_sent();
}

/// Checks some of the sends, and continues there next time.
void Postbox::drop_sent() {
    constexpr std::size_t some = 2 * often;
    sent_since_drop_ = 0;
    for (std::size_t i = std::min(sending_.size(), some); i-- > 0;) {
        Sending &sending = sending_.front();
        int done = 0;
        if (real.Test(&sending.request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0) {
            sending_.splice(sending_.end(), sending_, sending_.begin());
            continue;
        }
        bytes_under_way_ -= sending.packet->all_bytes();
        sending_.pop_front();
    }
}

bool Postbox::is_empty() {
    drop_sent();
    return sending_.empty();
}

bool Postbox::receive(const Take &take) {
    const bool found =
        match_one(take); // only one, because a caller that waits for it checks at once
    for (std::size_t i = 0; i < with_large_.size(); ++i)
        receive_from(with_large_[i], take);
    std::erase_if(with_large_,
                  [&](ProcessId process) { return receiving_[slot_of(process)].empty(); });
    if (!sending_.empty() && (++sent_since_drop_ >= often || is_full())) drop_sent();
    return found;
}

bool Postbox::match_one(const Take &take) {
    int flag = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    const int code = real.Improbe(MPI_ANY_SOURCE, wire_tag, wire(), &flag, &message, &status);
    if (code != MPI_SUCCESS || flag == 0) return false; // an error: a new failure
    int bytes = 0;
    static_cast<void>(real.Get_count(&status, MPI_BYTE, &bytes));
    Receiving receiving{.packet = std::make_shared<Packet>(static_cast<std::size_t>(bytes))};
    const ProcessId from = process_at(status.MPI_SOURCE);
    std::deque<Receiving> &earlier = receiving_[slot_of(from)];
    if (earlier.empty() && bytes <= surely_here) {
        const int received =
            real.Mrecv(receiving.packet->bytes(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        hand_over(from, received, receiving.packet, take);
        return true;
    }
    if (real.Imrecv(receiving.packet->bytes(), bytes, MPI_BYTE, &message, &receiving.request) !=
        MPI_SUCCESS) {
        is_broken_[slot_of(from)] = true;
        return true;
    }
    if (earlier.empty()) with_large_.push_back(from);
    earlier.push_back(std::move(receiving));
    receive_from(from, take);
    return true;
}

void Postbox::receive_from(ProcessId process, const Take &take) {
    std::deque<Receiving> &from = receiving_[slot_of(process)];
    while (!from.empty()) { // the code that takes a packet may send, and never receives
        int done = 0;
        const int code = real.Test(&from.front().request, &done, MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS && done == 0) return;
        const std::shared_ptr<Packet> packet = std::move(from.front().packet);
        from.pop_front();
        hand_over(process, code, packet, take);
    }
}

void Postbox::hand_over(ProcessId from, int code, const std::shared_ptr<const Packet> &packet,
                        const Take &take) {
    if (code != MPI_SUCCESS) is_broken_[slot_of(from)] = true;
    if (!is_broken_[slot_of(from)]) take(from, packet);
}

bool Postbox::has_news_of_failures() const noexcept {
    return FailedProcesses::count() != known_failures_;
}

std::vector<ProcessId> Postbox::take_failed() {
    known_failures_ = FailedProcesses::count();
    // Receives from any source continue.
    static_cast<void>(real.Comm_failure_ack(wire()));
    const Group all = group_of(wire());
    std::vector<ProcessId> failed;
    for (const int place : failed_ranks(wire(), all.get()))
        failed.push_back(process_at(place));
    const auto is_lost = [&](const Sending &sending) {
        return std::ranges::find(failed, sending.to) != failed.end();
    };
    for (const Sending &sending : sending_)
        if (is_lost(sending)) bytes_under_way_ -= sending.packet->all_bytes();
    // The MPI may still read messages that it could not send.
    std::ranges::copy_if(sending_, std::back_inserter(lost_), is_lost);
    std::erase_if(sending_, is_lost);
    return failed;
}

} // namespace closeranks::replication
