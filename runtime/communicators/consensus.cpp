#include "runtime/communicators/consensus.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace closeranks {

namespace {

enum MessageKind : int { estimate, proposal, acknowledgement, decision, refusal };

/// For each rank of the control communicator, whether its failure is known here. A message to a
/// failed process is lost, and so is the memory in which Open MPI holds it
/// (docs/developers/failures-background.md, "Messages to the dead"): after 2,048 such messages
/// nothing can be sent to any process.
///
/// A member may leave out processes that had failed when it came. No process proposes anything
/// before all living members have sent their estimates, so the failed ones cannot have told this
/// member anything.
std::vector<char> failed_services() {
    const MPI_Comm services = runtime().services.get();
    int size = 0;
    Group everyone;
    static_cast<void>(real.Comm_size(services, &size));
    static_cast<void>(real.Comm_group(services, everyone.out()));
    std::vector<char> result(static_cast<std::size_t>(size), 0);
    for (const int rank : failed_ranks(services, everyone.get()))
        result[static_cast<std::size_t>(rank)] = 1;
    return result;
}

class Consensus {
  public:
    Consensus(MPI_Group group, const std::vector<int> &tags, bool ok) : tags_(tags) {
        static_cast<void>(real.Group_size(group, &size_));
        static_cast<void>(real.Group_rank(group, &me_));
        message_.resize(header + members() + 2, 1);
        message_[1] = 0; // no value is locked yet
        verdict(ok_index()) = ok ? 1 : 0;
        failed_.resize(members(), 0);
        live_ranks_ = translate_ranks(group, group_of(services()).get());
        const std::vector<char> dead = failed_services();
        for (int member = 0; member < size_; ++member) {
            const int live = live_rank(member);
            if (live == MPI_UNDEFINED || dead[static_cast<std::size_t>(live)] != 0)
                note_failure(member);
        }
    }

    /// Runs rounds until a coordinator decides; the last living member is its own coordinator.
    void run() {
        for (int coordinator = 0; coordinator < size_; ++coordinator)
            if (coordinator == me_ ? coordinate() : follow(coordinator)) break;
        spread_decision();
    }

    [[nodiscard]] bool ok() const { return message_[header + ok_index()] != 0; }
    [[nodiscard]] bool refused() const { return message_[header + willing_index()] == 0; }

    [[nodiscard]] std::vector<int> alive() const {
        std::vector<int> ranks;
        for (int i = 0; i < size_; ++i)
            if (message_[header + static_cast<std::size_t>(i)] != 0) ranks.push_back(i);
        return ranks;
    }

  private:
    static constexpr std::size_t header = 2; // kind, locked

    [[nodiscard]] std::size_t members() const { return static_cast<std::size_t>(size_); }
    // The parts of a proposal: the living members, whether all of them said ok, and whether none
    // refuses.
    [[nodiscard]] std::size_t ok_index() const { return members(); }
    [[nodiscard]] std::size_t willing_index() const { return members() + 1; }
    int &verdict(std::size_t i) { return message_[header + i]; }

    /// Expects no more messages from `member`. A member that refuses counts like a failed one: the
    /// others settle whether they know of the refusal (tests/model/consensus.pml,
    /// BROKEN_REFUSAL_DECIDES).
    void note_failure(int member) {
        failed_[static_cast<std::size_t>(member)] = 1;
        if (message_[1] == 0) verdict(static_cast<std::size_t>(member)) = 0;
    }

    /// Sends this member's message as `kind`; a message to a failed member may be lost.
    void send(int member, MessageKind kind) {
        message_[0] = kind;
        if (failed_[static_cast<std::size_t>(member)] != 0) return;
        if (real.Send(message_.data(), length(), MPI_INT, live_rank(member), tag_of(me_),
                      services()) != MPI_SUCCESS)
            note_failure(member);
    }

    /// Receives the next message of `member`. False: `member` has failed, or refuses.
    bool receive(int member, std::vector<int> &into) {
        into.resize(message_.size());
        if (failed_[static_cast<std::size_t>(member)] == 0 &&
            real.Recv(into.data(), length(), MPI_INT, live_rank(member), tag_of(member), services(),
                      MPI_STATUS_IGNORE) == MPI_SUCCESS) {
            if (into[0] != refusal) return true;
            if (message_[1] == 0) verdict(willing_index()) = 0;
        }
        note_failure(member);
        return false;
    }

    /// If another member has decided already: takes over its decision.
    bool adopt(const std::vector<int> &heard, MessageKind kind) {
        if (heard[0] != kind && heard[0] != decision) return false;
        std::copy(heard.begin(), heard.end(), message_.begin());
        message_[1] = 1;
        return heard[0] == decision;
    }

    bool coordinate() {
        std::vector<int> heard;
        for (int other = 0; other < size_; ++other) {
            if (other == me_ || !receive(other, heard)) continue;
            if (heard[0] == decision) return decided_by(other, heard);
            merge(heard);
        }
        message_[1] = 1;
        for (int other = 0; other < size_; ++other)
            if (other != me_) send(other, proposal);
        for (int other = 0; other < size_; ++other)
            if (other != me_ && receive(other, heard) && heard[0] == decision)
                return decided_by(other, heard);
        return true;
    }

    bool follow(int coordinator) {
        std::vector<int> heard;
        send(coordinator, estimate);
        if (!receive(coordinator, heard)) return false;
        if (adopt(heard, proposal)) return decided_by(coordinator, heard);
        send(coordinator, acknowledgement);
        return receive(coordinator, heard) && decided_by(coordinator, heard);
    }

    bool decided_by(int member, const std::vector<int> &heard) {
        static_cast<void>(adopt(heard, decision));
        heard_decision_.resize(members(), 0);
        heard_decision_[static_cast<std::size_t>(member)] = 1;
        return true;
    }

    void merge(const std::vector<int> &heard) {
        if (message_[1] != 0) return; // this member holds a locked value already
        if (heard[1] != 0) {
            std::copy(heard.begin(), heard.end(), message_.begin());
            return;
        }
        for (std::size_t i = header; i < message_.size(); ++i)
            message_[i] &= heard[i];
    }

    /// Every member sends the decision to every living member, and hears it from every one. So no
    /// member waits for one that has continued, and no message is left over for the next call.
    void spread_decision() {
        heard_decision_.resize(members(), 0);
        message_[0] = decision;
        note_the_dead();
        std::vector<MPI_Request> sends(members(), MPI_REQUEST_NULL);
        for (int other = 0; other < size_; ++other)
            if (other != me_ && failed_[static_cast<std::size_t>(other)] == 0)
                static_cast<void>(real.Isend(message_.data(), length(), MPI_INT, live_rank(other),
                                             tag_of(me_), services(),
                                             &sends[static_cast<std::size_t>(other)]));
        std::vector<int> heard;
        for (int other = 0; other < size_; ++other) {
            if (other == me_ || heard_decision_[static_cast<std::size_t>(other)] != 0) continue;
            while (receive(other, heard) && heard[0] != decision) {
            }
        }
        for (MPI_Request &request : sends)
            static_cast<void>(real.Wait(&request, MPI_STATUS_IGNORE));
    }

    /// A member that is not alive in the decision has failed or refuses, though this member may not
    /// have seen it.
    void note_the_dead() {
        for (std::size_t member = 0; member < members(); ++member)
            if (message_[header + member] == 0) failed_[member] = 1;
    }

    [[nodiscard]] int length() const { return static_cast<int>(message_.size()); }
    [[nodiscard]] int live_rank(int member) const {
        return live_ranks_[static_cast<std::size_t>(member)];
    }
    static MPI_Comm services() { return runtime().services.get(); }

    [[nodiscard]] int tag_of(int member) const { return tags_[static_cast<std::size_t>(member)]; }

    const std::vector<int> &tags_; // by sender
    int size_ = 0;
    int me_ = 0;
    std::vector<int> live_ranks_;
    std::vector<int> message_; // kind, locked, alive[size], ok, willing
    std::vector<char> failed_; // or refused: known to this member, though a decision may not say it
    std::vector<char> heard_decision_;
};

} // namespace

void refuse(int tag) noexcept {
    static const int message = refusal; // outlives every send
    const MPI_Comm services = runtime().services.get();
    int size = 0;
    int me = 0;
    static_cast<void>(real.Comm_size(services, &size));
    static_cast<void>(real.Comm_rank(services, &me));
    const std::vector<char> dead = failed_services();
    for (int rank = 0; rank < size; ++rank) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (rank != me && dead[static_cast<std::size_t>(rank)] == 0 &&
            real.Isend(&message, 1, MPI_INT, rank, tag, services, &request) == MPI_SUCCESS)
            static_cast<void>(real.Request_free(&request));
    }
}

Settlement settle(MPI_Group group, const std::vector<int> &tags, bool ok) noexcept {
    Consensus consensus(group, tags, ok);
    consensus.run();
    Settlement result;
    const std::vector<int> alive = consensus.alive();
    static_cast<void>(
        real.Group_incl(group, static_cast<int>(alive.size()), alive.data(), result.alive.out()));
    for (const int member : alive)
        result.tags.push_back(tags[static_cast<std::size_t>(member)]);
    result.ok = consensus.ok();
    result.refused = consensus.refused();
    return result;
}

} // namespace closeranks
