#include "runtime/stall/stall_view.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/threads.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/messages/buffered_sends.hpp"
#include "runtime/requests/completion_state.hpp"
#include "runtime/requests/freed_requests.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/polled_operation.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/support/mutex.hpp"

#include <algorithm>
#include <optional>

namespace closeranks::stall {

namespace {

/// Collects the report of a survivor.
class View {
  public:
    /// `of_other_threads`: their requests may end meanwhile, and so are not touched.
    View(const std::vector<int> &missing, bool of_other_threads)
        : missing_(missing), of_other_threads_(of_other_threads) {
        survivor_.rank = runtime().rank;
        survivor_.waits = true;
    }

    /// Adds one thread in the given `state`.
    void add(const CallState &state) {
        const std::uint32_t word = state.word.read();
        if (word == CallState::unknown) return add_free();
        if (CallState::depth_of(word) != 1 || CallState::is_in_task(word)) return add_free();
        const Function function = CallState::function_of(word);
        if (const Wait *scope = state.scope.read(); scope != nullptr)
            add(*scope);
        else if (publishes(function))
            add_message({state.communicator.read(), function,
                         function == Function::Recv ? Wait::Kind::message : Wait::Kind::room,
                         state.peer.read(), state.tag.read()});
        else
            add_attempt(function, state.communicator.read());
    }

    /// Adds a thread that may act of its own accord.
    void add_free(const std::string &call = {}) {
        survivor_.waits = false;
        if (!call.empty()) survivor_.call += (survivor_.call.empty() ? "" : "; ") + call;
    }

    [[nodiscard]] Survivor take() {
        // Processes other than the survivors of MPI_COMM_WORLD may end its wait.
        if (!foreign_processes().empty() || !buffered_sends().under_way.empty() ||
            polled_operations != 0 || runtime().calls_ulfm || survivor_.branches.empty())
            survivor_.waits = false;
        if (missing_.empty() && freed_requests_under_way.load(std::memory_order_relaxed))
            survivor_.waits = false;
        if (survivor_.call.empty()) survivor_.call = between_calls();
        add_pending();
        runtime().communicators.for_each([&](const Communicator &c) {
            survivor_.entered.push_back({c.identity.global_id(), begun_on(c), any_function});
        });
        survivor_.entered.push_back(
            {final_meeting, survivor_.finalizes ? 1U : 0U, static_cast<int>(Function::Finalize)});
        for (const Entered &inside : at_least_)
            for (Entered &one : survivor_.entered)
                if (one.communicator == inside.communicator && one.number < inside.number)
                    one = inside;
        return std::move(survivor_);
    }

  private:
    void add(const Wait &wait) {
        if (wait.communicator != nullptr) note_together(*wait.communicator);
        switch (wait.kind) {
        case Wait::Kind::message:
        case Wait::Kind::room:
            return add_message(wait);
        case Wait::Kind::exchange: {
            const auto &exchange = static_cast<const ExchangeWait &>(wait);
            Branch branch;
            branch.conditions.push_back(from(*wait.communicator, wait.peer, wait.tag));
            branch.conditions.push_back(to(*wait.communicator, exchange.dest, exchange.sent_tag));
            note_release(*wait.communicator, wait.function, wait.peer);
            return add(std::move(branch), describe(wait));
        }
        case Wait::Kind::requests:
            return add_requests(static_cast<const RequestsWait &>(wait));
        case Wait::Kind::collective: {
            const auto &collective = static_cast<const CollectiveWait &>(wait);
            Branch branch;
            branch.conditions.push_back(
                others(*wait.communicator, collective.number, collective.needs));
            Condition &condition = branch.conditions.back();
            if (wait.function == Function::Finalize) {
                survivor_.finalizes = true;
                condition.communicator = final_meeting;
                condition.number = 1;
                condition.function = static_cast<int>(Function::Finalize);
            } else if (collective.number > begun_on(*wait.communicator)) {
                condition.function = collective_of(wait.function);
                at_least_.push_back({wait.communicator->identity.global_id(), collective.number,
                                     condition.function});
            } // else it waits for nonblocking ones, which are of other functions
            return add(std::move(branch), describe(wait));
        }
        }
    }

    /// A process may join a vote from within a call about messages, which then reports no
    /// collective.
    [[nodiscard]] static int collective_of(Function function) noexcept {
        switch (class_of(function)) {
        case FunctionClass::one_to_all:
        case FunctionClass::all_to_one:
        case FunctionClass::all_to_all:
            return static_cast<int>(function);
        default:
            return any_function;
        }
    }

    /// Collectives that this process has completed or, if nonblocking, started.
    [[nodiscard]] static std::uint64_t begun_on(const Communicator &c) {
        return c.sequence.read() + nonblocking_tasks().pending_on(c);
    }

    void add(Branch branch, const std::string &call) {
        survivor_.branches.push_back(std::move(branch));
        survivor_.call += (survivor_.call.empty() ? "" : "; ") + call;
    }

    [[nodiscard]] static bool exists(const Communicator *communicator) {
        bool known = false;
        runtime().communicators.for_each(
            [&](const Communicator &c) { known = known || &c == communicator; });
        runtime().intercommunicators.for_each(
            [&](const Intercommunicator &c) { known = known || c.peers == communicator; });
        return known;
    }

    /// The published wait of a message is not reset, so its communicator may no longer exist.
    void add_message(const Wait wait) {
        if (!exists(wait.communicator)) return add_free();
        note_together(*wait.communicator);
        Branch branch;
        const bool receives = wait.kind == Wait::Kind::message;
        branch.conditions.push_back(receives ? from(*wait.communicator, wait.peer, wait.tag)
                                             : to(*wait.communicator, wait.peer, wait.tag));
        if (receives) note_release(*wait.communicator, wait.function, wait.peer);
        add(std::move(branch), describe(wait));
    }

    /// A collective whose real call runs on `latest`, if that is unchanged.
    void add_attempt(Function function, const Communicator *latest) {
        const Communicator *inside = nullptr;
        runtime().communicators.for_each([&](const Communicator &c) {
            if (&c == latest && c.fast.is_on()) inside = &c;
        });
        const FunctionClass of_function = class_of(function);
        const bool of_all = of_function == FunctionClass::all_to_all;
        if (inside == nullptr || (!of_all && of_function != FunctionClass::one_to_all &&
                                  of_function != FunctionClass::all_to_one))
            return add_free(function_name(function));
        const CollectiveWait wait{
            {inside, function, Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
            inside->sequence.read() + 1,
            of_all ? CollectiveWait::everybody : CollectiveWait::unknown};
        add(wait);
    }

    /// A rank that cannot continue there may end without the others (core/end_scope.hpp).
    void note_together(const Communicator &c) {
        if (runtime().config.end_scope == EndScopeChoice::job || !survivor_.together.empty() ||
            c.size >= runtime().size || c.identity.spans_worlds() || !has_lost_members(c))
            return;
        survivor_.together = living(c);
        survivor_.together.push_back(survivor_.rank);
        survivor_.on = closeranks::describe(label_of(c));
    }

    void add_requests(const RequestsWait &wait) {
        // Some requests of another thread may be complete. If the thread waits for all, it waits
        // for at least one that is not, or it continues soon.
        Branch branch{.all = wait.all && !of_other_threads_, .conditions = {}};
        std::string peers;
        Batch &batch = wait.completing->batch();
        for (int i = 0; i < batch.count(); ++i) {
            const MPI_Request handle = batch.requests()[i];
            if (handle == MPI_REQUEST_NULL) continue;
            const Request *const request = batch.find(i);
            if (request == nullptr || request->absent) {
                branch.conditions.emplace_back();
                continue;
            }
            if (!of_other_threads_ && is_complete(handle, MPI_STATUS_IGNORE)) {
                if (!wait.all) branch.conditions.emplace_back();
                continue;
            }
            note_together(*request->communicator);
            branch.conditions.push_back(condition_of(*request));
            if (request->wildcard != nullptr)
                note_release(*request->communicator, request->function, request->peer);
            offer(*request);
            peers += (peers.empty() ? "" : ", ") + describe(*request);
        }
        if (branch.conditions.empty()) branch.conditions.emplace_back();
        add(std::move(branch), std::string(function_name(wait.function)) + " (" + peers + ")");
    }

    [[nodiscard]] static bool receives(const Request &request) noexcept {
        return request.wildcard != nullptr ||
               (request.tag != AbandonedReceives::no_tag && !request.sends);
    }
    [[nodiscard]] static bool sends(const Request &request) noexcept {
        return request.sends && request.peer >= 0;
    }
    [[nodiscard]] static int tag_of(const Request &request) noexcept {
        return request.wildcard != nullptr ? request.wildcard->tag : request.tag;
    }

    [[nodiscard]] Condition condition_of(const Request &request) const {
        const Communicator &c = *request.communicator;
        if (request.task != nullptr)
            return others(c, c.sequence.read() + nonblocking_tasks().pending_on(c, request.task),
                          CollectiveWait::everybody);
        if (receives(request)) return from(c, request.peer, tag_of(request));
        if (sends(request)) return to(c, request.peer, request.tag);
        return {};
    }

    void offer(const Request &request) {
        const Communicator &c = *request.communicator;
        if (!receives(request) && !sends(request)) return;
        const int peer = request.peer < 0 ? request.peer : world_rank_of(c, request.peer);
        survivor_.offers.push_back({sends(request), c.identity.global_id(), peer, tag_of(request)});
    }

    void add_pending() {
        const RequestsLock lock;
        if (!survivor_.waits) note_polls();
        // Requests in the table are in no call of the program, so they can be examined. A complete
        // request for which the program has not asked yet is no message on its way.
        request_table().pending.for_each([&](MPI_Request handle, const Request &request) {
            if (!is_complete(handle, MPI_STATUS_IGNORE)) offer(request);
        });
        for (const Branch &branch : survivor_.branches)
            for (const Condition &condition : branch.conditions)
                if (condition.kind == Condition::message || condition.kind == Condition::room)
                    survivor_.offers.push_back(
                        {condition.kind == Condition::room, condition.communicator,
                         condition.ranks.size() == 1 ? condition.ranks.front() : MPI_ANY_SOURCE,
                         condition.tag});
    }

    [[nodiscard]] bool is_lost(int rank) const {
        return std::find(missing_.begin(), missing_.end(), rank) != missing_.end();
    }

    /// A lost peer ends the wait itself: the MPI reports the failure.
    [[nodiscard]] Condition about(Condition::Kind kind, const Communicator &c, int peer,
                                  int tag) const {
        const int rank = world_rank_of(c, peer);
        if (rank < 0 || is_lost(rank)) return {};
        return {.kind = kind, .communicator = c.identity.global_id(), .tag = tag, .ranks = {rank}};
    }
    [[nodiscard]] Condition to(const Communicator &c, int dest, int tag) const {
        return about(Condition::room, c, dest, tag);
    }
    [[nodiscard]] Condition from(const Communicator &c, int source, int tag) const {
        if (source != MPI_ANY_SOURCE) return about(Condition::message, c, source, tag);
        return {.kind = Condition::message,
                .communicator = c.identity.global_id(),
                .tag = tag,
                .ranks = living(c)};
    }
    [[nodiscard]] Condition others(const Communicator &c, std::uint64_t number, int needs) const {
        // Where a rank is lost the root is usually known, and the rule is stricter.
        if ((needs == CollectiveWait::unknown && !missing_.empty()) || c.identity.spans_worlds())
            return {};
        Condition condition{.kind = Condition::collective,
                            .communicator = c.identity.global_id(),
                            .number = number};
        if (needs == CollectiveWait::unknown) condition.kind = Condition::member;
        if (needs == CollectiveWait::everybody || needs == CollectiveWait::unknown)
            condition.ranks = living(c);
        else
            condition.ranks = {world_rank_of(c, needs)};
        if (condition.ranks.size() == 1 && is_lost(condition.ranks.front())) return {};
        return condition;
    }
    [[nodiscard]] std::vector<int> living(const Communicator &c) const {
        std::vector<int> ranks = world_ranks_of(c.identity.group());
        std::erase_if(ranks, [&](int rank) { return is_lost(rank) || rank == survivor_.rank; });
        return ranks;
    }

    /// A wait for any rank, of which one is lost, may end by the policy.
    void note_release(const Communicator &c, Function function, int peer) {
        if (peer != MPI_ANY_SOURCE || !has_lost_members(c)) return;
        std::vector<std::string> &names = survivor_.waits_for_any;
        if (std::find(names.begin(), names.end(), function_name(function)) == names.end())
            names.emplace_back(function_name(function));
        const Policy policy = policy_of(c, function, PolicyKind::stall);
        if (policy == Policy::abort) return;
        survivor_.can_be_released = true;
        survivor_.raises = survivor_.raises || policy == Policy::error;
    }

    /// A process that polls may poll for any rank as well. Between two polls it is in no call.
    void note_polls() {
        const std::optional<Function> poll = poll_under_way();
        if (poll == Function::Iprobe || poll == Function::Improbe)
            note_release(*runtime().everyone, *poll, MPI_ANY_SOURCE);
        request_table().pending.for_each([&](MPI_Request, const Request &request) {
            if (request.wildcard != nullptr)
                note_release(*request.communicator, request.function, request.peer);
        });
    }
    /// The watch looks from within that call. In programs with several threads it looks from a
    /// thread of its own, which usually finds the program between two polls.
    [[nodiscard]] static std::optional<Function> poll_under_way() {
        if (runtime().threads) return activity().latest_poll();
        return CallState::function_of(this_call.word.get());
    }
    [[nodiscard]] static std::string between_calls() {
        const std::optional<Function> poll = activity().latest_poll();
        if (!poll) return "the program";
        return std::string("the program, between calls of ") + function_name(*poll);
    }
    [[nodiscard]] bool has_lost_members(const Communicator &c) const {
        const std::vector<int> ranks = world_ranks_of(c.identity.group());
        return std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return is_lost(rank); });
    }

    [[nodiscard]] static std::string describe_peer(int peer) {
        return peer == MPI_ANY_SOURCE ? "any rank" : "rank " + std::to_string(peer);
    }
    [[nodiscard]] static std::string on(const Communicator &c) {
        return closeranks::describe(label_of(c));
    }
    [[nodiscard]] static std::string describe_tag(int tag) {
        if (tag == AbandonedReceives::no_tag) return "";
        return tag == MPI_ANY_TAG ? ", any tag" : ", tag " + std::to_string(tag);
    }
    [[nodiscard]] static std::string describe(const Request &request) {
        const std::string name = function_name(request.function);
        const std::string where = ", " + on(*request.communicator);
        if (request.task != nullptr) return name + where;
        return name + (receives(request) ? " from " : " to ") + describe_peer(request.peer) +
               describe_tag(tag_of(request)) + where;
    }
    [[nodiscard]] static std::string describe(const Wait &wait) {
        const bool resumes =
            runtime().recovery.is_in_resume() && wait.function == Function::Barrier;
        std::string name = resumes ? "closeranks_resume" : function_name(wait.function);
        if (wait.function == Function::Finalize) name += runtime().finalizing;
        const std::string where = ", " + on(*wait.communicator);
        const std::string tag = describe_tag(wait.tag);
        switch (wait.kind) {
        case Wait::Kind::message:
            return name + " from " + describe_peer(wait.peer) + tag + where;
        case Wait::Kind::room:
            return name + " to " + describe_peer(wait.peer) + tag + where;
        case Wait::Kind::exchange:
            return name + " to " + describe_peer(static_cast<const ExchangeWait &>(wait).dest) +
                   " and from " + describe_peer(wait.peer) + where;
        case Wait::Kind::requests:
        case Wait::Kind::collective:
            break;
        }
        return name + where;
    }

    const std::vector<int> &missing_;
    const bool of_other_threads_;
    Survivor survivor_;
    std::vector<Entered> at_least_; ///< collectives in which the process is
};

} // namespace

Survivor view_of_this_call(const std::vector<int> &missing) {
    View view(missing, false);
    view.add(this_call);
    return view.take();
}

Survivor view_of_all_threads(const std::vector<int> &missing, int watcher) {
    const std::scoped_lock lock(view_mutex());
    View view(missing, true);
    if (has_free_threads(watcher)) view.add_free();
    for_each_thread(
        [](const CallState &state, void *into) { static_cast<View *>(into)->add(state); }, &view);
    return view.take();
}

} // namespace closeranks::stall
