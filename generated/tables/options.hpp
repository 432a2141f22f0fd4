// Generated from spec/options.json by generator/ with templates/tables/options.hpp.j2, do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace closeranks {

enum class CommitChoice : std::uint8_t { agreed, optimistic };
inline constexpr std::array<std::string_view, 2> commit_words = {"agreed", "optimistic"};
enum class IoChoice : std::uint8_t { independent, collective };
inline constexpr std::array<std::string_view, 2> io_words = {"independent", "collective"};
enum class LayoutChoice : std::uint8_t { flat, hierarchical, auto_ };
inline constexpr std::array<std::string_view, 3> layout_words = {"flat", "hierarchical", "auto"};
enum class PortsChoice : std::uint8_t { protect, pass };
inline constexpr std::array<std::string_view, 2> ports_words = {"protect", "pass"};

struct NamedValue {
    std::string_view name;
    int value;
};
inline constexpr std::array<NamedValue, 2> local_size_names = {{{"auto", 0}, {"node", -1}}};

/// The options that the library reads, with their defaults (docs/options.md).
struct Options {
    /// pass every call straight through to the MPI
    bool disable = false;
    /// read options from FILE
    std::string config;
    /// what calls do when a rank they need is missing: Recv=ignore,Bcast=error
    std::string policy;
    /// end the program as soon as a result would lack anything
    bool strict = false;
    /// go on whatever is missing
    bool lenient = false;
    /// how the outcome of a collective becomes final
    CommitChoice commit = CommitChoice::optimistic;
    /// how far ranks may run ahead of those whom they contribute to
    int run_ahead = 1000;
    /// how collective calls write files: each rank for itself, or buffered together
    IoChoice io = IoChoice::independent;
    /// keep the shared pointers of files in directory DIR
    std::string file_pointers;
    /// how the processes of a communicator are arranged for repair
    LayoutChoice layout = LayoutChoice::flat;
    /// how many ranks a local of a hierarchical layout has: K, auto or node
    int local_size = 0;
    /// communicators of fewer ranks stay flat
    int layout_threshold = 8;
    /// what is done for a lost rank, in this order: spare,respawn,shrink
    std::string recovery = "spare,shrink";
    /// start N processes more, for the places of lost ranks
    int spares = 0;
    /// how long survivors may poll in vain after a loss (0: for ever)
    int stall_after = 60;
    /// whether those who connect to ports of this program are protected
    PortsChoice ports = PortsChoice::protect;
    /// how long the two sides of a spawn wait for each other after a death
    int spawn_patience = 120;
    /// exit status of a program that the policy abort ends
    int abort_code = 84;
    /// kill ranks for a test: 3@2.5s, 5@call:MPI_Reduce:10, 5@repair:1
    std::string kill;
    /// kill ranks at random: exp:mean=20s,seed=7,max=3
    std::string kill_random;
    /// planned kills come also in attempts that --restarts has started
    bool kill_again = false;
    /// write what happened to FILE (JSON) at the end
    std::string report;
    /// every rank appends what happens to a file in DIR
    std::string records;
    /// no lines about losses and repairs and no summary
    bool quiet = false;
    /// lines from every rank, also about skipped calls; print the mpirun command
    bool verbose = false;
    /// print the effective options and where they come from
    bool dump_config = false;
};

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
    option("disable", "CLOSERANKS_DISABLE", "yes or no", &Options::disable),
    option("config", "CLOSERANKS_CONFIG", "a path", &Options::config),
    option("policy", "CLOSERANKS_POLICY", "a text", &Options::policy),
    option("strict", "CLOSERANKS_STRICT", "yes or no", &Options::strict),
    option("lenient", "CLOSERANKS_LENIENT", "yes or no", &Options::lenient),
    choice("commit", "CLOSERANKS_COMMIT", "agreed or optimistic", &Options::commit, commit_words),
    integer("run_ahead", "CLOSERANKS_RUN_AHEAD", "0 to 1000000000", &Options::run_ahead, 0,
            1000000000, {}),
    choice("io", "CLOSERANKS_IO", "independent or collective", &Options::io, io_words),
    option("file_pointers", "CLOSERANKS_FILE_POINTERS", "a path", &Options::file_pointers),
    choice("layout", "CLOSERANKS_LAYOUT", "flat or hierarchical or auto", &Options::layout,
           layout_words),
    integer("local_size", "CLOSERANKS_LOCAL_SIZE", "0 to 1000000, or auto, or node",
            &Options::local_size, 0, 1000000, local_size_names),
    integer("layout_threshold", "CLOSERANKS_LAYOUT_THRESHOLD", "0 to 1000000000",
            &Options::layout_threshold, 0, 1000000000, {}),
    option("recovery", "CLOSERANKS_RECOVERY", "a text", &Options::recovery),
    integer("spares", "CLOSERANKS_SPARES", "0 to 1000000", &Options::spares, 0, 1000000, {}),
    integer("stall_after", "CLOSERANKS_STALL_AFTER", "0 to 1000000", &Options::stall_after, 0,
            1000000, {}),
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

/// Variables with our prefix that the library neither reads nor warns about: those of the launcher
/// and of the tools.
inline constexpr std::array foreign_variables = {
    std::string_view("CLOSERANKS_PROGRESS"),          // launcher
    std::string_view("CLOSERANKS_DRY_RUN"),           // launcher
    std::string_view("CLOSERANKS_KEEP_RECORDS"),      // launcher
    std::string_view("CLOSERANKS_NO_KEEPER"),         // launcher
    std::string_view("CLOSERANKS_DETECTOR"),          // launcher
    std::string_view("CLOSERANKS_NODE_TIMEOUT"),      // launcher
    std::string_view("CLOSERANKS_ALLOW_ROOT"),        // launcher
    std::string_view("CLOSERANKS_RESTARTS"),          // launcher
    std::string_view("CLOSERANKS_EXIT_STATUS"),       // launcher
    std::string_view("CLOSERANKS_ALLOW_UNPROTECTED"), // launcher
    std::string_view("CLOSERANKS_BUILD"),             // tools
    std::string_view("CLOSERANKS_CACHE"),             // tools
    std::string_view("CLOSERANKS_INSTALLATION"),      // tools
    std::string_view("CLOSERANKS_KEEPER"),            // tools
    std::string_view("CLOSERANKS_LAUNCHER"),          // tools
    std::string_view("CLOSERANKS_MPIRUN_RECORD"),     // tools
    std::string_view("CLOSERANKS_ROOT"),              // tools
};

inline constexpr std::array foreign_prefixes = {
    std::string_view("CLOSERANKS_TEST_"), // tools
};

} // namespace closeranks
