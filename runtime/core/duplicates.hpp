#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <vector>

namespace closeranks {

/// True if the MPI keeps several MPI_Comm_idup of one communicator apart (Quirk::several_idups).
[[nodiscard]] bool keeps_idups_apart();

/// Duplicates of one communicator, made at the same time. Each takes several rounds of messages
/// among all ranks, and rounds of one can pass while others wait. Where the MPI does not keep them
/// apart they are made one after the other.
class Duplicates {
  public:
    explicit Duplicates(MPI_Comm parent, bool side_by_side = keeps_idups_apart()) noexcept
        : parent_(parent), side_by_side_(side_by_side) {}
    Duplicates(const Duplicates &) = delete;
    Duplicates &operator=(const Duplicates &) = delete;

    [[nodiscard]] MPI_Comm parent() const noexcept { return parent_; }

    /// Starts one more duplicate, which exists after finish(); until then `made` must not move.
    /// Collective, in the same order at all members.
    void add(Comm &made) noexcept;

    /// Waits for all duplicates. `code`: the result of this process's other work with the parent
    /// meanwhile. Returns `code`, or the first error. With an error it revokes the parent, so that
    /// no process waits for one that has given up. Collective.
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
