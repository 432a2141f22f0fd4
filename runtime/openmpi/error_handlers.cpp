#include "runtime/openmpi/error_handlers.hpp"

#include "runtime/support/real.hpp"

#include <dlfcn.h>

namespace closeranks {

namespace {

/// ompi/errhandler/errhandler.h. It is not part of the MPI standard, so it is looked for by name.
using Invoke = int (*)(MPI_Errhandler handler, void *object, int type, int code,
                       const char *function);

/// What the object is, as in enum ompi_errhandler_type_t.
enum ObjectType : int { communicator = 1, window = 2, file = 3 };

Invoke find_invoke() noexcept {
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION == 5
    static const auto invoke =
        reinterpret_cast<Invoke>(dlsym(RTLD_DEFAULT, "ompi_errhandler_invoke"));
    return invoke;
#else
    return nullptr;
#endif
}

/// False when that cannot be had, and nothing was called.
template <typename Object, typename Get>
bool call_by_name(Object object, ObjectType type, int code, const char *function, Get get) {
    const Invoke invoke = function != nullptr ? find_invoke() : nullptr;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (invoke == nullptr || get(object, &handler) != MPI_SUCCESS) return false;
    static_cast<void>(invoke(handler, object, type, code, function));
    static_cast<void>(real.Errhandler_free(&handler));
    return true;
}

} // namespace

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

} // namespace closeranks
