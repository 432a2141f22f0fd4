/* The fast path of a communicator's collectives beside a thread that serves (docs/developers/threads.md, "The
 * fast path").
 *
 * `collective` is the program's thread. Its stores get to memory late, in their order, as on x86: the
 * process `memory` takes them there. `server` is another thread, which answers ASK: it says how many
 * collectives are complete, after which none may be completed on this working communicator.
 *
 * Broken variants: NO_BARRIER, LOOKS_FIRST, ASKS_FIRST, ENDS_BEFORE_COUNTING, NO_HANDOVER.
 */

#ifndef ROUNDS
#define ROUNDS 2
#endif

bool on;         /* FastAttempt */
bool attempting; /* in a turn */
bool frozen;     /* Obstacles */
byte completed;
bool turn;       /* RecoveryTurn */

bool told;
byte number; /* of STATE */

mtype = { set_on, set_completed };
chan stores = [4] of { mtype, byte }; /* of the thread `collective` */

inline apply(what, value) {
    if
    :: what == set_on -> on = value
    :: what == set_completed -> completed = value; assert(!told || value <= number)
    fi
}

active proctype memory() {
    mtype what;
    byte value;
end:
    do
    :: atomic { stores ? what, value -> apply(what, value) }
    od
}

/* A locked instruction of this thread waits until its stores are in memory. */
inline take_turn() { atomic { !turn && empty(stores) -> turn = true } }
inline leave_turn() { atomic { empty(stores) -> turn = false } }

active proctype collective() {
    byte count = 0;
    bool calm, finished = false;
    do
    :: finished || count == ROUNDS -> break
    :: else ->
#ifdef LOOKS_FIRST
        calm = !frozen;
        stores ! set_on, true;
#else
        stores ! set_on, true;
        calm = !frozen;
#endif
        if
        :: calm -> /* the real call */
            if
            :: /* final */
#ifdef ENDS_BEFORE_COUNTING
                stores ! set_on, false;
                count++;
                stores ! set_completed, count
#else
                count++;
                stores ! set_completed, count;
                stores ! set_on, false
#endif
            :: /* to be judged */
#ifndef NO_HANDOVER
                take_turn();
                attempting = true;
                leave_turn();
#endif
                stores ! set_on, false;
                take_turn();
                if
                :: count++; stores ! set_completed, count
                :: finished = true; frozen = true
                fi;
                empty(stores);
                attempting = false;
                leave_turn()
            fi
        :: else ->
            stores ! set_on, false;
            take_turn();
            if
            :: frozen -> finished = true; leave_turn()
            :: else -> /* the real call, on the way that takes turns */
                attempting = true;
                leave_turn();
                take_turn();
                if
                :: count++; stores ! set_completed, count
                :: finished = true; frozen = true
                fi;
                empty(stores);
                attempting = false;
                leave_turn()
            fi
        fi
    od
}

active proctype server() {
    bool busy;
    do
    :: told -> break
    :: else ->
        atomic { !turn -> turn = true };
#ifdef ASKS_FIRST
        busy = on || attempting;
#endif
        frozen = true;
#ifndef NO_BARRIER
        empty(stores); /* process_barrier() */
#endif
#ifndef ASKS_FIRST
        busy = on || attempting;
#endif
        if
        :: !busy -> atomic { number = completed; told = true }
        :: else
        fi;
        turn = false
    od
}
