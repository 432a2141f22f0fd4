! The kill matrix in Fortran: a scenario of each family, for the same campaign and the same judge as in C++
! (docs/developers/testing.md). By the module mpi_f08, whose procedures are wrappers of those of mpif.h, so that both layers of
! Open MPI's are in use; it also checks the arguments of all calls.
program kill_matrix
    use mpi_f08
    use run
    use messages, only: add_messages
    use partitioned, only: add_partitioned
    use collectives, only: add_collectives
    use communicators, only: add_communicators
    use spawned, only: add_spawned, be_a_child
    use storage, only: add_storage
    implicit none
    integer :: i, chosen
    character(100) :: given, number

    call add_messages()
    call add_partitioned()
    call add_collectives()
    call add_communicators()
    call add_spawned()
    call add_storage()

    call get_command_argument(1, given)
    if (given == '--list') then
        print '(a)', (scenarios(i)%name, i = 1, known)
        stop
    end if
    if (given == '--child') then
        call get_command_argument(2, number)
        read (number, *) i
        call be_a_child(i)
        stop
    end if
    chosen = 0
    do i = 1, known
        if (scenarios(i)%name == given) chosen = i
    end do
    if (chosen == 0) call usage()
    do i = 2, command_argument_count() - 1, 2
        call get_command_argument(i, given)
        call get_command_argument(i + 1, number)
        select case (given)
        case ('--root')
            read (number, *) root
        case ('--rounds')
            read (number, *) rounds
        case default
            call usage()
        end select
    end do

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    root = modulo(root, ranks)
    call perform(scenarios(chosen))
    call print_sightings()
    call MPI_Finalize()
    if (failed) stop 1
    print '(a)', 'ok: '//scenarios(chosen)%name

contains

    subroutine usage()
        print '(a)', 'usage: kill_matrix_f08 --list', '       kill_matrix_f08 SCENARIO [--root RANK] [--rounds COUNT]'
        stop 2
    end subroutine usage

end program kill_matrix
