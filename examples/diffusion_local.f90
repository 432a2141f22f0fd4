! Heat in a box, as in diffusion.f90, but only a rank that dies goes back. The survivors keep their
! results, and send the replacement process the messages since its checkpoint again.
!
!     closeranks --spares 2 -n 8 ./diffusion_local [CELLS [STEPS [EVERY [LOG]]]]
!
! CELLS: along an edge of a rank's block (default 24); EVERY: steps from one checkpoint to the next
! (default 100); LOG: how many bytes of messages a rank keeps for that. The line with the result
! is the same to the last bit, whichever ranks die and however often.
program diffusion_local
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
    use mpi_f08
    use closeranks_local
    implicit none

    integer, parameter :: cells_id = 0, step_id = 1
    type(MPI_Comm) :: grid
    type(closeranks_local_handle) :: local
    integer :: rank, size, n, steps, every, code
    ! this rank's block, with a layer of its neighbours' cells around it
    real(real64), allocatable, target :: cells(:, :, :)
    real(real64), allocatable :: fresh(:, :, :)
    integer, target :: step ! the number of completed steps
    integer :: computed = 0 ! the steps that this process has computed
    integer(int64) :: stamp
    real(real64) :: heat
    integer(int64) :: fingerprint

    n = int(argument(1, 24_int64))
    steps = int(argument(2, 400_int64))
    every = int(argument(3, 100_int64))
    if (min(n, steps, every) < 1) error stop 'diffusion_local [CELLS [STEPS [EVERY [LOG]]]]: all are 1 or more'
    call MPI_Init()
    call make_grid()
    allocate (cells(0:n + 1, 0:n + 1, 0:n + 1), fresh(n, n, n))
    call closeranks_local_create(grid, 'buddy', argument(4, CLOSERANKS_LOCAL_LOG), local)
    call closeranks_local_member(local, cells_id, cells, (n + 2)**3, MPI_DOUBLE_PRECISION)
    call closeranks_local_member(local, step_id, step, 1, MPI_INTEGER)
    do
        call closeranks_local_start(local, stamp, code)
        if (code == MPI_SUCCESS) call compute()
        if (code == MPI_SUCCESS) call collect()
        if (code == MPI_SUCCESS) call closeranks_local_finish(local, code)
        if (code /= CLOSERANKS_ERR_ROLLED_BACK) exit
    end do
    if (code /= MPI_SUCCESS) call stop_all(closeranks_local_explain(local))
    if (rank == 0) print '(a, i0, a, i0, a, es24.16, a, z16.16)', 'after ', steps, ' steps of ', size, &
        ' ranks: heat ', heat, ', fingerprint ', fingerprint
    if (computed /= steps) print '(a, i0, a, i0)', 'rank ', rank, ' went back to step ', max(stamp, 0_int64)
    call closeranks_local_free(local)
    call MPI_Comm_free(grid)
    call MPI_Finalize()

contains

    integer(int64) function argument(number, default)
        integer, intent(in) :: number
        integer(int64), intent(in) :: default
        character(len=16) :: text
        argument = default
        if (command_argument_count() < number) return
        call get_command_argument(number, text)
        read (text, *) argument
    end function argument

    subroutine stop_all(why)
        character(len=*), intent(in) :: why
        write (error_unit, '(2a)') 'diffusion_local: ', why
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

    ! `cells` and `step` have the values of the checkpoint.
    subroutine compute()
        if (stamp < 0) call begin()
        do while (step < steps)
            call advance()
            if (code /= MPI_SUCCESS) return
            if (mod(step, every) /= 0 .and. step /= steps) cycle
            call closeranks_local_commit(local, int(step, int64), code)
            if (code /= MPI_SUCCESS) return
        end do
    end subroutine compute

    ! When a death takes all ranks back, each further call says so. So only the last one is checked.
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
        if (code /= MPI_SUCCESS) return
        do concurrent(z=1:n, y=1:n, x=1:n)
            fresh(x, y, z) = cells(x, y, z) + 0.1_real64*(cells(x - 1, y, z) + cells(x + 1, y, z) &
                + cells(x, y - 1, z) + cells(x, y + 1, z) + cells(x, y, z - 1) + cells(x, y, z + 1) &
                - 6*cells(x, y, z))
        end do
        cells(1:n, 1:n, 1:n) = fresh
        step = step + 1
        computed = computed + 1
    end subroutine advance

    ! Gives a face to one neighbour and gets one of another. At a wall it stays as it is.
    subroutine pass(given, to, got, from)
        real(real64), intent(in) :: given(:, :)
        real(real64), intent(inout) :: got(:, :)
        integer, intent(in) :: to, from
        real(real64) :: sent(n, n), received(n, n)
        sent = given
        received = got
        call closeranks_local_send(local, to, 0, sent, n*n, MPI_DOUBLE_PRECISION, code)
        call closeranks_local_receive(local, from, 0, received, n*n, MPI_DOUBLE_PRECISION, ierror=code)
        got = received
    end subroutine pass

    ! The results of all ranks at rank 0, put together in the order of ranks.
    subroutine collect()
        real(real64) :: heats(0:size - 1)
        integer(int64) :: fingerprints(0:size - 1)
        integer :: i
        call closeranks_local_enter_collective(local, code)
        if (code /= MPI_SUCCESS) return
        associate (mine => cells(1:n, 1:n, 1:n))
            call MPI_Gather(sum(mine), 1, MPI_DOUBLE_PRECISION, heats, 1, MPI_DOUBLE_PRECISION, 0, &
                grid)
            call MPI_Gather(fingerprint_of(reshape(transfer(mine, [0_int64]), [n**3])), 1, &
                MPI_INTEGER8, fingerprints, 1, MPI_INTEGER8, 0, grid)
        end associate
        call closeranks_local_leave_collective(local, code)
        if (rank /= 0 .or. code /= MPI_SUCCESS) return
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

end program diffusion_local
