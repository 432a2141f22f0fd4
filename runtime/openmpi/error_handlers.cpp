#include "runtime/openmpi/error_handlers.hpp"

#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/support/real.hpp"

#include <cstdarg>
#include <dlfcn.h>
#include <string_view>

namespace closeranks {

namespace {

/// ompi/errhandler/errhandler.h. The function is not part of the MPI standard, so it is found by
/// name: Open MPI's own, behind the one that this library defines below.
using Invoke = int (*)(MPI_Errhandler handler, void *object, int type, int code,
                       const char *function);

constinit thread_local FatalError latest_fatal;
constinit thread_local bool has_fatal = false;

/// The kind of the object, as in enum ompi_errhandler_type_t.
enum ObjectType : int { communicator = 1, window = 2, file = 3 };

Invoke find_invoke() noexcept {
    static const auto invoke = reinterpret_cast<Invoke>(dlsym(RTLD_NEXT, "ompi_errhandler_invoke"));
    return invoke;
}

/// True for MPI_ERRORS_ABORT, found by name. With a reference to its symbol, the library could not
/// be loaded in an Open MPI 4. There it has to report that it needs another one.
bool is_errors_abort(MPI_Errhandler handler) noexcept {
    static const void *const errors_abort = dlsym(RTLD_DEFAULT, "ompi_mpi_errors_abort");
    return errors_abort != nullptr && static_cast<const void *>(handler) == errors_abort;
}

/// The communicator on which Open MPI raises errors that belong to no object: MPI_COMM_WORLD as in
/// MPI 3, or MPI_COMM_SELF (MPI 4.1, 9.3) if the user has chosen that.
MPI_Comm comm_without_object() noexcept {
    static const auto *const as_mpi_3 =
        static_cast<const bool *>(dlsym(RTLD_DEFAULT, "ompi_mpi_compat_mpi3"));
    return as_mpi_3 != nullptr && *as_mpi_3 ? MPI_COMM_WORLD : MPI_COMM_SELF;
}

/// The handler of an error without an object; MPI_ERRHANDLER_NULL: the MPI must not be asked.
MPI_Errhandler handler_without_object(MPI_Comm comm) noexcept {
    int is_initialised = 0;
    int is_finalised = 0;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    static_cast<void>(real.Initialized(&is_initialised));
    static_cast<void>(real.Finalized(&is_finalised));
    if (is_initialised == 0 || is_finalised != 0 ||
        real.Comm_get_errhandler(comm, &handler) != MPI_SUCCESS)
        return MPI_ERRHANDLER_NULL;
    MPI_Errhandler counted = handler;
    static_cast<void>(real.Errhandler_free(&counted));
    return handler;
}

/// A handler that is not fatal may leave by a longjmp, so nothing of its call is kept.
void note_fatal(MPI_Errhandler handler, void *object, int type, int code,
                const char *function) noexcept {
    has_fatal = is_fatal(handler);
    if (has_fatal)
        latest_fatal = {type == ObjectType::communicator ? static_cast<MPI_Comm>(object) : nullptr,
                        object, code, function};
}

/// False when the function cannot be found; then no handler was called.
template <typename Object, typename Get>
bool call_by_name(Object object, ObjectType type, int code, const char *function, Get get) {
    const Invoke invoke = function != nullptr ? find_invoke() : nullptr;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (invoke == nullptr || get(object, &handler) != MPI_SUCCESS) return false;
    note_fatal(handler, object, type, code, function);
    static_cast<void>(invoke(handler, object, type, code, function));
    static_cast<void>(real.Errhandler_free(&handler));
    return true;
}

} // namespace

bool is_fatal(MPI_Errhandler handler) noexcept {
    return handler == MPI_ERRORS_ARE_FATAL || is_errors_abort(handler);
}

void call_errhandler(MPI_Comm comm, int code, const char *function) {
    if (!call_by_name(comm, ObjectType::communicator, code, function, real.Comm_get_errhandler))
        static_cast<void>(real.Comm_call_errhandler(comm, code));
}

void call_errhandler(MPI_Win win, int code, const char *function) {
    if (!call_by_name(win, ObjectType::window, code, function, real.Win_get_errhandler))
        static_cast<void>(real.Win_call_errhandler(win, code));
}

void call_errhandler(MPI_File file, int code, const char *function) {
    if (!call_by_name(file, ObjectType::file, code, function, real.File_get_errhandler))
        static_cast<void>(real.File_call_errhandler(file, code));
}

const FatalError *latest_fatal_error() noexcept { return has_fatal ? &latest_fatal : nullptr; }

namespace {

/// Called by Open MPI for an error that it raises itself: on objects that are not protected, and in
/// functions that have no communicator. `handler` nullptr: the error belongs to no object.
int invoke_for_mpi(MPI_Errhandler handler, void *object, int type, int code, const char *function) {
    const Invoke invoke = find_invoke();
    if (invoke == nullptr) return code;
    if (handler != nullptr) {
        note_fatal(handler, object, type, code, function);
    } else {
        MPI_Comm comm = comm_without_object();
        if (const MPI_Errhandler its = handler_without_object(comm); its != MPI_ERRHANDLER_NULL)
            note_fatal(its, comm, ObjectType::communicator, code, function);
    }
    return invoke(handler, object, type, code, function);
}

/// ompi/errhandler/errhandler_predefined.h. `text`: the function or the reason; the list ends with
/// nullptr.
using EndJob = void (*)(MPI_Comm *comm, int *code, ...);

bool is_completed_twice(const MPI_Comm *comm, const char *text) noexcept {
    return comm == nullptr && text != nullptr && FailedProcesses::any() &&
           std::string_view(text).ends_with(" error after request freed");
}

/// Called by Open MPI for an error that ends the job. `comm` nullptr: it belongs to no object.
void end_by_mpi(MPI_Comm *comm, int *code, const char *text) noexcept {
    static const auto end_job =
        reinterpret_cast<EndJob>(dlsym(RTLD_NEXT, "ompi_mpi_errors_are_fatal_comm_handler"));
    if (end_job != nullptr && !is_completed_twice(comm, text)) end_job(comm, code, text, nullptr);
}

} // namespace

} // namespace closeranks

#define CLOSERANKS_EXPORT extern "C" __attribute__((visibility("default")))

/// Quirk::completed_twice: a long message to or from a failed process is completed by the failure
/// first, and by the transport later. The MPI takes the second completion for an error in a request
/// that the program has freed, and ends the job. Such an error is ignored once a process has
/// failed.
CLOSERANKS_EXPORT void ompi_mpi_errors_are_fatal_comm_handler(MPI_Comm *comm, int *code, ...) {
    std::va_list more;
    va_start(more, code);
    const char *const text = va_arg(more, const char *);
    va_end(more);
    closeranks::end_by_mpi(comm, code, text);
}

/// All errors of Open MPI pass here, so that the object of a fatal error is known.
CLOSERANKS_EXPORT int ompi_errhandler_invoke(MPI_Errhandler handler, void *object, int type,
                                             int code, const char *function) {
    return closeranks::invoke_for_mpi(handler, object, type, code, function);
}
