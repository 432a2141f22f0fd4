#pragma once

#include "scenario.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

/// What scenarios of files have in common.
namespace kill {

inline constexpr int create = MPI_MODE_CREATE | MPI_MODE_RDWR;
inline constexpr auto element = static_cast<MPI_Offset>(sizeof(long));

/// A name that all ranks of this run know, and nobody else uses.
inline std::string path_of(const std::string &name) {
    const char *place = std::getenv("TMPDIR");
    return std::string(place != nullptr ? place : "/tmp") + "/kill-" + name;
}

inline void must(Run &run, int code, const char *what) {
    if (code != MPI_SUCCESS) run.wrong("%s returned %d", what, code);
}

inline MPI_File open(Run &run, const std::string &name, int amode = create) {
    MPI_File file = MPI_FILE_NULL;
    must(run, MPI_File_open(MPI_COMM_WORLD, path_of(name).c_str(), amode, MPI_INFO_NULL, &file),
         "MPI_File_open");
    return file;
}

inline void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

/// `count` elements of the file as they are on the disk; what nobody has written is untouched.
inline std::vector<long> on_disk(const std::string &name, MPI_Offset start, int count) {
    std::vector<long> elements(static_cast<std::size_t>(count), 0);
    const int fd = ::open(path_of(name).c_str(), O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        const auto size = elements.size() * sizeof(long);
        static_cast<void>(!::pread(fd, elements.data(), size, start * element));
        ::close(fd);
    }
    std::replace(elements.begin(), elements.end(), 0L, untouched);
    return elements;
}

inline int wait(int code, MPI_Request request) {
    return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

inline constexpr MPI_Status *no_status = MPI_STATUS_IGNORE;

using Write = int (*)(MPI_File, const void *, int, MPI_Datatype, MPI_Status *);
using Read = int (*)(MPI_File, void *, int, MPI_Datatype, MPI_Status *);

/// `act` does something to the file in every round and checks it.
template <typename Act> void act_rounds(Run &run, Act act) {
    MPI_File file = open(run, "acted");
    for (int round = 1; round <= run.rounds; round++) {
        act(file, round);
        run.saw(round, 0, 0);
        barrier();
    }
    must(run, MPI_File_close(&file), "MPI_File_close");
}

} // namespace kill
