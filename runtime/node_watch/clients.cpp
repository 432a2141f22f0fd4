/// Notes the processes of the program that really come to the MPI, in the folder of the records. So
/// the launcher learns of programs whose MPI calls do not reach closeranks: statically linked ones,
/// and those that are started without LD_PRELOAD.
///
/// Every process that initialises the MPI becomes a client of the PMIx server in mpirun or one of
/// its daemons. That server tells its host, and this library listens.
///
/// Records, in client-rank-<n>.jsonl:
///     watched    the process is about to be started, and will be seen if it comes
///     client     it has come

#include "runtime/keeper/record.hpp"

#include <dlfcn.h>
#include <pmix_server.h>

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace {

using closeranks::keeper::Record;
using closeranks::keeper::Records;

struct Place {
    std::string folder;
    std::string launcher; ///< for nodes without the folder
};

/// The folders for the records of each job.
class Places {
  public:
    void set(const pmix_proc_t &process, Place place) {
        const std::lock_guard guard(lock_);
        by_job_[process.nspace] = std::move(place);
    }
    [[nodiscard]] Place of(const pmix_proc_t &process) const {
        const std::lock_guard guard(lock_);
        const auto found = by_job_.find(process.nspace);
        return found != by_job_.end() ? found->second : Place{};
    }

  private:
    mutable std::mutex lock_;
    std::map<std::string, Place> by_job_;
};

Places &places() {
    static Places all;
    return all;
}

void note(const pmix_proc_t &process, std::string_view event) {
    Records records("client-");
    const Place place = places().of(process);
    records.open(place.folder, process.nspace, std::to_string(process.rank), place.launcher);
    records.append(Record(event));
}

/// The value of `name` in a list in the form that execve takes.
std::string_view value_of(char **variables, std::string_view name) noexcept {
    for (; variables != nullptr && *variables != nullptr; ++variables) {
        const std::string_view one(*variables);
        if (one.starts_with(name) && one.substr(name.size()).starts_with('='))
            return one.substr(name.size() + 1);
    }
    return {};
}

/// Errors here must not harm the job.
template <typename Action> void quietly(Action action) noexcept {
    try {
        action();
    } catch (...) { // NOLINT(bugprone-empty-catch): the launcher knows less
    }
}

template <typename Function> Function *next(const char *name) noexcept {
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

pmix_server_client_connected_fn_t host_is_told = nullptr; ///< the older form
pmix_server_client_connected2_fn_t host_is_told_more = nullptr;

pmix_status_t tell_host(const pmix_proc_t *process, void *object, pmix_op_cbfunc_t done,
                        void *data) {
    quietly([&] { note(*process, "client"); });
    return host_is_told(process, object, done, data);
}

pmix_status_t tell_host_more(const pmix_proc_t *process, void *object, pmix_info_t info[],
                             std::size_t count, pmix_op_cbfunc_t done, void *data) {
    quietly([&] { note(*process, "client"); });
    return host_is_told_more(process, object, info, count, done, data);
}

/// Puts the library's function in place of the host's.
template <typename Call> void look_on(Call *&place, Call *&host, Call *ours) noexcept {
    if (place == nullptr) return;
    host = place;
    place = ours;
}

} // namespace

extern "C" {

[[gnu::visibility("default")]] pmix_status_t
PMIx_server_init(pmix_server_module_t *module, pmix_info_t info[], std::size_t count) {
    static auto *const real = next<decltype(PMIx_server_init)>("PMIx_server_init");
    if (module != nullptr) {
        look_on(module->client_connected, host_is_told, tell_host);
        look_on(module->client_connected2, host_is_told_more, tell_host_more);
    }
    return real(module, info, count);
}

[[gnu::visibility("default")]] pmix_status_t PMIx_server_setup_fork(const pmix_proc_t *process,
                                                                    char ***variables) {
    static auto *const real = next<decltype(PMIx_server_setup_fork)>("PMIx_server_setup_fork");
    quietly([&] {
        const std::string_view folder = value_of(*variables, "CLOSERANKS_RECORDS");
        const bool looks_on = host_is_told != nullptr || host_is_told_more != nullptr;
        if (folder.empty() || !looks_on) return;
        places().set(*process,
                     {std::string(folder),
                      std::string(value_of(*variables, closeranks::keeper::launcher_variable))});
        note(*process, "watched");
    });
    return real(process, variables);
}

} // extern "C"
