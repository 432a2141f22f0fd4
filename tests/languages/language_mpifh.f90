! The same program in every language: a broadcast, a sum and a ring, six times; rank 1 dies in the
! third sum. In Fortran with mpif.h, and with a reduction operator written in Fortran.
subroutine add(in, inout, count, datatype)
    implicit none
    integer :: count, datatype
    integer :: in(count), inout(count)
    inout = inout + in
end subroutine add

program language
    implicit none
    include 'mpif.h'
    integer :: rank, size, wrong, round, value, mine, sum, all, left, right, got, expected, plus
    integer :: status(MPI_STATUS_SIZE), ierror
    external :: add
    wrong = 0
    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    call MPI_Op_create(add, .true., plus, ierror)
    do round = 1, 6
        value = merge(100 * round, -1, rank == 0)
        call MPI_Bcast(value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
        if (value /= 100 * round) wrong = wrong + 1

        mine = 2**rank
        all = 2**size - 1
        sum = 0
        call MPI_Allreduce(mine, sum, 1, MPI_INTEGER, plus, MPI_COMM_WORLD, ierror)
        if (sum /= merge(all, all - 2, round < 3)) wrong = wrong + 1

        left = modulo(rank - 1, size)
        right = modulo(rank + 1, size)
        got = -1
        call MPI_Sendrecv(rank, 1, MPI_INTEGER, right, round, got, 1, MPI_INTEGER, left, round, &
                          MPI_COMM_WORLD, status, ierror)
        expected = merge(-1, left, left == 1 .and. round >= 3)
        if (got /= expected) wrong = wrong + 1
        if (status(MPI_SOURCE) /= merge(MPI_PROC_NULL, left, got < 0)) wrong = wrong + 1
    end do
    call MPI_Op_free(plus, ierror)
    call MPI_Finalize(ierror)
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values'
        stop 1
    end if
    print '(a)', 'ok: language'
end program language
