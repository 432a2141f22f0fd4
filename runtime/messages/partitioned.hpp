#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Partitioned communication (MPI 4.1, chapter 4). A message to a lost rank is dropped, and data
/// that a lost rank has not sent does not arrive. The request then completes by the policy of
/// the call that made it, at every start.
///
/// Thread safety: as in MPI: several threads may mark partitions of one request as ready at the
/// same time.

[[nodiscard]] int make_partitioned_send(Communicator &c, const void *buf, int partitions,
                                        MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                                        MPI_Info info, MPI_Request *request) noexcept;
[[nodiscard]] int make_partitioned_receive(Communicator &c, void *buf, int partitions,
                                           MPI_Count count, MPI_Datatype datatype, int source,
                                           int tag, MPI_Info info, MPI_Request *request) noexcept;

/// Pready, Pready_range, Pready_list, Parrived; requests of an unprotected communicator pass
/// straight through.
[[nodiscard]] int partition_ready(int partition, MPI_Request request) noexcept;
[[nodiscard]] int partitions_ready(int low, int high, MPI_Request request) noexcept;
[[nodiscard]] int listed_partitions_ready(int length, const int partitions[],
                                          MPI_Request request) noexcept;
[[nodiscard]] int partition_arrived(MPI_Request request, int partition, int *flag) noexcept;

} // namespace closeranks
