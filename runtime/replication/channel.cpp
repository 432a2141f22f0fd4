#include "runtime/replication/channel.hpp"

#include <algorithm>

namespace closeranks::replication {

namespace {

std::uint64_t number_of_packet(const Packet &packet) noexcept { return packet.envelope().number; }

} // namespace

Outgoing::Target *Outgoing::find(ProcessId process) noexcept {
    const auto found = std::ranges::find(targets_, process, &Target::process);
    return found != targets_.end() ? &*found : nullptr;
}

bool Outgoing::is_needed(std::uint64_t number) const noexcept {
    return std::ranges::any_of(targets_, [&](const Target &target) {
        return !target.is_served && target.acknowledged <= number;
    });
}

void Outgoing::trim() {
    while (!log_.empty() && !is_needed(number_of_packet(*log_.front()))) {
        logged_bytes_ -= log_.front()->all_bytes();
        log_.pop_front();
    }
}

void Outgoing::add(const std::shared_ptr<Packet> &packet, const Send &send) {
    Envelope envelope = packet->envelope();
    envelope.number = next_++;
    packet->set(envelope);
    for (const Target &target : targets_)
        if (target.is_served && target.acknowledged <= envelope.number)
            send(target.process, packet);
    if (!is_needed(envelope.number)) return;
    log_.push_back(packet);
    logged_bytes_ += packet->all_bytes();
}

void Outgoing::resume(ProcessId process, std::uint64_t from, const Send &send) {
    Target *const target = find(process);
    if (target == nullptr) return; // the process has failed since
    target->is_served = true;
    target->acknowledged = std::max(target->acknowledged, from);
    for (const std::shared_ptr<const Packet> &packet : log_)
        if (number_of_packet(*packet) >= from) send(process, packet);
    trim();
}

void Outgoing::acknowledge(ProcessId process, std::uint64_t count) {
    Target *const target = find(process);
    if (target == nullptr) return;
    target->acknowledged = std::max(target->acknowledged, count);
    trim();
}

void Outgoing::lose(ProcessId process) {
    std::erase_if(targets_, [&](const Target &target) { return target.process == process; });
    trim();
}

bool Incoming::take(std::uint64_t number, std::size_t size) noexcept {
    if (number != arrived_) return false; // a lower number: it came from the former source before
    ++arrived_;
    bytes_ += size;
    return true;
}

} // namespace closeranks::replication
