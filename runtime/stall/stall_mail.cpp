#include "runtime/stall/stall_mail.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/support/service_tag.hpp"

#include <nlohmann/json.hpp>

#include <mpi-ext.h>

#include <algorithm>

namespace closeranks::stall {

namespace {

using Json = nlohmann::json;
using service_tag::stalls;

} // namespace

namespace {

/// First and last rank of each run of ranks: a collective waits for thousands.
std::vector<int> runs_of(const std::vector<int> &ranks) {
    std::vector<int> runs;
    for (const int rank : ranks) {
        if (!runs.empty() && runs.back() + 1 == rank)
            runs.back() = rank;
        else
            runs.insert(runs.end(), {rank, rank});
    }
    return runs;
}

std::vector<int> ranks_of(const std::vector<int> &runs) {
    std::vector<int> ranks;
    for (std::size_t i = 0; i + 1 < runs.size(); i += 2)
        for (int rank = runs[i]; rank <= runs[i + 1]; ++rank)
            ranks.push_back(rank);
    return ranks;
}

} // namespace

void to_json(Json &json, const Condition &one) {
    json = {one.kind, one.communicator, one.number, one.function, one.tag, runs_of(one.ranks)};
}
void from_json(const Json &json, Condition &one) {
    std::vector<int> runs;
    std::size_t at = 0;
    json.at(at++).get_to(one.kind);
    json.at(at++).get_to(one.communicator);
    json.at(at++).get_to(one.number);
    json.at(at++).get_to(one.function);
    json.at(at++).get_to(one.tag);
    json.at(at++).get_to(runs);
    one.ranks = ranks_of(runs);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Branch, all, conditions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Offer, sends, communicator, peer, tag)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Entered, communicator, number, function)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Survivor, rank, waits, activity, failures, branches, offers,
                                   entered, can_be_released, raises, finalizes, waits_for_any,
                                   together, on, call)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Note, kind, wave, yes, survivor, to, from)

Mail::Mail(MPI_Comm comm) : comm_(comm), world_ranks_(members().ranks_of(comm)) {}

void Mail::send(int to, const Note &message) {
    const auto at = std::find(world_ranks_.begin(), world_ranks_.end(), to);
    if (at == world_ranks_.end()) return;
    Outgoing &out = outgoing_.emplace_back(Outgoing{MPI_REQUEST_NULL, Json::to_cbor(message)});
    if (real.Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE,
                   static_cast<int>(at - world_ranks_.begin()), stalls, comm_,
                   &out.request) != MPI_SUCCESS)
        outgoing_.pop_back();
}

std::optional<Note> Mail::receive() {
    const auto received = next_message(comm_, stalls, incoming_);
    if (!received) return std::nullopt;
    auto message = Json::from_cbor(received->bytes).get<Note>();
    message.source = world_ranks_[static_cast<std::size_t>(received->source)];
    return message;
}

void Mail::acknowledge_failures() noexcept { static_cast<void>(real.Comm_failure_ack(comm_)); }

void Mail::advance() {
    std::erase_if(outgoing_, [](Outgoing &message) {
        int done = 0;
        return real.Test(&message.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
    });
}

void Mail::close() noexcept {
    for (Outgoing &message : outgoing_)
        static_cast<void>(real.Request_free(&message.request));
    for (IncomingMessage &message : incoming_)
        static_cast<void>(real.Request_free(&message.request));
    // The MPI may still read and write pending messages.
    static auto *const left_behind = new std::pair(std::move(outgoing_), std::move(incoming_));
    static_cast<void>(left_behind);
}

} // namespace closeranks::stall
