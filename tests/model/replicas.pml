/* Replicas (docs/reference/replication.md): RANKS ranks with two processes each, or one where ALONE has the rank's
 * bit. FAILURES processes may die at any step, but never both of a rank, for that ends the job.
 *
 * The messages of a process to a rank are numbered. A process sends directly to the processes that it has
 * as `routes`. It keeps what it sent to a rank for each process of that rank that is none of its routes,
 * until that process has acknowledged it. A process whose source has died asks the other process of that
 * rank to continue with the number that it expects, and becomes one of its routes.
 *
 * Messages between two processes keep their order. Of those of a dead process some come and others do not.
 * So messages under way are a range of numbers: `under_way`, the next to come, up to `sent`.
 * A process may hear of a death at any time after it. An acknowledgement is taken as the count at any moment
 * after it was due, and a request to resume is heard at any time.
 *
 * What is not determined is decided by the leader, and written where it outlives the leader. The value of a
 * message is all that its sender has decided so far (`history`).
 *
 * Broken variants: the macros that begin with BROKEN_. Without the rules of those that begin with WITHOUT_
 * the properties still hold.
 */

#ifndef RANKS
#define RANKS 2
#endif
#ifndef ALONE
#define ALONE 0
#endif
#ifndef FAILURES
#define FAILURES 2
#endif
#ifndef PROGRAM
#define PROGRAM 1
#endif
/* Messages that a log holds, decisions that a ring holds, and messages after which an acknowledgement is due. */
#ifdef LOG
#define is_bounded 1
#else
#define is_bounded 0
#define LOG 99
#endif
#ifndef RING
#define RING 9
#endif
#ifndef INTERVAL
#define INTERVAL 1
#endif

#define P (2 * RANKS)
#define MOST 2 /* messages from a rank to another */
#define bit(x) (1 << (x))
#define rank_of(process) ((process) / 2)
#define other(process) ((process) ^ 1)
#define is_there(process) ((process) % 2 == 0 || !(ALONE & bit(rank_of(process))))
#define is_dead(process) ((dead & bit(process)) != 0)
#define knows_dead(process) ((knows[me] & bit(process)) != 0)
#define there(process) (is_there(process) && !knows_dead(process)) /* as `me` knows */
#define lives(process) (is_there(process) && !is_dead(process))

#define by_rank(process, rank) ((process) * RANKS + (rank))
#define by_process(one, two) ((one) * P + (two))
#define message(process, rank, number) (by_rank(process, rank) * MOST + (number))

byte dead, deaths, finished, not_there;
byte knows[P];               /* the dead that a process has heard of */
byte sent[P * RANKS];        /* messages to a rank */
byte arrived[P * RANKS];     /* messages of a rank */
byte matched[P * RANKS];     /* those that a receive has taken */
byte kept[P * RANKS];        /* the first message to a rank that is in the log, where that has been looked at */
byte routes[P];
byte under_way[P * P];       /* the number of the next message that comes */
byte asks[P * P];            /* to resume with this number, plus one */
short values[P * RANKS * MOST];
short meaning[RANKS * RANKS * MOST]; /* of a message, for all that have it: its value plus one */

/* Decisions of a leader, and how many of them a process has followed, or made. */
#define DECISIONS 3
byte decisions[RANKS * DECISIONS]; /* of a receive: a rank plus one, and four times the number of its message */
byte written[RANKS];
byte decided[P];
short history[P];
byte place[P]; /* in the program */

/* Of two receives that are posted together, those that wait: of any rank, and of the named one. */
#define any_waits 1
#define named_waits 2
#define both_posted 4
byte posted[P];

#define decision(process) decisions[rank_of(process) * DECISIONS + decided[process]]
#define follows(process) (decided[process] < written[rank_of(process)] && process % 2 == 1)
#define leads (me % 2 == 0 || knows_dead(other(me)))
#define has_twin (me % 2 == 0 && there(other(me)))

/* Within steps only. */
hidden byte i;
hidden short value;

/* The programs: what a rank does at a place. An operation has a rank. */
#define SEND 1
#define RECV 2
#define ANY 3   /* a receive of any rank */
#define PAIR 4  /* posts a receive of any rank and one of the named rank, and waits for both */
#define POLL 5  /* asks once whether a message of the rank has come */
#define SYNC 6  /* a send that ends when a receive has taken it */
#define SWAP 7  /* sends two messages, whose order is that in which progress comes to them */
#define END 0
#define at_end 9 /* the place of a process that has got to MPI_Finalize */
#define operation(what, rank) ((what) * 4 + (rank))
#define what (code / 4)
#define whom (code % 4)

#define line(rank, number, it, peer) :: rank_of(me) == rank && place[me] == number -> code = operation(it, peer)

inline look_up() {
    if
#if PROGRAM == 1 /* two ranks in turn */
    line(0, 0, SEND, 1) line(0, 1, RECV, 1) line(0, 2, SEND, 1)
    line(1, 0, RECV, 0) line(1, 1, SEND, 0) line(1, 2, RECV, 0)
#elif PROGRAM == 2 /* one sends two at a time */
    line(0, 0, SEND, 1) line(0, 1, SEND, 1)
    line(1, 0, RECV, 0) line(1, 1, RECV, 0)
#elif PROGRAM == 3 /* a master takes what comes first, and says so */
    line(0, 0, ANY, 0) line(0, 1, SEND, 1) line(0, 2, ANY, 0) line(0, 3, SEND, 2)
    line(1, 0, SEND, 0) line(1, 1, RECV, 0)
    line(2, 0, SEND, 0) line(2, 1, RECV, 0)
#elif PROGRAM == 4 /* any rank and a named one at once */
    line(0, 0, PAIR, 1) line(0, 1, SEND, 2) line(0, 2, ANY, 0)
    line(1, 0, SEND, 0) line(1, 1, SEND, 0)
    line(2, 0, SEND, 0) line(2, 1, RECV, 0)
#elif PROGRAM == 5 /* asks, and says what it heard */
    line(0, 0, POLL, 1) line(0, 1, SEND, 1) line(0, 2, RECV, 1)
    line(1, 0, SEND, 0) line(1, 1, RECV, 0)
#elif PROGRAM == 6 /* rank 2 sends only after the message of rank 1 was taken */
    line(0, 0, ANY, 0) line(0, 1, ANY, 0)
    line(1, 0, SYNC, 0) line(1, 1, SEND, 2)
    line(2, 0, RECV, 1) line(2, 1, SEND, 0)
#elif PROGRAM == 7 /* two messages to one rank, whose order is not the program's */
    line(0, 0, SWAP, 1)
    line(1, 0, RECV, 0) line(1, 1, RECV, 0)
#elif PROGRAM == 8 /* a ring of three */
    line(0, 0, SEND, 1) line(0, 1, RECV, 2)
    line(1, 0, RECV, 0) line(1, 1, SEND, 2)
    line(2, 0, RECV, 1) line(2, 1, SEND, 0)
#elif PROGRAM == 9 /* a little to each of two ranks */
    line(0, 0, SEND, 1) line(0, 1, SEND, 2) line(0, 2, RECV, 2)
    line(1, 0, RECV, 0)
    line(2, 0, RECV, 0) line(2, 1, SEND, 0)
#endif
    :: else -> code = operation(END, 0)
    fi
}

/* What `me` keeps of its messages to a rank: from the least that a process of it has acknowledged. */
#define routes_to(process) ((routes[me] & bit(process)) != 0)
#if defined(BROKEN_KEEPS_NOTHING_ALONE) /* "where neither rank has a second process" */
#define keeps_for(process) (there(process) && (there(other(me)) || there(other(process))))
#elif defined(BROKEN_DROPS_FOR_ONE)
#define keeps_for(process) (there(process) && routes_to(process))
#else
#define keeps_for(process) (there(process) && !routes_to(process))
#endif
#ifdef BROKEN_ACKNOWLEDGES_BEFORE
#define acknowledged(process) to(rank_of(process))
#else
#define acknowledged(process) arrived[by_rank(process, rank_of(me))]
#endif
#define to(rank) sent[by_rank(me, rank)]
#define log_of(rank) kept[by_rank(me, rank)]
#define least_of(process) ((keeps_for(process) && acknowledged(process) < to(rank_of(process))) -> acknowledged(process) : to(rank_of(process)))
#define least(rank) (least_of(2 * (rank)) < least_of(2 * (rank) + 1) -> least_of(2 * (rank)) : least_of(2 * (rank) + 1))

/* Messages to all ranks fill the log. */
#if RANKS == 2
#define logged (to(0) - log_of(0) + to(1) - log_of(1))
#else
#define logged (to(0) - log_of(0) + to(1) - log_of(1) + to(2) - log_of(2))
#endif
#define has_room (logged < LOG)
#ifdef BROKEN_NEVER_ASKS_FOR_ROOM
#define is_asked false
#else
#define is_asked (!has_room)
#endif
#define is_due(rank) (least(rank) - log_of(rank) >= INTERVAL || is_asked || \
                      !keeps_for(2 * (rank)) && !keeps_for(2 * (rank) + 1))
#define can_drop(rank) (rank_of(me) != rank && least(rank) > log_of(rank) && is_due(rank))

/* Where a process has taken what the other one sent with this number, this process sends the same. */
inline post(rank) {
    value = meaning[(rank_of(me) * RANKS + rank) * MOST + to(rank)];
    assert(value == 0 || value == history[me] + 1);
    value = 0;
    values[message(me, rank, to(rank))] = history[me];
    to(rank)++
}

/* The source of a rank's messages: the process of the same plane, or else the other. */
#define beside(rank) (2 * (rank) + me % 2)
#define source(rank) (there(beside(rank)) -> beside(rank) : other(beside(rank)))

#ifdef BROKEN_OFF_BY_ONE
#define expected(rank) (arrived[by_rank(me, rank)] + 1)
#else
#define expected(rank) arrived[by_rank(me, rank)]
#endif

inline hear_of(which) {
    if
    :: rank_of(which) != rank_of(me) && source(rank_of(which)) == which ->
#ifndef BROKEN_ASKS_FOR_NOTHING
        asks[by_process(me, other(which))] = expected(rank_of(which)) + 1
#endif
    :: else
    fi;
    knows[me] = knows[me] | bit(which);
    routes[me] = routes[me] & ~bit(which);
#ifdef BROKEN_ROUTES_AT_ONCE
    /* The process that is left of a rank sends to all others from here on. */
    i = 0;
    do
    :: i < P && which == other(me) && rank_of(i) != rank_of(me) && there(i) && !routes_to(i) ->
        routes[me] = routes[me] | bit(i);
        under_way[by_process(me, i)] = to(rank_of(i));
        i++
    :: i == P || which != other(me) -> break
    :: else -> i++
    od;
    i = 0
#endif
}

/* What was under way of the dead may be lost. */
inline lose(which) {
    if
    :: rank_of(which) != rank_of(me) -> under_way[by_process(which, me)] = sent[by_rank(which, rank_of(me))]
    :: else
    fi
}

/* It continues with the number that is asked for, if it has that. A log without a bound has dropped by then all
 * that it may drop: to drop it earlier, or less, loses no more. */
inline resume(which) {
#if !is_bounded
    log_of(rank_of(which)) = least(rank_of(which));
#endif
    i = asks[by_process(which, me)] - 1;
    asks[by_process(which, me)] = 0;
    if
    :: i < log_of(rank_of(which)) -> i = log_of(rank_of(which))
    :: else
    fi;
    under_way[by_process(me, which)] = i;
    routes[me] = routes[me] | bit(which);
    i = 0
}

#define next_of(which) under_way[by_process(which, me)]
#define comes(which) ((routes[which] & bit(me)) && next_of(which) < sent[by_rank(which, rank_of(me))])
#define meaning_of(rank, number) meaning[((rank) * RANKS + rank_of(me)) * MOST + (number)]

#if defined(BROKEN_TAKES_TWICE)
#define is_expected(which) (next_of(which) <= arrived[by_rank(me, rank_of(which))])
#elif defined(BROKEN_TAKES_LATE)
#define is_expected(which) (next_of(which) == arrived[by_rank(me, rank_of(which))] || knows_dead(which))
#else
#define is_expected(which) (next_of(which) == arrived[by_rank(me, rank_of(which))])
#endif
#ifdef WITHOUT_LATE
#define drops_all_of(which) knows_dead(which)
#else
#define drops_all_of(which) false
#endif

/* A message comes: it is the next, or it is dropped. All processes that ever take it take the same. */
inline take(which) {
    if
    :: is_expected(which) && !drops_all_of(which) ->
        assert(next_of(which) == arrived[by_rank(me, rank_of(which))]);
        value = values[message(which, rank_of(me), next_of(which))] + 1;
        assert(meaning_of(rank_of(which), next_of(which)) == 0 || meaning_of(rank_of(which), next_of(which)) == value);
        meaning_of(rank_of(which), next_of(which)) = value;
        value = 0;
        arrived[by_rank(me, rank_of(which))]++
    :: else
    fi;
    next_of(which)++
}

/* The leader decides, and its twin finds the decision, also when the leader is dead. */
#if defined(BROKEN_DECIDES_LATE) || defined(BROKEN_NOTICE_FIRST)
#define writes_late 1
#define has_not_written (has_twin && decided[me] > written[rank_of(me)])
byte latest[RANKS];
#else
#define writes_late 0
#define has_not_written false
#endif
#ifdef BROKEN_NOTICE_FIRST
#define waits_for_ring has_not_written
#else
#define waits_for_ring false
#endif

inline decide(it) {
    if
    :: has_twin ->
#if writes_late
        latest[rank_of(me)] = it
#else
        decision(me) = it;
        written[rank_of(me)]++
#endif
    :: else
    fi;
    decided[me]++;
    history[me] = history[me] * 12 + it
}

inline follow() {
    history[me] = history[me] * 12 + decision(me);
    decided[me]++
}

#ifdef BROKEN_FORGETS_RING
#define has_decision (follows(me) && !leads)
#else
#define has_decision follows(me)
#endif
/* A leader waits for its twin where the ring is full. */
#define may_decide (leads && !has_decision && !has_not_written && (!has_twin || decided[me] - decided[other(me)] < RING))
#define must_decide(it) (has_decision && decision(me) == (it))

#define has_come(rank) (arrived[by_rank(me, rank)] > matched[by_rank(me, rank)])
#define outcome(rank) ((rank) + 1 + 4 * matched[by_rank(me, rank)])
#define takes_any (what == ANY || what == PAIR && (posted[me] & any_waits))
/* While the receive of any rank may take a message, a later one does not. */
#ifdef BROKEN_HOLDS_NOTHING_BACK
#define holds_back (leads && (posted[me] & any_waits))
#else
#define holds_back ((posted[me] & any_waits) && !(has_decision && decision(me) % 4 != whom + 1))
#endif
#define named_may_take (what == PAIR && (posted[me] & named_waits) && has_come(whom) && !holds_back)

inline advance() { place[me]++; look_up() }

inline match_any(rank) {
    matched[by_rank(me, rank)]++;
    if
    :: what == PAIR -> posted[me] = posted[me] & ~any_waits
    :: else -> advance()
    fi
}

/* Any process of the other rank tells that its receive has taken the message. */
#define has_taken(process) (is_there(process) && matched[by_rank(process, rank_of(me))] >= to(rank_of(process)))
#ifdef BROKEN_NOTICE_TO_SOURCE
#define tells(process) (has_taken(process) && routes_to(process))
#else
#define tells(process) has_taken(process)
#endif

#ifdef BROKEN_LEAVES_AT_ONCE
#define may_leave true
#else
#define may_leave ((finished | knows[me] | not_there) == bit(P) - 1)
#endif

/* What only the dead knew is forgotten: there are fewer states then. */
inline die() {
    d_step {
        dead = dead | bit(me);
        knows[me] = 0;
        place[me] = 0;
        posted[me] = 0;
        history[me] = 0;
        code = 0;
        i = 0;
        do
        :: i < P -> asks[by_process(me, i)] = 0; asks[by_process(i, me)] = 0; i++
        :: i == P -> break
        od;
        i = 0;
        do
        :: i < RANKS -> kept[by_rank(me, i)] = 0; i++
        :: i == RANKS -> break
        od;
        i = 0
    }
}

#define works(it) (code / 4 == it && !waits_for_ring)
#define is_peer(process) (is_there(process) && rank_of(process) != rank_of(me))

#define from_outside(which) \
    :: d_step { is_peer(which) && comes(which) -> take(which) } \
    :: d_step { is_peer(which) && asks[by_process(which, me)] && !is_dead(which) -> resume(which) } \
    :: d_step { is_dead(which) && !knows_dead(which) && which != me -> hear_of(which) } \
    :: d_step { is_dead(which) && !knows_dead(which) && which != me -> hear_of(which); lose(which) }

#define any_of(rank) \
    :: d_step { takes_any && !waits_for_ring && has_come(rank) && may_decide -> decide(outcome(rank)); match_any(rank) } \
    :: d_step { takes_any && !waits_for_ring && has_come(rank) && must_decide(outcome(rank)) -> follow(); match_any(rank) }

proctype Process(byte me) {
    byte code;

    d_step { look_up() };
    do
    from_outside(0)
    from_outside(1)
    from_outside(2)
    from_outside(3)
#if RANKS > 2
    from_outside(4)
    from_outside(5)
#endif
#if is_bounded
    :: d_step { can_drop(0) -> log_of(0) = least(0) }
    :: d_step { can_drop(1) -> log_of(1) = least(1) }
#if RANKS > 2
    :: d_step { can_drop(2) -> log_of(2) = least(2) }
#endif
#endif
    :: atomic { deaths < FAILURES && lives(other(me)) -> deaths++; die(); goto gone }
    /* A death may not happen: else a process that waits for ever would still have a step, its death. */
    :: d_step { deaths < FAILURES && me == 0 -> deaths++ }

    :: d_step { works(SEND) && has_room -> post(whom); advance() }
    :: d_step { works(SWAP) && has_room -> history[me] = 1; post(whom); history[me] = 2; post(whom); history[me] = 0; advance() }
    :: d_step { works(SWAP) && has_room -> history[me] = 2; post(whom); history[me] = 1; post(whom); history[me] = 0; advance() }
    :: d_step { works(SYNC) && posted[me] == 0 && has_room -> post(whom); posted[me] = 1 }
    :: d_step { works(SYNC) && posted[me] == 1 && (tells(2 * whom) || tells(2 * whom + 1)) -> posted[me] = 0; advance() }
    :: d_step { works(RECV) && has_come(whom) -> matched[by_rank(me, whom)]++; advance() }
    any_of(0)
    any_of(1)
#if RANKS > 2
    any_of(2)
#endif
    :: d_step { works(PAIR) && posted[me] == 0 -> posted[me] = any_waits + named_waits + both_posted }
    :: d_step { named_may_take -> matched[by_rank(me, whom)]++; posted[me] = posted[me] & ~named_waits }
    :: d_step { works(PAIR) && posted[me] == both_posted -> posted[me] = 0; advance() }
    :: d_step { works(POLL) && may_decide && has_come(whom) -> decide(1); advance() }
    :: d_step { works(POLL) && may_decide -> decide(0); advance() }
    :: d_step { works(POLL) && must_decide(0) -> follow(); advance() }
    :: d_step { works(POLL) && must_decide(1) && has_come(whom) -> follow(); advance() }
    :: d_step { works(END) && place[me] != at_end -> place[me] = at_end; finished = finished | bit(me) }
#if writes_late
    :: d_step { has_not_written -> decisions[rank_of(me) * DECISIONS + decided[me] - 1] = latest[rank_of(me)]; written[rank_of(me)]++ }
#endif
    :: atomic { place[me] == at_end && may_leave && !has_not_written -> goto through }
    od;

through:
    /* Rank 2 has sent only after the message of rank 1 was taken. */
    assert(PROGRAM != 6 || rank_of(me) != 0 || history[me] == 2 * 12 + 3);
    /* Both processes of a rank have decided alike. */
    assert(!lives(other(me)) || place[other(me)] != at_end || history[other(me)] == history[me]);
gone:
    skip
}

init {
    atomic {
        byte process = 0, peer;
        do
        :: process < P && is_there(process) ->
            peer = 0;
            do
            :: peer < P ->
                if
                :: is_there(peer) && rank_of(peer) != rank_of(process) &&
                   (peer % 2 == process % 2 || !is_there(other(process))) -> routes[process] = routes[process] | bit(peer)
                :: else
                fi;
                peer++
            :: peer == P -> break
            od;
            process++
        :: process < P && !is_there(process) -> not_there = not_there | bit(process); process++
        :: process == P -> break
        od;
        process = 0;
        peer = 0;
        do
        :: process < P && is_there(process) -> run Process(process); process++
        :: process < P && !is_there(process) -> process++
        :: process == P -> break
        od;
        process = 0
    }
}
