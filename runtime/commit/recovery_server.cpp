#include "runtime/commit/recovery_server.hpp"

#include "runtime/commit/ballot.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/openmpi/waits.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/process_barrier.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

constexpr int tag = 0; // nothing else is sent on this communicator

int progress_service() { return recovery_server().progress(); }

} // namespace

RecoveryServer &recovery_server() noexcept {
    static NeverDestroyed<RecoveryServer> of_this_process;
    return of_this_process.value;
}

void freeze(Communicator &c) noexcept {
    const RecoveryTurn turn;
    if (c.obstacles.put(Obstacles::frozen, true)) return;
    if (runtime().threads) process_barrier(); // before anybody asks for c.fast
    c.working.revoke();
}

/// Answers are taken for it as long as it lives.
struct RecoveryServer::Inquiry {
    Inquiry(RecoveryServer &s, Communicator &c)
        : service(s), communicator(c), answers(static_cast<std::size_t>(c.size)) {
        const RecoveryTurn turn;
        token = ++service.tokens_;
        service.inquiries_.push_back(this);
    }
    ~Inquiry() {
        const RecoveryTurn turn;
        std::erase(service.inquiries_, this);
    }
    Inquiry(const Inquiry &) = delete;
    Inquiry &operator=(const Inquiry &) = delete;

    RecoveryServer &service;
    Communicator &communicator;
    std::uint64_t token = 0;
    std::vector<Answer> answers; ///< by application rank
};

void RecoveryServer::start(Comm mail) noexcept {
    mail_ = std::move(mail);
    static_cast<void>(ProgressEngine::add_rarely(progress_service));
}

void RecoveryServer::stop() noexcept {
    if (!mail_) return;
    ProgressEngine::remove(progress_service);
    const RecoveryTurn turn;
    // What was not sent by now is for processes that do not need it any more.
    for (Outgoing &message : outgoing_)
        static_cast<void>(real.Request_free(&message.request));
    for (Incoming &message : incoming_)
        static_cast<void>(real.Request_free(&message.request));
    deferred_.clear();
    parts_ = false;
    mail_.reset();
}

int RecoveryServer::progress() noexcept {
    if (FailedProcesses::count() == 0 && !parts_) return 0;
    RecoveryTurn::try_to([this] {
        const AsideWait outer;
        if (FailedProcesses::count() != 0)
            serve();
        else
            advance(); // nobody has anything to ask
    });
    return 0;
}

void RecoveryServer::serve() noexcept {
    const RecoveryTurn turn;
    if (!mail_) return;
    receive();
    retry_deferred();
    advance();
}

/// Among all on which this process has something to do for others.
Communicator *RecoveryServer::find(std::uint64_t name) noexcept {
    Communicator *found = partings_.find(name);
    runtime().communicators.for_each([&](Communicator &c) {
        if (c.global_id == name) found = &c;
    });
    return found;
}

void RecoveryServer::receive() noexcept {
    if (const int count = FailedProcesses::count(); count != acknowledged_) {
        acknowledged_ = count;
        static_cast<void>(real.Comm_failure_ack(mail_.get()));
    }
    begin_receiving();
    // In their order: a long one must not be overtaken by what its sender has said after it.
    while (!incoming_.empty()) {
        Incoming &message = incoming_.front();
        int done = 0;
        const int code = real.Test(&message.request, &done, MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS && done == 0) return;
        if (code == MPI_SUCCESS) take(message.source, message.bytes);
        // Else its sender has died within it.
        if (message.request != MPI_REQUEST_NULL)
            static_cast<void>(real.Request_free(&message.request));
        incoming_.pop_front();
    }
}

/// Nobody waits here for a message that is still coming: with several threads a wait within the
/// progress engine may be one that nobody wakes (ompi_sync_wait_mt: only the first one turns the
/// engine, and that is the wait around this).
void RecoveryServer::begin_receiving() noexcept {
    for (;;) {
        int found = 0;
        MPI_Message matched = MPI_MESSAGE_NULL;
        MPI_Status status;
        if (real.Improbe(MPI_ANY_SOURCE, tag, mail_.get(), &found, &matched, &status) !=
                MPI_SUCCESS ||
            found == 0)
            return;
        int size = 0;
        static_cast<void>(real.Get_count(&status, MPI_BYTE, &size));
        Incoming &message = incoming_.emplace_back(
            Incoming{status.MPI_SOURCE, MPI_REQUEST_NULL, Bytes(static_cast<std::size_t>(size))});
        if (real.Imrecv(message.bytes.data(), size, MPI_BYTE, &matched, &message.request) !=
            MPI_SUCCESS)
            incoming_.pop_back();
    }
}

void RecoveryServer::take(int source, std::span<const std::byte> bytes) noexcept {
    if (bytes.size() < sizeof(Header)) return;
    Message message{.header = {}, .source = source, .payload = {}};
    std::memcpy(&message.header, bytes.data(), sizeof(Header));
    message.payload.assign(bytes.begin() + sizeof(Header), bytes.end());
    if (!handle(message)) deferred_.push_back(std::move(message));
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
    partings_.advance();
    parts_ = partings_.any();
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

namespace {

/// True while this process may be about to complete an operation by itself. Of a frozen `c`.
bool is_attempting(const Communicator &c) noexcept { return c.fast.is_on() || c.attempting; }

} // namespace

bool RecoveryServer::answer_state(Communicator &c, const Message &message) noexcept {
    // From now on the number can grow by what others have only; a real call that succeeds could
    // make it grow otherwise.
    freeze(c);
    if (is_attempting(c)) return false;
    Header header = message.header;
    header.kind = state;
    header.number = c.sequence.get();
    post(message.source, header, {});
    return true;
}

bool RecoveryServer::answer_fetch(Communicator &c, const Message &message) noexcept {
    Header header = message.header;
    freeze(c);
    if (is_attempting(c) || c.sequence.get() < header.number) return false;
    header.kind = entry;
    post(message.source, header, c.log.find(header.number, rank_of(c, message.source)));
    return true;
}

bool RecoveryServer::join_from_outside(Communicator &c, const Message &message) noexcept {
    const Header &header = message.header;
    if (c.votes >= header.token) return true; // joined from inside
    if (c.voting) return false;
    // One who has not completed more than the voters comes to that operation by itself.
    if (c.sequence.get() <= header.number) return false;
    ++c.votes;
    Joined &vote = joined_.emplace_back(
        Joined{.communicator = &c, .request = MPI_REQUEST_NULL, .ballot = Ballot::from_outside});
    static_cast<void>(c.working.start_to_agree(&vote.ballot, &vote.request));
    // A vote comes with all before it: who started those may have died before telling everybody.
    return c.votes >= header.token;
}

void RecoveryServer::post(int to, const Header &header,
                          std::span<const std::byte> payload) noexcept {
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
    const RecoveryTurn turn;
    const Header header{kind, c.epoch.get(), c.global_id, number, inquiry.token};
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

/// True while somebody's answer is to come who is not known to have failed.
bool RecoveryServer::is_waiting(Inquiry &inquiry) noexcept {
    const RecoveryTurn turn;
    bool waiting = false;
    for (int rank = 0; rank < inquiry.communicator.size; ++rank) {
        Answer &answer = inquiry.answers[static_cast<std::size_t>(rank)];
        if (!answer.awaited || answer.given) continue;
        if (is_missing(inquiry.communicator, rank))
            answer.awaited = false;
        else
            waiting = true;
    }
    return waiting;
}

/// Waits for everybody's answer who does not fail meanwhile.
void RecoveryServer::wait_for_answers(Inquiry &inquiry) noexcept {
    Communicator &c = inquiry.communicator;
    constexpr unsigned turns_between_looks = 16;
    for (unsigned turn = 0;; ++turn) {
        take_turn();
        if (!is_waiting(inquiry)) return;
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
    while (!enter_vote(c))
        take_turn();
}

/// False: a vote that was joined from outside is not over.
bool RecoveryServer::enter_vote(Communicator &c) noexcept {
    const RecoveryTurn turn;
    const auto of_this = [&](const Joined &vote) { return vote.communicator == &c; };
    if (std::any_of(joined_.begin(), joined_.end(), of_this)) return false;
    ++c.votes;
    c.voting = true;
    if (!c.obstacles.has(Obstacles::frozen)) return true;
    const Header header{voting, c.epoch.get(), c.global_id, c.sequence.get(), c.votes};
    for (int rank = 0; rank < c.size; ++rank)
        if (rank != c.rank && !is_missing(c, rank)) post_to_member(c, rank, header);
    return true;
}

void RecoveryServer::after_vote(Communicator &c) noexcept {
    const RecoveryTurn turn;
    c.voting = false;
}

void RecoveryServer::part(Communicator &c) noexcept {
    {
        const RequestsLock lock;
        ++c.references;
    }
    const RecoveryTurn turn;
    c.internal = true;
    partings_.add(c);
    parts_ = true;
}

void RecoveryServer::release_parted() noexcept {
    std::vector<Communicator *> parted;
    {
        const RecoveryTurn turn;
        parted = partings_.take_parted();
    }
    const RequestsLock lock;
    for (Communicator *c : parted)
        release(*c);
}

} // namespace closeranks
