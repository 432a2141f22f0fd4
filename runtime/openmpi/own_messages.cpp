#include "runtime/openmpi/own_messages.hpp"

#include "runtime/openmpi/internals.hpp"
#include "runtime/openmpi/library_calls.hpp"

#include <mpi.h>

#include <mpi-ext.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>

namespace closeranks {

namespace {

std::atomic<bool> quiet{false};
std::atomic<bool> waits_for_parents{false};

/// The function behind the variable by which Open MPI 5 shows every help message
/// (opal/util/show_help.h). In version 6 it is a function.
using ShowHelp = int (*)(const char *file, const char *topic, int header, va_list arguments);
ShowHelp show_help = nullptr;

/// "The selected 'topo' module 'basic' is not tested for post-failure operation": of topologies,
/// files and windows. After a failure the library uses none of Open MPI's own.
int show_other_help(const char *file, const char *topic, int header, va_list arguments) {
    constexpr std::string_view untested = "module:untested:";
    if (topic != nullptr && std::string_view(topic).starts_with(untested)) return 0;
    return show_help(file, topic, header, arguments);
}

/// "ERA ERRONEOUS: Agreement ... was started by some processor, but I never completed to it": at
/// the end, about agreements on communicators that a repair has replaced.
bool is_about_repaired(const char *format) noexcept {
    return std::strstr(format, "(ERA) ERRONEOUS") != nullptr;
}

/// "OPAL ERROR: Server not available in file .../ompi/dpm/dpm.c at line 435": the arguments are
/// these three.
bool is_about_parents(const char *format, va_list arguments) noexcept {
    if (!std::string_view(format).starts_with("OPAL ERROR: %s in file %s")) return false;
    va_list copy;
    va_copy(copy, arguments);
    static_cast<void>(va_arg(copy, const char *));
    const std::string_view file = va_arg(copy, const char *);
    va_end(copy);
    return file.ends_with("/dpm.c");
}

/// "NBC_Progress: an error 75 was found during schedule", of a nonblocking collective that a
/// failure broke and that is redone. Open MPI prints it by vfprintf, and then a newline by fputc.
bool is_about_redone(const char *format, va_list arguments) noexcept {
    constexpr std::string_view begin = "NBC_Progress: an error %d";
    if (!std::string_view(format).starts_with(begin)) return false;
    va_list copy;
    va_copy(copy, arguments);
    const int code = va_arg(copy, int);
    va_end(copy);
    return code == MPIX_ERR_PROC_FAILED || code == MPIX_ERR_PROC_FAILED_PENDING ||
           code == MPIX_ERR_REVOKED;
}

thread_local bool end_of_line_follows = false;

int vfprintf_of_open_mpi(FILE *stream, const char *format, va_list arguments) {
    end_of_line_follows = stream == stderr && is_about_redone(format, arguments);
    return end_of_line_follows ? 0 : std::vfprintf(stream, format, arguments);
}

/// The function that a library compiled with _FORTIFY_SOURCE calls instead. Debian's is one.
int vfprintf_chk_of_open_mpi(FILE *stream, int /*flag*/, const char *format, va_list arguments) {
    return vfprintf_of_open_mpi(stream, format, arguments);
}

int fputc_of_open_mpi(int character, FILE *stream) {
    const bool dropped = end_of_line_follows && character == '\n' && stream == stderr;
    end_of_line_follows = false;
    return dropped ? character : std::fputc(character, stream);
}

} // namespace

void quieten_open_mpi() noexcept {
    if (quiet.exchange(true)) return;
    const void *const inside = address_inside();
    redirect_calls(inside, "vfprintf", reinterpret_cast<void *>(vfprintf_of_open_mpi));
    redirect_calls(inside, "__vfprintf_chk", reinterpret_cast<void *>(vfprintf_chk_of_open_mpi));
    redirect_calls(inside, "fputc", reinterpret_cast<void *>(fputc_of_open_mpi));
    auto *const variable = static_cast<ShowHelp *>(find_variable("opal_show_vhelp"));
    if (variable == nullptr) return;
    show_help = *variable;
    *variable = show_other_help;
}

void quieten_waiting_for_parents(bool on) noexcept { waits_for_parents = on; }

} // namespace closeranks

/// Open MPI's function for all other messages.
extern "C" __attribute__((visibility("default"), format(printf, 2, 3))) void
opal_output(int stream, const char *format, ...) {
    using Output = void (*)(int, const char *, ...);
    static const auto real_one = reinterpret_cast<Output>(dlsym(RTLD_NEXT, "opal_output"));
    if (real_one == nullptr || (closeranks::quiet && closeranks::is_about_repaired(format))) return;
    va_list arguments;
    va_start(arguments, format);
    char *text = nullptr;
    const bool dropped =
        closeranks::waits_for_parents && closeranks::is_about_parents(format, arguments);
    const int length = dropped ? -1 : vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    real_one(stream, "%s", text);
    free(text);
}
