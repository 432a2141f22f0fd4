#include "runtime/stall/stall_mail.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/run/members.hpp"

#include <nlohmann/json.hpp>

#include <mpi-ext.h>

#include <algorithm>

namespace closeranks::stall {

namespace {

using Json = nlohmann::json;

constexpr int tag = 0; // nothing else is sent on this communicator

} // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Condition, kind, communicator, number, tag, ranks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Branch, all, conditions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Offer, sends, communicator, peer, tag)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Survivor, rank, waits, activity, failures, branches, offers,
                                   entered, can_be_released, waits_for_any, call)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Note, kind, wave, yes, survivor, to, from)

Mail::Mail(Comm comm) : comm_(std::move(comm)), world_ranks_(members().ranks_of(comm_.get())) {}

void Mail::send(int to, const Note &message) {
    const auto at = std::find(world_ranks_.begin(), world_ranks_.end(), to);
    if (at == world_ranks_.end()) return;
    Outgoing &out = outgoing_.emplace_back(Outgoing{MPI_REQUEST_NULL, Json::to_cbor(message)});
    if (real.Isend(out.bytes.data(), static_cast<int>(out.bytes.size()), MPI_BYTE,
                   static_cast<int>(at - world_ranks_.begin()), tag, comm_.get(),
                   &out.request) != MPI_SUCCESS)
        outgoing_.pop_back();
}

std::optional<Note> Mail::receive() {
    const auto received = next_message(comm_.get(), tag, incoming_);
    if (!received) return std::nullopt;
    auto message = Json::from_cbor(received->bytes).get<Note>();
    message.source = world_ranks_[static_cast<std::size_t>(received->source)];
    return message;
}

void Mail::acknowledge_failures() noexcept {
    static_cast<void>(real.Comm_failure_ack(comm_.get()));
}

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
    // The MPI may still read and write what is under way.
    static auto *const left_behind = new std::pair(std::move(outgoing_), std::move(incoming_));
    static_cast<void>(left_behind);
    // Others may not be here yet, and send.
    runtime().quarantined_comms.add(std::move(comm_));
}

} // namespace closeranks::stall
