! SPDX-License-Identifier: BSD-3-Clause
! The interface of closeranks for Fortran programs: closeranks.h for `use mpi_f08`, `use mpi`
! and mpif.h. Compile it with the program (docs/reference/c-api.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program. A communicator has
! the program's own type: type(MPI_Comm) or integer.
module closeranks
    use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char, c_ptr
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi_f08, only: MPI_Abort, MPI_Comm, MPI_COMM_WORLD, MPI_Error_string, MPI_Group, &
        MPI_GROUP_NULL, MPI_MAX_ERROR_STRING, MPI_SUCCESS
    implicit none
    private

    integer, parameter, public :: CLOSERANKS_IGNORE = 0, CLOSERANKS_ABORT = 1, CLOSERANKS_ERROR = 2
    integer, parameter, public :: CLOSERANKS_INITIAL = 0, CLOSERANKS_SURVIVOR = 1, &
        CLOSERANKS_RECOVERED = 2

    public :: closeranks_active, closeranks_missing_count, closeranks_missing_ranks, &
        closeranks_is_alive, closeranks_generation, closeranks_contributors, &
        closeranks_set_policy, closeranks_resume, closeranks_returning, &
        closeranks_replaced_ranks, closeranks_recoveries, closeranks_horizon_from_group, &
        closeranks_get_version
    ! For the modules closeranks_store and closeranks_local.
    public :: closeranks_finish, closeranks_comm_f2c

    interface closeranks_missing_count
        procedure missing_count, missing_count_f08
    end interface
    interface closeranks_missing_ranks
        procedure missing_ranks, missing_ranks_f08
    end interface
    interface closeranks_is_alive
        procedure is_alive, is_alive_f08
    end interface
    interface closeranks_generation
        procedure generation, generation_f08
    end interface
    interface closeranks_contributors
        procedure contributors, contributors_f08
    end interface
    interface closeranks_set_policy
        procedure set_policy, set_policy_f08
    end interface
    interface closeranks_horizon_from_group
        procedure horizon_from_group, horizon_from_group_f08
    end interface

    interface
        ! Open MPI's handles are addresses in C.
        type(c_ptr) function closeranks_comm_f2c(comm) bind(c, name='MPI_Comm_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: comm
        end function
        type(c_ptr) function group_f2c(group) bind(c, name='MPI_Group_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: group
        end function
        integer(c_int) function group_c2f(group) bind(c, name='MPI_Group_c2f')
            import :: c_ptr, c_int
            type(c_ptr), value :: group
        end function
        integer(c_int) function c_active(flag) bind(c, name='closeranks_active')
            import :: c_int
            integer(c_int), intent(out) :: flag
        end function
        integer(c_int) function c_missing_count(comm, count) &
            bind(c, name='closeranks_missing_count')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_missing_ranks(comm, max, ranks, count) &
            bind(c, name='closeranks_missing_ranks')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_is_alive(comm, rank, flag) bind(c, name='closeranks_is_alive')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
            integer(c_int), value :: rank
            integer(c_int), intent(inout) :: flag
        end function
        integer(c_int) function c_generation(comm, generation) &
            bind(c, name='closeranks_generation')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
            integer(c_int), intent(out) :: generation
        end function
        integer(c_int) function c_contributors(comm, count) bind(c, name='closeranks_contributors')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_set_policy(comm, function, policy) &
            bind(c, name='closeranks_set_policy')
            import :: c_ptr, c_int, c_char
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: function(*)
            integer(c_int), value :: policy
        end function
        integer(c_int) function c_resume(role) bind(c, name='closeranks_resume')
            import :: c_int
            integer(c_int), intent(out) :: role
        end function
        integer(c_int) function c_returning(flag) bind(c, name='closeranks_returning')
            import :: c_int
            integer(c_int), intent(out) :: flag
        end function
        integer(c_int) function c_replaced_ranks(max, ranks, count) &
            bind(c, name='closeranks_replaced_ranks')
            import :: c_int
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_get_version(major, minor, patch) bind(c, name='closeranks_get_version')
            import :: c_int
            integer(c_int), intent(out) :: major, minor, patch
        end function
        integer(c_int) function c_recoveries(count) bind(c, name='closeranks_recoveries')
            import :: c_int
            integer(c_int), intent(out) :: count
        end function
        integer(c_int) function c_horizon_from_group(group, living) &
            bind(c, name='closeranks_horizon_from_group')
            import :: c_int, c_ptr
            type(c_ptr), value :: group
            type(c_ptr), intent(inout) :: living
        end function
    end interface

contains

    ! Hands `code` out; without `ierror` an error ends the program.
    subroutine closeranks_finish(name, code, ierror)
        character(len=*), intent(in) :: name
        integer, intent(in) :: code
        integer, intent(out), optional :: ierror
        character(len=MPI_MAX_ERROR_STRING) :: text
        integer :: length
        if (present(ierror)) then
            ierror = code
        else if (code /= MPI_SUCCESS) then
            call MPI_Error_string(code, text, length)
            write (error_unit, '(3a)') name, ': ', text(:length)
            flush (error_unit) ! MPI_Abort does not
            call MPI_Abort(MPI_COMM_WORLD, 1)
        end if
    end subroutine

    subroutine closeranks_active(flag, ierror)
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: number
        call closeranks_finish('closeranks_active', c_active(number), ierror)
        flag = number /= 0
    end subroutine

    subroutine missing_count(comm, count, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_missing_count', &
            c_missing_count(closeranks_comm_f2c(comm), count), ierror)
    end subroutine

    subroutine missing_count_f08(comm, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call missing_count(comm%MPI_VAL, count, ierror)
    end subroutine

    subroutine missing_ranks(comm, max, ranks, count, ierror)
        integer, intent(in) :: comm, max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_missing_ranks', &
            c_missing_ranks(closeranks_comm_f2c(comm), max, ranks, count), ierror)
    end subroutine

    subroutine missing_ranks_f08(comm, max, ranks, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call missing_ranks(comm%MPI_VAL, max, ranks, count, ierror)
    end subroutine

    subroutine is_alive(comm, rank, flag, ierror)
        integer, intent(in) :: comm, rank
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: number
        number = 0 ! an error may leave it unset
        call closeranks_finish('closeranks_is_alive', &
            c_is_alive(closeranks_comm_f2c(comm), rank, number), ierror)
        flag = number /= 0
    end subroutine

    subroutine is_alive_f08(comm, rank, flag, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: rank
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        call is_alive(comm%MPI_VAL, rank, flag, ierror)
    end subroutine

    subroutine generation(comm, number, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: number
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_generation', &
            c_generation(closeranks_comm_f2c(comm), number), ierror)
    end subroutine

    subroutine generation_f08(comm, number, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: number
        integer, intent(out), optional :: ierror
        call generation(comm%MPI_VAL, number, ierror)
    end subroutine

    subroutine contributors(comm, count, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_contributors', &
            c_contributors(closeranks_comm_f2c(comm), count), ierror)
    end subroutine

    subroutine contributors_f08(comm, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call contributors(comm%MPI_VAL, count, ierror)
    end subroutine

    subroutine set_policy(comm, function, policy, ierror)
        integer, intent(in) :: comm, policy
        character(len=*), intent(in) :: function
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_set_policy', &
            c_set_policy(closeranks_comm_f2c(comm), trim(function)//c_null_char, policy), ierror)
    end subroutine

    subroutine set_policy_f08(comm, function, policy, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: function
        integer, intent(in) :: policy
        integer, intent(out), optional :: ierror
        call set_policy(comm%MPI_VAL, function, policy, ierror)
    end subroutine

    subroutine closeranks_resume(role, ierror)
        integer, intent(out) :: role
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_resume', c_resume(role), ierror)
    end subroutine

    subroutine closeranks_returning(flag, ierror)
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: number
        call closeranks_finish('closeranks_returning', c_returning(number), ierror)
        flag = number /= 0
    end subroutine

    subroutine closeranks_replaced_ranks(max, ranks, count, ierror)
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_replaced_ranks', c_replaced_ranks(max, ranks, count), &
            ierror)
    end subroutine

    subroutine closeranks_get_version(major, minor, patch, ierror)
        integer, intent(out) :: major, minor, patch
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_get_version', c_get_version(major, minor, patch), ierror)
    end subroutine

    subroutine closeranks_recoveries(count, ierror)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call closeranks_finish('closeranks_recoveries', c_recoveries(count), ierror)
    end subroutine

    subroutine horizon_from_group(group, living, ierror)
        integer, intent(in) :: group
        integer, intent(out) :: living
        integer, intent(out), optional :: ierror
        type(c_ptr) :: found
        integer :: code
        found = group_f2c(MPI_GROUP_NULL%MPI_VAL) ! an error leaves it unset
        code = c_horizon_from_group(group_f2c(group), found)
        living = group_c2f(found)
        call closeranks_finish('closeranks_horizon_from_group', code, ierror)
    end subroutine

    subroutine horizon_from_group_f08(group, living, ierror)
        type(MPI_Group), intent(in) :: group
        type(MPI_Group), intent(out) :: living
        integer, intent(out), optional :: ierror
        call horizon_from_group(group%MPI_VAL, living%MPI_VAL, ierror)
    end subroutine

end module closeranks
