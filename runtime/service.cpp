#include "runtime/service.hpp"

#include "runtime/next_message.hpp"
#include "runtime/progress_engine.hpp"
#include "runtime/vote.hpp"
#include "runtime/waiting.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

constexpr int tag = 0; // nothing else is sent on this communicator

/// Where Open MPI keeps the size of a group, as seen from its handle; -1: not found. The number
/// that is right in three groups of different sizes is it.
std::ptrdiff_t find_size_in_groups() noexcept {
    Group everyone;
    Group self;
    int size = 0;
    if (real.Comm_group(MPI_COMM_WORLD, everyone.out()) != MPI_SUCCESS ||
        real.Comm_group(MPI_COMM_SELF, self.out()) != MPI_SUCCESS ||
        real.Group_size(everyone.get(), &size) != MPI_SUCCESS)
        return -1;
    const auto number_at = [](MPI_Group group, std::ptrdiff_t offset) {
        int number = 0;
        std::memcpy(&number, reinterpret_cast<const std::byte *>(group) + offset, sizeof(number));
        return number;
    };
    constexpr std::ptrdiff_t no_further = 32;
    for (std::ptrdiff_t offset = 0; offset < no_further; offset += sizeof(int))
        if (number_at(everyone.get(), offset) == size && number_at(self.get(), offset) == 1 &&
            number_at(MPI_GROUP_EMPTY, offset) == 0)
            return offset;
    return -1;
}

int progress_service() { return world().service.progress(); }

/// Among all on which this process has something to do for others.
Communicator *find(std::uint64_t name) noexcept {
    Communicator *found = nullptr;
    const auto look = [&](Communicator &c) {
        if (c.name == name) found = &c;
    };
    world().communicators.for_each(look);
    for (Communicator *c : world().parting)
        look(*c);
    return found;
}

} // namespace

void freeze(Communicator &c) noexcept {
    if (std::exchange(c.frozen, true)) return;
    c.assess();
    static_cast<void>(real.Comm_revoke(c.working.get()));
    if (c.side) static_cast<void>(real.Comm_revoke(c.side.get()));
}

/// While it lives, the progress engine's calls do nothing: our own calls run it, too.
class Service::Busy {
  public:
    explicit Busy(Service &service) noexcept : service_(service), was_(service.busy_) {
        service.busy_ = true;
    }
    ~Busy() { service_.busy_ = was_; }
    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;

  private:
    Service &service_;
    bool was_;
};

/// Answers are taken for it as long as it lives.
struct Service::Inquiry {
    Inquiry(Service &s, Communicator &c)
        : service(s), communicator(c), token(++s.tokens_),
          answers(static_cast<std::size_t>(c.size)) {
        service.inquiries_.push_back(this);
    }
    ~Inquiry() { std::erase(service.inquiries_, this); }
    Inquiry(const Inquiry &) = delete;
    Inquiry &operator=(const Inquiry &) = delete;

    Service &service;
    Communicator &communicator;
    const std::uint64_t token;
    std::vector<Answer> answers; ///< by application rank
};

bool Service::prepare() noexcept {
    failed_processes_ =
        static_cast<const std::byte *const *>(dlsym(RTLD_DEFAULT, "ompi_group_all_failed_procs"));
    size_offset_ = find_size_in_groups();
    return failed_processes_ != nullptr && size_offset_ >= 0 && world().waits.prepare() &&
           ProgressEngine::exists();
}

void Service::start(Comm mail) noexcept {
    mail_ = std::move(mail);
    static_cast<void>(ProgressEngine::add_rarely(progress_service));
}

void Service::stop() noexcept {
    if (!active()) return;
    ProgressEngine::remove(progress_service);
    // What was not sent by now is for processes that do not need it any more.
    for (Outgoing &message : outgoing_)
        static_cast<void>(real.Request_free(&message.request));
    deferred_.clear();
    mail_.reset();
}

int Service::progress() noexcept {
    if (busy_ || failures() == 0) return 0;
    const AsideWait outer(world().waits);
    serve();
    return 0;
}

void Service::serve() noexcept {
    const Busy busy(*this);
    receive();
    retry_deferred();
    advance();
}

void Service::receive() noexcept {
    if (const int count = failures(); count != acknowledged_) {
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

void Service::retry_deferred() noexcept {
    std::erase_if(deferred_, [this](Message &message) { return handle(message); });
}

void Service::advance() noexcept {
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
bool Service::handle(Message &message) noexcept {
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

void Service::take_answer(Message &message) noexcept {
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

bool Service::answer_state(Communicator &c, const Message &message) noexcept {
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

bool Service::answer_fetch(Communicator &c, const Message &message) noexcept {
    Header header = message.header;
    if (c.sequence.get() < header.number) return false;
    header.kind = entry;
    post(message.source, header, c.log.find(header.number, rank_of(c, message.source)));
    return true;
}

bool Service::join_from_outside(Communicator &c, const Message &message) noexcept {
    const Header &header = message.header;
    if (c.votes >= header.token) return true; // joined from inside
    // One who has not completed more than the voters comes to that operation by itself.
    if (c.sequence.get() <= header.number) return false;
    ++c.votes;
    Joined &vote = joined_.emplace_back(
        Joined{.communicator = &c, .request = MPI_REQUEST_NULL, .ballot = ballot_from_outside});
    static_cast<void>(real.Comm_iagree(c.working.get(), &vote.ballot, &vote.request));
    // A vote comes with all before it: who started those may have died before telling everybody.
    return c.votes >= header.token;
}

void Service::post(int to, const Header &header, std::span<const std::byte> payload) noexcept {
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
int Service::rank_of(Communicator &c, int source) noexcept {
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

void Service::post_to_member(Communicator &c, int rank, const Header &header) noexcept {
    static_cast<void>(rank_of(c, 0)); // fills the table
    const int to = c.mail_ranks[static_cast<std::size_t>(rank)];
    if (to != MPI_UNDEFINED) post(to, header, {});
}

/// Sends an inquiry to application rank `only`, or to all survivors but this process (-1).
void Service::inquire(Inquiry &inquiry, Kind kind, std::uint64_t number, int only) noexcept {
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
void Service::take_turn() noexcept {
    serve();
    static_cast<void>(world().background.progress());
}

/// Waits for everybody's answer who does not fail meanwhile.
void Service::wait_for_answers(Inquiry &inquiry) noexcept {
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

std::vector<int> Service::ask(Communicator &c) noexcept {
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

bool Service::fetch(Communicator &c, int from, std::uint64_t number, Bytes &into) noexcept {
    Inquiry inquiry(*this, c);
    inquire(inquiry, fetch_entry, number, from);
    wait_for_answers(inquiry);
    Answer &answer = inquiry.answers[static_cast<std::size_t>(from)];
    if (!answer.given) return false;
    into = std::move(answer.payload);
    return true;
}

std::vector<Service::Bytes> Service::collect(Communicator &c, std::uint64_t number) noexcept {
    Inquiry inquiry(*this, c);
    inquire(inquiry, fetch_entry, number, -1);
    wait_for_answers(inquiry);
    std::vector<Bytes> contributions(static_cast<std::size_t>(c.size));
    for (std::size_t i = 0; i < contributions.size(); ++i)
        contributions[i] = std::move(inquiry.answers[i].payload);
    return contributions;
}

void Service::before_vote(Communicator &c) noexcept {
    if (!active() || c.foreign) return;
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
