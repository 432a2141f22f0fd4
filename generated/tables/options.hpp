// Generated from spec/options.json by generator/ with templates/tables/options.hpp.j2, do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace closeranks {

// clang-format off
enum class ProfileChoice : std::uint8_t { none, monte_carlo, farm, ensemble, comeback, strict };
inline constexpr std::array<std::string_view, 6> profile_words = {"none", "monte-carlo", "farm", "ensemble", "comeback", "strict"};
enum class EndScopeChoice : std::uint8_t { job, communicator };
inline constexpr std::array<std::string_view, 2> end_scope_words = {"job", "communicator"};
enum class AbortLosesChoice : std::uint8_t { scope, rank };
inline constexpr std::array<std::string_view, 2> abort_loses_words = {"scope", "rank"};
enum class FailuresChoice : std::uint8_t { auto_, program, closeranks };
inline constexpr std::array<std::string_view, 3> failures_words = {"auto", "program", "closeranks"};
enum class CommitChoice : std::uint8_t { agreed, optimistic };
inline constexpr std::array<std::string_view, 2> commit_words = {"agreed", "optimistic"};
enum class IoChoice : std::uint8_t { independent, collective };
inline constexpr std::array<std::string_view, 2> io_words = {"independent", "collective"};
enum class FileNumberingChoice : std::uint8_t { auto_, program, survivors };
inline constexpr std::array<std::string_view, 3> file_numbering_words = {"auto", "program", "survivors"};
enum class LayoutChoice : std::uint8_t { flat, hierarchical, auto_ };
inline constexpr std::array<std::string_view, 3> layout_words = {"flat", "hierarchical", "auto"};
enum class ReplicaClocksChoice : std::uint8_t { leader, own };
inline constexpr std::array<std::string_view, 2> replica_clocks_words = {"leader", "own"};
enum class ReplicaFilesChoice : std::uint8_t { leader, own };
inline constexpr std::array<std::string_view, 2> replica_files_words = {"leader", "own"};
enum class PortsChoice : std::uint8_t { protect, pass };
inline constexpr std::array<std::string_view, 2> ports_words = {"protect", "pass"};
// clang-format on

struct NamedValue {
    std::string_view name;
    int value;
};
inline constexpr std::array<NamedValue, 2> local_size_names = {{{"auto", 0}, {"node", -1}}};

/// The options that the library reads, with their defaults (docs/reference/options.md).
struct Options {
    /// set several options at once, for a kind of program
    ProfileChoice profile = ProfileChoice::none;
    /// pass every call straight through to the MPI
    bool disable = false;
    /// read options from FILE
    std::string config;
    /// action of a call that needs a lost rank, as in Recv=ignore,Bcast=error
    std::string policy;
    /// end the program as soon as a result would lack anything
    bool strict = false;
    /// continue whatever is missing
    bool lenient = false;
    /// the ranks that end together: all ranks, or the members of a communicator
    EndScopeChoice end_scope = EndScopeChoice::job;
    /// the ranks that MPI_Abort or a fatal error ends: as --end-scope says, or one rank
    AbortLosesChoice abort_loses = AbortLosesChoice::scope;
    /// leave failures to a program that uses ULFM itself, or handle them
    FailuresChoice failures = FailuresChoice::auto_;
    /// how the outcome of a collective becomes final
    CommitChoice commit = CommitChoice::optimistic;
    /// how far ranks may run ahead of the ranks that need their contribution
    int run_ahead = 1000;
    /// how collective calls write files: each rank for itself, or buffered together
    IoChoice io = IoChoice::independent;
    /// the ranks of files that are opened after a loss: the program's, or the survivors
    FileNumberingChoice file_numbering = FileNumberingChoice::auto_;
    /// keep the shared pointers of files in directory DIR
    std::string file_pointers;
    /// how the processes of a communicator are arranged for repair
    LayoutChoice layout = LayoutChoice::flat;
    /// how many ranks a local of a hierarchical layout has: K, auto or node
    int local_size = 0;
    /// communicators of fewer ranks stay flat
    int layout_threshold = 8;
    /// what is done for a lost rank, in this order: spare,respawn,shrink; or replicate
    std::string recovery = "spare,shrink";
    /// start N processes more, for the places of lost ranks
    int spares = 0;
    /// give ranks a second process: 100%, 25%, 0,3,5-7 (deaths lose nothing)
    std::string replicate;
    /// how much each process keeps of what it has sent, for twins that lag
    int replica_log = 256;
    /// with --replicate, the source of a twin's clocks and random numbers
    ReplicaClocksChoice replica_clocks = ReplicaClocksChoice::leader;
    /// with --replicate, the processes that write files without MPI
    ReplicaFilesChoice replica_files = ReplicaFilesChoice::leader;
    /// with --replicate, compare the messages of twins and leaders
    bool replica_check = false;
    /// how long survivors may poll in vain after a loss (0: for ever)
    int stall_after = 60;
    /// end a deadlock that no lost rank has caused (0: never)
    int deadlock_after = 1;
    /// protect connections to ports of this program, or leave them to the MPI
    PortsChoice ports = PortsChoice::protect;
    /// how long the two sides of a spawn wait for each other after a death
    int spawn_patience = 120;
    /// exit status of a program that the policy abort ends
    int abort_code = 84;
    /// kill ranks for a test: 3@2.5s, 5@call:MPI_Reduce:10, 5@repair:1
    std::string kill;
    /// kill ranks at random: exp:mean=20s,seed=7,max=3
    std::string kill_random;
    /// repeat planned kills in attempts that --restarts has started
    bool kill_again = false;
    /// write what happened to FILE at the end: JSON, or a page (FILE.html)
    std::string report;
    /// let every rank append its events to a file in DIR
    std::string records;
    /// no lines about losses and repairs and no summary
    bool quiet = false;
    /// lines from every rank, also about skipped calls; print the mpirun command
    bool verbose = false;
    /// print the effective options and where they come from
    bool dump_config = false;
};

/// An option of the library that a profile sets (docs/reference/options.md).
struct ProfileSetting {
    ProfileChoice profile;
    std::string_view option;
    std::string_view value;
};
inline constexpr std::array<ProfileSetting, 6> profile_settings = {{
    {ProfileChoice::farm, "policy", "Irecv=ignore"},
    {ProfileChoice::ensemble, "policy", "Gather/contribution=ignore"},
    {ProfileChoice::ensemble, "end_scope", "communicator"},
    {ProfileChoice::comeback, "recovery", "spare,respawn,shrink"},
    {ProfileChoice::comeback, "strict", "yes"},
    {ProfileChoice::strict, "strict", "yes"},
}};

/// How an option is called, and where its value is.
template <typename Value> struct Option {
    std::string_view name;        ///< in a config file
    std::string_view environment; ///< the environment variable
    std::string_view expected;    ///< what a value looks like, for messages
    Value Options::*field;
};
struct IntegerOption : Option<int> {
    int minimum;
    int maximum;
    std::span<const NamedValue> names; ///< words that may stand in its place
};
template <typename Choice> struct ChoiceOption : Option<Choice> {
    std::span<const std::string_view> words; ///< those of its enumerators, in their order
};

namespace detail {
template <typename Value>
constexpr Option<Value> option(std::string_view name, std::string_view environment,
                               std::string_view expected, Value Options::*field) {
    return {name, environment, expected, field};
}
constexpr IntegerOption integer(std::string_view name, std::string_view environment,
                                std::string_view expected, int Options::*field, int minimum,
                                int maximum, std::span<const NamedValue> names) {
    return {{name, environment, expected, field}, minimum, maximum, names};
}
template <typename Choice>
constexpr ChoiceOption<Choice> choice(std::string_view name, std::string_view environment,
                                      std::string_view expected, Choice Options::*field,
                                      std::span<const std::string_view> words) {
    return {{name, environment, expected, field}, words};
}

inline constexpr std::tuple described_options = {
    choice("profile", "CLOSERANKS_PROFILE",
           "none or monte-carlo or farm or ensemble or comeback or strict", &Options::profile,
           profile_words),
    option("disable", "CLOSERANKS_DISABLE", "yes or no", &Options::disable),
    option("config", "CLOSERANKS_CONFIG", "a path", &Options::config),
    option("policy", "CLOSERANKS_POLICY", "a text", &Options::policy),
    option("strict", "CLOSERANKS_STRICT", "yes or no", &Options::strict),
    option("lenient", "CLOSERANKS_LENIENT", "yes or no", &Options::lenient),
    choice("end_scope", "CLOSERANKS_END_SCOPE", "job or communicator", &Options::end_scope,
           end_scope_words),
    choice("abort_loses", "CLOSERANKS_ABORT_LOSES", "scope or rank", &Options::abort_loses,
           abort_loses_words),
    choice("failures", "CLOSERANKS_FAILURES", "auto or program or closeranks", &Options::failures,
           failures_words),
    choice("commit", "CLOSERANKS_COMMIT", "agreed or optimistic", &Options::commit, commit_words),
    integer("run_ahead", "CLOSERANKS_RUN_AHEAD", "0 to 1000000000", &Options::run_ahead, 0,
            1000000000, {}),
    choice("io", "CLOSERANKS_IO", "independent or collective", &Options::io, io_words),
    choice("file_numbering", "CLOSERANKS_FILE_NUMBERING", "auto or program or survivors",
           &Options::file_numbering, file_numbering_words),
    option("file_pointers", "CLOSERANKS_FILE_POINTERS", "a path", &Options::file_pointers),
    choice("layout", "CLOSERANKS_LAYOUT", "flat or hierarchical or auto", &Options::layout,
           layout_words),
    integer("local_size", "CLOSERANKS_LOCAL_SIZE", "0 to 1000000, or auto, or node",
            &Options::local_size, 0, 1000000, local_size_names),
    integer("layout_threshold", "CLOSERANKS_LAYOUT_THRESHOLD", "0 to 1000000000",
            &Options::layout_threshold, 0, 1000000000, {}),
    option("recovery", "CLOSERANKS_RECOVERY", "a text", &Options::recovery),
    integer("spares", "CLOSERANKS_SPARES", "0 to 1000000", &Options::spares, 0, 1000000, {}),
    option("replicate", "CLOSERANKS_REPLICATE", "a text", &Options::replicate),
    integer("replica_log", "CLOSERANKS_REPLICA_LOG", "0 to 1000000", &Options::replica_log, 0,
            1000000, {}),
    choice("replica_clocks", "CLOSERANKS_REPLICA_CLOCKS", "leader or own", &Options::replica_clocks,
           replica_clocks_words),
    choice("replica_files", "CLOSERANKS_REPLICA_FILES", "leader or own", &Options::replica_files,
           replica_files_words),
    option("replica_check", "CLOSERANKS_REPLICA_CHECK", "yes or no", &Options::replica_check),
    integer("stall_after", "CLOSERANKS_STALL_AFTER", "0 to 1000000", &Options::stall_after, 0,
            1000000, {}),
    integer("deadlock_after", "CLOSERANKS_DEADLOCK_AFTER", "0 to 1000000", &Options::deadlock_after,
            0, 1000000, {}),
    choice("ports", "CLOSERANKS_PORTS", "protect or pass", &Options::ports, ports_words),
    integer("spawn_patience", "CLOSERANKS_SPAWN_PATIENCE", "1 to 1000000", &Options::spawn_patience,
            1, 1000000, {}),
    integer("abort_code", "CLOSERANKS_ABORT_CODE", "1 to 255", &Options::abort_code, 1, 255, {}),
    option("kill", "CLOSERANKS_KILL", "a text", &Options::kill),
    option("kill_random", "CLOSERANKS_KILL_RANDOM", "a text", &Options::kill_random),
    option("kill_again", "CLOSERANKS_KILL_AGAIN", "yes or no", &Options::kill_again),
    option("report", "CLOSERANKS_REPORT", "a path", &Options::report),
    option("records", "CLOSERANKS_RECORDS", "a path", &Options::records),
    option("quiet", "CLOSERANKS_QUIET", "yes or no", &Options::quiet),
    option("verbose", "CLOSERANKS_VERBOSE", "yes or no", &Options::verbose),
    option("dump_config", "CLOSERANKS_DUMP_CONFIG", "yes or no", &Options::dump_config),
};
} // namespace detail

/// Describes each of them: a tuple of Option, IntegerOption and ChoiceOption.
using detail::described_options;

/// Options that may stand in a config file, and are nothing to the library.
// clang-format off
inline constexpr std::array launcher_options = {
    std::string_view("ok_if_lost"),
    std::string_view("progress"),
    std::string_view("json_events"),
    std::string_view("notify"),
    std::string_view("dry_run"),
    std::string_view("keep_records"),
    std::string_view("no_keeper"),
    std::string_view("detector"),
    std::string_view("node_timeout"),
    std::string_view("allow_root"),
    std::string_view("restarts"),
    std::string_view("grace"),
    std::string_view("time_limit"),
    std::string_view("time_signal"),
    std::string_view("exit_status"),
    std::string_view("allow_unprotected"),
};
// clang-format on

/// Variables with our prefix that the library neither reads nor warns about: those of the launcher
/// and of the tools.
inline constexpr std::array foreign_variables = {
    std::string_view("CLOSERANKS_OK_IF_LOST"),        // launcher
    std::string_view("CLOSERANKS_PROGRESS"),          // launcher
    std::string_view("CLOSERANKS_JSON_EVENTS"),       // launcher
    std::string_view("CLOSERANKS_NOTIFY"),            // launcher
    std::string_view("CLOSERANKS_DRY_RUN"),           // launcher
    std::string_view("CLOSERANKS_KEEP_RECORDS"),      // launcher
    std::string_view("CLOSERANKS_NO_KEEPER"),         // launcher
    std::string_view("CLOSERANKS_DETECTOR"),          // launcher
    std::string_view("CLOSERANKS_NODE_TIMEOUT"),      // launcher
    std::string_view("CLOSERANKS_ALLOW_ROOT"),        // launcher
    std::string_view("CLOSERANKS_RESTARTS"),          // launcher
    std::string_view("CLOSERANKS_GRACE"),             // launcher
    std::string_view("CLOSERANKS_TIME_LIMIT"),        // launcher
    std::string_view("CLOSERANKS_TIME_SIGNAL"),       // launcher
    std::string_view("CLOSERANKS_EXIT_STATUS"),       // launcher
    std::string_view("CLOSERANKS_ALLOW_UNPROTECTED"), // launcher
    std::string_view("CLOSERANKS_BUILD"),             // tools
    std::string_view("CLOSERANKS_CACHE"),             // tools
    std::string_view("CLOSERANKS_INSTALLATION"),      // tools
    std::string_view("CLOSERANKS_KEEPER"),            // tools
    std::string_view("CLOSERANKS_LAUNCHER"),          // tools
    std::string_view("CLOSERANKS_MPIRUN_RECORD"),     // tools
    std::string_view("CLOSERANKS_MPIRUN_SIGNALS"),    // tools
    std::string_view("CLOSERANKS_OUTLET"),            // tools
    std::string_view("CLOSERANKS_OUTLET_INPUT"),      // tools
    std::string_view("CLOSERANKS_PAST_OUTPUT"),       // tools
    std::string_view("CLOSERANKS_ROOT"),              // tools
};

inline constexpr std::array foreign_prefixes = {
    std::string_view("CLOSERANKS_TEST_"), // tools
};

} // namespace closeranks
