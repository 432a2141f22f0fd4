#pragma once

#include "runtime/core/missing_ranks.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/injector.hpp"
#include "runtime/run/policy.hpp"
#include "runtime/run/report.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/published.hpp"
#include "runtime/support/quarantined_comms.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace closeranks {

class Communicator;
struct Intercommunicator;

/// The one runtime object: what all modules share, from MPI_Init to MPI_Finalize, or for sessions
/// from the first of them to the end of the process. What belongs to one module is kept there.
struct Runtime {
    bool active = false;     ///< MPI is initialised and fault tolerance works in this run
    Flag armed;              ///< calls are counted, by the injector or the stall watch
    Flag lost_come_back;     ///< who is lost now, at the next resume point
    Flag goes_back_at_loss;  ///< the program, to the resume point: who is lost is to be known there
    Flag is_in_resume;       ///< this process is in closeranks_resume()
    Flag awaits_replaced;    ///< the others are at the resume point, and wait there
    bool threads = false;    ///< MPI_THREAD_MULTIPLE: tables are locked
    bool progresses = false; ///< the MPI has a progress engine like Open MPI 5's
    bool optimistic =
        false;    ///< collectives may be final without an agreement (docs/developers/commit.md)
    int rank = 0; ///< in MPI_COMM_WORLD
    int size = 0;
    Config config;
    Report report;
    Injector injector;
    LossPolicies policies; ///< of the run
    /// Of communicators on which the program handles failures by its error handler.
    LossPolicies raising_policies;
    PolicyTables policy_tables; ///< of communicators
    HandleTable<MPI_Comm, Communicator> communicators;
    HandleTable<MPI_Comm, Intercommunicator> intercommunicators;
    std::atomic<std::uint64_t> next_communicator_id = 0;

    /// The protection of MPI_COMM_WORLD; nullptr unless active.
    Communicator *everyone = nullptr;

    /// For messages among ourselves, by service_tag, and for making communicators among groups; in
    /// the numbering of MPI_COMM_WORLD. No message of the program is on it, and it is never
    /// revoked.
    Comm services;

    /// With the processes that stand for no rank, which wait until it is revoked; without any,
    /// MPI_COMM_NULL.
    Comm spares;

    std::atomic<int> recoveries = 0; ///< how often spares have taken the places of the missing
    int failed_starts = 0; ///< of processes for lost ranks (runtime/processes/respawn.hpp)
    /// In a row, in which somebody did not get to the resume point.
    std::atomic<int> vain_recoveries = 0;
    std::vector<int> replaced; ///< ranks whose places spares have taken in the latest recovery
    bool resumed = false;      ///< the program has come to its resume point
    Flag calls_ulfm; ///< the program itself: it may have communicators that nothing here knows
    /// How this process came to MPI_Finalize, where that is unusual: " (called by exit(1))".
    const char *finalizing = "";
    bool returning =
        false; ///< this process stands for a rank that was missing, and is on its way there

    /// Taken by RecoveryTurn alone.
    Mutex<LockRank::recovery> recovery;

    MissingRanks missing;
    /// Somebody has been lost, also if another process stands for the rank now.
    [[nodiscard]] bool has_lost() const noexcept { return recoveries != 0 || !missing.empty(); }
    QuarantinedComms quarantined_comms;
};

alignas(Runtime) extern std::byte runtime_storage[sizeof(Runtime)];

/// Part of load().
void construct_runtime() noexcept;

/// The runtime object. Constructed by load(), never destroyed: the program may call MPI from its
/// own static destructors.
[[nodiscard]] inline Runtime &runtime() noexcept {
    return *std::launder(reinterpret_cast<Runtime *>(runtime_storage));
}

} // namespace closeranks
