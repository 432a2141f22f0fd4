! Processes that are started by those that survive, and that count who they are.
module spawned
    use mpi_f08
    use run
    implicit none
    private
    public :: add_spawned, be_a_child

contains

    subroutine add_spawned()
        call add('MPI_Comm_spawn', 'made', spawn)
    end subroutine add_spawned

    ! The parents' shares add up at the child, which tells the sum to all parents.
    subroutine spawn()
        type(MPI_Comm) :: child
        character(1000) :: program
        character(20) :: arguments(3)
        integer(long), allocatable :: mine(:), of_child(:), sum(:)
        integer :: round, count
        call get_command_argument(0, program)
        do round = 1, rounds
            count = block_length(round)
            arguments = [character(20) :: '--child', '', '']
            write (arguments(2), '(i0)') round
            call MPI_Comm_spawn(program, arguments, 1, MPI_INFO_NULL, root, MPI_COMM_WORLD, child, &
                                MPI_ERRCODES_IGNORE)
            if (child == MPI_COMM_NULL) then
                call saw(round, 0_long, 0_long)
                cycle
            end if
            mine = shares_of(rank, round, count)
            of_child = blank(count)
            sum = blank(count)
            call MPI_Allreduce(mine, of_child, count, MPI_INTEGER8, MPI_SUM, child)
            if (any(of_child /= 0)) call wrong(round, 'the child''s share is not zero')
            call MPI_Bcast(sum, count, MPI_INTEGER8, 0, child)
            call saw(round, contributors(round, sum), first(ranks))
            call MPI_Comm_disconnect(child)
        end do
    end subroutine spawn

    ! What the program does that was started with `--child ROUND`.
    subroutine be_a_child(round)
        integer, intent(in) :: round
        type(MPI_Comm) :: parents
        integer(long), allocatable :: nothing(:), sum(:)
        integer :: count
        call MPI_Init()
        call MPI_Comm_get_parent(parents)
        count = block_length(round)
        allocate (nothing(count), source=0_long)
        sum = blank(count)
        call MPI_Allreduce(nothing, sum, count, MPI_INTEGER8, MPI_SUM, parents)
        call MPI_Bcast(sum, count, MPI_INTEGER8, MPI_ROOT, parents)
        call MPI_Comm_disconnect(parents)
        call MPI_Finalize()
    end subroutine be_a_child

end module spawned
