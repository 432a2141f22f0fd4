#include "runtime/processes/sessions.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/processes/bypass.hpp"
#include "runtime/processes/lifecycle.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/processes/protection.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <strings.h>
#include <unistd.h>

namespace closeranks {

namespace {

/// The process that has opened sessions: a child made by fork has opened none.
std::atomic<pid_t> opener{0};

void at_exit() {
    if (opener == getpid()) sessions().leave();
}

/// True also after the MPI has ended.
bool has_begun() noexcept {
    int begun = 0;
    static_cast<void>(real.Initialized(&begun));
    return begun != 0;
}

bool has_ended() noexcept {
    int ended = 0;
    static_cast<void>(real.Finalized(&ended));
    return ended != 0;
}

/// As Open MPI reads it (MPI_Session_init): any level but MPI_THREAD_MULTIPLE is single.
int thread_level(MPI_Info info) noexcept {
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int found = 0;
    if (info != MPI_INFO_NULL)
        static_cast<void>(
            real.Info_get(info, "thread_level", MPI_MAX_INFO_VAL, value.data(), &found));
    const bool multiple = std::string_view(value.data()).starts_with("MPI_THREAD_MULTIPLE");
    return multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
}

} // namespace

Sessions &sessions() noexcept {
    static NeverDestroyed<Sessions> of_this_process;
    return of_this_process.value;
}

/// Warns that the level with which the MPI was initialised cannot be raised.
void Sessions::warn_of_threads() noexcept {
    if (!runtime().active || runtime().threads || std::exchange(warned_, true)) return;
    if (runtime().rank == 0)
        runtime().report.say("a session asks for MPI_THREAD_MULTIPLE, but MPI was initialised with "
                             "less before: calls of several threads at once are not safe");
}

/// Called before a session is opened; the first session decides for all.
int Sessions::prepare(MPI_Info info) noexcept {
    if (std::exchange(prepared_, true)) return MPI_SUCCESS;
    if (has_begun()) {
        if (!runtime().active) return MPI_SUCCESS;
    } else {
        const int required = thread_level(info);
        if (!can_protect(required)) return MPI_SUCCESS;
        const auto init = [required] {
            int provided = MPI_THREAD_SINGLE;
            return real.Init_thread(nullptr, nullptr, required, &provided);
        };
        seen_ = WorldModel::unused; // set now, for threads that ask meanwhile
        if (const int code = begin_mpi(init); code != MPI_SUCCESS) {
            seen_ = WorldModel::as_it_is;
            return code;
        }
    }
    counts_ = true;
    opener = getpid();
    // Runs in the reverse order of registration: before the libraries of the MPI end.
    static_cast<void>(std::atexit(at_exit));
    static_cast<void>(std::at_quick_exit(at_exit));
    return MPI_SUCCESS;
}

int Sessions::open(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept {
    const std::scoped_lock lock(mutex_);
    const bool valid = info != nullptr && errhandler != nullptr && session != nullptr;
    if (valid)
        if (const int code = prepare(info); code != MPI_SUCCESS) return code;
    const int code = real.Session_init(info, errhandler, session);
    if (code != MPI_SUCCESS || !counts_) return code;
    ++open_;
    if (thread_level(info) == MPI_THREAD_MULTIPLE) warn_of_threads();
    return code;
}

int Sessions::close(MPI_Session *session) noexcept {
    const int code = real.Session_finalize(session);
    const std::scoped_lock lock(mutex_);
    if (code == MPI_SUCCESS && open_ > 0) --open_;
    return code;
}

bool Sessions::begin_world_model() noexcept {
    const std::scoped_lock lock(mutex_);
    WorldModel expected = WorldModel::unused;
    return seen_.compare_exchange_strong(expected, WorldModel::as_it_is);
}

std::optional<int> Sessions::end_world_model() noexcept {
    const std::scoped_lock lock(mutex_);
    if (seen_ != WorldModel::as_it_is) return MPI_ERR_OTHER; // not begun, or ended already
    if (open_ == 0) return std::nullopt;
    seen_ = WorldModel::over;
    return MPI_SUCCESS;
}

void Sessions::leave() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        leaving_ = true;
    }
    end_if_over();
}

void Sessions::end_if_over() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        if (!leaving_ || open_ != 0 || seen_ == WorldModel::as_it_is || has_ended()) return;
    }
    static_cast<void>(end_mpi());
}

int init_session(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept {
    load();
    mpi_is_reached();
    prepare_environment(); // this may run in a constructor before that of the library
    if (Entry::nested()) return real.Session_init(info, errhandler, session);
    return sessions().open(info, errhandler, session);
}

int finalize_session(MPI_Session *session) noexcept {
    Sessions &all = sessions();
    int code = MPI_SUCCESS;
    {
        const Entry entry(Function::Session_finalize);
        if (Entry::nested()) return real.Session_finalize(session);
        code = all.close(session);
    }
    all.end_if_over(); // outside of the call, so that attributes' callbacks are protected
    return code;
}

int group_from_pset(MPI_Session session, const char *name, MPI_Group *group) noexcept {
    const int code = real.Group_from_session_pset(session, name, group);
    if (code != MPI_SUCCESS || members().is_plain()) return code;
    // Open MPI takes the names of sets in capitals and in small letters.
    if (strcasecmp(name, "mpi://WORLD") != 0) return code;
    static_cast<void>(real.Group_free(group));
    *group = members().copy_of_group().release();
    return MPI_SUCCESS;
}

int is_initialized(int *flag) noexcept {
    const int code = real.Initialized(flag);
    if (code == MPI_SUCCESS && !Entry::nested() && sessions().hides_begin()) *flag = 0;
    return code;
}

int is_finalized(int *flag) noexcept {
    const int code = real.Finalized(flag);
    if (code != MPI_SUCCESS || Entry::nested()) return code;
    if (sessions().hides_begin()) *flag = 0;
    if (sessions().hides_rest()) *flag = 1;
    return code;
}

} // namespace closeranks
