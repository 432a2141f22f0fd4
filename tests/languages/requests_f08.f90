! Persistent requests of Fortran, whose handles are copied integers: rank 1 dies before its third
! start. The others start theirs again and again, together and one by one.
program requests
    use mpi_f08
    implicit none
    integer, parameter :: rounds = 6, last = 2
    integer :: rank, size, wrong, round, left, right, expected
    integer :: mine, got, either
    logical :: flag
    type(MPI_Request) :: kept(2), both(2), one
    type(MPI_Status) :: statuses(2), status
    wrong = 0
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    left = modulo(rank - 1, size)
    right = modulo(rank + 1, size)
    call MPI_Recv_init(got, 1, MPI_INTEGER, left, 1, MPI_COMM_WORLD, kept(1))
    call MPI_Send_init(mine, 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, kept(2))
    do round = 1, rounds
        mine = 10 * rank + round
        got = -1
        both = kept
        call MPI_Startall(2, both)
        if (modulo(round, 2) == 0) then
            call MPI_Waitall(2, both, statuses)
        else
            call MPI_Wait(both(2), statuses(2))
            flag = .false.
            do while (.not. flag)
                call MPI_Test(both(1), flag, statuses(1))
            end do
        end if
        if (any(both%MPI_VAL /= kept%MPI_VAL)) wrong = wrong + 1
        expected = merge(-1, 10 * left + round, left == 1 .and. round > last)
        if (got /= expected) wrong = wrong + 1
        if (statuses(1)%MPI_SOURCE /= merge(MPI_PROC_NULL, left, got < 0)) wrong = wrong + 1

        either = -1
        call MPI_Isendrecv(rank, 1, MPI_INTEGER, right, 2, either, 1, MPI_INTEGER, left, 2, &
                           MPI_COMM_WORLD, one)
        call MPI_Wait(one, status)
        expected = merge(-1, left, left == 1 .and. round > last)
        if (either /= expected) wrong = wrong + 1
        if (one /= MPI_REQUEST_NULL) wrong = wrong + 1
        call MPI_Barrier(MPI_COMM_WORLD)  ! what a rank sent in a round has arrived when it dies
    end do
    call MPI_Request_free(kept(1))
    call MPI_Request_free(kept(2))
    call MPI_Finalize()
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values'
        stop 1
    end if
    print '(a)', 'ok: requests'
end program requests
