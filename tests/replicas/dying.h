#ifndef DYING_H
#define DYING_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* A process of a test ends itself by SIGKILL, as TEST_DIES says: "PROCESS#STEP" at a step of the
 * program, or "PROCESS@MICROSECONDS" so long after MPI_Init, wherever it is then, or
 * "PROCESS!MICROSECONDS" so long after the start of the program; several with commas. It says so on
 * stderr. */

static int dying_step = -1;
static struct timespec dying_began;

static void die_now(int unused) {
    static const char text[] = "test: this process dies\n";
    (void)unused;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(9);
    kill(getpid(), SIGKILL);
}

/* The deaths whose moments begin with `timed`, '@' or '!'. */
static void plan_deaths(char timed) {
    const char *process = getenv("PMIX_RANK"), *plan = getenv("TEST_DIES");
    while (process && plan && *plan) {
        char *end;
        const long who = strtol(plan, &end, 10);
        const char kind = *end ? *end++ : 0;
        const long when = strtol(end, &end, 10);
        if (who == atol(process) && kind == '#') dying_step = (int)when;
        if (who == atol(process) && kind == timed) {
            const struct itimerval timer = {{0, 0}, {when / 1000000, when % 1000000 + 1}};
            signal(SIGALRM, die_now);
            setitimer(ITIMER_REAL, &timer, NULL);
        }
        plan = *end == ',' ? end + 1 : "";
    }
}

static inline void plan_early_death(void) { plan_deaths('!'); }

static void plan_death(void) {
    clock_gettime(CLOCK_MONOTONIC, &dying_began);
    plan_deaths('@');
}

/* How long the program took, on stderr: the tests choose their moments by that. */
static void tell_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    fprintf(stderr, "test: took %ld us\n",
            (now.tv_sec - dying_began.tv_sec) * 1000000L +
                (now.tv_nsec - dying_began.tv_nsec) / 1000);
}

/* The program has come to a step. */
static void come_to(int step) {
    if (step == dying_step) die_now(0);
}

#endif
