#include "runtime/communicators/self_attributes.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/never_destroyed.hpp"

namespace closeranks {

SelfAttributes &self_attributes() noexcept {
    static NeverDestroyed<SelfAttributes> of_this_process;
    return of_this_process.value;
}

void SelfAttributes::set(int key) {
    const std::lock_guard lock(mutex_);
    std::erase(keys_, key);
    keys_.push_back(key);
}

int SelfAttributes::take_latest() {
    const std::lock_guard lock(mutex_);
    if (keys_.empty()) return MPI_KEYVAL_INVALID;
    const int latest = keys_.back();
    keys_.pop_back();
    return latest;
}

void SelfAttributes::delete_all() noexcept {
    // The program may have deleted some attributes: that is no error of the program.
    const ErrorsReturn guard(MPI_COMM_SELF);
    for (int key = take_latest(); key != MPI_KEYVAL_INVALID; key = take_latest())
        static_cast<void>(real.Comm_delete_attr(MPI_COMM_SELF, key));
}

namespace {

/// The attribute holder of MPI_COMM_WORLD, if that is another communicator; else MPI_COMM_NULL.
MPI_Comm other_carrier(MPI_Comm comm) noexcept {
    const Communicator *const everyone = runtime().everyone;
    if (comm != MPI_COMM_WORLD || everyone == nullptr) return MPI_COMM_NULL;
    const MPI_Comm holder = everyone->identity.first_attribute_holder();
    return holder != comm ? holder : MPI_COMM_NULL;
}

} // namespace

int get_attribute(MPI_Comm comm, int key, void *value, int *flag) noexcept {
    if (const MPI_Comm carrier = other_carrier(comm); carrier != MPI_COMM_NULL)
        if (real.Comm_get_attr(carrier, key, value, flag) == MPI_SUCCESS && *flag != 0)
            return MPI_SUCCESS;
    return real.Comm_get_attr(comm, key, value, flag);
}

int delete_attribute(MPI_Comm comm, int key) noexcept {
    if (const MPI_Comm carrier = other_carrier(comm); carrier != MPI_COMM_NULL)
        if (real.Comm_delete_attr(carrier, key) == MPI_SUCCESS) return MPI_SUCCESS;
    return real.Comm_delete_attr(comm, key);
}

int set_attribute(MPI_Comm comm, int key, void *value) noexcept {
    if (const MPI_Comm carrier = other_carrier(comm); carrier != MPI_COMM_NULL)
        if (real.Comm_set_attr(carrier, key, value) == MPI_SUCCESS) return MPI_SUCCESS;
    const int code = real.Comm_set_attr(comm, key, value);
    if (comm == MPI_COMM_SELF && code == MPI_SUCCESS) self_attributes().set(key);
    return code;
}

} // namespace closeranks
