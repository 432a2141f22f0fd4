#pragma once

#include "runtime/windows/window.hpp"

namespace closeranks {

/// One-sided communication (MPI 4.1, 12.3): complete, also at the target, when the call returns.
///
/// The wrapper has had the MPI check all arguments but the rank. All functions return MPI_SUCCESS
/// or a code that the window's error handler has received.

[[nodiscard]] int put(Window &window, const void *origin_addr, MPI_Count origin_count,
                      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                      MPI_Count target_count, MPI_Datatype target_datatype) noexcept;
[[nodiscard]] int get(Window &window, void *origin_addr, MPI_Count origin_count,
                      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                      MPI_Count target_count, MPI_Datatype target_datatype) noexcept;
[[nodiscard]] int accumulate(Window &window, const void *origin_addr, MPI_Count origin_count,
                             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                             MPI_Count target_count, MPI_Datatype target_datatype,
                             MPI_Op op) noexcept;
[[nodiscard]] int get_accumulate(Window &window, const void *origin_addr, MPI_Count origin_count,
                                 MPI_Datatype origin_datatype, void *result_addr,
                                 MPI_Count result_count, MPI_Datatype result_datatype,
                                 int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                                 MPI_Datatype target_datatype, MPI_Op op) noexcept;
[[nodiscard]] int fetch_and_op(Window &window, const void *origin_addr, void *result_addr,
                               MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                               MPI_Op op) noexcept;
[[nodiscard]] int compare_and_swap(Window &window, const void *origin_addr,
                                   const void *compare_addr, void *result_addr,
                                   MPI_Datatype datatype, int target_rank,
                                   MPI_Aint target_disp) noexcept;

} // namespace closeranks
