#include "runtime/open_mpi_messages.hpp"

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

/// By this variable of its own, Open MPI shows every help message (opal/util/show_help.h).
using ShowHelp = int (*)(const char *file, const char *topic, int header, va_list arguments);
ShowHelp show_help = nullptr;

/// "The selected 'topo' module 'basic' is not tested for post-failure operation": of topologies,
/// files and windows, none of which is Open MPI's own after a failure.
int show_other_help(const char *file, const char *topic, int header, va_list arguments) {
    constexpr std::string_view untested = "module:untested:";
    if (topic != nullptr && std::string_view(topic).starts_with(untested)) return 0;
    return show_help(file, topic, header, arguments);
}

/// "ERA ERRONEOUS: Agreement ... was started by some processor, but I never completed to it": at
/// the end, of agreements on communicators that a repair has replaced.
bool is_about_repaired(const char *format) noexcept {
    return std::strstr(format, "(ERA) ERRONEOUS") != nullptr;
}

} // namespace

void quieten_open_mpi() noexcept {
    quiet = true;
    auto *const variable = static_cast<ShowHelp *>(dlsym(RTLD_DEFAULT, "opal_show_vhelp"));
    if (variable == nullptr || *variable == show_other_help) return;
    show_help = *variable;
    *variable = show_other_help;
}

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
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    real_one(stream, "%s", text);
    free(text);
}
