! SPDX-License-Identifier: BSD-3-Clause
! Data that survive the process that had them: closeranks_store.h for `use mpi_f08`, `use mpi` and
! mpif.h. Compile it with the program, after closeranks.f90 (docs/reference/store.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program. Handles have the
! program's own types, and stamps are integer(int64). Data may have any type and rank, but no gaps.
! A member needs the attribute `target`, because the store keeps its address. `stamp=` says from
! which checkpoint data are restored; the default is the newest.
module closeranks_store
    use, intrinsic :: iso_c_binding, only: c_char, c_f_pointer, c_funptr, c_int, c_loc, c_long_long, &
        c_null_char, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int64
    use closeranks, only: comm_f2c => closeranks_comm_f2c, finish => closeranks_finish
    use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_ERR_BUFFER
    implicit none
    private

    integer(int64), parameter, public :: CLOSERANKS_NEWEST = -1_int64

    type, public :: closeranks_store_handle
        private
        type(c_ptr) :: address = c_null_ptr
    end type

    public :: closeranks_store_create, closeranks_store_move, closeranks_store_member, &
        closeranks_store_member_callbacks, closeranks_store_commit, closeranks_store_begin, &
        closeranks_store_complete, closeranks_store_drop, closeranks_store_read, &
        closeranks_store_missing, closeranks_store_newest, closeranks_store_stamps, &
        closeranks_store_sizes, closeranks_store_forget, closeranks_store_restore, &
        closeranks_store_restore_from, closeranks_store_restore_spread, closeranks_store_memory, &
        closeranks_store_explain, closeranks_store_free

    interface closeranks_store_create
        procedure create, create_f08
    end interface
    interface closeranks_store_move
        procedure move, move_f08
    end interface
    interface closeranks_store_read
        procedure read_own, read_own_f08
    end interface
    interface closeranks_store_member
        procedure member, member_f08
    end interface
    interface closeranks_store_restore_from
        procedure restore_from, restore_from_f08
    end interface
    interface closeranks_store_restore_spread
        procedure restore_spread, restore_spread_f08
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
        integer(c_int) function c_create(comm, where, store) bind(c, name='closeranks_store_create')
            import :: c_ptr, c_int, c_char
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            type(c_ptr), intent(out) :: store
        end function
        integer(c_int) function c_member(store, id, data, count, datatype) &
            bind(c, name='closeranks_store_member')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store, data, datatype
            integer(c_int), value :: id
            integer(c_long_long), value :: count
        end function
        integer(c_int) function c_move(comm, where, store) bind(c, name='closeranks_store_move')
            import :: c_ptr, c_int, c_char
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: where(*)
            type(c_ptr), intent(inout) :: store
        end function
        integer(c_int) function c_member_callbacks(store, id, size_of, save_it, load_it, context) &
            bind(c, name='closeranks_store_member_callbacks')
            import :: c_ptr, c_funptr, c_int
            type(c_ptr), value :: store, context
            integer(c_int), value :: id
            type(c_funptr), value :: size_of, save_it, load_it
        end function
        integer(c_int) function c_begin(store, stamp) bind(c, name='closeranks_store_begin')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_complete(store) bind(c, name='closeranks_store_complete')
            import :: c_ptr, c_int
            type(c_ptr), value :: store
        end function
        integer(c_int) function c_drop(store, stamp) bind(c, name='closeranks_store_drop')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_read(store, stamp, id, data, count, datatype, got) &
            bind(c, name='closeranks_store_read')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store, data, datatype
            integer(c_long_long), value :: stamp, count
            integer(c_int), value :: id
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_commit(store, stamp) bind(c, name='closeranks_store_commit')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_missing(store, max, ranks, count) &
            bind(c, name='closeranks_store_missing')
            import :: c_ptr, c_int
            type(c_ptr), value :: store
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_newest(store, stamp) bind(c, name='closeranks_store_newest')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), intent(out) :: stamp
        end function
        integer(c_int) function c_stamps(store, max, stamps, count) &
            bind(c, name='closeranks_store_stamps')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_int), value :: max
            integer(c_long_long), intent(inout) :: stamps(*)
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_sizes(store, stamp, rank, max, ids, bytes, count) &
            bind(c, name='closeranks_store_sizes')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
            integer(c_int), value :: rank, max
            integer(c_int), intent(inout) :: ids(*)
            integer(c_long_long), intent(inout) :: bytes(*)
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_forget(store, newer_than) bind(c, name='closeranks_store_forget')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: newer_than
        end function
        integer(c_int) function c_restore(store, stamp) bind(c, name='closeranks_store_restore')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), value :: stamp
        end function
        integer(c_int) function c_restore_from(store, stamp, rank, id, data, count, datatype, got) &
            bind(c, name='closeranks_store_restore_from_at')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store, data, datatype
            integer(c_long_long), value :: stamp, count
            integer(c_int), value :: rank, id
            integer(c_long_long), intent(inout) :: got
        end function
        integer(c_int) function c_restore_spread(store, stamp, rank, id, data, count, datatype, &
            first, got) bind(c, name='closeranks_store_restore_spread_at')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store, data, datatype
            integer(c_long_long), value :: stamp, count
            integer(c_int), value :: rank, id
            integer(c_long_long), intent(inout) :: first, got
        end function
        integer(c_int) function c_memory(store, bytes) bind(c, name='closeranks_store_memory')
            import :: c_ptr, c_int, c_long_long
            type(c_ptr), value :: store
            integer(c_long_long), intent(out) :: bytes
        end function
        type(c_ptr) function c_explain(store) bind(c, name='closeranks_store_explain')
            import :: c_ptr
            type(c_ptr), value :: store
        end function
        integer(c_int) function c_free(store) bind(c, name='closeranks_store_free')
            import :: c_ptr, c_int
            type(c_ptr), intent(inout) :: store
        end function
    end interface

contains

    subroutine create(comm, where, store, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(out) :: store
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_create', &
            c_create(comm_f2c(comm), trim(where)//c_null_char, store%address), ierror)
    end subroutine

    subroutine create_f08(comm, where, store, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(out) :: store
        integer, intent(out), optional :: ierror
        call create(comm%MPI_VAL, where, store, ierror)
    end subroutine

    subroutine member(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(out), optional :: ierror
        integer :: code
        code = MPI_ERR_BUFFER
        if (is_contiguous(data)) &
            code = c_member(store%address, id, c_loc(data), int(count, c_long_long), type_f2c(datatype))
        call finish('closeranks_store_member', code, ierror)
    end subroutine

    subroutine member_f08(store, id, data, count, datatype, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out), optional :: ierror
        call member(store, id, data, count, datatype%MPI_VAL, ierror)
    end subroutine

    subroutine move(comm, where, store, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_move', &
            c_move(comm_f2c(comm), trim(where)//c_null_char, store%address), ierror)
    end subroutine

    subroutine move_f08(comm, where, store, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: where
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        call move(comm%MPI_VAL, where, store, ierror)
    end subroutine

    ! Functions with bind(c), as closeranks_store.h has them.
    subroutine closeranks_store_member_callbacks(store, id, size_of, save_it, load_it, context, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: id
        type(c_funptr), intent(in) :: size_of, save_it, load_it
        type(c_ptr), intent(in) :: context
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_member_callbacks', &
            c_member_callbacks(store%address, id, size_of, save_it, load_it, context), ierror)
    end subroutine

    subroutine closeranks_store_begin(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_begin', c_begin(store%address, stamp), ierror)
    end subroutine

    subroutine closeranks_store_complete(store, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_complete', c_complete(store%address), ierror)
    end subroutine

    subroutine closeranks_store_drop(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_drop', c_drop(store%address, stamp), ierror)
    end subroutine

    subroutine read_own(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer :: code
        integer(c_long_long) :: got_in_c
        code = MPI_ERR_BUFFER
        got_in_c = 0
        if (is_contiguous(data)) &
            code = c_read(store%address, stamp, id, c_loc(data), int(count, c_long_long), &
                type_f2c(datatype), got_in_c)
        got = int(got_in_c)
        call finish('closeranks_store_read', code, ierror)
    end subroutine

    subroutine read_own_f08(store, stamp, id, data, count, datatype, got, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: id, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        call read_own(store, stamp, id, data, count, datatype%MPI_VAL, got, ierror)
    end subroutine

    subroutine closeranks_store_commit(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_commit', c_commit(store%address, stamp), ierror)
    end subroutine

    subroutine closeranks_store_missing(store, max, ranks, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_missing', c_missing(store%address, max, ranks, count), ierror)
    end subroutine

    subroutine closeranks_store_newest(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(out) :: stamp
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_newest', c_newest(store%address, stamp), ierror)
    end subroutine

    subroutine closeranks_store_stamps(store, max, stamps, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: max
        integer(int64), intent(inout) :: stamps(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_stamps', c_stamps(store%address, max, stamps, count), ierror)
    end subroutine

    subroutine closeranks_store_sizes(store, stamp, rank, max, ids, bytes, count, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(in) :: rank, max
        integer, intent(inout) :: ids(*)
        integer(int64), intent(inout) :: bytes(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_sizes', &
            c_sizes(store%address, stamp, rank, max, ids, bytes, count), ierror)
    end subroutine

    subroutine closeranks_store_forget(store, newer_than, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: newer_than
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_forget', c_forget(store%address, newer_than), ierror)
    end subroutine

    subroutine closeranks_store_restore(store, stamp, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(in) :: stamp
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_restore', c_restore(store%address, stamp), ierror)
    end subroutine

    integer(int64) function newest_unless(stamp)
        integer(int64), intent(in), optional :: stamp
        newest_unless = CLOSERANKS_NEWEST
        if (present(stamp)) newest_unless = stamp
    end function

    subroutine restore_from(store, rank, id, data, count, datatype, got, ierror, stamp)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank, id, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(int64), intent(in), optional :: stamp
        integer :: code
        integer(c_long_long) :: got_in_c
        code = MPI_ERR_BUFFER
        got_in_c = 0
        if (is_contiguous(data)) &
            code = c_restore_from(store%address, newest_unless(stamp), rank, id, c_loc(data), &
                int(count, c_long_long), type_f2c(datatype), got_in_c)
        got = int(got_in_c)
        call finish('closeranks_store_restore_from', code, ierror)
    end subroutine

    subroutine restore_from_f08(store, rank, id, data, count, datatype, got, ierror, stamp)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank, id, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(int64), intent(in), optional :: stamp
        call restore_from(store, rank, id, data, count, datatype%MPI_VAL, got, ierror, stamp)
    end subroutine

    subroutine restore_spread(store, rank, id, data, count, datatype, first, got, ierror, stamp)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank, id, count, datatype
        type(*), dimension(..), intent(inout), target :: data
        integer(int64), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(int64), intent(in), optional :: stamp
        integer :: code
        integer(c_long_long) :: got_in_c
        code = MPI_ERR_BUFFER
        first = 0
        got_in_c = 0
        if (is_contiguous(data)) &
            code = c_restore_spread(store%address, newest_unless(stamp), rank, id, c_loc(data), &
                int(count, c_long_long), type_f2c(datatype), first, got_in_c)
        got = int(got_in_c)
        call finish('closeranks_store_restore_spread', code, ierror)
    end subroutine

    subroutine restore_spread_f08(store, rank, id, data, count, datatype, first, got, ierror, stamp)
        type(closeranks_store_handle), intent(in) :: store
        integer, intent(in) :: rank, id, count
        type(*), dimension(..), intent(inout), target :: data
        type(MPI_Datatype), intent(in) :: datatype
        integer(int64), intent(out) :: first
        integer, intent(out) :: got
        integer, intent(out), optional :: ierror
        integer(int64), intent(in), optional :: stamp
        call restore_spread(store, rank, id, data, count, datatype%MPI_VAL, first, got, ierror, stamp)
    end subroutine

    subroutine closeranks_store_memory(store, bytes, ierror)
        type(closeranks_store_handle), intent(in) :: store
        integer(int64), intent(out) :: bytes
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_memory', c_memory(store%address, bytes), ierror)
    end subroutine

    function closeranks_store_explain(store) result(text)
        type(closeranks_store_handle), intent(in) :: store
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        type(c_ptr) :: sentence
        integer :: i
        sentence = c_explain(store%address)
        call c_f_pointer(sentence, letters, [length_of(sentence)])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function

    subroutine closeranks_store_free(store, ierror)
        type(closeranks_store_handle), intent(inout) :: store
        integer, intent(out), optional :: ierror
        call finish('closeranks_store_free', c_free(store%address), ierror)
    end subroutine

end module closeranks_store
