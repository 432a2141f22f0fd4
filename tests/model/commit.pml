/* The optimistic commit of docs/developers/commit.md, for spin. README.md says what is abstracted.
 *
 * Each process is one loop over a state (`doing`); every turn is one atomic step. So a process may
 * be anywhere between two steps when a message arrives or when it dies.
 * Operations of a communicator are counted from 0: number s is under way while completed == s.
 *
 * -DPROGRAM=n   what the processes call (programs.pml)
 * -DFAILURES=n  how many processes may die, anywhere; 1 unless given
 * -DVICTIM      the last process is dead from the start, unknown to the others
 * -DCHAIN       a real call notices only the death of the member before, not of any
 * -DBATCHES     a repair may be that of another communicator, too, whose members are all in it
 * -DEARLY       the call of a confirmed operation may return before all have entered, as a large Reduce's
 * -DLIVELOCK    every state is an acceptance state: `pan -a` finds each endless round
 * -DBROKEN_...  one rule of the protocol is left out: the checker has to find an error
 * -DWITHOUT_... one rule is left out that the properties turn out not to need
 */
#ifndef PROGRAM
#define PROGRAM 1
#endif
#ifndef FAILURES
#define FAILURES 1
#endif
#define BIT(p) (1 << (p))
#define ALL (BIT(N) - 1)
#define CALL(p, i) ((p) * CALLS + (i))
#include "programs.pml"

#define COMMS 2
#define OPERATIONS 5 /* on one communicator, at most */
#define ROUNDS 3     /* votes that may be open at a time on one communicator */
#ifndef CAPACITY
#define CAPACITY 6 /* messages under way between two processes */
#endif

/* What a process does. Only an attempt (IN_REAL_CALL, IN_CONFIRMATION) keeps it from serving, and only
 * one communicator. */
mtype = { AT_CALL, IN_REAL_CALL, IN_CONFIRMATION, ASKING, FETCHING, COLLECTING, IN_VOTE, IN_SHRINK, LEFT,
          DIED };
/* Service messages. */
mtype = { ASK, STATE, FETCH, RESULT, VOTING };
/* Outcomes of a vote. */
mtype = { none, redo, again, commit };

byte alive;
byte deaths_left; /* chosen at the start: a death that may still come must not hide a deadlock */

/* Per process. */
mtype doing[N];
byte at[N];           /* index of its next call in its program */
byte waits_for[N];    /* ASKING: members without an answer; FETCHING: the member asked; COLLECTING: whose
                       * part lacks */
byte ahead[N];        /* ASKING: the members ahead of it */
byte contributed[N];  /* COLLECTING: whose parts it has */
byte deferred[N];     /* in an attempt: whose ASK it answers when that returns */
byte number[N];       /* IN_VOTE: what it has completed; COLLECTING: what it collects for */
byte succeeded;       /* IN_VOTE: its real call succeeded (agreed and confirmed operations); a bit
                       * per process */
byte result[N];       /* in a confirmed operation: what the call itself has brought; 0: nothing */
byte redoing;         /* its confirmed operation is being redone, with agreements; a bit per process */
mtype outcome[N];

/* Per process and communicator. */
#define AT(p, c) ((p) * COMMS + (c))
byte completed[N * COMMS];
byte wanted[N * COMMS]; /* the members that collect and whose FETCH it answers when it has completed more */

/* Per communicator: its newest epoch. */
byte members[COMMS]; /* of the working communicator */
byte epoch[COMMS];
byte frozen[COMMS];
byte revoked;        /* a bit per communicator */
byte shrinking[COMMS]; /* the members that have joined the shrink */

/* Per communicator and operation. */
#define OF(c, s) ((c) * OPERATIONS + (s))
byte entered[COMMS * OPERATIONS];    /* the members that entered the real call in this epoch */
byte confirming[COMMS * OPERATIONS]; /* the members that entered the confirmation in this epoch */
byte value[COMMS * OPERATIONS];      /* what survivors got; complete() asserts that all got the same */

/* Per process, communicator and operation: whose contributions its result of a scan has; 0: it has none. */
#ifdef SCANS
#define OF_MEMBER(p, c, s) ((p) * COMMS * OPERATIONS + OF(c, s))
byte combined[N * COMMS * OPERATIONS];
#else
#define OF_MEMBER(p, c, s) 0
byte combined[1];
#endif

/* Votes: slot k is round closed + k of this epoch. */
#define SLOT(c, k) ((c) * ROUNDS + (k))
#define HEARD(p, c, k) ((p) * COMMS * ROUNDS + SLOT(c, k))
byte closed[COMMS];
byte joined[COMMS * ROUNDS];
byte inside[COMMS * ROUNDS];     /* of those, the members that joined from their own call */
byte heard[N * COMMS * ROUNDS];  /* VOTING(n) came: 1 + the smallest n; 0 if none came */
byte news[N * COMMS * ROUNDS];   /* 1 + the smallest n that this process knows of, from its own vote as well; 0: none */
byte told[N * COMMS * ROUNDS];   /* 1 + the member that it has told that; 0: none */

/* One channel for each ordered pair. Fields: type, communicator and epoch, two numbers. */
#define PAIR(from, to) ((from) * (N - 1) + ((to) > (from) -> (to) - 1 : (to)))
chan wire[N * (N - 1)] = [CAPACITY] of { mtype, byte, byte, byte };
#define WHERE(c, e) ((e) * COMMS + (c))

/* Programs: constant, so not part of the state. */
hidden byte kind[N * CALLS];
hidden byte comm[N * CALLS];   /* collectives: the communicator; receive: the sender */
hidden byte root[N * CALLS];   /* rooted collectives: the root; receive: the call the sender comes to */
hidden byte kind_of[COMMS * OPERATIONS];

/* For use within one step. */
hidden byte c_, i_, k_, n_, q_, s_, v_, w_;
hidden byte same_, all_succeeded_;
hidden mtype type_;
hidden byte where_, a_, b_;

#define MY_KIND kind[CALL(me, at[me])]
#define MY_COMM comm[CALL(me, at[me])]
#define MY_ROOT root[CALL(me, at[me])]
#define OTHERS(c) (members[c] & alive & ~BIT(me))
/* The member that it asks and tells: the next living one in the ring, the fewest that docs/developers/commit.md has. */
#define NEXT(n) ((me + (n)) % N)
#define STANDS(p, c) ((p) != me && (members[c] & alive & BIT(p)))
#if N > 4
#define SUCCESSOR(c)                                                                                   \
    (STANDS(NEXT(1), c) -> NEXT(1) : (STANDS(NEXT(2), c) -> NEXT(2) : (STANDS(NEXT(3), c) -> NEXT(3) : \
     (STANDS(NEXT(4), c) -> NEXT(4) : me))))
#else
#define SUCCESSOR(c)                                                                                   \
    (STANDS(NEXT(1), c) -> NEXT(1) : (STANDS(NEXT(2), c) -> NEXT(2) : (STANDS(NEXT(3), c) -> NEXT(3) : me)))
#endif
#define IN_ATTEMPT(c) ((doing[me] == IN_REAL_CALL || doing[me] == IN_CONFIRMATION) && MY_COMM == c)
/* Voted on at its end, without asking. */
#define BY_AGREEMENT (MY_KIND >= AGREED || (redoing & BIT(me)))

/* Values. A broadcast's data is DATA, or NONE where no member could give it; that of an allreduce or a
 * confirmed operation is the set of its contributors, told apart from the other two by a bit of its
 * own. */
#define NONE 1
#define DATA 2
#define SUM(set) (64 | (set))
/* Without a result: the program is told of a loss, by an error. */
#define RAISED 128
#ifdef RAISES
#define RAISES_ERROR (MY_KIND == ALLREDUCE || MY_KIND == CONFIRMED)
#else
#define RAISES_ERROR false
#endif

/* The data that it has for a member that collects, in w_. */
inline part(c, s) {
    if
    :: kind_of[OF(c, s)] != PREFIX -> w_ = DATA
    :: kind_of[OF(c, s)] == PREFIX && combined[OF_MEMBER(me, c, s)] != 0 -> w_ = combined[OF_MEMBER(me, c, s)]
    :: else -> w_ = BIT(me)
    fi
}

inline send(q, type, c, a, b) {
    if
    :: alive & BIT(q) ->
        assert(nfull(wire[PAIR(me, q)]));
        wire[PAIR(me, q)] ! type(WHERE(c, epoch[c]), a, b)
    :: else
    fi
}

inline send_all(set, type, c, a, b) {
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: (set) & BIT(q_) -> send(q_, type, c, a, b)
        :: else
        fi;
        q_++
    :: else -> break
    od
}

#define RETURNED(c) (!IN_ATTEMPT(c))
#ifdef BROKEN_VOTES_ONE_BY_ONE
#define MAY_JOIN(c) (RETURNED(c) && (k_ == n_ || (joined[SLOT(c, k_ - 1)] & BIT(me))))
#else
#define MAY_JOIN(c) RETURNED(c)
#endif

/* It has heard that a member that has completed n is in the vote of slot k, and passes it on unless it has. */
inline hear(c, k, n) {
    if
    :: news[HEARD(me, c, k)] == 0 || news[HEARD(me, c, k)] > (n) + 1 ->
        news[HEARD(me, c, k)] = (n) + 1;
        told[HEARD(me, c, k)] = 0;
#ifndef BROKEN_NOT_PASSED_ON
        tell(c, k)
#endif
    :: else
    fi
}

inline tell(c, k) {
    w_ = SUCCESSOR(c);
    if
    :: w_ != me ->
        told[HEARD(me, c, k)] = w_ + 1;
        send(w_, VOTING, c, news[HEARD(me, c, k)] - 1, closed[c] + (k))
    :: else
    fi
}

/* The member that it has told may have died before passing it on. */
#ifdef BROKEN_NOT_TOLD_AGAIN
#define TO_TELL(c, k) false
#else
#define TO_TELL(c, k)                                                                                  \
    (news[HEARD(me, c, k)] != 0 && told[HEARD(me, c, k)] != 0 && SUCCESSOR(c) != me &&                 \
     !(alive & BIT(told[HEARD(me, c, k)] - 1)))
#endif
#define TELLING(c, k) :: d_step { TO_TELL(c, k) -> tell(c, k); skip }

/* Votes of others that it will not come to by itself. `again` is all that can be said from outside. A
 * vote comes with all before it: somebody has joined those, and who started them may have died
 * before it told this process. */
inline join_from_outside(c) {
#ifndef BROKEN_NO_JOIN_FROM_OUTSIDE
    n_ = 0;
    k_ = 0;
    do
    :: k_ < ROUNDS ->
        if
        :: heard[HEARD(me, c, k_)] != 0 && completed[AT(me, c)] + 1 > heard[HEARD(me, c, k_)] && MAY_JOIN(c) ->
            n_ = k_ + 1
        :: else
        fi;
        k_++
    :: else -> break
    od;
    k_ = 0;
    do
    :: k_ < n_ ->
        if
        :: !(joined[SLOT(c, k_)] & BIT(me)) ->
            printf("%d joins vote %d on %d: again\n", me, closed[c] + k_, c);
            assert(!IN_ATTEMPT(c));
            joined[SLOT(c, k_)] = joined[SLOT(c, k_)] | BIT(me);
            heard[HEARD(me, c, k_)] = 0
        :: else
        fi;
        k_++
    :: else -> break
    od;
    n_ = 0
#else
    skip
#endif
}

/* It counts the scan as completed, and waits for the result of the member below. */
#ifdef BROKEN_PREFIX_OF_CONTRIBUTIONS
#define LACKS_RESULT(c, s) false
#else
#define LACKS_RESULT(c, s) (doing[me] == COLLECTING && MY_KIND == PREFIX && MY_COMM == c && number[me] == (s))
#endif

/* The members that collect and waited for its part, and votes that it is now ahead of. */
inline after_progress(c) {
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: (wanted[AT(me, c)] & BIT(q_)) && (!(alive & BIT(q_)) || (completed[AT(me, c)] > number[q_] && !LACKS_RESULT(c, number[q_]))) ->
            wanted[AT(me, c)] = wanted[AT(me, c)] & ~BIT(q_);
            part(c, number[q_]);
            send(q_, RESULT, c, number[q_], w_)
        :: else
        fi;
        q_++
    :: else -> break
    od;
    join_from_outside(c)
}

inline count_completed(c) {
    completed[AT(me, c)]++;
    after_progress(c)
}

/* Invariant I3 (docs/developers/design.md): compares with every survivor that has completed the
 * same operation. If it is a confirmed one, with the dead as well: what they gave must not be missing
 * from it later. */
inline check_value(c, v) {
    s_ = completed[AT(me, c)];
    v_ = v;
    w_ = 0;
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: q_ != me && ((alive & BIT(q_)) || MY_KIND == CONFIRMED) && completed[AT(q_, c)] > s_ -> w_ = 1
        :: else
        fi;
        q_++
    :: else -> break
    od;
    printf("%d completes %d on %d: %d\n", me, s_, c, v_);
    assert(w_ == 0 || value[OF(c, s_)] == v_);
    value[OF(c, s_)] = v_
}

/* The results of a scan fit together: who lives has what everybody below has who lives, and their
 * contributions. Of operation s. */
inline check_prefix(c, s, set) {
    printf("%d completes %d on %d: %d\n", me, s, c, set);
    combined[OF_MEMBER(me, c, s)] = set;
    q_ = 0;
    do
    :: q_ < N ->
        w_ = combined[OF_MEMBER(q_, c, s)];
        if
        :: (members[c] & alive & BIT(q_)) && q_ < me ->
            assert((combined[OF_MEMBER(me, c, s)] & BIT(q_)) && (w_ & ~combined[OF_MEMBER(me, c, s)]) == 0)
        :: (members[c] & alive & BIT(q_)) && q_ > me && w_ != 0 ->
            assert((combined[OF_MEMBER(me, c, s)] & ~w_) == 0)
        :: else
        fi;
        q_++
    :: else -> break
    od
}

inline next_call() {
    at[me]++;
    doing[me] = AT_CALL
}

/* Returns from a collective to the program. */
inline complete(c, v) {
    if
    :: MY_KIND == PREFIX -> check_prefix(c, completed[AT(me, c)], v)
    :: else -> check_value(c, v)
    fi;
    count_completed(c);
    next_call()
}

/* A confirmed operation: the result of the call itself stands. So whoever finds somebody ahead, or gets
 * a commit, must have one. */
inline stand(c) {
    assert(result[me] != 0);
    complete(c, result[me]);
    result[me] = 0;
    redoing = redoing & ~BIT(me);
    succeeded = succeeded & ~BIT(me)
}

inline answer(q, c) {
#ifndef WITHOUT_FREEZING
    frozen[c] = frozen[c] | BIT(me);
#endif
    send(q, STATE, c, completed[AT(me, c)], 0)
}

inline answer_deferred(c) {
    s_ = 0;
    do
    :: s_ < N ->
        if
        :: deferred[me] & BIT(s_) -> answer(s_, c)
        :: else
        fi;
        s_++
    :: else -> break
    od;
    deferred[me] = 0;
    join_from_outside(c)
}

inline give_up_communicator(c) {
#ifndef BROKEN_NO_REVOKE
    revoked = revoked | BIT(c);
#endif
    frozen[c] = frozen[c] | BIT(me)
}

inline ask(c) {
    printf("%d asks about %d on %d\n", me, completed[AT(me, c)], c);
    give_up_communicator(c);
    w_ = SUCCESSOR(c);
    waits_for[me] = OTHERS(c) & BIT(w_);
    ahead[me] = 0;
    send_all(waits_for[me], ASK, c, 0, 0);
    doing[me] = ASKING
}

/* `announces`: a member may be ahead. It does not come by itself, and so has to be told. */
inline vote(c, announces) {
    k_ = 0;
    do
    :: joined[SLOT(c, k_)] & BIT(me) -> k_++; assert(k_ < ROUNDS)
    :: else -> break
    od;
    joined[SLOT(c, k_)] = joined[SLOT(c, k_)] | BIT(me);
    inside[SLOT(c, k_)] = inside[SLOT(c, k_)] | BIT(me);
    heard[HEARD(me, c, k_)] = 0;
    number[me] = completed[AT(me, c)];
    outcome[me] = none;
    printf("%d joins vote %d on %d with %d\n", me, closed[c] + k_, c, number[me]);
    doing[me] = IN_VOTE;
    if
    :: announces -> hear(c, k_, number[me])
    :: else
    fi
}

/* The agreement. Uniform: one outcome for all. */
inline close_vote(c) {
    same_ = true;
    all_succeeded_ = true;
    n_ = 255;
    i_ = 0;
    do
    :: i_ < N ->
        w_ = joined[SLOT(c, 0)] & BIT(i_);
        if
        :: w_ && !(inside[SLOT(c, 0)] & BIT(i_)) -> same_ = false
        :: w_ && (inside[SLOT(c, 0)] & BIT(i_)) ->
            if
            :: n_ == 255 -> n_ = number[i_]
            :: n_ != 255 && n_ != number[i_] ->
#ifndef BROKEN_VOTE_WITHOUT_NUMBER
                same_ = false
#else
                skip
#endif
            :: else
            fi;
            all_succeeded_ = all_succeeded_ && ((succeeded >> i_) & 1)
        :: else
        fi;
        i_++
    :: else -> break
    od;
    w_ = again;
    if
    :: same_ && MY_KIND >= CONFIRMED && all_succeeded_ -> w_ = commit
    :: same_ && !(MY_KIND >= CONFIRMED && all_succeeded_) -> w_ = redo
    :: else
    fi;
    printf("vote %d on %d: %e\n", closed[c], c, w_);
    i_ = 0;
    do
    :: i_ < N ->
        /* A redo never happens if a survivor has completed the operation. */
        assert(!(w_ == redo && (members[c] & alive & BIT(i_)) && completed[AT(i_, c)] > n_));
        if
        :: inside[SLOT(c, 0)] & BIT(i_) ->
            if
            :: alive & BIT(i_) -> outcome[i_] = w_
            :: else -> number[i_] = 0; succeeded = succeeded & ~BIT(i_)
            fi
        :: else
        fi;
        heard[HEARD(i_, c, 0)] = heard[HEARD(i_, c, 1)];
        heard[HEARD(i_, c, 1)] = heard[HEARD(i_, c, 2)];
        heard[HEARD(i_, c, 2)] = 0;
        news[HEARD(i_, c, 0)] = news[HEARD(i_, c, 1)];
        news[HEARD(i_, c, 1)] = news[HEARD(i_, c, 2)];
        news[HEARD(i_, c, 2)] = 0;
        told[HEARD(i_, c, 0)] = told[HEARD(i_, c, 1)];
        told[HEARD(i_, c, 1)] = told[HEARD(i_, c, 2)];
        told[HEARD(i_, c, 2)] = 0;
        i_++
    :: else -> break
    od;
    joined[SLOT(c, 0)] = joined[SLOT(c, 1)];
    joined[SLOT(c, 1)] = joined[SLOT(c, 2)];
    joined[SLOT(c, 2)] = 0;
    inside[SLOT(c, 0)] = inside[SLOT(c, 1)];
    inside[SLOT(c, 1)] = inside[SLOT(c, 2)];
    inside[SLOT(c, 2)] = 0;
    closed[c]++;
    /* Votes without end would be a livelock. */
    assert(closed[c] < 20);
    same_ = false;
    all_succeeded_ = false
}

/* The members of c have a new working communicator. All have completed s operations. */
inline begin_epoch(c, s) {
    members[c] = members[c] & alive;
    epoch[c]++;
    /* Each repair costs a life: more would be a livelock. */
    assert(epoch[c] <= N - 1);
    frozen[c] = 0;
    revoked = revoked & ~BIT(c);
    entered[OF(c, s)] = 0;
    confirming[OF(c, s)] = 0;
    closed[c] = 0;
    k_ = 0;
    do
    :: k_ < ROUNDS ->
        joined[SLOT(c, k_)] = 0;
        inside[SLOT(c, k_)] = 0;
        i_ = 0;
        do
        :: i_ < N -> heard[HEARD(i_, c, k_)] = 0; news[HEARD(i_, c, k_)] = 0; told[HEARD(i_, c, k_)] = 0; i_++
        :: else -> break
        od;
        k_++
    :: else -> break
    od;
    printf("epoch %d of %d: members %d\n", epoch[c], c, members[c])
}

/* The shrink: a new working communicator of the members that live when the last of them joins. */
inline close_shrink(c) {
    shrinking[c] = 0;
    begin_epoch(c, completed[AT(me, c)]);
    i_ = 0;
    do
    :: i_ < N ->
        if
        :: members[c] & BIT(i_) ->
            assert(completed[AT(i_, c)] == completed[AT(me, c)]);
            doing[i_] = AT_CALL
        :: else
        fi;
        i_++
    :: else -> break
    od
}

/* A batch: the survivors of c are those of another repair, so none is in an operation of c. They repair it as well
 * if none has joined a vote. All have completed as many operations: blocking ones have one order at all members. */
inline close_batch(c) {
    n_ = 255;
    i_ = 0;
    do
    :: i_ < N ->
        if
        :: members[c] & alive & BIT(i_) ->
#ifndef BROKEN_BATCH_OF_OTHERS
            assert(doing[i_] == AT_CALL && (n_ == 255 || n_ == completed[AT(i_, c)]));
#endif
            n_ = completed[AT(i_, c)]
        :: else
        fi;
        i_++
    :: else -> break
    od;
    w_ = joined[SLOT(c, 0)] | joined[SLOT(c, 1)] | joined[SLOT(c, 2)];
    if
    :: (w_ & alive) == 0 && (members[c] & ~alive) != 0 && (members[c] & alive) != 0 -> begin_epoch(c, n_)
    :: else
    fi
}

/* Serves an entry of the log. An allreduce, a confirmation or an agreement that it completed since cut
 * the entry away. Only the late FETCH of a dead process may ask for such a one. */
inline serve(q, c, s) {
    i_ = s + 1;
    do
    :: i_ < completed[AT(me, c)] ->
        assert(!(alive & BIT(q)) || (kind_of[OF(c, i_)] != ALLREDUCE && kind_of[OF(c, i_)] < CONFIRMED));
        i_++
    :: else -> break
    od;
    if
    :: kind_of[OF(c, s)] == PREFIX -> part(c, s)
    :: else -> w_ = value[OF(c, s)]
    fi;
    send(q, RESULT, c, s, w_)
}

/* Rules of receive_message that can be left out. */
#ifdef BROKEN_OLD_EPOCHS
#define OUTDATED (where_ / COMMS < epoch[c_] && type_ != RESULT)
#define ADOPTS_ELSEWHERE (doing[me] == AT_CALL)
#else
#define OUTDATED (where_ / COMMS < epoch[c_])
#ifdef BROKEN_ADOPT_WHILE_VOTING
#define ADOPTS_ELSEWHERE (doing[me] == IN_VOTE)
#else
#define ADOPTS_ELSEWHERE false
#endif
#endif
#ifdef BROKEN_FORGET_VOTING
#define REMEMBERED (completed[AT(me, c_)] > a_)
#else
#define REMEMBERED true
#endif

/* Takes the next message from q. Those of an epoch that this process has left are dropped. One of an
 * epoch that it has yet to reach would wait; here all members return from a shrink in one step, and
 * stay where they are as long as they like. */
inline receive_message(q) {
    wire[PAIR(q, me)] ? type_, where_, a_, b_;
    c_ = where_ % COMMS;
    if
    :: OUTDATED -> skip
    :: else ->
        if
        :: type_ == ASK ->
            if
#ifndef WITHOUT_DEFERRING
            :: IN_ATTEMPT(c_) -> deferred[me] = deferred[me] | BIT(q)
#endif
            :: else -> answer(q, c_)
            fi
        :: type_ == STATE ->
            if
            :: doing[me] == ASKING && MY_COMM == c_ ->
                waits_for[me] = waits_for[me] & ~BIT(q);
                if
                :: a_ > completed[AT(me, c_)] -> ahead[me] = ahead[me] | BIT(q)
                :: else
                fi
            :: else
            fi
        :: type_ == FETCH ->
            if
            :: completed[AT(me, c_)] > a_ && !LACKS_RESULT(c_, a_) -> serve(q, c_, a_)
            :: else -> wanted[AT(me, c_)] = wanted[AT(me, c_)] | BIT(q)
            fi
        :: type_ == RESULT ->
            if
            :: doing[me] == COLLECTING && MY_COMM == c_ && number[me] == a_ && (waits_for[me] & BIT(q)) ->
                waits_for[me] = waits_for[me] & ~BIT(q);
                contributed[me] = contributed[me] | (MY_KIND == PREFIX -> b_ : BIT(q))
            :: MY_KIND < REDUCE && MY_COMM == c_ && completed[AT(me, c_)] == a_ &&
               (doing[me] == FETCHING || doing[me] == ASKING || ADOPTS_ELSEWHERE) ->
                waits_for[me] = 0;
                ahead[me] = 0;
                outcome[me] = none;
                complete(c_, b_)
            :: else
            fi
        :: type_ == VOTING ->
            /* b_ is the round. It must be told: two VOTING may mean one vote or two. */
            if
            :: b_ >= closed[c_] -> k_ = b_ - closed[c_]; assert(k_ < ROUNDS); hear(c_, k_, a_)
            :: else
            fi;
            if
            :: b_ >= closed[c_] && !(joined[SLOT(c_, b_ - closed[c_])] & BIT(me)) && REMEMBERED ->
                k_ = b_ - closed[c_];
                assert(k_ < ROUNDS);
                if
                :: heard[HEARD(me, c_, k_)] == 0 || heard[HEARD(me, c_, k_)] > a_ + 1 ->
                    heard[HEARD(me, c_, k_)] = a_ + 1
                :: else
                fi;
                join_from_outside(c_)
            :: else
            fi
        fi
    fi
}

inline drain(from, to) {
    do
    :: nempty(wire[PAIR(from, to)]) -> wire[PAIR(from, to)] ? _, _, _, _
    :: empty(wire[PAIR(from, to)]) -> break
    od
}

/* An agreement may or may not count members that died after they joined: that is chosen here. */
inline die(counts) {
    printf("%d dies\n", me);
    deaths_left--;
    alive = alive & ~BIT(me);
    q_ = 0;
    do
    :: q_ < N ->
        if
        :: q_ != me -> drain(q_, me)
        :: else
        fi;
        q_++
    :: else -> break
    od;
    waits_for[me] = 0;
    ahead[me] = 0;
    contributed[me] = 0;
    deferred[me] = 0;
    result[me] = 0;
    redoing = redoing & ~BIT(me);
    outcome[me] = none;
    wanted[AT(me, 0)] = 0;
    wanted[AT(me, 1)] = 0;
    k_ = 0;
    do
    :: k_ < COMMS * OPERATIONS -> combined[OF_MEMBER(me, 0, k_)] = 0; k_++
    :: else -> break
    od;
    k_ = 0;
    do
    :: k_ < COMMS * ROUNDS ->
        heard[me * COMMS * ROUNDS + k_] = 0;
        news[me * COMMS * ROUNDS + k_] = 0;
        told[me * COMMS * ROUNDS + k_] = 0;
        k_++
    :: else -> break
    od;
    if
    :: counts
    :: else ->
        k_ = 0;
        do
        :: k_ < COMMS * ROUNDS ->
            joined[k_] = joined[k_] & ~BIT(me);
            inside[k_] = inside[k_] & ~BIT(me);
            k_++
        :: else -> break
        od;
        number[me] = 0;
        succeeded = succeeded & ~BIT(me)
    fi;
    if
    :: doing[me] == IN_VOTE
    :: else -> number[me] = 0
    fi;
    doing[me] = DIED
}

/* The MPI's own call. `entered` has the dead as well: what they sent may still arrive. */
#define ALL_ENTERED ((members[MY_COMM] & ~entered[OF(MY_COMM, completed[AT(me, MY_COMM)])]) == 0)
#define UP_TO_ME (BIT(me + 1) - 1)
#define ALL_BELOW_ENTERED                                                                              \
    ((members[MY_COMM] & UP_TO_ME & ~entered[OF(MY_COMM, completed[AT(me, MY_COMM)])]) == 0)
#define ROOT_ENTERED (entered[OF(MY_COMM, completed[AT(me, MY_COMM)])] & BIT(MY_ROOT))
#define CAN_SUCCEED                                                                                    \
    (((MY_KIND == BCAST || MY_KIND == SCATTER) && ROOT_ENTERED) ||                                     \
     (MY_KIND == REDUCE && (me != MY_ROOT || ALL_ENTERED)) ||                                          \
     (MY_KIND == PREFIX && ALL_BELOW_ENTERED) || (MY_KIND == EXCHANGE && ALL_ENTERED) ||               \
     (MY_KIND == ALLREDUCE && ALL_ENTERED) || (MY_KIND == CONFIRMED && ALL_HAVE_GIVEN) ||              \
     MY_KIND == AGREED)
#ifdef EARLY
#define ALL_HAVE_GIVEN true
#else
#define ALL_HAVE_GIVEN ALL_ENTERED
#endif
/* The confirmation: a barrier. */
#define ALL_CONFIRM ((members[MY_COMM] & ~confirming[OF(MY_COMM, completed[AT(me, MY_COMM)])]) == 0)
#ifdef CHAIN
/* Notices only the death of the member before it; the root of a reduce that of any. */
#define BEFORE(p, n) (((p) + N - (n)) % N)
#define IS_MEMBER(p) (members[MY_COMM] & BIT(p))
#define PREDECESSOR                                                                                    \
    (IS_MEMBER(BEFORE(me, 1)) -> BEFORE(me, 1) : (IS_MEMBER(BEFORE(me, 2)) -> BEFORE(me, 2) :          \
     (IS_MEMBER(BEFORE(me, 3)) -> BEFORE(me, 3) : me)))
#define NOTICES_DEATH                                                                                  \
    (MY_KIND == REDUCE && me == MY_ROOT -> (members[MY_COMM] & ~alive) != 0 : !(alive & BIT(PREDECESSOR)))
#else
#define NOTICES_DEATH ((members[MY_COMM] & ~alive) != 0)
#endif
#define CAN_FAIL (NOTICES_DEATH || (revoked & BIT(MY_COMM)))

#define HAS_ROOT (MY_KIND == BCAST || MY_KIND == REDUCE || MY_KIND == SCATTER)
#define ROOT_IS_MISSING (HAS_ROOT && !(members[MY_COMM] & BIT(MY_ROOT)))
#define EVERYBODY_JOINED(set) ((members[MY_COMM] & alive & ~(set)) == 0)
/* `alive` stands for what the process knows: it looks when it likes, so it may learn late. */
#define NOTHING_TO_WAIT_FOR ((waits_for[me] & alive) == 0)

#ifdef BROKEN_NO_SERVICE_OUTSIDE
#define SERVES (MY_KIND < FINALIZE)
#else
#define SERVES true
#endif

/* The progress engine. Messages of the dead may be lost, all that are under way at once, which also
 * stands for a death in the middle of sending to several. */
#define PROGRESS(q)                                                                                    \
    :: d_step { q != me && nempty(wire[PAIR(q, me)]) && SERVES -> receive_message(q); skip }           \
    :: d_step { q != me && nempty(wire[PAIR(q, me)]) && !(alive & BIT(q)) -> drain(q, me); skip }

/* A member that gets parts from others counts the operation as completed from its decision on. */
#ifdef BROKEN_ROOT_NOT_AHEAD
#define COUNTS_FROM_DECISION (MY_KIND != REDUCE)
#else
#ifdef BROKEN_SCATTER_NOT_AHEAD
#define COUNTS_FROM_DECISION (MY_KIND != SCATTER)
#else
#ifdef BROKEN_PREFIX_NOT_AHEAD
#define COUNTS_FROM_DECISION (MY_KIND != PREFIX)
#else
#ifdef BROKEN_EXCHANGE_NOT_AHEAD
#define COUNTS_FROM_DECISION (MY_KIND != EXCHANGE)
#else
#define COUNTS_FROM_DECISION true
#endif
#endif
#endif
#endif

/* Whose parts it needs: in a scan, the result of the next living one below; if there is none, it has
 * nothing but its own contribution. */
#define STANDS_BELOW(n, c) (me >= (n) && (members[c] & alive & BIT(me - (n))))
#ifdef BROKEN_PREFIX_SKIPS_MEMBERS
#define NEXT_BELOW(c) (members[c] & alive & BIT(0) & ~BIT(me))
#else
#ifdef BROKEN_PREFIX_OF_CONTRIBUTIONS
#define NEXT_BELOW(c) (OTHERS(c) & UP_TO_ME)
#else
#define NEXT_BELOW(c)                                                                                  \
    (STANDS_BELOW(1, c) -> BIT(me - 1) : (STANDS_BELOW(2, c) -> BIT(me - 2) :                          \
     (STANDS_BELOW(3, c) -> BIT(me - 3) : (STANDS_BELOW(4, c) -> BIT(me - 4) : 0))))
#endif
#endif
#define SOURCES(c)                                                                                     \
    (MY_KIND == SCATTER -> BIT(MY_ROOT) : (MY_KIND == PREFIX -> NEXT_BELOW(c) : OTHERS(c)))
#define HAS_PARTS (MY_KIND == REDUCE || MY_KIND == SCATTER || MY_KIND == PREFIX || MY_KIND == EXCHANGE)

/* After a member was found ahead. It may fetch from any of those. */
#define FETCH_FROM(q)                                                                                  \
    :: d_step {                                                                                        \
        doing[me] == ASKING && NOTHING_TO_WAIT_FOR && MY_KIND < REDUCE && (ahead[me] & BIT(q)) ->      \
            c_ = MY_COMM;                                                                              \
            ahead[me] = 0;                                                                             \
            waits_for[me] = BIT(q);                                                                    \
            send(q, FETCH, c_, completed[AT(me, c_)], 0);                                              \
            doing[me] = FETCHING                                                                       \
    }

/* What it says in the vote about a confirmed operation: that it has entered the confirmation. */
#ifdef BROKEN_REDO_CONFIRMED
#define HAS_RESULT false
#else
#ifdef BROKEN_COMPLETED_WITHOUT_RESULT
#define HAS_RESULT true
#else
#define HAS_RESULT (result[me] != 0)
#endif
#endif

/* A member may have completed what all need not enter, and what this process has entered. */
#ifdef BROKEN_SILENT_VOTES
#define ANNOUNCES false
#else
#define ANNOUNCES true
#endif

/* All members of the other communicator are in this repair. */
#ifdef BROKEN_BATCH_OF_OTHERS
#define BATCH_IS_POSSIBLE true
#else
#define BATCH_IS_POSSIBLE ((members[1 - MY_COMM] & ~members[MY_COMM]) == 0)
#endif

#ifdef BROKEN_SILENT_BEFORE_ROOTED
#define ALL_HAVE_TO_ENTER (MY_KIND < CONFIRMED && !ROOT_IS_MISSING)
#else
#define ALL_HAVE_TO_ENTER (MY_KIND == ALLREDUCE)
#endif

#define HAS_JOINED                                                                                     \
    ((joined[SLOT(0, 0)] | joined[SLOT(0, 1)] | joined[SLOT(0, 2)] | joined[SLOT(1, 0)] |              \
      joined[SLOT(1, 1)] | joined[SLOT(1, 2)]) & BIT(me))

#if PROGRAM < 30
#define MORTAL(p) true
#else
#define MORTAL(p) (p < 2) /* five processes are too many to let each of them die */
#endif

proctype Process(byte me) {
#ifdef LIVELOCK
accept:
#endif
    do
    PROGRESS(0)
    PROGRESS(1)
#if N > 2
    PROGRESS(2)
#endif
#if N > 3
    PROGRESS(3)
#endif
#if N > 4
    PROGRESS(4)
#endif
    TELLING(0, 0)
    TELLING(0, 1)
    TELLING(0, 2)
    TELLING(1, 0)
    TELLING(1, 1)
    TELLING(1, 2)
    :: d_step { deaths_left > 0 && MORTAL(me) -> die(true); skip }; break
    :: d_step { deaths_left > 0 && MORTAL(me) && HAS_JOINED -> die(false); skip }; break

    /* Point-to-point: no part of any repair. */
    :: d_step { doing[me] == AT_CALL && MY_KIND == RECEIVE && (at[MY_COMM] >= MY_ROOT || !(alive & BIT(MY_COMM))) ->
        next_call()
    }

    :: d_step { doing[me] == AT_CALL && MY_KIND < FINALIZE ->
        c_ = MY_COMM;
        if
        :: ROOT_IS_MISSING -> complete(c_, (MY_KIND == BCAST -> NONE : DATA)) /* the policy decides */
        :: !ROOT_IS_MISSING && (frozen[c_] & BIT(me)) && !BY_AGREEMENT -> ask(c_)
        :: !ROOT_IS_MISSING && (frozen[c_] & BIT(me)) && BY_AGREEMENT -> vote(c_, false)
        :: else ->
            entered[OF(c_, completed[AT(me, c_)])] = entered[OF(c_, completed[AT(me, c_)])] | BIT(me);
            doing[me] = IN_REAL_CALL
        fi
    }
    /* It knows of a death before it enters what all have to enter: no member can be ahead. */
    :: d_step { doing[me] == AT_CALL && ALL_HAVE_TO_ENTER && (members[MY_COMM] & ~alive) != 0 ->
        c_ = MY_COMM;
        give_up_communicator(c_);
        vote(c_, false)
    }
#ifdef BROKEN_FINALIZE_AT_ONCE
    :: atomic { doing[me] == AT_CALL && MY_KIND == FINALIZE -> doing[me] = LEFT; break }
#else
    :: d_step { doing[me] == AT_CALL && MY_KIND == FINALIZE ->
        succeeded = succeeded | BIT(me);
        vote(0, false)
    }
#endif

    :: d_step { doing[me] == IN_REAL_CALL && CAN_SUCCEED ->
        c_ = MY_COMM;
        if
        :: MY_KIND == CONFIRMED -> result[me] = SUM(members[c_])
        :: else
        fi;
        if
        :: BY_AGREEMENT -> succeeded = succeeded | BIT(me); vote(c_, false)
        :: MY_KIND == CONFIRMED && !BY_AGREEMENT ->
            confirming[OF(c_, completed[AT(me, c_)])] = confirming[OF(c_, completed[AT(me, c_)])] | BIT(me);
            doing[me] = IN_CONFIRMATION
        :: MY_KIND == ALLREDUCE -> complete(c_, SUM(members[c_]))
        :: MY_KIND == PREFIX -> complete(c_, (members[c_] & UP_TO_ME))
        :: else -> complete(c_, DATA)
        fi;
        if
        :: doing[me] == IN_CONFIRMATION
        :: else -> answer_deferred(c_)
        fi
    }
    :: d_step { doing[me] == IN_CONFIRMATION && ALL_CONFIRM ->
        c_ = MY_COMM;
        stand(c_);
        answer_deferred(c_)
    }
    :: d_step { (doing[me] == IN_REAL_CALL || doing[me] == IN_CONFIRMATION) && CAN_FAIL ->
        c_ = MY_COMM;
        if
        :: BY_AGREEMENT -> give_up_communicator(c_); vote(c_, false)
#ifdef BROKEN_RAISES_ALONE
        :: !BY_AGREEMENT && RAISES_ERROR -> give_up_communicator(c_); complete(c_, RAISED)
        :: !BY_AGREEMENT && !RAISES_ERROR -> ask(c_)
#else
        :: else -> ask(c_)
#endif
        fi;
        answer_deferred(c_)
    }

    :: d_step { doing[me] == ASKING && NOTHING_TO_WAIT_FOR && ahead[me] == 0 ->
        c_ = MY_COMM;
        if
        :: MY_KIND == CONFIRMED && HAS_RESULT -> succeeded = succeeded | BIT(me)
        :: else
        fi;
        vote(c_, ANNOUNCES)
    }
    :: d_step { doing[me] == ASKING && NOTHING_TO_WAIT_FOR && MY_KIND == CONFIRMED && ahead[me] != 0 ->
        c_ = MY_COMM;
        ahead[me] = 0;
        stand(c_)
    }
    FETCH_FROM(0)
    FETCH_FROM(1)
#if N > 2
    FETCH_FROM(2)
#endif
#if N > 3
    FETCH_FROM(3)
#endif
#if N > 4
    FETCH_FROM(4)
#endif
    :: d_step { doing[me] == FETCHING && NOTHING_TO_WAIT_FOR -> c_ = MY_COMM; ask(c_) }
    :: d_step { doing[me] == ASKING && NOTHING_TO_WAIT_FOR && HAS_PARTS && ahead[me] != 0 ->
        c_ = MY_COMM;
        ahead[me] = 0;
        if
        :: (MY_KIND == REDUCE && me != MY_ROOT) || (MY_KIND == SCATTER && me == MY_ROOT) ->
            complete(c_, DATA) /* it gives; its part is in the log */
        :: else ->
            number[me] = completed[AT(me, c_)];
            contributed[me] = BIT(me);
            waits_for[me] = SOURCES(c_);
            doing[me] = COLLECTING;
            if
            :: COUNTS_FROM_DECISION -> count_completed(c_)
            :: else
            fi;
            send_all(waits_for[me], FETCH, c_, number[me], 0)
        fi
    }
    /* The one below has died. */
    :: d_step { doing[me] == COLLECTING && MY_KIND == PREFIX && waits_for[me] != 0 && NOTHING_TO_WAIT_FOR ->
        c_ = MY_COMM;
        waits_for[me] = NEXT_BELOW(c_) & ~contributed[me];
        send_all(waits_for[me], FETCH, c_, number[me], 0);
        skip
    }
    :: d_step { doing[me] == COLLECTING && NOTHING_TO_WAIT_FOR && (MY_KIND != PREFIX || waits_for[me] == 0) ->
        c_ = MY_COMM;
        printf("%d has collected from %d\n", me, contributed[me]);
        if
        :: MY_KIND == REDUCE || MY_KIND == EXCHANGE -> assert((members[c_] & alive & ~contributed[me]) == 0)
        :: MY_KIND == SCATTER -> assert((contributed[me] & BIT(MY_ROOT)) || !(alive & BIT(MY_ROOT)))
        :: else -> check_prefix(c_, number[me], contributed[me])
        fi;
        number[me] = 0;
        waits_for[me] = 0;
        contributed[me] = 0;
        if
        :: COUNTS_FROM_DECISION
        :: else -> count_completed(c_)
        fi;
        next_call();
        after_progress(c_);
        skip
    }

    :: d_step { doing[me] == IN_VOTE && outcome[me] == none && EVERYBODY_JOINED(joined[SLOT(MY_COMM, 0)]) ->
        c_ = MY_COMM;
        close_vote(c_)
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == again ->
        c_ = MY_COMM;
        outcome[me] = none;
        number[me] = 0;
        join_from_outside(c_);
        if
        :: BY_AGREEMENT -> vote(c_, false)
        :: else -> succeeded = succeeded & ~BIT(me); ask(c_)
        fi
    }
    /* All do so, and nothing is repaired: a member that continues meets the same communicator again. */
    :: d_step { doing[me] == IN_VOTE && outcome[me] == redo && RAISES_ERROR ->
        c_ = MY_COMM;
        outcome[me] = none;
        number[me] = 0;
        result[me] = 0;
        succeeded = succeeded & ~BIT(me);
        complete(c_, RAISED)
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == redo && !RAISES_ERROR ->
        c_ = MY_COMM;
        outcome[me] = none;
        number[me] = 0;
        succeeded = succeeded & ~BIT(me);
        if
        :: MY_KIND == CONFIRMED -> result[me] = 0; redoing = redoing | BIT(me)
        :: else
        fi;
        shrinking[c_] = shrinking[c_] | BIT(me);
        doing[me] = IN_SHRINK
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == commit && MY_KIND == AGREED ->
        c_ = MY_COMM;
        outcome[me] = none;
        number[me] = 0;
        succeeded = succeeded & ~BIT(me);
        complete(c_, DATA)
    }
    :: d_step { doing[me] == IN_VOTE && outcome[me] == commit && MY_KIND == CONFIRMED ->
        c_ = MY_COMM;
        outcome[me] = none;
        number[me] = 0;
        stand(c_)
    }
    :: atomic { doing[me] == IN_VOTE && outcome[me] == commit && MY_KIND == FINALIZE -> doing[me] = LEFT; break }
    :: d_step { doing[me] == IN_SHRINK && EVERYBODY_JOINED(shrinking[MY_COMM]) ->
        c_ = MY_COMM;
        close_shrink(c_);
        skip
    }
#ifdef BATCHES
    :: d_step { doing[me] == IN_SHRINK && EVERYBODY_JOINED(shrinking[MY_COMM]) && BATCH_IS_POSSIBLE ->
        c_ = MY_COMM;
        close_shrink(c_);
        c_ = 1 - c_;
        close_batch(c_)
    }
#endif
    od
}

init {
    byte p = 0;
    atomic {
        fill_program();
        alive = ALL;
        do
        :: p < N ->
            doing[p] = AT_CALL;
            outcome[p] = none;
            s_ = 0;
            p++
        :: else -> break
        od;
        /* The collectives of a communicator are the same at all its members. */
        p = 0;
        do
        :: p < COMMS * OPERATIONS -> kind_of[p] = 255; p++
        :: else -> break
        od;
        p = 0;
        do
        :: p < N ->
            w_ = 0;
            v_ = 0;
            i_ = 0;
            do
            :: i_ < CALLS && kind[CALL(p, i_)] < RECEIVE ->
                c_ = comm[CALL(p, i_)];
                assert(members[c_] & BIT(p));
                n_ = OF(c_, (c_ -> w_ : v_));
                assert(kind_of[n_] == 255 || kind_of[n_] == kind[CALL(p, i_)] );
                kind_of[n_] = kind[CALL(p, i_)];
                if
                :: c_ -> w_++
                :: else -> v_++
                fi;
                if
                :: kind[CALL(p, i_)] == FINALIZE -> break
                :: else -> i_++
                fi
            :: i_ < CALLS && kind[CALL(p, i_)] == RECEIVE -> i_++
            :: else -> assert(false)
            od;
            p++
        :: else -> break
        od;
        if
        :: deaths_left = 0
        :: deaths_left = 1
#if FAILURES > 1
        :: deaths_left = 2
#endif
        fi;
#ifdef VICTIM
        /* It may have entered its first call, and the confirmation of that. */
        alive = alive & ~BIT(N - 1);
        doing[N - 1] = DIED;
        if
        :: entered[OF(comm[CALL(N - 1, 0)], 0)] = BIT(N - 1);
            if
            :: kind[CALL(N - 1, 0)] == CONFIRMED -> confirming[OF(comm[CALL(N - 1, 0)], 0)] = BIT(N - 1)
            :: skip
            fi
        :: skip
        fi;
#endif
        p = 0;
        do
        :: p < N && (alive & BIT(p)) -> run Process(p); p++
        :: p < N && !(alive & BIT(p)) -> p++
        :: else -> break
        od;
        p = 0
    }
}
