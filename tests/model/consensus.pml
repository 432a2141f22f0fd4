/* The consensus among the members of a group (runtime/communicators/consensus.hpp), with the names
 * of the code: N members, of which FAILURES may die at any step, and CALLS calls, one after the other.
 *
 * A set of members is a byte with a bit for each. A step is what a member does from one message to
 * the next: what lies between takes no time.
 *
 * SENDS is how sends end: EAGER at once, RENDEZVOUS when they are received, EITHER one or the other.
 * With REFUSALS any members refuse; with NOT_OK any say that they are not.
 *
 * Broken variants: the macros that begin with BROKEN_. Without the rules of those that begin with
 * WITHOUT_ the properties still hold.
 */

#ifndef N
#define N 3
#endif
#ifndef FAILURES
#define FAILURES (N - 1)
#endif
#ifndef CALLS
#define CALLS 1
#endif
#define EAGER 0
#define RENDEZVOUS 1
#define EITHER 2
#ifndef SENDS
#define SENDS EAGER
#endif

#define bit(member) (1 << (member))
#define everybody (bit(N) - 1)
#define has(set, member) ((set) & bit(member))
#define add(set, member) set = set | bit(member)

/* The proposed and decided value: the living members, and two bits more. Values are merged by `&`. */
#define ok bit(N) /* all members said so */
#define nobody_refuses bit(N + 1)
#define alive(value) ((value) & everybody)

mtype = { estimate, proposal, acknowledgement, decision, refusal };

/* From each member to each: kind, locked, value, and the number of the call, which is there to be
 * checked: the code does not send it. */
chan messages[N * N] = [5] of { mtype, bool, byte, bit };
#define to(other) messages[me * N + (other)]
#define from(other) messages[(other) * N + me]

byte dead, deaths, through, refusers;

/* For each call. */
byte came[CALLS], said_ok[CALLS], settled[CALLS];
bool is_settled[CALLS];

/* The members other than this one, in order. */
inline first() { other = (me == 0 -> 1 : 0) }
inline next() { other = (other + 1 == me -> other + 2 : other + 1) }
#define was_last (other >= N)

inline forget(channel) {
    do
    :: nempty(channel) -> channel ? _, _, _, _
    :: empty(channel) -> break
    od
}

inline note_failure(member) {
    add(failed, member);
    if
    :: locked
#ifdef BROKEN_LOCKED_CHANGES
        -> value = value & ~bit(member)
#endif
    :: !locked -> value = value & ~bit(member)
    fi
}

/* The MPI knows for ever what it has found out. What has arrived of the dead is not received then. */
inline notice_failure(member) {
    add(known, member);
    forget(from(member));
    note_failure(member)
}

/* A member that refuses receives nothing: messages to it have to be eager. */
#ifdef BROKEN_LONG_TO_REFUSERS
#define never_waits(member) false
#else
#define never_waits(member) has(refusers, member)
#endif

/* Whether it gets there (a message to the dead does not), and whether that takes until it is received. */
inline put(member, kind, ends_at_once) {
    if
    :: has(dead, member) -> ends_at_once = true
    :: !has(dead, member) ->
        assert(nfull(to(member)));
        to(member) ! kind, locked, value, call;
        if
        :: SENDS != RENDEZVOUS || never_waits(member) -> ends_at_once = true
        :: SENDS != EAGER && !never_waits(member) -> ends_at_once = false
        fi
    fi
}

#define is_over(member) (empty(to(member)) || has(dead, member))

/* A send to a dead member may fail or not. */
inline end_send(member) {
    if
    :: has(dead, member) -> notice_failure(member)
    :: true
    fi
}

inline send(member, kind) {
    if
    :: has(failed, member)
    :: !has(failed, member) ->
        put(member, kind, at_once);
        if
        :: at_once -> end_send(member)
        :: !at_once -> blocked_by = (member) + 1
        fi;
        at_once = false
    fi
}

/* Of a dead member one hears as much as had arrived, or less. */
#define can_receive(member) (has(failed | dead, member) || nempty(from(member)))

inline receive(member) {
    received = false;
    heard = 0; heard_locked = false; heard_value = 0;
    if
    :: has(failed, member)
    :: !has(failed, member) && nempty(from(member)) ->
        from(member) ? heard, heard_locked, heard_value, heard_call;
        assert(heard == refusal || heard_call == call);
        heard_call = 0;
        received = true;
        if
        :: heard == refusal -> take_refusal(member)
        :: heard != refusal
        fi
    :: !has(failed, member) && has(dead, member) -> notice_failure(member)
    fi
}

/* A member that refuses says nothing more. */
inline take_refusal(member) {
#ifdef BROKEN_REFUSAL_DECIDES
    heard = decision;
    heard_locked = true;
    heard_value = 0
#else
    heard = 0;
    received = false;
    note_failure(member);
    if
    :: locked
    :: !locked -> value = value & ~nobody_refuses
    fi
#endif
}

#define heard_decision_now (received && heard == decision)

inline merge() {
    if
    :: locked
#ifdef WITHOUT_TAKING_OVER_LOCKED /* the first coordinator has locked each value that may be decided */
    :: !locked -> value = value & heard_value
#else
    :: !locked && heard_locked -> value = heard_value; locked = true
    :: !locked && !heard_locked -> value = value & heard_value
#endif
    fi
}

/* What is asked of the protocol. */
inline check() {
    if
    :: is_settled[call] -> assert(settled[call] == value) /* members that have died since included */
    :: !is_settled[call] -> is_settled[call] = true; settled[call] = value
    fi;
    assert((value & nobody_refuses) || refusers);
    assert(!(value & nobody_refuses) || !(refusers & ~dead)); /* all of them have died */
#ifdef BROKEN_REFUSAL_DECIDES
    if
    :: !(value & nobody_refuses)
    :: value & nobody_refuses -> check_alive()
    fi
#else
    check_alive()
#endif
}

inline check_alive() {
    assert(!(alive(value) & ~came[call]));
    assert(!(everybody & ~(value | dead | refusers)));
    assert(!(value & ok) || !(alive(value) & ~said_ok[call]));
    assert((value & ok) || (came[call] & ~said_ok[call]))
}

inline decide() {
    locked = true;
    check();
#ifdef BROKEN_REFUSAL_DECIDES
    failed = failed | ((value & nobody_refuses) -> everybody & ~value : 0);
#else
#ifndef WITHOUT_NOTING_THE_DEAD
    failed = failed | (everybody & ~value);
#endif
#endif
    first();
#ifdef BROKEN_NOT_SPREAD /* but by the coordinator */
    phase = (round == me -> spreading : outside);
    through = (round == me -> through : through | bit(me))
#else
    phase = spreading
#endif
}

inline decide_as(member) {
    value = heard_value;
#ifndef BROKEN_HEARS_TWICE
    add(heard_decision, member);
#endif
    decide()
}

/* Has the round in which `round` coordinates begin. */
inline begin_round() {
#ifdef BROKEN_NO_ESTIMATES
    phase = (round == me -> proposing : hearing_proposal);
    locked = (round == me -> true : locked);
#else
    phase = (round == me -> collecting : sending_estimate);
#endif
    first()
}

inline come() {
    locked = false;
    value = everybody | ok | nobody_refuses;
    failed = 0;
    heard_decision = 0;
    add(came[call], me);
    add(said_ok[call], me);
#ifdef NOT_OK
    if
    :: value = value & ~ok; said_ok[call] = said_ok[call] & ~bit(me)
    :: true
    fi;
#endif
    first();
    do
    :: was_last -> break
    :: !was_last ->
        if
        :: has(known, other) -> note_failure(other)
        :: has(dead & ~known, other) -> notice_failure(other)
        :: !has(known, other)
        fi;
        next()
    od;
    round = 0;
    begin_round()
}

inline collect() {
    receive(other);
    if
    :: heard_decision_now -> decide_as(other)
    :: !heard_decision_now ->
        if
        :: received -> merge()
        :: !received
        fi;
        next();
        if
        :: was_last -> locked = true; phase = proposing; first()
        :: !was_last
        fi
    fi
}

inline propose() {
    send(other, proposal);
    next();
    if
    :: !was_last
    :: was_last ->
#ifdef BROKEN_NO_ACKNOWLEDGEMENTS
        decide()
#else
        phase = collecting_acknowledgements;
        first()
#endif
    fi
}

inline collect_acknowledgement() {
    receive(other);
    if
    :: heard_decision_now -> decide_as(other)
    :: !heard_decision_now ->
        next();
        if
        :: was_last -> decide()
        :: !was_last
        fi
    fi
}

inline hear_proposal() {
    receive(round);
    if
    :: heard_decision_now -> decide_as(round)
    :: !received -> round++; begin_round()
    :: received && heard != decision ->
        assert(heard == proposal);
        value = heard_value;
        locked = true;
#ifdef BROKEN_NO_ACKNOWLEDGEMENTS
        phase = hearing_decision
#else
        phase = acknowledging
#endif
    fi
}

inline hear_decision() {
    receive(round);
    if
    :: received -> assert(heard == decision); decide_as(round)
    :: !received -> round++; begin_round()
    fi
}

inline spread() {
    if
    :: has(failed, other)
    :: !has(failed, other) ->
        put(other, decision, at_once);
        if
        :: at_once
        :: !at_once -> add(sending, other)
        fi
    fi;
    next();
    if
    :: !was_last
    :: was_last ->
        phase = hearing_all;
        first();
#ifdef BROKEN_LEAVES_AT_ONCE
        leave()
#endif
    fi
}

inline hear_all() {
    if
    :: has(heard_decision, other) -> next()
    :: !has(heard_decision, other) ->
        receive(other);
        if
#ifdef BROKEN_HEARS_ONE_MESSAGE
        :: next()
#else
        :: received && heard != decision
        :: !received || heard == decision -> next()
#endif
        fi
    fi;
    if
    :: was_last -> phase = completing_sends; first()
    :: !was_last
    fi
}

inline complete_send() {
    sending = sending & ~bit(other);
    next();
    if
    :: was_last -> leave()
    :: !was_last
    fi
}

inline leave() {
    if
    :: (value & nobody_refuses) && call + 1 < CALLS -> call++; phase = coming
    :: else -> add(through, me); forget_all(); phase = outside
    fi
}

inline refuse() {
    if
    :: has(dead, other)
    :: !has(dead, other) -> to(other) ! refusal, false, 0, 0
    fi;
    next();
    if
    :: was_last -> add(through, me); forget_all(); phase = outside
    :: !was_last
    fi
}

inline die() {
    deaths++;
    add(dead, me);
    first();
    do
    :: was_last -> break
    :: !was_last -> forget(from(other)); next()
    od;
    forget_all();
    phase = outside
}

mtype = {
    coming,
    collecting, proposing, collecting_acknowledgements, /* coordinate */
    sending_estimate, hearing_proposal, acknowledging, hearing_decision, /* follow */
    spreading, hearing_all, completing_sends, /* spread_decision */
    refusing, outside
};

/* What it knows makes no difference any more. */
inline forget_all() {
    known = 0; failed = 0; value = 0; sending = 0; heard_decision = 0; heard_value = 0; other = 0; round = 0;
    blocked_by = 0; heard = 0; heard_call = 0; call = 0;
    locked = false; received = false; heard_locked = false; at_once = false
}

#define in(p) (phase == p && !blocked_by)

proctype member(byte me) {
    byte known, failed, value, sending, heard_decision, heard_value, other, round;
    byte blocked_by; /* 0: by none; 1 + the receiver */
    mtype phase, heard;
    bool locked, received, heard_locked, at_once;
    bit heard_call, call;
    atomic {
        first();
        phase = (has(refusers, me) -> refusing : coming)
    }
    do
    :: atomic { in(coming) -> come() }
    :: atomic { in(collecting) && can_receive(other) -> collect() }
    :: atomic { in(proposing) -> propose() }
    :: atomic { in(collecting_acknowledgements) && can_receive(other) -> collect_acknowledgement() }
    :: atomic { in(sending_estimate) -> send(round, estimate); phase = hearing_proposal }
    :: atomic { in(hearing_proposal) && can_receive(round) -> hear_proposal() }
    :: atomic { in(acknowledging) -> send(round, acknowledgement); phase = hearing_decision }
    :: atomic { in(hearing_decision) && can_receive(round) -> hear_decision() }
    :: atomic { in(spreading) -> spread() }
    :: atomic { in(hearing_all) && (has(heard_decision, other) || can_receive(other)) -> hear_all() }
    :: atomic { in(completing_sends) && (!has(sending, other) || is_over(other)) -> complete_send() }
    :: atomic { in(refusing) -> refuse() }
    :: atomic { blocked_by && is_over(blocked_by - 1) -> end_send(blocked_by - 1); blocked_by = 0 }
    :: atomic { phase != outside && deaths < FAILURES -> die() }
    :: phase == outside -> break
    od
}

init {
    byte i;
    atomic {
#ifdef REFUSALS
        do
        :: i == N -> break
        :: i < N -> i++
        :: i < N -> add(refusers, i); i++
        od;
#endif
        i = 0;
        do
        :: i == N -> break
        :: i < N -> run member(i); i++
        od;
        i = 0
    }
    do
    :: atomic { deaths < FAILURES -> deaths = FAILURES } /* no more */
    :: atomic {
        (dead | through) == everybody ->
        /* No message is left over, except those to members that refuse. */
        do
        :: i == N * N -> break
        :: i < N * N ->
            assert(empty(messages[i]) || has(dead | refusers, i / N) || has(refusers, i % N));
            i++
        od;
        break
    }
    od
}
