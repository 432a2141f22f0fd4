/* How far a twin runs ahead of its leader while requests are served (runtime/replication/run_ahead.hpp): a rank with two
 * processes on one host, CALLS calls of its program, and REQUESTS requests of other ranks, which may come at any time.
 * With FAILURES the leader dies at any step. The memory of a process is the number of requests that it has served.
 *
 * - The program sees the same memory after a call in both processes.
 * - Both answer a request in the same call.
 *
 * Each word of the shared memory is read or written in a step of its own. Broken variants: the macros that begin with
 * BROKEN_.
 */

#ifndef CALLS
#define CALLS 4
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef FAILURES
#define FAILURES 1
#endif

bool leader_is_dead, has_heard;
byte by_leader, by_twin; /* the calls that have ended, in shared memory */
bool is_held;
byte told, told_in[REQUESTS]; /* decisions of the leader, and their calls */

byte seen[CALLS + 1];       /* the memory after a call, plus one, when a program has seen it */
byte answered_in[REQUESTS]; /* the call in which a request was answered first */

inline see(memory) {
    assert(seen[call] == 0 || seen[call] == memory + 1);
    seen[call] = memory + 1
}

inline answer(request) {
    assert(answered_in[request] == 0 || answered_in[request] == call);
    answered_in[request] = call
}

#ifdef BROKEN_COUNTS_ONLY_WHEN_HOLDING
#define counts is_holding
#else
#define counts true
#endif
#ifdef BROKEN_SERVES_IN_ENDED_CALLS
#define may_serve true
#else
#define may_serve (by_twin < call)
#endif

mtype = { in_call, may_tell, has_told, answered, ends, looks, has_ended }

proctype Leader() {
    byte call = 1, served;
    bool is_holding;
    mtype at = in_call;

    do
    :: call <= CALLS && at == in_call && served < REQUESTS && !is_holding -> d_step { is_held = true; is_holding = true }
    :: d_step { call <= CALLS && at == in_call && served < REQUESTS && is_holding && may_serve -> at = may_tell }
#ifdef BROKEN_ANSWERS_BEFORE_TELLING
    :: d_step { at == may_tell -> answer(served); served++; at = answered }
    :: d_step { at == answered -> told_in[told] = call; told++; at = in_call }
#else
    :: d_step { at == may_tell -> told_in[told] = call; told++; at = has_told }
    :: d_step { at == has_told -> answer(served); served++; at = in_call }
#endif
#ifdef BROKEN_ENDS_LATE
    :: d_step { call <= CALLS && at == in_call -> see(served); at = ends }
    :: d_step { at == ends -> by_leader = call; at = has_ended }
    :: d_step { at == has_ended -> at = in_call; call++ }
#else
    :: d_step { call <= CALLS && at == in_call && counts -> by_leader = call; at = ends }
    :: d_step { call <= CALLS && at == in_call && !counts -> at = ends }
    :: d_step { at == ends && is_holding -> is_held = false; is_holding = false } /* it frees its twin, or not */
    :: d_step { at == ends -> see(served); call++; at = in_call }
#endif
    :: d_step { FAILURES > 0 -> leader_is_dead = true } -> break
    :: at == in_call && call > CALLS -> break
    od
}

#define leads has_heard
#ifdef BROKEN_SERVES_AT_ONCE
#define may_decide leads
#else
#define may_decide (leads && call > by_leader)
#endif

proctype Twin() {
    byte call = 1, served, repeated;
    mtype at = in_call;

    do
    :: d_step { call <= CALLS && leader_is_dead && !has_heard -> has_heard = true }
    /* What the leader has told, in this call and in no later one. */
    :: d_step { call <= CALLS && (at == in_call || at == has_ended) && repeated < told && told_in[repeated] <= call ->
        answer(served); served++; repeated++ }
    :: d_step { call <= CALLS && (at == in_call || at == has_ended) && repeated == told && may_decide && served < REQUESTS ->
        answer(served); served++ }
    /* The call ends. */
    :: d_step { call <= CALLS && at == in_call && leads -> at = has_ended }
#ifdef BROKEN_LOOKS_FIRST
    :: d_step { call <= CALLS && at == in_call && !leads && !is_held -> at = ends }
    :: d_step { call <= CALLS && at == in_call && !leads && is_held && by_leader >= call -> at = ends }
    :: d_step { at == ends -> by_twin = call; at = has_ended }
#else
    :: d_step { call <= CALLS && at == in_call && !leads -> by_twin = call; at = ends }
    :: d_step { at == ends && !is_held -> at = has_ended }
    :: d_step { at == ends && is_held -> at = looks }
    :: d_step { at == looks && by_leader >= call -> at = has_ended }
    :: d_step { at == looks && by_leader < call -> by_twin = call - 1; at = in_call }
#endif
#ifdef BROKEN_DOES_NOT_LOOK_WHAT_WAS_TOLD
    :: d_step { at == has_ended -> see(served); call++; at = in_call }
#else
    :: d_step { at == has_ended && !(repeated < told && told_in[repeated] <= call) -> see(served); call++; at = in_call }
#endif
    :: at == in_call && call > CALLS -> break
    od
}

init { atomic { run Leader(); run Twin() } }
