#pragma once

#include "runtime/run/option_value.hpp"
#include "runtime/run/policy.hpp"

#include <array>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// The effective options: a field for each entry of spec/options.json (generated), read with the
/// precedence environment > file > profile > default.
struct Config : Options {
    /// Where an option's value comes from.
    enum class Source : std::uint8_t { preset, profile, file, environment, command_line };

    /// One policy for each function: the spec's, changed as the option `policy` says.
    Policies policies = default_policies;
    /// Each failure is an error, unless the options set another policy.
    Policies raising_policies = default_policies;
    /// While there are spares, and a resume point to go back to: what the loss spoils counts for
    /// nothing, so that nobody ends the program for it.
    Policies policies_before_resuming = default_policies;

    /// What takes the places of lost ranks (`recovery`): spares first, if `spares` is not 0, also
    /// where the list has `respawn` alone.
    bool recovers_by_spares = true;
    bool recovers_by_respawn = false;
    /// Whether anything can.
    [[nodiscard]] bool brings_back() const noexcept {
        return recovers_by_respawn || (recovers_by_spares && spares != 0);
    }

    /// Whether the launcher has started the job again (`restarts`).
    bool is_restart = false;

    /// Whether `strict` would end a program at a result that lacks something, whatever else is set.
    [[nodiscard]] bool would_end_if_strict(Function function) const;

    /// In the order of option_table.
    std::array<Source, option_table.size()> sources{};

    /// Reads environment and file. Problems (unknown name, bad value) are full sentences that name
    /// variable or file and line; the option keeps its value, and the program goes on.
    [[nodiscard]] static Config read(std::vector<std::string> &problems);

    /// The same with `environment` ("NAME=value", ended by nullptr) in place of the process's own.
    [[nodiscard]] static Config read(const char *const *environment,
                                     std::vector<std::string> &problems);

    /// True when environment, file or profile say something about the option.
    [[nodiscard]] bool is_set(std::string_view name) const noexcept;

    /// "my.conf:3: " when the option's value comes from line 3 of that file, or else nothing.
    [[nodiscard]] std::string place_of(std::string_view name) const;

    struct Item {
        std::string_view name;
        std::string value;
        const char *source; ///< "default", "profile", "file", "environment" or "command line"
    };
    /// Every option with its effective value.
    [[nodiscard]] std::vector<Item> list() const;

    /// "name = value  # source" for every option: a config file that gives the same options.
    [[nodiscard]] std::string dump() const;

  private:
    std::array<int, option_table.size()> lines{}; ///< in the file, where a value comes from it
    std::string launchers_sources;                ///< what the launcher says of variables

    void read_environment(const char *const *environment, std::vector<std::string> &problems);
    void read_file(std::istream &file, std::vector<std::string> &problems);
    void read_line(std::string_view line, int number, std::vector<std::string> &problems);
    /// What the option `profile` sets, where neither environment nor file do.
    void read_profile(std::vector<std::string> &problems);
    /// The spec's, those of `strict` or `lenient` instead, and then what `policy` says.
    void choose_policies(std::vector<std::string> &problems);
    void choose_recovery(std::vector<std::string> &problems);
    /// Where the launcher has the values from that it hands on by variables.
    void correct_sources();
    void assign(std::size_t row, std::string_view text, Source source, std::string_view place,
                std::vector<std::string> &problems);
};

/// Changes `policies` as `list` says: "Recv=ignore,MPI_Alltoall/contribution=error,*=abort";
/// without a kind, that of kind `peer`. Items that cannot be understood change nothing; for each a
/// full sentence goes into `problems`.
void read_policies(std::string_view list, Policies &policies, std::vector<std::string> &problems);

/// The same for what the program sets itself, as `item` says: in all tables, and it is noted as the
/// program's own. Returns whether it can be understood.
[[nodiscard]] bool read_own_policy(std::string_view item, LossPolicies &policies);

/// The pieces of `text` between `separator`s, without blanks around them and without empty ones.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

} // namespace closeranks
