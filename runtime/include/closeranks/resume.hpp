// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// Failures as exceptions, for programs in C++ that recover lost ranks (docs/reference/spares.md).
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

/// The common base of all exceptions which say that ranks were lost. come_back() catches them.
class RankLoss {
  public:
    virtual ~RankLoss() = default;
};

/// The result of a call lacks the contributions of lost ranks (throw_when_lost()).
class RankLost : public std::runtime_error, public RankLoss {
    using std::runtime_error::runtime_error;
};

/// Ranks are missing, and no process can take their places.
class NobodyLeft : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A failure takes all ranks back this time, in a program with closeranks/local.hpp.
/// LocalRecovery::run() catches the exception, and begins again at the newest checkpoint. what()
/// gives the reason why the rank could not be taken back alone.
class RolledBack : public std::runtime_error, public RankLoss {
    using std::runtime_error::runtime_error;
};

namespace detail {

/// @return the text of MPI for an error
/// @param code  an error of MPI
inline std::string text_of(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return {text, static_cast<std::string::size_type>(length)};
}

/// Makes `call` return an error when its result lacks a rank. This includes its nonblocking and its
/// persistent form.
/// @param comm  a communicator of the program
/// @param call  its name without the prefix "MPI_"
inline void raise_from(MPI_Comm comm, const std::string &call) {
    const std::string rest = call.substr(1);
    const char small = static_cast<char>(call[0] - 'A' + 'a');
    for (const std::string &form : {call, std::string("I") + small + rest, call + "_init"})
        closeranks_set_policy(comm, ("MPI_" + form + "/contribution").c_str(),
                              CLOSERANKS_POLICY_ERROR);
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

/// From now on a collective on `comm` throws RankLost when its result lacks the contribution of a
/// lost rank. So do collectives on communicators that are made from `comm`.
///
/// This holds for collectives whose result all ranks get, so that all ranks throw in the same call:
/// MPI_Allreduce, MPI_Allgather(v), MPI_Alltoall(v), MPI_Reduce_scatter(_block) and their
/// nonblocking and persistent forms, which throw where they are completed. For other functions
/// there is closeranks_set_policy(). All other errors throw std::runtime_error. Local: must be
/// called at all members.
/// @param comm  a communicator of the program
/// @par Threads
/// Not at the same time as calls of other threads on `comm`.
inline void throw_when_lost(MPI_Comm comm) {
    for (const char *const call : {"Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv",
                                   "Reduce_scatter", "Reduce_scatter_block"})
        detail::raise_from(comm, call);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(detail::throw_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
}

/// Runs `work` from the resume point on. Runs it again after it has thrown a RankLoss, or after
/// ranks were recovered. Ends when it has returned at all ranks and no rank was lost meanwhile.
/// Collective over MPI_COMM_WORLD.
/// @param work  called with a closeranks_role. It first goes back to the newest checkpoint, also in
/// a replacement process, or to the beginning if there is no checkpoint.
/// @throw NobodyLeft  ranks are missing, and no process can take their places
/// @throw anything  an exception of `work` other than a RankLoss; `work` must throw it at all ranks
/// @par Threads No other thread may be in the MPI.
template <typename Work> void come_back(Work &&work) {
    for (bool is_done = false;;) {
        closeranks_role role = CLOSERANKS_ROLE_INITIAL;
        int missing = 0;
        try {
            closeranks_resume(&role); // functions set by closeranks_on_resume() may throw
            closeranks_missing_count(MPI_COMM_WORLD, &missing);
            if (missing != 0 && role != CLOSERANKS_ROLE_INITIAL)
                continue; // a rank has failed meanwhile, or no spares are left
            if (missing != 0)
                throw NobodyLeft("no process is left for " + std::to_string(missing) +
                                 " lost rank(s)");
            if (is_done && role == CLOSERANKS_ROLE_INITIAL) return;
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
