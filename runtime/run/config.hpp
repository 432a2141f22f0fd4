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
    /// The origin of an option's value.
    enum class Source : std::uint8_t { preset, profile, file, environment, command_line };

    /// One policy for each function: the spec's, changed by the option `policy`.
    Policies policies = default_policies;
    /// Each failure is an error, unless the options set another policy.
    Policies raising_policies = default_policies;
    /// The policies while there are spares, and a resume point to go back to. Work that the loss
    /// spoils does not count, so no result ends the program because of it.
    Policies policies_before_resuming = default_policies;

    /// The ways in which lost ranks are recovered (`recovery`): by spares first, if `spares` is not
    /// 0, even where the list has only `respawn`.
    bool recovers_by_spares = true;
    bool recovers_by_respawn = false;
    /// True if lost ranks can be recovered in any way.
    [[nodiscard]] bool brings_back() const noexcept {
        return recovers_by_respawn || (recovers_by_spares && spares != 0);
    }

    /// Whether the launcher has started the job again (`restarts`).
    bool is_restart = false;

    /// True if `strict` would end a program at a result that lacks contributions, whatever else is
    /// set.
    [[nodiscard]] bool would_end_if_strict(Function function) const;

    /// In the order of option_table.
    std::array<Source, option_table.size()> sources{};

    /// Reads environment and file. Problems (unknown name, bad value) are full sentences that name
    /// variable or file and line; then the option keeps its value, and the program continues.
    [[nodiscard]] static Config read(std::vector<std::string> &problems);

    /// The same with `environment` ("NAME=value", ended by nullptr) in place of the process's own.
    [[nodiscard]] static Config read(const char *const *environment,
                                     std::vector<std::string> &problems);

    /// True when environment, file or profile set the option.
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
    /// The line in the file, for a value that comes from it.
    std::array<int, option_table.size()> lines{};
    std::string launchers_sources; ///< the origins of variables, as the launcher gives them

    void read_environment(const char *const *environment, std::vector<std::string> &problems);
    void read_file(std::istream &file, std::vector<std::string> &problems);
    void read_line(std::string_view line, int number, std::vector<std::string> &problems);
    /// Sets the options of `profile` that neither environment nor file set.
    void read_profile(std::vector<std::string> &problems);
    /// Sets the policies: the spec's, or those of `strict` or `lenient`, and then those of
    /// `policy`.
    void choose_policies(std::vector<std::string> &problems);
    void choose_recovery(std::vector<std::string> &problems);
    /// Sets the origins of values that the launcher hands on by variables.
    void correct_sources();
    void assign(std::size_t row, std::string_view text, Source source, std::string_view place,
                std::vector<std::string> &problems);
};

/// Changes `policies` as `list` says: "Recv=ignore,MPI_Alltoall/contribution=error,*=abort";
/// without a kind, the policy of kind `peer`. Items that cannot be understood change nothing; each
/// adds a full sentence to `problems`.
void read_policies(std::string_view list, Policies &policies, std::vector<std::string> &problems);

/// The same for a policy that the program sets itself, as `item` says: in all tables, and marked as
/// the program's own. Returns true if `item` can be understood.
[[nodiscard]] bool read_own_policy(std::string_view item, LossPolicies &policies);

/// The pieces of `text` between `separator`s, without blanks around them and without empty ones.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

} // namespace closeranks
