! Heat in a box with one hot wall: a 3-D stencil on a Cartesian communicator, with the module
! mpi_f08. Each rank has a block of the box, and needs the faces of its neighbours' blocks in every
! step. A spare takes the place of a rank that dies, and all ranks go back to the latest checkpoint,
! which is in the memory of the ranks themselves.
!
!     closeranks --spares 2 -n 8 ./diffusion [CELLS [STEPS [EVERY]]]
!
! CELLS: along an edge of a rank's block (default 24); EVERY: steps from one checkpoint to the next
! (default 20). The output is the same to the last bit, whichever ranks die and however often.
program diffusion
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
    use mpi_f08
    use closeranks
    use closeranks_store
    implicit none

    integer, parameter :: cells_id = 0, step_id = 1
    type(MPI_Comm) :: grid
    type(closeranks_store_handle) :: store
    integer :: rank, size, n, steps, every, role, missing, recoveries
    ! this rank's block, with a layer of its neighbours' cells around it
    real(real64), allocatable, target :: cells(:, :, :)
    real(real64), allocatable :: fresh(:, :, :)
    integer, target :: step ! the number of completed steps
    real(real64) :: heat
    integer(int64) :: fingerprint

    n = argument(1, 24)
    steps = argument(2, 400)
    every = argument(3, 20)
    if (min(n, steps, every) < 1) error stop 'diffusion [CELLS [STEPS [EVERY]]]: all are 1 or more'
    call MPI_Init()
    call make_grid()
    allocate (cells(0:n + 1, 0:n + 1, 0:n + 1), fresh(n, n, n))
    call closeranks_store_create(grid, 'buddy', store)
    call closeranks_store_member(store, cells_id, cells, (n + 2)**3, MPI_DOUBLE_PRECISION)
    call closeranks_store_member(store, step_id, step, 1, MPI_INTEGER)
    step = 0
    do
        call closeranks_resume(role)
        call closeranks_missing_count(grid, missing)
        if (missing > 0) call stop_all('ranks are missing, and no spare is left')
        if (role == CLOSERANKS_ROLE_INITIAL .and. step == steps) exit ! all ranks are there, and done
        if (.not. has_gone_back()) cycle
        if (has_computed()) call collect()
    end do
    call closeranks_recoveries(recoveries)
    if (rank == 0) then
        print '(a, i0, a, i0, a, es24.16, a, z16.16)', 'after ', steps, ' steps of ', size, &
            ' ranks: heat ', heat, ', fingerprint ', fingerprint
        if (recoveries > 0) print '(a, i0, a)', 'lost ranks were recovered ', recoveries, ' times'
    end if
    call closeranks_store_free(store)
    call MPI_Comm_free(grid)
    call MPI_Finalize()

contains

    integer function argument(number, default)
        integer, intent(in) :: number, default
        character(len=16) :: text
        argument = default
        if (command_argument_count() < number) return
        call get_command_argument(number, text)
        read (text, *) argument
    end function argument

    subroutine stop_all(why)
        character(len=*), intent(in) :: why
        write (error_unit, '(2a)') 'diffusion: ', why
        flush (error_unit)
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine stop_all

    subroutine make_grid()
        integer :: dims(3)
        call MPI_Comm_size(MPI_COMM_WORLD, size)
        dims = 0
        call MPI_Dims_create(size, 3, dims)
        call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, [.false., .false., .false.], .false., grid)
        call MPI_Comm_rank(grid, rank)
    end subroutine make_grid

    ! Cold, but for one wall, which keeps its heat.
    subroutine begin()
        integer :: lower, upper
        step = 0
        cells = 0
        call MPI_Cart_shift(grid, 0, 1, lower, upper)
        if (lower == MPI_PROC_NULL) cells(0, :, :) = 100
    end subroutine begin

    ! Goes back to the latest checkpoint; without any, to the beginning. False: another rank has
    ! died meanwhile, and all ranks know that.
    logical function has_gone_back()
        integer :: code
        call closeranks_store_restore(store, CLOSERANKS_NEWEST, code)
        has_gone_back = code /= CLOSERANKS_ERR_RANK_LOST
        if (code == MPI_ERR_ARG) then
            call begin()
        else if (code /= MPI_SUCCESS .and. has_gone_back) then
            call stop_all(closeranks_store_explain(store))
        end if
    end function has_gone_back

    ! False at all ranks: the checkpoint has failed because a rank has died.
    logical function has_computed()
        integer :: code
        has_computed = .false.
        do while (step < steps)
            call advance()
            step = step + 1
            if (mod(step, every) /= 0 .and. step /= steps) cycle
            call closeranks_store_commit(store, int(step, int64), code)
            if (code == CLOSERANKS_ERR_RANK_LOST) return
            if (code /= MPI_SUCCESS) call stop_all(closeranks_store_explain(store))
        end do
        has_computed = .true.
    end function has_computed

    subroutine advance()
        integer :: x, y, z, lower, upper
        call MPI_Cart_shift(grid, 0, 1, lower, upper)
        call pass(cells(1, 1:n, 1:n), lower, cells(n + 1, 1:n, 1:n), upper)
        call pass(cells(n, 1:n, 1:n), upper, cells(0, 1:n, 1:n), lower)
        call MPI_Cart_shift(grid, 1, 1, lower, upper)
        call pass(cells(1:n, 1, 1:n), lower, cells(1:n, n + 1, 1:n), upper)
        call pass(cells(1:n, n, 1:n), upper, cells(1:n, 0, 1:n), lower)
        call MPI_Cart_shift(grid, 2, 1, lower, upper)
        call pass(cells(1:n, 1:n, 1), lower, cells(1:n, 1:n, n + 1), upper)
        call pass(cells(1:n, 1:n, n), upper, cells(1:n, 1:n, 0), lower)
        do concurrent(z=1:n, y=1:n, x=1:n)
            fresh(x, y, z) = cells(x, y, z) + 0.1_real64*(cells(x - 1, y, z) + cells(x + 1, y, z) &
                + cells(x, y - 1, z) + cells(x, y + 1, z) + cells(x, y, z - 1) + cells(x, y, z + 1) &
                - 6*cells(x, y, z))
        end do
        cells(1:n, 1:n, 1:n) = fresh
    end subroutine advance

    ! Gives a face to one neighbour and gets one of another. At a wall it stays as it is.
    subroutine pass(given, to, got, from)
        real(real64), intent(in) :: given(:, :)
        real(real64), intent(inout) :: got(:, :)
        integer, intent(in) :: to, from
        real(real64) :: sent(n, n), received(n, n)
        sent = given
        received = got
        call MPI_Sendrecv(sent, n*n, MPI_DOUBLE_PRECISION, to, 0, received, n*n, &
            MPI_DOUBLE_PRECISION, from, 0, grid, MPI_STATUS_IGNORE)
        got = received
    end subroutine pass

    ! The results of all ranks at rank 0, put together in the order of ranks.
    subroutine collect()
        real(real64) :: heats(0:size - 1)
        integer(int64) :: fingerprints(0:size - 1)
        integer :: i
        associate (mine => cells(1:n, 1:n, 1:n))
            call MPI_Gather(sum(mine), 1, MPI_DOUBLE_PRECISION, heats, 1, MPI_DOUBLE_PRECISION, 0, &
                grid)
            call MPI_Gather(fingerprint_of(reshape(transfer(mine, [0_int64]), [n**3])), 1, &
                MPI_INTEGER8, fingerprints, 1, MPI_INTEGER8, 0, grid)
        end associate
        if (rank /= 0) return
        heat = 0
        do i = 0, size - 1
            heat = heat + heats(i)
        end do
        fingerprint = fingerprint_of(fingerprints)
    end subroutine collect

    ! Of all bits.
    pure integer(int64) function fingerprint_of(all)
        integer(int64), intent(in) :: all(:)
        integer :: i
        fingerprint_of = 1469598103934665603_int64
        do i = 1, ubound(all, 1)
            fingerprint_of = ishftc(ieor(fingerprint_of, all(i)), 23)
        end do
    end function fingerprint_of

end program diffusion
