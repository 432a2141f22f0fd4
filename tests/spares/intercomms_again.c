/* Intercommunicators after ranks have come back: who is on which side, and what one side gets from
 * the other.
 *
 * usage: intercomms_again WHEN RANKS...
 *
 * The ranks of the first argument of digits die together, those of the next after they are back,
 * and so on. WHEN the first ones die: "halved", when there are two sides and no more, and few
 * intercommunicators are made; "unresumed", before the first resume point; "resumed"; "returning":
 * after it, and once more on their way back; or so many microseconds: the second ones that late,
 * if the recovery of the first ones takes as long. */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* The even ranks and the odd ones; of these a duplicate, another one that is made beside the
 * program, parts, and what a group is in; the same in descending order; ranks 0 and 1 alone; of
 * ranks modulo 3 each pair; and the even and the odd ones as groups. */
enum {
    halves,
    copy,
    beside,
    parts,
    grouped,
    backwards,
    lone,
    pair01,
    pair02,
    pair12,
    groups,
    kinds
};
enum { merged, swapped, unparented, grown, grown_copy, wholes };
enum { most = 16 };

static int rank, size, wrong, few;
static MPI_Request pending = MPI_REQUEST_NULL;
static MPI_Comm half, descending, made[kinds], whole[wholes];

static void expect(const char *what, int kind, int got, int wanted) {
    if (got == wanted) return;
    ++wrong;
    printf("rank %d, kind %d: %s is %d, not %d\n", rank, kind, what, got, wanted);
    fflush(stdout);
}

static int among(const char *ranks, int one) { return strchr(ranks, '0' + one) != NULL; }

static int of_pair(int one, int a, int b) { return one % 3 == a ? 0 : one % 3 == b ? 1 : -1; }

/* On which side `one` is of the intercommunicator of this process; -1: on none. */
static int side_of(int kind, int one) {
    switch (kind) {
    case parts:
        return one / 2 % 2 == rank / 2 % 2 ? one % 2 : -1;
    case grouped:
        return one > 1 ? one % 2 : -1;
    case lone:
        return one < 2 ? one : -1;
    case pair01:
        return of_pair(one, 0, 1);
    case pair02:
        return of_pair(one, 0, 2);
    case pair12:
        return of_pair(one, 1, 2);
    default:
        return one % 2;
    }
}

/* The members of a side in order. */
static int list_side(int kind, int side, int ranks[]) {
    int count = 0;
    for (int i = 0; i < size; ++i) {
        const int one = kind == backwards ? size - 1 - i : i;
        if (side_of(kind, one) == side) ranks[count++] = one;
    }
    return count;
}

static void make_pair(MPI_Comm third, int a, int b, MPI_Comm *to) {
    const int side = of_pair(rank, a, b);
    if (side >= 0) MPI_Intercomm_create(third, 0, MPI_COMM_WORLD, side == 0 ? b : a, 8, to);
}

static void make_grouped(MPI_Comm *to) {
    int first = 0;
    MPI_Group local, others;
    MPI_Comm_group(made[halves], &local);
    MPI_Group_excl(local, 1, &first, &others);
    MPI_Comm_create(made[halves], others, to);
    MPI_Group_free(&local);
    MPI_Group_free(&others);
}

/* What the others have freed, and of which they have kept another one. */
static void make_from_freed(void) {
    const int side = rank % 2;
    const int leader = (size - 1) % 2 == side ? size - 2 : size - 1; /* the last of the others */
    int others = -1;
    MPI_Comm local, unused;
    MPI_Comm_split(MPI_COMM_WORLD, side, -rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, leader, 6, &made[backwards]);
    MPI_Comm_free(&local);
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 1 - side, 7, &unused);
    MPI_Comm_free(&local);
    MPI_Comm_remote_size(unused, &others);
    expect("the remote size of a freed one", -1, others, (size + side) / 2);
    MPI_Intercomm_merge(unused, side == 0, &whole[swapped]);
    MPI_Comm_free(&unused);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, rank, &local);
    make_pair(local, 0, 1, &made[pair01]);
    make_pair(local, 0, 2, &made[pair02]);
    make_pair(local, 1, 2, &made[pair12]);
    MPI_Comm_free(&local);
}

static MPI_Group group_of_side(int side) {
    int ranks[most];
    MPI_Group world, members;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, list_side(groups, side, ranks), ranks, &members);
    MPI_Group_free(&world);
    return members;
}

/* All of these have no parent that counts them; some are freed. */
static void make_from_groups(void) {
    MPI_Group own = group_of_side(rank % 2), other = group_of_side(1 - rank % 2), all;
    MPI_Comm unused;
    MPI_Comm_create_from_group(own, "side", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &unused);
    MPI_Intercomm_create_from_groups(own, 0, other, 0, "both", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                                     &made[groups]);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &whole[unparented]);
    MPI_Comm_split(unused, 0, -rank, &descending);
    MPI_Comm_free(&unused);
    MPI_Comm_create_from_group(own, "side", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &unused);
    MPI_Comm_free(&unused);
    MPI_Comm_create_group(MPI_COMM_WORLD, own, 2, &unused);
    MPI_Comm_free(&unused);
    MPI_Comm_create_group(MPI_COMM_WORLD, all, 2, &whole[grown]);
    MPI_Comm_dup(whole[grown], &whole[grown_copy]);
    MPI_Group_free(&own);
    MPI_Group_free(&other);
    MPI_Group_free(&all);
}

static void make_all(void) {
    const int side = rank % 2;
    MPI_Request request;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 5, &made[halves]);
    MPI_Comm_dup(made[halves], &made[copy]);
    MPI_Comm_idup(made[halves], &made[beside], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (few) return;
    MPI_Comm_split(made[copy], rank / 2 % 2, rank, &made[parts]);
    make_grouped(&made[grouped]);
    MPI_Intercomm_merge(made[halves], side == 1, &whole[merged]);
    if (rank < 2) MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 9, &made[lone]);
    make_from_freed();
    make_from_groups();
}

static void check_group(MPI_Group group, const char *what, int kind, int count, const int ranks[]) {
    int got = -1, places[most], in_world[most];
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &got);
    expect(what, kind, got, count);
    for (int i = 0; i < count; ++i)
        places[i] = i;
    if (got == count) MPI_Group_translate_ranks(group, count, places, world, in_world);
    for (int i = 0; got == count && i < count; ++i)
        expect(what, kind, in_world[i], ranks[i]);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
}

typedef struct {
    int own, local, remote, mine[most], theirs[most];
} sides;

static void ask(MPI_Comm comm, int kind, const sides *s) {
    int got = -1;
    MPI_Group group;
    MPI_Comm_test_inter(comm, &got);
    expect("the kind", kind, got, 1);
    MPI_Comm_rank(comm, &got);
    expect("the rank", kind, got, s->own);
    MPI_Comm_size(comm, &got);
    expect("the size", kind, got, s->local);
    MPI_Comm_remote_size(comm, &got);
    expect("the remote size", kind, got, s->remote);
    MPI_Comm_group(comm, &group);
    check_group(group, "the local group", kind, s->local, s->mine);
    MPI_Comm_remote_group(comm, &group);
    check_group(group, "the remote group", kind, s->remote, s->theirs);
}

static int message(int from, int to, int round) { return 10000 * round + 100 * from + to; }

static void send_to_all(MPI_Comm comm, int kind, const sides *s, int round) {
    int sent[most], got[most];
    MPI_Request requests[2 * most];
    for (int i = 0; i < s->remote; ++i) {
        sent[i] = message(rank, s->theirs[i], round);
        MPI_Irecv(&got[i], 1, MPI_INT, i, 3, comm, &requests[2 * i]);
        MPI_Isend(&sent[i], 1, MPI_INT, i, 3, comm, &requests[2 * i + 1]);
    }
    MPI_Waitall(2 * s->remote, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < s->remote; ++i)
        expect("a message", kind, got[i], message(s->theirs[i], rank, round));
}

/* The last of each side has something for the others. */
static void broadcast(MPI_Comm comm, int kind, const sides *s, int side, int round) {
    for (int from = 0; from < 2; ++from) {
        const int receives = from != side, is_root = !receives && s->own == s->local - 1;
        int value = is_root ? message(rank, 0, round) : -1;
        int root = is_root ? MPI_ROOT : MPI_PROC_NULL;
        if (receives) root = s->remote - 1;
        MPI_Bcast(&value, 1, MPI_INT, root, comm);
        if (receives)
            expect("the broadcast", kind, value, message(s->theirs[s->remote - 1], 0, round));
    }
}

static void combine(MPI_Comm comm, int kind, const sides *s) {
    int sum[2] = {-1, -1}, got[most], wanted = 0;
    MPI_Request request;
    for (int i = 0; i < s->remote; ++i)
        wanted += s->theirs[i];
    MPI_Allreduce(&rank, &sum[0], 1, MPI_INT, MPI_SUM, comm);
    MPI_Iallreduce(&rank, &sum[1], 1, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect("the sum", kind, sum[0], wanted);
    expect("the nonblocking sum", kind, sum[1], wanted);
    MPI_Allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
    for (int i = 0; i < s->remote; ++i)
        expect("what is gathered", kind, got[i], s->theirs[i]);
    MPI_Barrier(comm);
}

static void check(MPI_Comm comm, int kind, int round) {
    const int side = side_of(kind, rank);
    sides s;
    expect("whether there is one", kind, comm != MPI_COMM_NULL, side >= 0);
    if (comm == MPI_COMM_NULL || side < 0) return;
    s.local = list_side(kind, side, s.mine);
    s.remote = list_side(kind, 1 - side, s.theirs);
    for (s.own = 0; s.mine[s.own] != rank; ++s.own)
        ;
    ask(comm, kind, &s);
    if (wrong != 0) MPI_Abort(MPI_COMM_WORLD, 1); /* or what follows waits for ever */
    send_to_all(comm, kind, &s, round);
    broadcast(comm, kind, &s, side, round);
    combine(comm, kind, &s);
    if (wrong != 0) MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check_ranks(const char *what, MPI_Comm comm, int count, const int ranks[]) {
    int got[most], all = -1;
    MPI_Comm_size(comm, &all);
    expect(what, -1, all, count);
    if (wrong != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
    for (int i = 0; i < count; ++i)
        expect(what, -1, got[i], ranks[i]);
}

/* Of both sides, the even ranks first or the odd ones; and what was made of groups. */
static void check_wholes(void) {
    int ranks[most], count = list_side(halves, 0, ranks);
    count += list_side(halves, 1, ranks + count);
    check_ranks("in what is merged", whole[merged], count, ranks);
    count = list_side(halves, 1, ranks);
    count += list_side(halves, 0, ranks + count);
    check_ranks("in what is swapped", whole[swapped], count, ranks);
    for (int i = 0; i < size; ++i)
        ranks[i] = i;
    for (int i = unparented; i < wholes; ++i)
        check_ranks("in what is made of a group", whole[i], size, ranks);
    count = list_side(backwards, rank % 2, ranks);
    check_ranks("in what is descending", descending, count, ranks);
}

/* What is made of those that have come back. */
static void check_fresh(int round) {
    MPI_Comm fresh;
    MPI_Comm_dup(made[halves], &fresh);
    check(fresh, halves, round);
    MPI_Comm_free(&fresh);
    MPI_Comm_split(made[beside], rank / 2 % 2, rank, &fresh);
    check(fresh, parts, round);
    MPI_Comm_free(&fresh);
    MPI_Intercomm_merge(made[backwards], rank % 2 == 0, &fresh);
    MPI_Barrier(fresh);
    MPI_Comm_free(&fresh);
    MPI_Intercomm_create(half, 0, whole[merged], rank % 2 == 0 ? (size + 1) / 2 : 0, 4, &fresh);
    check(fresh, halves, round);
    MPI_Comm_free(&fresh);
}

static void die(const char *ranks) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (among(ranks, rank)) raise(SIGKILL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (made[halves] != MPI_COMM_NULL) MPI_Ibarrier(made[halves], &pending);
}

/* 0: not any more. */
static void die_after(int microseconds) {
    const struct itimerval when = {{0, 0}, {0, microseconds}};
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_REAL, &when, NULL);
}

/* Until all are there: others may have died meanwhile. */
static int recover(void) {
    closeranks_role role;
    int round = 0, missing = 1;
    while (missing != 0) {
        closeranks_resume(&role);
        die_after(0);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
    }
    closeranks_recoveries(&round);
    return round;
}

int main(int argc, char **argv) {
    int is_returning, past;
    MPI_Init(&argc, &argv);
    const int again = strcmp(argv[1], "returning") == 0, delay = atoi(argv[1]);
    few = strcmp(argv[1], "halved") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&is_returning);
    closeranks_recoveries(&past);
    for (int kind = 0; kind < kinds; ++kind)
        made[kind] = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (few && !is_returning) die(argv[2]);
    make_all();
    if (again && is_returning && past == 1) raise(SIGKILL);
    if (strcmp(argv[1], "unresumed") == 0 && !is_returning) die(argv[2]);
    for (;;) {
        const int round = recover();
        const int deaths = again && round > 0 ? round - 1 : round;
        for (int kind = 0; kind < (few ? parts : kinds); ++kind)
            check(made[kind], kind, round);
        if (!few) check_wholes();
        if (!few) check_fresh(round);
        MPI_Wait(&pending, MPI_STATUS_IGNORE); /* among those who were there before */
        if (deaths == argc - 2 || (delay != 0 && deaths > 0)) break;
        if (delay != 0 && among(argv[3], rank)) die_after(delay);
        die(argv[2 + deaths]);
    }
    printf("rank %d is %s\n", rank, wrong == 0 ? "right" : "wrong");
    for (int kind = 0; kind < kinds; ++kind)
        if (made[kind] != MPI_COMM_NULL) MPI_Comm_free(&made[kind]);
    for (int i = 0; !few && i < wholes; ++i)
        MPI_Comm_free(&whole[i]);
    if (!few) MPI_Comm_free(&descending);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
