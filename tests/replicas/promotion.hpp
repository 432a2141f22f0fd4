#pragma once

#include "dying.h"

#include <mpi.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

/// What the programs share whose leader dies while it has files open. Their arguments are a folder
/// and the name of a case; each case comes to step 1 at the moment that matters.

namespace promotion {

inline std::string folder;

inline void check(bool ok, const std::string &what) {
    if (ok) return;
    std::printf("wrong: %s (%s)\n", what.c_str(), std::strerror(errno));
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

inline std::string in_folder(const char *name) { return folder + "/" + name; }

inline int create(const std::string &name, int more = 0) {
    const int file = open(name.c_str(), O_RDWR | O_CREAT | more, 0644);
    check(file >= 0, "open of " + name);
    return file;
}

inline void put(int file, const std::string &text) {
    check(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
}

/* The twin lags. */
inline void lag() {
    const char *const process = std::getenv("PMIX_RANK");
    if (process != nullptr && std::strcmp(process, "0") != 0) usleep(200'000);
}

} // namespace promotion
