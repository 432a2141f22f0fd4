! The same program in every language: a broadcast, a sum and a ring, six times; rank 1 dies in the
! third sum. In Fortran with the module mpi_f08.
program language
    use mpi_f08
    implicit none
    integer :: rank, size, wrong, round, left, right, expected
    integer :: value(4), mine(2), sum(2), all, got
    type(MPI_Status) :: status
    wrong = 0
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    do round = 1, 6
        value = merge(100 * round, -1, rank == 0)
        call MPI_Bcast(value, 4, MPI_INTEGER, 0, MPI_COMM_WORLD)
        if (any(value /= 100 * round)) wrong = wrong + 1

        mine = 2**rank
        sum = mine
        all = 2**size - 1
        call MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
        if (any(sum /= merge(all, all - 2, round < 3))) wrong = wrong + 1

        left = modulo(rank - 1, size)
        right = modulo(rank + 1, size)
        got = -1
        call MPI_Sendrecv(rank, 1, MPI_INTEGER, right, round, got, 1, MPI_INTEGER, left, round, &
                          MPI_COMM_WORLD, status)
        expected = merge(-1, left, left == 1 .and. round >= 3)
        if (got /= expected) wrong = wrong + 1
        if (status%MPI_SOURCE /= merge(MPI_PROC_NULL, left, got < 0)) wrong = wrong + 1
    end do
    call MPI_Finalize()
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values'
        stop 1
    end if
    print '(a)', 'ok: language'
end program language
