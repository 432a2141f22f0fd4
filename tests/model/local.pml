/* Local recovery (docs/reference/local-recovery.md, closeranks/local.hpp), with the names of the code: N ranks
 * in a row, which send their neighbours a message in each of STEPS steps, and then commit, INTERVALS
 * times. FAILURES of them may die at any step, replacement processes included.
 *
 * A collective is one step of all living members, which leave it each at its time. Its result is the
 * same at all; a member that dies after it has entered it may count or not. All must be in the same one.
 * In those of a recovery a rank that continues sends and receives meanwhile, as a thread does the
 * recovery; where there is none, these steps do not happen.
 * Messages between two ranks keep their order. Of those of a dead rank some may come, and others not.
 *
 * All go back where a living rank cannot continue: its log has become full (so many FILLS there
 * are), or the newest checkpoint is not that of its last commit, for those who had it have died at
 * once (LOSES).
 *
 * Broken variants: the macros that begin with BROKEN_. Without the rules of those that begin with
 * WITHOUT_ the properties still hold.
 */

#ifndef N
#define N 3
#endif
#ifndef STEPS
#define STEPS 2
#endif
#ifndef INTERVALS
#define INTERVALS 2
#endif
#ifndef FAILURES
#define FAILURES 1
#endif

#ifndef FILLS
#define FILLS 0
#endif
#ifndef LOSES
#define LOSES 0
#endif

#define bit(rank) (1 << (rank))
#define everybody (bit(N) - 1)
#define at(one, other) ((one) * N + (other))
#define is_dead(rank) (dead & bit(rank))

/* Each says at the settling that it is in the middle of its work, and that it cannot continue from
 * there with a replacement process. */
#define says_middle 1
#define says_why_not 2

mtype = { meeting, taking_checkpoint, resuming, settling, exchanging, restoring };

/* What is under way on a channel: the interval, which is there to be checked, and the number. A pair
 * has another channel when one of the two is a replacement process. */
#define channels (N * N * (FAILURES + 1))
chan messages[channels] = [2 * STEPS] of { byte, byte };
byte dead, deaths;
byte times[N];  /* that a rank was recovered */
byte committed; /* intervals, in the store */
byte overfull;  /* whose logs are */
byte keeps;     /* whose logs may be too long for now */
byte fills, losses;

/* By rank and peer, as in Peer. `met`: which process of the peer it has met; the channel follows. */
byte sent[N * N], has[N * N], arrived[N * N], met[N * N];
bool is_gone[N * N];

#define channel(from, to, here, there) (at(from, to) * (FAILURES + 1) + times[here] + met[at(here, there)])
#define outgoing channel(me, peer, me, peer)
#define incoming channel(peer, me, me, peer)

/* The collective under way, and the results of this and the one before. */
byte number, entered, wishes;
mtype kind;
bool goes_on[2];
byte said[2]; /* the wishes of all */
byte told[N * N]; /* what is exchanged */

inline forget(which) {
    do
    :: nempty(messages[which]) -> messages[which] ? _, _
    :: empty(messages[which]) -> break
    od
}

inline forget_messages() {
    d_step {
        k = 0;
        do
        :: k < channels -> forget(k); k++
        :: k == channels -> break
        od;
        k = 0
    }
}

inline forget_numbers(rank) {
    d_step {
        k = 0;
        do
        :: k < N ->
            sent[at(rank, k)] = 0;
            has[at(rank, k)] = 0;
            arrived[at(rank, k)] = 0;
            k++
        :: k == N -> break
        od;
        k = 0
    }
}

/* No process receives messages to the dead. */
inline bring_back() {
    d_step {
        k = 0;
        do
        :: k < channels ->
            if
            :: is_dead((k / (FAILURES + 1)) % N) -> forget(k)
            :: else
            fi;
            k++
        :: k == channels -> break
        od;
        k = 0;
        do
        :: k < N ->
            if
            :: is_dead(k) -> times[k]++
            :: else
            fi;
            k++
        :: k == N -> break
        od;
        k = 0
    }
}

inline tell_numbers() {
    d_step {
        k = 0;
        do
        :: k < N * N -> told[k] = arrived[k]; k++
        :: k == N * N -> break
        od;
        k = 0
    }
}

/* At a commit no message is under way. */
inline check_that_all_have_come() {
    d_step {
        k = 0;
        do
        :: k < N * N ->
            assert(sent[at(k / N, k % N)] == arrived[at(k % N, k / N)]);
            k++
        :: k == N * N -> break
        od;
        k = 0
    }
}

#define all_have_come ((entered | dead) == everybody)

/* The process that finds that all living ones have come completes it for all. */
inline complete() {
    atomic {
        number == mine && all_have_come ->
        if
        :: goes_on[number % 2] = (dead & ~entered) == 0
        :: goes_on[number % 2] = dead == 0
        fi;
        if
        :: kind == meeting && wishes -> goes_on[number % 2] = false
        :: kind == meeting && !wishes && dead == 0 -> check_that_all_have_come()
        :: kind == taking_checkpoint && goes_on[number % 2] -> committed++
        :: kind == resuming -> /* others take the places of the dead */
            if
            :: losses < LOSES && (dead & (dead - 1)) -> losses++; committed = 0
            :: true
            fi;
            bring_back();
            dead = 0
        :: kind == settling && (wishes & says_middle) == 0 -> forget_messages() /* all begin anew, on other channels */
        :: kind == exchanging -> tell_numbers()
        :: else
        fi;
        said[number % 2] = wishes;
        entered = 0;
        wishes = 0;
        number++
    }
}

#define may_die atomic { deaths < FAILURES && !is_dead(me) -> deaths++; dead = dead | bit(me); goto end_gone }

#define neighbour(turn) (me + 2 * ((turn) % 2) - 1)
#define has_neighbour(turn) ((turn) % 2 == 0 && me > 0 || (turn) % 2 == 1 && me < N - 1)
#define can_receive (!is_gone[at(me, neighbour(turn))] && nempty(messages[channel(neighbour(turn), me, me, neighbour(turn))]))

/* A step of the work that others have no part in. */
#define works (is_middle && interval < INTERVALS && step < STEPS)
#define messages_pass \
    :: atomic { works && turn < 4 && !has_neighbour(turn) -> turn++ } \
    :: atomic { works && turn < 2 && has_neighbour(turn) -> peer = neighbour(turn); send(); peer = 0; turn++ } \
    :: atomic { works && turn >= 2 && turn < 4 && has_neighbour(turn) && can_receive -> \
            peer = neighbour(turn); receive(); peer = 0 } \
    :: atomic { works && turn == 4 -> turn = 0; step++ }

inline enter(which, wish) {
    assert(entered == 0 || kind == which);
    kind = which;
    mine = number;
    entered = entered | bit(me);
    wishes = wishes | (wish)
}

inline collective(which, wish) {
    atomic { enter(which, wish) };
    do
    :: complete()
    :: atomic { number != mine -> success = goes_on[mine % 2]; break }
    :: may_die
    od
}

/* One of a recovery. */
inline collective_aside(which, wish) {
    atomic {
        if
        :: which == settling -> keep_log()
        :: which == exchanging -> close_channels()
        :: else
        fi;
        enter(which, wish)
    };
    do
    :: complete()
    :: atomic { number != mine -> success = goes_on[mine % 2]; break }
    :: may_die
    messages_pass
    od
}

#ifdef BROKEN_NOTHING_AGAIN
#define sends_again false
#else
#define sends_again true
#endif

/* A newcomer has all others on new channels, and others have the newcomers on these. They get what
 * was logged and has not come; of what this rank will send again, so much is not sent. */
inline meet_newcomers() {
    atomic {
        peer = 0;
        do
        :: peer < N && peer != me && (is_gone[at(me, peer)] || !is_middle) ->
            if
            :: is_middle -> forget(incoming)
            :: else
            fi;
            met[at(me, peer)] = times[peer];
            has[at(me, peer)] = told[at(peer, me)];
            is_gone[at(me, peer)] = false;
            k = has[at(me, peer)];
            do
            :: k < sent[at(me, peer)] && sends_again ->
                assert(!(overfull & bit(me)));
                messages[outgoing] ! interval, k;
                k++
            :: else -> break
            od;
            peer++
        :: peer < N && (peer == me || !is_gone[at(me, peer)] && is_middle) -> peer++
        :: peer == N -> break
        od;
        keeps = keeps & ~bit(me);
        peer = 0;
        k = 0
    }
}

inline meet_all() {
    d_step {
        k = 0;
        do
        :: k < N ->
            met[at(me, k)] = times[k];
            is_gone[at(me, k)] = false;
            k++
        :: k == N -> break
        od;
        k = 0
    }
}

/* When it tells how many messages have come of each rank: none do any more of those that have died. */
inline close_channels() {
    d_step {
        k = 0;
        do
        :: k < N ->
            if
#ifndef BROKEN_RECEIVES_ON
            :: is_dead(k) || times[k] != met[at(me, k)] -> is_gone[at(me, k)] = true
#endif
            :: else
            fi;
            k++
        :: k == N -> break
        od;
        k = 0
    }
}

#ifdef WITHOUT_HOLDING_BACK
#define is_new(peer) true
#else
#define is_new(peer) (sent[at(me, peer)] >= has[at(me, peer)])
#endif

#ifdef BROKEN_FORGETS_LOG_MEANWHILE
#define may_overflow true
#else
#define may_overflow (!(keeps & bit(me)))
#endif

inline send() {
    if
    :: is_new(peer) ->
        if
        :: !is_dead(peer) && times[peer] == met[at(me, peer)] -> messages[outgoing] ! interval, sent[at(me, peer)]
        :: else
        fi
    :: else
    fi;
    sent[at(me, peer)]++;
    if
    :: fills < FILLS && !(overfull & bit(me)) && may_overflow -> fills++; overfull = overfull | bit(me)
    :: true
    fi
}

/* Otherwise nothing comes twice. */
#if defined(WITHOUT_HOLDING_BACK) && !defined(BROKEN_TAKES_TWICE)
#define drops (got_interval < interval || got < arrived[at(me, peer)])
#else
#define drops false
#endif

inline receive() {
    messages[incoming] ? got_interval, got;
    if
    :: is_dead(peer) || times[peer] != met[at(me, peer)] -> /* it may have died within this message */
#ifndef BROKEN_TAKES_WHAT_IS_BEHIND
        is_gone[at(me, peer)] = true
#endif
    :: true ->
        if
        :: drops -> /* it has come already, in this interval or in an earlier one */
        :: !drops ->
            assert(got_interval == interval && got == arrived[at(me, peer)]);
            arrived[at(me, peer)]++;
            turn++
        fi
    fi;
    got_interval = 0;
    got = 0
}

#ifdef BROKEN_GOES_ON_WITH_A_FULL_LOG
#define has_full_log false
#else
#define has_full_log ((overfull & bit(me)) != 0)
#endif
#ifdef BROKEN_GOES_ON_WITH_ANOTHER_CHECKPOINT
#define has_another_checkpoint false
#else
#define has_another_checkpoint (interval != committed)
#endif
#define why_not (has_full_log || has_another_checkpoint)
#define says (is_middle * (says_middle + says_why_not * why_not))

/* It cannot become full from here until all have agreed. */
inline keep_log() {
    keeps = keeps | (bit(me) * (is_middle && !(overfull & bit(me))))
}

inline begin() {
    atomic {
        forget_numbers(me);
        meet_all();
        overfull = overfull & ~bit(me);
        keeps = keeps & ~bit(me);
        step = 0;
        turn = 0;
        interval = committed
    }
}

proctype Rank(byte me) {
    byte mine, step, turn, peer, interval, k, got, got_interval;
    bool success, is_middle = true;

    /* Two sends and two receives are the turns of a step. */
go_on:
    do
    :: interval == INTERVALS -> goto finish
    :: interval < INTERVALS && step == STEPS -> goto commit
    messages_pass
    :: dead != 0 -> goto hears
    :: may_die
    od;

hears:
#ifndef BROKEN_RESUMES_WITHOUT_MEETING
    collective_aside(meeting, 1);
#endif

recover:
    collective_aside(resuming, 0);

settle:
    collective_aside(settling, says);
    if
    :: !success -> goto recover
    :: success && (said[mine % 2] & says_middle) == 0 -> /* all are at the beginning */
        begin();
        collective(restoring, 0);
        if
        :: !success -> goto recover
        :: success -> is_middle = true; goto go_on
        fi
    :: success && (said[mine % 2] & says_why_not) != 0 -> /* all go back */
#ifdef BROKEN_SOME_STAY
        if
        :: is_middle && !why_not -> goto go_on
        :: else
        fi;
#endif
        is_middle = false;
        goto recover
    :: success && said[mine % 2] == says_middle ->
        if
        :: !is_middle -> begin()
        :: is_middle
        fi
    fi;
    collective_aside(exchanging, 0);
    if
    :: !success -> goto recover
    :: success -> meet_newcomers(); is_middle = true
    fi;
    goto go_on;

commit:
#ifndef BROKEN_COMMITS_WITHOUT_MEETING
    collective(meeting, 0);
    if
    :: !success -> goto recover
    :: success
    fi;
#endif
    collective(taking_checkpoint, 0);
    if
    :: !success -> goto recover
    :: success ->
        atomic {
            forget_numbers(me);
            overfull = overfull & ~bit(me);
            step = 0;
            interval++
        };
        goto go_on
    fi;

finish:
#ifndef BROKEN_LEAVES_WITHOUT_MEETING
    collective(meeting, 0);
    if
    :: !success -> goto recover
    :: success
    fi;
#endif
    goto end_through;

end_gone:
    atomic {
        !is_dead(me) -> /* it is another process, which begins at the newest checkpoint */
        begin();
        peer = 0;
        success = false;
        is_middle = false
    };
    goto settle;

end_through:
    skip
}

init {
    atomic {
        byte rank = 0;
        do
        :: rank < N -> run Rank(rank); rank++
        :: rank == N -> break
        od
    }
}
