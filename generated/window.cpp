// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Windows and one-sided communication: 29 functions.

#include "runtime/alias.hpp"
#include "runtime/unprotected.hpp"

using namespace closeranks;

extern "C" {

int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                   int target_rank, MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Accumulate);
    passing(entry);
    return real.Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                           target_count, target_datatype, op, win);
}
CLOSERANKS_ALIAS(MPI_Accumulate);

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                         MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Win win) {
    Entry entry(Function::Compare_and_swap);
    passing(entry);
    return real.Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
                                 target_disp, win);
}
CLOSERANKS_ALIAS(MPI_Compare_and_swap);

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Fetch_and_op);
    passing(entry);
    return real.Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
CLOSERANKS_ALIAS(MPI_Fetch_and_op);

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    Entry entry(Function::Get);
    passing(entry);
    return real.Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                    target_count, target_datatype, win);
}
CLOSERANKS_ALIAS(MPI_Get);

int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       void *result_addr, int result_count, MPI_Datatype result_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    Entry entry(Function::Get_accumulate);
    passing(entry);
    return real.Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                               result_count, result_datatype, target_rank, target_disp,
                               target_count, target_datatype, op, win);
}
CLOSERANKS_ALIAS(MPI_Get_accumulate);

int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
            int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
            MPI_Win win) {
    Entry entry(Function::Put);
    passing(entry);
    return real.Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                    target_count, target_datatype, win);
}
CLOSERANKS_ALIAS(MPI_Put);

int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Raccumulate);
    passing(entry);
    return real.Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                            target_count, target_datatype, op, win, request);
}
CLOSERANKS_ALIAS(MPI_Raccumulate);

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
             MPI_Request *request) {
    Entry entry(Function::Rget);
    passing(entry);
    return real.Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                     target_count, target_datatype, win, request);
}
CLOSERANKS_ALIAS(MPI_Rget);

int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void *result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                        MPI_Request *request) {
    Entry entry(Function::Rget_accumulate);
    passing(entry);
    return real.Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                result_count, result_datatype, target_rank, target_disp,
                                target_count, target_datatype, op, win, request);
}
CLOSERANKS_ALIAS(MPI_Rget_accumulate);

int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_cout, MPI_Datatype target_datatype,
             MPI_Win win, MPI_Request *request) {
    Entry entry(Function::Rput);
    passing(entry);
    return real.Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                     target_cout, target_datatype, win, request);
}
CLOSERANKS_ALIAS(MPI_Rput);

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                     MPI_Win *win) {
    Entry entry(Function::Win_allocate);
    passing(entry);
    return real.Win_allocate(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate);

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win) {
    Entry entry(Function::Win_allocate_shared);
    passing(entry);
    return real.Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_shared);

int MPI_Win_complete(MPI_Win win) {
    Entry entry(Function::Win_complete);
    passing(entry);
    return real.Win_complete(win);
}
CLOSERANKS_ALIAS(MPI_Win_complete);

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *win) {
    Entry entry(Function::Win_create);
    passing(entry);
    return real.Win_create(base, size, disp_unit, info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create);

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    Entry entry(Function::Win_create_dynamic);
    passing(entry);
    return real.Win_create_dynamic(info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create_dynamic);

int MPI_Win_fence(int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_fence);
    passing(entry);
    return real.Win_fence(mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_fence);

int MPI_Win_flush(int rank, MPI_Win win) {
    Entry entry(Function::Win_flush);
    passing(entry);
    return real.Win_flush(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_flush);

int MPI_Win_flush_all(MPI_Win win) {
    Entry entry(Function::Win_flush_all);
    passing(entry);
    return real.Win_flush_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_all);

int MPI_Win_flush_local(int rank, MPI_Win win) {
    Entry entry(Function::Win_flush_local);
    passing(entry);
    return real.Win_flush_local(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local);

int MPI_Win_flush_local_all(MPI_Win win) {
    Entry entry(Function::Win_flush_local_all);
    passing(entry);
    return real.Win_flush_local_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local_all);

int MPI_Win_free(MPI_Win *win) {
    Entry entry(Function::Win_free);
    passing(entry);
    return real.Win_free(win);
}
CLOSERANKS_ALIAS(MPI_Win_free);

int MPI_Win_lock(int lock_type, int rank, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_lock);
    passing(entry);
    return real.Win_lock(lock_type, rank, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_lock);

int MPI_Win_lock_all(int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_lock_all);
    passing(entry);
    return real.Win_lock_all(mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_lock_all);

int MPI_Win_post(MPI_Group group, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_post);
    passing(entry);
    return real.Win_post(group, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_post);

int MPI_Win_start(MPI_Group group, int mpi_assert, MPI_Win win) {
    Entry entry(Function::Win_start);
    passing(entry);
    return real.Win_start(group, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_start);

int MPI_Win_test(MPI_Win win, int *flag) {
    Entry entry(Function::Win_test);
    passing(entry);
    return real.Win_test(win, flag);
}
CLOSERANKS_ALIAS(MPI_Win_test);

int MPI_Win_unlock(int rank, MPI_Win win) {
    Entry entry(Function::Win_unlock);
    passing(entry);
    return real.Win_unlock(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_unlock);

int MPI_Win_unlock_all(MPI_Win win) {
    Entry entry(Function::Win_unlock_all);
    passing(entry);
    return real.Win_unlock_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_unlock_all);

int MPI_Win_wait(MPI_Win win) {
    Entry entry(Function::Win_wait);
    passing(entry);
    return real.Win_wait(win);
}
CLOSERANKS_ALIAS(MPI_Win_wait);

} // extern "C"
