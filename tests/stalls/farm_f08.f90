! A farm whose master counts answers, in Fortran.
program farm
    use mpi_f08
    implicit none
    integer :: me, ranks, i, answer, total, expected
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call MPI_Barrier(MPI_COMM_WORLD)
    if (me == 0) then
        total = 0
        expected = 0
        do i = 1, ranks - 1
            answer = 0
            call MPI_Recv(answer, 1, MPI_INTEGER, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
            total = total + answer
            if (i /= 2) expected = expected + 10 * i
        end do
        if (total /= expected) print '(a, i0)', 'wrong: ', total
    else
        answer = 10 * me
        call MPI_Send(answer, 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD)
    end if
    call MPI_Finalize()
    print '(a)', 'ok: farm'
end program
