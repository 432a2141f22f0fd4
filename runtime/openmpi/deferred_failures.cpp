#include "runtime/openmpi/deferred_failures.hpp"

#include "runtime/openmpi/internals.hpp"
#include "runtime/openmpi/library_calls.hpp"
#include "runtime/openmpi/quirks.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <memory>
#include <string_view>

namespace closeranks {

namespace {

using Assign = int (*)(void *event, void *base, int file, short what,
                       DeferredFailures::Callback callback, void *argument);
using Size = std::size_t (*)();

Assign real_assign() noexcept {
    static const auto assign = reinterpret_cast<Assign>(dlsym(RTLD_DEFAULT, "event_assign"));
    return assign;
}

std::size_t size_of_event() noexcept {
    static const auto size =
        reinterpret_cast<Size>(dlsym(RTLD_DEFAULT, "event_get_struct_event_size"));
    return size != nullptr ? size() : 0;
}

/// The beginning of Open MPI's objects (opal_object_t), and of their classes (opal_class_t).
struct Class {
    const char *name;
};
struct Object {
    Class *its_class;
    std::int32_t references;
};

/// Copies memory that may not be there.
template <typename T> bool read(const void *from, T &into) noexcept {
    const iovec here{&into, sizeof into};
    const iovec there{const_cast<void *>(from), sizeof into};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof into;
}

bool is_agreement(const void *what) noexcept {
    constexpr std::string_view wanted = "ompi_coll_ftagree_era_agreement_info_t";
    Object object{};
    Class its_class{};
    char name[wanted.size() + 1] = {};
    return read(what, object) && object.references > 0 && read(object.its_class, its_class) &&
           read(its_class.name, name) && name[wanted.size()] == '\0' && name == wanted;
}

/// The agreement of a deferred failure, which stands behind the event itself (era_error_event_t);
/// nullptr: the event is another one.
Object *agreement_of(void *event, const void *argument) noexcept {
    const std::size_t place = size_of_event();
    void *agreement = nullptr;
    if (argument != event || place == 0 ||
        malloc_usable_size(event) < place + sizeof agreement + sizeof(int))
        return nullptr;
    std::memcpy(&agreement, static_cast<const std::byte *>(event) + place, sizeof agreement);
    return is_agreement(agreement) ? static_cast<Object *>(agreement) : nullptr;
}

std::int32_t add_references(Object &agreement, std::int32_t count) noexcept {
    return __atomic_add_fetch(&agreement.references, count, __ATOMIC_ACQ_REL);
}

struct Deferred {
    DeferredFailures::Callback callback;
    void *event;
    Object *agreement;
};

void happen(int file, short what, void *argument) noexcept {
    const std::unique_ptr<Deferred> deferred(static_cast<Deferred *>(argument));
    Object &agreement = *deferred->agreement;
    // The last reference is not given back: only the MPI can destroy the agreement, and it lost
    // some hundred bytes. (docs/developers/failures-background.md#memory)
    if (add_references(agreement, 0) == 1) return std::free(deferred->event);
    deferred->callback(file, what, deferred->event);
    if (add_references(agreement, -1) == 0) add_references(agreement, 1);
}

} // namespace

int DeferredFailures::assign(void *event, void *base, int file, short what, Callback callback,
                             void *argument) noexcept {
    Object *const agreement = agreement_of(event, argument);
    if (agreement == nullptr) return real_assign()(event, base, file, what, callback, argument);
    add_references(*agreement, 1);
    return real_assign()(event, base, file, what, happen, new Deferred{callback, event, agreement});
}

void mend_deferred_failures() noexcept {
    if (!has(Quirk::deferred_failure) || real_assign() == nullptr) return;
    redirect_calls(address_inside(), "event_assign",
                   reinterpret_cast<void *>(DeferredFailures::assign));
}

} // namespace closeranks
