#pragma once

#include <cstdio>

/// What the programs about stalls share: a farm whose worker `mortal` dies.

inline constexpr int mortal = 2;
inline constexpr int answer_tag = 7;

inline int rank = 0;
inline int size = 0;
inline int mistakes = 0;

inline void check(bool holds, const char *what) {
    if (holds) return;
    ++mistakes;
    std::printf("wrong: rank %d: %s\n", rank, what);
}

inline int answer_of(int worker) { return 100 + worker; }
