#include "runtime/stall/stall_mail.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/run/members.hpp"
#include "runtime/support/service_tag.hpp"

#include <nlohmann/json.hpp>

#include <mpi-ext.h>

#include <algorithm>

namespace closeranks::stall {

namespace {

using Json = nlohmann::json;
using service_tag::stalls;

} // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Condition, kind, communicator, number, tag, ranks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Branch, all, conditions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Offer, sends, communicator, peer, tag)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Survivor, rank, waits, activity, failures, branches, offers,
                                   entered, can_be_released, waits_for_any, call)
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
    // The MPI may still read and write what is under way.
    static auto *const left_behind = new std::pair(std::move(outgoing_), std::move(incoming_));
    static_cast<void>(left_behind);
}

} // namespace closeranks::stall
