! As recovers.c, in Fortran.
module functions
    use mpi_f08
    use closeranks
    implicit none
    integer :: turn = 0
    character(len=200) :: calls = ''
    character(len=9), parameter :: names(0:2) = ['initial  ', 'survivor ', 'recovered']
contains
    subroutine first(role)
        integer, intent(in) :: role
        calls = trim(calls)//' first:'//names(role)
        call MPI_Allreduce(MPI_IN_PLACE, turn, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
    end subroutine
    subroutine next(role)
        integer, intent(in) :: role
        calls = trim(calls)//' second:'//names(role)
    end subroutine
    subroutine removed(role)
        integer, intent(in) :: role
        calls = trim(calls)//' removed:'//names(role)
    end subroutine
end module

program recovers
    use functions
    implicit none
    integer :: rank, role, total
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call closeranks_on_resume(removed)
    call closeranks_on_resume()
    call closeranks_on_resume(first)
    call closeranks_on_resume(next)
    total = 0
    call closeranks_resume(role)
    do while (turn < 6)
        call MPI_Allreduce(rank + 1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
        turn = turn + 1
        call closeranks_resume(role)
    end do
    print '(a, i0, a, i0, a, i0, 2a)', 'rank ', rank, ': turn ', turn, ', total ', total, ',', trim(calls)
    call MPI_Finalize()
end program
