#include "runtime/processes/bypass.hpp"

#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/processes/loading.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/record_file.hpp"
#include "runtime/support/real.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace closeranks {

namespace {

std::atomic<bool> reached = false; ///< or it has been reported that it never will be

/// The library that contains `address`.
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

/// The library as which dlopen would understand `file`; opens none that is not loaded.
link_map *loaded(const char *file) noexcept {
    void *const handle = real_dlopen()(file, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return nullptr;
    link_map *map = nullptr;
    const bool known = dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0;
    static_cast<void>(dlclose(handle));
    return known ? map : nullptr;
}

[[nodiscard]] bool has_the_mpis_name(std::string_view file) noexcept {
    return file.substr(file.rfind('/') + 1).starts_with("libmpi.so"); // npos + 1 is 0
}

[[nodiscard]] bool is_front(const std::filesystem::path &file) {
    const std::filesystem::path ours = library_of(&real)->l_name;
    std::error_code is_missing;
    return equivalent(file, ours.parent_path() / "closeranks/front/libmpi.so", is_missing);
}

/// Reports that nothing is protected, because all calls go straight to `library`.
void tell_of(const char *library, const char *advice) {
    std::vector<std::string> unused;
    const std::optional<ProcessId> process = launched_process();
    if (reached.exchange(true) || !process || Config::read(unused).disable) return;
    if (*process == ProcessId{0})
        std::fprintf(stderr,
                     "closeranks: the program's MPI calls do not reach closeranks, so nothing is "
                     "protected: they go straight to %s%s\n",
                     library, advice);
    const char *const folder = secure_getenv("CLOSERANKS_RECORDS");
    RecordFile records;
    if (folder == nullptr || records.open(folder, number_of(*process)) != 0) return;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const nlohmann::json record{
        {"event", "unreached"},
        {"library", library},
        {"time", static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9}};
    using Handling = nlohmann::json::error_handler_t;
    static_cast<void>(records.append(record.dump(-1, ' ', true, Handling::replace) + "\n"));
}

/// The file to open when the program asks for `file`. Not inlined, because dlopen must not have a
/// frame.
[[gnu::noinline]] const char *to_open(const char *file) noexcept {
    if (file == nullptr || !has_the_mpis_name(file)) [[likely]]
        return file;
    try {
        const link_map *const there = loaded(file);
        if (there != nullptr && there == mpi_library()) return library_of(&real)->l_name;
        const bool is_path = std::string_view(file).find('/') != std::string_view::npos;
        if (is_path && access(file, R_OK) == 0 && !is_front(file))
            tell_of(file, ", which is not the MPI that closeranks was built for");
    } catch (...) { // NOLINT(bugprone-empty-catch): the program continues without it
    }
    return file;
}

} // namespace

void mpi_is_reached() noexcept { reached = true; }

void mpi_is_initialising(const void *caller) noexcept {
    if (reached) return;
    try {
        if (const link_map *const library = library_of(caller); library == mpi_library())
            tell_of(library->l_name,
                    "; start it with the closeranks launcher, or link it with -lcloseranks");
    } catch (...) { // NOLINT(bugprone-empty-catch): see above
    }
}

} // namespace closeranks

// The loader looks at the caller of dlopen: for the search paths of that library and its namespace.
// So the forwarded call has to be the last action here, a jump, in every build. Clang makes no jump
// in a function that is noexcept, as <dlfcn.h> declares dlopen. Hence the other name in the source.
#if defined(__clang__)
#define CLOSERANKS_JUMPS
#define CLOSERANKS_JUMP [[clang::musttail]] return
#else
#define CLOSERANKS_JUMPS gnu::optimize("O2"), gnu::no_sanitize("thread", "address", "undefined")
#define CLOSERANKS_JUMP return
#endif

extern "C" [[gnu::visibility("default")]] void *dlopen_of_the_program(const char *file,
                                                                      int mode) asm("dlopen");

[[CLOSERANKS_JUMPS]] void *dlopen_of_the_program(const char *file, int mode) {
    using namespace closeranks;
    CLOSERANKS_JUMP real_dlopen()(to_open(file), mode);
}
