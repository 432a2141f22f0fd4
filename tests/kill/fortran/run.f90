! What the scenarios share, as ../scenario.hpp and ../run.cpp have it in C++: the judge is the same
! (tests/mpitest/seen.py).
module run
    use, intrinsic :: iso_fortran_env, only: int64, output_unit
    use mpi_f08, only: MPI_PROC_NULL
    implicit none
    public

    integer, parameter :: long = int64
    integer(long), parameter :: untouched = -1 ! what an element holds when nobody has written to it
    integer, parameter :: blocking = 1, nonblocking = 2, restartable = 3 ! how a collective is called

    integer :: rank, ranks, root = 0, rounds = 6
    integer :: form = blocking
    logical :: failed = .false.

    abstract interface
        subroutine scenario_body()
        end subroutine scenario_body
    end interface

    type :: scenario
        character(:), allocatable :: name  ! the function, and after a slash the variant
        character(:), allocatable :: sight ! how the sightings of different ranks relate
        procedure(scenario_body), pointer, nopass :: body => null()
        integer :: form = blocking
    end type scenario

    type(scenario) :: scenarios(64)
    integer :: known = 0

    type, private :: printed
        character(:), allocatable :: sight, rounds
    end type printed
    type(printed), private :: sightings(7)
    character(:), allocatable, private :: own_sight, spans

contains

    subroutine add(name, sight, body, form)
        character(*), intent(in) :: name, sight
        procedure(scenario_body) :: body
        integer, intent(in), optional :: form
        known = known + 1
        scenarios(known)%name = name
        scenarios(known)%sight = sight
        scenarios(known)%body => body
        if (present(form)) scenarios(known)%form = form
    end subroutine add

    subroutine perform(which)
        type(scenario), intent(in) :: which
        own_sight = which%sight
        form = which%form
        spans = ''
        call which%body()
    end subroutine perform

    integer function left()
        left = modulo(rank - 1, ranks)
    end function left

    integer function right()
        right = modulo(rank + 1, ranks)
    end function right

    ! ---- What this rank saw ----

    ! In `round` this rank got the contributions of `here`, and could have got those of `scope`.
    subroutine saw(round, here, scope, sight)
        integer, intent(in) :: round
        integer(long), intent(in) :: here, scope
        character(*), intent(in), optional :: sight
        character(:), allocatable :: as
        character(80) :: text
        integer :: i
        as = own_sight
        if (present(sight)) as = sight
        write (text, '(1x,i0,":",z0,"/",z0)') round, here, scope
        if (iand(here, not(scope)) /= 0) call wrong(round, 'this is more than can be seen:'//text)
        do i = 1, size(sightings)
            if (.not. allocated(sightings(i)%sight)) sightings(i) = printed(as, '')
            if (sightings(i)%sight /= as) cycle
            sightings(i)%rounds = sightings(i)%rounds//trim(text)
            return
        end do
    end subroutine saw

    ! A synchronisation took from `entered` to `left`, on the clock of the machine.
    subroutine synchronised(round, entered, left)
        integer, intent(in) :: round
        integer(long), intent(in) :: entered, left
        character(80) :: text
        write (text, '(1x,i0,":",i0,"/",i0)') round, entered, left
        spans = spans//trim(text)
    end subroutine synchronised

    ! Something happened that must not, whoever died.
    subroutine wrong(round, what, number)
        integer, intent(in) :: round
        character(*), intent(in) :: what
        integer(long), intent(in), optional :: number
        character(24) :: text
        text = ''
        if (present(number)) write (text, '(1x,i0)') number
        failed = .true.
        print '(a,i0,a,i0,a)', 'wrong: rank ', rank, ': round ', round, ': '//what//trim(text)
        flush (output_unit)
    end subroutine wrong

    subroutine must(round, code, what)
        integer, intent(in) :: round, code
        character(*), intent(in) :: what
        if (code /= 0) call wrong(round, what//' returned', int(code, long))
    end subroutine must

    ! Tells the judge.
    subroutine print_sightings()
        integer :: i
        do i = 1, size(sightings)
            if (allocated(sightings(i)%sight)) print '(a)', 'seen: '//sightings(i)%sight//sightings(i)%rounds
        end do
        if (len(spans) > 0) print '(a)', 'span:'//spans
        flush (output_unit)
    end subroutine print_sightings

    ! ---- Sets of ranks: bit r is rank r ----

    pure integer(long) function only(r)
        integer, intent(in) :: r
        only = ibset(0_long, r)
    end function only

    pure integer(long) function first(count)
        integer, intent(in) :: count
        first = only(count) - 1
    end function first

    ! ---- Blocks, each with the mark of its rank and its round ----

    ! Rounds alternate between eager and large messages.
    pure integer function block_length(round)
        integer, intent(in) :: round
        block_length = merge(4, 3000, mod(round, 2) == 1)
    end function block_length

    ! What `giver` gives away in `round`, or the beginning of it.
    pure function block_of(giver, round, count) result(block)
        integer, intent(in) :: giver, round, count
        integer(long) :: block(count)
        integer :: i
        block = [(giver * 10000000_long + round * 10000_long + i, i = 0, count - 1)]
    end function block_of

    pure function blank(count) result(block)
        integer, intent(in) :: count
        integer(long) :: block(count)
        block = untouched
    end function blank

    ! True when `block` is `giver`'s block of `round`, false when it is untouched; anything else is wrong.
    logical function has_block(giver, round, block)
        integer, intent(in) :: giver, round
        integer(long), intent(in) :: block(:)
        integer(long) :: expected(size(block))
        integer :: at
        has_block = block(1) /= untouched
        expected = untouched
        if (has_block) expected = block_of(giver, round, size(block))
        if (all(block == expected)) return
        at = findloc(block == expected, .false., 1)
        call wrong(round, 'an element of a block is not what its sender gave, but', block(at))
    end function has_block

    ! A receive that is ignored because its sender died in the middle of a large message may have written a part of
    ! it. Makes such a block untouched again.
    subroutine forget_part(giver, round, block)
        integer, intent(in) :: giver, round
        integer(long), intent(inout) :: block(:)
        where (block == block_of(giver, round, size(block))) block = untouched
    end subroutine forget_part

    ! The same for what may be whole, too.
    subroutine forget_unless_whole(giver, round, block)
        integer, intent(in) :: giver, round
        integer(long), intent(inout) :: block(:)
        if (any(block == untouched)) call forget_part(giver, round, block)
    end subroutine forget_unless_whole

    ! Tells whether `block` is here: `giver` alone could have given it.
    subroutine saw_block(giver, round, block)
        integer, intent(in) :: giver, round
        integer(long), intent(in) :: block(:)
        logical :: here
        here = has_block(giver, round, block)
        call saw(round, merge(only(giver), 0_long, here), only(giver))
    end subroutine saw_block

    ! Judges the block that a ring's receive has filled, by the source that its status names.
    subroutine judge_left(round, block, source)
        integer, intent(in) :: round, source
        integer(long), intent(inout) :: block(:)
        if (source == MPI_PROC_NULL) call forget_part(left(), round, block)
        call saw_block(left(), round, block)
        if (source /= merge(MPI_PROC_NULL, left(), block(1) == untouched)) &
            call wrong(round, 'the status names rank', int(source, long))
    end subroutine judge_left

    ! ---- Sums, which tell who took part and that they belong to this round ----

    pure function shares_of(giver, round, count) result(shares)
        integer, intent(in) :: giver, round, count
        integer(long) :: shares(count)
        integer :: i
        shares = [(only(giver) * (1 + mod(round * 31 + i, 97)), i = 0, count - 1)]
    end function shares_of

    ! Who took part in a sum of shares; the same for all elements, or it is wrong.
    integer(long) function contributors(round, sum)
        integer, intent(in) :: round
        integer(long), intent(in) :: sum(:)
        integer(long) :: unit(size(sum))
        unit = shares_of(0, round, size(sum))
        contributors = 0
        if (all(sum == untouched)) return
        contributors = sum(1) / unit(1)
        if (any(sum /= contributors * unit)) call wrong(round, 'the elements of a sum do not fit, the first is', sum(1))
    end function contributors

end module run
