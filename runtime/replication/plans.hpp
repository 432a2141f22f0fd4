#pragma once

#include "runtime/replication/blocks.hpp"

namespace closeranks::replication {

/// Each collective as a schedule: a plan adds the steps of this process. It returns MPI_SUCCESS or
/// an error of the arguments, before anything was sent.
///
/// A plan follows from the arguments alone, so it is the same in both processes of a rank. Blocking
/// calls may use other algorithms for small and large messages, and for few and many members. All
/// other calls use the direct algorithm, which has one round.

/// The members that take part, as this process sees them.
struct Members {
    int count;     ///< places that send and receive messages
    int self;      ///< the own place among these; -1 in an intercommunicator
    int own_place; ///< in the own group
    int own_count; ///< of the own group
};
[[nodiscard]] Members members_of(const Communicator &c) noexcept;

/// The part of this process in a rooted collective.
enum class Part { root, other, none };
[[nodiscard]] int part_of(const Communicator &c, int root, Part &part) noexcept;

/// The error code of MPI for such an argument.
[[nodiscard]] int check(const Elements &e) noexcept;
[[nodiscard]] MPI_Count bytes_of(const Elements &e) noexcept;

// Moving data (plans_data.cpp).
[[nodiscard]] int plan_barrier(Schedule &s);
[[nodiscard]] int plan_bcast(Schedule &s, const Elements &data, int root);
[[nodiscard]] int plan_gather(Schedule &s, const Elements &own, Blocks all, int root);
[[nodiscard]] int plan_scatter(Schedule &s, Blocks all, const Elements &own, int root);
[[nodiscard]] int plan_allgather(Schedule &s, const Elements &own, Blocks all);
[[nodiscard]] int plan_alltoall(Schedule &s, Blocks from, Blocks to);
[[nodiscard]] int plan_neighbor(Schedule &s, Blocks from, Blocks to);
[[nodiscard]] int plan_neighbor_allgather(Schedule &s, const Elements &own, Blocks to);

/// A reduction: this process's contribution, and the place of the result (MPI_IN_PLACE: the
/// contribution is there).
struct Reduction {
    const void *contribution;
    void *result;
    MPI_Datatype type;
    MPI_Op op;
};
// Combining data (plans_reductions.cpp).
[[nodiscard]] int plan_reduce(Schedule &s, const Reduction &r, int count, int root);
[[nodiscard]] int plan_allreduce(Schedule &s, const Reduction &r, int count);
[[nodiscard]] int plan_reduce_scatter(Schedule &s, const Reduction &r, const int counts[]);
[[nodiscard]] int plan_scan(Schedule &s, const Reduction &r, int count);
[[nodiscard]] int plan_exscan(Schedule &s, const Reduction &r, int count);

} // namespace closeranks::replication
