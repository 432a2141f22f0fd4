/* Model of how stalls are found (docs/explanation/stalls.md), with the names of runtime/stall*.cpp.
 *
 * Two or three survivors (N) send each other messages and wait for some, from one or from any; each does so a
 * few times, and waits for any rank in the end. The lead (a process of its own here, for clarity)
 * collects reports, examines the wait-for graph, and has its finding confirmed.
 *
 * Checked: what is declared is true: no stuck rank can ever continue. And what is true is
 * declared: when nothing happens any more, each rank that waits has been found.
 *
 * CALM: no rank is lost. Calls are counted only from a moment within a wait until the end of that
 * call, and a process reports only while it counts.
 *
 * Broken variants, each of which must be caught: NO_CONFIRM, NO_ACTIVITY, NO_MARKS, NO_ENDING,
 * FORGET; and with CALM also UNCOUNTED (the call that ends the counting is not counted) and BLIND
 * (a process reports while it does not count). */

#ifndef N
#define N 3
#endif
#ifndef STEPS
#define STEPS 1 /* what each does before it waits for any rank */
#endif
#ifndef THIRD
#define THIRD 0 /* the same for the third */
#endif
#define budget(i) (i == 2 -> THIRD : STEPS)
#define ALL (bit(N) - 1)
#ifndef WAVES
#define WAVES 2
#endif
#define bit(i) (1 << (i))
#define link(from, to) ((from) * N + (to))

mtype = { app, mark };

chan wire[9] = [5] of { mtype, byte };      /* messages and marks of a pair stay in order */
byte arrived[9];                            /* messages that wait in the receiver's queue */
chan reports = [3] of { byte, byte, byte }; /* the rank, its activity, the rank for which it waits */
chan confirm[N] = [1] of { byte, byte, byte }; /* wave, activity, the stuck */
chan still = [3] of { byte, byte, bool };   /* the rank, the wave, yes */

byte waits_for[N];  /* 0: it acts */
byte activity[N];
byte wave[N];       /* that this one answers next; 0: none */
byte awaited[N];    /* whose marks of that wave are missing */
byte early[9];      /* the latest wave of which a mark came before the question */
byte found;         /* the rank that was declared stuck last */

#ifdef CALM
bool counts[N];
inline completed(i) {
    if
    :: counts[i] ->
        counts[i] = false;
#ifndef UNCOUNTED
        activity[i]++
#endif
    :: else
    fi
}
#else
inline completed(i) { activity[i]++ }
#endif
#if defined(CALM) && !defined(BLIND)
#define may_report(i) counts[i]
#else
#define may_report(i) true
#endif

#ifdef NO_ACTIVITY
#define unchanged(i) true
#else
#define unchanged(i) (question == activity[i])
#endif
#ifdef NO_MARKS
#define marked(i) true
#else
#define marked(i) (awaited[i] == 0)
#endif
#ifdef NO_ENDING
#define nothing_ends(i) true
#else
/* a wait that has found what it waits for ends before the answer */
#define nothing_ends(i) (!has_come_from(next(i), i) && !has_come_from(last(i), i))
#endif

#define next(i) (((i) + 1) % N)
#define last(i) (((i) + N - 1) % N) /* of two the same again */
#define has_come_from(j, i) ((waits_for[i] & bit(j)) && arrived[link(j, i)] > 0)

inline send(i, j) {
    wire[link(i, j)]!app, 0;
    steps++; completed(i)
}

/* The MPI takes what has come. */
inline take(i, j) {
    wire[link(j, i)]?kind, w;
    if
    :: kind == app -> arrived[link(j, i)]++
    :: kind == mark && w == wave[i] -> awaited[i] = awaited[i] & (ALL - bit(j))
    :: else -> early[link(j, i)] = w
    fi
}

inline end_wait(i, j) {
    arrived[link(j, i)]--;
    waits_for[i] = 0; completed(i)
}

proctype survivor(byte i) {
    byte steps = 0, w, a, stuck, told = 0, question = 0;
    mtype kind;
    do
    :: atomic { waits_for[i] == 0 && steps < budget(i) && nfull(wire[link(i, next(i))]) -> send(i, next(i)) }
    :: atomic { waits_for[i] == 0 && steps < budget(i) && nfull(wire[link(i, last(i))]) -> send(i, last(i)) }
    :: atomic { waits_for[i] == 0 && steps < budget(i) -> waits_for[i] = bit(next(i)); steps++ }
    :: atomic { waits_for[i] == 0 && steps < budget(i) -> waits_for[i] = bit(last(i)); steps++ }
    :: atomic { waits_for[i] == 0 -> waits_for[i] = ALL - bit(i) }
    :: atomic { has_come_from(next(i), i) -> end_wait(i, next(i)) }
    :: atomic { has_come_from(last(i), i) -> end_wait(i, last(i)) }
    :: atomic { nempty(wire[link(next(i), i)]) -> take(i, next(i)) }
    :: atomic { nempty(wire[link(last(i), i)]) -> take(i, last(i)) }
#ifdef CALM
    :: atomic { waits_for[i] != 0 && !counts[i] -> counts[i] = true }
#endif
    :: atomic { waits_for[i] != 0 && may_report(i) && told != activity[i] + 1 ->
            reports!i, activity[i], waits_for[i];
            told = activity[i] + 1
        }
    :: atomic { nempty(confirm[i]) -> /* a new question ends the one before */
            confirm[i]?w, a, stuck;
            if
#ifndef NO_ACTIVITY
            :: a != activity[i] -> still!i, w, false
#endif
            :: waits_for[i] == 0 -> still!i, w, false
            :: else ->
                wave[i] = w; question = a;
                awaited[i] = stuck & waits_for[i];
                if
                :: early[link(next(i), i)] == w -> awaited[i] = awaited[i] & (ALL - bit(next(i)))
                :: else
                fi;
                if
                :: early[link(last(i), i)] == w -> awaited[i] = awaited[i] & (ALL - bit(last(i)))
                :: else
                fi;
                if :: stuck & bit(next(i)) -> wire[link(i, next(i))]!mark, w :: else fi;
                if :: (stuck & bit(last(i))) && last(i) != next(i) -> wire[link(i, last(i))]!mark, w :: else fi
            fi
        }
#ifndef NO_ACTIVITY
    :: atomic { wave[i] != 0 && question != activity[i] -> still!i, wave[i], false; wave[i] = 0 }
#endif
    :: atomic { wave[i] != 0 && waits_for[i] == 0 -> still!i, wave[i], false; wave[i] = 0 }
    :: atomic { wave[i] != 0 && waits_for[i] != 0 && unchanged(i) && marked(i) && nothing_ends(i)
                -> still!i, wave[i], true; wave[i] = 0
        }
    od
}

inline examine() {
    acting = ALL - known;
    for (r : 0 .. N - 1) {
        for (x : 0 .. N - 1) {
            if
            :: (known & bit(x)) && (reported[x] & acting) -> acting = acting | bit(x)
            :: else
            fi
        }
    }
    stuck = ALL - acting
}

/* No stuck rank can be released, neither by a message under way nor by another rank. */
inline check_truth() {
    for (x : 0 .. N - 1) {
        if
        :: stuck & bit(x) ->
            assert(waits_for[x] != 0);
            assert((waits_for[x] & (ALL - stuck)) == 0);
            for (r : 0 .. N - 1) {
                if
                :: r != x && (waits_for[x] & bit(r)) ->
                    assert(arrived[link(r, x)] == 0);
                    assert(!(wire[link(r, x)]??[app, 0]))
                :: else
                fi
            }
        :: else
        fi
    }
}

proctype lead() {
    byte known = 0, reported[N], reported_activity[N], asked[N];
    byte acting, stuck = 0, open = 0, waves = 0, x, r, a, w;
    bool yes, news = false;
end:
    do
    :: atomic { reports?x, a, w ->
        known = known | bit(x); reported[x] = w; reported_activity[x] = a; news = true
    }
    :: atomic { news && open == 0 && waves < WAVES ->
        news = false;
        examine();
        if
        :: stuck != 0 && stuck != found ->
#ifdef NO_CONFIRM
            check_truth(); found = stuck
#else
            waves++;
            open = stuck;
            for (x : 0 .. N - 1) {
                if
                :: stuck & bit(x) ->
                    asked[x] = reported_activity[x];
                    confirm[x]!waves, asked[x], stuck
                :: else
                fi
            }
#endif
        :: else
        fi
    }
    :: atomic { still?x, w, yes ->
        if
        :: w == waves && open != 0 && !yes ->
            open = 0; news = true;
            if /* it may have reported anew meanwhile */
#ifndef FORGET
            :: reported_activity[x] != asked[x]
#endif
            :: else -> known = known & (ALL - bit(x))
            fi
        :: w == waves && open != 0 && yes ->
            open = open & (ALL - bit(x));
            if
            :: open == 0 -> check_truth(); found = stuck
            :: else
            fi
        :: else
        fi
    }
    :: atomic { timeout ->
        /* Nothing happens any more: then all wait for each other, and that was found. */
        assert(waves == WAVES || found == ALL) -> break
    }
    od
}

init {
    atomic { run survivor(0); run survivor(1);
#if N > 2
        run survivor(2);
#endif
        run lead() }
}
