! The modules closeranks and closeranks_store: rank 1 dies before a barrier, and everybody is asked
! before and after. Compiled with the module mpi_f08, and with mpi, in which handles are integers.
#ifdef CLOSERANKS_USES_mpi
#define HANDLE(kind) integer
#else
#define HANDLE(kind) type(kind)
#endif
module functions
    use mpi_f08, only: MPI_COMM_WORLD, operator(==)
    use closeranks, only: MPI_Comm
    implicit none
    integer :: repairs = 0, last_generation = 0
contains
    subroutine repaired(comm, generation)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: generation
        if (comm == MPI_COMM_WORLD) repairs = repairs + 1
        last_generation = generation
    end subroutine
    subroutine replaced(comm, generation)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: generation
        if (comm == MPI_COMM_WORLD) repairs = repairs + 100*generation
    end subroutine
end module

program interface
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
#ifdef CLOSERANKS_USES_mpi
    use mpi
#else
    use mpi_f08
#endif
    use closeranks
    use closeranks_store
    use functions, only: last_generation, repaired, repairs, replaced
    implicit none

    integer, parameter :: victim = 1, values_id = 3, number_id = 5
    integer, parameter :: rows = 3, columns = 4
    type(closeranks_store_handle) :: store
    real(real64), target :: values(rows, columns)
    integer, target :: number
    integer :: rank, size, dead, ierror
    logical :: active
    character(len=16) :: argument = ''

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    if (command_argument_count() > 0) call get_command_argument(1, argument)
    call closeranks_active(active, ierror)
    call check(ierror == MPI_SUCCESS .and. (active .eqv. argument == 'protected'), 'active')
    dead = merge(1, 0, active)

    call make_store()
    call expect_missing(0)
    call check_policies_that_are_not()
    call expect_failures(0) ! before the first collective: mpirun tells what fails after this call
    call check_threads_and_counts()
    call closeranks_on_repair(replaced) ! without ierror
    call closeranks_on_repair(repaired, ierror)
    call check(ierror == MPI_SUCCESS, 'on_repair')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call expect_failures(dead)
    call check(repairs == dead .and. last_generation == dead, 'the function that on_repair has set')
    call closeranks_on_repair(ierror=ierror)
    call check(ierror == MPI_SUCCESS, 'on_repair of nothing')
    call expect_missing(dead)
    call expect_policies()
    call expect_horizon()
    call expect_resume_without_spares()
    call use_store()
    print '(a)', 'ok: interface'
    call MPI_Finalize(ierror)

contains

    subroutine check(condition, what)
        logical, intent(in) :: condition
        character(len=*), intent(in) :: what
        integer :: code
        if (condition) return
        write (error_unit, '(a, i0, 3a, i0)') 'rank ', rank, ': ', what, ' is wrong; ierror ', ierror
        flush (error_unit)
        call MPI_Abort(MPI_COMM_WORLD, 1, code)
    end subroutine

    subroutine expect_missing(count)
        integer, intent(in) :: count
        integer :: found, ranks(2)
        logical :: flag
        call closeranks_missing_count(MPI_COMM_WORLD, found, ierror)
        call check(found == count, 'missing_count')
        ranks = -1
        call closeranks_missing_ranks(MPI_COMM_WORLD, 2, ranks, found, ierror)
        call check(found == count .and. ranks(1) == merge(victim, -1, count > 0), 'missing_ranks')
        call check(ranks(2) == -1, 'the end of missing_ranks')
        call closeranks_missing_ranks(MPI_COMM_WORLD, -1, ranks, found, ierror)
        call check(ierror == MPI_ERR_COUNT, 'missing_ranks of a negative number')
        call closeranks_is_alive(MPI_COMM_WORLD, 0, flag) ! without ierror
        call check(flag, 'is_alive of rank 0')
        call closeranks_is_alive(MPI_COMM_WORLD, victim, flag, ierror)
        call check(flag .eqv. count == 0, 'is_alive of the victim')
        call closeranks_is_alive(MPI_COMM_WORLD, size, flag, ierror)
        call check(ierror == MPI_ERR_RANK, 'is_alive of nobody')
        call closeranks_generation(MPI_COMM_WORLD, found, ierror)
        call check(found == count, 'generation')
        call closeranks_contributors(MPI_COMM_WORLD, found, ierror)
        call check(found == size - count, 'contributors')
        call closeranks_contributors(MPI_COMM_NULL, found, ierror)
        call check(ierror == MPI_ERR_COMM, 'contributors of no communicator')
    end subroutine

    subroutine check_threads_and_counts()
        integer :: level, own
        integer(int64) :: before, after
        call MPI_Query_thread(own, ierror)
        call closeranks_query_thread(level, ierror)
        call check(ierror == MPI_SUCCESS .and. level == own, 'query_thread')
        call closeranks_collectives(before, ierror)
        call MPI_Allreduce(MPI_IN_PLACE, own, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
        call closeranks_collectives(after) ! without ierror
        call check(after == before + merge(1, 0, active), 'collectives')
    end subroutine

    ! `count` processes have failed, and this one is told.
    subroutine expect_failures(count)
        integer, intent(in) :: count
        integer :: told
        told = 0
        call closeranks_await_failure(merge(60.0_real64, -1.0_real64, count > 0), told, ierror)
        call check(ierror == MPI_SUCCESS .and. told == count, 'await_failure')
    end subroutine

    subroutine check_policies_that_are_not()
        call closeranks_set_policy(MPI_COMM_WORLD, 'MPI_Bcats', CLOSERANKS_POLICY_IGNORE, ierror)
        call check(ierror == merge(MPI_ERR_ARG, MPI_SUCCESS, active), 'a policy of no function')
    end subroutine

    ! A rooted call whose root is missing: an error, or nothing, as the communicator has it.
    subroutine expect_policies()
        HANDLE(MPI_Comm) :: copy
        if (.not. active) return
        call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierror)
        call MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN, ierror)
        number = 7
        call closeranks_set_policy(copy, 'MPI_Bcast  ', CLOSERANKS_POLICY_ERROR, ierror)
        call MPI_Bcast(number, 1, MPI_INTEGER, victim, copy, ierror)
        call check(ierror /= MPI_SUCCESS .and. number == 7, 'an error for a missing root')
        call closeranks_set_policy(copy, 'MPI_Bcast', CLOSERANKS_POLICY_IGNORE, ierror)
        call MPI_Bcast(number, 1, MPI_INTEGER, victim, copy, ierror)
        call check(ierror == MPI_SUCCESS .and. number == 7, 'a missing root that is ignored')
        call MPI_Comm_free(copy, ierror)
    end subroutine

    ! Nobody has died, or the victim, which is not in the group.
    subroutine expect_horizon()
        HANDLE(MPI_Group) :: everybody, survivors, living
        integer :: result
        call MPI_Comm_group(MPI_COMM_WORLD, everybody, ierror)
        call MPI_Group_excl(everybody, dead, [victim], survivors, ierror)
        call closeranks_horizon_from_group(survivors, living) ! without ierror
        call MPI_Group_compare(survivors, living, result, ierror)
        call check(result == MPI_IDENT, 'the horizon of the survivors')
        call MPI_Group_free(living, ierror)
        call closeranks_horizon_from_group(everybody, living, ierror)
        call check(ierror == MPI_SUCCESS, 'the horizon of all')
        call MPI_Group_compare(survivors, living, result, ierror)
        call check(result == MPI_IDENT, 'who is in the horizon of all')
        call MPI_Group_free(living, ierror)
        call closeranks_horizon_from_group(MPI_GROUP_EMPTY, living, ierror)
        call check(ierror == MPI_ERR_GROUP .and. living == MPI_GROUP_NULL, 'a horizon of others')
        call MPI_Group_free(survivors, ierror)
        call MPI_Group_free(everybody, ierror)
    end subroutine

    subroutine expect_resume_without_spares()
        integer :: role, count, ranks(1), version(3)
        logical :: flag
        call closeranks_returning(flag, ierror)
        call check(ierror == MPI_SUCCESS .and. .not. flag, 'returning')
        role = -1
        call closeranks_resume(role, ierror)
        call check(ierror == MPI_SUCCESS .and. role == CLOSERANKS_ROLE_INITIAL, 'resume')
        call closeranks_get_version(version(1), version(2), version(3), ierror)
        call check(ierror == MPI_SUCCESS .and. all(version >= 0) .and. any(version > 0), 'version')
        call closeranks_recoveries(count, ierror)
        call check(ierror == MPI_SUCCESS .and. count == 0, 'recoveries')
        ranks = -1
        call closeranks_replaced_ranks(1, ranks, count, ierror)
        call check(ierror == MPI_SUCCESS .and. count == 0 .and. ranks(1) == -1, 'replaced_ranks')
    end subroutine

    ! ---- the store ----

    pure function values_of(owner, stamp) result(all)
        integer, intent(in) :: owner, stamp
        real(real64) :: all(rows, columns)
        integer :: i
        all = reshape([(1000.0_real64*stamp + 100*owner + i, i=1, rows*columns)], [rows, columns])
    end function

    subroutine take(stamp, code)
        integer, intent(in) :: stamp
        integer, intent(out) :: code
        values = values_of(rank, stamp)
        number = 10*stamp + rank
        call closeranks_store_commit(store, int(stamp, int64), code)
    end subroutine

    subroutine make_store()
        integer(int64) :: bytes
        call closeranks_store_create(MPI_COMM_WORLD, 'nowhere', store, ierror)
        call check(ierror == MPI_ERR_ARG, 'a store that is nowhere')
        call closeranks_store_create(MPI_COMM_WORLD, 'buddy:depth=3 ', store, ierror)
        call check(ierror == MPI_SUCCESS, 'create')
        call closeranks_store_member(store, values_id, values(1:rows:2, :), 8, MPI_DOUBLE_PRECISION, &
            ierror)
        call check(ierror == MPI_ERR_BUFFER, 'a member with gaps')
        call closeranks_store_member(store, values_id, values, rows*columns, MPI_DOUBLE_PRECISION)
        call closeranks_store_member(store, number_id, number, 1, MPI_INTEGER, ierror)
        call check(ierror == MPI_SUCCESS, 'member')
        call take(6, ierror)
        call check(ierror == MPI_SUCCESS, 'the first commit')
        call take(7, ierror)
        call check(ierror == MPI_SUCCESS, 'the second commit')
        call take(7, ierror)
        call check(ierror == MPI_ERR_ARG, 'a commit of an old stamp')
        call check(index(closeranks_store_explain(store), 'stamp 7 is not greater than 7') > 0, 'explain')
        call closeranks_store_memory(store, bytes, ierror)
        call check(bytes >= 2*2*(8*rows*columns + 4), 'memory')
        call take(6, ierror) ! for other values in the members
    end subroutine

    subroutine use_store()
        integer :: ranks(2), count, asked
        integer(int64) :: newest
        call take(8, ierror)
        call check(ierror == merge(CLOSERANKS_ERR_RANK_LOST, MPI_SUCCESS, active), 'the commit after a death')
        ranks = -1
        call closeranks_store_missing(store, 2, ranks, count, ierror)
        call check(count == dead .and. ranks(1) == merge(victim, -1, active), 'missing')
        if (.not. active) then
            call closeranks_store_forget(store, 7_int64, ierror)
            call check(ierror == MPI_SUCCESS, 'forget')
        end if
        call closeranks_store_newest(store, newest, ierror)
        call check(newest == 7, 'newest')
        call closeranks_store_restore(store, CLOSERANKS_NEWEST, ierror)
        call check(all(values == values_of(rank, 7)) .and. number == 70 + rank, 'restore')
        asked = merge(victim, MPI_PROC_NULL, rank /= size - 1)
        call restore_from_others(asked)
        call look_at_checkpoints(asked)
        call closeranks_store_free(store, ierror)
        call check(ierror == MPI_SUCCESS, 'free')
        call closeranks_store_free(store, ierror)
        call check(ierror == MPI_ERR_ARG, 'free of nothing')
    end subroutine

    ! `asked` is the victim, or nobody.
    subroutine restore_from_others(asked)
        integer, intent(in) :: asked
        real(real64) :: got(rows, columns), share(rows*columns)
        integer :: count, i
        integer(int64) :: first
        integer(MPI_COUNT_KIND) :: large_count
        logical :: is_asking
        is_asking = asked == victim
        got = 0
        call closeranks_store_restore_from(store, asked, values_id, got, rows*columns, &
            MPI_DOUBLE_PRECISION, count, ierror)
        call check(ierror == MPI_SUCCESS .and. count == merge(rows*columns, 0, is_asking), 'restore_from')
        call check(all(got == merge(1, 0, is_asking)*values_of(victim, 7)), 'the values of restore_from')
        call closeranks_store_restore_from_at(store, 6_int64, victim, values_id, got, &
            rows*columns, MPI_DOUBLE_PRECISION, count, ierror)
        call check(all(got == values_of(victim, 6)), 'restore_from of the stamp before')
        call closeranks_store_restore_from(store, victim, values_id, got, &
            int(rows*columns, MPI_COUNT_KIND), MPI_DOUBLE_PRECISION, large_count, ierror)
        call check(large_count == rows*columns, 'restore_from with a large count')
        call closeranks_store_restore_spread(store, victim, values_id, share, rows*columns, &
            MPI_DOUBLE_PRECISION, first, count, ierror)
        call check(ierror == MPI_SUCCESS .and. count == rows*columns/(size - dead), 'restore_spread')
        call check(all([(share(i) == 7000 + 100*victim + first + i, i=1, count)]), 'a share')
        call closeranks_store_restore_spread_at(store, 6_int64, victim, values_id, share, &
            rows*columns, MPI_DOUBLE_PRECISION, first, count, ierror)
        call check(all([(share(i) == 6000 + 100*victim + first + i, i=1, count)]), 'a share of before')
    end subroutine

    subroutine look_at_checkpoints(asked)
        integer, intent(in) :: asked
        integer :: ids(3), count
        integer(int64) :: stamps(3), bytes(3)
        stamps = -1
        call closeranks_store_stamps(store, 3, stamps, count, ierror)
        call check(count == 2 .and. all(stamps == [7, 6, -1]), 'stamps')
        ids = -1
        bytes = -1
        call closeranks_store_sizes(store, CLOSERANKS_NEWEST, asked, 3, ids, bytes, count, ierror)
        if (asked == victim) then
            call check(count == 2 .and. all(ids == [values_id, number_id, -1]), 'ids of sizes')
            call check(all(bytes == [8*rows*columns, 4, -1]), 'sizes')
        else
            call check(ierror == MPI_SUCCESS .and. count == 0, 'sizes of nobody')
        end if
    end subroutine

end program interface
