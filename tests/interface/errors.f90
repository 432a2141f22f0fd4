! As errors.c, in Fortran.
program errors
    use, intrinsic :: iso_fortran_env, only: int64
    use mpi_f08
    use closeranks
    use closeranks_store
    use closeranks_local, only: of_local => CLOSERANKS_ERR_ROLLED_BACK
    implicit none
    interface
        integer(c_int) function c_raise(number) bind(c, name='raise')
            use, intrinsic :: iso_c_binding, only: c_int
            integer(c_int), value :: number
        end function
    end interface
    integer, parameter :: steps = 6, victim = 1, die_at = 3
    type(closeranks_store_handle) :: store
    integer, target :: step = 0
    integer :: rank, role, own, code, lost = 0
    character(len=2000) :: line

    if (CLOSERANKS_ERR_STORAGE /= MPI_UNDEFINED) error stop 'a code before MPI_Init'
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Add_error_class(own)
    call MPI_Add_error_string(own, 'of the program')
    call closeranks_store_create(MPI_COMM_WORLD, 'buddy', store)
    call closeranks_store_member(store, 0, step, 1, MPI_INTEGER)
    do
        call closeranks_resume(role)
        if (role == CLOSERANKS_ROLE_INITIAL .and. step == steps) exit
        call closeranks_store_restore(store, CLOSERANKS_NEWEST, code)
        if (code == CLOSERANKS_ERR_RANK_LOST) cycle
        do while (step < steps)
            if (command_argument_count() > 0 .and. rank == victim .and. step == die_at .and. &
                role == CLOSERANKS_ROLE_INITIAL) code = c_raise(9)
            step = step + 1
            call closeranks_store_commit(store, int(step, int64), code)
            if (code == CLOSERANKS_ERR_RANK_LOST) then
                lost = lost + 1
                exit
            end if
            if (code /= MPI_SUCCESS) error stop 'commit'
        end do
    end do
    if (of_local /= CLOSERANKS_ERR_ROLLED_BACK) error stop 'the modules differ'
    line = merge('lost one ', 'lost none', lost > 0)
    call tell(own)
    call tell_ours(CLOSERANKS_ERR_RANK_LOST, CLOSERANKS_ERROR_RANK_LOST)
    call tell_ours(CLOSERANKS_ERR_STORAGE, CLOSERANKS_ERROR_STORAGE)
    call tell_ours(CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERROR_ROLLED_BACK)
    call tell_ours(CLOSERANKS_ERR_NO_PROCESS, CLOSERANKS_ERROR_NO_PROCESS)
    call tell_ours(CLOSERANKS_ERR_RULE_BROKEN, CLOSERANKS_ERROR_RULE_BROKEN)
    print '(a, i0, 2a)', 'rank ', rank, ': ', trim(line)
    call closeranks_store_free(store)
    call MPI_Finalize()

contains

    subroutine tell_ours(code, error)
        integer, intent(in) :: code, error
        integer :: class
        call MPI_Error_class(code, class)
        if (class /= closeranks_error_class(error)) error stop 'MPI_Error_class'
        call tell(code)
        call tell(class)
    end subroutine

    subroutine tell(code)
        integer, intent(in) :: code
        character(len=MPI_MAX_ERROR_STRING) :: text
        character(len=12) :: number
        integer :: length
        call MPI_Error_string(code, text, length)
        write (number, '(i0)') code
        line = trim(line)//'; '//trim(number)//' '//text(:length)
    end subroutine
end program
