! Files and windows: what survivors have written has to be there, wherever ranks die; nobody waits for the dead.
module storage
    use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
    use mpi_f08
    use run
    implicit none
    private
    public :: add_storage

    integer, parameter :: bytes = 8 ! of an element

contains

    subroutine add_storage()
        call add('MPI_File_write_at_all', 'shared', write_at_all)
        call add('MPI_File_write_ordered', 'shared', write_ordered)
        call add('MPI_Win_fence', 'polled', put_and_fence)
        call add('MPI_Put', 'late', put_and_fence)
        call add('MPI_Accumulate', 'own', lock_and_accumulate)
        call add('MPI_Win_lock', 'late', lock_and_accumulate)
    end subroutine add_storage

    ! ---- Files ----

    ! A name that all ranks of this run know, and nobody else uses.
    function path() result(name)
        character(:), allocatable :: name
        character(200) :: folder
        call get_environment_variable('TMPDIR', folder)
        name = trim(folder)//'/kill_f08'
    end function path

    subroutine open_file(file)
        type(MPI_File), intent(out) :: file
        integer :: code
        call MPI_File_open(MPI_COMM_WORLD, path(), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, code)
        call must(0, code, 'MPI_File_open')
        call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER8, MPI_INTEGER8, 'native', MPI_INFO_NULL, code)
        call must(0, code, 'MPI_File_set_view')
    end subroutine open_file

    subroutine close_file(file)
        type(MPI_File), intent(inout) :: file
        integer :: code
        call MPI_File_close(file, code)
        call must(0, code, 'MPI_File_close')
    end subroutine close_file

    ! Elements of the file as they are on the disk, read without MPI; what nobody has written is untouched.
    function on_disk(start, length) result(block)
        integer(MPI_OFFSET_KIND), intent(in) :: start
        integer, intent(in) :: length
        integer(long) :: block(length)
        integer :: unit, i, status
        block = 0
        open (newunit=unit, file=path(), access='stream', form='unformatted', status='old', action='read')
        do i = 1, length ! one by one: the file may end within
            read (unit, pos=bytes * (start + i - 1) + 1, iostat=status) block(i)
            if (status /= 0) exit
        end do
        close (unit)
        where (block == 0) block = untouched
    end function on_disk

    ! Where the block of `giver` is, in elements.
    integer(MPI_OFFSET_KIND) function place_of(round, giver)
        integer, intent(in) :: round, giver
        integer :: before
        place_of = int(block_length(round), MPI_OFFSET_KIND) * giver
        do before = 1, round - 1
            place_of = place_of + int(block_length(before), MPI_OFFSET_KIND) * ranks
        end do
    end function place_of

    subroutine write_at_all()
        type(MPI_File) :: file
        type(MPI_Status) :: status
        integer(long), allocatable :: block(:)
        integer(long) :: here
        integer :: round, length, giver, code
        call open_file(file)
        do round = 1, rounds
            length = block_length(round)
            call MPI_File_write_at_all(file, place_of(round, rank), block_of(rank, round, length), length, &
                                       MPI_INTEGER8, status, code)
            call must(round, code, 'MPI_File_write_at_all')
            call MPI_Barrier(MPI_COMM_WORLD)
            here = 0
            do giver = 0, ranks - 1
                block = on_disk(place_of(round, giver), length)
                call forget_unless_whole(giver, round, block)
                if (has_block(giver, round, block)) here = ior(here, only(giver))
            end do
            call saw(round, here, first(ranks))
            call MPI_Barrier(MPI_COMM_WORLD)
        end do
        call close_file(file)
    end subroutine write_at_all

    subroutine write_ordered()
        type(MPI_File) :: file
        type(MPI_Status) :: status
        integer(MPI_OFFSET_KIND) :: from, to
        integer :: round, length, code
        call open_file(file)
        from = 0
        do round = 1, rounds
            length = block_length(round)
            call MPI_File_write_ordered(file, block_of(rank, round, length), length, MPI_INTEGER8, status, code)
            call must(round, code, 'MPI_File_write_ordered')
            call MPI_Barrier(MPI_COMM_WORLD)
            call MPI_File_get_position_shared(file, to, code)
            call must(round, code, 'MPI_File_get_position_shared')
            call saw(round, records(round, from, to), first(ranks))
            from = to
            call MPI_Barrier(MPI_COMM_WORLD)
        end do
        call close_file(file)
    end subroutine write_ordered

    ! The ranks whose records are between two positions of the shared pointer: in their order, and only who died
    ! within its own leaves a gap.
    integer(long) function records(round, from, to)
        integer, intent(in) :: round
        integer(MPI_OFFSET_KIND), intent(in) :: from, to
        integer(long) :: block(block_length(round))
        integer(MPI_OFFSET_KIND) :: at
        integer :: giver, latest
        records = 0
        latest = -1
        if (mod(to - from, size(block, kind=long)) /= 0 .or. to - from > size(block) * ranks) &
            call wrong(round, 'the shared pointer moved by', int(to - from, long))
        do at = from, to - size(block), size(block)
            block = on_disk(at, size(block))
            giver = int(block(1) / 10000000)
            if (block(1) == untouched .or. giver >= ranks) cycle ! a gap: the judge misses a survivor's
            call forget_unless_whole(giver, round, block)
            if (.not. has_block(giver, round, block)) cycle
            if (giver <= latest) call wrong(round, 'twice or late: rank', int(giver, long))
            latest = giver
            records = ior(records, only(giver))
        end do
    end function records

    ! ---- Windows: room for a block of each round ----

    integer(MPI_ADDRESS_KIND) function displacement(round)
        integer, intent(in) :: round
        integer :: before
        displacement = sum([(block_length(before), before = 1, round - 1)])
    end function displacement

    ! A window over memory of the program's.
    subroutine put_and_fence()
        integer(long), allocatable, asynchronous :: memory(:), mine(:)
        integer(long), allocatable :: theirs(:)
        type(MPI_Win) :: win
        integer :: round, length, code
        allocate (memory(displacement(rounds + 1)), source=untouched)
        call MPI_Win_create(memory, int(bytes, MPI_ADDRESS_KIND) * size(memory), bytes, MPI_INFO_NULL, &
                            MPI_COMM_WORLD, win, code)
        call must(0, code, 'MPI_Win_create')
        do round = 1, rounds
            length = block_length(round)
            mine = block_of(rank, round, length)
            call MPI_Win_fence(0, win, code)
            call must(round, code, 'MPI_Win_fence')
            call MPI_Put(mine, length, MPI_INTEGER8, right(), displacement(round), length, MPI_INTEGER8, win, code)
            call must(round, code, 'MPI_Put')
            call MPI_Win_fence(0, win, code)
            call must(round, code, 'MPI_Win_fence')
            call MPI_Barrier(MPI_COMM_WORLD)
            if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(memory)
            theirs = memory(displacement(round) + 1:displacement(round) + length)
            call forget_unless_whole(left(), round, theirs)
            call saw_block(left(), round, theirs)
            call MPI_Barrier(MPI_COMM_WORLD)
        end do
        call MPI_Win_free(win, code)
        call must(rounds, code, 'MPI_Win_free')
    end subroutine put_and_fence

    ! A window over memory that the MPI gives.
    subroutine lock_and_accumulate()
        type(c_ptr) :: given
        integer(long), pointer, asynchronous :: memory(:)
        integer(long), allocatable, asynchronous :: shares(:)
        integer(long), allocatable :: sum(:)
        type(MPI_Win) :: win
        integer :: round, length, code
        call MPI_Win_allocate(bytes * displacement(rounds + 1), bytes, MPI_INFO_NULL, MPI_COMM_WORLD, given, win, code)
        call must(0, code, 'MPI_Win_allocate')
        call c_f_pointer(given, memory, [displacement(rounds + 1)])
        memory = 0
        call MPI_Barrier(MPI_COMM_WORLD)
        do round = 1, rounds
            length = block_length(round)
            shares = shares_of(rank, round, length)
            call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win, code)
            call must(round, code, 'MPI_Win_lock')
            call MPI_Accumulate(shares, length, MPI_INTEGER8, right(), displacement(round), length, MPI_INTEGER8, &
                                MPI_SUM, win, code)
            call must(round, code, 'MPI_Accumulate')
            call MPI_Win_unlock(right(), win, code)
            call must(round, code, 'MPI_Win_unlock')
            call MPI_Barrier(MPI_COMM_WORLD)
            if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(memory)
            sum = memory(displacement(round) + 1:displacement(round) + length)
            if (any(sum == 0)) then ! died within it
                where (sum == shares_of(left(), round, length)) sum = 0
            end if
            call saw(round, contributors(round, sum), only(left()))
            call MPI_Barrier(MPI_COMM_WORLD)
        end do
        call MPI_Win_free(win, code)
        call must(rounds, code, 'MPI_Win_free')
    end subroutine lock_and_accumulate

end module storage
