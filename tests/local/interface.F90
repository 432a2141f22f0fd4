! The module closeranks_local as long as nobody dies. Compiled with the module mpi_f08, and with mpi,
! in which handles are integers.
#ifdef CLOSERANKS_USES_mpi
#define HANDLE(kind) integer
#else
#define HANDLE(kind) type(kind)
#endif
program interface
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
#ifdef CLOSERANKS_USES_mpi
    use mpi
#else
    use mpi_f08
#endif
    use closeranks_local
    implicit none

    integer, parameter :: rows = 3, columns = 4
    type(closeranks_local_handle) :: local
    HANDLE(MPI_Comm) :: copy
    real(real64), target :: values(rows, columns)
    integer, target :: number
    integer :: rank, size, ierror, count
    integer(int64) :: stamp

    call MPI_Init_thread(MPI_THREAD_SERIALIZED, count, ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierror)
    call closeranks_local_create(copy, 'nowhere', CLOSERANKS_LOCAL_LOG, local, ierror)
    call check(ierror == MPI_ERR_ARG, 'it is made nowhere')
    call closeranks_local_create(copy, 'buddy ', CLOSERANKS_LOCAL_LOG, local, ierror)
    call check(ierror == MPI_SUCCESS, 'create')
    call closeranks_local_member(local, 0, values, rows*columns, MPI_DOUBLE_PRECISION)
    call closeranks_local_member(local, 1, number, 1, MPI_INTEGER, ierror)
    call check(ierror == MPI_SUCCESS, 'member')
    call closeranks_local_member(local, 2, values(1:rows:2, :), 8, MPI_DOUBLE_PRECISION, ierror)
    call check(ierror == MPI_ERR_BUFFER, 'a member with gaps')
    call closeranks_local_use_thread(local, ierror)
    call check(ierror == MPI_SUCCESS, 'use_thread')
    stamp = 0
    call closeranks_local_start(local, stamp, ierror)
    call check(ierror == MPI_SUCCESS .and. stamp == -1, 'start')
    call check_messages()
    call check_commits()
    call check_collective()
    call closeranks_local_finish(local, ierror)
    call check(ierror == MPI_SUCCESS, 'finish')
    call closeranks_local_recoveries(local, count, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 0, 'recoveries')
    call closeranks_local_free(local, ierror)
    call check(ierror == MPI_SUCCESS, 'free')
    call closeranks_local_free(local, ierror)
    call check(ierror == MPI_ERR_ARG, 'free of nothing')
    print '(a)', 'ok: local_interface'
    call MPI_Finalize(ierror)

contains

    subroutine check(condition, what)
        logical, intent(in) :: condition
        character(len=*), intent(in) :: what
        integer :: code
        if (condition) return
        write (error_unit, '(a, i0, 3a, i0)') 'rank ', rank, ': ', what, ' is wrong; ierror ', ierror
        flush (error_unit)
        call MPI_Abort(MPI_COMM_WORLD, 1, code)
    end subroutine

    subroutine check_messages()
        real(real64) :: got(rows, columns)
        integer :: next, before, i
        next = mod(rank + 1, size)
        before = mod(rank + size - 1, size)
        values = reshape([(100.0_real64*rank + i, i=1, rows*columns)], [rows, columns])
        got = 0
        call closeranks_local_send(local, next, 7, values, rows*columns, MPI_DOUBLE_PRECISION)
        call closeranks_local_receive(local, before, 7, got, rows*columns, MPI_DOUBLE_PRECISION, count, ierror)
        call check(ierror == MPI_SUCCESS .and. count == rows*columns, 'receive')
        call check(all(got == values + 100*(before - rank)), 'what was received')
        call closeranks_local_send(local, size, 7, values, 1, MPI_DOUBLE_PRECISION, ierror)
        call check(ierror == MPI_ERR_RANK, 'a send to a rank that is not there')
        call check(index(closeranks_local_explain(local), 'there is no rank') > 0, 'explain')
        call closeranks_local_send(local, next, 7, values(1:rows:2, :), 8, MPI_DOUBLE_PRECISION, ierror)
        call check(ierror == MPI_ERR_BUFFER, 'a message with gaps')
        call closeranks_local_receive(local, MPI_PROC_NULL, 7, got, 1, MPI_DOUBLE_PRECISION)
        call check(all(got == values + 100*(before - rank)), 'what nobody has sent')
        call closeranks_local_poll(local, ierror)
        call check(ierror == MPI_SUCCESS, 'poll')
    end subroutine

    subroutine check_commits()
        call closeranks_local_commit(local, 4_int64, ierror)
        call check(ierror == MPI_SUCCESS, 'commit')
        if (rank == 0) call closeranks_local_send(local, size - 1, 0, number, 1, MPI_INTEGER)
        call closeranks_local_commit(local, 5_int64, ierror)
        call check(ierror == CLOSERANKS_ERR_RULE_BROKEN, 'a commit when a message is under way')
        if (rank == size - 1) call closeranks_local_receive(local, 0, 0, number, 1, MPI_INTEGER)
        call closeranks_local_commit(local, 5_int64)
    end subroutine

    subroutine check_collective()
        integer :: sum
        call closeranks_local_enter_collective(local, ierror)
        call check(ierror == MPI_SUCCESS, 'enter_collective')
        call MPI_Allreduce(rank, sum, 1, MPI_INTEGER, MPI_SUM, copy, ierror)
        call closeranks_local_leave_collective(local, ierror)
        call check(ierror == MPI_SUCCESS .and. sum == size*(size - 1)/2, 'leave_collective')
    end subroutine

end program interface
