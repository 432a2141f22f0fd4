#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

/// The keys of the attributes of MPI_COMM_SELF that the program has set from C.
///
/// MPI_Finalize deletes these attributes before anything else, the latest first, so that libraries
/// may clean up in the delete functions (MPI 4.1, 11.2.4). Delete functions may use MPI. Parallel
/// HDF5 does: it closes its files there. So these calls are protected, and the protection ends only
/// afterwards.
///
/// Thread safety: all functions may run at the same time.
class SelfAttributes {
  public:
    /// The program has set an attribute, for the first time or again.
    void set(int key);

    /// Deletes all attributes, and those that the delete functions set meanwhile. If a delete
    /// function fails, its attribute stays, and the MPI tries again.
    void delete_all() noexcept;

  private:
    /// Removes and returns the latest key; MPI_KEYVAL_INVALID when there is none.
    [[nodiscard]] int take_latest();

    Mutex<LockRank::leaf> mutex_;
    std::vector<int> keys_; // in the order of setting
};

/// The attributes of this process.
[[nodiscard]] SelfAttributes &self_attributes() noexcept;

/// MPI_Comm_set_attr, MPI_Comm_get_attr, MPI_Comm_delete_attr, and the MPI 1 forms. They work on
/// the attribute holder (Identity::attribute_holder). Where that has no such attribute, or returns
/// an error, they work on the program's own communicator. So the program sees the MPI's own
/// attributes, and its error handler is called.
[[nodiscard]] int set_attribute(MPI_Comm comm, int key, void *value) noexcept;
[[nodiscard]] int get_attribute(MPI_Comm comm, int key, void *value, int *flag) noexcept;
[[nodiscard]] int delete_attribute(MPI_Comm comm, int key) noexcept;

} // namespace closeranks
