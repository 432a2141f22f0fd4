// Generated from spec/options.json by generator/, do not edit.
#pragma once

#include "runtime/run/option_value.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace closeranks {

enum class CommitChoice : std::uint8_t { agreed, optimistic };
inline constexpr std::array<std::string_view, 2> commit_words = {"agreed", "optimistic"};
enum class IoChoice : std::uint8_t { independent, collective };
inline constexpr std::array<std::string_view, 2> io_words = {"independent", "collective"};
enum class LayoutChoice : std::uint8_t { flat };
inline constexpr std::array<std::string_view, 1> layout_words = {"flat"};
enum class RecoveryChoice : std::uint8_t { shrink };
inline constexpr std::array<std::string_view, 1> recovery_words = {"shrink"};
enum class PortsChoice : std::uint8_t { protect, pass };
inline constexpr std::array<std::string_view, 2> ports_words = {"protect", "pass"};

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
    /// how far ranks may run ahead of a root that they contribute to
    int run_ahead = 1000;
    /// how collective calls write files: each rank for itself, or buffered together
    IoChoice io = IoChoice::independent;
    /// keep the shared pointers of files in directory DIR
    std::string file_pointers;
    /// how the processes of a communicator are arranged for repair
    LayoutChoice layout = LayoutChoice::flat;
    /// what becomes of a missing rank
    RecoveryChoice recovery = RecoveryChoice::shrink;
    /// how long survivors may poll in vain after a loss (0: for ever)
    int stall_after = 60;
    /// whether those who connect to ports of this program are protected
    PortsChoice ports = PortsChoice::protect;
    /// how long spawned processes wait in MPI_Init for their parents
    int spawn_patience = 120;
    /// exit status of a program that the policy abort ends
    int abort_code = 84;
    /// kill ranks for a test: 3@2.5s, 5@call:MPI_Reduce:10, 5@repair:1
    std::string kill;
    /// kill ranks at random: exp:mean=20s,seed=7,max=3
    std::string kill_random;
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

/// What Config works with: a row for each of them.
inline constexpr std::array option_table = {
    plain_row<&Options::disable>("disable", "CLOSERANKS_DISABLE", "yes or no"),
    plain_row<&Options::config>("config", "CLOSERANKS_CONFIG", "a path"),
    plain_row<&Options::policy>("policy", "CLOSERANKS_POLICY", "a text"),
    plain_row<&Options::strict>("strict", "CLOSERANKS_STRICT", "yes or no"),
    plain_row<&Options::lenient>("lenient", "CLOSERANKS_LENIENT", "yes or no"),
    choice_row<&Options::commit, commit_words>("commit", "CLOSERANKS_COMMIT",
                                               "agreed or optimistic"),
    integer_row<&Options::run_ahead, 0, 1000000000>("run_ahead", "CLOSERANKS_RUN_AHEAD",
                                                    "0 to 1000000000"),
    choice_row<&Options::io, io_words>("io", "CLOSERANKS_IO", "independent or collective"),
    plain_row<&Options::file_pointers>("file_pointers", "CLOSERANKS_FILE_POINTERS", "a path"),
    choice_row<&Options::layout, layout_words>("layout", "CLOSERANKS_LAYOUT", "flat"),
    choice_row<&Options::recovery, recovery_words>("recovery", "CLOSERANKS_RECOVERY", "shrink"),
    integer_row<&Options::stall_after, 0, 1000000>("stall_after", "CLOSERANKS_STALL_AFTER",
                                                   "0 to 1000000"),
    choice_row<&Options::ports, ports_words>("ports", "CLOSERANKS_PORTS", "protect or pass"),
    integer_row<&Options::spawn_patience, 1, 1000000>("spawn_patience", "CLOSERANKS_SPAWN_PATIENCE",
                                                      "1 to 1000000"),
    integer_row<&Options::abort_code, 1, 255>("abort_code", "CLOSERANKS_ABORT_CODE", "1 to 255"),
    plain_row<&Options::kill>("kill", "CLOSERANKS_KILL", "a text"),
    plain_row<&Options::kill_random>("kill_random", "CLOSERANKS_KILL_RANDOM", "a text"),
    plain_row<&Options::report>("report", "CLOSERANKS_REPORT", "a path"),
    plain_row<&Options::records>("records", "CLOSERANKS_RECORDS", "a path"),
    plain_row<&Options::quiet>("quiet", "CLOSERANKS_QUIET", "yes or no"),
    plain_row<&Options::verbose>("verbose", "CLOSERANKS_VERBOSE", "yes or no"),
    plain_row<&Options::dump_config>("dump_config", "CLOSERANKS_DUMP_CONFIG", "yes or no"),
};

/// Variables with our prefix that the library neither reads nor warns about: those of the launcher
/// and of the tools.
inline constexpr std::array foreign_variables = {
    std::string_view("CLOSERANKS_DRY_RUN"),           // launcher
    std::string_view("CLOSERANKS_KEEP_RECORDS"),      // launcher
    std::string_view("CLOSERANKS_NO_KEEPER"),         // launcher
    std::string_view("CLOSERANKS_DETECTOR"),          // launcher
    std::string_view("CLOSERANKS_NODE_TIMEOUT"),      // launcher
    std::string_view("CLOSERANKS_ALLOW_ROOT"),        // launcher
    std::string_view("CLOSERANKS_EXIT_STATUS"),       // launcher
    std::string_view("CLOSERANKS_ALLOW_UNPROTECTED"), // launcher
    std::string_view("CLOSERANKS_BUILD"),             // tools
    std::string_view("CLOSERANKS_CACHE"),             // tools
    std::string_view("CLOSERANKS_INSTALLATION"),      // tools
    std::string_view("CLOSERANKS_KEEPER"),            // tools
    std::string_view("CLOSERANKS_LAUNCHER"),          // tools
    std::string_view("CLOSERANKS_ROOT"),              // tools
};

inline constexpr std::array foreign_prefixes = {
    std::string_view("CLOSERANKS_TEST_"), // tools
};

} // namespace closeranks
