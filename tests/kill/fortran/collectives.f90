! Collectives in all forms that MPI has of them, and an operation of the program's own.
module collectives
    use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
    use mpi_f08
    use run
    implicit none
    private
    public :: add_collectives

    integer :: completed = 0
    type(MPI_Request) :: request
    type(MPI_Datatype) :: word     ! three elements: letters, their number, and the round times that
    logical :: other_type = .false. ! the operation was called with another datatype

contains

    subroutine add_collectives()
        call add('MPI_Bcast', 'shared', bcast)
        call add('MPI_Ibcast', 'shared', bcast, nonblocking)
        call add('MPI_Bcast_init', 'shared', bcast, restartable)
        call add('MPI_Scatterv', 'own', scatterv)
        call add('MPI_Reduce', 'shared', reduce)
        call add('MPI_Gatherv', 'own', gatherv)
        call add('MPI_Igatherv', 'own', gatherv, nonblocking)
        call add('MPI_Gatherv_init', 'own', gatherv, restartable)
        call add('MPI_Barrier', 'shared', barrier)
        call add('MPI_Allreduce/in_place', 'shared', allreduce)
        call add('MPI_Iallreduce/in_place', 'shared', allreduce, nonblocking)
        call add('MPI_Allreduce_init/in_place', 'shared', allreduce, restartable)
        call add('MPI_Alltoallw', 'own', alltoallw)
        call add('MPI_Ialltoallw', 'own', alltoallw, nonblocking)
        call add('MPI_Alltoallw_init', 'own', alltoallw, restartable)
        call add('MPI_Allreduce/non_commutative', 'shared', joined)
        call add('MPI_Iallreduce/non_commutative', 'shared', joined, nonblocking)
        call add('MPI_Allreduce_init/non_commutative', 'shared', joined, restartable)
    end subroutine add_collectives

    ! Waits for `request` in one way or the other.
    subroutine complete(round)
        integer, intent(in) :: round
        type(MPI_Request) :: both(1), later
        logical :: done
        if (form == blocking) return
        if (form == restartable) call MPI_Start(request)
        select case (mod(completed, 3))
        case (0)
            call MPI_Wait(request, MPI_STATUS_IGNORE)
        case (1)
            done = .false.
            do while (.not. done)
                call MPI_Test(request, done, MPI_STATUS_IGNORE)
            end do
        case default ! another is pending behind it, and completed first
            call MPI_Ibarrier(MPI_COMM_WORLD, later)
            call MPI_Wait(later, MPI_STATUS_IGNORE)
            both = request
            call MPI_Waitall(1, both, MPI_STATUSES_IGNORE)
            request = both(1)
        end select
        completed = completed + 1
        if (form == restartable) call MPI_Request_free(request)
        if (request /= MPI_REQUEST_NULL) call wrong(round, 'a request is left')
    end subroutine complete

    subroutine bcast()
        integer(long), allocatable, asynchronous :: block(:)
        integer :: round, length
        do round = 1, rounds
            length = block_length(round)
            block = blank(length)
            if (rank == root) block = block_of(root, round, length)
            select case (form)
            case (blocking)
                call MPI_Bcast(block, length, MPI_INTEGER8, root, MPI_COMM_WORLD)
            case (nonblocking)
                call MPI_Ibcast(block, length, MPI_INTEGER8, root, MPI_COMM_WORLD, request)
            case (restartable)
                call MPI_Bcast_init(block, length, MPI_INTEGER8, root, MPI_COMM_WORLD, MPI_INFO_NULL, request)
            end select
            call complete(round)
            call forget_unless_whole(root, round, block)
            call saw_block(root, round, block)
        end do
    end subroutine bcast

    ! `ranks` blocks in reverse order with one element between them.
    function places_of(length) result(places)
        integer, intent(in) :: length
        integer :: places(0:ranks - 1), i
        places = [((ranks - 1 - i) * (length + 1), i = 0, ranks - 1)]
    end function places_of

    subroutine scatterv()
        integer(long), allocatable :: all(:), mine(:)
        integer :: round, length, i, places(0:ranks - 1), counts(0:ranks - 1)
        do round = 1, rounds
            length = block_length(round)
            places = places_of(length)
            counts = length
            all = blank(merge(ranks * (length + 1), 0, rank == root))
            mine = blank(length)
            if (rank == root) then
                do i = 0, ranks - 1
                    all(places(i) + 1:places(i) + length) = block_of(root, round, length)
                    all(places(i) + length) = all(places(i) + length) + i ! the mark of its receiver
                end do
            end if
            call MPI_Scatterv(all, counts, places, MPI_INTEGER8, mine, length, MPI_INTEGER8, root, MPI_COMM_WORLD)
            if (mine(length) /= untouched) mine(length) = mine(length) - rank
            call saw_block(root, round, mine)
        end do
    end subroutine scatterv

    subroutine reduce()
        integer(long), allocatable :: mine(:), sum(:)
        integer :: round, count
        do round = 1, rounds
            count = block_length(round)
            mine = shares_of(rank, round, count)
            sum = blank(count)
            call MPI_Reduce(mine, sum, count, MPI_INTEGER8, MPI_SUM, root, MPI_COMM_WORLD)
            call saw(round, contributors(round, sum), merge(first(ranks), 0_long, rank == root))
        end do
    end subroutine reduce

    subroutine gatherv()
        integer(long), allocatable, asynchronous :: all(:), mine(:)
        integer, asynchronous :: places(0:ranks - 1), counts(0:ranks - 1)
        integer(long) :: here
        integer :: round, length, i
        do round = 1, rounds
            length = block_length(round)
            places = places_of(length)
            counts = length
            mine = block_of(rank, round, length)
            all = blank(merge(ranks * (length + 1), 0, rank == root))
            select case (form)
            case (blocking)
                call MPI_Gatherv(mine, length, MPI_INTEGER8, all, counts, places, MPI_INTEGER8, root, MPI_COMM_WORLD)
            case (nonblocking)
                call MPI_Igatherv(mine, length, MPI_INTEGER8, all, counts, places, MPI_INTEGER8, root, &
                                  MPI_COMM_WORLD, request)
            case (restartable)
                call MPI_Gatherv_init(mine, length, MPI_INTEGER8, all, counts, places, MPI_INTEGER8, root, &
                                      MPI_COMM_WORLD, MPI_INFO_NULL, request)
            end select
            call complete(round)
            here = 0
            if (rank == root) then
                do i = 0, ranks - 1
                    if (has_block(i, round, all(places(i) + 1:places(i) + length))) here = ior(here, only(i))
                    if (all(places(i) + length + 1) /= untouched) call wrong(round, 'a gap was written to')
                end do
            end if
            call saw(round, here, merge(first(ranks), 0_long, rank == root))
        end do
    end subroutine gatherv

    ! gfortran's clock is the same in all processes of a machine.
    subroutine barrier()
        integer(long) :: entered, left
        integer :: round
        do round = 1, rounds
            call system_clock(entered)
            call MPI_Barrier(MPI_COMM_WORLD)
            call system_clock(left)
            call synchronised(round, entered, left)
        end do
    end subroutine barrier

    subroutine allreduce()
        integer(long), allocatable, asynchronous :: sum(:)
        integer :: round, count
        do round = 1, rounds
            count = block_length(round)
            sum = shares_of(rank, round, count)
            select case (form)
            case (blocking)
                call MPI_Allreduce(MPI_IN_PLACE, sum, count, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD)
            case (nonblocking)
                call MPI_Iallreduce(MPI_IN_PLACE, sum, count, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, request)
            case (restartable)
                call MPI_Allreduce_init(MPI_IN_PLACE, sum, count, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, &
                                        MPI_INFO_NULL, request)
            end select
            call complete(round)
            call saw(round, contributors(round, sum), first(ranks))
        end do
    end subroutine allreduce

    ! Arrays of handles, of which Open MPI's Fortran layer makes copies. What goes to a rank carries its mark.
    subroutine alltoallw()
        integer(long), allocatable, asynchronous :: given(:, :), got(:, :)
        integer, asynchronous :: bytes(0:ranks - 1), counts(0:ranks - 1)
        type(MPI_Datatype), asynchronous :: types(0:ranks - 1)
        integer(long) :: here
        integer :: round, length, i
        types = MPI_INTEGER8
        do round = 1, rounds
            length = block_length(round)
            counts = length
            bytes = [(8 * length * i, i = 0, ranks - 1)]
            allocate (given(length, 0:ranks - 1), got(length, 0:ranks - 1))
            do i = 0, ranks - 1
                given(:, i) = block_of(rank, round, length)
                given(length, i) = given(length, i) + i
            end do
            got = untouched
            select case (form)
            case (blocking)
                call MPI_Alltoallw(given, counts, bytes, types, got, counts, bytes, types, MPI_COMM_WORLD)
            case (nonblocking)
                call MPI_Ialltoallw(given, counts, bytes, types, got, counts, bytes, types, MPI_COMM_WORLD, request)
            case (restartable)
                call MPI_Alltoallw_init(given, counts, bytes, types, got, counts, bytes, types, MPI_COMM_WORLD, &
                                        MPI_INFO_NULL, request)
            end select
            call complete(round)
            here = 0
            do i = 0, ranks - 1
                if (got(length, i) /= untouched) got(length, i) = got(length, i) - rank
                if (has_block(i, round, got(:, i))) here = ior(here, only(i))
            end do
            call saw(round, here, first(ranks))
            deallocate (given, got)
        end do
    end subroutine alltoallw

    ! ---- Words over the ranks: joining them does not commute, so the result shows the order of operands ----

    subroutine join(invec, inoutvec, len, datatype)
        type(c_ptr), value :: invec, inoutvec
        integer :: len
        type(MPI_Datatype) :: datatype
        integer(long), pointer :: a(:, :), b(:, :)
        integer :: i
        if (datatype /= word) other_type = .true.
        call c_f_pointer(invec, a, [3, len])
        call c_f_pointer(inoutvec, b, [3, len])
        do i = 1, len
            b(:, i) = [ior(ishft(a(1, i), int(4 * b(2, i))), b(1, i)), a(2, i) + b(2, i), a(3, i) + b(3, i)]
        end do
    end subroutine join

    subroutine joined()
        integer, parameter :: count = 5
        integer(long), asynchronous :: mine(3, count), all(3, count)
        type(MPI_Op) :: op
        integer :: round
        call MPI_Type_contiguous(3, MPI_INTEGER8, word)
        call MPI_Type_commit(word)
        call MPI_Op_create(join, .false., op)
        do round = 1, rounds
            mine = spread([int(rank, long), 1_long, int(round, long)], 2, count)
            all = 0
            select case (form)
            case (blocking)
                call MPI_Allreduce(mine, all, count, word, op, MPI_COMM_WORLD)
            case (nonblocking)
                call MPI_Iallreduce(mine, all, count, word, op, MPI_COMM_WORLD, request)
            case (restartable)
                call MPI_Allreduce_init(mine, all, count, word, op, MPI_COMM_WORLD, MPI_INFO_NULL, request)
            end select
            call complete(round)
            call saw(round, letters_of(round, all(:, count)), first(ranks))
            if (other_type) call wrong(round, 'the operation was called with another datatype')
        end do
        call MPI_Op_free(op)
        call MPI_Type_free(word)
    end subroutine joined

    ! Whose letters are in the word: in the order of the ranks, or it is wrong.
    integer(long) function letters_of(round, joined)
        integer, intent(in) :: round
        integer(long), intent(in) :: joined(3)
        integer :: letter, latest, i
        letters_of = 0
        latest = -1
        do i = int(joined(2)) - 1, 0, -1
            letter = int(ibits(joined(1), 4 * i, 4))
            if (letter <= latest) call wrong(round, 'joined out of order: rank', int(letter, long))
            latest = letter
            letters_of = ior(letters_of, only(letter))
        end do
        if (joined(3) /= round * joined(2)) call wrong(round, 'these are not the values of this round')
    end function letters_of

end module collectives
