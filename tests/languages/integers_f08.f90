! The integers by which a program knows its requests, when several fail in one call and it completes them one by one:
! ranks 1 and 3 die before they serve anybody. Meanwhile other requests come and go, for which Open MPI's Fortran layer
! uses integers again that are free. Then a receive from whoever sends, when nobody is left who could.
program integers
    use mpi_f08
    implicit none
    integer, parameter :: large = 100000, ways = 4
    integer, asynchronous :: got(large, 2, ways), given(large), anything
    type(MPI_Request) :: pending(4, ways), any_source
    type(MPI_Comm) :: pair
    type(MPI_Status) :: status, statuses(4)
    integer :: rank, wrong, way, peer, index, indices(4), count, code, i
    logical :: done(4), flag
    wrong = 0
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    given = rank
    got = -1
    anything = -1
    call MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, pair)
    call MPI_Irecv(anything, 1, MPI_INTEGER, MPI_ANY_SOURCE, 1, pair, any_source)
    do way = 1, ways
        do i = 1, 2
            peer = 2 * i - 1
            call MPI_Irecv(got(1, i, way), large, MPI_INTEGER, peer, way, MPI_COMM_WORLD, pending(i, way))
            call MPI_Issend(given, large, MPI_INTEGER, peer, way, MPI_COMM_WORLD, pending(i + 2, way))
        end do
    end do
    call MPI_Barrier(MPI_COMM_WORLD)

    ! Ranks 0 and 2 are left.
    do way = 1, ways
        done = .false.
        do while (.not. all(done))
            count = 1
            flag = .true.
            select case (way)
            case (1)
                call MPI_Waitany(4, pending(:, way), indices(1), status, code)
            case (2)
                call MPI_Testany(4, pending(:, way), indices(1), flag, status, code)
            case (3)
                call MPI_Waitsome(4, pending(:, way), count, indices, statuses, code)
            case default
                index = findloc(done, .false., 1)
                call MPI_Test(pending(index, way), flag, status, code)
                indices(1) = index
            end select
            if (code /= MPI_SUCCESS) wrong = wrong + 1
            if (wrong /= 0) exit
            if (.not. flag) cycle
            do i = 1, count
                if (done(indices(i))) wrong = wrong + 1
                done(indices(i)) = .true.
                if (pending(indices(i), way) /= MPI_REQUEST_NULL) wrong = wrong + 1
            end do
            call other_requests()
        end do
        if (any(got(:, :, way) /= -1)) wrong = wrong + 1
    end do
    flag = .false.
    do while (.not. flag)
        call MPI_Test(any_source, flag, status, code)
        if (code /= MPI_SUCCESS) wrong = wrong + 1
        if (wrong /= 0) exit
    end do
    if (status%MPI_SOURCE /= MPI_PROC_NULL .or. anything /= -1) wrong = wrong + 1
    call MPI_Finalize()
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values or requests'
        stop 1
    end if
    print '(a)', 'ok: integers'

contains

    subroutine other_requests()
        integer, parameter :: many = 20
        integer, asynchronous :: here(many)
        type(MPI_Request) :: requests(2 * many)
        type(MPI_Status) :: found(2 * many)
        integer :: j
        here = -1
        do j = 1, many
            call MPI_Irecv(here(j), 1, MPI_INTEGER, rank, 100 + j, MPI_COMM_WORLD, requests(j))
        end do
        do j = 1, many
            call MPI_Isend(given, 1, MPI_INTEGER, rank, 100 + j, MPI_COMM_WORLD, requests(many + j))
        end do
        call MPI_Waitall(2 * many, requests, found)
        if (any(here /= rank) .or. any(found(:many)%MPI_SOURCE /= rank)) wrong = wrong + 1
    end subroutine other_requests

end program integers
