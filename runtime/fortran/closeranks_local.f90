! SPDX-License-Identifier: BSD-3-Clause
! Generated from spec/api_local.json by generator/, do not edit.
!
! Local recovery, in which only the failed rank goes back to its checkpoint: closeranks_local.h
! for `use mpi_f08`, `use mpi` and mpif.h. Compile it with the program, after closeranks.f90
! and closeranks_store.f90 (docs/reference/local-recovery.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program, and so does a failure
! for which all ranks go back. Handles have the program's own types, and stamps are integer(int64).
! Data may have any type and rank, but no gaps. Numbers of elements are integers, or
! integer(MPI_COUNT_KIND). A member needs the attribute `target`, because the library keeps its
! address.
module closeranks_local
    use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_int, c_loc, c_long_long, &
        c_null_char, c_null_ptr, c_ptr
    use, intrinsic :: iso_fortran_env, only: int64
    use closeranks, only: closeranks_comm_f2c, closeranks_finish
    use closeranks_store, only: closeranks_datatype_f2c, closeranks_length, closeranks_set_errors, &
        CLOSERANKS_ERR_RANK_LOST, &
        CLOSERANKS_ERR_STORAGE, &
        CLOSERANKS_ERR_ROLLED_BACK, &
        CLOSERANKS_ERR_NO_PROCESS, &
        CLOSERANKS_ERR_RULE_BROKEN
    use mpi_f08, only: MPI_Comm, MPI_COUNT_KIND, MPI_Datatype, MPI_ERR_BUFFER
    implicit none
    private

    ! Those of the module closeranks_store.
    public :: CLOSERANKS_ERR_RANK_LOST
    public :: CLOSERANKS_ERR_STORAGE
    public :: CLOSERANKS_ERR_ROLLED_BACK
    public :: CLOSERANKS_ERR_NO_PROCESS
    public :: CLOSERANKS_ERR_RULE_BROKEN

    ! The default limit of a log, in bytes of messages: 64 MiB.
    integer(MPI_COUNT_KIND), parameter, public :: CLOSERANKS_LOCAL_LOG = 67108864_MPI_COUNT_KIND

    ! Messages and checkpoints of the ranks of a communicator.
    type, public :: closeranks_local_handle
        private
        type(c_ptr) :: address = c_null_ptr
    end type

    public :: closeranks_local_create
    public :: closeranks_local_member
    public :: closeranks_local_use_thread
    public :: closeranks_local_free
    public :: closeranks_local_start
    public :: closeranks_local_send
    public :: closeranks_local_receive
    public :: closeranks_local_poll
    public :: closeranks_local_commit
    public :: closeranks_local_enter_collective
    public :: closeranks_local_leave_collective
    public :: closeranks_local_finish
    public :: closeranks_local_recoveries
    public :: closeranks_local_explain

    interface closeranks_local_create
        procedure local_create_mpi, local_create_f08
    end interface
    interface closeranks_local_member
        procedure local_member_mpi, local_member_f08, local_member_mpi_small, &
            local_member_f08_small
    end interface
    interface closeranks_local_send
        procedure local_send_mpi, local_send_f08, local_send_mpi_small, local_send_f08_small
    end interface
    interface closeranks_local_receive
        procedure local_receive_mpi, local_receive_f08, local_receive_mpi_small, &
            local_receive_f08_small
    end interface

    interface
        integer(c_int) function c_local_create(comm, where, log_bytes, local) bind(c, &
            name='closeranks_local_create')
            import :: c_char, c_int, c_long_long, c_ptr
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            integer(c_long_long), value :: log_bytes
            type(c_ptr), intent(inout) :: local
        end function
        integer(c_int) function c_local_member(local, id, data, count, datatype) bind(c, &
            name='closeranks_local_member')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: local
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
        end function
        integer(c_int) function c_local_use_thread(local) bind(c, &
            name='closeranks_local_use_thread')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_local_free(local) bind(c, name='closeranks_local_free')
            import :: c_int, c_ptr
            type(c_ptr), intent(inout) :: local
        end function
        integer(c_int) function c_local_start(local, stamp) bind(c, name='closeranks_local_start')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: local
            integer(c_long_long), intent(inout) :: stamp
        end function
        integer(c_int) function c_local_send(local, to, tag, data, count, datatype) bind(c, &
            name='closeranks_local_send')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: local
            integer(c_int), value :: to
            integer(c_int), value :: tag
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
        end function
        integer(c_int) function c_local_receive(local, from, tag, data, count, datatype, got) &
            bind(c, name='closeranks_local_receive')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: local
            integer(c_int), value :: from
            integer(c_int), value :: tag
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_local_poll(local) bind(c, name='closeranks_local_poll')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_local_commit(local, stamp) bind(c, &
            name='closeranks_local_commit')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: local
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_local_enter_collective(local) bind(c, &
            name='closeranks_local_enter_collective')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_local_leave_collective(local) bind(c, &
            name='closeranks_local_leave_collective')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_local_finish(local) bind(c, name='closeranks_local_finish')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
        integer(c_int) function c_local_recoveries(local, count) bind(c, &
            name='closeranks_local_recoveries')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
            integer(c_int), intent(inout) :: count
        end function
        type(c_ptr) function c_local_explain(local) bind(c, name='closeranks_local_explain')
            import :: c_int, c_ptr
            type(c_ptr), value :: local
        end function
    end interface

contains

    ! Makes an object.
    subroutine local_create_mpi(comm, where, log_bytes, local, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        integer(MPI_COUNT_KIND), intent(in) :: log_bytes
        type(closeranks_local_handle), intent(out) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_create(closeranks_comm_f2c(comm), trim(where)//c_null_char, log_bytes, &
            local%address)
        call closeranks_set_errors()
        call closeranks_finish('closeranks_local_create', code, ierror)
    end subroutine

    subroutine local_create_f08(comm, where, log_bytes, local, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        integer(MPI_COUNT_KIND), intent(in) :: log_bytes
        type(closeranks_local_handle), intent(out) :: local
        integer, intent(out), optional :: ierror
        call local_create_mpi(comm%MPI_VAL, where, log_bytes, local, ierror)
    end subroutine

    ! Adds a member to later checkpoints.
    subroutine local_member_mpi(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_local_member(local%address, id, c_loc(data), count, &
            closeranks_datatype_f2c(datatype))
        call closeranks_finish('closeranks_local_member', code, ierror)
    end subroutine

    subroutine local_member_f08(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_member_mpi(local, id, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine local_member_mpi_small(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_member_mpi(local, id, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    subroutine local_member_f08_small(local, id, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_member_f08(local, id, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    ! From now on a thread of the object takes part in recoveries.
    subroutine closeranks_local_use_thread(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_use_thread(local%address)
        call closeranks_finish('closeranks_local_use_thread', code, ierror)
    end subroutine

    ! Ends an object.
    subroutine closeranks_local_free(local, ierror)
        type(closeranks_local_handle), intent(inout) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_free(local%address)
        call closeranks_set_errors()
        call closeranks_finish('closeranks_local_free', code, ierror)
    end subroutine

    ! The resume point: here the work begins, and begins again after CLOSERANKS_ERR_ROLLED_BACK.
    subroutine closeranks_local_start(local, stamp, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer(int64), intent(out) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        stamp = 0
        code = c_local_start(local%address, stamp)
        call closeranks_finish('closeranks_local_start', code, ierror)
    end subroutine

    ! Sends a message.
    subroutine local_send_mpi(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to
        integer, intent(in) :: tag
        type(*), dimension(..), intent(in), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_local_send(local%address, to, tag, c_loc(data), count, &
            closeranks_datatype_f2c(datatype))
        call closeranks_finish('closeranks_local_send', code, ierror)
    end subroutine

    subroutine local_send_f08(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to
        integer, intent(in) :: tag
        type(*), dimension(..), intent(in), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_send_mpi(local, to, tag, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine local_send_mpi_small(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to
        integer, intent(in) :: tag
        type(*), dimension(..), intent(in), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_send_mpi(local, to, tag, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    subroutine local_send_f08_small(local, to, tag, data, count, datatype, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: to
        integer, intent(in) :: tag
        type(*), dimension(..), intent(in), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call local_send_f08(local, to, tag, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    ! Waits for the next message of a rank with a tag: the first message that was not received yet,
    ! in the order of sending.
    subroutine local_receive_mpi(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from
        integer, intent(in) :: tag
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out), optional :: got
        integer, intent(out), optional :: ierror
        integer :: code
        integer(c_long_long) :: got_in_c
        got_in_c = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_local_receive(local%address, from, tag, c_loc(data), &
            count, closeranks_datatype_f2c(datatype), got_in_c)
        if (present(got)) got = got_in_c
        call closeranks_finish('closeranks_local_receive', code, ierror)
    end subroutine

    subroutine local_receive_f08(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from
        integer, intent(in) :: tag
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out), optional :: got
        integer, intent(out), optional :: ierror
        call local_receive_mpi(local, from, tag, data, count, datatype%MPI_VAL, got, ierror)
    end subroutine

    subroutine local_receive_mpi_small(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from
        integer, intent(in) :: tag
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call local_receive_mpi(local, from, tag, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        if (present(got)) got = int(got_large)
    end subroutine

    subroutine local_receive_f08_small(local, from, tag, data, count, datatype, got, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(in) :: from
        integer, intent(in) :: tag
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call local_receive_f08(local, from, tag, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        if (present(got)) got = int(got_large)
    end subroutine

    ! For long computations: lets messages progress, and takes part in a recovery if a rank has
    ! failed, because the other ranks wait for it.
    subroutine closeranks_local_poll(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_poll(local%address)
        call closeranks_finish('closeranks_local_poll', code, ierror)
    end subroutine

    ! Takes a checkpoint, and forgets earlier messages.
    subroutine closeranks_local_commit(local, stamp, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_commit(local%address, stamp)
        call closeranks_finish('closeranks_local_commit', code, ierror)
    end subroutine

    ! The program calls collectives next: from here to closeranks_local_leave_collective() it may
    ! call all of MPI.
    subroutine closeranks_local_enter_collective(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_enter_collective(local%address)
        call closeranks_finish('closeranks_local_enter_collective', code, ierror)
    end subroutine

    ! The collectives have been called.
    subroutine closeranks_local_leave_collective(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_leave_collective(local%address)
        call closeranks_finish('closeranks_local_leave_collective', code, ierror)
    end subroutine

    ! Ends the work.
    subroutine closeranks_local_finish(local, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_local_finish(local%address)
        call closeranks_finish('closeranks_local_finish', code, ierror)
    end subroutine

    ! The number of recoveries during which this rank did not go back.
    subroutine closeranks_local_recoveries(local, count, ierror)
        type(closeranks_local_handle), intent(in) :: local
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_local_recoveries(local%address, count)
        call closeranks_finish('closeranks_local_recoveries', code, ierror)
    end subroutine

    ! Describes the latest error in one sentence.
    function closeranks_local_explain(local) result(text)
        type(closeranks_local_handle), intent(in) :: local
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        type(c_ptr) :: sentence
        integer :: i
        sentence = c_local_explain(local%address)
        call c_f_pointer(sentence, letters, [closeranks_length(sentence)])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function

end module closeranks_local
