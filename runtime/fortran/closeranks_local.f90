! SPDX-License-Identifier: BSD-3-Clause
! Local recovery, in which only the rank that died goes back to its checkpoint: closeranks_local.h
! for `use mpi_f08`, `use mpi` and mpif.h. Compile it with the program, after closeranks.f90
! (docs/reference/local-recovery.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program, and so does a death
! for which all ranks go back. Handles have the program's own types, and stamps are integer(int64).
! Data may have any type and rank, but no gaps. A member needs the attribute `target`, because the
! library keeps its address.
module closeranks_local
    use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_int, c_loc, c_long_long, &
        c_null_char, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int64
    use closeranks, only: comm_f2c => closeranks_comm_f2c, finish_call => closeranks_finish
    use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_ERR_BUFFER
    use mpi_f08_ext, only: MPIX_ERR_PROC_FAILED
    implicit none
    private

    integer, parameter, public :: CLOSERANKS_ROLLED_BACK = MPIX_ERR_PROC_FAILED
    integer(int64), parameter, public :: CLOSERANKS_LOCAL_LOG = 64*2_int64**20

    type, public :: closeranks_local_handle
        private
        type(c_ptr) :: address = c_null_ptr
    end type

    public :: closeranks_local_create, closeranks_local_member, closeranks_local_use_thread, &
        closeranks_local_start, closeranks_local_send, closeranks_local_receive, &
        closeranks_local_poll, closeranks_local_commit, closeranks_local_enter_collective, &
        closeranks_local_leave_collective, closeranks_local_finish, closeranks_local_recoveries, &
        closeranks_local_explain, closeranks_local_free

    interface closeranks_local_create
        procedure create, create_f08
    end interface
    interface closeranks_local_member
        procedure member, member_f08
    end interface
    interface closeranks_local_send
        procedure send, send_f08
    end interface
    interface closeranks_local_receive
        procedure receive, receive_f08
    end interface

    interface
        ! Open MPI's handles are addresses in C.
        type(c_ptr) function type_f2c(datatype) bind(c, name='MPI_Type_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: datatype
        end function
        integer(c_size_t) function length_of(text) bind(c, name='strlen')
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
        end function
        integer(c_int) function c_create(comm, where, log_bytes, local) &
            bind(c, name='closeranks_local_create')
            import :: c_ptr, c_int, c_char, c_long_long
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            integer(c_long_long), value :: log_bytes
            type(c_ptr), intent(out) :: local
        end function
        integer(c_int) function c_member(local, id, data, count, datatype) &
            bind(c, name='closeranks_local_member')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: local, data, datatype
            integer(c_int), value :: id
            integer(c_long_long), value :: count
        end function
        integer(c_int) function c_use_thread(local) bind(c, name='closeranks_local_use_thread')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_start(local, stamp) bind(c, name='closeranks_local_start')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: local
            integer(c_long_long), intent(inout) :: stamp
        end function
        integer(c_int) function c_send(local, to, tag, data, count, datatype) &
            bind(c, name='closeranks_local_send')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: local, data, datatype
            integer(c_int), value :: to, tag
            integer(c_long_long), value :: count
        end function
        integer(c_int) function c_receive(local, from, tag, data, count, datatype, got) &
            bind(c, name='closeranks_local_receive')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: local, data, datatype
            integer(c_int), value :: from, tag
            integer(c_long_long), value :: count
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_poll(local) bind(c, name='closeranks_local_poll')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_commit(local, stamp) bind(c, name='closeranks_local_commit')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: local
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_enter_collective(local) &
            bind(c, name='closeranks_local_enter_collective')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_leave_collective(local) &
            bind(c, name='closeranks_local_leave_collective')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_finish(local) bind(c, name='closeranks_local_finish')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_recoveries(local, count) bind(c, name='closeranks_local_recoveries')
            import :: c_ptr, c_int
            type(c_ptr), value :: local
            integer(c_int), intent(out) :: count
        end function
        type(c_ptr) function c_explain(local) bind(c, name='closeranks_local_explain')
            import :: c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_free(local) bind(c, name='closeranks_local_free')
            import :: c_ptr, c_int
            type(c_ptr), intent(inout) :: local
        end function
    end interface

contains

    subroutine create(comm, where, log_bytes, local, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        integer(int64), intent(in) :: log_bytes
        type(closeranks_local_handle), intent(out) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_create', &
            c_create(comm_f2c(comm), trim(where)//c_null_char, log_bytes, local%address), ierror)
    end subroutine

    subroutine create_f08(comm, where, log_bytes, local, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        integer(int64), intent(in) :: log_bytes
        type(closeranks_local_handle), intent(out) :: local
        integer, intent(out), optional :: ierror
        call create(comm%MPI_VAL, where, log_bytes, local, ierror)
    end subroutine

    subroutine member(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) &
            code = c_member(local%address, id, c_loc(data), int(count, c_long_long), type_f2c(datatype))
        call finish_call('closeranks_local_member', code, ierror)
    end subroutine

    subroutine member_f08(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call member(local, id, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine closeranks_local_use_thread(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_use_thread', c_use_thread(local%address), ierror)
    end subroutine

    subroutine closeranks_local_start(local, stamp, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer(int64), intent(out) :: stamp
        integer, intent(out), optional :: ierror
        stamp = -1
        call finish_call('closeranks_local_start', c_start(local%address, stamp), ierror)
    end subroutine

    subroutine send(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to, tag, count, datatype
        type(*), dimension(..), intent(in), target :: data
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) &
            code = c_send(local%address, to, tag, c_loc(data), int(count, c_long_long), &
                type_f2c(datatype))
        call finish_call('closeranks_local_send', code, ierror)
    end subroutine

    subroutine send_f08(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to, tag, count
        type(*), dimension(..), intent(in), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call send(local, to, tag, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine receive(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from, tag, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(out), optional :: got, ierror
        integer :: code
        integer(c_long_long) :: came
        code = MPI_ERR_BUFFER
        came = 0
        if (is_contiguous(data)) &
            code = c_receive(local%address, from, tag, c_loc(data), &
                int(count, c_long_long), type_f2c(datatype), came)
        if (present(got)) got = int(came)
        call finish_call('closeranks_local_receive', code, ierror)
    end subroutine

    subroutine receive_f08(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from, tag, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: got, ierror
        call receive(local, from, tag, data, count, datatype%MPI_VAL, got, ierror)
    end subroutine

    subroutine closeranks_local_poll(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_poll', c_poll(local%address), ierror)
    end subroutine

    subroutine closeranks_local_commit(local, stamp, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_commit', c_commit(local%address, stamp), ierror)
    end subroutine

    subroutine closeranks_local_enter_collective(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_enter_collective', c_enter_collective(local%address), ierror)
    end subroutine

    subroutine closeranks_local_leave_collective(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_leave_collective', c_leave_collective(local%address), ierror)
    end subroutine

    subroutine closeranks_local_finish(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_finish', c_finish(local%address), ierror)
    end subroutine

    subroutine closeranks_local_recoveries(local, count, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_recoveries', c_recoveries(local%address, count), ierror)
    end subroutine

    function closeranks_local_explain(local) result(text)
        type(closeranks_local_handle), intent(in) :: local
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        type(c_ptr) :: sentence
        integer :: i
        sentence = c_explain(local%address)
        call c_f_pointer(sentence, letters, [length_of(sentence)])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function

    subroutine closeranks_local_free(local, ierror)
        type(closeranks_local_handle), intent(inout) :: local
        integer, intent(out), optional :: ierror
        call finish_call('closeranks_local_free', c_free(local%address), ierror)
    end subroutine

end module closeranks_local
