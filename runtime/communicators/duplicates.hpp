#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

/// Whether the MPI keeps several MPI_Comm_idup of one communicator apart (Quirk::several_idups).
[[nodiscard]] bool keeps_idups_apart();

/// Duplicates of one communicator, made side by side: each takes several rounds of messages among
/// all ranks, and those of one can pass while the others wait for theirs. Where the MPI does not
/// keep them apart they are made one after the other.
class Duplicates {
  public:
    explicit Duplicates(MPI_Comm parent, bool side_by_side = keeps_idups_apart()) noexcept
        : parent_(parent), side_by_side_(side_by_side) {}
    Duplicates(const Duplicates &) = delete;
    Duplicates &operator=(const Duplicates &) = delete;

    [[nodiscard]] MPI_Comm parent() const noexcept { return parent_; }

    /// One more, which is there after finish(); `made` must stay where it is until then.
    /// Collective, in the same order everywhere.
    void add(Comm &made) noexcept;

    /// Waits for all. `code`: of what this process has done with the parent meanwhile. Returns
    /// that, or the first error; with one it revokes the parent, and so nobody waits for a process
    /// that has given up. Collective.
    [[nodiscard]] int finish(int code) noexcept;

  private:
    struct UnderWay {
        MPI_Request request;
        Comm *made;
    };

    void note(int code) noexcept;

    MPI_Comm parent_;
    bool side_by_side_;
    int code_ = MPI_SUCCESS;
    std::vector<UnderWay> under_way_;
};

} // namespace closeranks
