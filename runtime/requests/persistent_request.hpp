#pragma once

#include "runtime/core/communicator.hpp"

#include <memory>

namespace closeranks {

/// A request of the program that still exists when it is complete, and that can be started again
/// (MPI 4.1, 3.9 and chapter 4). This object carries it out.
///
/// The program holds a handle that never changes and never fails (a persistent request of the MPI
/// that is never started), so that copies of it stay valid (Quirk::failed_persistent_freed). Each
/// start makes a nonblocking operation of its own, and the completion calls work on that
/// (runtime/requests/pending.hpp), with the rules for any other request.
///
/// Thread safety: as in MPI: no two threads may use the same request at once.
class PersistentRequest {
  public:
    explicit PersistentRequest(Communicator &c) noexcept;
    virtual ~PersistentRequest();
    PersistentRequest(const PersistentRequest &) = delete;
    PersistentRequest &operator=(const PersistentRequest &) = delete;

    /// Starts the operation: `current` is its request afterwards. Returns the program's code.
    [[nodiscard]] virtual int start() noexcept = 0;

    MPI_Request current = MPI_REQUEST_NULL; ///< MPI_REQUEST_NULL: inactive

  protected:
    [[nodiscard]] Communicator &communicator() const noexcept { return communicator_; }

  private:
    Communicator &communicator_; // owns one of its references
};

/// Makes `handle` stand for `persistent` until the program frees it.
void remember_persistent(MPI_Request handle, PersistentRequest *persistent) noexcept;

/// The persistent request for which `handle` stands, or nullptr.
[[nodiscard]] PersistentRequest *find_persistent(MPI_Request handle) noexcept;

/// The same; afterwards `handle` stands for nothing.
[[nodiscard]] std::unique_ptr<PersistentRequest> take_persistent(MPI_Request handle) noexcept;

/// Start, Startall: all other requests pass straight through.
[[nodiscard]] int start_request(MPI_Request *request) noexcept;
[[nodiscard]] int start_all(int count, MPI_Request requests[]) noexcept;

} // namespace closeranks
