#include "runtime/commit/recovery_server.hpp"

#include "runtime/core/failures.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/next_message.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/openmpi/waits.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

constexpr int tag = 0; // nothing else is sent on this communicator

int progress_service() { return recovery_server().progress(); }

/// Among all on which this process has something to do for others.
Communicator *find(std::uint64_t name) noexcept {
    Communicator *found = nullptr;
    const auto look = [&](Communicator &c) {
        if (c.name == name) found = &c;
    };
    runtime().communicators.for_each(look);
    for (Communicator *c : runtime().closing)
        look(*c);
    return found;
}

} // namespace

RecoveryServer &recovery_server() noexcept {
    static NeverDestroyed<RecoveryServer> of_this_process;
    return of_this_process.value;
}

void freeze(Communicator &c) noexcept {
    if (std::exchange(c.frozen, true)) return;
    c.assess();
    c.working.revoke();
}

/// While it lives, the progress engine's calls do nothing: our own calls run it, too.
class RecoveryServer::Busy {
  public:
    explicit Busy(RecoveryServer &server) noexcept : server_(server), was_(server.busy_) {
        server.busy_ = true;
    }
    ~Busy() { server_.busy_ = was_; }
    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;

  private:
    RecoveryServer &server_;
    bool was_;
    ExclusiveTurn turn_;
};

/// Answers are taken for it as long as it lives.
struct RecoveryServer::Inquiry {
    Inquiry(RecoveryServer &s, Communicator &c)
        : service(s), communicator(c), token(++s.tokens_),
          answers(static_cast<std::size_t>(c.size)) {
        service.inquiries_.push_back(this);
    }
    ~Inquiry() { std::erase(service.inquiries_, this); }
    Inquiry(const Inquiry &) = delete;
    Inquiry &operator=(const Inquiry &) = delete;

    RecoveryServer &service;
    Communicator &communicator;
    const std::uint64_t token;
    std::vector<Answer> answers; ///< by application rank
};

void RecoveryServer::start(Comm mail) noexcept {
    mail_ = std::move(mail);
    static_cast<void>(ProgressEngine::add_rarely(progress_service));
}

void RecoveryServer::stop() noexcept {
    if (!mail_) return;
    ProgressEngine::remove(progress_service);
    // What was not sent by now is for processes that do not need it any more.
    for (Outgoing &message : outgoing_)
        static_cast<void>(real.Request_free(&message.request));
    deferred_.clear();
    mail_.reset();
}

int RecoveryServer::progress() noexcept {
    if (busy_ || FailedProcesses::count() == 0) return 0;
    const AsideWait outer;
    serve();
    return 0;
}

void RecoveryServer::serve() noexcept {
    const Busy busy(*this);
    receive();
    retry_deferred();
    advance();
}

void RecoveryServer::receive() noexcept {
    if (const int count = FailedProcesses::count(); count != acknowledged_) {
        acknowledged_ = count;
        static_cast<void>(real.Comm_failure_ack(mail_.get()));
    }
    while (const std::optional<ReceivedBytes> received = next_message(mail_.get(), tag)) {
        const Bytes &bytes = received->bytes;
        if (bytes.size() < sizeof(Header)) continue;
        Message message{.header = {}, .source = received->source, .payload = {}};
        std::memcpy(&message.header, bytes.data(), sizeof(Header));
        message.payload.assign(bytes.begin() + sizeof(Header), bytes.end());
        if (!handle(message)) deferred_.push_back(std::move(message));
    }
}

void RecoveryServer::retry_deferred() noexcept {
    std::erase_if(deferred_, [this](Message &message) { return handle(message); });
}

void RecoveryServer::advance() noexcept {
    std::erase_if(outgoing_, [](Outgoing &message) {
        int done = 0;
        return real.Test(&message.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
    });
    std::erase_if(joined_, [](Joined &vote) {
        // With an error, too, it is over: failures that are not acknowledged yet.
        int done = 0;
        const int code = real.Test(&vote.request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS && vote.request != MPI_REQUEST_NULL)
            static_cast<void>(real.Request_free(&vote.request));
        return code != MPI_SUCCESS || done;
    });
}

/// False: it is too early.
bool RecoveryServer::handle(Message &message) noexcept {
    const Header &header = message.header;
    if (header.kind == state || header.kind == entry) {
        take_answer(message);
        return true;
    }
    Communicator *const found = find(header.name);
    // Not made yet here: its creation is committed, and this process about to learn it.
    if (found == nullptr || header.epoch > found->epoch.get()) return false;
    if (header.epoch < found->epoch.get()) return true; // repaired since: nobody waits for it
    if (header.kind == ask_for_state) return answer_state(*found, message);
    if (header.kind == fetch_entry) return answer_fetch(*found, message);
    return join_from_outside(*found, message);
}

void RecoveryServer::take_answer(Message &message) noexcept {
    for (Inquiry *inquiry : inquiries_) {
        if (message.header.token != inquiry->token) continue;
        const int rank = rank_of(inquiry->communicator, message.source);
        if (rank < 0) return;
        Answer &answer = inquiry->answers[static_cast<std::size_t>(rank)];
        answer.given = true;
        answer.number = message.header.number;
        answer.payload = std::move(message.payload);
    }
}

bool RecoveryServer::answer_state(Communicator &c, const Message &message) noexcept {
    // From now on the number can grow by what others have only; a real call that succeeds could
    // make it grow otherwise.
    freeze(c);
    if (c.attempting) return false;
    Header header = message.header;
    header.kind = state;
    header.number = c.sequence.get();
    post(message.source, header, {});
    return true;
}

bool RecoveryServer::answer_fetch(Communicator &c, const Message &message) noexcept {
    Header header = message.header;
    if (c.sequence.get() < header.number) return false;
    header.kind = entry;
    post(message.source, header, c.log.find(header.number, rank_of(c, message.source)));
    return true;
}

bool RecoveryServer::join_from_outside(Communicator &c, const Message &message) noexcept {
    const Header &header = message.header;
    if (c.votes >= header.token) return true; // joined from inside
    // One who has not completed more than the voters comes to that operation by itself.
    if (c.sequence.get() <= header.number) return false;
    ++c.votes;
    Joined &vote = joined_.emplace_back(
        Joined{.communicator = &c, .request = MPI_REQUEST_NULL, .ballot = ballot_from_outside});
    static_cast<void>(c.working.start_to_agree(&vote.ballot, &vote.request));
    // A vote comes with all before it: who started those may have died before telling everybody.
    return c.votes >= header.token;
}

void RecoveryServer::post(int to, const Header &header,
                          std::span<const std::byte> payload) noexcept {
    const Busy busy(*this);
    Bytes bytes(sizeof(Header) + payload.size());
    std::memcpy(bytes.data(), &header, sizeof(Header));
    std::copy(payload.begin(), payload.end(), bytes.begin() + sizeof(Header));
    Outgoing &message = outgoing_.emplace_back(Outgoing{MPI_REQUEST_NULL, std::move(bytes)});
    // One to a process that died is nobody's loss.
    if (real.Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE, to, tag,
                   mail_.get(), &message.request) != MPI_SUCCESS)
        outgoing_.pop_back();
}

/// The application rank in `c` of rank `source` of mail_; -1: it is none.
int RecoveryServer::rank_of(Communicator &c, int source) noexcept {
    if (c.mail_ranks.empty()) {
        Group mail;
        std::vector<int> ranks(static_cast<std::size_t>(c.size));
        std::iota(ranks.begin(), ranks.end(), 0);
        c.mail_ranks.resize(ranks.size(), MPI_UNDEFINED);
        static_cast<void>(real.Comm_group(mail_.get(), mail.out()));
        static_cast<void>(real.Group_translate_ranks(c.group.get(), c.size, ranks.data(),
                                                     mail.get(), c.mail_ranks.data()));
    }
    const auto found = std::find(c.mail_ranks.begin(), c.mail_ranks.end(), source);
    return found == c.mail_ranks.end() ? -1 : static_cast<int>(found - c.mail_ranks.begin());
}

void RecoveryServer::post_to_member(Communicator &c, int rank, const Header &header) noexcept {
    static_cast<void>(rank_of(c, 0)); // fills the table
    const int to = c.mail_ranks[static_cast<std::size_t>(rank)];
    if (to != MPI_UNDEFINED) post(to, header, {});
}

/// Sends an inquiry to application rank `only`, or to all survivors but this process (-1).
void RecoveryServer::inquire(Inquiry &inquiry, Kind kind, std::uint64_t number, int only) noexcept {
    Communicator &c = inquiry.communicator;
    static_cast<void>(notice_failures(c));
    const Header header{kind, c.epoch.get(), c.name, number, inquiry.token};
    for (int rank = 0; rank < c.size; ++rank) {
        if (rank == c.rank || (only >= 0 && rank != only) || is_missing(c, rank)) continue;
        inquiry.answers[static_cast<std::size_t>(rank)].awaited = true;
        post_to_member(c, rank, header);
    }
}

/// One turn of a wait of ours: others go on meanwhile, in this process as well.
void RecoveryServer::take_turn() noexcept {
    serve();
    static_cast<void>(nonblocking_tasks().progress());
}

/// Waits for everybody's answer who does not fail meanwhile.
void RecoveryServer::wait_for_answers(Inquiry &inquiry) noexcept {
    Communicator &c = inquiry.communicator;
    constexpr unsigned turns_between_looks = 16;
    for (unsigned turn = 0;; ++turn) {
        take_turn();
        bool waiting = false;
        for (int rank = 0; rank < c.size; ++rank) {
            Answer &answer = inquiry.answers[static_cast<std::size_t>(rank)];
            if (!answer.awaited || answer.given) continue;
            if (is_missing(c, rank))
                answer.awaited = false;
            else
                waiting = true;
        }
        if (!waiting) return;
        if (turn % turns_between_looks == 0)
            static_cast<void>(notice_failures(c));
        else
            std::this_thread::yield();
    }
}

std::vector<int> RecoveryServer::ask(Communicator &c) noexcept {
    Inquiry inquiry(*this, c);
    inquire(inquiry, ask_for_state, c.sequence.get(), -1);
    wait_for_answers(inquiry);
    std::vector<int> ahead;
    for (int rank = 0; rank < c.size; ++rank) {
        const Answer &answer = inquiry.answers[static_cast<std::size_t>(rank)];
        if (answer.awaited && answer.given && answer.number > c.sequence.get())
            ahead.push_back(rank);
    }
    return ahead;
}

bool RecoveryServer::fetch(Communicator &c, int from, std::uint64_t number, Bytes &into) noexcept {
    Inquiry inquiry(*this, c);
    inquire(inquiry, fetch_entry, number, from);
    wait_for_answers(inquiry);
    Answer &answer = inquiry.answers[static_cast<std::size_t>(from)];
    if (!answer.given) return false;
    into = std::move(answer.payload);
    return true;
}

std::vector<RecoveryServer::Bytes> RecoveryServer::collect(Communicator &c,
                                                           std::uint64_t number) noexcept {
    Inquiry inquiry(*this, c);
    inquire(inquiry, fetch_entry, number, -1);
    wait_for_answers(inquiry);
    std::vector<Bytes> contributions(static_cast<std::size_t>(c.size));
    for (std::size_t i = 0; i < contributions.size(); ++i)
        contributions[i] = std::move(inquiry.answers[i].payload);
    return contributions;
}

void RecoveryServer::before_vote(Communicator &c) noexcept {
    const auto of_this = [&](const Joined &vote) { return vote.communicator == &c; };
    while (std::any_of(joined_.begin(), joined_.end(), of_this))
        take_turn();
    ++c.votes;
    if (!c.frozen) return;
    const Header header{voting, c.epoch.get(), c.name, c.sequence.get(), c.votes};
    for (int rank = 0; rank < c.size; ++rank)
        if (rank != c.rank && !is_missing(c, rank)) post_to_member(c, rank, header);
}

} // namespace closeranks
