// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Windows and one-sided communication, forms with large counts: 11 functions.

#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"
#include "runtime/windows/rma.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

int MPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
                                 target_disp, target_count, target_datatype, op, win);
    const int code = real.Accumulate_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                       target_disp, target_count, target_datatype, op, win);
    if (code != MPI_SUCCESS) return code;
    return accumulate(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Accumulate_c);

int MPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                         MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                         MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                         MPI_Win win) {
    Entry entry(Function::Get_accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
                                     result_count, result_datatype, target_rank, target_disp,
                                     target_count, target_datatype, op, win);
    const int code = real.Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
                                           result_count, result_datatype, MPI_PROC_NULL,
                                           target_disp, target_count, target_datatype, op, win);
    if (code != MPI_SUCCESS) return code;
    return get_accumulate(*window, origin_addr, origin_count, origin_datatype, result_addr,
                          result_count, result_datatype, target_rank, target_disp, target_count,
                          target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Get_accumulate_c);

int MPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, MPI_Count target_count,
              MPI_Datatype target_datatype, MPI_Win win) {
    Entry entry(Function::Get);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                          target_count, target_datatype, win);
    const int code = real.Get_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                target_disp, target_count, target_datatype, win);
    if (code != MPI_SUCCESS) return code;
    return get(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Get_c);

int MPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, MPI_Count target_count,
              MPI_Datatype target_datatype, MPI_Win win) {
    Entry entry(Function::Put);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                          target_count, target_datatype, win);
    const int code = real.Put_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                target_disp, target_count, target_datatype, win);
    if (code != MPI_SUCCESS) return code;
    return put(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Put_c);

int MPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Raccumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
                                  target_disp, target_count, target_datatype, op, win, request);
    const int code =
        real.Raccumulate_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL, target_disp,
                           target_count, target_datatype, op, win, request);
    if (code != MPI_SUCCESS) return code;
    return accumulate(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Raccumulate_c);

int MPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                          MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                          MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                          MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                          MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Rget_accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
                                      result_count, result_datatype, target_rank, target_disp,
                                      target_count, target_datatype, op, win, request);
    const int code = real.Rget_accumulate_c(
        origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        MPI_PROC_NULL, target_disp, target_count, target_datatype, op, win, request);
    if (code != MPI_SUCCESS) return code;
    return get_accumulate(*window, origin_addr, origin_count, origin_datatype, result_addr,
                          result_count, result_datatype, target_rank, target_disp, target_count,
                          target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Rget_accumulate_c);

int MPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Rget);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                           target_count, target_datatype, win, request);
    const int code = real.Rget_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                 target_disp, target_count, target_datatype, win, request);
    if (code != MPI_SUCCESS) return code;
    return get(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Rget_c);

int MPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_cout,
               MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Rput);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                           target_cout, target_datatype, win, request);
    const int code = real.Rput_c(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                 target_disp, target_cout, target_datatype, win, request);
    if (code != MPI_SUCCESS) return code;
    return put(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_cout, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Rput_c);

int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                       void *baseptr, MPI_Win *win) {
    return allocate_window(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_c);

int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                              void *baseptr, MPI_Win *win) {
    return allocate_shared_window(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_shared_c);

int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win *win) {
    return create_window(base, size, disp_unit, info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create_c);

#endif

} // extern "C"
