#pragma once

#include "runtime/replication/requests.hpp"
#include "runtime/support/handle_table.hpp"

#include <memory>
#include <vector>

namespace closeranks::replication {

/// A request of the program that belongs to the library.
struct Request {
    std::unique_ptr<Operation> operation;
    MPI_Comm comm = MPI_COMM_NULL; ///< errors are raised there
    bool is_persistent = false;
    bool is_active = false;
};

/// The library's requests, by the program's handles. They are generalized requests of the MPI, so
/// that Fortran has numbers for them, and are reused.
class RequestTable {
  public:
    [[nodiscard]] int add(std::unique_ptr<Request> request, MPI_Request *handle);
    /// nullptr: the request belongs to the MPI, or is invalid.
    [[nodiscard]] Request *find(MPI_Request handle) const noexcept { return table_.search(handle); }
    /// Removes the request; the handle becomes MPI_REQUEST_NULL.
    void remove(MPI_Request *handle) noexcept;
    /// The same, but an active operation continues.
    void let_go(MPI_Request *handle);
    /// Ends operations that continued after let_go() and are done now.
    void finish_orphans();
    void end() noexcept;

  private:
    HandleTable<MPI_Request, Request> table_;
    std::vector<MPI_Request> spare_handles_;
    std::vector<std::unique_ptr<Operation>> orphans_;
};

[[nodiscard]] RequestTable &request_table() noexcept;

} // namespace closeranks::replication
