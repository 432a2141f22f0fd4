! A Fortran program that writes checkpoints with collective file calls, one record for each rank and
! step; rank 1 dies in the third. Afterwards everybody reads the file back.
program checkpoint
    use mpi_f08
    implicit none
    integer, parameter :: steps = 6, length = 1000
    type(MPI_File) :: file
    type(MPI_Status) :: status
    type(MPI_Group) :: group
    integer(MPI_OFFSET_KIND) :: offset, bytes
    integer :: rank, size, wrong, step, other, members, written
    double precision :: mine(length), found(length)
    character(len=200) :: name
    wrong = 0
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    call get_environment_variable('TMPDIR', name)
    name = trim(name)//'/checkpoint'
    call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_CREATE + MPI_MODE_EXCL + MPI_MODE_RDWR, &
                       MPI_INFO_NULL, file)
    do step = 1, steps
        mine = 100d0 * step + rank
        offset = (int(step - 1, MPI_OFFSET_KIND) * size + rank) * length * 8
        call MPI_File_write_at_all(file, offset, mine, length, MPI_DOUBLE_PRECISION, status)
        call MPI_Get_count(status, MPI_DOUBLE_PRECISION, written)
        if (written /= length) wrong = wrong + 1
        call MPI_File_sync(file)
    end do
    call MPI_File_get_group(file, group)
    call MPI_Group_size(group, members)
    if (members /= size) wrong = wrong + 1
    call MPI_File_get_size(file, bytes)
    if (bytes /= int(steps, MPI_OFFSET_KIND) * size * length * 8) wrong = wrong + 1
    do step = 1, steps
        do other = 0, size - 1
            found = -1
            offset = (int(step - 1, MPI_OFFSET_KIND) * size + other) * length * 8
            call MPI_File_read_at_all(file, offset, found, length, MPI_DOUBLE_PRECISION, status)
            if (other == 1 .and. step >= 3) then
                if (any(found /= 0)) wrong = wrong + 1
            else
                if (any(found /= 100d0 * step + other)) wrong = wrong + 1
            end if
        end do
    end do
    call MPI_File_close(file)
    call MPI_Finalize()
    if (wrong /= 0) then
        print '(a,i0,a)', 'wrong: ', wrong, ' values'
        stop 1
    end if
    print '(a)', 'ok: checkpoint'
end program checkpoint
