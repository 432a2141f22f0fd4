#include "runtime/fenix/session.hpp"

#include <closeranks.h>
#include <closeranks/step_out.h>
#include <mpi-ext.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

// Defined when libcloseranks is loaded.
extern "C" {
[[gnu::weak]] unsigned closeranks_step_out(void);
[[gnu::weak]] void closeranks_step_in(unsigned);
}

namespace closeranks::fenix {

namespace {

// The message of a process to the others when they meet. The message of a process with a rank is
// its rank in the resilient communicator.
constexpr int dead = -1; // the process has failed
constexpr int spare = -2;
constexpr int ends = -3;

constexpr std::chrono::milliseconds nap{1};

void handle_error(MPI_Comm *comm, int *code, ...) { session().hear(*comm, *code); }

/// Makes a communicator of the same ranks that closeranks passes through.
[[nodiscard]] bool make_native(MPI_Comm comm, bool is_protected, MPI_Comm &native) {
    return (is_protected ? MPIX_Comm_shrink(comm, &native) : MPI_Comm_dup(comm, &native)) ==
           MPI_SUCCESS;
}

[[nodiscard]] int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

[[nodiscard]] std::string value_of(MPI_Info info, const char *key) {
    char value[MPI_MAX_INFO_VAL + 1] = {};
    int length = sizeof value;
    int flag = 0;
    MPI_Info_get_string(info, key, &length, value, &flag);
    return flag != 0 ? value : "";
}

/// True for an error class of a failure.
[[nodiscard]] bool is_death(int kind) noexcept {
    return kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING ||
           kind == MPIX_ERR_REVOKED;
}

[[noreturn]] void refuse(const char *why) {
    std::fprintf(stderr, "Fenix_Init: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

} // namespace

Session &session() noexcept {
    static auto *const only = new Session; // exit() must not destroy data that a handler may need
    return *only;
}

Places::Change Places::keep(const std::vector<bool> &lives) {
    const auto is_dead = [&](int number) { return !lives[static_cast<std::size_t>(number)]; };
    Change change;
    for (std::size_t i = 0; i < active.size() + spares.size(); ++i)
        if (is_dead(i < active.size() ? active[i] : spares[i - active.size()]))
            change.died.push_back(static_cast<int>(i));
    std::erase_if(spares, is_dead);
    std::vector<int> now;
    for (const int number : active) {
        if (is_dead(number) && spares.empty()) {
            change.is_short = true;
        } else if (is_dead(number)) {
            change.replaced.push_back(static_cast<int>(now.size()));
            now.push_back(spares.front());
            spares.erase(spares.begin());
        } else {
            now.push_back(number);
        }
    }
    active = std::move(now);
    return change;
}

void Session::read(MPI_Info info) {
    if (info == MPI_INFO_NULL) return;
    jumps_ = value_of(info, "FENIX_RESUME_MODE") != "NO_JUMP";
    const std::string others = value_of(info, "FENIX_UNHANDLED_MODE");
    tells_others_ = !others.empty() && others != "SILENT";
}

void Session::begin(int *role, MPI_Comm comm, MPI_Comm *newcomm, int spares, MPI_Info info,
                    int *error, jmp_buf *here) {
    if (is_open_) refuse("it was called before");
    if (newcomm == nullptr)
        refuse("newcomm is NULL; give a communicator to be used instead of comm");
    if (const char *const text = std::getenv("CLOSERANKS_SPARES");
        text != nullptr && std::atoi(text) > 0)
        refuse("Fenix has spares of its own among the program's ranks; start it without --spares");
    int flag = 0;
    closeranks_active(&flag);
    is_protected_ = flag != 0;
    MPI_Comm_dup(comm, &everyone_);
    MPI_Comm_set_errhandler(everyone_, MPI_ERRORS_RETURN);
    closeranks_set_policy(everyone_, "*", CLOSERANKS_POLICY_IGNORE);
    MPI_Comm_rank(everyone_, &number_);
    const int size = size_of(everyone_);
    if (spares < 0 || spares >= size) refuse("spare_ranks has to leave one rank at least");
    read(info);
    role_ = role;
    error_ = error;
    newcomm_ = newcomm;
    here_ = here;
    MPI_Comm_create_errhandler(handle_error, &handler_);
    for (int i = 0; i < size; ++i)
        (i < size - spares ? places_.active : places_.spares).push_back(i);
    rank_ = number_ < size - spares ? number_ : -1;
    is_open_ = true;
    build();
    recoveries_ = 0; // processes that failed before are not missed: nothing was computed
    if (is_spare()) wait_as_spare();
}

/// The messages of all processes, by number; `dead` for failed ones.
std::vector<int> Session::tell(int what) {
    std::vector<int> all(static_cast<std::size_t>(size_of(everyone_)), dead);
    MPI_Allgather(&what, 1, MPI_INT, all.data(), 1, MPI_INT, everyone_);
    return all;
}

bool Session::make_communicators(MPI_Comm &active, MPI_Comm &resilient, MPI_Comm &alarm) {
    MPI_Comm_split(everyone_, is_spare() ? MPI_UNDEFINED : 0, rank_, &active);
    bool has_all = make_native(everyone_, is_protected_, alarm);
    if (is_spare()) return has_all;
    if (active == MPI_COMM_NULL || !make_native(active, is_protected_, resilient)) return false;
    int rank = -1;
    MPI_Comm_rank(resilient, &rank);
    return has_all && rank == rank_ && size_of(resilient) == size();
}

/// Repeats rounds until one ends without a failure. Each begins with the former places.
void Session::build() {
    is_deaf_ = true;
    ++recoveries_;
    const Places before = places_;
    for (int all_have = 0; all_have == 0;) {
        const std::vector<int> told = tell(is_spare() ? spare : rank_);
        if (std::find(told.begin(), told.end(), ends) != told.end()) leave_as_spare();
        const Places::Change change = take_places(before, told);
        MPI_Comm active = MPI_COMM_NULL;
        MPI_Comm resilient = MPI_COMM_NULL;
        MPI_Comm alarm = MPI_COMM_NULL;
        int has = make_communicators(active, resilient, alarm) ? 1 : 0;
        MPI_Allreduce(&has, &all_have, 1, MPI_INT, MPI_MIN, everyone_);
        put_in_place(active, resilient, alarm);
        died_ = change.died;
        replaced_ = change.replaced;
        if (change.is_short) result_ = FENIX_WARNING_SPARE_RANKS_DEPLETED;
    }
    MPI_Comm_set_errhandler(alarm_, MPI_ERRORS_RETURN);
    if (is_spare()) return;
    MPI_Comm_set_errhandler(resilient_, handler_);
    *newcomm_ = resilient_;
}

Places::Change Session::take_places(const Places &before, const std::vector<int> &told) {
    std::vector<bool> lives;
    for (const int one : told)
        lives.push_back(one != dead);
    places_ = before;
    Places::Change change = places_.keep(lives);
    const auto found = std::find(places_.active.begin(), places_.active.end(), number_);
    rank_ = found == places_.active.end() ? -1 : static_cast<int>(found - places_.active.begin());
    return change;
}

/// Broken communicators are kept, because messages and requests of the program may still be pending
/// there.
void Session::put_in_place(MPI_Comm active, MPI_Comm resilient, MPI_Comm alarm) {
    for (const MPI_Comm old : {resilient_, alarm_})
        if (old != MPI_COMM_NULL) retired_.push_back(old);
    if (active_ != MPI_COMM_NULL) MPI_Comm_free(&active_);
    active_ = active;
    resilient_ = resilient;
    alarm_ = alarm;
}

/// Sleeps until a process revokes the alarm: to recover, or because the run has ended.
void Session::wait_as_spare() {
    while (is_spare()) {
        for (int is_called = is_protected_ ? 0 : 1; is_called == 0;) {
            std::this_thread::sleep_for(nap);
            int flag = 0;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, alarm_, &flag, MPI_STATUS_IGNORE);
            MPIX_Comm_is_revoked(alarm_, &is_called);
        }
        build();
    }
}

void Session::leave_as_spare() {
    is_open_ = false;
    MPI_Comm_free(&everyone_);
    MPI_Finalize();
    std::exit(0);
}

bool Session::meet(Place place) {
    int where = static_cast<int>(place);
    is_deaf_ = true;
    const int code = agree(where);
    is_deaf_ = false;
    return code == MPI_SUCCESS && where == static_cast<int>(place);
}

int Session::agree(int &flag) const {
    if (is_protected_) return MPIX_Comm_agree(resilient_, &flag);
    return MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_BAND, resilient_);
}

/// The other processes notice the revocation, and come.
void Session::recover() {
    is_deaf_ = true;
    MPIX_Comm_revoke(resilient_);
    MPIX_Comm_revoke(alarm_);
    for (int where = 0; where != static_cast<int>(Place::recovery);) {
        where = static_cast<int>(Place::recovery);
        static_cast<void>(agree(where)); // build() finds further failures
    }
    build();
}

void Session::go_on() {
    if (jumps_) std::longjmp(*here_, 1);
    resumed();
}

void Session::resumed() {
    is_deaf_ = false;
    *role_ = role_of(rank_);
    *error_ = result_;
    if (*role_ != FENIX_ROLE_SURVIVOR_RANK) return;
    for (std::size_t i = 0; i < callbacks_.size(); ++i) // a callback may jump, or register others
        callbacks_[i].function(resilient_, result_, callbacks_[i].data);
}

void Session::end() {
    is_deaf_ = true;
    if (is_protected_) MPIX_Comm_revoke(alarm_);
    static_cast<void>(tell(ends));
    MPI_Comm_free(&resilient_);
    MPI_Comm_free(&active_);
    MPI_Comm_free(&everyone_);
    MPI_Errhandler_free(&handler_);
    callbacks_.clear();
    is_open_ = false;
}

void Session::hear(MPI_Comm comm, int code) {
    if (!is_open_ || is_deaf_ || is_spare()) return;
    int kind = MPI_SUCCESS;
    MPI_Error_class(code, &kind);
    if (!is_death(kind)) {
        if (tells_others_) std::fprintf(stderr, "rank %d: error %d of MPI\n", rank_, code);
        return;
    }
    if (std::find(retired_.begin(), retired_.end(), comm) != retired_.end()) return;
    const unsigned inside = closeranks_step_out != nullptr ? closeranks_step_out() : 0;
    if (comm != resilient_) MPIX_Comm_revoke(comm);
    recover();
    go_on();
    if (closeranks_step_in != nullptr) closeranks_step_in(inside);
}

int Session::look_for_deaths(bool recovers) {
    is_deaf_ = true;
    int flag = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, resilient_, &flag, MPI_STATUS_IGNORE);
    int is_revoked = 0;
    MPIX_Comm_is_revoked(resilient_, &is_revoked);
    MPI_Group failed = MPI_GROUP_NULL;
    int count = 0;
    if (MPIX_Comm_get_failed(resilient_, &failed) == MPI_SUCCESS) {
        MPI_Group_size(failed, &count);
        if (failed != MPI_GROUP_EMPTY) MPI_Group_free(&failed);
    }
    is_deaf_ = false;
    if (is_revoked == 0 && count == 0) return MPI_SUCCESS;
    if (recovers) {
        recover();
        go_on();
    }
    return MPIX_ERR_PROC_FAILED;
}

/// An operation that is still pending on a revoked communicator never ends.
bool Session::is_lost(MPI_Request *request, MPI_Status *status) {
    const bool was_deaf = is_deaf_;
    is_deaf_ = true;
    int flag = 0;
    int kind = MPI_SUCCESS;
    MPI_Error_class(MPI_Test(request, &flag, status), &kind);
    is_deaf_ = was_deaf;
    return is_death(kind) || (kind == MPI_SUCCESS && flag == 0);
}

int Session::role_of(int rank) const noexcept {
    if (recoveries_ == 0) return FENIX_ROLE_INITIAL_RANK;
    return std::find(replaced_.begin(), replaced_.end(), rank) != replaced_.end()
               ? FENIX_ROLE_RECOVERED_RANK
               : FENIX_ROLE_SURVIVOR_RANK;
}

} // namespace closeranks::fenix
