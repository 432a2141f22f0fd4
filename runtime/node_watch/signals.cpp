/// Passes signals on to the ranks, in place of mpirun's own code, for two reasons. A signal that is
/// sent to a whole process group comes to the launcher and to mpirun, and the ranks must get it
/// once. And the launcher asks ranks to end by SIGTERM (--grace, --time-limit), which mpirun does
/// not pass on: it ends the job.
///
/// A thread takes the signals, which all other threads block. The launcher sends each signal that
/// it has received as `carrier`, with the number of the signal and its sender as the value
/// (tools/closeranks_launcher/signals.py).

#include "runtime/node_watch/launcher_link.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>

#ifdef CLOSERANKS_HAS_PMIX
#include <dlfcn.h>
#include <pmix.h>
#include <pmix_server.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#endif

namespace {

using closeranks::node_watch::launcher_link;

/// The signals that mpirun passes on (PRRTE's ess_base_frame.c); it takes others by
/// --forward-signals.
constexpr std::array handed_on{SIGTRAP, SIGTSTP, SIGABRT,   SIGCONT, SIGSYS, SIGXCPU, SIGXFSZ,
                               SIGALRM, SIGPROF, SIGVTALRM, SIGPWR,  SIGURG, SIGUSR1, SIGUSR2};

int carrier() noexcept { return SIGRTMAX - 5; }

sigset_t all_of_them() noexcept {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : handed_on)
        sigaddset(&set, number);
    sigaddset(&set, carrier());
    return set;
}

#ifdef CLOSERANKS_HAS_PMIX

/// The signals that have come. A signal to the process group comes to mpirun and to the launcher,
/// from the same sender and at about the same time. It counts once.
class Arrivals {
  public:
    enum class Way { direct, by_launcher };

    [[nodiscard]] bool is_new(int number, pid_t sender, Way way) {
        Arrival &one = arrivals_.at(static_cast<std::size_t>(number));
        const auto now = std::chrono::steady_clock::now();
        if (one.sender != sender || now - one.last > together) one = {};
        one.sender = sender;
        one.last = now;
        const int before = std::max(one.direct, one.by_launcher);
        ++(way == Way::direct ? one.direct : one.by_launcher);
        return std::max(one.direct, one.by_launcher) > before;
    }

  private:
    static constexpr auto together = std::chrono::seconds(1);
    struct Arrival {
        pid_t sender = -1;
        int direct = 0;
        int by_launcher = 0;
        std::chrono::steady_clock::time_point last{};
    };
    std::array<Arrival, NSIG> arrivals_{};
};

/// The program's job, which has a name when it is about to be started.
class Job {
  public:
    void set(std::string_view name) {
        const std::lock_guard guard(lock_);
        if (!name_.empty()) return;
        name_ = name;
        is_known_.notify_all();
    }
    [[nodiscard]] std::string name() {
        std::unique_lock guard(lock_);
        is_known_.wait(guard, [this] { return !name_.empty(); });
        return name_;
    }

  private:
    std::mutex lock_;
    std::condition_variable is_known_;
    std::string name_;
};

/// Never destroyed: the thread may wait for it at the end.
Job &job() {
    static Job &one = *new Job;
    return one;
}

/// Passes the signal to the processes of all daemons, including those that were started for lost
/// ranks.
void hand_on(int number) {
    static auto *const control =
        reinterpret_cast<decltype(&PMIx_Job_control)>(dlsym(RTLD_DEFAULT, "PMIx_Job_control"));
    if (control == nullptr) return;
    pmix_proc_t target{};
    target.rank = PMIX_RANK_WILDCARD;
    job().name().copy(target.nspace, PMIX_MAX_NSLEN);
    pmix_info_t signal{};
    std::strncpy(signal.key, PMIX_JOB_CTRL_SIGNAL, PMIX_MAX_KEYLEN);
    signal.value.type = PMIX_INT;
    signal.value.data.integer = number;
    control(&target, 1, &signal, 1, nullptr, nullptr);
}

[[noreturn]] void *take_signals(void *) noexcept {
    Arrivals arrivals;
    const sigset_t wanted = all_of_them();
    while (true) {
        siginfo_t told{};
        int number = sigwaitinfo(&wanted, &told);
        pid_t sender = told.si_pid;
        auto way = Arrivals::Way::direct;
        if (number == carrier()) {
            if (told.si_code != SI_QUEUE || sender != launcher_link().launcher) continue;
            number = told.si_value.sival_int & 0xff;
            sender = told.si_value.sival_int >> 8;
            way = Arrivals::Way::by_launcher;
        }
        if (number > 0 && number < NSIG && arrivals.is_new(number, sender, way)) hand_on(number);
    }
}

[[gnu::constructor]] void begin() noexcept {
    if (launcher_link().launcher == 0) return;
    const sigset_t taken = all_of_them();
    pthread_sigmask(SIG_BLOCK, &taken, nullptr);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    if (pthread_create(&thread, nullptr, take_signals, nullptr) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

#else // mpirun's own code gets the signals

void unpack(int, siginfo_t *told, void *) {
    if (told->si_code == SI_QUEUE) kill(getpid(), told->si_value.sival_int & 0xff);
}

[[gnu::constructor]] void begin() noexcept {
    if (launcher_link().launcher == 0) return;
    struct sigaction action {};
    action.sa_sigaction = unpack;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(carrier(), &action, nullptr);
    const sigset_t blocked = all_of_them();
    pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
}

#endif

} // namespace

#ifdef CLOSERANKS_HAS_PMIX
extern "C" [[gnu::visibility("default")]] pmix_status_t
PMIx_server_register_nspace(const pmix_nspace_t name, int local, pmix_info_t info[],
                            std::size_t count, pmix_op_cbfunc_t done, void *data) {
    static auto *const real = reinterpret_cast<decltype(&PMIx_server_register_nspace)>(
        dlsym(RTLD_NEXT, "PMIx_server_register_nspace"));
    const std::string_view text(name);
    if (launcher_link().launcher != 0 && !text.ends_with("@0")) job().set(text); // @0: the daemons
    return real(name, local, info, count, done, data);
}
#endif
