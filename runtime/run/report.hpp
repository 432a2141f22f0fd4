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

/// Whom an end takes along, in words (core/end_scope.hpp).
struct Ending {
    bool of_job = true;
    std::string sentence = "the program ends"; ///< or "the members of image 1 end, and ..."
    std::string hint{};                        ///< how it would be less; empty: it cannot be
    std::size_t turn = 0; ///< unless of the job: of this process to speak, among those that end
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

/// What happened, for people (lines on stderr), for tools (records, one JSON object a line) and for
/// the summary at the end (I7: whatever was skipped, dropped or absent is counted).
///
/// Every rank appends its own records the moment things happen, for it may die the next; the
/// launcher and tools merge them. Lines on stderr come from one rank: the lowest world rank not
/// known to have failed. Nothing is printed when nothing happened. Only world ranks appear here.
///
/// Nothing here fails: what cannot be recorded or printed is missing, and the program goes on.
/// Thread safety: every function may be called by several threads at once, except start and finish.
class Report {
  public:
    /// After MPI_Init, when it is known where every process runs.
    void start(const Config &config, int rank, int size) noexcept;

    /// Seconds count from now on; to be called where start() comes later than MPI_Init.
    void begin_clock() noexcept;

    /// The clock now, and how to set it: a process that was started later takes that of the others.
    [[nodiscard]] double seconds() const noexcept;
    void set_clock(double seconds) noexcept;

    /// World ranks for which other processes stand now, who took part in getting them back for
    /// `seconds`, which is in `phases`, how many spares are left, and whether the program can be
    /// started again.
    void recovered(std::span<const Replacement> ranks, double seconds, const RecoveryPhases &phases,
                   int spares_left, bool can_respawn) noexcept;

    /// What one process knows of earlier losses, for those that come back, and how these learn it
    /// before start(): all ranks can tell of all losses, whoever is left in the end. The rest is
    /// what recovered() has.
    [[nodiscard]] std::string history() const;
    void learn(const Config &config, std::string_view history, std::span<const Replacement> ranks,
               double seconds, const RecoveryPhases &phases) noexcept;

    /// World ranks newly known to have failed (never one twice), and numbers of connected
    /// processes.
    void lost(std::span<const int> ranks) noexcept;

    /// A rank was lost before the program came to a resume point; said once, by one rank.
    void lacks_resume_point() noexcept;

    /// The others have waited so long for processes of these ranks at the resume point.
    void awaits_replaced(std::span<const int> ranks, long long seconds) noexcept;

    /// So many recoveries in a row were in vain: it is the last one. Said by one rank.
    void comes_back_in_vain(int times) noexcept;

    /// MPI is initialised, but nothing can be protected.
    void unprotected() noexcept;
    /// The program handles failures itself.
    void left_to_program() noexcept;

    /// A communicator was repaired just now (Repair::at need not be set).
    void repaired(const Repair &repair) noexcept;

    /// `function` on communicator `id`, in which that was repaired, has been done again since then.
    void redone(Function function, std::uint64_t id) noexcept;

    /// Policy `ignore` skipped a call because world rank `rank` is missing.
    void skipped(Function function, int rank) noexcept;

    /// A result of a collective lacks the contributions of `ranks` of communicator (window) `id`,
    /// of `expected` (0: they are not counted). `in_world()` tells it in the numbering of
    /// MPI_COMM_WORLD; `shortfall()`, too, is asked when they are not those of the last time.
    void lacking(Function function, std::uint64_t id, std::span<const int> ranks,
                 std::size_t expected, FunctionRef<InWorld()> in_world,
                 FunctionRef<Shortfall()> shortfall) noexcept;

    /// A call on a file or window completed while `absent` of its ranks took no part.
    void incomplete(Function function, int absent) noexcept;

    /// `function` does without `back`, which have come back since `object` was made; said once of
    /// each.
    void older(Function function, const std::string &object, std::span<const int> back) noexcept;

    /// Ranks were lost while they had this file open for writing; said by one rank, once a file.
    void affected(const AffectedFile &file) noexcept;

    /// The same of the memory of a window; said by one rank, when the window is freed.
    void affected(const AffectedWindow &window) noexcept;

    /// An unprotected function passed through although a failure has happened; said once a
    /// function.
    void passes_through(Function function) noexcept;

    /// The program, or `ending`, is about to be ended by policy `abort` because world rank `rank`
    /// is missing. `way_on(rank)`: what to do so that it goes on without that.
    using WayOn = FunctionRef<std::string(const std::string &ranks)>;
    void aborting(Function function, int rank, const Ending &ending, WayOn way_on) noexcept;

    /// The same because a result lacks the contributions of these.
    void aborting_without(Function function, const InWorld &lacking, const Ending &ending,
                          WayOn way_on) noexcept;

    /// The program is about to be ended because of a stall, as `text` says, in lines.
    void stalled(const std::string &text) noexcept;

    /// The program ends itself with this code: MPI_Abort or an error handler that is fatal; or we
    /// end it, for a reason that another record tells or `why`.
    void ending(int code, const std::string &why) noexcept;

    /// The injector will kill this rank at a time, and by itself can write nothing then.
    void planned(std::string_view item) noexcept;

    /// The injector kills this rank now.
    void injected(std::string_view item) noexcept;

    /// This rank leaves without MPI_Finalize (exit or _exit). Safe in signal handlers.
    void left(int status) noexcept;

    /// The same, and why; not in signal handlers.
    void left_because(int status, const std::string &why) noexcept;

    /// One line on stderr from this rank, prefixed "closeranks: "; printf-like.
    [[gnu::format(printf, 2, 3)]] void say(const char *format, ...) const noexcept;

    /// In MPI_Finalize, when all survivors have met in `survivors`, a communicator of theirs with
    /// MPI_ERRORS_RETURN that nobody uses afterwards (it is revoked when one more rank dies here);
    /// MPI_COMM_NULL when nothing was protected. Sums the counters, prints the summary, writes the
    /// JSON report when asked for.
    void finish(MPI_Comm survivors) noexcept;

  private:
    ReportState *state_ = nullptr; // never freed: exit handlers use it
};

} // namespace closeranks
