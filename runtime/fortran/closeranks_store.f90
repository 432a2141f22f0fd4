! SPDX-License-Identifier: BSD-3-Clause
! Generated from spec/api_store.json by generator/, do not edit.
!
! Checkpoints that survive failures: closeranks_store.h for `use mpi_f08`, `use mpi` and
! mpif.h. Compile it with the program, after closeranks.f90 (docs/reference/store.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program. Handles have the
! program's own types, and stamps are integer(int64). Data may have any type and rank, but no gaps.
! Numbers of elements are integers, or integer(MPI_COUNT_KIND). A member needs the attribute
! `target`, because the store keeps its address.
module closeranks_store
    use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_funptr, c_int, c_loc, c_long_long, &
        c_null_char, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int64
    use closeranks, only: closeranks_comm_f2c, closeranks_finish
    use mpi_f08, only: MPI_Comm, MPI_COUNT_KIND, MPI_Datatype, MPI_ERR_BUFFER, MPI_UNDEFINED
    implicit none
    private

    ! Stands for the stamp of the newest checkpoint.
    integer(int64), parameter, public :: CLOSERANKS_NEWEST = -1_int64

    ! Errors that MPI has no class for.
    integer, parameter, public :: CLOSERANKS_ERROR_RANK_LOST = 0
    integer, parameter, public :: CLOSERANKS_ERROR_STORAGE = 1
    integer, parameter, public :: CLOSERANKS_ERROR_ROLLED_BACK = 2
    integer, parameter, public :: CLOSERANKS_ERROR_NO_PROCESS = 3
    integer, parameter, public :: CLOSERANKS_ERROR_RULE_BROKEN = 4

    ! Their codes. They have their values from the first call on that makes a store, or an object of
    ! local recovery. Before that they are MPI_UNDEFINED.
    integer, protected, public :: CLOSERANKS_ERR_RANK_LOST = MPI_UNDEFINED
    integer, protected, public :: CLOSERANKS_ERR_STORAGE = MPI_UNDEFINED
    integer, protected, public :: CLOSERANKS_ERR_ROLLED_BACK = MPI_UNDEFINED
    integer, protected, public :: CLOSERANKS_ERR_NO_PROCESS = MPI_UNDEFINED
    integer, protected, public :: CLOSERANKS_ERR_RULE_BROKEN = MPI_UNDEFINED

    ! A store.
    type, public :: closeranks_store_handle
        private
        type(c_ptr) :: address = c_null_ptr
    end type

    public :: closeranks_error_code
    public :: closeranks_error_class
    public :: closeranks_store_create
    public :: closeranks_store_member
    public :: closeranks_store_member_callbacks
    public :: closeranks_store_move
    public :: closeranks_store_free
    public :: closeranks_store_commit
    public :: closeranks_store_begin
    public :: closeranks_store_complete
    public :: closeranks_store_forget
    public :: closeranks_store_drop
    public :: closeranks_store_restore
    public :: closeranks_store_read
    public :: closeranks_store_restore_from
    public :: closeranks_store_restore_from_at
    public :: closeranks_store_restore_spread
    public :: closeranks_store_restore_spread_at
    public :: closeranks_store_missing
    public :: closeranks_store_newest
    public :: closeranks_store_stamps
    public :: closeranks_store_sizes
    public :: closeranks_store_memory
    public :: closeranks_store_explain
    ! For the module closeranks_local.
    public :: closeranks_set_errors, closeranks_datatype_f2c, closeranks_length

    interface closeranks_store_create
        procedure store_create_mpi, store_create_f08
    end interface
    interface closeranks_store_member
        procedure store_member_mpi, store_member_f08, store_member_mpi_small, &
            store_member_f08_small
    end interface
    interface closeranks_store_move
        procedure store_move_mpi, store_move_f08
    end interface
    interface closeranks_store_read
        procedure store_read_mpi, store_read_f08, store_read_mpi_small, store_read_f08_small
    end interface
    interface closeranks_store_restore_from
        procedure store_restore_from_mpi, store_restore_from_f08, store_restore_from_mpi_small, &
            store_restore_from_f08_small
    end interface
    interface closeranks_store_restore_from_at
        procedure store_restore_from_at_mpi, store_restore_from_at_f08, &
            store_restore_from_at_mpi_small, store_restore_from_at_f08_small
    end interface
    interface closeranks_store_restore_spread
        procedure store_restore_spread_mpi, store_restore_spread_f08, &
            store_restore_spread_mpi_small, store_restore_spread_f08_small
    end interface
    interface closeranks_store_restore_spread_at
        procedure store_restore_spread_at_mpi, store_restore_spread_at_f08, &
            store_restore_spread_at_mpi_small, store_restore_spread_at_f08_small
    end interface

    interface
        ! Open MPI's handles are addresses in C.
        type(c_ptr) function closeranks_datatype_f2c(datatype) bind(c, name='MPI_Type_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: datatype
        end function
        integer(c_size_t) function closeranks_length(text) bind(c, name='strlen')
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
        end function
        integer(c_int) function c_error_code(error) bind(c, name='closeranks_error_code')
            import :: c_int
            integer(c_int), value :: error
        end function
        integer(c_int) function c_error_class(error) bind(c, name='closeranks_error_class')
            import :: c_int
            integer(c_int), value :: error
        end function
        integer(c_int) function c_store_create(comm, where, store) bind(c, &
            name='closeranks_store_create')
            import :: c_char, c_int, c_ptr
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            type(c_ptr), intent(inout) :: store
        end function
        integer(c_int) function c_store_member(store, id, data, count, datatype) bind(c, &
            name='closeranks_store_member')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
        end function
        integer(c_int) function c_store_member_callbacks(store, id, size, save, load, context) &
            bind(c, name='closeranks_store_member_callbacks')
            import :: c_funptr, c_int, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: id
            type(c_funptr), value :: size
            type(c_funptr), value :: save
            type(c_funptr), value :: load
            type(c_ptr), value :: context
        end function
        integer(c_int) function c_store_move(comm, where, store) bind(c, &
            name='closeranks_store_move')
            import :: c_char, c_int, c_ptr
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            type(c_ptr), intent(inout) :: store
        end function
        integer(c_int) function c_store_free(store) bind(c, name='closeranks_store_free')
            import :: c_int, c_ptr
            type(c_ptr), intent(inout) :: store
        end function
        integer(c_int) function c_store_commit(store, stamp) bind(c, &
            name='closeranks_store_commit')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_store_begin(store, stamp) bind(c, name='closeranks_store_begin')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_store_complete(store) bind(c, name='closeranks_store_complete')
            import :: c_int, c_ptr
            type(c_ptr), value :: store
        end function
        integer(c_int) function c_store_forget(store, newer_than) bind(c, &
            name='closeranks_store_forget')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: newer_than
        end function
        integer(c_int) function c_store_drop(store, stamp) bind(c, name='closeranks_store_drop')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_store_restore(store, stamp) bind(c, &
            name='closeranks_store_restore')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_store_read(store, stamp, id, data, count, datatype, got) bind(c, &
            name='closeranks_store_read')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_store_restore_from(store, rank, id, data, count, datatype, got) &
            bind(c, name='closeranks_store_restore_from')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: rank
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_store_restore_from_at(store, stamp, rank, id, data, count, &
            datatype, got) bind(c, name='closeranks_store_restore_from_at')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
            integer(c_int), value :: rank
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_store_restore_spread(store, rank, id, data, count, datatype, &
            first, got) bind(c, name='closeranks_store_restore_spread')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: rank
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: first
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_store_restore_spread_at(store, stamp, rank, id, data, count, &
            datatype, first, got) bind(c, name='closeranks_store_restore_spread_at')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
            integer(c_int), value :: rank
            integer(c_int), value :: id
            type(c_ptr), value :: data
            integer(c_long_long), value :: count
            type(c_ptr), value :: datatype
            integer(c_long_long), intent(inout) :: first
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_store_missing(store, max, ranks, count) bind(c, &
            name='closeranks_store_missing')
            import :: c_int, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_store_newest(store, stamp) bind(c, &
            name='closeranks_store_newest')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), intent(inout) :: stamp
        end function
        integer(c_int) function c_store_stamps(store, max, stamps, count) bind(c, &
            name='closeranks_store_stamps')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_int), value :: max
            integer(c_long_long), intent(inout) :: stamps(*)
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_store_sizes(store, stamp, rank, max, ids, bytes, count) bind(c, &
            name='closeranks_store_sizes')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
            integer(c_int), value :: rank
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ids(*)
            integer(c_long_long), intent(inout) :: bytes(*)
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_store_memory(store, bytes) bind(c, &
            name='closeranks_store_memory')
            import :: c_int, c_long_long, c_ptr
            type(c_ptr), value :: store
            integer(c_long_long), intent(inout) :: bytes
        end function
        type(c_ptr) function c_store_explain(store) bind(c, name='closeranks_store_explain')
            import :: c_int, c_ptr
            type(c_ptr), value :: store
        end function
    end interface

contains

    subroutine closeranks_set_errors()
        CLOSERANKS_ERR_RANK_LOST = closeranks_error_code(CLOSERANKS_ERROR_RANK_LOST)
        CLOSERANKS_ERR_STORAGE = closeranks_error_code(CLOSERANKS_ERROR_STORAGE)
        CLOSERANKS_ERR_ROLLED_BACK = closeranks_error_code(CLOSERANKS_ERROR_ROLLED_BACK)
        CLOSERANKS_ERR_NO_PROCESS = closeranks_error_code(CLOSERANKS_ERROR_NO_PROCESS)
        CLOSERANKS_ERR_RULE_BROKEN = closeranks_error_code(CLOSERANKS_ERROR_RULE_BROKEN)
    end subroutine

    ! The code of an error, as functions return it.
    integer function closeranks_error_code(error)
        integer, intent(in) :: error
        closeranks_error_code = c_error_code(error)
    end function

    ! The class to which the code of an error belongs, as MPI_Error_class returns it.
    integer function closeranks_error_class(error)
        integer, intent(in) :: error
        closeranks_error_class = c_error_class(error)
    end function

    ! Makes a store.
    subroutine store_create_mpi(comm, where, store, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(out) :: store
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_create(closeranks_comm_f2c(comm), trim(where)//c_null_char, store%address)
        call closeranks_set_errors()
        call closeranks_finish('closeranks_store_create', code, ierror)
    end subroutine

    subroutine store_create_f08(comm, where, store, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(out) :: store
        integer, intent(out), optional :: ierror
        call store_create_mpi(comm%MPI_VAL, where, store, ierror)
    end subroutine

    ! Adds a member to later checkpoints.
    subroutine store_member_mpi(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_member(store%address, id, c_loc(data), count, &
            closeranks_datatype_f2c(datatype))
        call closeranks_finish('closeranks_store_member', code, ierror)
    end subroutine

    subroutine store_member_f08(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call store_member_mpi(store, id, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine store_member_mpi_small(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call store_member_mpi(store, id, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    subroutine store_member_f08_small(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call store_member_f08(store, id, data, int(count, MPI_COUNT_KIND), datatype, ierror)
    end subroutine

    ! Adds a member to later checkpoints that functions of the program turn into bytes and back.
    subroutine closeranks_store_member_callbacks(store, id, size, save, load, context, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(c_funptr), intent(in) :: size
        type(c_funptr), intent(in) :: save
        type(c_funptr), intent(in) :: load
        type(c_ptr), intent(in) :: context
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_member_callbacks(store%address, id, size, save, load, context)
        call closeranks_finish('closeranks_store_member_callbacks', code, ierror)
    end subroutine

    ! Moves a store to another communicator, in which other processes have taken the places of
    ! failed ones.
    subroutine store_move_mpi(comm, where, store, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_move(closeranks_comm_f2c(comm), trim(where)//c_null_char, store%address)
        call closeranks_set_errors()
        call closeranks_finish('closeranks_store_move', code, ierror)
    end subroutine

    subroutine store_move_f08(comm, where, store, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        call store_move_mpi(comm%MPI_VAL, where, store, ierror)
    end subroutine

    ! Ends a store; its files stay.
    subroutine closeranks_store_free(store, ierror)
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_free(store%address)
        call closeranks_set_errors()
        call closeranks_finish('closeranks_store_free', code, ierror)
    end subroutine

    ! Takes a checkpoint of all members of all live ranks.
    subroutine closeranks_store_commit(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_commit(store%address, stamp)
        call closeranks_finish('closeranks_store_commit', code, ierror)
    end subroutine

    ! Begins a checkpoint: copies the members of this rank, and has the copies sent while the
    ! program continues.
    subroutine closeranks_store_begin(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_begin(store%address, stamp)
        call closeranks_finish('closeranks_store_begin', code, ierror)
    end subroutine

    ! Completes the checkpoint that was begun: from here on it counts, at all ranks or at none.
    subroutine closeranks_store_complete(store, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_complete(store%address)
        call closeranks_finish('closeranks_store_complete', code, ierror)
    end subroutine

    ! Forgets all checkpoints that are newer than a given one, in memory and in files: that one is
    ! the newest then.
    subroutine closeranks_store_forget(store, newer_than, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: newer_than
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_forget(store%address, newer_than)
        call closeranks_finish('closeranks_store_forget', code, ierror)
    end subroutine

    ! Forgets one checkpoint, in memory and in files.
    subroutine closeranks_store_drop(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_drop(store%address, stamp)
        call closeranks_finish('closeranks_store_drop', code, ierror)
    end subroutine

    ! Writes this rank's data in a checkpoint into its members.
    subroutine closeranks_store_restore(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_store_restore(store%address, stamp)
        call closeranks_finish('closeranks_store_restore', code, ierror)
    end subroutine

    ! Reads a member of this rank from a checkpoint into any memory.
    subroutine store_read_mpi(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        got = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_read(store%address, stamp, id, c_loc(data), count, &
            closeranks_datatype_f2c(datatype), got)
        call closeranks_finish('closeranks_store_read', code, ierror)
    end subroutine

    subroutine store_read_f08(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        call store_read_mpi(store, stamp, id, data, count, datatype%MPI_VAL, got, ierror)
    end subroutine

    subroutine store_read_mpi_small(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_read_mpi(store, stamp, id, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        got = int(got_large)
    end subroutine

    subroutine store_read_f08_small(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_read_f08(store, stamp, id, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        got = int(got_large)
    end subroutine

    ! Gets a member of any rank, live or failed, from the newest checkpoint.
    subroutine store_restore_from_mpi(store, rank, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        got = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_restore_from(store%address, rank, id, c_loc(data), &
            count, closeranks_datatype_f2c(datatype), got)
        call closeranks_finish('closeranks_store_restore_from', code, ierror)
    end subroutine

    subroutine store_restore_from_f08(store, rank, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        call store_restore_from_mpi(store, rank, id, data, count, datatype%MPI_VAL, got, ierror)
    end subroutine

    subroutine store_restore_from_mpi_small(store, rank, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_from_mpi(store, rank, id, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        got = int(got_large)
    end subroutine

    subroutine store_restore_from_f08_small(store, rank, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_from_f08(store, rank, id, data, int(count, MPI_COUNT_KIND), datatype, &
            got_large, ierror)
        got = int(got_large)
    end subroutine

    ! As closeranks_store_restore_from(), from any checkpoint that is kept.
    subroutine store_restore_from_at_mpi(store, stamp, rank, id, data, count, datatype, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        got = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_restore_from_at(store%address, stamp, rank, id, &
            c_loc(data), count, closeranks_datatype_f2c(datatype), got)
        call closeranks_finish('closeranks_store_restore_from_at', code, ierror)
    end subroutine

    subroutine store_restore_from_at_f08(store, stamp, rank, id, data, count, datatype, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        call store_restore_from_at_mpi(store, stamp, rank, id, data, count, datatype%MPI_VAL, got, &
            ierror)
    end subroutine

    subroutine store_restore_from_at_mpi_small(store, stamp, rank, id, data, count, datatype, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_from_at_mpi(store, stamp, rank, id, data, int(count, MPI_COUNT_KIND), &
            datatype, got_large, ierror)
        got = int(got_large)
    end subroutine

    subroutine store_restore_from_at_f08_small(store, stamp, rank, id, data, count, datatype, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_from_at_f08(store, stamp, rank, id, data, int(count, MPI_COUNT_KIND), &
            datatype, got_large, ierror)
        got = int(got_large)
    end subroutine

    ! Deals out a member of one rank to the live ranks in equal shares, in their order.
    subroutine store_restore_spread_mpi(store, rank, id, data, count, datatype, first, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        first = 0
        got = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_restore_spread(store%address, rank, id, &
            c_loc(data), count, closeranks_datatype_f2c(datatype), first, got)
        call closeranks_finish('closeranks_store_restore_spread', code, ierror)
    end subroutine

    subroutine store_restore_spread_f08(store, rank, id, data, count, datatype, first, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        call store_restore_spread_mpi(store, rank, id, data, count, datatype%MPI_VAL, first, got, &
            ierror)
    end subroutine

    subroutine store_restore_spread_mpi_small(store, rank, id, data, count, datatype, first, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_spread_mpi(store, rank, id, data, int(count, MPI_COUNT_KIND), datatype, &
            first, got_large, ierror)
        got = int(got_large)
    end subroutine

    subroutine store_restore_spread_f08_small(store, rank, id, data, count, datatype, first, got, &
        ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_spread_f08(store, rank, id, data, int(count, MPI_COUNT_KIND), datatype, &
            first, got_large, ierror)
        got = int(got_large)
    end subroutine

    ! As closeranks_store_restore_spread(), from any checkpoint that is kept.
    subroutine store_restore_spread_at_mpi(store, stamp, rank, id, data, count, datatype, first, &
        got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        first = 0
        got = 0
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) code = c_store_restore_spread_at(store%address, stamp, rank, id, &
            c_loc(data), count, closeranks_datatype_f2c(datatype), first, got)
        call closeranks_finish('closeranks_store_restore_spread_at', code, ierror)
    end subroutine

    subroutine store_restore_spread_at_f08(store, stamp, rank, id, data, count, datatype, first, &
        got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer(MPI_COUNT_KIND), intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer(MPI_COUNT_KIND), intent(out) :: got
        integer, intent(out), optional :: ierror
        call store_restore_spread_at_mpi(store, stamp, rank, id, data, count, datatype%MPI_VAL, &
            first, got, ierror)
    end subroutine

    subroutine store_restore_spread_at_mpi_small(store, stamp, rank, id, data, count, datatype, &
        first, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        integer, intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_spread_at_mpi(store, stamp, rank, id, data, int(count, MPI_COUNT_KIND), &
            datatype, first, got_large, ierror)
        got = int(got_large)
    end subroutine

    subroutine store_restore_spread_at_f08_small(store, stamp, rank, id, data, count, datatype, &
        first, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: id
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(in) :: count
        type(MPI_Datatype), intent(in) :: datatype
        integer(MPI_COUNT_KIND), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(MPI_COUNT_KIND) :: got_large
        call store_restore_spread_at_f08(store, stamp, rank, id, data, int(count, MPI_COUNT_KIND), &
            datatype, first, got_large, ierror)
        got = int(got_large)
    end subroutine

    ! The failed ranks, as the latest commit has found.
    subroutine closeranks_store_missing(store, max, ranks, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_store_missing(store%address, max, ranks, count)
        call closeranks_finish('closeranks_store_missing', code, ierror)
    end subroutine

    ! The newest checkpoint.
    subroutine closeranks_store_newest(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(out) :: stamp
        integer, intent(out), optional :: ierror
        integer :: code
        stamp = 0
        code = c_store_newest(store%address, stamp)
        call closeranks_finish('closeranks_store_newest', code, ierror)
    end subroutine

    ! The checkpoints that are kept, in memory, in files, or in both.
    subroutine closeranks_store_stamps(store, max, stamps, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: max
        integer(int64), intent(inout) :: stamps(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_store_stamps(store%address, max, stamps, count)
        call closeranks_finish('closeranks_store_stamps', code, ierror)
    end subroutine

    ! The members of a rank in a checkpoint, and their sizes.
    subroutine closeranks_store_sizes(store, stamp, rank, max, ids, bytes, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank
        integer, intent(in) :: max
        integer, intent(inout) :: ids(*)
        integer(MPI_COUNT_KIND), intent(inout) :: bytes(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_store_sizes(store%address, stamp, rank, max, ids, bytes, count)
        call closeranks_finish('closeranks_store_sizes', code, ierror)
    end subroutine

    ! The memory of the checkpoints at this process: its own data, and the data that it holds for
    ! other ranks.
    subroutine closeranks_store_memory(store, bytes, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(MPI_COUNT_KIND), intent(out) :: bytes
        integer, intent(out), optional :: ierror
        integer :: code
        bytes = 0
        code = c_store_memory(store%address, bytes)
        call closeranks_finish('closeranks_store_memory', code, ierror)
    end subroutine

    ! Describes the latest error in one sentence.
    function closeranks_store_explain(store) result(text)
        type(closeranks_store_handle), intent(in) :: store
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        type(c_ptr) :: sentence
        integer :: i
        sentence = c_store_explain(store%address)
        call c_f_pointer(sentence, letters, [closeranks_length(sentence)])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function

end module closeranks_store
