#include "runtime/bypass.hpp"

#include "runtime/config.hpp"
#include "runtime/loading.hpp"
#include "runtime/real.hpp"
#include "runtime/record_file.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace closeranks {

namespace {

std::atomic<bool> reached = false;

/// The library that `address` is in.
link_map *library_of(const void *address) noexcept {
    Dl_info unused{};
    link_map *map = nullptr;
    void **const out = reinterpret_cast<void **>(&map);
    return dladdr1(address, &unused, out, RTLD_DL_LINKMAP) != 0 ? map : nullptr;
}

link_map *mpi_library() noexcept {
    load();
    return library_of(reinterpret_cast<const void *>(real.Initialized));
}

using Open = void *(const char *, int) noexcept;

Open *real_dlopen() noexcept {
    static auto *const found = [] {
        void *const next = dlsym(RTLD_NEXT, "dlopen");
        return reinterpret_cast<Open *>(next != nullptr ? next : dlsym(RTLD_DEFAULT, "dlopen"));
    }();
    return found;
}

[[nodiscard]] bool may_name_the_mpi(const char *file) noexcept {
    if (file == nullptr) return false;
    const std::string_view path = file;
    return path.substr(path.rfind('/') + 1).starts_with("libmpi"); // rfind may give npos: -1
}

/// Whether dlopen would open the MPI's library, which is loaded already.
bool names_the_mpi(const char *file) noexcept {
    void *const handle = real_dlopen()(file, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return false;
    link_map *map = nullptr;
    const bool known = dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0;
    const bool is_mpi = known && map == mpi_library();
    static_cast<void>(dlclose(handle));
    return is_mpi;
}

/// What to open when the program says `file`. Not inlined: dlopen must not have a frame.
[[gnu::noinline]] const char *to_open(const char *file) noexcept {
    if (!may_name_the_mpi(file) || !names_the_mpi(file)) [[likely]]
        return file;
    return library_of(&real)->l_name;
}

/// Says that nothing is protected: all that happens passes us by.
void tell_of(const link_map &mpi) {
    std::vector<std::string> unused;
    const char *const rank = std::getenv("PMIX_RANK");
    if (rank == nullptr || Config::read(unused).disable) return;
    const bool is_ours = &mpi == mpi_library();
    if (std::string_view(rank) == "0")
        std::fprintf(stderr,
                     "closeranks: the program's calls do not reach closeranks, so nothing is "
                     "protected: they go straight to %s%s\n",
                     mpi.l_name,
                     is_ours ? "; start it with the closeranks launcher, or link it with "
                               "-lcloseranks"
                             : ", which is not the MPI that closeranks was built for");
    const char *const folder = std::getenv("CLOSERANKS_RECORDS");
    RecordFile records;
    if (folder == nullptr || records.open(folder, std::atoi(rank)) != 0) return;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const nlohmann::json record{
        {"event", "unreached"},
        {"library", mpi.l_name},
        {"time", static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9}};
    using Handling = nlohmann::json::error_handler_t;
    records.append(record.dump(-1, ' ', true, Handling::replace) + "\n");
}

/// PMIx is being initialised by what is at `caller`.
void look_at(const void *caller) noexcept {
    if (reached) return;
    try {
        const link_map *const library = library_of(caller);
        if (library == nullptr) return;
        if (library == mpi_library() || may_name_the_mpi(library->l_name)) tell_of(*library);
    } catch (...) { // NOLINT(bugprone-empty-catch): the program goes on without the notice
    }
}

} // namespace

void mpi_is_reached() noexcept { reached = true; }

} // namespace closeranks

// The loader looks at who calls dlopen: for the paths of that library and its namespace. So the
// call that is handed on has to be the last thing here, a jump, in every build.
#if defined(__clang__)
#define CLOSERANKS_JUMPS
#define CLOSERANKS_JUMP [[clang::musttail]] return
#else
#define CLOSERANKS_JUMPS gnu::optimize("O2"), gnu::no_sanitize("thread", "address", "undefined")
#define CLOSERANKS_JUMP return
#endif

extern "C" [[gnu::visibility("default"), CLOSERANKS_JUMPS]] void *dlopen(const char *file,
                                                                         int mode) noexcept {
    using namespace closeranks;
    CLOSERANKS_JUMP real_dlopen()(to_open(file), mode);
}

/// Open MPI calls it in MPI_Init and MPI_Session_init. Its arguments are PMIx's own types, and only
/// handed on.
extern "C" [[gnu::visibility("default")]] int PMIx_Init(void *process, void *info,
                                                        std::size_t size) {
    closeranks::look_at(__builtin_return_address(0));
    using Init = int(void *, void *, std::size_t);
    if (auto *const real_one = reinterpret_cast<Init *>(dlsym(RTLD_NEXT, "PMIx_Init")))
        return real_one(process, info, size);
    constexpr int not_supported = -47; // PMIX_ERR_NOT_SUPPORTED
    return not_supported;
}
