! Nonblocking and persistent collectives of Fortran with arrays, for which Open MPI's Fortran layer
! makes copies of its own. Rank 1 dies within its fourth exchange; the block of a lost rank stays
! as it is. Memory that is written beyond its end shows in the many requests that follow each other.
program nonblocking
    use mpi_f08
    implicit none
    integer, parameter :: rounds = 60, dead = 1
    integer :: rank, size, wrong, round, i
    integer, allocatable, asynchronous :: counts(:), places(:), bytes(:)
    integer, allocatable, asynchronous :: mine(:), theirs(:), gathered(:)
    integer, asynchronous :: part
    type(MPI_Datatype), allocatable, asynchronous :: types(:)
    type(MPI_Request) :: requests(4), kept
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    wrong = 0
    counts = [(1, i = 1, size)]
    places = [(i - 1, i = 1, size)]
    bytes = 4 * places
    allocate (types(size), mine(size), theirs(size), gathered(size))
    types = MPI_INTEGER
    call MPI_Alltoallw_init(mine, counts, bytes, types, theirs, counts, bytes, types, &
                            MPI_COMM_WORLD, MPI_INFO_NULL, kept)
    do round = 1, rounds
        mine = 100 * round + rank
        theirs = -1
        gathered = -1
        part = 0
        call MPI_Ialltoallw(mine, counts, bytes, types, theirs, counts, bytes, types, &
                            MPI_COMM_WORLD, requests(1))
        call MPI_Iallgatherv(mine, 1, MPI_INTEGER, gathered, counts, places, MPI_INTEGER, &
                             MPI_COMM_WORLD, requests(2))
        call MPI_Ireduce_scatter(counts, part, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
                                 requests(3))
        call MPI_Ibarrier(MPI_COMM_WORLD, requests(4))
        call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
        call judge(theirs)
        call judge(gathered)
        if (part /= size .and. part /= size - 1) wrong = wrong + 1
        theirs = -1
        call MPI_Start(kept)
        call MPI_Wait(kept, MPI_STATUS_IGNORE)
        call judge(theirs)
    end do
    call MPI_Request_free(kept)
    call MPI_Finalize()
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values'
        stop 1
    end if
    print '(a)', 'ok: nonblocking'
contains
    subroutine judge(blocks)
        integer, intent(in) :: blocks(:)
        integer :: from
        do from = 0, size - 1
            if (blocks(from + 1) == 100 * round + from) cycle
            if (from /= dead .or. blocks(from + 1) /= -1) wrong = wrong + 1
        end do
    end subroutine judge
end program nonblocking
