#include "runtime/run/config.hpp"

#include "runtime/run/nearest.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <istream>
#include <sys/auxv.h>
#include <sys/stat.h>

extern "C" char **environ; // POSIX declares it in no header

namespace closeranks {

namespace {

constexpr std::string_view prefix = "CLOSERANKS_";
constexpr std::string_view report_of_launcher = "-"; // the launcher writes the report itself
// The launcher sets these two. The second one is "commit=command line,quiet=file".
constexpr std::string_view restart_variable = "CLOSERANKS_RESTART";
constexpr std::string_view sources_variable = "CLOSERANKS_SOURCES";

std::string_view trim(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The row of the table with this name (or variable), or option_table.size().
std::size_t find_row(std::string_view text, std::string_view OptionRow::*key) noexcept {
    const auto found = std::find_if(option_table.begin(), option_table.end(),
                                    [&](const OptionRow &row) { return row.*key == text; });
    return static_cast<std::size_t>(found - option_table.begin());
}

bool is_foreign(std::string_view variable) noexcept {
    return std::find(foreign_variables.begin(), foreign_variables.end(), variable) !=
               foreign_variables.end() ||
           std::any_of(foreign_prefixes.begin(), foreign_prefixes.end(),
                       [&](std::string_view start) { return variable.starts_with(start); });
}

/// True if the launcher uses this exit status for another meaning (verdict.py) than a policy that
/// ended the program.
bool is_taken(int status) noexcept {
    constexpr std::array taken{82, 83, 85, 86};
    return std::find(taken.begin(), taken.end(), status) != taken.end();
}

/// The place where a comment begins: "#" at the beginning or after a blank, so that values may
/// contain one. npos: there is none.
std::size_t find_comment(std::string_view line) noexcept {
    std::size_t at = line.find('#');
    while (at != std::string_view::npos && at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t')
        at = line.find('#', at + 1);
    return at;
}

std::string in_parentheses(std::string_view text) { return "(" + std::string(text) + ")"; }

/// A directory can be opened like a file, but has no lines.
bool is_directory(const std::string &path) noexcept {
    struct stat file {};
    return stat(path.c_str(), &file) == 0 && S_ISDIR(file.st_mode);
}

std::optional<Function> find_by_short_name(std::string_view name) {
    if (const auto function = find_function(name)) return function;
    return find_function("MPI_" + std::string(name));
}

/// The kind called `word`.
std::optional<PolicyKind> parse_kind(std::string_view word) noexcept {
    const std::size_t i = find_word(word, policy_kinds);
    return i < policy_kinds.size() ? std::optional(static_cast<PolicyKind>(i)) : std::nullopt;
}

/// The texts that may be written for `function` instead: "MPI_Alltoall/contribution=error"; empty:
/// it has no policy.
std::string suggest_policies(Function function, std::string_view word) {
    std::string text;
    for (std::size_t kind = 0; kind < policy_kinds.size(); ++kind) {
        if (!has_policy(function, static_cast<PolicyKind>(kind))) continue;
        text.append(text.empty() ? "" : " or ").append(function_name(function));
        if (kind != 0) text.append("/").append(policy_kinds[kind]);
        text.append("=").append(word);
    }
    return text;
}

void set_for_all(PolicyKind kind, Policy policy, Policies &policies) noexcept {
    for (std::size_t function = 0; function < function_count; ++function)
        if (has_policy(static_cast<Function>(function), kind))
            policies.set(static_cast<Function>(function), kind, policy);
}

/// Changes `policies` as `item` says; otherwise returns the error in `item` as a sentence.
std::string read_policy(std::string_view item, Policies &policies) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos)
        return "The policy " + in_parentheses(item) + " is not of the form function=policy.";
    const std::string_view what = trim(item.substr(0, equals));
    const std::size_t slash = std::min(what.find('/'), what.size());
    const std::string_view name = trim(what.substr(0, slash));
    const std::string_view kind_word =
        slash < what.size() ? trim(what.substr(slash + 1)) : policy_kinds.front();
    const std::string_view word = trim(item.substr(equals + 1));

    const auto policy = parse_policy(word);
    if (!policy)
        return "The policy of " + std::string(what) + " is " + in_parentheses(word) +
               "; it must be ignore, abort or error.";
    const auto kind = parse_kind(kind_word);
    if (!kind)
        return "The policy of " + std::string(what) + " is of no kind that closeranks knows " +
               in_parentheses(kind_word) + ".";
    if (name == "*") {
        set_for_all(*kind, *policy, policies);
        return {};
    }
    const auto function = find_by_short_name(name);
    if (!function)
        return "A policy is set for " + in_parentheses(name) +
               ", which is no MPI function that closeranks knows" + suggest_function(name) + ".";
    if (!has_policy(*function, *kind)) {
        const std::string others = suggest_policies(*function, word);
        return std::string("The function ") + function_name(*function) + " has no policy" +
               (others.empty() ? "."
                               : " of kind " + std::string(kind_word) + "; write " + others + ".");
    }
    policies.set(*function, *kind, *policy);
    return {};
}

const char *word_of(Config::Source source) noexcept {
    switch (source) {
    case Config::Source::file:
        return "file";
    case Config::Source::environment:
        return "environment";
    case Config::Source::command_line:
        return "command line";
    case Config::Source::profile:
        return "profile";
    case Config::Source::preset:
        break;
    }
    return "default";
}

} // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (true) {
        const std::size_t end = text.find(separator);
        if (const std::string_view piece = trim(text.substr(0, end)); !piece.empty())
            pieces.push_back(piece);
        if (end == std::string_view::npos) return pieces;
        text.remove_prefix(end + 1);
    }
}

void read_policies(std::string_view list, Policies &policies, std::vector<std::string> &problems) {
    for (std::string_view item : split(list, ','))
        if (std::string problem = read_policy(item, policies); !problem.empty())
            problems.push_back(std::move(problem));
}

bool read_own_policy(std::string_view item, LossPolicies &policies) {
    std::vector<std::string> problems;
    std::array<Policies, 2> changed{Policies({}), Policies({})}; // records which policies it sets
    for (std::size_t function = 0; function < function_count; ++function)
        for (std::size_t kind = 0; kind < policy_kinds.size(); ++kind)
            changed[1].set(static_cast<Function>(function), static_cast<PolicyKind>(kind),
                           Policy::abort);
    for (Policies *table : {&changed[0], &changed[1], &policies.for_good, &policies.for_now})
        read_policies(item, *table, problems);
    for (std::size_t i = 0; i < function_count; ++i)
        for (std::size_t j = 0; j < policy_kinds.size(); ++j) {
            const auto function = static_cast<Function>(i);
            const auto kind = static_cast<PolicyKind>(j);
            if (changed[0].of(function, kind) == changed[1].of(function, kind))
                policies.own[i][j] = true;
        }
    return problems.empty();
}

// A program that runs with more rights than its user (setuid) must not write to places that the
// user chooses.
Config Config::read(std::vector<std::string> &problems) {
    return read(getauxval(AT_SECURE) == 0 ? environ : nullptr, problems);
}

Config Config::read(const char *const *environment, std::vector<std::string> &problems) {
    Config config;
    // The environment is read first, because it may name the file. The file does not change options
    // that the environment has set.
    config.read_environment(environment, problems);
    if (!config.config.empty()) {
        if (is_directory(config.config))
            problems.push_back("The config file " + in_parentheses(config.config) +
                               " is a directory.");
        else if (std::ifstream file(config.config); file)
            config.read_file(file, problems);
        else
            problems.push_back("The config file " + in_parentheses(config.config) +
                               " cannot be read: " + std::strerror(errno) + ".");
    }
    if (config.report == report_of_launcher) config.report.clear();
    config.read_profile(problems);
    config.choose_policies(problems);
    config.choose_recovery(problems);
    config.correct_sources();
    return config;
}

void Config::correct_sources() {
    for (const std::string_view item : split(launchers_sources, ',')) {
        const std::size_t equals = std::min(item.size() - 1, item.find('='));
        const std::size_t row = find_row(item.substr(0, equals), &OptionRow::name);
        if (row == sources.size() || sources[row] != Source::environment) continue;
        for (const Source source : {Source::file, Source::command_line})
            if (item.substr(equals + 1) == word_of(source)) sources[row] = source;
    }
}

void Config::read_profile(std::vector<std::string> &problems) {
    for (const auto &[of, option, value] : profile_settings) {
        // A profile must not contradict options that the user has set.
        const bool contradicts = (option == "strict" && lenient) || (option == "lenient" && strict);
        if (of != profile || contradicts) continue;
        const std::size_t row = find_row(option, &OptionRow::name);
        if (sources[row] == Source::preset)
            assign(row, value, Source::profile, "profile", problems);
        else if (option == "policy") // the last item for a function wins
            policy = std::string(value) + "," + policy;
    }
}

void Config::choose_policies(std::vector<std::string> &problems) {
    const auto set_all = [](Policy wanted, Policies &all) {
        for (std::size_t kind = 0; kind < policy_kinds.size(); ++kind)
            set_for_all(static_cast<PolicyKind>(kind), wanted, all);
    };
    if (strict && lenient)
        problems.push_back(
            "The options --strict and --lenient are both set, and contradict each "
            "other: take one of them away (a program that continues does so as with neither).");
    else if (strict || lenient)
        set_all(strict ? Policy::abort : Policy::ignore, policies);
    set_all(Policy::ignore, policies_before_resuming);
    raising_policies = policies;
    if (!strict && !lenient) set_all(Policy::error, raising_policies);
    std::vector<std::string> own_problems;
    read_policies(policy, policies, own_problems);
    for (const std::string &problem : own_problems)
        problems.push_back(place_of("policy") + problem);
    std::vector<std::string> said_already;
    read_policies(policy, policies_before_resuming, said_already);
    read_policies(policy, raising_policies, said_already);
}

bool Config::would_end_if_strict(Function function) const {
    Config other = *this;
    other.strict = true;
    other.lenient = false;
    std::vector<std::string> problems;
    other.choose_policies(problems);
    return other.policies.of(function, PolicyKind::contribution) == Policy::abort;
}

void Config::choose_recovery(std::vector<std::string> &problems) {
    constexpr std::array<std::string_view, 4> modes{"replicate", "spare", "respawn", "shrink"};
    std::array<bool, modes.size()> chosen{};
    std::size_t least = 0;
    for (const std::string_view word : split(recovery, ',')) {
        const std::size_t mode = find_word(word, modes);
        if (mode < least || mode == modes.size()) {
            problems.push_back(
                place_of("recovery") + "The option recovery has " + in_parentheses(word) +
                (mode == modes.size() ? ", which is no way to recover" : " too late or twice") +
                ": it is replicate, or a list of spare, respawn and shrink, in this order.");
            return;
        }
        chosen[mode] = true;
        least = mode + 1;
    }
    recovers_by_respawn = chosen[2];
    // No process is started while a spare waits.
    recovers_by_spares = chosen[1] || recovers_by_respawn;
    if (spares != 0 && !recovers_by_spares)
        problems.push_back("The option recovery " + in_parentheses(recovery) +
                           " has no spare, so that the " + std::to_string(spares) +
                           " spares will not be used.");
    if (failures == FailuresChoice::program && (spares != 0 || recovers_by_respawn))
        problems.push_back(place_of("failures") +
                           "A program that handles failures itself cannot have its lost ranks "
                           "recovered: leave out --failures program, or --spares and --recovery.");
}

// getenv may be the program's own (bash has one), and not ready while this library is being
// preloaded.
void Config::read_environment(const char *const *environment, std::vector<std::string> &problems) {
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        const std::size_t equals = entry.find('=');
        if (!entry.starts_with(prefix) || equals == std::string_view::npos) continue;
        const std::string_view variable = entry.substr(0, equals);
        const std::string_view text = trim(entry.substr(equals + 1));
        const std::size_t row = find_row(variable, &OptionRow::environment);
        if (variable == restart_variable) {
            is_restart = !text.empty() && text != "0";
        } else if (variable == sources_variable) {
            launchers_sources = text;
        } else if (row == option_table.size()) {
            if (!is_foreign(variable))
                problems.push_back("The environment variable " + in_parentheses(variable) +
                                   " is no option of closeranks.");
        } else if (!text.empty()) {
            assign(row, text, Source::environment, variable, problems);
        }
    }
}

void Config::read_file(std::istream &file, std::vector<std::string> &problems) {
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
        read_line(line, number, problems);
}

void Config::read_line(std::string_view line, int number, std::vector<std::string> &problems) {
    const std::string place = config + ":" + std::to_string(number);
    line = trim(line.substr(0, find_comment(line)));
    if (line.empty()) return;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
        problems.push_back(place + ": The line " + in_parentheses(line) +
                           " is not of the form name = value.");
        return;
    }
    const std::string_view name = trim(line.substr(0, equals));
    const std::string_view text = trim(line.substr(equals + 1));
    if (std::find(launcher_options.begin(), launcher_options.end(), name) != launcher_options.end())
        return; // the launcher has read them before the start
    const std::size_t row = find_row(name, &OptionRow::name);
    if (row == option_table.size() || name == "config")
        problems.push_back(place + ": There is no option " + in_parentheses(name) +
                           " for a config file.");
    else if (!text.empty() && sources[row] != Source::environment) {
        assign(row, text, Source::file, place, problems);
        lines[row] = number;
    }
}

void Config::assign(std::size_t row, std::string_view text, Source source, std::string_view place,
                    std::vector<std::string> &problems) {
    const int abort_code_before = abort_code;
    if (!option_table[row].set(*this, text)) {
        problems.push_back(std::string(place) + ": The value " + in_parentheses(text) + " of " +
                           std::string(option_table[row].name) + " is not " +
                           std::string(option_table[row].expected) + ".");
    } else if (is_taken(abort_code)) {
        problems.push_back(std::string(place) + ": The exit status " + std::to_string(abort_code) +
                           " has another meaning for closeranks; name another one as abort_code.");
        abort_code = abort_code_before;
    } else {
        sources[row] = source;
    }
}

bool Config::is_set(std::string_view name) const noexcept {
    const std::size_t row = find_row(name, &OptionRow::name);
    return row < sources.size() && sources[row] != Source::preset;
}

std::string Config::place_of(std::string_view name) const {
    const std::size_t row = find_row(name, &OptionRow::name);
    if (row == lines.size() || lines[row] == 0) return {};
    return config + ":" + std::to_string(lines[row]) + ": ";
}

std::vector<Config::Item> Config::list() const {
    std::vector<Item> items;
    for (std::size_t row = 0; row < option_table.size(); ++row)
        items.push_back(
            {option_table[row].name, option_table[row].show(*this), word_of(sources[row])});
    return items;
}

std::string Config::dump() const {
    std::string text;
    for (const auto &[name, value, source] : list()) {
        if (!text.empty()) text += "\n";
        // A file cannot name another file, nor contain a value that would be a comment in it.
        if (name == "config" || find_comment(value) != std::string::npos) text += "# ";
        text.append(name).append(" = ").append(value).append("  # ").append(source);
    }
    return text;
}

} // namespace closeranks
