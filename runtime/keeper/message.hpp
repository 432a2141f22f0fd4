#pragma once

#include <cstdint>

namespace closeranks::keeper {

/// How the library tells the keeper of its process (keeper.cpp) how far that has come: by messages
/// in a pipe, each written and read as a whole. The environment variable names the pipe and the
/// keeper, "<descriptor>:<inode>:<keeper's process>:<program>". By the inode a program that closed
/// the pipe and got the number for a file of its own is found out. The keeper has the pipe under
/// the same number, for those who were started without it (Python's subprocess closes what it does
/// not know): they open it once more by /proc. A `+` before all says that the library's being
/// loaded has been told, a `=` that there is a rank below this keeper, and who reads that is none.
constexpr const char *variable = "CLOSERANKS_KEEPER";

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
};

struct Message {
    Kind kind;
    std::int32_t value;
};

} // namespace closeranks::keeper
