! Partitioned messages, by the module mpi: in Open MPI 5.0.7 the module mpi_f08 declares MPI_Psend_init and
! MPI_Precv_init without the argument `info`, which they take.
module partitioned
    use mpi
    use run
    implicit none
    private
    public :: add_partitioned

    integer, parameter :: receiving = 1, sending = 2
    integer, parameter :: given = 4, taken = 2 ! partitions of the sender and of the receiver

contains

    subroutine add_partitioned()
        call add('MPI_Psend_init', 'late', waited_for)
        call add('MPI_Precv_init', 'late', waited_for)
        call add('MPI_Pready', 'polled', waited_for)
        call add('MPI_Parrived', 'polled', looked_for)
    end subroutine add_partitioned

    subroutine exchange(looks)
        logical, intent(in) :: looks
        integer(long), allocatable, asynchronous :: mine(:), theirs(:)
        integer(MPI_COUNT_KIND) :: length
        integer :: pair(2), statuses(MPI_STATUS_SIZE, 2), round, time, partition, code
        logical :: arrived
        do round = 1, rounds
            mine = block_of(rank, round, block_length(round))
            theirs = blank(block_length(round))
            length = block_length(round)
            call MPI_Psend_init(mine, given, length / given, MPI_INTEGER8, right(), 1, MPI_COMM_WORLD, &
                                MPI_INFO_NULL, pair(sending), code)
            call MPI_Precv_init(theirs, taken, length / taken, MPI_INTEGER8, left(), 1, MPI_COMM_WORLD, &
                                MPI_INFO_NULL, pair(receiving), code)
            do time = 1, 2
                theirs(:) = untouched ! not another array: the requests know where it is
                call MPI_Startall(2, pair, code)
                do partition = given - 1, 0, -1
                    call MPI_Pready(partition, pair(sending), code)
                end do
                do partition = 0, taken - 1
                    arrived = .not. looks
                    do while (.not. arrived)
                        call MPI_Parrived(pair(receiving), partition, arrived, code)
                    end do
                end do
                call MPI_Waitall(2, pair, statuses, code)
                call must(round, code, 'MPI_Waitall')
            end do
            call MPI_Request_free(pair(receiving), code)
            call MPI_Request_free(pair(sending), code)
            call judge_left(round, theirs, statuses(MPI_SOURCE, receiving))
        end do
    end subroutine exchange

    subroutine waited_for()
        call exchange(looks=.false.)
    end subroutine waited_for

    subroutine looked_for()
        call exchange(looks=.true.)
    end subroutine looked_for

end module partitioned
