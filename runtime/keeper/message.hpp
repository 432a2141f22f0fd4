#pragma once

#include <cstdint>
#include <ctime>

namespace closeranks::keeper {

/// How the library tells the keeper of its process (keeper.cpp) how far that has come: by messages
/// in a pipe, each written and read as a whole. The environment variable names the pipe and the
/// keeper, "<descriptor>:<inode>:<keeper's process>:<program>". By the inode a program that closed
/// the pipe and got the number for a file of its own is found out. The keeper has the pipe under
/// the same number, for those who were started without it (Python's subprocess closes what it does
/// not know): they open it once more by /proc. A `+` before all says that the library's being
/// loaded has been told, a `=` that there is a rank below this keeper, and who reads that is none.
constexpr const char *variable = "CLOSERANKS_KEEPER";

/// Where closeranks itself speaks in a process whose stderr the keeper takes (outlet.hpp):
/// "<descriptor>:<inode>".
constexpr const char *past_output_variable = "CLOSERANKS_PAST_OUTPUT";

enum class Kind : std::int32_t {
    unstarted = 1, ///< the program could not be started, because of the errno `value`
    loaded,        ///< a process has loaded the library
    initialising,  ///< MPI_Init begins
    initialised,   ///< MPI_Init is over
    finalised,     ///< MPI_Finalize is over, as far as other ranks are concerned
    leaving,    ///< without MPI_Finalize, with exit status `value`: what follows is a feigned death
    ending,     ///< it ends the program with code `value`: MPI_Abort, a fatal error, a policy
    unrecorded, ///< a record could not be written, because of the errno `value`
    end_all,    ///< nobody else could: the keeper is to end the whole job by ending its own parent
    planned, ///< it will be killed on purpose at `value` (clock_now()); the next ones say what by:
    planned_by, ///< four letters of "--kill 2@500ms"
    promoted,   ///< this process leads its rank from now on (docs/reference/replication.md)
    because,    ///< four letters of why it leaves, for people
};

/// Hundredths of a second since the machine was started, as long as a number holds them.
[[nodiscard]] inline std::int32_t clock_now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    constexpr std::int64_t in_second = 100;
    constexpr std::int64_t nanoseconds = 10'000'000;
    return static_cast<std::int32_t>(time.tv_sec * in_second + time.tv_nsec / nanoseconds);
}

struct Message {
    Kind kind;
    std::int32_t value;
};

} // namespace closeranks::keeper
