#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/support/function_ref.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// The processes that end with the program or a communicator, in words (core/end_scope.hpp).
struct Ending {
    bool of_job = true;
    std::string sentence = "the program ends"; ///< or "the members of image 1 end, and ..."
    std::string hint{};                        ///< the way to lose less; empty: there is none
    /// Unless the job ends: the turn of this process to report, among those that end.
    std::size_t turn = 0;
};

struct AffectedFile;
struct AffectedWindow;
struct CommunicatorLabel;
struct Config;
struct InWorld;
struct Shortfall;
struct RecoveryPhases;
struct Repair;
struct Replacement;
struct ReportState;

/// The events of a run: for people (lines on stderr), for tools (records, one JSON object per line)
/// and for the summary at the end (invariant I7, docs/developers/design.md: every skipped, dropped
/// or absent item is counted).
///
/// Every rank appends its own records at once, because it may fail the next moment; the launcher
/// and tools merge them. Lines on stderr come from one rank: the lowest world rank not known to
/// have failed. Nothing is printed when nothing happened. Only world ranks appear here.
///
/// No function fails: records or lines that cannot be written are missing, and the program
/// continues. Thread safety: every function may be called by several threads at once, except start
/// and finish.
class Report {
  public:
    /// Called after MPI_Init, when the locations of all processes are known.
    void start(const Config &config, int rank, int size) noexcept;

    /// Seconds count from now on; called where start() comes later than MPI_Init.
    void begin_clock() noexcept;

    /// Reads and sets the clock: a process that was started later takes the clock of the others.
    [[nodiscard]] double seconds() const noexcept;
    void set_clock(double seconds) noexcept;

    /// World ranks were recovered: other processes stand for them now. The recovery took `seconds`,
    /// which `phases` divide. Also gives the number of remaining spares, and whether the program
    /// can be started again.
    void recovered(std::span<const Replacement> ranks, double seconds, const RecoveryPhases &phases,
                   int spares_left, bool can_respawn) noexcept;

    /// Earlier losses as one process knows them. Replacement processes set them before start(), so
    /// that all ranks can report all losses, whichever ranks are left in the end. recovered()
    /// brings the rest.
    [[nodiscard]] std::string history() const;
    void learn(const Config &config, std::string_view history, std::span<const Replacement> ranks,
               double seconds, const RecoveryPhases &phases) noexcept;

    /// World ranks newly known to have failed (none is reported twice), and numbers of connected
    /// processes.
    void lost(std::span<const int> ranks) noexcept;

    /// A rank was lost before the program came to a resume point. Reported once, by one rank.
    void lacks_resume_point() noexcept;

    /// The other processes have waited this long at the resume point for the processes of these
    /// ranks.
    void awaits_replaced(std::span<const int> ranks, long long seconds) noexcept;

    /// This many recoveries in a row were in vain: it is the last one. Reported by one rank.
    void comes_back_in_vain(int times) noexcept;

    /// MPI is initialised, but nothing can be protected.
    void unprotected() noexcept;
    /// The program handles failures itself.
    void left_to_program() noexcept;

    /// A communicator was repaired just now (Repair::at need not be set).
    void repaired(const Repair &repair) noexcept;

    /// `function` on communicator `id`, during which that was repaired, has been redone since then.
    void redone(Function function, std::uint64_t id) noexcept;

    /// Policy `ignore` skipped a call because world rank `rank` is missing.
    void skipped(Function function, int rank) noexcept;

    /// A result of a collective lacks the contributions of `ranks` of communicator (window) `id`,
    /// out of `expected` (0: they are not counted). `in_world()` translates the ranks to the
    /// numbering of MPI_COMM_WORLD. It and `shortfall()` are called when the ranks differ from
    /// those of the last time.
    void lacking(Function function, std::uint64_t id, std::span<const int> ranks,
                 std::size_t expected, FunctionRef<InWorld()> in_world,
                 FunctionRef<Shortfall()> shortfall) noexcept;

    /// A call on a file or window completed while `absent` of its ranks took no part.
    void incomplete(Function function, int absent) noexcept;

    /// `function` works without the ranks `back`, which were recovered after `object` was made.
    /// Reported once for each rank.
    void older(Function function, const std::string &object, std::span<const int> back) noexcept;

    /// Ranks were lost while they had this file open for writing. Reported by one rank, once per
    /// file.
    void affected(const AffectedFile &file) noexcept;

    /// The same for the memory of a window. Reported by one rank, when the window is freed.
    void affected(const AffectedWindow &window) noexcept;

    /// An unprotected function passed through although a failure has happened. Reported once per
    /// function.
    void passes_through(Function function) noexcept;

    /// The program, or `ending`, is about to be ended by policy `abort` because world rank `rank`
    /// is missing. `way_on(rank)`: the options by which it would continue without that rank.
    using WayOn = FunctionRef<std::string(const std::string &ranks)>;
    void aborting(Function function, int rank, const Ending &ending, WayOn way_on) noexcept;

    /// The same because a result lacks the contributions of these ranks.
    void aborting_without(Function function, const InWorld &lacking, const Ending &ending,
                          WayOn way_on) noexcept;

    /// The program is about to be ended because of a stall, which `text` describes, in lines.
    void stalled(const std::string &text) noexcept;

    /// The program ends itself with this code: MPI_Abort or a fatal error handler. Or the library
    /// ends it, for a reason in another record or in `why`.
    void ending(int code, const std::string &why) noexcept;

    /// The injector will kill this rank at a time, and then cannot write anything itself.
    void planned(std::string_view item) noexcept;

    /// The injector kills this rank now.
    void injected(std::string_view item) noexcept;

    /// This rank exits without MPI_Finalize (exit or _exit). Safe in signal handlers.
    void left(int status) noexcept;

    /// The same with the reason; not in signal handlers.
    void left_because(int status, const std::string &why) noexcept;

    /// One line on stderr from this rank, prefixed "closeranks: "; printf-like.
    [[gnu::format(printf, 2, 3)]] void say(const char *format, ...) const noexcept;

    /// Called in MPI_Finalize, when all survivors have come there. `survivors`: a communicator of
    /// theirs with MPI_ERRORS_RETURN that is not used afterwards (it is revoked when one more rank
    /// fails here); MPI_COMM_NULL when nothing was protected. Sums the counters, prints the
    /// summary, writes the JSON report if requested.
    void finish(MPI_Comm survivors) noexcept;

  private:
    ReportState *state_ = nullptr; // never freed: exit handlers use it
};

} // namespace closeranks
