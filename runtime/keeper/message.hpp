#pragma once

#include <cstdint>
#include <ctime>

namespace closeranks::keeper {

/// Messages by which the library tells the keeper of its process (keeper.cpp) how far that has
/// come. They are sent in a pipe, each written and read as a whole. The environment variable names
/// the pipe and the keeper, "<descriptor>:<inode>:<keeper's process>:<program>".
///
/// The inode shows whether a program has closed the pipe and got the number for a file of its own.
/// The keeper has the pipe under the same number, for processes that were started without it
/// (Python's subprocess closes unknown descriptors): they open it again through /proc. A `+` in
/// front means that the loading of the library has been reported. A `=` means that there is a rank
/// below this keeper, and that the reading process is not that rank.
constexpr const char *variable = "CLOSERANKS_KEEPER";

/// The place for lines of closeranks itself in a process whose stderr the keeper takes
/// (outlet.hpp): "<descriptor>:<inode>".
constexpr const char *past_output_variable = "CLOSERANKS_PAST_OUTPUT";

enum class Kind : std::int32_t {
    unstarted = 1, ///< the program could not be started, because of the errno `value`
    loaded,        ///< a process has loaded the library
    initialising,  ///< MPI_Init begins
    initialised,   ///< MPI_Init has ended
    finalised,     ///< MPI_Finalize has ended, as far as other ranks are concerned
    /// Exit without MPI_Finalize, with status `value`: the death that follows is not the real end.
    leaving,
    ending, ///< the process ends the program with code `value`: MPI_Abort, a fatal error, a policy
    unrecorded, ///< a record could not be written, because of the errno `value`
    end_all, ///< no other way worked: the keeper has to end the whole job by ending its own parent
    planned, ///< the process will be killed on purpose at `value` (clock_now()); the cause follows:
    planned_by, ///< four characters of "--kill 2@500ms"
    promoted,   ///< this process leads its rank from now on (docs/reference/replication.md)
    because,    ///< four characters of the reason why it leaves, for the report
};

/// Hundredths of a second since the machine was started, modulo the range of the type.
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
