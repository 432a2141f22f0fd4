#include "runtime/commit/recovery_mail.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/fingers.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/service_tag.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace closeranks {

using service_tag::recovery;

void RecoveryMail::close() noexcept {
    for (Outgoing &letter : outgoing_)
        static_cast<void>(real.Request_free(&letter.request));
    for (IncomingMessage &letter : incoming_)
        static_cast<void>(real.Request_free(&letter.request));
    // The buffers are kept, because the MPI may still be using them.
    static NeverDestroyed<std::list<RecoveryMail>> closed;
    closed.value.push_back(std::exchange(*this, {}));
}

void RecoveryMail::reply(Communicator &c, int source, const Header &header,
                         std::span<const std::byte> payload) noexcept {
    Bytes bytes(sizeof(Header) + payload.size());
    std::memcpy(bytes.data(), &header, sizeof(Header));
    std::copy(payload.begin(), payload.end(), bytes.begin() + sizeof(Header));
    Outgoing &letter = outgoing_.emplace_back(Outgoing{MPI_REQUEST_NULL, std::move(bytes)});
    c.commit_messages.count_sent();
    // A message to a failed process may be lost.
    if (real.Isend(letter.bytes.data(), static_cast<int>(letter.bytes.size()), MPI_BYTE, source,
                   recovery, comm_, &letter.request) != MPI_SUCCESS)
        outgoing_.pop_back();
}

void RecoveryMail::send(Communicator &c, int rank, const Header &header) noexcept {
    const int to = ranks_in(c)[static_cast<std::size_t>(rank)];
    if (to != MPI_UNDEFINED) reply(c, to, header, {});
}

std::optional<RecoveryMail::Letter> RecoveryMail::next() noexcept {
    while (const auto message = next_message(comm_, recovery, incoming_)) {
        if (message->bytes.size() < sizeof(Header)) continue;
        Letter letter{.header = {}, .source = message->source, .payload = {}};
        std::memcpy(&letter.header, message->bytes.data(), sizeof(Header));
        letter.payload.assign(message->bytes.begin() + sizeof(Header), message->bytes.end());
        return letter;
    }
    return std::nullopt;
}

void RecoveryMail::advance() noexcept {
    std::erase_if(outgoing_, [](Outgoing &letter) {
        int done = 0;
        return real.Test(&letter.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
    });
}

bool RecoveryMail::notice_failures() noexcept {
    const int count = FailedProcesses::count();
    if (count == acknowledged_) return false;
    acknowledged_ = count;
    static_cast<void>(real.Comm_failure_ack(comm_));
    int size = 0;
    Group everyone;
    static_cast<void>(real.Comm_size(comm_, &size));
    static_cast<void>(real.Comm_group(comm_, everyone.out()));
    dead_.assign(static_cast<std::size_t>(size), 0);
    for (const int rank : failed_ranks(comm_, everyone.get()))
        dead_[static_cast<std::size_t>(rank)] = 1;
    return true;
}

const std::vector<int> &RecoveryMail::ranks_in(Communicator &c) noexcept {
    return c.commit_messages.ranks(
        [&] { return translate_ranks(c.identity.group(), group_of(comm_).get()); });
}

int RecoveryMail::rank_of(Communicator &c, int source) noexcept {
    const std::vector<int> &ranks = ranks_in(c);
    const auto found = std::find(ranks.begin(), ranks.end(), source);
    return found == ranks.end() ? -1 : static_cast<int>(found - ranks.begin());
}

std::vector<int> RecoveryMail::correspondents(Communicator &c) noexcept {
    const std::vector<int> &in_mail = ranks_in(c);
    std::vector<int> living;
    std::size_t own = 0;
    for (int rank = 0; rank < c.size; ++rank) {
        const int to = in_mail[static_cast<std::size_t>(rank)];
        if (rank == c.rank) own = living.size();
        if (rank == c.rank ||
            (to != MPI_UNDEFINED && (dead_.empty() || dead_[static_cast<std::size_t>(to)] == 0)))
            living.push_back(rank);
    }
    return fingers(living, own);
}

} // namespace closeranks
