#pragma once

#include "runtime/support/real.hpp"

#include <utility>

namespace closeranks {

/// Owns one MPI handle and frees it with the MPI's own function.
template <typename Traits> class Owned {
  public:
    using Handle = typename Traits::Handle;

    Owned() = default;
    explicit Owned(Handle handle) noexcept : handle_(handle) {}
    Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, Traits::null())) {}
    Owned &operator=(Owned &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { reset(); }

    void reset() noexcept {
        // Freeing is best effort: a handle that outlives MPI_Finalize no longer exists.
        int finalized = 0;
        if (handle_ != Traits::null() && real.Finalized(&finalized) == MPI_SUCCESS && !finalized)
            static_cast<void>(Traits::free(&handle_));
        handle_ = Traits::null();
    }

    [[nodiscard]] Handle get() const noexcept { return handle_; }
    [[nodiscard]] explicit operator bool() const noexcept { return handle_ != Traits::null(); }

    /// For MPI functions that return a new handle through a pointer.
    [[nodiscard]] Handle *out() noexcept {
        reset();
        return &handle_;
    }

    [[nodiscard]] Handle release() noexcept { return std::exchange(handle_, Traits::null()); }

  private:
    Handle handle_ = Traits::null();
};

struct CommTraits {
    using Handle = MPI_Comm;
    static Handle null() noexcept { return MPI_COMM_NULL; }
    static int free(Handle *handle) noexcept { return real.Comm_free(handle); }
};
struct GroupTraits {
    using Handle = MPI_Group;
    static Handle null() noexcept { return MPI_GROUP_NULL; }
    static int free(Handle *handle) noexcept { return real.Group_free(handle); }
};
struct TypeTraits {
    using Handle = MPI_Datatype;
    static Handle null() noexcept { return MPI_DATATYPE_NULL; }
    static int free(Handle *handle) noexcept { return real.Type_free(handle); }
};

struct InfoTraits {
    using Handle = MPI_Info;
    static Handle null() noexcept { return MPI_INFO_NULL; }
    static int free(Handle *handle) noexcept { return real.Info_free(handle); }
};

using Comm = Owned<CommTraits>;
using Group = Owned<GroupTraits>;
using Type = Owned<TypeTraits>;
using Info = Owned<InfoTraits>;

/// The processes of `comm`; for an intercommunicator those of this side (a local query).
[[nodiscard]] inline Group group_of(MPI_Comm comm) noexcept {
    Group group;
    static_cast<void>(real.Comm_group(comm, group.out()));
    return group;
}

} // namespace closeranks
