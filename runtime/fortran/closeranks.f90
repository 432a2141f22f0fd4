! SPDX-License-Identifier: BSD-3-Clause
! Generated from spec/api.json by generator/, do not edit.
!
! The functions by which a program queries and controls closeranks: closeranks.h for `use mpi_f08`,
! `use mpi` and mpif.h. Compile it with the program (docs/reference/c-api.md).
!
! Each subroutine is the C function of its name, with the same arguments. `ierror` takes the place
! of the C function's return value. Without `ierror` an error ends the program. A communicator has
! the program's own type: type(MPI_Comm) or integer. A procedure of the program is an optional
! argument in place of a pointer that may be NULL, and has no `context`.
module closeranks
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_f_pointer, c_funloc, c_funptr, c_int, &
        c_loc, c_long_long, c_null_char, c_null_funptr, c_null_ptr, c_ptr
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi_f08, only: MPI_Abort, MPI_Comm, MPI_COMM_WORLD, MPI_COUNT_KIND, MPI_Error_string, &
        MPI_Group, MPI_GROUP_NULL, MPI_MAX_ERROR_STRING, MPI_SUCCESS
    implicit none
    private

    ! The action of a call when the rank that it needs, or a contribution to its result, is missing
    ! (docs/reference/policies.md).
    ! the call does nothing, and succeeds
    integer, parameter, public :: CLOSERANKS_POLICY_IGNORE = 0
    ! the call ends the program
    integer, parameter, public :: CLOSERANKS_POLICY_ABORT = 1
    ! the call raises the communicator's error handler with MPIX_ERR_PROC_FAILED
    integer, parameter, public :: CLOSERANKS_POLICY_ERROR = 2
    ! The role of a process after the resume point.
    ! no rank was recovered: the process continues
    integer, parameter, public :: CLOSERANKS_ROLE_INITIAL = 0
    ! ranks were recovered: the process goes back to the latest checkpoint
    integer, parameter, public :: CLOSERANKS_ROLE_SURVIVOR = 1
    ! a replacement process: it has only the data of checkpoints
    integer, parameter, public :: CLOSERANKS_ROLE_RECOVERED = 2

    ! Deprecated names.
    integer, parameter, public :: CLOSERANKS_IGNORE = CLOSERANKS_POLICY_IGNORE
    integer, parameter, public :: CLOSERANKS_ABORT = CLOSERANKS_POLICY_ABORT
    integer, parameter, public :: CLOSERANKS_ERROR = CLOSERANKS_POLICY_ERROR
    integer, parameter, public :: CLOSERANKS_INITIAL = CLOSERANKS_ROLE_INITIAL
    integer, parameter, public :: CLOSERANKS_SURVIVOR = CLOSERANKS_ROLE_SURVIVOR
    integer, parameter, public :: CLOSERANKS_RECOVERED = CLOSERANKS_ROLE_RECOVERED

    public :: closeranks_get_version
    public :: closeranks_active
    public :: closeranks_query_thread
    public :: closeranks_missing_count
    public :: closeranks_missing_ranks
    public :: closeranks_is_alive
    public :: closeranks_generation
    public :: closeranks_contributors
    public :: closeranks_collectives
    public :: closeranks_await_failure
    public :: closeranks_on_repair
    public :: closeranks_set_policy
    public :: closeranks_resume
    public :: closeranks_on_resume
    public :: closeranks_returning
    public :: closeranks_replaced_ranks
    public :: closeranks_recoveries
    public :: closeranks_horizon_from_group
    public :: closeranks_resume_function
    public :: closeranks_repair_function
    ! What procedures of the program get, also where that uses the module mpi.
    public :: MPI_Comm
    ! For the modules closeranks_store and closeranks_local.
    public :: closeranks_finish, closeranks_comm_f2c

    interface closeranks_missing_count
        procedure missing_count_mpi, missing_count_f08
    end interface
    interface closeranks_missing_ranks
        procedure missing_ranks_mpi, missing_ranks_f08
    end interface
    interface closeranks_is_alive
        procedure is_alive_mpi, is_alive_f08
    end interface
    interface closeranks_generation
        procedure generation_mpi, generation_f08
    end interface
    interface closeranks_contributors
        procedure contributors_mpi, contributors_f08
    end interface
    interface closeranks_set_policy
        procedure set_policy_mpi, set_policy_f08
    end interface
    interface closeranks_horizon_from_group
        procedure horizon_from_group_mpi, horizon_from_group_f08
    end interface

    abstract interface
        ! Called by a closeranks_resume() that has recovered ranks, before it returns. It may
        ! communicate, because it is called at all ranks, the recovered ones included.
        subroutine closeranks_resume_function(role)
            import :: MPI_Comm
            integer, intent(in) :: role
        end subroutine
        ! Called by the collective that has repaired a communicator, before it returns, and for each
        ! other communicator that it has repaired with that one. It must not communicate.
        subroutine closeranks_repair_function(comm, generation)
            import :: MPI_Comm
            type(MPI_Comm), intent(in) :: comm
            integer, intent(in) :: generation
        end subroutine
    end interface

    ! A procedure of the program, as the context of `call_resume_function`. It stays when another one
    ! replaces it, because a thread may be calling it.
    type resume_function_box
        procedure(closeranks_resume_function), pointer, nopass :: procedure => null()
    end type
    ! A procedure of the program, as the context of `call_repair_function`. It stays when another one
    ! replaces it, because a thread may be calling it.
    type repair_function_box
        procedure(closeranks_repair_function), pointer, nopass :: procedure => null()
    end type

    interface
        ! Open MPI's handles are addresses in C.
        type(c_ptr) function closeranks_comm_f2c(comm) bind(c, name='MPI_Comm_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: comm
        end function
        integer(c_int) function closeranks_comm_c2f(comm) bind(c, name='MPI_Comm_c2f')
            import :: c_ptr, c_int
            type(c_ptr), value :: comm
        end function
        type(c_ptr) function closeranks_group_f2c(group) bind(c, name='MPI_Group_f2c')
            import :: c_ptr, c_int
            integer(c_int), value :: group
        end function
        integer(c_int) function closeranks_group_c2f(group) bind(c, name='MPI_Group_c2f')
            import :: c_ptr, c_int
            type(c_ptr), value :: group
        end function
        integer(c_int) function c_get_version(major, minor, patch) bind(c, &
            name='closeranks_get_version')
            import :: c_int
            integer(c_int), intent(inout) :: major
            integer(c_int), intent(inout) :: minor
            integer(c_int), intent(inout) :: patch
        end function
        integer(c_int) function c_active(flag) bind(c, name='closeranks_active')
            import :: c_int
            integer(c_int), intent(inout) :: flag
        end function
        integer(c_int) function c_query_thread(level) bind(c, name='closeranks_query_thread')
            import :: c_int
            integer(c_int), intent(inout) :: level
        end function
        integer(c_int) function c_missing_count(comm, count) bind(c, &
            name='closeranks_missing_count')
            import :: c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_missing_ranks(comm, max, ranks, count) bind(c, &
            name='closeranks_missing_ranks')
            import :: c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_is_alive(comm, rank, flag) bind(c, name='closeranks_is_alive')
            import :: c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), value :: rank
            integer(c_int), intent(inout) :: flag
        end function
        integer(c_int) function c_generation(comm, generation) bind(c, &
            name='closeranks_generation')
            import :: c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), intent(inout) :: generation
        end function
        integer(c_int) function c_contributors(comm, count) bind(c, &
            name='closeranks_contributors')
            import :: c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_collectives(count) bind(c, name='closeranks_collectives')
            import :: c_int, c_long_long
            integer(c_long_long), intent(inout) :: count
        end function
        integer(c_int) function c_await_failure(seconds, told) bind(c, &
            name='closeranks_await_failure')
            import :: c_double, c_int
            real(c_double), value :: seconds
            integer(c_int), intent(inout) :: told
        end function
        integer(c_int) function c_on_repair(callback, context) bind(c, &
            name='closeranks_on_repair')
            import :: c_funptr, c_int, c_ptr
            type(c_funptr), value :: callback
            type(c_ptr), value :: context
        end function
        integer(c_int) function c_set_policy(comm, function, policy) bind(c, &
            name='closeranks_set_policy')
            import :: c_char, c_int, c_ptr
            type(c_ptr), value :: comm
            character(kind=c_char), intent(in) :: function(*)
            integer(c_int), value :: policy
        end function
        integer(c_int) function c_resume(role) bind(c, name='closeranks_resume')
            import :: c_int
            integer(c_int), intent(inout) :: role
        end function
        integer(c_int) function c_on_resume(callback, context) bind(c, &
            name='closeranks_on_resume')
            import :: c_funptr, c_int, c_ptr
            type(c_funptr), value :: callback
            type(c_ptr), value :: context
        end function
        integer(c_int) function c_returning(flag) bind(c, name='closeranks_returning')
            import :: c_int
            integer(c_int), intent(inout) :: flag
        end function
        integer(c_int) function c_replaced_ranks(max, ranks, count) bind(c, &
            name='closeranks_replaced_ranks')
            import :: c_int
            integer(c_int), value :: max
            integer(c_int), intent(inout) :: ranks(*)
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_recoveries(count) bind(c, name='closeranks_recoveries')
            import :: c_int
            integer(c_int), intent(inout) :: count
        end function
        integer(c_int) function c_horizon_from_group(group, living) bind(c, &
            name='closeranks_horizon_from_group')
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

    subroutine call_resume_function(role, context) bind(c, name='')
        integer(c_int), value :: role
        type(c_ptr), value :: context
        type(resume_function_box), pointer :: box
        call c_f_pointer(context, box)
        call box%procedure(role)
    end subroutine

    subroutine call_repair_function(comm, generation, context) bind(c, name='')
        type(c_ptr), value :: comm
        integer(c_int), value :: generation
        type(c_ptr), value :: context
        type(repair_function_box), pointer :: box
        call c_f_pointer(context, box)
        call box%procedure(MPI_Comm(closeranks_comm_c2f(comm)), generation)
    end subroutine

    ! The version of the library with which the program runs.
    subroutine closeranks_get_version(major, minor, patch, ierror)
        integer, intent(out) :: major
        integer, intent(out) :: minor
        integer, intent(out) :: patch
        integer, intent(out), optional :: ierror
        integer :: code
        major = 0
        minor = 0
        patch = 0
        code = c_get_version(major, minor, patch)
        call closeranks_finish('closeranks_get_version', code, ierror)
    end subroutine

    ! Whether this program is protected.
    subroutine closeranks_active(flag, ierror)
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: code
        integer(c_int) :: flag_in_c
        flag_in_c = 0
        code = c_active(flag_in_c)
        flag = flag_in_c /= 0
        call closeranks_finish('closeranks_active', code, ierror)
    end subroutine

    ! The level of thread support that holds also when a rank fails.
    subroutine closeranks_query_thread(level, ierror)
        integer, intent(out) :: level
        integer, intent(out), optional :: ierror
        integer :: code
        level = 0
        code = c_query_thread(level)
        call closeranks_finish('closeranks_query_thread', code, ierror)
    end subroutine

    ! The number of ranks that the collectives of a communicator have lost so far.
    subroutine missing_count_mpi(comm, count, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_missing_count(closeranks_comm_f2c(comm), count)
        call closeranks_finish('closeranks_missing_count', code, ierror)
    end subroutine

    subroutine missing_count_f08(comm, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call missing_count_mpi(comm%MPI_VAL, count, ierror)
    end subroutine

    ! The ranks that the collectives of a communicator have lost so far.
    subroutine missing_ranks_mpi(comm, max, ranks, count, ierror)
        integer, intent(in) :: comm
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_missing_ranks(closeranks_comm_f2c(comm), max, ranks, count)
        call closeranks_finish('closeranks_missing_ranks', code, ierror)
    end subroutine

    subroutine missing_ranks_f08(comm, max, ranks, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call missing_ranks_mpi(comm%MPI_VAL, max, ranks, count, ierror)
    end subroutine

    ! Whether this process takes a rank for alive.
    subroutine is_alive_mpi(comm, rank, flag, ierror)
        integer, intent(in) :: comm
        integer, intent(in) :: rank
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: code
        integer(c_int) :: flag_in_c
        flag_in_c = 0
        code = c_is_alive(closeranks_comm_f2c(comm), rank, flag_in_c)
        flag = flag_in_c /= 0
        call closeranks_finish('closeranks_is_alive', code, ierror)
    end subroutine

    subroutine is_alive_f08(comm, rank, flag, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: rank
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        call is_alive_mpi(comm%MPI_VAL, rank, flag, ierror)
    end subroutine

    ! The repair epoch of a communicator: the number of its repairs since it was made, or was last
    ! made again in a recovery.
    subroutine generation_mpi(comm, generation, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: generation
        integer, intent(out), optional :: ierror
        integer :: code
        generation = 0
        code = c_generation(closeranks_comm_f2c(comm), generation)
        call closeranks_finish('closeranks_generation', code, ierror)
    end subroutine

    subroutine generation_f08(comm, generation, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: generation
        integer, intent(out), optional :: ierror
        call generation_mpi(comm%MPI_VAL, generation, ierror)
    end subroutine

    ! The number of ranks that have contributed to the result of the latest collective on this
    ! process.
    subroutine contributors_mpi(comm, count, ierror)
        integer, intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_contributors(closeranks_comm_f2c(comm), count)
        call closeranks_finish('closeranks_contributors', code, ierror)
    end subroutine

    subroutine contributors_f08(comm, count, ierror)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        call contributors_mpi(comm%MPI_VAL, count, ierror)
    end subroutine

    ! The number of collectives that this process has completed, on all communicators that it has
    ! now.
    subroutine closeranks_collectives(count, ierror)
        integer(MPI_COUNT_KIND), intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_collectives(count)
        call closeranks_finish('closeranks_collectives', code, ierror)
    end subroutine

    ! Sleeps until this process is told of more failures than the caller knows; if it already knows
    ! of more, the call returns at once.
    subroutine closeranks_await_failure(seconds, told, ierror)
        real(c_double), intent(in) :: seconds
        integer, intent(inout) :: told
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_await_failure(seconds, told)
        call closeranks_finish('closeranks_await_failure', code, ierror)
    end subroutine

    ! Sets the function that is called after every repair.
    subroutine closeranks_on_repair(callback, ierror)
        procedure(closeranks_repair_function), optional :: callback
        integer, intent(out), optional :: ierror
        integer :: code
        type(repair_function_box), pointer :: box
        if (present(callback)) then
            allocate (box)
            box%procedure => callback
            code = c_on_repair(c_funloc(call_repair_function), c_loc(box))
        else
            code = c_on_repair(c_null_funptr, c_null_ptr)
        end if
        call closeranks_finish('closeranks_on_repair', code, ierror)
    end subroutine

    ! Sets the policy of a function on a communicator, and on communicators that are made from it
    ! afterwards (docs/reference/policies.md).
    subroutine set_policy_mpi(comm, function, policy, ierror)
        integer, intent(in) :: comm
        character(len=*), intent(in) :: function
        integer, intent(in) :: policy
        integer, intent(out), optional :: ierror
        integer :: code
        code = c_set_policy(closeranks_comm_f2c(comm), trim(function)//c_null_char, policy)
        call closeranks_finish('closeranks_set_policy', code, ierror)
    end subroutine

    subroutine set_policy_f08(comm, function, policy, ierror)
        type(MPI_Comm), intent(in) :: comm
        character(len=*), intent(in) :: function
        integer, intent(in) :: policy
        integer, intent(out), optional :: ierror
        call set_policy_mpi(comm%MPI_VAL, function, policy, ierror)
    end subroutine

    ! The resume point of a program that recovers lost ranks (docs/reference/spares.md): the place
    ! from which all processes continue after a loss.
    subroutine closeranks_resume(role, ierror)
        integer, intent(out) :: role
        integer, intent(out), optional :: ierror
        integer :: code
        role = 0
        code = c_resume(role)
        call closeranks_finish('closeranks_resume', code, ierror)
    end subroutine

    ! Adds a function that is called after each recovery.
    subroutine closeranks_on_resume(callback, ierror)
        procedure(closeranks_resume_function), optional :: callback
        integer, intent(out), optional :: ierror
        integer :: code
        type(resume_function_box), pointer :: box
        if (present(callback)) then
            allocate (box)
            box%procedure => callback
            code = c_on_resume(c_funloc(call_resume_function), c_loc(box))
        else
            code = c_on_resume(c_null_funptr, c_null_ptr)
        end if
        call closeranks_finish('closeranks_on_resume', code, ierror)
    end subroutine

    ! Whether this process has taken the place of a lost rank and is on its way from MPI_Init to
    ! closeranks_resume().
    subroutine closeranks_returning(flag, ierror)
        logical, intent(out) :: flag
        integer, intent(out), optional :: ierror
        integer :: code
        integer(c_int) :: flag_in_c
        flag_in_c = 0
        code = c_returning(flag_in_c)
        flag = flag_in_c /= 0
        call closeranks_finish('closeranks_returning', code, ierror)
    end subroutine

    ! The ranks of MPI_COMM_WORLD that were recovered by the latest closeranks_resume() which has
    ! recovered any.
    subroutine closeranks_replaced_ranks(max, ranks, count, ierror)
        integer, intent(in) :: max
        integer, intent(inout) :: ranks(*)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_replaced_ranks(max, ranks, count)
        call closeranks_finish('closeranks_replaced_ranks', code, ierror)
    end subroutine

    ! The recovery generation: the number of recoveries in which ranks were recovered.
    subroutine closeranks_recoveries(count, ierror)
        integer, intent(out) :: count
        integer, intent(out), optional :: ierror
        integer :: code
        count = 0
        code = c_recoveries(count)
        call closeranks_finish('closeranks_recoveries', code, ierror)
    end subroutine

    ! The horizon of a group: its live members.
    subroutine horizon_from_group_mpi(group, living, ierror)
        integer, intent(in) :: group
        integer, intent(out) :: living
        integer, intent(out), optional :: ierror
        integer :: code
        type(c_ptr) :: living_in_c
        living_in_c = closeranks_group_f2c(MPI_GROUP_NULL%MPI_VAL)
        code = c_horizon_from_group(closeranks_group_f2c(group), living_in_c)
        living = closeranks_group_c2f(living_in_c)
        call closeranks_finish('closeranks_horizon_from_group', code, ierror)
    end subroutine

    subroutine horizon_from_group_f08(group, living, ierror)
        type(MPI_Group), intent(in) :: group
        type(MPI_Group), intent(out) :: living
        integer, intent(out), optional :: ierror
        call horizon_from_group_mpi(group%MPI_VAL, living%MPI_VAL, ierror)
    end subroutine

end module closeranks
