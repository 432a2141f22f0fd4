#pragma once

#include "runtime/entry.hpp"
#include "runtime/function_ref.hpp"
#include "runtime/snapshot.hpp"

namespace closeranks {

/// One collective operation, ready to be attempted as often as it takes.
struct Operation {
    static constexpr int no_root = -1;

    Function function;

    /// The application rank of the root, or no_root.
    int root = no_root;

    /// The program's call on a real communicator; `root` is translated already.
    FunctionRef<int(MPI_Comm working, int root)> native{};

    /// The same while ranks are missing, where that differs: positional operations keep every block
    /// at its application rank's place. Empty: the native call serves.
    FunctionRef<int(MPI_Comm working, int root)> compacted{};

    /// What the operation overwrites although a redo needs it (MPI_IN_PLACE); nullptr: nothing.
    Snapshot *inputs = nullptr;

    /// After this operation every member holds what the root held (Bcast): any holder can serve
    /// the others when the root is gone.
    bool result_is_shared = false;
};

/// Runs `operation` on `c` until its outcome is final at all survivors, repairing as needed.
/// Returns what the call returns to the program.
[[nodiscard]] int run_collective(Communicator &c, Operation &operation) noexcept;

} // namespace closeranks
