#pragma once

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace survivors {

/// No more memory than there is now and `more` bytes; RLIM_INFINITY: as much as before.
inline void limit_memory(rlim_t more) {
    long pages = 0;
    if (std::FILE *const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    rlimit most{};
    getrlimit(RLIMIT_AS, &most);
    most.rlim_cur = more == RLIM_INFINITY
                        ? most.rlim_max
                        : static_cast<rlim_t>(pages) * static_cast<rlim_t>(getpagesize()) + more;
    setrlimit(RLIMIT_AS, &most);
}

} // namespace survivors
