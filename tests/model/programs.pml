/* What the processes call. Every program ends with MPI_Finalize. PROGRAM picks one; it fixes N.
 *
 * receive(p, i, from, j) waits until `from` has come to its call j, or is dead: a receive of an
 * eager message that is sent before call j, or one side of a rendezvous.
 */
#define BCAST 0
#define ALLREDUCE 1 /* a barrier is the same */
#define REDUCE 2
#define SCATTER 3
#define PREFIX 4   /* a scan */
#define EXCHANGE 5 /* from each to each */
#define CONFIRMED 6
#define AGREED 7
#define FINALIZE 8
#define RECEIVE 9
#define CALLS 6

#define bcast(p, i, c, r) kind[CALL(p, i)] = BCAST; comm[CALL(p, i)] = c; root[CALL(p, i)] = r
#define reduce(p, i, c, r) kind[CALL(p, i)] = REDUCE; comm[CALL(p, i)] = c; root[CALL(p, i)] = r
#define scatter(p, i, c, r) kind[CALL(p, i)] = SCATTER; comm[CALL(p, i)] = c; root[CALL(p, i)] = r
#define allreduce(p, i, c) kind[CALL(p, i)] = ALLREDUCE; comm[CALL(p, i)] = c
#define prefix(p, i, c) kind[CALL(p, i)] = PREFIX; comm[CALL(p, i)] = c
#define exchange(p, i, c) kind[CALL(p, i)] = EXCHANGE; comm[CALL(p, i)] = c
#define confirmed(p, i, c) kind[CALL(p, i)] = CONFIRMED; comm[CALL(p, i)] = c
#define agreed(p, i, c) kind[CALL(p, i)] = AGREED; comm[CALL(p, i)] = c
#define finalize(p, i) kind[CALL(p, i)] = FINALIZE; comm[CALL(p, i)] = 0
#define receive(p, i, from, j) kind[CALL(p, i)] = RECEIVE; comm[CALL(p, i)] = from; root[CALL(p, i)] = j

#if PROGRAM == 0 /* the smallest: two processes */
#define N 2
#elif PROGRAM < 20
#define N 3
#elif PROGRAM < 30
#define N 4
#else
#define N 5
#endif

#if (PROGRAM >= 8 && PROGRAM <= 10) || PROGRAM == 28 || PROGRAM == 29
#define SCANS
#endif

inline fill_program() {
    members[0] = ALL;
#if PROGRAM == 0
    members[1] = 3;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);
    allreduce(0, 1, 1); allreduce(1, 1, 1);
    reduce(0, 2, 0, 1); reduce(1, 2, 0, 1);
    finalize(0, 3);     finalize(1, 3)
#elif PROGRAM == 1 /* one of each kind on both communicators */
    members[1] = 6;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);  bcast(2, 0, 0, 0);
                        allreduce(1, 1, 1); allreduce(2, 1, 1);
    reduce(0, 1, 0, 1); reduce(1, 2, 0, 1); reduce(2, 2, 0, 1);
    finalize(0, 2);     finalize(1, 3);     finalize(2, 3)
#elif PROGRAM == 2 /* a member that is past a broadcast waits for a message of a laggard */
    members[1] = 3;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);  bcast(2, 0, 0, 0);
                        receive(1, 1, 2, 1);
    bcast(0, 1, 1, 1);  bcast(1, 2, 1, 1);
    finalize(0, 2);     finalize(1, 3);     finalize(2, 1)
#elif PROGRAM == 3 /* rooted operations with changing roots */
    members[1] = 3;
    reduce(0, 0, 0, 0); reduce(1, 0, 0, 0); reduce(2, 0, 0, 0);
    reduce(0, 1, 0, 1); reduce(1, 1, 0, 1); reduce(2, 1, 0, 1);
    bcast(0, 2, 0, 2);  bcast(1, 2, 0, 2);  bcast(2, 2, 0, 2);
    finalize(0, 3);     finalize(1, 3);     finalize(2, 3)
#elif PROGRAM == 4 /* agreed among optimistic ones */
    members[1] = 5;
    bcast(0, 0, 0, 1);  bcast(1, 0, 0, 1);  bcast(2, 0, 0, 1);
    agreed(0, 1, 0);    agreed(1, 1, 0);    agreed(2, 1, 0);
    reduce(0, 2, 1, 2);                     reduce(2, 2, 1, 2);
    allreduce(0, 3, 0); allreduce(1, 2, 0); allreduce(2, 3, 0);
    finalize(0, 4);     finalize(1, 3);     finalize(2, 4)
#elif PROGRAM == 5 /* confirmed between others */
    members[1] = 3;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);  bcast(2, 0, 0, 0);
    confirmed(0, 1, 0); confirmed(1, 1, 0); confirmed(2, 1, 0);
    reduce(0, 2, 0, 1); reduce(1, 2, 0, 1); reduce(2, 2, 0, 1);
    finalize(0, 3);     finalize(1, 3);     finalize(2, 3)
#elif PROGRAM == 6 /* confirmed on both communicators, a message of a laggard between */
    members[1] = 6;
    confirmed(0, 0, 0); confirmed(1, 0, 0); confirmed(2, 0, 0);
                        receive(1, 1, 0, 1);
                        confirmed(1, 2, 1); confirmed(2, 1, 1);
    confirmed(0, 1, 0); confirmed(1, 3, 0); confirmed(2, 2, 0);
    finalize(0, 2);     finalize(1, 4);     finalize(2, 3)
#elif PROGRAM == 7 /* confirmed, before what is agreed on and what is shared */
    members[1] = 5;
    confirmed(0, 0, 0); confirmed(1, 0, 0); confirmed(2, 0, 0);
    agreed(0, 1, 0);    agreed(1, 1, 0);    agreed(2, 1, 0);
    confirmed(0, 2, 1);                     confirmed(2, 2, 1);
    allreduce(0, 3, 0); allreduce(1, 2, 0); allreduce(2, 3, 0);
    finalize(0, 4);     finalize(1, 3);     finalize(2, 4)
#elif PROGRAM == 8 /* scans in a row, the first member far ahead, or waiting for the last */
    members[1] = 3;
    prefix(0, 0, 0);       prefix(1, 0, 0);  prefix(2, 0, 0);
    prefix(0, 1, 0);       prefix(1, 1, 0);  prefix(2, 1, 0);
    receive(0, 2, 2, 2);
    bcast(0, 3, 1, 1);     bcast(1, 2, 1, 1);
    finalize(0, 4);        finalize(1, 3);   finalize(2, 2)
#elif PROGRAM == 9 /* an exchange, a message of a member past it, a scan */
    members[1] = 6;
    exchange(0, 0, 0);  exchange(1, 0, 0);  exchange(2, 0, 0);
                        receive(1, 1, 0, 1);
                        exchange(1, 2, 1);  exchange(2, 1, 1);
    prefix(0, 1, 0);    prefix(1, 3, 0);    prefix(2, 2, 0);
    finalize(0, 2);     finalize(1, 4);     finalize(2, 3)
#elif PROGRAM == 10 /* both among operations that cut and that do not */
    members[1] = 5;
    reduce(0, 0, 0, 2); reduce(1, 0, 0, 2); reduce(2, 0, 0, 2);
    prefix(0, 1, 0);    prefix(1, 1, 0);    prefix(2, 1, 0);
    allreduce(0, 2, 1);                     allreduce(2, 2, 1);
    exchange(0, 3, 0);  exchange(1, 2, 0);  exchange(2, 3, 0);
    finalize(0, 4);     finalize(1, 3);     finalize(2, 4)
#elif PROGRAM == 11 /* two communicators with the same members */
    members[1] = 7;
    bcast(0, 0, 1, 0);  bcast(1, 0, 1, 0);  bcast(2, 0, 1, 0);
    allreduce(0, 1, 0); allreduce(1, 1, 0); allreduce(2, 1, 0);
    reduce(0, 2, 1, 1); reduce(1, 2, 1, 1); reduce(2, 2, 1, 1);
    finalize(0, 3);     finalize(1, 3);     finalize(2, 3)
#elif PROGRAM == 20 /* the late adopter: 3 is the victim */
    members[1] = 6;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);   bcast(2, 0, 0, 0);  bcast(3, 0, 0, 0);
                        receive(1, 1, 2, 1);
                        allreduce(1, 2, 1);  allreduce(2, 1, 1);
    finalize(0, 1);     finalize(1, 3);      finalize(2, 2);     finalize(3, 1)
#elif PROGRAM == 21 /* a root that collects */
    members[1] = 3;
    reduce(0, 0, 0, 0); reduce(1, 0, 0, 0); reduce(2, 0, 0, 0); reduce(3, 0, 0, 0);
    bcast(0, 1, 1, 1);  bcast(1, 1, 1, 1);
    allreduce(0, 2, 0); allreduce(1, 2, 0); allreduce(2, 1, 0); allreduce(3, 1, 0);
    finalize(0, 3);     finalize(1, 3);     finalize(2, 2);     finalize(3, 2)
#elif PROGRAM == 22 /* scatter, the same */
    members[1] = 3;
    scatter(0, 0, 0, 0); scatter(1, 0, 0, 0); scatter(2, 0, 0, 0); scatter(3, 0, 0, 0);
    bcast(0, 1, 1, 1);   bcast(1, 1, 1, 1);   receive(2, 1, 0, 1);
    finalize(0, 2);      finalize(1, 2);      finalize(2, 2);      finalize(3, 1)
#elif PROGRAM == 23 /* late adopters before an agreed operation, a rendezvous */
    members[1] = 5;
    bcast(0, 0, 0, 0);   bcast(1, 0, 0, 0);   bcast(2, 0, 0, 0);   bcast(3, 0, 0, 0);
    bcast(0, 1, 0, 2);   bcast(1, 1, 0, 2);   bcast(2, 1, 0, 2);   bcast(3, 1, 0, 2);
    agreed(0, 2, 0);     agreed(1, 2, 0);     agreed(2, 2, 0);     agreed(3, 2, 0);
    finalize(0, 3);      finalize(1, 3);      finalize(2, 3);      finalize(3, 3)
#elif PROGRAM == 24 /* allreduce and reduce, one communicator inside the other */
    members[1] = 7;
    allreduce(0, 0, 1);  allreduce(1, 0, 1);  allreduce(2, 0, 1);
    reduce(0, 1, 0, 1);  reduce(1, 1, 0, 1);  reduce(2, 1, 0, 1);  reduce(3, 0, 0, 1);
    receive(0, 2, 1, 2); allreduce(1, 2, 0);  receive(2, 2, 0, 3); allreduce(3, 1, 0);
    allreduce(0, 3, 0);                       allreduce(2, 3, 0);
    finalize(0, 4);      finalize(1, 3);      finalize(2, 4);      finalize(3, 2)
#elif PROGRAM == 25 /* all that is rooted, one after the other */
    members[1] = 3;
    scatter(0, 0, 0, 0); scatter(1, 0, 0, 0); scatter(2, 0, 0, 0); scatter(3, 0, 0, 0);
    reduce(0, 1, 0, 1);  reduce(1, 1, 0, 1);  reduce(2, 1, 0, 1);  reduce(3, 1, 0, 1);
                                              receive(2, 2, 0, 2);
    finalize(0, 2);      finalize(1, 2);      finalize(2, 3);      finalize(3, 2)
#elif PROGRAM == 26 /* confirmed, then another communicator, then the same again */
    members[1] = 3;
    confirmed(0, 0, 0);  confirmed(1, 0, 0);  confirmed(2, 0, 0);  confirmed(3, 0, 0);
    bcast(0, 1, 1, 1);   bcast(1, 1, 1, 1);   receive(2, 1, 0, 1);
    allreduce(0, 2, 0);  allreduce(1, 2, 0);  allreduce(2, 2, 0);  allreduce(3, 1, 0);
    finalize(0, 3);      finalize(1, 3);      finalize(2, 3);      finalize(3, 2)
#elif PROGRAM == 27 /* a broadcast with late adopters, confirmed, a message of a member past it */
    members[1] = 3;
    bcast(0, 0, 0, 0);   bcast(1, 0, 0, 0);   bcast(2, 0, 0, 0);   bcast(3, 0, 0, 0);
    confirmed(0, 1, 0);  confirmed(1, 1, 0);  confirmed(2, 1, 0);  confirmed(3, 1, 0);
                         receive(1, 2, 0, 2);
    finalize(0, 2);      finalize(1, 3);      finalize(2, 2);      finalize(3, 2)
#elif PROGRAM == 28 /* a scan, another communicator, a message of a member past it */
    members[1] = 3;
    prefix(0, 0, 0);     prefix(1, 0, 0);     prefix(2, 0, 0);     prefix(3, 0, 0);
    bcast(0, 1, 1, 1);   bcast(1, 1, 1, 1);   receive(2, 1, 0, 1);
    finalize(0, 2);      finalize(1, 2);      finalize(2, 2);      finalize(3, 1)
#elif PROGRAM == 29 /* an exchange, another communicator, a message of a member past it */
    members[1] = 3;
    exchange(0, 0, 0);   exchange(1, 0, 0);   exchange(2, 0, 0);   exchange(3, 0, 0);
    bcast(0, 1, 1, 1);   bcast(1, 1, 1, 1);   receive(2, 1, 0, 1);
    finalize(0, 2);      finalize(1, 2);      finalize(2, 2);      finalize(3, 1)
#elif PROGRAM == 30 /* a vote whose starter died before it had told all members */
    members[1] = 3;
    bcast(0, 0, 0, 0);  bcast(1, 0, 0, 0);  bcast(2, 0, 0, 0);  bcast(3, 0, 0, 0);  bcast(4, 0, 0, 0);
    bcast(0, 1, 0, 0);  bcast(1, 1, 0, 0);  bcast(2, 1, 0, 0);  bcast(3, 1, 0, 0);  bcast(4, 1, 0, 0);
                                                                receive(3, 2, 2, 2);
    finalize(0, 2);     finalize(1, 2);     finalize(2, 2);     finalize(3, 3);     finalize(4, 2)
#endif
}
