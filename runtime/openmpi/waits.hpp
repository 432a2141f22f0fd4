#pragma once

namespace closeranks {

/// Open MPI's list of waits that are to be woken when a process fails or a communicator is revoked
/// (opal/mca/threads/wait_sync.h). With one thread it has room for one wait. So whoever calls the
/// MPI from inside its progress engine, and so inside a wait, has to put that one back, and to
/// wake it in case that it has missed something; and a wait that is left off has to be kept. With
/// several threads it is a list indeed: then the functions here do nothing.
class OpenMpiWaits {
  public:
    /// Looks for it in the process. False: it cannot be had, and the others do nothing.
    [[nodiscard]] bool prepare() noexcept;

    /// Makes `wait` (nullptr: none) the one to be woken. Returns the one before.
    void *exchange(void *wait) noexcept;

    /// Has the wait look whether what it waits for has failed.
    void wake() const noexcept;

  private:
    [[nodiscard]] bool has_room_for_one() const noexcept;

    void **list_ = nullptr;
    const bool *uses_threads_ = nullptr;
    void (*wake_)(int status) = nullptr;
};

[[nodiscard]] inline OpenMpiWaits &open_mpi_waits() noexcept {
    static constinit OpenMpiWaits waits;
    return waits;
}

/// While it lives, the wait around it is put aside.
class AsideWait {
  public:
    AsideWait() noexcept : wait_(open_mpi_waits().exchange(nullptr)) {}
    ~AsideWait() {
        static_cast<void>(open_mpi_waits().exchange(wait_));
        open_mpi_waits().wake();
    }
    AsideWait(const AsideWait &) = delete;
    AsideWait &operator=(const AsideWait &) = delete;

  private:
    void *wait_;
};

} // namespace closeranks
