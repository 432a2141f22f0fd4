#include "runtime/openmpi/generalized_request.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <cstring>

namespace closeranks {

namespace {

/// The descriptor of a class of objects in Open MPI 5 (opal/class/opal_object.h).
struct OpalClass {
    const char *name;
    OpalClass *parent;
    void (*construct)(void *);
    void (*destruct)(void *);
    int initialized;
    int depth;
    void *constructors;
    void *destructors;
    std::size_t size; ///< of an object
};

void enlarge(const char *symbol, const char *name) noexcept {
    constexpr std::size_t room = 16 * sizeof(void *);
    constexpr std::size_t largest = 1024; // larger numbers are no sizes of requests
    auto *const found = static_cast<OpalClass *>(dlsym(RTLD_DEFAULT, symbol));
    if (found != nullptr && found->name != nullptr && std::strcmp(found->name, name) == 0 &&
        found->size <= largest)
        found->size += room;
}

} // namespace

void make_room_for_fortran() noexcept {
    enlarge("ompi_grequest_t_class", "ompi_grequest_t");
    enlarge("ompi_request_t_class", "ompi_request_t"); // subclasses have a size of their own
}

} // namespace closeranks
