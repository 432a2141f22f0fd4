/* Lists of ranks on the command line, like 1,4. */
#pragma once

#include <stdlib.h>

static int is_among(const char *ranks, int rank) {
    char *end;
    for (; *ranks != '\0'; ranks = *end == ',' ? end + 1 : end)
        if (strtol(ranks, &end, 10) == rank) return 1;
    return 0;
}
