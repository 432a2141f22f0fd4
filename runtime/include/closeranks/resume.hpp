// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// Deaths as exceptions, for programs in C++ whose lost ranks come back (docs/reference/spares.md).
/// Header only, C++17. Link as for closeranks.h.
///
///     closeranks::throw_when_lost(MPI_COMM_WORLD);
///     ...                                  // communicators, and a store
///     closeranks::come_back([&](closeranks_role) {
///         go_back();                       // to the newest checkpoint, or to the beginning
///         while (step < steps) compute();  // in which checkpoints are taken
///     });
#ifndef CLOSERANKS_RESUME_HPP
#define CLOSERANKS_RESUME_HPP

#include <closeranks.h>

#include <mpi-ext.h>

#include <stdexcept>
#include <string>

namespace closeranks {

/// What all exceptions have in common that say that ranks were lost. come_back() catches them.
class RankLoss {
  public:
    virtual ~RankLoss() = default;
};

/// The result of a call lacks ranks that are lost (throw_when_lost()).
class RankLost : public std::runtime_error, public RankLoss {
    using std::runtime_error::runtime_error;
};

/// Ranks are missing, and no process can take their places.
class NobodyLeft : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace detail {

/// @return what MPI says of an error
/// @param code  an error of MPI
inline std::string text_of(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return {text, static_cast<std::string::size_type>(length)};
}

/// Has `call` say so by an error when its result lacks a rank: it, its nonblocking and its
/// persistent form.
/// @param comm  a communicator of the program
/// @param call  without what names of MPI begin with
inline void raise_from(MPI_Comm comm, const std::string &call) {
    const std::string rest = call.substr(1);
    const char small = static_cast<char>(call[0] - 'A' + 'a');
    for (const std::string &form : {call, std::string("I") + small + rest, call + "_init"})
        closeranks_set_policy(comm, ("MPI_" + form + "/contribution").c_str(), CLOSERANKS_ERROR);
}

/// The error handler that throw_when_lost() sets.
/// @param code  the error
inline void throw_error(MPI_Comm *, int *code, ...) {
    int kind = MPI_SUCCESS;
    MPI_Error_class(*code, &kind);
    if (kind == MPIX_ERR_PROC_FAILED) throw RankLost(text_of(*code));
    throw std::runtime_error(text_of(*code));
}

} // namespace detail

/// From now on a collective on `comm`, and on those that are made from it, throws RankLost when its
/// result lacks a rank that is lost: where all ranks get the result, so that all throw, of the same
/// call. These are MPI_Allreduce, MPI_Allgather(v), MPI_Alltoall(v), MPI_Reduce_scatter(_block) and
/// their nonblocking and persistent forms, which throw where they are completed; for others there
/// is closeranks_set_policy(). Other errors throw std::runtime_error. Local: do it at all members.
/// @param comm  a communicator of the program
/// @par Threads
/// Not beside calls of other threads on `comm`.
inline void throw_when_lost(MPI_Comm comm) {
    for (const char *const call : {"Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv",
                                   "Reduce_scatter", "Reduce_scatter_block"})
        detail::raise_from(comm, call);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(detail::throw_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
}

/// Runs `work` from the resume point on, and again whenever it has thrown a RankLoss or ranks were
/// brought back, until it has returned at all ranks and nobody was lost meanwhile. Collective over
/// MPI_COMM_WORLD.
/// @param work  called with a closeranks_role. It goes back to the newest checkpoint first, also in
/// a process that has come back, and to the beginning if there is none.
/// @throw NobodyLeft  ranks are missing, and no process can take their places
/// @throw anything  what `work` throws but for a RankLoss; it does so at all ranks
/// @par Threads
/// No other thread may be in the MPI.
template <typename Work> void come_back(Work &&work) {
    for (bool is_done = false;;) {
        closeranks_role role = CLOSERANKS_INITIAL;
        int missing = 0;
        try {
            closeranks_resume(&role); // its functions (closeranks_on_resume()) may throw
            closeranks_missing_count(MPI_COMM_WORLD, &missing);
            if (missing != 0 && role != CLOSERANKS_INITIAL)
                continue; // somebody has died meanwhile, or spares were used up
            if (missing != 0)
                throw NobodyLeft("no process is left for " + std::to_string(missing) +
                                 " lost rank(s)");
            if (is_done && role == CLOSERANKS_INITIAL) return;
            is_done = false;
            work(role);
            is_done = true;
        } catch (const RankLoss &) {
            is_done = false;
        }
    }
}

} // namespace closeranks

#endif
