! Tasks are dealt by a counter in a window of rank 0; all marks in a shared one. Whoever dies takes
! one task with it, and nobody waits for it.
program counter
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none

    integer, parameter :: tasks = 4000
    type(MPI_Win) :: deals, marks
    type(c_ptr) :: memory
    integer, pointer :: next(:), done(:), others(:)
    integer :: rank, ranks, number, survivors, unit, i
    integer(MPI_ADDRESS_KIND) :: bytes, there
    integer(MPI_ADDRESS_KIND), parameter :: first = 0
    logical :: found

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)

    call MPI_Win_allocate(4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, deals)
    call c_f_pointer(memory, next, [1])
    next = 0
    bytes = 4 * tasks
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, marks)
    call c_f_pointer(memory, done, [tasks])
    done = 0
    call MPI_Win_get_attr(deals, MPI_WIN_SIZE, there, found)
    if (.not. found .or. there /= 4) print '(a,i0)', 'wrong: the size is ', there
    call MPI_Barrier(MPI_COMM_WORLD)

    call MPI_Win_lock_all(0, deals)
    do
        number = tasks
        call MPI_Fetch_and_op(1, number, MPI_INTEGER, 0, first, MPI_SUM, deals)
        call MPI_Win_flush(0, deals)
        if (number >= tasks) exit
        done(number + 1) = done(number + 1) + 1
    end do
    call MPI_Win_unlock_all(deals)
    call MPI_Barrier(MPI_COMM_WORLD)

    ! Everybody's marks, by loads from shared memory: the dead's, too.
    survivors = 0
    do i = 0, ranks - 1
        call MPI_Win_shared_query(marks, i, there, unit, memory)
        call c_f_pointer(memory, others, [tasks])
        if (any(others > 1)) print '(a,i0)', 'wrong: rank did a task twice: ', i
        survivors = survivors + sum(others)
    end do
    if (survivors > tasks .or. survivors < tasks - 1) print '(a,i0)', 'wrong: tasks done: ', survivors
    call MPI_Win_free(marks)
    call MPI_Win_free(deals)
    call MPI_Finalize()
    print '(a)', 'ok: counter'
end program counter
