#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

/// The attributes of MPI_COMM_SELF that the program has set from C, as their keys.
///
/// MPI_Finalize deletes them before anything else, the latest first, so that libraries may clean up
/// in the delete functions (MPI 4.1, 11.2.4). They may use MPI for that, and parallel HDF5 does: it
/// closes its files there. So these calls are protected, which ends only thereafter.
///
/// Thread safety: all functions.
class SelfAttributes {
  public:
    /// The program has set an attribute, for the first time or again.
    void set(int key);

    /// Deletes all, and what the delete functions set meanwhile. One that fails is not deleted, and
    /// the MPI tries it again.
    void delete_all() noexcept;

  private:
    /// Forgets the latest; MPI_KEYVAL_INVALID when there is none.
    [[nodiscard]] int take_latest();

    Mutex<LockRank::leaf> mutex_;
    std::vector<int> keys_; // in the order of setting
};

/// Those of this process.
[[nodiscard]] SelfAttributes &self_attributes() noexcept;

/// MPI_Comm_set_attr, MPI_Comm_get_attr, MPI_Comm_delete_attr, and the same of MPI 1: on the
/// communicator that carries the attributes (Communicator::carrier), and where that has none, or
/// finds an error, on the program's own. So the program sees the MPI's own attributes, and its
/// error handler is called.
[[nodiscard]] int set_attribute(MPI_Comm comm, int key, void *value) noexcept;
[[nodiscard]] int get_attribute(MPI_Comm comm, int key, void *value, int *flag) noexcept;
[[nodiscard]] int delete_attribute(MPI_Comm comm, int key) noexcept;

} // namespace closeranks
