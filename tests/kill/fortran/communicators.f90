! Making communicators and using them; their attributes, their neighbourhoods, and the two sides of some.
module communicators
    use mpi_f08
    use run
    implicit none
    private
    public :: add_communicators

    ! What an attribute's callbacks were called for, in Fortran's conventions.
    integer(MPI_ADDRESS_KIND), parameter :: extra = 4711, first_value = 1000
    type(MPI_Comm) :: parent ! of the copies
    integer :: keyval, held = 0 ! attributes that were set or copied, and not deleted yet
    integer(MPI_ADDRESS_KIND) :: deleted = -1
    logical :: other_arguments = .false.

contains

    subroutine add_communicators()
        call add('MPI_Comm_split', 'made', split)
        call add('MPI_Comm_dup', 'made', dup)
        call add('MPI_Comm_idup', 'made', idup)
        call add('MPI_Comm_free', 'freed', dup)
        call add('MPI_Comm_dup/attributes', 'made', dup_attributes)
        call add('MPI_Comm_free/attributes', 'freed', dup_attributes)
        call add('MPI_Cart_create', 'made', cart_create)
        call add('MPI_Neighbor_allgather/grid', 'own', neighbours)
        call add('MPI_Intercomm_create', 'made', intercomm_create)
        call add('MPI_Allreduce/sides', 'shared', allreduce_sides)
        call add('MPI_Bcast/sides', 'shared', bcast_sides)
        call add('MPI_Comm_accept', 'made', by_port)
        call add('MPI_Comm_connect', 'made', by_port)
    end subroutine add_communicators

    ! A sum and a ring of messages on a communicator that was just made. `keeps_all`: lost ranks keep their number.
    subroutine exercise(comm, round, scope, keeps_all)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: round
        integer(long), intent(in) :: scope
        logical, intent(in) :: keeps_all
        integer, allocatable :: members(:)
        integer(long), allocatable :: theirs(:)
        logical :: here
        integer :: me, count, length, source, i
        integer(long) :: all
        call MPI_Comm_rank(comm, me)
        call MPI_Comm_size(comm, count)
        members = members_of(comm)
        all = 0
        do i = 1, size(members)
            all = ior(all, only(members(i)))
        end do
        if (size(members) /= count .or. members(me + 1) /= rank) call wrong(round, 'the rank does not fit the group')
        if (iand(all, not(scope)) /= 0 .or. (keeps_all .and. all /= scope)) call wrong(round, 'the members are', all)

        length = block_length(round)
        call sum_over(comm, round, scope)
        source = modulo(me - 1, count)
        theirs = blank(length)
        call MPI_Sendrecv(block_of(rank, round, length), length, MPI_INTEGER8, modulo(me + 1, count), round, &
                          theirs, length, MPI_INTEGER8, source, round, comm, MPI_STATUS_IGNORE)
        here = has_block(members(source + 1), round, theirs)
        call saw(round, merge(only(members(source + 1)), 0_long, here), only(members(source + 1)), 'polled')
    end subroutine exercise

    ! The world ranks of `comm` in its own order.
    function members_of(comm) result(members)
        type(MPI_Comm), intent(in) :: comm
        integer, allocatable :: members(:)
        type(MPI_Group) :: group, world
        integer :: count, i
        call MPI_Comm_group(comm, group)
        call MPI_Comm_group(MPI_COMM_WORLD, world)
        call MPI_Group_size(group, count)
        allocate (members(count))
        call MPI_Group_translate_ranks(group, count, [(i, i = 0, count - 1)], world, members)
        call MPI_Group_free(world)
        call MPI_Group_free(group)
    end function members_of

    subroutine sum_over(comm, round, scope)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: round
        integer(long), intent(in) :: scope
        integer(long), allocatable :: mine(:), sum(:)
        mine = shares_of(rank, round, block_length(round))
        sum = blank(block_length(round))
        call MPI_Allreduce(mine, sum, size(sum), MPI_INTEGER8, MPI_SUM, comm)
        call saw(round, contributors(round, sum), scope)
    end subroutine sum_over

    subroutine release(comm, round)
        type(MPI_Comm), intent(inout) :: comm
        integer, intent(in) :: round
        call MPI_Comm_free(comm)
        if (comm /= MPI_COMM_NULL) call wrong(round, 'the freed handle is not null')
    end subroutine release

    ! Even and odd ranks apart, each in falling order.
    subroutine split()
        type(MPI_Comm) :: comm
        integer, allocatable :: members(:)
        integer :: round
        do round = 1, rounds
            call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, comm)
            call exercise(comm, round, side(mod(rank, 2)), keeps_all=.false.)
            members = members_of(comm)
            if (any(members(2:) >= members(:size(members) - 1))) call wrong(round, 'the ranks are in the wrong order')
            call release(comm, round)
        end do
    end subroutine split

    subroutine dup()
        type(MPI_Comm) :: comm
        integer :: round
        do round = 1, rounds
            call MPI_Comm_dup(MPI_COMM_WORLD, comm)
            call exercise(comm, round, first(ranks), keeps_all=.true.)
            call release(comm, round)
        end do
    end subroutine dup

    ! Open MPI's Fortran layer reads the new handle when the call returns, not when it is complete.
    subroutine idup()
        type(MPI_Comm), asynchronous :: comm
        type(MPI_Request) :: request
        integer :: round
        do round = 1, rounds
            call MPI_Comm_idup(MPI_COMM_WORLD, comm, request)
            call MPI_Wait(request, MPI_STATUS_IGNORE)
            call exercise(comm, round, first(ranks), keeps_all=.true.)
            call release(comm, round)
        end do
    end subroutine idup

    ! ---- Attributes ----

    ! An attribute is one more in each copy.
    subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
        type(MPI_Comm) :: oldcomm
        integer :: comm_keyval, ierror
        integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
        logical :: flag
        if (oldcomm /= parent .or. comm_keyval /= keyval .or. extra_state /= extra) other_arguments = .true.
        held = held + 1
        attribute_val_out = attribute_val_in + 1
        flag = .true.
        ierror = MPI_SUCCESS
    end subroutine copy

    subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
        type(MPI_Comm) :: comm
        integer :: comm_keyval, ierror
        integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
        if (comm == MPI_COMM_NULL .or. comm_keyval /= keyval .or. extra_state /= extra) other_arguments = .true.
        held = held - 1
        deleted = attribute_val
        ierror = MPI_SUCCESS
    end subroutine delete

    ! What is copied comes with the communicator and is deleted with it; attempts that failed leave nothing behind. The
    ! parent is a copy of MPI_COMM_WORLD: where ranks are not the processes, attributes that Fortran sets on that one
    ! itself are not copied (docs/developers/testing.md).
    subroutine dup_attributes()
        type(MPI_Comm) :: comm
        integer(MPI_ADDRESS_KIND) :: mine, theirs
        logical :: found
        integer :: round
        call MPI_Comm_split(MPI_COMM_WORLD, 0, 0, parent) ! no call of those that ranks are killed in
        call MPI_Comm_create_keyval(copy, delete, keyval, extra)
        do round = 1, rounds
            mine = first_value * round
            call MPI_Comm_set_attr(parent, keyval, mine)
            held = held + 1
            call MPI_Comm_dup(parent, comm)
            call MPI_Comm_get_attr(comm, keyval, theirs, found)
            if (.not. found .or. theirs /= mine + 1) call wrong(round, 'the copied attribute is', int(theirs, long))
            if (held /= 2) call wrong(round, 'two communicators have attributes, but there are', int(held, long))
            call exercise(comm, round, first(ranks), keeps_all=.true.)
            call release(comm, round)
            if (deleted /= mine + 1) call wrong(round, 'the attribute deleted last is', int(deleted, long))
            call MPI_Comm_delete_attr(parent, keyval)
            if (deleted /= mine) call wrong(round, 'the attribute deleted last is', int(deleted, long))
            if (held /= 0) call wrong(round, 'attributes that are left:', int(held, long))
            if (other_arguments) call wrong(round, 'an attribute''s callback was called with other arguments')
        end do
        call MPI_Comm_free_keyval(keyval)
        call MPI_Comm_free(parent)
    end subroutine dup_attributes

    ! ---- Grids ----

    subroutine make_grid(comm, dims, periodic)
        type(MPI_Comm), intent(out) :: comm
        integer, intent(out) :: dims(2)
        logical, intent(in) :: periodic
        dims = 0
        call MPI_Dims_create(ranks, 2, dims)
        call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [periodic, .false.], .false., comm)
    end subroutine make_grid

    subroutine cart_create()
        type(MPI_Comm) :: comm
        integer :: round, dims(2), coordinates(2), got_dims(2)
        logical :: periods(2)
        do round = 1, rounds
            call make_grid(comm, dims, periodic=.true.)
            call MPI_Cart_get(comm, 2, got_dims, periods, coordinates)
            if (any(got_dims /= dims) .or. (periods(1) .neqv. .true.) .or. periods(2)) &
                call wrong(round, 'this is not the grid that was made')
            if (coordinates(1) * dims(2) + coordinates(2) /= rank) call wrong(round, 'the coordinates do not fit')
            call exercise(comm, round, first(ranks), keeps_all=.true.)
            call release(comm, round)
        end do
    end subroutine cart_create

    ! On a grid with open ends.
    subroutine neighbours()
        integer(long), allocatable :: got(:, :)
        type(MPI_Comm) :: comm
        integer(long) :: here, scope
        integer :: round, length, dims(2), sources(4), i
        call make_grid(comm, dims, periodic=.false.)
        call MPI_Cart_shift(comm, 0, 1, sources(1), sources(2))
        call MPI_Cart_shift(comm, 1, 1, sources(3), sources(4))
        do round = 1, rounds
            length = block_length(round)
            allocate (got(length, 4), source=untouched)
            call MPI_Neighbor_allgather(block_of(rank, round, length), length, MPI_INTEGER8, got, length, &
                                        MPI_INTEGER8, comm)
            here = 0
            scope = 0
            do i = 1, 4
                if (sources(i) == MPI_PROC_NULL) then
                    if (any(got(:, i) /= untouched)) call wrong(round, 'a block from nobody')
                    cycle
                end if
                scope = ior(scope, only(sources(i)))
                if (has_block(sources(i), round, got(:, i))) here = ior(here, only(sources(i)))
            end do
            call saw(round, here, scope)
            deallocate (got)
        end do
        call release(comm, rounds)
    end subroutine neighbours

    ! ---- Intercommunicators of the even and the odd ranks ----

    pure integer(long) function side(parity)
        integer, intent(in) :: parity
        integer :: r
        side = 0
        do r = parity, ranks - 1, 2
            side = ior(side, only(r))
        end do
    end function side

    ! This rank's side, without MPI_Comm_split, whose calls are counted.
    subroutine make_local(local)
        type(MPI_Comm), intent(out) :: local
        type(MPI_Group) :: world, mine
        integer :: range(3, 1)
        range(:, 1) = [mod(rank, 2), ranks - 1, 2]
        call MPI_Comm_group(MPI_COMM_WORLD, world)
        call MPI_Group_range_incl(world, 1, range, mine)
        call MPI_Comm_create(MPI_COMM_WORLD, mine, local)
        call MPI_Group_free(mine)
        call MPI_Group_free(world)
    end subroutine make_local

    ! Led by the members of pair number `pair`; after a failure maybe none.
    subroutine make_inter(local, pair, inter)
        type(MPI_Comm), intent(in) :: local
        integer, intent(in) :: pair
        type(MPI_Comm), intent(out) :: inter
        call MPI_Intercomm_create(local, pair, MPI_COMM_WORLD, 2 * pair + 1 - mod(rank, 2), 17, inter)
    end subroutine make_inter

    ! Led by another pair of ranks each round.
    subroutine intercomm_create()
        type(MPI_Comm) :: local, inter
        integer :: round
        logical :: is_inter
        call make_local(local)
        do round = 1, rounds
            call make_inter(local, mod(round, ranks / 2), inter)
            if (inter == MPI_COMM_NULL) then
                call saw(round, 0_long, 0_long)
                cycle
            end if
            call MPI_Comm_test_inter(inter, is_inter)
            if (.not. is_inter) call wrong(round, 'this is no intercommunicator')
            call sum_over(inter, round, side(1 - mod(rank, 2)))
            call release(inter, round)
        end do
        call release(local, rounds)
    end subroutine intercomm_create

    subroutine allreduce_sides()
        type(MPI_Comm) :: local, inter
        integer :: round
        call make_local(local)
        call make_inter(local, 0, inter)
        do round = 1, rounds
            call sum_over(inter, round, side(1 - mod(rank, 2)))
        end do
        call release(inter, rounds)
        call release(local, rounds)
    end subroutine allreduce_sides

    subroutine bcast_sides()
        integer(long), allocatable :: block(:)
        type(MPI_Comm) :: local, inter
        integer :: round, length, giver
        logical :: takes
        takes = mod(root, 2) /= mod(rank, 2)
        giver = merge(root / 2, merge(MPI_ROOT, MPI_PROC_NULL, rank == root), takes)
        call make_local(local)
        call make_inter(local, 0, inter)
        do round = 1, rounds
            length = block_length(round)
            block = blank(length)
            if (rank == root) block = block_of(root, round, length)
            call MPI_Bcast(block, length, MPI_INTEGER8, giver, inter)
            if (takes .or. rank == root) then
                call forget_unless_whole(root, round, block)
                call saw_block(root, round, block)
            else
                if (any(block /= untouched)) call wrong(round, 'a block from nobody')
                call saw(round, 0_long, 0_long)
            end if
        end do
        call release(inter, rounds)
        call release(local, rounds)
    end subroutine bcast_sides

    ! A port that everybody knows: its servers, the ranks of one parity, are led by the next one from `leader` on that
    ! lives. Blank: none does.
    subroutine open_port(serving, leader, port)
        integer, intent(in) :: serving
        integer, intent(inout) :: leader
        character(MPI_MAX_PORT_NAME), intent(out) :: port
        integer :: i, servers, server
        servers = (ranks + 1 - serving) / 2
        port = ' '
        do i = 0, servers - 1
            leader = modulo(leader + merge(0, 1, i == 0), servers)
            server = 2 * leader + serving
            if (rank == server) call MPI_Open_port(MPI_INFO_NULL, port)
            call MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, server, MPI_COMM_WORLD)
            if (port /= ' ') exit
        end do
    end subroutine open_port

    ! Clients whose leader is gone call again under the next.
    subroutine connect(local, serving, first_leader, inter)
        type(MPI_Comm), intent(in) :: local
        integer, intent(in) :: serving, first_leader
        type(MPI_Comm), intent(out) :: inter
        character(MPI_MAX_PORT_NAME) :: port
        integer :: leader, clients, i
        leader = first_leader
        inter = MPI_COMM_NULL
        call open_port(serving, leader, port)
        if (port == ' ') return
        clients = (ranks + serving) / 2
        if (mod(rank, 2) == serving) then
            call MPI_Comm_accept(port, MPI_INFO_NULL, leader, local, inter)
        else
            do i = 0, clients - 1
                call MPI_Comm_connect(port, MPI_INFO_NULL, modulo(leader + i, clients), local, inter)
                if (inter /= MPI_COMM_NULL) exit
            end do
        end if
        if (rank == 2 * leader + serving) call MPI_Close_port(port)
    end subroutine connect

    ! Each side serves the other, and then the second connection is used.
    subroutine by_port()
        type(MPI_Comm) :: local, inter(0:1)
        integer :: round, serving
        call make_local(local)
        do round = 1, rounds
            do serving = 0, 1
                call connect(local, serving, mod(round, ranks / 2), inter(serving))
            end do
            if (inter(1) == MPI_COMM_NULL) then
                call saw(round, 0_long, 0_long)
            else
                call sum_over(inter(1), round, side(1 - mod(rank, 2)))
            end if
            do serving = 0, 1
                if (inter(serving) /= MPI_COMM_NULL) call release(inter(serving), round)
            end do
        end do
        call release(local, rounds)
    end subroutine by_port

end module communicators
