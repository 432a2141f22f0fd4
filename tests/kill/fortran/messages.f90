! Messages: blocking, nonblocking and persistent. Every rank gives a block to its right and takes one from its left.
module messages
    use mpi_f08
    use run
    implicit none
    private
    public :: add_messages

    integer, parameter :: receiving = 1, sending = 2

contains

    subroutine add_messages()
        call add('MPI_Send', 'ring', send_and_receive)
        call add('MPI_Recv', 'ring', send_and_receive)
        call add('MPI_Mprobe', 'ring', send_and_probe)
        call add('MPI_Sendrecv', 'ring', sendrecv)
        call add('MPI_Irecv', 'ring', by_waitall)
        call add('MPI_Waitall', 'ring', by_waitall)
        call add('MPI_Waitany', 'polled', by_waitany)
        call add('MPI_Testsome', 'polled', by_testsome)
        call add('MPI_Send_init', 'ring', made_anew)
        call add('MPI_Start', 'ring', started_apart)
        call add('MPI_Startall', 'ring', started_together)
    end subroutine add_messages

    ! What came from the left: its block, or nothing at all because it is missing.
    subroutine judge(round, block, status)
        integer, intent(in) :: round
        integer(long), intent(inout) :: block(:)
        type(MPI_Status), intent(in) :: status
        integer :: count
        call judge_left(round, block, status%MPI_SOURCE)
        call MPI_Get_count(status, MPI_INTEGER8, count)
        if (count /= merge(0, size(block), block(1) == untouched)) &
            call wrong(round, 'the count of a message is', int(count, long))
        if (block(1) /= untouched .and. status%MPI_TAG /= round) &
            call wrong(round, 'the tag of a message is', int(status%MPI_TAG, long))
    end subroutine judge

    subroutine exchange(probes)
        logical, intent(in) :: probes
        integer(long), allocatable :: mine(:), theirs(:)
        type(MPI_Message) :: message
        type(MPI_Status) :: status
        integer :: round
        do round = 1, rounds
            mine = block_of(rank, round, block_length(round))
            theirs = blank(block_length(round))
            ! Even ranks give first: no cycle of ranks that all wait for a taker.
            if (mod(rank, 2) == 0) call MPI_Send(mine, size(mine), MPI_INTEGER8, right(), round, MPI_COMM_WORLD)
            if (probes) then
                call MPI_Mprobe(left(), round, MPI_COMM_WORLD, message, status)
                call MPI_Mrecv(theirs, size(theirs), MPI_INTEGER8, message, status)
                if (message /= MPI_MESSAGE_NULL) call wrong(round, 'a received message is not null')
            else
                call MPI_Recv(theirs, size(theirs), MPI_INTEGER8, left(), round, MPI_COMM_WORLD, status)
            end if
            if (mod(rank, 2) /= 0) call MPI_Send(mine, size(mine), MPI_INTEGER8, right(), round, MPI_COMM_WORLD)
            call judge(round, theirs, status)
        end do
    end subroutine exchange

    subroutine send_and_receive()
        call exchange(probes=.false.)
    end subroutine send_and_receive

    subroutine send_and_probe()
        call exchange(probes=.true.)
    end subroutine send_and_probe

    subroutine sendrecv()
        integer(long), allocatable :: mine(:), theirs(:)
        type(MPI_Status) :: status
        integer :: round
        do round = 1, rounds
            mine = block_of(rank, round, block_length(round))
            theirs = blank(block_length(round))
            call MPI_Sendrecv(mine, size(mine), MPI_INTEGER8, right(), round, theirs, size(theirs), MPI_INTEGER8, &
                              left(), round, MPI_COMM_WORLD, status)
            call judge(round, theirs, status)
        end do
    end subroutine sendrecv

    ! ---- Requests: `complete` completes a receive and a send that are both pending ----

    subroutine exchange_by(complete)
        interface
            subroutine complete(round, pair, statuses)
                import :: MPI_Request, MPI_Status
                integer, intent(in) :: round
                type(MPI_Request), intent(inout) :: pair(2)
                type(MPI_Status), intent(inout) :: statuses(2)
            end subroutine complete
        end interface
        integer(long), allocatable, asynchronous :: mine(:), theirs(:)
        type(MPI_Request) :: pair(2)
        type(MPI_Status) :: statuses(2)
        integer :: round
        do round = 1, rounds
            mine = block_of(rank, round, block_length(round))
            theirs = blank(block_length(round))
            call MPI_Irecv(theirs, size(theirs), MPI_INTEGER8, left(), round, MPI_COMM_WORLD, pair(receiving))
            call MPI_Isend(mine, size(mine), MPI_INTEGER8, right(), round, MPI_COMM_WORLD, pair(sending))
            call complete(round, pair, statuses)
            if (any(pair%MPI_VAL /= MPI_REQUEST_NULL%MPI_VAL)) call wrong(round, 'a completed request is not null')
            call judge(round, theirs, statuses(receiving))
        end do
    end subroutine exchange_by

    subroutine by_waitall()
        call exchange_by(waitall)
    end subroutine by_waitall

    subroutine by_waitany()
        call exchange_by(waitany)
    end subroutine by_waitany

    subroutine by_testsome()
        call exchange_by(testsome)
    end subroutine by_testsome

    subroutine waitall(round, pair, statuses)
        integer, intent(in) :: round
        type(MPI_Request), intent(inout) :: pair(2)
        type(MPI_Status), intent(inout) :: statuses(2)
        integer :: code
        call MPI_Waitall(2, pair, statuses, code)
        call must(round, code, 'MPI_Waitall')
    end subroutine waitall

    subroutine waitany(round, pair, statuses)
        integer, intent(in) :: round
        type(MPI_Request), intent(inout) :: pair(2)
        type(MPI_Status), intent(inout) :: statuses(2)
        type(MPI_Status) :: status
        logical :: done(2)
        integer :: index, code
        done = .false.
        do while (.not. all(done))
            call MPI_Waitany(2, pair, index, status, code)
            call must(round, code, 'MPI_Waitany')
            call take(round, index, done)
            statuses(index) = status
        end do
    end subroutine waitany

    subroutine testsome(round, pair, statuses)
        integer, intent(in) :: round
        type(MPI_Request), intent(inout) :: pair(2)
        type(MPI_Status), intent(inout) :: statuses(2)
        type(MPI_Status) :: completed(2)
        logical :: done(2)
        integer :: indices(2), count, i, code
        done = .false.
        do while (.not. all(done))
            call MPI_Testsome(2, pair, count, indices, completed, code)
            call must(round, code, 'MPI_Testsome')
            do i = 1, count
                call take(round, indices(i), done)
                statuses(indices(i)) = completed(i)
            end do
        end do
    end subroutine testsome

    ! Nothing completes twice or out of nothing: then no other index can be trusted, either.
    subroutine take(round, index, done)
        integer, intent(in) :: round, index
        logical, intent(inout) :: done(2)
        if (any(index == [1, 2] .and. .not. done)) then
            done(index) = .true.
            return
        end if
        call wrong(round, 'a request completed that was not pending:', int(index, long))
        error stop
    end subroutine take

    ! ---- Persistent requests ----

    ! Each round makes its own pair of requests, uses it twice, and frees it.
    subroutine made_anew()
        integer(long), allocatable, asynchronous :: mine(:), theirs(:)
        type(MPI_Request) :: pair(2)
        type(MPI_Status) :: statuses(2)
        integer :: round, time
        do round = 1, rounds
            mine = block_of(rank, round, block_length(round))
            theirs = blank(block_length(round))
            call MPI_Recv_init(theirs, size(theirs), MPI_INTEGER8, left(), round, MPI_COMM_WORLD, pair(receiving))
            call MPI_Send_init(mine, size(mine), MPI_INTEGER8, right(), round, MPI_COMM_WORLD, pair(sending))
            do time = 1, 2
                theirs(:) = untouched ! not another array: the requests know where it is
                call MPI_Startall(2, pair)
                call MPI_Waitall(2, pair, statuses)
            end do
            if (any(pair%MPI_VAL == MPI_REQUEST_NULL%MPI_VAL)) call wrong(round, 'a persistent request is null')
            call MPI_Request_free(pair(receiving))
            call MPI_Request_free(pair(sending))
            call judge(round, theirs, statuses(receiving))
        end do
    end subroutine made_anew

    ! One pair serves all rounds, by copies of its handles, which in Fortran are integers.
    subroutine made_once(together)
        logical, intent(in) :: together
        integer(long), asynchronous :: mine(block_length(1)), theirs(block_length(1))
        type(MPI_Request) :: pair(2), copies(2)
        type(MPI_Status) :: statuses(2)
        integer :: round
        call MPI_Recv_init(theirs, size(theirs), MPI_INTEGER8, left(), 1, MPI_COMM_WORLD, pair(receiving))
        call MPI_Send_init(mine, size(mine), MPI_INTEGER8, right(), 1, MPI_COMM_WORLD, pair(sending))
        do round = 1, rounds
            mine = block_of(rank, round, size(mine))
            theirs = untouched
            copies = pair
            if (together) then
                call MPI_Startall(2, copies)
            else
                ! Its own place in the count of calls: one MPI_Start a round.
                call MPI_Startall(1, copies(receiving:receiving))
                call MPI_Start(copies(sending))
            end if
            call MPI_Waitall(2, copies, statuses)
            if (any(copies%MPI_VAL /= pair%MPI_VAL)) call wrong(round, 'the handles have changed')
            call judge_left(round, theirs, statuses(receiving)%MPI_SOURCE)
        end do
        call MPI_Request_free(pair(receiving))
        call MPI_Request_free(pair(sending))
    end subroutine made_once

    subroutine started_apart()
        call made_once(together=.false.)
    end subroutine started_apart

    subroutine started_together()
        call made_once(together=.true.)
    end subroutine started_together

end module messages
