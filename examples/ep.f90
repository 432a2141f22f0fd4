! Gaussian deviates in the manner of the NAS benchmark EP ("embarrassingly parallel"), written from
! its published description (Bailey et al., The NAS Parallel Benchmarks, RNR-94-007): an ordinary
! mpi_f08 program. Nothing in it knows that processes can fail.
!
! 2**24 (class S), 2**25 (W) or 2**28 (A) pairs of uniform deviates come from the linear congruential
! generator x -> 5**13 x mod 2**46. Marsaglia's polar method turns those pairs that lie in the unit
! circle into Gaussian deviates, which are summed and counted by square annuli. The pairs are dealt
! in blocks of 2**16; after each round of blocks rank 0 collects sums and counts with MPI_Reduce.
! When all pairs were counted, the sums must be the published ones. When ranks were lost, the
! program prints how many pairs its result stands on.
!
! usage: ep [S|W|A]
program ep
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use mpi_f08
    implicit none

    integer, parameter :: log2_block = 16
    integer(int64), parameter :: pairs_in_block = 2_int64**log2_block
    integer(int64), parameter :: multiplier = 5_int64**13, seed = 271828183_int64
    integer(int64), parameter :: low23 = 2_int64**23 - 1, low46 = 2_int64**46 - 1
    integer, parameter :: annuli = 10

    ! what is collected: the number of pairs and the two sums, then the counts by annulus
    integer, parameter :: n_pairs = 1, sum_x = 2, sum_y = 3, counts = 3, n_tallies = counts + annuli
    real(real64) :: mine(n_tallies), collected(n_tallies), total(n_tallies)

    character(len=1) :: class
    real(real64) :: published_x, published_y
    integer :: rank, size, log2_pairs, blocks, first

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    call choose_class()

    blocks = 2**(log2_pairs - log2_block)
    total = 0
    do first = 0, blocks - 1, size
        mine = 0
        if (first + rank < blocks) call tally_block(first + rank, mine)
        collected = 0
        call MPI_Reduce(mine, collected, n_tallies, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
        total = total + collected
    end do
    if (rank == 0) call print_result()
    call MPI_Finalize()

contains

    subroutine choose_class()
        character(len=1) :: argument
        class = 'S'
        if (command_argument_count() > 0) then
            call get_command_argument(1, argument)
            class = argument
        end if
        select case (class)
        case ('W')
            log2_pairs = 25
            published_x = -2.863319731645753e3_real64
            published_y = -6.320053679109499e3_real64
        case ('A')
            log2_pairs = 28
            published_x = -4.295875165629892e3_real64
            published_y = -1.580732573678431e4_real64
        case default
            class = 'S'
            log2_pairs = 24
            published_x = -3.247834652034740e3_real64
            published_y = -6.958407078382297e3_real64
        end select
    end subroutine choose_class

    ! a * b mod 2**46 by halves of 23 bits, so that nothing overflows
    pure integer(int64) function product46(a, b)
        integer(int64), intent(in) :: a, b
        integer(int64) :: a_low, a_high, b_low, b_high
        a_low = iand(a, low23); a_high = ishft(a, -23)
        b_low = iand(b, low23); b_high = ishft(b, -23)
        product46 = iand(a_low*b_low + ishft(iand(a_high*b_low + a_low*b_high, low23), 23), low46)
    end function product46

    ! the generator's state after `steps` numbers
    pure integer(int64) function state_after(steps)
        integer(int64), intent(in) :: steps
        integer(int64) :: power, left
        state_after = seed
        power = multiplier
        left = steps
        do while (left > 0)
            if (iand(left, 1_int64) == 1) state_after = product46(power, state_after)
            power = product46(power, power)
            left = ishft(left, -1)
        end do
    end function state_after

    ! the next deviate in (-1, 1)
    real(real64) function next(state)
        integer(int64), intent(inout) :: state
        state = product46(multiplier, state)
        next = 2*(real(state, real64)*2.0_real64**(-46)) - 1
    end function next

    subroutine tally_block(block, tallies)
        integer, intent(in) :: block
        real(real64), intent(inout) :: tallies(:)
        integer(int64) :: state, pair
        integer :: annulus
        real(real64) :: u, v, square, factor
        state = state_after(2*pairs_in_block*block)
        do pair = 1, pairs_in_block
            u = next(state)
            v = next(state)
            square = u*u + v*v
            if (square > 1) cycle
            factor = sqrt(-2*log(square)/square)
            annulus = int(max(abs(u*factor), abs(v*factor))) + 1
            tallies(counts + annulus) = tallies(counts + annulus) + 1
            tallies(sum_x) = tallies(sum_x) + u*factor
            tallies(sum_y) = tallies(sum_y) + v*factor
        end do
        tallies(n_pairs) = tallies(n_pairs) + real(pairs_in_block, real64)
    end subroutine tally_block

    subroutine print_result()
        integer(int64) :: counted, planned
        integer :: annulus
        planned = 2_int64**log2_pairs
        counted = nint(total(n_pairs), int64)
        print '(a, a)', 'class        ', class
        print '(a, i0, a, i0, a, f5.1, a)', 'pairs        ', counted, ' of ', planned, ' (', &
            100*real(counted, real64)/real(planned, real64), ' %)'
        print '(a, i0)', 'deviates     ', 2*nint(sum(total(counts + 1:)), int64)
        print '(a, 2es24.15)', 'sums        ', total(sum_x), total(sum_y)
        do annulus = 1, annuli
            print '(a, i0, a, i0)', 'annulus ', annulus - 1, '    ', nint(total(counts + annulus), int64)
        end do
        if (counted < planned) then
            print '(a)', 'verification not possible: pairs are missing'
        else if (matches(total(sum_x), published_x) .and. matches(total(sum_y), published_y)) then
            print '(a)', 'verification successful: the sums are the published ones'
        else
            print '(a)', 'verification FAILED: the sums are not the published ones'
            call MPI_Abort(MPI_COMM_WORLD, 1)
        end if
    end subroutine print_result

    ! the tolerance that the benchmark prescribes
    pure logical function matches(found, published)
        real(real64), intent(in) :: found, published
        matches = abs((found - published)/published) <= 1.0e-8_real64
    end function matches

end program ep
