// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Windows and one-sided communication: 29 functions.

#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"
#include "runtime/windows/rma.hpp"

using namespace closeranks;

extern "C" {

int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                   int target_rank, MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                               target_count, target_datatype, op, win);
    const int code = real.Accumulate(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                     target_disp, target_count, target_datatype, op, win);
    if (code != MPI_SUCCESS) return code;
    return accumulate(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Accumulate);

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                         MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Win win) {
    Entry entry(Function::Compare_and_swap);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
                                     target_disp, win);
    const int code = real.Compare_and_swap(origin_addr, compare_addr, result_addr, datatype,
                                           MPI_PROC_NULL, target_disp, win);
    if (code != MPI_SUCCESS) return code;
    return compare_and_swap(*window, origin_addr, compare_addr, result_addr, datatype, target_rank,
                            target_disp);
}
CLOSERANKS_ALIAS(MPI_Compare_and_swap);

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Fetch_and_op);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op,
                                 win);
    const int code =
        real.Fetch_and_op(origin_addr, result_addr, datatype, MPI_PROC_NULL, target_disp, op, win);
    if (code != MPI_SUCCESS) return code;
    return fetch_and_op(*window, origin_addr, result_addr, datatype, target_rank, target_disp, op);
}
CLOSERANKS_ALIAS(MPI_Fetch_and_op);

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    Entry entry(Function::Get);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                        target_count, target_datatype, win);
    const int code = real.Get(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                              target_disp, target_count, target_datatype, win);
    if (code != MPI_SUCCESS) return code;
    return get(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Get);

int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       void *result_addr, int result_count, MPI_Datatype result_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Get_accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                   result_count, result_datatype, target_rank, target_disp,
                                   target_count, target_datatype, op, win);
    const int code = real.Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                         result_count, result_datatype, MPI_PROC_NULL, target_disp,
                                         target_count, target_datatype, op, win);
    if (code != MPI_SUCCESS) return code;
    return get_accumulate(*window, origin_addr, origin_count, origin_datatype, result_addr,
                          result_count, result_datatype, target_rank, target_disp, target_count,
                          target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Get_accumulate);

int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
            int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
            MPI_Win win) {
    Entry entry(Function::Put);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                        target_count, target_datatype, win);
    const int code = real.Put(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                              target_disp, target_count, target_datatype, win);
    if (code != MPI_SUCCESS) return code;
    return put(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Put);

int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Raccumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Raccumulate(origin_addr, origin_count, origin_datatype, target_rank,
                                target_disp, target_count, target_datatype, op, win, request);
    const int code = real.Raccumulate(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                                      target_disp, target_count, target_datatype, op, win, request);
    if (code != MPI_SUCCESS) return code;
    return accumulate(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Raccumulate);

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
             MPI_Request *request) {
    Entry entry(Function::Rget);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_count, target_datatype, win, request);
    const int code = real.Rget(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                               target_disp, target_count, target_datatype, win, request);
    if (code != MPI_SUCCESS) return code;
    return get(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_count, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Rget);

int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void *result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                        MPI_Request *request) {
    Entry entry(Function::Rget_accumulate);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                    result_count, result_datatype, target_rank, target_disp,
                                    target_count, target_datatype, op, win, request);
    const int code = real.Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                          result_count, result_datatype, MPI_PROC_NULL, target_disp,
                                          target_count, target_datatype, op, win, request);
    if (code != MPI_SUCCESS) return code;
    return get_accumulate(*window, origin_addr, origin_count, origin_datatype, result_addr,
                          result_count, result_datatype, target_rank, target_disp, target_count,
                          target_datatype, op);
}
CLOSERANKS_ALIAS(MPI_Rget_accumulate);

int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_cout, MPI_Datatype target_datatype,
             MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Rput);
    Window *window = find_window(win);
    if (window == nullptr)
        return real.Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_cout, target_datatype, win, request);
    const int code = real.Rput(origin_addr, origin_count, origin_datatype, MPI_PROC_NULL,
                               target_disp, target_cout, target_datatype, win, request);
    if (code != MPI_SUCCESS) return code;
    return put(*window, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
               target_cout, target_datatype);
}
CLOSERANKS_ALIAS(MPI_Rput);

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                     MPI_Win *win) {
    return allocate_window(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate);

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win) {
    return allocate_shared_window(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_shared);

int MPI_Win_complete(MPI_Win win) {
    Entry entry(Function::Win_complete);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_complete(win);
    return complete_access(*window);
}
CLOSERANKS_ALIAS(MPI_Win_complete);

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *win) {
    return create_window(base, size, disp_unit, info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create);

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    return create_dynamic_window(info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create_dynamic);

int MPI_Win_fence(int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_fence);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_fence(mpi_assert, win);
    return fence(*window, mpi_assert);
}
CLOSERANKS_ALIAS(MPI_Win_fence);

int MPI_Win_flush(int rank, MPI_Win win) {
    Entry entry(Function::Win_flush);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_flush(rank, win);
    return flush(*window, rank);
}
CLOSERANKS_ALIAS(MPI_Win_flush);

int MPI_Win_flush_all(MPI_Win win) {
    Entry entry(Function::Win_flush_all);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_flush_all(win);
    return flush_all(*window);
}
CLOSERANKS_ALIAS(MPI_Win_flush_all);

int MPI_Win_flush_local(int rank, MPI_Win win) {
    Entry entry(Function::Win_flush_local);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_flush_local(rank, win);
    return flush(*window, rank);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local);

int MPI_Win_flush_local_all(MPI_Win win) {
    Entry entry(Function::Win_flush_local_all);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_flush_local_all(win);
    return flush_all(*window);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local_all);

int MPI_Win_free(MPI_Win *win) { return free_window(win); }
CLOSERANKS_ALIAS(MPI_Win_free);

int MPI_Win_lock(int lock_type, int rank, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_lock);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_lock(lock_type, rank, mpi_assert, win);
    return lock_window(*window, lock_type, rank, mpi_assert);
}
CLOSERANKS_ALIAS(MPI_Win_lock);

int MPI_Win_lock_all(int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_lock_all);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_lock_all(mpi_assert, win);
    return lock_all(*window, mpi_assert);
}
CLOSERANKS_ALIAS(MPI_Win_lock_all);

int MPI_Win_post(MPI_Group group, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_post);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_post(group, mpi_assert, win);
    return post_exposure(*window, group, mpi_assert);
}
CLOSERANKS_ALIAS(MPI_Win_post);

int MPI_Win_start(MPI_Group group, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_start);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_start(group, mpi_assert, win);
    return start_access(*window, group, mpi_assert);
}
CLOSERANKS_ALIAS(MPI_Win_start);

int MPI_Win_test(MPI_Win win, int *flag) {
    Entry entry(Function::Win_test);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_test(win, flag);
    return test_exposure(*window, flag);
}
CLOSERANKS_ALIAS(MPI_Win_test);

int MPI_Win_unlock(int rank, MPI_Win win) {
    Entry entry(Function::Win_unlock);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_unlock(rank, win);
    return unlock_window(*window, rank);
}
CLOSERANKS_ALIAS(MPI_Win_unlock);

int MPI_Win_unlock_all(MPI_Win win) {
    Entry entry(Function::Win_unlock_all);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_unlock_all(win);
    return unlock_all(*window);
}
CLOSERANKS_ALIAS(MPI_Win_unlock_all);

int MPI_Win_wait(MPI_Win win) {
    Entry entry(Function::Win_wait);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_wait(win);
    return wait_exposure(*window);
}
CLOSERANKS_ALIAS(MPI_Win_wait);

} // extern "C"
