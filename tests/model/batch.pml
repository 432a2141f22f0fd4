/* A batch of repairs (docs/developers/commit.md), for spin: how the members of a communicator that has just been
 * repaired make working communicators for others. README.md says what is abstracted.
 *
 * Each process is one loop over a state (`doing`); every turn is one atomic step.
 *
 * -DN=n         members; 3 unless given
 * -DFAILURES=n  how many of them may die, anywhere; 1 unless given
 * -DBROKEN_...  one rule is left out: the checker has to find an error
 */
#ifndef N
#define N 3
#endif
#ifndef FAILURES
#define FAILURES 1
#endif
#define BIT(p) (1 << (p))
#define ALL (BIT(N) - 1)
#define LISTS 4 /* a list of communicators: a bit for each of two */

mtype = { ADDING, MAKING, AGREEING, OVER, DIED };

byte alive;
byte deaths_left;
mtype doing[N];
byte list[N];    /* the communicators that it could repair; then those that all could, as it has read */
byte knows;      /* the members that know of a death */
bool revoked;
byte added;      /* the members that entered the sum of the lists */
byte dups[2];    /* the members that entered the duplication for each communicator */
byte succeeded;  /* the members whose duplicates are all there */
byte joined;     /* the agreement */
byte agreed_to;  /* the members that joined with success */
byte outcome;    /* 0: open; 1: all drop what they have made; 2: all use it */
byte common;     /* what all members of the sum have */

/* A call notices the death of the member before, or the revocation. */
#define CAN_FAIL (!(alive & BIT((me + N - 1) % N)) || revoked)
#define SOME_ARE_DEAD (alive != ALL)
#define HAS(i) (list[me] & BIT(i))
#define IS_THERE(i) (!HAS(i) || dups[i] == ALL)

#ifdef BROKEN_NO_REVOKE
#define REVOKES revoked
#else
#define REVOKES true
#endif
#ifdef BROKEN_NO_LOOK
#define LOOKS false
#else
#define LOOKS true
#endif

inline start_duplicates() {
    i_ = 0;
    do
    :: i_ < 2 ->
        if
        :: HAS(i_) -> dups[i_] = dups[i_] | BIT(me)
        :: else
        fi;
        i_++
    :: else -> break
    od;
    doing[me] = MAKING
}

inline give_up() {
    revoked = REVOKES;
    joined = joined | BIT(me);
    doing[me] = AGREEING
}

hidden byte i_, q_;

proctype Member(byte me) {
    do
    :: d_step { doing[me] == ADDING && !(added & BIT(me)) ->
        added = added | BIT(me);
        common = common & list[me]
    }
    :: d_step { doing[me] == ADDING && added == ALL ->
#ifndef BROKEN_OWN_LIST
        list[me] = common;
#endif
        if
        :: LOOKS && (knows & BIT(me)) -> give_up()
        :: else -> start_duplicates()
        fi
    }
    /* Success without a result, beside a death: any list. The process knows of the death then. */
    :: atomic { doing[me] == ADDING && (added & BIT(me)) && SOME_ARE_DEAD && list[me] < LISTS ->
        knows = knows | BIT(me);
        if
        :: list[me] = 0
        :: list[me] = 1
        :: list[me] = 3
        fi;
        d_step {
            if
            :: LOOKS -> give_up()
            :: else -> start_duplicates()
            fi
        }
    }
    :: d_step { doing[me] == ADDING && (added & BIT(me)) && CAN_FAIL -> give_up() }
    :: d_step { doing[me] == MAKING && IS_THERE(0) && IS_THERE(1) ->
        succeeded = succeeded | BIT(me);
        if
        :: !(knows & BIT(me)) -> agreed_to = agreed_to | BIT(me)
        :: else
        fi;
        joined = joined | BIT(me);
        doing[me] = AGREEING
    }
    :: d_step { doing[me] == MAKING && CAN_FAIL -> give_up() }
    :: d_step { SOME_ARE_DEAD && !(knows & BIT(me)) && doing[me] != OVER -> knows = knows | BIT(me) }
    :: d_step { doing[me] == AGREEING && outcome == 0 && (alive & ~joined) == 0 ->
        outcome = ((joined & ~agreed_to) == 0 -> 2 : 1)
    }
#ifdef BROKEN_NO_AGREEMENT
    :: d_step { doing[me] == AGREEING ->
        if
        :: agreed_to & BIT(me) -> list[me] = list[me] | LISTS
        :: else
        fi;
        doing[me] = OVER
    }
#else
    :: d_step { doing[me] == AGREEING && outcome != 0 ->
        if
        :: outcome == 2 ->
            assert(succeeded & BIT(me));
            list[me] = list[me] | LISTS
        :: else
        fi;
        doing[me] = OVER
    }
#endif
    :: d_step { deaths_left > 0 && doing[me] != OVER ->
        deaths_left--;
        alive = alive & ~BIT(me);
        doing[me] = DIED
    }; break
    /* The agreement may leave out a member that died after it had joined. */
    :: d_step { deaths_left > 0 && doing[me] == AGREEING && outcome == 0 ->
        deaths_left--;
        alive = alive & ~BIT(me);
        joined = joined & ~BIT(me);
        agreed_to = agreed_to & ~BIT(me);
        doing[me] = DIED
    }; break
    :: doing[me] == OVER -> break
    od
}

/* All survivors use the same communicators, or none. */
#define USES(p) (list[p] >= LISTS)
active proctype Judge() {
    atomic {
        q_ = 0;
        alive = ALL;
        common = LISTS - 1;
        do
        :: q_ < N ->
            if
            :: list[q_] = 1
            :: list[q_] = 3
            :: list[q_] = 2
            fi;
            doing[q_] = ADDING;
            q_++
        :: else -> break
        od;
        if
        :: deaths_left = 0
        :: deaths_left = 1
#if FAILURES > 1
        :: deaths_left = 2
#endif
        fi;
        q_ = 0;
        do
        :: q_ < N -> run Member(q_); q_++
        :: else -> break
        od;
        q_ = 0
    }
    d_step {
        _nr_pr == 1 ->
        q_ = 0;
        i_ = 255;
        do
        :: q_ < N ->
            if
            :: doing[q_] == OVER ->
                assert(i_ == 255 || i_ == list[q_] || (!USES(q_) && i_ < LISTS));
                i_ = list[q_]
            :: else
            fi;
            q_++
        :: else -> break
        od
    }
}
