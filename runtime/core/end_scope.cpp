#include "runtime/core/end_scope.hpp"

#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/openmpi/error_handlers.hpp"
#include "runtime/openmpi/group_end.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/process_id.hpp"
#include "runtime/support/ulfm.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>

namespace closeranks {

namespace {

using Json = nlohmann::json;

bool listening = false;

/// Both sides of an intercommunicator.
MPI_Group members_of(const Communicator &c) noexcept {
    const Communicator &all = c.of_program();
    const Intercommunicator *const sides = all.identity.sides();
    return (sides != nullptr ? *sides->joint : all).identity.group();
}

/// Processes that are known to end, because another process or this one has said so. They may still
/// be alive.
class EndingProcesses {
  public:
    void add(const std::vector<int> &numbers) {
        const std::scoped_lock guard(lock_);
        numbers_.insert(numbers.begin(), numbers.end());
    }
    [[nodiscard]] bool has(ProcessId process) const {
        const std::scoped_lock guard(lock_);
        return numbers_.contains(number_of(process));
    }

  private:
    mutable Mutex<LockRank::leaf> lock_;
    std::set<int> numbers_;
};

EndingProcesses &ending_processes() {
    static NeverDestroyed<EndingProcesses> processes;
    return processes.value;
}

bool lives(int rank) {
    return !lost_ranks().contains(rank) && !ending_processes().has(members().process_of(rank));
}

/// `ranks` are sorted.
int count_living_beside(const std::vector<int> &ranks) {
    int count = 0;
    for (int rank = 0; rank < runtime().size; ++rank)
        count +=
            static_cast<int>(lives(rank) && !std::binary_search(ranks.begin(), ranks.end(), rank));
    return count;
}

/// A rank that has computed for long has not heard of failures in that time. Only calls into the
/// MPI let it hear of them.
void let_mpi_hear() noexcept {
    constexpr int looks = 20;
    constexpr useconds_t between = 1000;
    for (int i = 0; i < looks; ++i) {
        int arrived = 0;
        static_cast<void>(real.Iprobe(0, 0, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE));
        usleep(between);
    }
}

/// An end may concern less than the job, so the live processes are counted.
bool others_may_go_on() noexcept {
    const Config &config = runtime().config;
    return config.end_scope == EndScopeChoice::communicator ||
           config.abort_loses == AbortLosesChoice::rank;
}

/// False: MPI_COMM_WORLD is not protected (it has one process, or the MPI tolerates no fault), so
/// the end concerns the job.
bool learn_who_lives() noexcept {
    Communicator *const everyone = runtime().everyone;
    if (everyone == nullptr) return false;
    if (others_may_go_on()) let_mpi_hear();
    static_cast<void>(notice_failures(*everyone));
    return true;
}

std::string name_without_members(CommunicatorLabel label) {
    label.members.clear();
    return describe(label);
}

std::string others_go_on(int count) {
    return count == 1 ? "the other rank continues"
                      : "the other " + std::to_string(count) + " ranks continue";
}

/// The place of this process among the ranks that end. The first one ends the others.
std::size_t turn_among(const std::vector<int> &ranks) {
    const auto own = std::find(ranks.begin(), ranks.end(), runtime().rank);
    return static_cast<std::size_t>(own - ranks.begin());
}

/// Ends this process, on a separate thread if another process has announced the end.
[[noreturn]] void leave_with(int code, const std::string &why) noexcept {
    if (begin_to_leave()) leave_because(code, why);
    while (true)
        pause();
}

/// Called on a thread of PMIx.
void hear_of_end(std::string_view text) {
    const Json told = Json::parse(text, nullptr, false);
    if (!told.is_object() || told.value("job", "") != job_of_ranks() || !exits_are_watched())
        return;
    const auto processes = told.value("processes", std::vector<int>{});
    ending_processes().add(processes);
    if (std::find(processes.begin(), processes.end(), number_of(members().self())) ==
        processes.end())
        return;
    const int code = told.value("code", 1);
    const std::string why = told.value("why", "");
    std::thread([code, why] { leave_with(code, why); }).detach();
}

/// The same in the form that PMIx calls.
void hear(std::string_view text) noexcept {
    try {
        hear_of_end(text);
    } catch (...) { // NOLINT(bugprone-empty-catch): no memory is left; the others continue
    }
}

/// False: the members could not be told.
bool tell_members(const EndScope &scope, int code, const std::string &why) {
    std::vector<int> processes;
    for (const int rank : scope.ranks)
        processes.push_back(number_of(members().process_of(rank)));
    if (!listening) return scope.ranks.size() == 1; // the failure of this process tells the others
    const Json text = {
        {"job", job_of_ranks()}, {"processes", processes}, {"code", code}, {"why", why}};
    return tell_all(text.dump(-1, ' ', true, Json::error_handler_t::replace));
}

/// Waits until the members have heard of the end before they hear of this process's failure, so
/// that all of them know the same cause. Nothing else depends on the wait.
void let_members_hear() noexcept {
    constexpr useconds_t long_enough = 50'000;
    usleep(long_enough);
}

} // namespace

EndScope scope_of(std::vector<int> ranks, const CommunicatorLabel &label) {
    const Runtime &w = runtime();
    EndScope scope;
    scope.name = name_without_members(label);
    const bool spans_jobs =
        std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return rank >= w.size; });
    if (spans_jobs) return scope;
    // A member that is known to end is still one: this process may be, and must not take its end
    // for that of the job.
    std::erase_if(ranks, [](int rank) { return rank < 0 || lost_ranks().contains(rank); });
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    const int others = count_living_beside(ranks);
    if (ranks.empty() || others <= 0) return scope;
    const std::string whom = "the members of " + describe_as_one(label);
    if (w.config.end_scope == EndScopeChoice::job || !listening) {
        scope.told.hint =
            w.config.end_scope == EndScopeChoice::job
                ? "to end " + whom + " alone: --end-scope communicator"
                : "the other ranks cannot be told which ranks end: this MPI has no events";
        return scope;
    }
    scope.of_job = scope.told.of_job = false;
    scope.ranks = std::move(ranks);
    scope.told.sentence = whom + " end, and " + others_go_on(others) + " (--end-scope)";
    scope.told.turn = turn_among(scope.ranks);
    return scope;
}

EndScope scope_of(const Communicator &c) {
    if (!learn_who_lives()) return {};
    return scope_of(world_ranks_of(members_of(c)), label_of(c));
}

EndScope scope_of(MPI_Comm comm) {
    Runtime &w = runtime();
    if (comm == MPI_COMM_NULL || !learn_who_lives()) return {};
    if (const Communicator *const c = w.communicators.search(comm); c != nullptr)
        return scope_of(*c);
    if (const Intercommunicator *const sides = w.intercommunicators.search(comm); sides != nullptr)
        return scope_of(*sides->peers);
    std::array<char, MPI_MAX_OBJECT_NAME> name{};
    int length = 0;
    int is_between = 0;
    Group group;
    if (real.Comm_test_inter(comm, &is_between) != MPI_SUCCESS || is_between != 0 ||
        real.Comm_group(comm, group.out()) != MPI_SUCCESS ||
        real.Comm_get_name(comm, name.data(), &length) != MPI_SUCCESS)
        return {};
    std::vector<int> ranks = world_ranks_of(group.get());
    const int count = static_cast<int>(ranks.size());
    std::string called = name_communicator(name.data(), "", count);
    if (called.empty()) called = name_parent("", "", count);
    CommunicatorLabel label = make_label(0, 0, ranks, w.size, std::move(called));
    return scope_of(std::move(ranks), label);
}

EndScope scope_of_this_rank() {
    if (!learn_who_lives()) return {};
    EndScope scope;
    const int others = count_living_beside({runtime().rank});
    if (others <= 0) return scope;
    scope.of_job = scope.told.of_job = false;
    scope.ranks = {runtime().rank};
    scope.told.sentence = "rank " + std::to_string(runtime().rank) + " ends alone, and " +
                          others_go_on(others) + " (--abort-loses rank)";
    return scope;
}

void carry_out(const EndScope &scope, int code, const EndCause &cause) noexcept {
    if (scope.of_job) end_program(code);
    const auto &ranks = scope.ranks;
    const bool is_one = std::find(ranks.begin(), ranks.end(), runtime().rank) != ranks.end();
    if (is_one && !begin_to_leave())
        while (true)
            pause();
    bool told = false;
    try {
        told = tell_members(scope, code, cause.others);
    } catch (...) { // NOLINT(bugprone-empty-catch): no memory is left
    }
    if (!told) runtime().report.say("rank %d cannot tell the other members", runtime().rank);
    if (!is_one) return;
    if (ranks.size() > 1) let_members_hear();
    leave_because(code, cause.own);
}

void end(const EndScope &scope, int code, const EndCause &cause) noexcept {
    carry_out(scope, code, cause);
    end_program(code); // not reached: this process is one of `scope.ranks`
}

void listen_to_ends() noexcept {
    if (runtime().config.end_scope == EndScopeChoice::communicator) listening = listen_to_all(hear);
}

namespace {

/// The scope of an error on an object of the program.
EndScope scope_of_error(const FatalError &error) {
    if (error.comm != nullptr) return scope_of(error.comm);
    if (const Communicator *const c = members_of_raised(error.object); c != nullptr)
        return scope_of(*c);
    return {};
}

std::string message_of(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    if (real.Error_string(code, text.data(), &length) != MPI_SUCCESS) return "";
    return std::string(": ") + text.data();
}

void end_for(const FatalError &error, int status) {
    const bool alone =
        runtime().config.abort_loses == AbortLosesChoice::rank && !is_failure(error.code);
    const EndScope scope = alone ? scope_of_this_rank() : scope_of_error(error);
    const std::string rank = "rank " + std::to_string(runtime().rank);
    std::string what = "a fatal error";
    if (error.function != nullptr) what += std::string(" in ") + error.function;
    if (!scope.name.empty()) what += " on " + scope.name;
    what += message_of(error.code);
    if (!scope.of_job)
        runtime().report.say("%s had %s; %s", rank.c_str(), what.c_str(),
                             scope.told.sentence.c_str());
    else if (!scope.told.hint.empty())
        runtime().report.say("%s had %s; the program ends\n%s", rank.c_str(), what.c_str(),
                             scope.told.hint.c_str());
    end(scope, status, {.own = what, .others = "ended with " + rank + ", which had " + what});
}

} // namespace

void mpi_is_aborting(int status) noexcept {
    if (!exits_are_watched()) {
        end_if_excused();
        // The only rank is not protected: it has ended the program and does not count as lost.
        if (runtime().size == 1) note_end(status);
        return;
    }
    const FatalError *const error = latest_fatal_error();
    if (error != nullptr && runtime().active) {
        try {
            end_for(*error, status);
        } catch (...) { // NOLINT(bugprone-empty-catch): no memory is left
        }
    }
    end_program(status);
}

} // namespace closeranks
