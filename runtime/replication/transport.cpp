#include "runtime/replication/transport.hpp"

#include "runtime/replication/channel.hpp"
#include "runtime/replication/comparison.hpp"
#include "runtime/replication/deaths.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/ends.hpp"
#include "runtime/replication/postbox.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/say.hpp"
#include "runtime/replication/synchronous.hpp"
#include "runtime/replication/wire.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

namespace closeranks::replication {

namespace {

struct Transport {
    std::array<std::vector<Outgoing>, series_count> outgoing; ///< by series and rank
    std::array<std::vector<Incoming>, series_count> incoming; ///< by series and rank
    /// By process: it is in MPI_Finalize, and all that it has to send to this one has arrived.
    std::vector<bool> done;
    std::vector<std::uint64_t> asked;    ///< by process: logs that this one has asked it for
    std::vector<std::uint64_t> answered; ///< by process: logs that this one has sent it
    std::size_t logged = 0;              ///< bytes, in all logs
    std::size_t most_ever_logged = 0;
    std::size_t most_logged = std::size_t{256} << 20U;
    std::vector<MessageId> taken; ///< synchronous messages whose senders have to be told
};

Transport &transport() noexcept {
    static NeverDestroyed<Transport> one;
    return one.value;
}

std::size_t index_of(int rank) noexcept { return static_cast<std::size_t>(rank); }
std::size_t index_of(ProcessId process) noexcept {
    return static_cast<std::size_t>(number_of(process));
}

constexpr std::array all_series{Series::calls, Series::answers};

Outgoing &outgoing(Series series, int rank) noexcept {
    return transport().outgoing[static_cast<std::size_t>(series)][index_of(rank)];
}
Incoming &incoming(Series series, int rank) noexcept {
    return transport().incoming[static_cast<std::size_t>(series)][index_of(rank)];
}

/// The matching knows messages of both series.
MessageId id_of(Series series, int rank, std::uint64_t number) noexcept {
    constexpr std::uint64_t is_answer = std::uint64_t{1} << 63U;
    return {rank, series == Series::answers ? number | is_answer : number};
}

void send_packet(ProcessId to, const std::shared_ptr<const Packet> &packet) {
    postbox().send(to, packet);
}

/// About a channel of this series.
void send_control(ProcessId to, Kind kind, std::uint64_t number, Series series = Series::calls) {
    Envelope envelope;
    if (series == Series::answers) envelope.talk = Talk::answer;
    envelope.kind = kind;
    envelope.number = number;
    postbox().send(to, std::make_shared<Packet>(envelope));
}

/// Changes a channel, and counts the size of its log.
template <typename Change> void change_log(Series series, int rank, Change change) {
    Transport &t = transport();
    Outgoing &channel = outgoing(series, rank);
    t.logged -= channel.logged_bytes();
    change(channel);
    t.logged += channel.logged_bytes();
    t.most_ever_logged = std::max(t.most_ever_logged, t.logged);
}

void note_received(const MessageId &id) {
    synchronous_sends().note(id, outgoing(Series::calls, id.rank).next());
}

/// Tells the processes that keep messages for this process but are not its source.
void acknowledge(Series series, int rank) {
    const std::uint64_t count = incoming(series, rank).acknowledge();
    const std::optional<ProcessId> source = world().source_for(world().self(), rank);
    for (const ProcessId process : world().living_of(rank))
        if (process != source) send_control(process, Kind::acknowledge, count, series);
}

void take_message(ProcessId from, const std::shared_ptr<const Packet> &packet) {
    const int rank = world().rank_of(from);
    const Envelope envelope = packet->envelope();
    const Series series = envelope.series();
    Incoming &channel = incoming(series, rank);
    if (!channel.take(envelope.number, packet->size())) {
        if (envelope.number > channel.arrived()) {
            say("a message of rank %d is missing in process %d: the program ends", rank,
                number_of(world().self()));
            end_job(EXIT_FAILURE);
        }
        return;
    }
    matching().arrive({id_of(series, rank, envelope.number), envelope, packet});
    if (channel.should_acknowledge()) acknowledge(series, rank);
}

/// `number`: how many logs were sent before.
void say_done(ProcessId to) { send_control(to, Kind::done, transport().answered[index_of(to)]); }

void take_packet(ProcessId from, const std::shared_ptr<const Packet> &packet) {
    Transport &t = transport();
    const Envelope envelope = packet->envelope();
    const Series series = envelope.series();
    const int rank = world().rank_of(from);
    switch (envelope.kind) {
    case Kind::message:
        take_message(from, packet);
        break;
    case Kind::acknowledge:
        change_log(series, rank,
                   [&](Outgoing &channel) { channel.acknowledge(from, envelope.number); });
        break;
    case Kind::ask:
        send_control(from, Kind::acknowledge, incoming(series, rank).acknowledge(), series);
        break;
    case Kind::resume:
        change_log(series, rank,
                   [&](Outgoing &channel) { channel.resume(from, envelope.number, send_packet); });
        ++t.answered[index_of(from)];
        if (t.done[index_of(world().self())]) say_done(from); // once more, behind the log
        break;
    case Kind::matched:
        note_received({rank, envelope.number});
        break;
    case Kind::decision:
        decisions().take(*packet);
        break;
    case Kind::done:
        if (envelope.number >= t.asked[index_of(from)]) t.done[index_of(from)] = true;
        break;
    }
}

/// A message has been received for which its sender waits. The twin has to know the leader's
/// decision for this message first.
void tell_of_taken() {
    Transport &t = transport();
    if (t.taken.empty() || !decisions().is_flushed()) return;
    for (const MessageId &id : std::exchange(t.taken, {})) {
        if (id.rank == my_rank()) note_received(id);
        for (const ProcessId process : world().living_of(id.rank))
            if (id.rank != my_rank()) send_control(process, Kind::matched, id.number);
    }
}

const Postbox::Take &hand_over() {
    static const Postbox::Take take = take_packet;
    return take;
}

void ask_for_log(ProcessId source) {
    Transport &t = transport();
    // It is done only when its log is here. A process that is done itself needs no log, and the
    // other one may have left.
    if (!t.done[index_of(world().self())]) {
        t.asked[index_of(source)] += all_series.size();
        t.done[index_of(source)] = false;
    }
    for (const Series series : all_series)
        send_control(source, Kind::resume, incoming(series, world().rank_of(source)).arrived(),
                     series);
}

void lose(ProcessId process) {
    Transport &t = transport();
    const int rank = world().rank_of(process);
    const bool was_source = world().source_for(world().self(), rank) == process;
    if (!world().lose(process)) return;
    const std::optional<ProcessId> leader = world().leader_of(my_rank());
    note_death(process, t.done[index_of(process)], leader && t.done[index_of(*leader)]);
    for (const Series series : all_series)
        change_log(series, rank, [&](Outgoing &channel) { channel.lose(process); });
    if (rank == my_rank()) {
        if (!i_lead()) return;
        // Decisions that are on their way from another host.
        while (postbox().receive(hand_over())) {
        }
        decisions().take_over();
        return;
    }
    const std::optional<ProcessId> source = world().source_for(world().self(), rank);
    if (!was_source || !source) return;
    ask_for_log(*source);
}

void step() {
    static_cast<void>(postbox().receive(hand_over()));
    if (postbox().has_news_of_failures())
        for (const ProcessId process : postbox().take_failed())
            lose(process);
    decisions().progress();
    tell_of_taken();
}

Outgoing channel_to(int rank) {
    std::vector<Outgoing::Target> targets;
    if (rank != my_rank())
        for (const ProcessId process : world().living_of(rank))
            targets.push_back(
                {process, world().source_for(process, my_rank()) == world().self(), 0});
    return Outgoing(std::move(targets));
}

/// Asks the processes for which messages are kept how many have arrived.
void ask_for_acknowledgements() {
    for (const Series series : all_series)
        for (int rank = 0; rank < world().ranks(); ++rank) {
            const Outgoing &channel = outgoing(series, rank);
            for (const Outgoing::Target &target : channel.targets())
                if (channel.logs() && !target.is_served)
                    send_control(target.process, Kind::ask, 0, series);
        }
}

void wait_for_room() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds pause(2);
    Transport &t = transport();
    Clock::time_point next{};
    wait_until([&] {
        if (t.logged <= t.most_logged) return true;
        if (const Clock::time_point now = Clock::now(); now >= next) {
            ask_for_acknowledgements();
            next = now + pause;
        }
        return false;
    });
}

/// Compares a message with the leader's, before it is sent.
void compare(int rank, const Packet &packet) {
    const Envelope envelope = packet.envelope();
    const std::uint64_t head =
        checksum(static_cast<std::uint64_t>(envelope.tag), checksum(envelope.context, 1));
    comparison().sends(rank, envelope.tag, packet.size(),
                       checksum({packet.payload(), packet.size()}, head));
}

} // namespace

void begin_transport() {
    Transport &t = transport();
    const auto processes = static_cast<std::size_t>(world().processes());
    t.done.resize(processes);
    t.asked.resize(processes);
    t.answered.resize(processes);
    for (const Series series : all_series) {
        const auto at = static_cast<std::size_t>(series);
        t.incoming[at].resize(index_of(world().ranks()));
        for (int rank = 0; rank < world().ranks(); ++rank)
            t.outgoing[at].push_back(channel_to(rank));
    }
    matching().decide_here(i_lead());
    matching().tell(
        [](std::uint64_t wildcard, const MessageId &id) { decisions().tell_match(wildcard, id); });
    matching().on_synchronous([](const MessageId &id) { transport().taken.push_back(id); });
    postbox().begin();
    set_progress(step);
}

void lose_absent() {
    for (const ProcessId process : absent_from_wire())
        lose(process);
}

void bound_logs(std::size_t bytes) noexcept { transport().most_logged = bytes; }

std::size_t most_logged() noexcept { return transport().most_ever_logged; }

MessageId send_message(int rank, const std::shared_ptr<Packet> &packet) {
    Transport &t = transport();
    const Series series = packet->envelope().series();
    if (comparison_is_on && series == Series::calls) compare(rank, *packet);
    if (postbox().is_full()) wait_until([] { return !postbox().is_full(); });
    if (t.logged > t.most_logged) wait_for_room();
    if (!decisions().is_flushed()) // decisions on which the message may depend
        wait_until([] { return decisions().is_flushed(); });
    const MessageId id = id_of(series, rank, outgoing(series, rank).next());
    if (packet->envelope().is_synchronous) synchronous_sends().await(id);
    change_log(series, rank, [&](Outgoing &channel) { channel.add(packet, send_packet); });
    if (rank == my_rank()) matching().arrive({id, packet->envelope(), packet});
    return id;
}

std::vector<std::uint64_t> arrived_messages() {
    std::vector<std::uint64_t> counts;
    for (const Series series : all_series)
        for (int rank = 0; rank < world().ranks(); ++rank)
            counts.push_back(incoming(series, rank).arrived());
    return counts;
}

void ask_leaders_for_messages() {
    for (int rank = 0; rank < world().ranks(); ++rank) {
        const std::optional<ProcessId> leader = world().leader_of(rank);
        if (rank != my_rank() && leader && leader != world().source_for(world().self(), rank))
            ask_for_log(*leader);
    }
}

void end_transport() {
    Transport &t = transport();
    wait_until([] { return decisions().is_flushed(); });
    t.done[index_of(world().self())] = true;
    for (int process = 0; process < world().processes(); ++process)
        if (world().lives(ProcessId{process}) && ProcessId{process} != world().self())
            say_done(ProcessId{process});
    wait_until([&] {
        for (int process = 0; process < world().processes(); ++process)
            if (world().lives(ProcessId{process}) && !t.done[static_cast<std::size_t>(process)])
                return false;
        return true;
    });
    wait_until([] { return postbox().is_empty(); });
    set_progress(nullptr);
    postbox().end();
}

} // namespace closeranks::replication
