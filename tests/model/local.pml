/* Local recovery (docs/local-recovery.md, closeranks/local.hpp), with the names of the code: N ranks
 * in a row, which send their neighbours a message in each of STEPS steps, and then commit, INTERVALS
 * times. FAILURES of them may die at any step, also those that have come back.
 *
 * A collective is one step of all living members, which leave it each at its time. Its result is the
 * same at all; who dies after it has entered it may count or not. All must be in the same one.
 * Messages between two ranks keep their order. Of those of a dead rank some may come, and others not.
 *
 * All go back where one who lives cannot be gone on with: its log has become full (so many FILLS there
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

mtype = { meeting, taking_checkpoint, resuming, settling, exchanging, restoring };

/* What is under way on the communicator: the interval, which is there to be checked, and the number. */
chan messages[N * N] = [2 * STEPS] of { byte, byte };
byte dead, deaths;
byte committed; /* intervals, in the store */
byte overfull;  /* whose logs are */
byte fills, losses;

/* By rank and peer, as in Peer. */
byte sent[N * N], has[N * N], arrived[N * N];
bool is_broken[N * N];

/* The collective under way, and the results of this and the one before. */
byte number, entered, wishes;
mtype kind;
bool goes_on[2];
byte said[2]; /* the wishes of all */
byte told[N * N]; /* what is exchanged */

inline forget_messages() {
    d_step {
        k = 0;
        do
        :: k < N * N ->
            do
            :: nempty(messages[k]) -> messages[k] ? _, _
            :: empty(messages[k]) -> break
            od;
            k++
        :: k == N * N -> break
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
            is_broken[at(rank, k)] = false;
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

/* Whoever finds that all who live have come completes it for all. */
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
        :: kind == resuming -> /* others take the places of the dead, on new communicators */
            if
            :: losses < LOSES && (dead & (dead - 1)) -> losses++; committed = 0
            :: true
            fi;
            forget_messages();
            dead = 0
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

inline collective(which, wish) {
    atomic {
        assert(entered == 0 || kind == which);
        kind = which;
        mine = number;
        entered = entered | bit(me);
        wishes = wishes | (wish)
    };
    do
    :: complete()
    :: atomic { number != mine -> success = goes_on[mine % 2]; break }
    :: may_die
    od
}

#ifdef BROKEN_NOTHING_AGAIN
#define sends_again(peer) false
#else
#ifdef BROKEN_ONLY_TO_NEWCOMERS
#define sends_again(peer) (told[at(peer, me)] == 0)
#else
#define sends_again(peer) true
#endif
#endif

/* What was logged and has not come; of what this rank will send again, so much is not sent. */
inline send_again() {
    atomic {
        peer = 0;
        do
        :: peer < N && peer != me ->
            has[at(me, peer)] = told[at(peer, me)];
            is_broken[at(me, peer)] = false;
            k = has[at(me, peer)];
            do
            :: k < sent[at(me, peer)] && !(overfull & bit(me)) && sends_again(peer) -> messages[at(me, peer)] ! interval, k; k++
            :: else -> break
            od;
            peer++
        :: peer == me -> peer++
        :: peer == N -> break
        od;
        peer = 0;
        k = 0
    }
}

#ifdef WITHOUT_HOLDING_BACK
#define is_new(peer) true
#else
#define is_new(peer) (sent[at(me, peer)] >= has[at(me, peer)])
#endif

inline send() {
    if
    :: is_new(peer) ->
        if
        :: !is_dead(peer) -> messages[at(me, peer)] ! interval, sent[at(me, peer)]
        :: is_dead(peer)
        fi
    :: else
    fi;
    sent[at(me, peer)]++;
    if
    :: fills < FILLS && !(overfull & bit(me)) -> fills++; overfull = overfull | bit(me)
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
    messages[at(peer, me)] ? got_interval, got;
    if
    :: is_dead(peer) -> /* it may have died within this message */
#ifndef BROKEN_TAKES_WHAT_IS_BEHIND
        is_broken[at(me, peer)] = true
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

#define neighbour(turn) (me + 2 * ((turn) % 2) - 1)
#define has_neighbour(turn) ((turn) % 2 == 0 && me > 0 || (turn) % 2 == 1 && me < N - 1)
#define can_receive (!is_broken[at(me, neighbour(turn))] && nempty(messages[at(neighbour(turn), me)]))

/* What each says at the settling: that it is in the middle of its work, and that it cannot go on from
 * there with who has come back. */
#define says_middle 1
#define says_why_not 2
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

inline begin() {
    atomic {
        forget_numbers(me);
        overfull = overfull & ~bit(me);
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
    :: atomic { interval < INTERVALS && step < STEPS && turn < 4 && !has_neighbour(turn) -> turn++ }
    :: atomic { interval < INTERVALS && step < STEPS && turn < 2 && has_neighbour(turn) ->
            peer = neighbour(turn); send(); peer = 0; turn++ }
    :: atomic { interval < INTERVALS && step < STEPS && turn >= 2 && turn < 4 && has_neighbour(turn) && can_receive ->
            peer = neighbour(turn); receive(); peer = 0 }
    :: atomic { turn == 4 -> turn = 0; step++ }
    :: dead != 0 -> goto hears
    :: may_die
    od;

hears:
#ifndef BROKEN_RESUMES_WITHOUT_MEETING
    collective(meeting, 1);
#endif

recover:
    collective(resuming, 0);

settle:
    collective(settling, says);
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
    collective(exchanging, 0);
    if
    :: !success -> goto recover
    :: success -> send_again(); is_middle = true
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
