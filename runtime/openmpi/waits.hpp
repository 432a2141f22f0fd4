#pragma once

namespace closeranks {

/// Open MPI's list of waits that are woken when a process fails or a communicator is revoked
/// (opal/mca/threads/wait_sync.h). With one thread it has room for one wait. So code that calls the
/// MPI from inside its progress engine, and therefore inside a wait, has to put that wait back
/// afterwards. It also has to wake it, in case it has missed an event. A wait that a task leaves
/// has to be kept. With several threads it is a real list: then these functions do nothing.
class OpenMpiWaits {
  public:
    /// Finds the list in the process. False: it was not found, and the other functions do nothing.
    [[nodiscard]] bool prepare() noexcept;

    /// Makes `wait` (nullptr: none) the one to be woken. Returns the former one.
    void *exchange(void *wait) noexcept;

    /// Makes the wait check whether the operation for which it waits has failed.
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

/// While it lives, the surrounding wait is put aside.
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
