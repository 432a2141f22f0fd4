#include "runtime/commit/recovery_server.hpp"

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
#include <span>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

int progress_service() {
    recovery_server().progress();
    return 0;
}

} // namespace

RecoveryServer &recovery_server() noexcept {
    static NeverDestroyed<RecoveryServer> of_this_process;
    return of_this_process.value;
}

void freeze(Communicator &c) noexcept {
    const RecoveryTurn turn;
    if (c.obstacles.put(Obstacles::frozen, true)) return;
    recovery_server().begin_to_serve();
    if (runtime().threads) process_barrier(); // before any thread reads c.fast
    c.working.revoke();
    c.layout.freeze();
}

/// Takes answers for as long as it lives.
struct RecoveryServer::Inquiry {
    Inquiry(RecoveryServer &s, Communicator &c) : service(s), communicator(c) {
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
    std::vector<Answer> answers; ///< of the members that are asked
};

/// Calls `act` with all communicators on which this process may serve others.
template <typename Act> void RecoveryServer::for_each_served(Act act) noexcept {
    partings_.for_each(act);
    runtime().communicators.for_each(act);
}

void RecoveryServer::start(MPI_Comm services) noexcept {
    {
        const RecoveryTurn turn;
        mail_.open(services);
        for_each_served(
            // The ranks are those in an earlier control communicator.
            [](Communicator &c) { c.commit_messages.forget_ranks(); });
    }
    static_cast<void>(ProgressEngine::add_rarely(progress_service));
}

void RecoveryServer::stop() noexcept {
    if (!mail_.is_open()) return;
    ProgressEngine::remove(progress_service);
    const RecoveryTurn turn;
    deferred_.clear();
    parts_ = false;
    has_begun_ = false;
    mail_.close();
}

void RecoveryServer::take_part(bool serves) noexcept {
    RecoveryTurn::try_to([this, serves] {
        const AsideWait outer;
        if (serves)
            serve();
        else
            advance(); // no process has anything to ask
    });
}

void RecoveryServer::serve() noexcept {
    const RecoveryTurn turn;
    if (!mail_.is_open()) return;
    receive();
    retry_deferred();
    advance();
}

Communicator *RecoveryServer::find(std::uint64_t name) noexcept {
    Communicator *found = nullptr;
    for_each_served([&](Communicator &c) {
        if (c.identity.global_id() == name) found = &c;
    });
    return found;
}

void RecoveryServer::receive() noexcept {
    // Failed processes may have heard of a vote and not have passed it on.
    if (mail_.notice_failures())
        for_each_served([this](Communicator &c) {
            if (is_in_vote(c)) tell_of_vote(c);
        });
    while (std::optional<Letter> letter = mail_.next()) {
        if (Communicator *const c = find(letter->header.name)) c->commit_messages.count_received();
        if (!handle(*letter)) deferred_.push_back(std::move(*letter));
    }
}

void RecoveryServer::retry_deferred() noexcept {
    std::erase_if(deferred_, [this](Letter &letter) { return handle(letter); });
}

void RecoveryServer::advance() noexcept {
    mail_.advance();
    std::erase_if(joined_, [](Joined &vote) {
        // The vote has also ended when it returns an error: that of failures not acknowledged yet.
        int done = 0;
        const int code = real.Test(&vote.request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS && vote.request != MPI_REQUEST_NULL)
            static_cast<void>(real.Request_free(&vote.request));
        return code != MPI_SUCCESS || done;
    });
    partings_.advance();
    parts_ = partings_.any();
}

/// False: the message has come too early.
bool RecoveryServer::handle(Letter &letter) noexcept {
    const Header &header = letter.header;
    if (header.kind == Kind::state || header.kind == Kind::entry) {
        take_answer(letter);
        return true;
    }
    Communicator *const found = find(header.name);
    // The communicator is not made here yet: its creation is committed, and this process is about
    // to learn it.
    if (found == nullptr || header.epoch > found->collectives.epoch().get()) return false;
    // Repaired since: no process waits for the answer.
    if (header.epoch < found->collectives.epoch().get()) return true;
    if (header.kind == Kind::ask_for_state) return answer_state(*found, letter);
    if (header.kind == Kind::fetch_entry) return answer_fetch(*found, letter);
    return join_from_outside(*found, letter);
}

void RecoveryServer::take_answer(Letter &letter) noexcept {
    for (Inquiry *inquiry : inquiries_) {
        if (letter.header.token != inquiry->token) continue;
        const int rank = mail_.rank_of(inquiry->communicator, letter.source);
        for (Answer &answer : inquiry->answers) {
            if (answer.rank != rank) continue;
            answer.given = true;
            answer.number = letter.header.number;
            answer.payload = std::move(letter.payload);
        }
    }
}

namespace {

/// True while this process may be about to complete an operation by itself. `c` is frozen.
bool is_attempting(const Communicator &c) noexcept {
    return c.fast.is_on() || c.collectives.is_attempting();
}

} // namespace

bool RecoveryServer::answer_state(Communicator &c, const Letter &letter) noexcept {
    // From now on the number can grow only by data from other members. Otherwise a real call that
    // succeeds could make it grow.
    freeze(c);
    if (is_attempting(c)) return false;
    Header header = letter.header;
    header.kind = Kind::state;
    header.number = c.sequence.get();
    mail_.reply(c, letter.source, header, {});
    return true;
}

/// Sends the requested entry, and behind it the members whose contributions it lacks.
bool RecoveryServer::answer_fetch(Communicator &c, const Letter &letter) noexcept {
    Header header = letter.header;
    freeze(c);
    // A member of a scan counts the operation as completed before it has the result.
    if (is_attempting(c) || !c.log.has_reached(header.number)) return false;
    header.kind = Kind::entry;
    const auto entry = c.log.find(header.number, mail_.rank_of(c, letter.source));
    Bytes payload(entry.begin(), entry.end());
    for (const Gap &gap : c.collectives.gaps()) {
        const auto ranks = std::as_bytes(std::span(gap.ranks));
        if (gap.number == header.number) payload.insert(payload.end(), ranks.begin(), ranks.end());
    }
    mail_.reply(c, letter.source, header, payload);
    return true;
}

/// A member that has completed `number` is in vote `vote` of this repair epoch. A process that
/// hears of the vote for the first time tells others.
void RecoveryServer::hear_of_vote(Communicator &c, std::uint32_t vote,
                                  std::uint64_t number) noexcept {
    if (c.collectives.hear_of_vote(vote, number)) tell_of_vote(c);
}

void RecoveryServer::tell_of_vote(Communicator &c) noexcept {
    const Header header{Kind::voting, c.collectives.epoch().get(), c.identity.global_id(),
                        c.collectives.vote_news().lowest(), c.collectives.vote_news().vote()};
    for (const int rank : mail_.correspondents(c))
        mail_.send(c, rank, header);
}

/// True unless the latest vote of which this process has heard has ended: then all members have
/// heard of it.
bool RecoveryServer::is_in_vote(const Communicator &c) const noexcept {
    return c.collectives.vote_news().vote() != 0 &&
           (c.collectives.vote_news().vote() > c.collectives.votes() || c.collectives.is_voting() ||
            has_joined(c) || partings_.has(c));
}

bool RecoveryServer::join_from_outside(Communicator &c, const Letter &letter) noexcept {
    const Header &header = letter.header;
    const auto latest = static_cast<std::uint32_t>(header.token);
    hear_of_vote(c, latest, header.number);
    if (c.collectives.votes() >= latest) return true; // joined from inside
    if (c.collectives.is_voting()) return false;
    // A member that has not completed more than the voters comes to that operation by itself.
    if (c.sequence.get() <= header.number && !c.layout.is_given_up()) return false;
    freeze(c);
    if (is_attempting(c)) return false;
    c.collectives.join_vote();
    Joined &vote = joined_.emplace_back(
        Joined{.communicator = &c, .request = MPI_REQUEST_NULL, .ballot = Ballot::from_outside});
    static_cast<void>(c.working.start_to_agree(&vote.ballot, &vote.request));
    // A vote implies all votes before it: the members that started those may have failed before
    // they told all others.
    return c.collectives.votes() >= latest;
}

/// Sends an inquiry to the members for whose answers it has a place.
void RecoveryServer::inquire(Inquiry &inquiry, Kind kind, std::uint64_t number) noexcept {
    Communicator &c = inquiry.communicator;
    const Header header{kind, c.collectives.epoch().get(), c.identity.global_id(), number,
                        inquiry.token};
    for (const Answer &answer : inquiry.answers)
        mail_.send(c, answer.rank, header);
}

/// One turn of a wait of the library: meanwhile other processes continue, and so do other tasks of
/// this one.
void RecoveryServer::take_turn() noexcept {
    serve();
    static_cast<void>(nonblocking_tasks().progress());
}

/// True while an answer is missing from a member that is not known to have failed.
bool RecoveryServer::is_waiting(Inquiry &inquiry) noexcept {
    const RecoveryTurn turn;
    bool waiting = false;
    for (Answer &answer : inquiry.answers) {
        if (!answer.awaited || answer.given) continue;
        answer.awaited = !is_missing(inquiry.communicator, answer.rank);
        waiting = waiting || answer.awaited;
    }
    return waiting;
}

/// Waits for the answers of all members that do not fail meanwhile.
void RecoveryServer::wait_for_answers(Inquiry &inquiry) noexcept {
    Communicator &c = inquiry.communicator;
    constexpr unsigned turns_between_looks = 16;
    for (unsigned turn = 0;; ++turn) {
        take_turn();
        if (!is_waiting(inquiry) || c.layout.is_given_up()) return;
        if (turn % turns_between_looks == 0)
            static_cast<void>(notice_failures(c));
        else
            std::this_thread::yield();
    }
}

std::optional<int> RecoveryServer::ask(Communicator &c) noexcept {
    const std::uint64_t own = c.sequence.get();
    // A frozen member stays ahead: so a member that lags behind by many operations asks once.
    if (const Witness known = c.collectives.ahead();
        known.number > own && !is_missing(c, known.rank))
        return known.rank;
    serve(); // a failed member is asked no more
    Inquiry inquiry(*this, c);
    {
        const RecoveryTurn turn;
        for (const int rank : mail_.correspondents(c))
            inquiry.answers.push_back({.rank = rank});
        inquire(inquiry, Kind::ask_for_state, own);
    }
    wait_for_answers(inquiry);
    Witness ahead;
    for (const Answer &answer : inquiry.answers)
        if (answer.given && answer.number > own && answer.number > ahead.number)
            ahead = {.rank = answer.rank, .number = answer.number};
    c.collectives.set_ahead(ahead);
    return ahead.number > own ? std::optional(ahead.rank) : std::nullopt;
}

bool RecoveryServer::fetch(Communicator &c, int from, std::uint64_t number, Bytes &into) noexcept {
    Inquiry inquiry(*this, c);
    {
        const RecoveryTurn turn;
        inquiry.answers.push_back({.rank = from});
        inquire(inquiry, Kind::fetch_entry, number);
    }
    wait_for_answers(inquiry);
    Answer &answer = inquiry.answers.front();
    if (!answer.given) return false;
    into = std::move(answer.payload);
    return true;
}

std::vector<RecoveryServer::Bytes> RecoveryServer::collect(Communicator &c,
                                                           std::uint64_t number) noexcept {
    static_cast<void>(notice_failures(c));
    Inquiry inquiry(*this, c);
    {
        const RecoveryTurn turn;
        for (int rank = 0; rank < c.size; ++rank)
            if (rank != c.rank && !is_missing(c, rank)) inquiry.answers.push_back({.rank = rank});
        inquire(inquiry, Kind::fetch_entry, number);
    }
    wait_for_answers(inquiry);
    std::vector<Bytes> contributions(static_cast<std::size_t>(c.size));
    for (Answer &answer : inquiry.answers)
        contributions[static_cast<std::size_t>(answer.rank)] = std::move(answer.payload);
    return contributions;
}

void RecoveryServer::before_vote(Communicator &c, MemberAhead ahead) noexcept {
    while (!enter_vote(c, ahead))
        take_turn();
}

bool RecoveryServer::has_joined(const Communicator &c) const noexcept {
    return std::any_of(joined_.begin(), joined_.end(),
                       [&](const Joined &vote) { return vote.communicator == &c; });
}

/// True when a member may not come to the vote by itself: it is ahead, or has left a
/// part.
static bool has_to_be_told(const Communicator &c, MemberAhead ahead) noexcept {
    return c.obstacles.has(Obstacles::frozen) &&
           (ahead == MemberAhead::possible || c.layout.is_part());
}

/// False: the vote cannot be entered yet.
bool RecoveryServer::enter_vote(Communicator &c, MemberAhead ahead) noexcept {
    const RecoveryTurn turn;
    if (has_joined(c)) return false;
    c.collectives.begin_vote();
    if (has_to_be_told(c, ahead)) hear_of_vote(c, c.collectives.votes(), c.sequence.get());
    return true;
}

void RecoveryServer::after_vote(Communicator &c) noexcept {
    const RecoveryTurn turn;
    c.collectives.end_vote();
}

void RecoveryServer::part(Communicator &c) noexcept {
    {
        const RequestsLock lock;
        c.lifetime.retain();
    }
    const RecoveryTurn turn;
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
