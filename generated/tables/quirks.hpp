// Generated from spec/quirks.json by generator/ with templates/tables/quirks.hpp.j2, do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace closeranks {

/// What an MPI does that another one would not (docs/developers/quirks.md). Code asks has() for
/// those that are mended in some MPIs; a comment names the others where the code works around them.
enum class Quirk : std::uint8_t {
    /// A deferred message of an agreement is copied over the pointers behind it.
    deferred_message,
    /// A deferred failure keeps a pointer to an agreement that may have ended.
    deferred_failure,
    /// With several threads an agreement is completed by two of them, or by none.
    completed_at_once,
    /// Two communicators get the same context id and epoch at one rank.
    epoch,
    /// A creation of a communicator that fails keeps its turn, and later ones wait for ever.
    turn,
    /// A process that dies while it appends to a queue of btl/sm cuts the receiver off from all
    /// senders.
    queue,
    /// "Send error after request freed" ends the job when a long message to a dead process is
    /// completed twice.
    completed_twice,
    /// An agreement never reaches a process whose parent in the tree died.
    orphan,
    /// A failed creation strikes out another communicator, which never receives again.
    taken_id,
    /// Creations among a group wait for ever for a dead member.
    dead_peer,
    /// Creations among a group hang, or refuse living processes, once any process has died.
    group,
    /// The record of a long message to a dead process goes back to its free list twice.
    fragment_twice,
    /// The death of a node ends a job that runs with --with-ft ulfm.
    node_dies,
    /// What a fence has collected cannot be read on any node.
    fence_data,
    /// A dead process that was never talked to counts as living.
    unknown_dead,
    /// mpirun writes behind an array when processes connect.
    connect_release,
    /// A lookup that has been answered, or whose process has died, is answered again.
    answered_lookup,
    /// The server closes a connection on which it still waits for events.
    closed_connection,
    /// A death in MPI_Comm_spawn or MPI_Comm_accept leaves members waiting in PMIx_Connect.
    agree_to_connect,
    /// With several threads a waiting thread leaves while another one still uses its sync
    /// object.
    wait_sync,
    /// Noticing a death walks through communicators that other threads make or free.
    walked_communicators,
    /// A rank that looks late at the size of a file leaves out a part of MPI_File_preallocate.
    preallocated_size,
    /// A creation of an intercommunicator loses the error of a death and begins again for ever.
    lost_error,
    /// A duplication that finds no context id continues without one, and frees MPI_COMM_NULL.
    failed_idup,
    /// mpirun hangs when the end of a job is reported twice.
    ended_twice,
    /// Rank 0 is given pieces of standard input twice, or on another node only some.
    standard_input,
    /// Addresses of processes that are spawned on another node later are not found.
    connect_data,
    /// No process can be spawned on a node where all processes of a job have died.
    forgotten_job,
    /// Several MPI_Comm_idup of one communicator at once are taken for each other.
    several_idups,
    /// A process that finds a TCP socket closed continues to wait for room in it.
    closed_socket,
    /// A message that fails empties the list of transports to its receiver, and later messages
    /// crash.
    last_btl,
    /// After a failure MPI_Finalize waits in a PMIx fence for the failed processes.
    finalize_fence,
    /// The collectives of the component han do not survive a failure.
    han_not_tolerant,
    /// The component netlink finds no way from a host to itself: it says so at each start, and
    /// no spawned process can be reached.
    netlink_finds_no_loop,
    /// The transports ofi, which was not tested with failures, and uct, which crashes
    /// survivors, are taken where they are compiled in.
    btl_not_tolerant,
    /// MPI_Dist_graph_create with the component treematch hangs now and then, also without a
    /// failure.
    treematch_hangs,
    /// A long message over TCP whose sender dies within it crashes a receiver that uses "put".
    put_from_dead,
    /// Messages to a failed process keep their fragments of shared memory until none is left
    /// for other receivers.
    lost_fragments,
    /// A waiting process looks for events, and so for failures, every 10 ms only.
    slow_events,
    /// A process that sends over TCP to a process that has just failed is ended by SIGPIPE.
    sigpipe,
    /// The end of a process by exit(1) is not told to the other processes.
    exit_unnoticed,
    /// Under --with-ft ulfm, MPI_Abort and fatal error handlers end the calling process only.
    abort_ends_caller,
    /// A collective that a failure breaks loses later messages between living members of the
    /// same communicator.
    poisoned_messages,
    /// The context id of a freed communicator goes to the next one, which then receives late
    /// messages of the first.
    reused_context_id,
    /// A collective beside a failure drops the error of an inner step, and returns success
    /// without a result.
    success_without_result,
    /// A call that a failure breaks returns another error class than MPIX_ERR_PROC_FAILED now
    /// and then.
    other_error,
    /// A shrink during which another process dies may fail at some members only, or keep that
    /// process as a member.
    partial_shrink,
    /// A creation that fails leaves an invalid handle behind, and freeing it raises an error on
    /// MPI_COMM_WORLD.
    half_made_communicator,
    /// MPI_Dist_graph_create spins for ever when a member dies within it.
    dist_graph_spins,
    /// MPI_Cart_create and MPI_Graph_create crash at processes that are not members when a
    /// failure breaks them.
    topology_of_members_only,
    /// MPI_Alltoallw on a communicator of one process multiplies its displacements, which are
    /// bytes, by extents.
    alltoallw_alone,
    /// A wildcard receive that has matched a long message never completes when the sender dies
    /// within it.
    wildcard_from_dead,
    /// On a failure a blocking wildcard receive is cancelled although it has matched the
    /// message of a living process.
    wildcard_cancelled,
    /// A request that failed as pending reports that failure again after its message has come.
    pending_mark_stays,
    /// Beside a failed request, MPI_Waitsome may count a pending one as complete, and free it.
    waitsome_takes_pending,
    /// A persistent request that fails is freed, and every copy of its handle dangles.
    failed_persistent_freed,
    /// Nonblocking probes and MPI_Request_get_status never tell of a failure.
    silent_probes,
    /// MPI_Request_get_status reports a request as complete while another call waits for it.
    wait_mark_taken_for_done,
    /// Until failures are acknowledged, MPI_Cancel also cancels a receive that has matched a
    /// message.
    cancel_takes_matched,
    /// A completion call frees failed requests that it does not report.
    unreported_failures_freed,
    /// A buffered message to a failed process counts as under way for ever, so
    /// MPI_Buffer_detach never returns.
    buffered_to_dead,
    /// A long message is written as a whole to a receive for one byte.
    truncation_overwrites,
    /// The first partitioned call duplicates MPI_COMM_WORLD in the background, and ends the
    /// process when that fails.
    partitioned_on_world,
    /// The Fortran layer writes back only the handles of requests that a call has completed.
    fortran_keeps_integers,
    /// The Fortran layer asks for the integer of a communicator that MPI_Comm_idup has not made
    /// yet.
    fortran_asks_early,
    /// MPI_File_preallocate reads and writes the whole file at each process.
    preallocate_copies,
    /// MPI_Lookup_name looks in an arbitrary range unless an info key names one.
    publish_range,
    /// Errors of calls without a communicator are raised on MPI_COMM_WORLD, not on
    /// MPI_COMM_SELF.
    errors_on_world,
    /// No message comes through on an intercommunicator after an agreement on it.
    agreement_stops_intercomm,
    /// The address of a process of another world is never found once any process of that world
    /// has failed.
    unknown_address,
    /// A failure that was told before two worlds were connected stays unknown to the other
    /// world.
    failure_before_connection,
    /// A failure that is told during MPI_Finalize uses data that are freed.
    first_event_handler,
    /// MPI_Finalize fails when communicators of several worlds are left.
    dynamic_finalize,
    /// mpirun counts the slots of failed processes as taken.
    slots_of_dead,
    /// The first MPI_Session_init waits for all processes of the job.
    session_init_waits,
    /// Warnings and errors about deaths that were repaired are printed, and no setting silences
    /// them.
    noise_about_deaths,
    /// Intercommunicators get no nonblocking agreement, and cannot be made.
    null_iagree,
    /// A death before a communicator has got its collectives makes the process follow a null
    /// pointer.
    revoked_unmade,
};

/// The first version of a series that is free of a quirk.
struct FreeFrom {
    Quirk quirk;
    int major;
    int minor;
    int release;
};
inline constexpr std::array<FreeFrom, 8> versions_free_of_quirks = {{
    {Quirk::deferred_failure, 5, 0, 10},
    {Quirk::node_dies, 6, 0, 0},
    {Quirk::unknown_dead, 5, 0, 10},
    {Quirk::standard_input, 6, 0, 0},
    {Quirk::connect_data, 6, 0, 0},
    {Quirk::han_not_tolerant, 5, 0, 10},
    {Quirk::null_iagree, 5, 0, 7},
    {Quirk::revoked_unmade, 5, 0, 7},
}};

/// The patch of tools/openmpi-patches that mends a quirk, by its name without `.patch`.
struct QuirkPatch {
    Quirk quirk;
    std::string_view name;
};
inline constexpr std::array<QuirkPatch, 31> quirk_patches = {{
    {Quirk::deferred_message, "01-deferred-message"},
    {Quirk::deferred_failure, "02-deferred-failure"},
    {Quirk::completed_at_once, "03-completed-at-once"},
    {Quirk::epoch, "04-epoch"},
    {Quirk::turn, "05-turn"},
    {Quirk::queue, "06-queue"},
    {Quirk::completed_twice, "07-completed-twice"},
    {Quirk::orphan, "08-orphan"},
    {Quirk::taken_id, "09-taken-id"},
    {Quirk::dead_peer, "10-dead-peer"},
    {Quirk::group, "11-group"},
    {Quirk::fragment_twice, "12-fragment-twice"},
    {Quirk::node_dies, "13-node-dies"},
    {Quirk::fence_data, "14-fence-data"},
    {Quirk::unknown_dead, "15-unknown-dead"},
    {Quirk::connect_release, "16-connect-release"},
    {Quirk::answered_lookup, "17-answered-lookup"},
    {Quirk::closed_connection, "18-closed-connection"},
    {Quirk::agree_to_connect, "19-agree-to-connect"},
    {Quirk::wait_sync, "20-wait-sync"},
    {Quirk::walked_communicators, "21-walked-communicators"},
    {Quirk::preallocated_size, "22-preallocated-size"},
    {Quirk::lost_error, "23-lost-error"},
    {Quirk::failed_idup, "24-failed-idup"},
    {Quirk::ended_twice, "25-ended-twice"},
    {Quirk::standard_input, "26-standard-input"},
    {Quirk::connect_data, "27-connect-data"},
    {Quirk::forgotten_job, "28-forgotten-job"},
    {Quirk::several_idups, "29-several-idups"},
    {Quirk::closed_socket, "30-closed-socket"},
    {Quirk::last_btl, "31-last-btl"},
}};

} // namespace closeranks
