/* The hierarchical layout of docs/developers/layouts.md, for spin: how the commit of the locals and that of the
 * parent go together. README.md says what is abstracted; commit.pml is the commit of one
 * communicator, with its messages.
 *
 * Each process is one loop over a state (`doing`); every turn is one atomic step.
 * The *parent* is the communicator of the program.
 *
 * -DN=n -DK=k    processes, and how many of them a local has at most
 * -DPROGRAM=n    what they call; see below
 * -DFAILURES=n   how many may die, anywhere
 * -DLIVELOCK     every state is an acceptance state: `pan -a` finds each endless round
 * -DBROKEN_...   one rule is left out: the checker has to find an error
 */
#ifndef N
#define N 4
#endif
#ifndef K
#define K 2
#endif
#ifndef PROGRAM
#define PROGRAM 1
#endif
#ifndef FAILURES
#define FAILURES 1
#endif
#define BIT(p) (1 << (p))
#define ALL (BIT(N) - 1)
#define LOCALS ((N + K - 1) / K)
#define LOCAL(p) ((p) / K)
#define SEATS(l) (((BIT(K) - 1) << ((l) * K)) & ALL)

#define BCAST 0
#define ALLREDUCE 1 /* a barrier and an Allgather are the same */
#define REDUCE 2
#define CONFIRMED 3 /* a Reduce_scatter, and what is too long to be kept */
#define CALLS 2
/* The kind and root of call i. */
#if PROGRAM == 1
#define KIND(i) (i == 0 -> ALLREDUCE : BCAST)
#define ROOT(i) 1
#elif PROGRAM == 2 /* roots that are no leaders, in different locals */
#define KIND(i) (i == 0 -> BCAST : REDUCE)
#define ROOT(i) (i == 0 -> 1 : N - 1)
#elif PROGRAM == 3
#define KIND(i) (i == 0 -> REDUCE : ALLREDUCE)
#define ROOT(i) (i == 0 -> 1 : 0)
#elif PROGRAM == 4 /* roots that are leaders */
#define KIND(i) (i == 0 -> BCAST : REDUCE)
#define ROOT(i) 0
#elif PROGRAM == 5
#define KIND(i) ALLREDUCE
#define ROOT(i) 0
#elif PROGRAM == 6
#define KIND(i) (i == 0 -> REDUCE : BCAST)
#define ROOT(i) (i == 0 -> N - 1 : 0)
#elif PROGRAM == 7
#define HAS_CONFIRMED
#define KIND(i) (i == 0 -> CONFIRMED : BCAST)
#define ROOT(i) 1
#else
#define HAS_CONFIRMED
#define KIND(i) (i == 0 -> REDUCE : CONFIRMED)
#define ROOT(i) (i == 0 -> 1 : 0)
#endif
#ifdef HAS_CONFIRMED /* the confirmation is composed, too */
#define PARTS (4 * CALLS)
#define ATTEMPTS (2 * CALLS)
#else
#define PARTS (2 * CALLS) /* operations of a local, at most */
#define ATTEMPTS CALLS    /* of leaders */
#endif

mtype = { AT_CALL, AT_STEP, IN_LOCAL, LOCAL_ASKING, LOCAL_COLLECTING, LOCAL_VOTE, LOCAL_SHRINK, IN_GLOBAL,
          IN_FLAT, ASKING, COLLECTING, IN_VOTE, IN_SHRINK, LEFT, DIED };
mtype = { none, redo, again, commit };

byte alive;
byte deaths_left; /* chosen at the start: a death that may still come must not hide a deadlock */

/* Per process. */
mtype doing[N];
mtype outcome[N]; /* of the vote that it is in */
byte completed[N];
byte step[N];     /* of the call it is in */
byte partial[N];  /* the members in the data that it has combined or been given */
byte entered;     /* whose call has succeeded, so that only the confirmation has not */

/* The parent. */
byte members;      /* of its working communicator */
byte frozen;
bool alarm;        /* its working communicator is revoked */
byte flat_call;    /* 1 + the call that is done again in this epoch, without parts; 0: none */
byte flat_entered[CALLS];
byte value[CALLS]; /* what survivors got; complete() asserts that all got the same */
byte has[CALLS];   /* the members that got it */
byte vote_in;
byte vote_out;
byte shrinking;

/* The locals of this epoch of the parent. */
byte local_members;   /* of all their working communicators */
byte leader;          /* the members that are one: fixed while the parent is in this epoch */
byte local_frozen;
byte local_revoked;   /* a bit per local */
byte local_completed[N];
byte local_entered[LOCALS * PARTS];
byte local_value[LOCALS * PARTS]; /* of a broadcast */
byte local_in;        /* the members that are in the vote of their local from their own call */
byte local_out;       /* and from outside */
byte local_shrinking;

/* Among leaders. */
bool global_revoked;
byte global_entered[ATTEMPTS];
byte global_value[ATTEMPTS];

hidden byte i_, q_, l_, n_;
hidden byte same_;

#define SUM(set) (64 | (set))
#define DATA 128
#define NOBODY 129

#define CALL completed[me]
#define MY_KIND KIND(CALL)
#define MY_ROOT ROOT(CALL)
#define MINE LOCAL(me)
#define PART (MINE * PARTS + local_completed[me])
#define HAS(set, p) (((set) & BIT(p)) != 0)
#define LIVING (SEATS(MINE) & local_members & alive) /* of my local */
#define AT_ROOTS_LOCAL (MINE == LOCAL(MY_ROOT))
#define LEADER_HERE (SEATS(MINE) & leader)

/* The member that it asks: the next living one, the fewest that docs/developers/commit.md has. */
#define NEXT(set, n) (HAS((set) & alive, (me + (n)) % N) && (n) < N)
#if N == 3
#define SUCCESSOR(set) (NEXT(set, 1) -> (me + 1) % N : (NEXT(set, 2) -> (me + 2) % N : me))
#elif N == 4
#define SUCCESSOR(set)                                                                             \
    (NEXT(set, 1) -> (me + 1) % N : (NEXT(set, 2) -> (me + 2) % N : (NEXT(set, 3) -> (me + 3) % N : me)))
#else
#define SUCCESSOR(set)                                                                             \
    (NEXT(set, 1) -> (me + 1) % N : (NEXT(set, 2) -> (me + 2) % N : (NEXT(set, 3) -> (me + 3) % N : \
     (NEXT(set, 4) -> (me + 4) % N : me))))
#endif

/* The steps of a call: 0 within the local, 1 among leaders, 2 within the local; then those of its
 * confirmation, a barrier. */
#define IS_CONFIRMED (MY_KIND == CONFIRMED)
#define LAST (IS_CONFIRMED -> 6 : 3)
#define CONFIRMS (IS_CONFIRMED && step[me] >= 3)
#define UP ((step[me] == 0 && MY_KIND != BCAST) || (IS_CONFIRMED && step[me] == 3))
#define FROM_ROOT (step[me] == 0 && MY_KIND == BCAST && AT_ROOTS_LOCAL)
#define DOWN                                                                                       \
    ((step[me] == 2 && (MY_KIND == ALLREDUCE || IS_CONFIRMED || (MY_KIND == BCAST && !AT_ROOTS_LOCAL) || \
                        (MY_KIND == REDUCE && AT_ROOTS_LOCAL && !HAS(leader, MY_ROOT)))) ||        \
     step[me] == 5)
#define WITHIN_LOCAL (UP || FROM_ROOT || DOWN)
#define AMONG_LEADERS ((step[me] == 1 || step[me] == 4) && HAS(leader, me))
#define ATTEMPT (CONFIRMS -> CALLS + CALL : CALL)
/* The root of the operation in the local. */
#define LOCAL_ROOT (FROM_ROOT -> BIT(MY_ROOT) : LEADER_HERE)
#define IS_LOCAL_ROOT ((LOCAL_ROOT & BIT(me)) != 0)

#define ATTEMPTING(p)                                                                              \
    (doing[p] == AT_STEP || doing[p] == IN_LOCAL || doing[p] == LOCAL_ASKING ||                    \
     doing[p] == LOCAL_COLLECTING || doing[p] == LOCAL_VOTE || doing[p] == LOCAL_SHRINK ||         \
     doing[p] == IN_GLOBAL || doing[p] == IN_FLAT)
#define MAY_ANSWER(p) (!ATTEMPTING(p))

/* p will not use its local again in this epoch of its local. */
inline freeze_local(p) {
    local_frozen = local_frozen | BIT(p);
    local_revoked = local_revoked | BIT(LOCAL(p))
}

/* p will not use the parent again in this epoch, nor any part of it. */
inline freeze(p) {
    frozen = frozen | BIT(p);
    alarm = true;
#ifndef BROKEN_LOCAL_NOT_REVOKED
    freeze_local(p);
#endif
#ifndef BROKEN_GLOBAL_NOT_REVOKED
    if
    :: HAS(leader, p) -> global_revoked = true
    :: else
    fi
#endif
}

/* A member that has given up the parent does not use a local that was repaired meanwhile. */
#ifdef WITHOUT_LOOKING_AGAIN
#define STOPS false
#else
#define STOPS HAS(frozen, me)
#endif

/* It has seen that the parent is given up. */
#ifdef BROKEN_NO_ALARM
#define GIVEN_UP(p) HAS(frozen, p)
#else
#define GIVEN_UP(p) (alarm || HAS(frozen, p))
#endif

inline complete(v) {
    if
    :: MY_KIND != REDUCE || me == MY_ROOT ->
        if
        :: (has[CALL] & alive) == 0 -> value[CALL] = v /* only the dead had one */
        :: else -> assert(value[CALL] == v)
        fi;
        has[CALL] = has[CALL] | BIT(me);
        /* Whose contribution is not in it is dead. */
        assert(MY_KIND == BCAST || v == NOBODY || (alive & members & ~v) == 0)
    :: else
    fi;
    completed[me]++;
    step[me] = 0;
    partial[me] = 0;
    entered = entered & ~BIT(me);
    doing[me] = AT_CALL
}

/* The whole call at this process. */
inline give_up() {
    freeze(me);
    if
    :: CONFIRMS -> entered = entered | BIT(me) /* has its result */
    :: else -> partial[me] = 0
    fi;
    step[me] = 0;
    doing[me] = ASKING
}

inline local_done() {
    local_completed[me]++;
    step[me]++;
    doing[me] = AT_STEP
}

/* What its operation in the local has brought. */
inline take_broadcast(v) {
    if
    :: CONFIRMS
    :: else -> partial[me] = v
    fi;
    local_done()
}

inline die() {
    deaths_left--;
    alive = alive & ~BIT(me);
    frozen = frozen & ~BIT(me);
    local_frozen = local_frozen & ~BIT(me);
    entered = entered & ~BIT(me);
    outcome[me] = none;
    partial[me] = 0;
    step[me] = 0;
    doing[me] = DIED
}

#define LOCAL_BROKEN ((SEATS(MINE) & local_members & ~alive) != 0 || HAS(local_revoked, MINE))
#define GLOBAL_BROKEN ((leader & ~alive) != 0 || global_revoked)
#define ALL_IN(set, of) (((of) & ~(set)) == 0)

/* The MPI's own calls. The sets of members that entered have the dead as well. */
#define LOCAL_SUCCEEDS                                                                             \
    (UP -> (!IS_LOCAL_ROOT && !CONFIRMS) || ALL_IN(local_entered[PART], SEATS(MINE) & local_members) \
        : (local_entered[PART] & LOCAL_ROOT) != 0)
#define GLOBAL_SUCCEEDS                                                                            \
    (MY_KIND == ALLREDUCE || IS_CONFIRMED -> ALL_IN(global_entered[ATTEMPT], leader)               \
     : (MY_KIND == REDUCE                                                                          \
            -> !AT_ROOTS_LOCAL || ALL_IN(global_entered[CALL], leader)                             \
            : (global_entered[CALL] & SEATS(LOCAL(MY_ROOT))) != 0))
#define FLAT_SUCCEEDS                                                                              \
    (MY_KIND == ALLREDUCE || IS_CONFIRMED -> ALL_IN(flat_entered[CALL], members)                   \
     : (MY_KIND == REDUCE -> me != MY_ROOT || ALL_IN(flat_entered[CALL], members)                  \
                          : HAS(flat_entered[CALL], MY_ROOT)))


/* There is a voter of my local that has completed less than me. */
#define BEHIND_ME_IN_LOCAL(p) (HAS(local_in, p) && LOCAL(p) == MINE && local_completed[p] < local_completed[me])
#define BEHIND_ME(p) (HAS(vote_in, p) && completed[p] < completed[me])
#if N == 3
#define ANY(what) (what(0) || what(1) || what(2))
#elif N == 4
#define ANY(what) (what(0) || what(1) || what(2) || what(3))
#else
#define ANY(what) (what(0) || what(1) || what(2) || what(3) || what(4))
#endif
/* Whose contribution is still to come. */
#define STILL_TO_GIVE_IN_LOCAL(p) (HAS(LIVING, p) && local_completed[p] < local_completed[me])
#define STILL_TO_GIVE(p) (HAS(members & alive, p) && completed[p] < completed[me])
#define VOTES_IN_LOCAL ((local_in & SEATS(MINE)) != 0)

#ifdef BROKEN_WAITS_FOR_COMING
#define LEAVES_LOCAL_TO_ITSELF false
#else
#define LEAVES_LOCAL_TO_ITSELF GIVEN_UP(me)
#endif

/* All living members of my local are in the vote. */
inline close_local_vote() {
    same_ = true;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(LIVING, q_) && (HAS(local_out, q_) || local_completed[q_] != local_completed[me]) -> same_ = false
        :: else
        fi;
        q_++
    :: else -> break
    od;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(LIVING & local_in, q_) -> outcome[q_] = (same_ -> redo : again)
        :: else
        fi;
        q_++
    :: else -> break
    od;
    local_in = local_in & ~SEATS(MINE);
    local_out = local_out & ~SEATS(MINE)
}

/* All have got to the end, or have what a call that was not confirmed has brought. */
#ifdef BROKEN_STANDS_UNCONFIRMED
#define STANDS (CALL == CALLS || (IS_CONFIRMED && (entered & members & alive) != 0))
#else
#define STANDS (CALL == CALLS || (IS_CONFIRMED && ALL_IN(entered, members & alive)))
#endif

inline close_vote() {
    same_ = true;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(members & alive, q_) && (HAS(vote_out, q_) || completed[q_] != completed[me]) -> same_ = false
        :: else
        fi;
        q_++
    :: else -> break
    od;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(members & alive & vote_in, q_) ->
            outcome[q_] = (same_ -> (STANDS -> commit : redo) : again)
        :: else
        fi;
        q_++
    :: else -> break
    od;
    vote_in = 0;
    vote_out = 0
}

inline close_local_shrink() {
    local_members = local_members & (~SEATS(MINE) | alive);
    local_revoked = local_revoked & ~BIT(MINE);
    local_frozen = local_frozen & ~SEATS(MINE);
    local_entered[PART] = 0;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(LIVING, q_) -> doing[q_] = AT_STEP
        :: else
        fi;
        q_++
    :: else -> break
    od;
    local_shrinking = local_shrinking & ~SEATS(MINE)
}

inline lay_out() {
    local_members = members;
    local_frozen = 0;
    local_revoked = 0;
    local_in = 0;
    local_out = 0;
    local_shrinking = 0;
    global_revoked = false;
    leader = 0;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(members, q_) && (leader & SEATS(LOCAL(q_))) == 0 -> leader = leader | BIT(q_)
        :: else
        fi;
        local_completed[q_] = 0;
        q_++
    :: else -> break
    od;
    q_ = 0;
    do
    :: q_ < LOCALS * PARTS -> local_entered[q_] = 0; local_value[q_] = 0; q_++
    :: else -> break
    od;
    q_ = 0;
    do
    :: q_ < ATTEMPTS -> global_entered[q_] = 0; global_value[q_] = 0; q_++
    :: else -> break
    od
}

/* All survivors are in the same call, of which no member has a result. */
inline close_shrink() {
    n_ = CALL;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: HAS(members & alive, q_) -> assert(completed[q_] == n_); doing[q_] = AT_CALL
        :: else
        fi;
        q_++
    :: else -> break
    od;
    /* No member whose part in a vote of its local is left has to come. */
    assert((local_in & alive) == 0);
    members = members & alive;
    frozen = 0;
    alarm = false;
    shrinking = 0;
    flat_call = n_ + 1;
    flat_entered[n_] = 0;
    assert((has[n_] & alive) == 0);
    lay_out()
}

/* It is in a confirmed call that is done again. */
#define AGREED (CALL < CALLS && IS_CONFIRMED && flat_call == CALL + 1)

inline agree_on_it() {
    assert(!HAS(vote_out, me));
    vote_in = vote_in | BIT(me);
    doing[me] = IN_VOTE
}

/* It asks q at once not to continue. The answer says how far q has come. */
#define LOCAL_Q (SUCCESSOR(SEATS(MINE) & local_members))
#define Q (SUCCESSOR(members))

proctype Process(byte me) {
#ifdef LIVELOCK
accept:
#endif
    do
    :: d_step { deaths_left > 0 -> die(); skip }; break

    :: d_step { doing[me] == AT_CALL && CALL < CALLS ->
        if
        :: MY_KIND != ALLREDUCE && !IS_CONFIRMED && !HAS(members, MY_ROOT) -> complete(NOBODY) /* the policy decides */
        :: else ->
            if
            :: HAS(frozen, me) && !AGREED -> doing[me] = ASKING
            :: (!HAS(frozen, me) || AGREED) && flat_call == CALL + 1 ->
                flat_entered[CALL] = flat_entered[CALL] | BIT(me);
                doing[me] = IN_FLAT
            :: else -> step[me] = 0; partial[me] = 0; doing[me] = AT_STEP
            fi
        fi;
        skip
    }
    /* The end of the communicator is agreed on. */
    :: d_step { doing[me] == AT_CALL && CALL == CALLS && !HAS(vote_out, me) ->
        vote_in = vote_in | BIT(me);
        doing[me] = IN_VOTE;
        skip
    }

    :: d_step { doing[me] == AT_STEP ->
        if
        :: STOPS -> give_up()
        :: !STOPS && WITHIN_LOCAL ->
            if
            :: (LOCAL_ROOT & local_members) == 0 ->
#ifdef BROKEN_LOCAL_DECIDES
                if
                :: FROM_ROOT -> complete(NOBODY) /* the policy of a missing root */
                :: else -> give_up()
                fi
#else
                give_up()
#endif
            :: (LOCAL_ROOT & local_members) != 0 && HAS(local_frozen, me) -> doing[me] = LOCAL_ASKING
            :: else ->
                local_entered[PART] = local_entered[PART] | BIT(me);
                if
                :: IS_LOCAL_ROOT && FROM_ROOT -> local_value[PART] = DATA
                :: IS_LOCAL_ROOT && DOWN -> local_value[PART] = partial[me]
                :: else
                fi;
                doing[me] = IN_LOCAL
            fi
        :: !STOPS && AMONG_LEADERS ->
            global_entered[ATTEMPT] = global_entered[ATTEMPT] | BIT(me);
            if
            :: MY_KIND == BCAST && AT_ROOTS_LOCAL -> global_value[CALL] = DATA
            :: MY_KIND != BCAST && !CONFIRMS -> global_value[CALL] = global_value[CALL] | partial[me]
            :: else
            fi;
            doing[me] = IN_GLOBAL
        :: !STOPS && !WITHIN_LOCAL && !AMONG_LEADERS && step[me] < LAST -> step[me]++
        :: !STOPS && step[me] == LAST -> complete((MY_KIND == BCAST -> DATA : partial[me]))
        fi;
        skip
    }

    /* An operation within a local. */
    :: d_step { doing[me] == IN_LOCAL && LOCAL_SUCCEEDS ->
        if
        :: UP -> take_broadcast(SUM(SEATS(MINE) & local_members))
        :: else -> take_broadcast(local_value[PART])
        fi;
        skip
    }
    :: d_step { doing[me] == IN_LOCAL && LOCAL_BROKEN -> freeze_local(me); doing[me] = LOCAL_ASKING; skip }

    :: d_step { doing[me] == LOCAL_ASKING && LOCAL_Q != me && !HAS(local_frozen, LOCAL_Q) ->
        q_ = LOCAL_Q;
        freeze_local(q_);
        skip
    }
    :: d_step { doing[me] == LOCAL_ASKING && LOCAL_Q != me && doing[LOCAL_Q] != IN_LOCAL &&
                HAS(local_frozen, LOCAL_Q) && local_completed[LOCAL_Q] > local_completed[me] ->
        if
        :: UP && (!IS_LOCAL_ROOT || CONFIRMS) -> local_done()
        :: UP && IS_LOCAL_ROOT && !CONFIRMS -> local_completed[me]++; doing[me] = LOCAL_COLLECTING
        :: !UP && !IS_LOCAL_ROOT -> take_broadcast(local_value[PART])
        :: else -> local_done() /* what it has given it has */
        fi;
        skip
    }
    :: d_step { doing[me] == LOCAL_ASKING && !HAS(local_out, me) &&
                (LOCAL_Q == me || (doing[LOCAL_Q] != IN_LOCAL && HAS(local_frozen, LOCAL_Q) &&
                                   local_completed[LOCAL_Q] <= local_completed[me])) ->
        local_in = local_in | BIT(me);
        doing[me] = LOCAL_VOTE;
        skip
    }
    :: d_step { (doing[me] == LOCAL_ASKING
#ifndef BROKEN_COLLECTS_FOR_EVER
                 || doing[me] == LOCAL_COLLECTING
#endif
                 ) && GIVEN_UP(me) ->
        give_up();
        skip
    }

    /* It counts as having completed, and fetches what every living member has kept. */
    :: d_step { doing[me] == LOCAL_COLLECTING && !ANY(STILL_TO_GIVE_IN_LOCAL) ->
        partial[me] = SUM(LIVING);
        step[me]++;
        doing[me] = AT_STEP;
        skip
    }

    :: d_step { doing[me] == LOCAL_VOTE && outcome[me] == none && ALL_IN(local_in | local_out, LIVING) ->
        close_local_vote();
        skip
    }
    /* The last member that had come to it by itself has died, and the others have joined from outside. */
    :: d_step { HAS(local_out, me) && (local_in & LIVING) == 0 && ALL_IN(local_out, LIVING) ->
        close_local_vote();
        skip
    }
    :: d_step { doing[me] == LOCAL_VOTE && outcome[me] == again ->
        outcome[me] = none;
        if
        :: GIVEN_UP(me) -> give_up()
        :: else -> doing[me] = LOCAL_ASKING
        fi;
        skip
    }
    :: d_step { doing[me] == LOCAL_VOTE && outcome[me] == redo ->
        outcome[me] = none;
        local_shrinking = local_shrinking | BIT(me);
        doing[me] = LOCAL_SHRINK;
        skip
    }
    :: d_step { doing[me] == LOCAL_SHRINK && ALL_IN(local_shrinking, LIVING) -> close_local_shrink(); skip }

    /* From the progress engine: a member that has completed more, or leaves the local to itself. */
    :: d_step { HAS(LIVING & ~local_in & ~local_out, me) && VOTES_IN_LOCAL && doing[me] != IN_LOCAL &&
                doing[me] != LOCAL_VOTE && doing[me] != LOCAL_SHRINK &&
                (ANY(BEHIND_ME_IN_LOCAL) || LEAVES_LOCAL_TO_ITSELF) ->
        freeze_local(me);
        local_out = local_out | BIT(me);
        skip
    }

    /* Among leaders. */
    :: d_step { doing[me] == IN_GLOBAL && GLOBAL_SUCCEEDS ->
        if
        :: (MY_KIND == REDUCE && !AT_ROOTS_LOCAL) || CONFIRMS
        :: else -> partial[me] = global_value[CALL]
        fi;
        step[me]++;
        doing[me] = AT_STEP;
        skip
    }
    :: d_step { doing[me] == IN_GLOBAL && GLOBAL_BROKEN -> give_up(); skip }

    /* The parent. */
    :: d_step { doing[me] == IN_FLAT && FLAT_SUCCEEDS && !IS_CONFIRMED ->
        complete((MY_KIND == BCAST -> DATA : SUM(members)));
        skip
    }
    :: d_step { doing[me] == IN_FLAT && ((members & ~alive) != 0 || alarm) && !IS_CONFIRMED -> give_up(); skip }
    /* A confirmed one is done again with agreements. */
    :: d_step { doing[me] == IN_FLAT && FLAT_SUCCEEDS && IS_CONFIRMED ->
        partial[me] = SUM(members);
        entered = entered | BIT(me);
        agree_on_it();
        skip
    }
    :: d_step { doing[me] == IN_FLAT && ((members & ~alive) != 0 || alarm) && IS_CONFIRMED ->
        freeze(me);
        agree_on_it();
        skip
    }

    :: d_step { doing[me] == ASKING && Q != me && !HAS(frozen, Q) ->
        l_ = Q;
        freeze(l_);
        skip
    }
    :: d_step { doing[me] == ASKING && Q != me && HAS(frozen, Q) && MAY_ANSWER(Q) && completed[Q] > completed[me] ->
        if
        :: IS_CONFIRMED -> assert(HAS(entered, me)); complete(partial[me])
        :: MY_KIND != REDUCE && !IS_CONFIRMED -> complete(value[CALL])
        :: MY_KIND == REDUCE && me != MY_ROOT -> complete(0)
        :: else -> completed[me]++; doing[me] = COLLECTING
        fi;
        skip
    }
    :: d_step { doing[me] == ASKING && !HAS(vote_out, me) &&
                (Q == me || (HAS(frozen, Q) && MAY_ANSWER(Q) && completed[Q] <= completed[me])) ->
        vote_in = vote_in | BIT(me);
        doing[me] = IN_VOTE;
        skip
    }
    :: d_step { doing[me] == COLLECTING && !ANY(STILL_TO_GIVE) -> doing[me] = AT_CALL; skip }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == none && ALL_IN(vote_in | vote_out, members & alive) ->
        close_vote();
        skip
    }
    :: d_step { HAS(vote_out, me) && (vote_in & alive) == 0 && ALL_IN(vote_out, members & alive) ->
        close_vote();
        skip
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == again ->
        outcome[me] = none;
        if
        :: AGREED -> agree_on_it()
        :: else -> doing[me] = (CALL == CALLS -> AT_CALL : ASKING)
        fi;
        skip
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == redo ->
        outcome[me] = none;
        entered = entered & ~BIT(me);
        partial[me] = 0;
        shrinking = shrinking | BIT(me);
        doing[me] = IN_SHRINK;
        skip
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == commit && CALL < CALLS ->
        outcome[me] = none;
        complete(partial[me]);
        skip
    }
    :: atomic { doing[me] == IN_VOTE && outcome[me] == commit && CALL == CALLS -> doing[me] = LEFT; break }
    :: d_step { doing[me] == IN_SHRINK && ALL_IN(shrinking, members & alive) -> close_shrink(); skip }
    :: d_step { HAS(members & alive & ~vote_in & ~vote_out, me) && vote_in != 0 && MAY_ANSWER(me) &&
                doing[me] != IN_VOTE && doing[me] != IN_SHRINK && ANY(BEHIND_ME) ->
        freeze(me);
        vote_out = vote_out | BIT(me);
        skip
    }
    od
}

init {
    byte p = 0;
    atomic {
        alive = ALL;
        members = ALL;
        lay_out();
        do
        :: p < N -> doing[p] = AT_CALL; outcome[p] = none; p++
        :: else -> break
        od;
        if
        :: deaths_left = 0
        :: deaths_left = 1
#if FAILURES > 1
        :: deaths_left = 2
#endif
        fi;
        p = 0;
        do
        :: p < N -> run Process(p); p++
        :: else -> break
        od;
        p = 0
    }
}
