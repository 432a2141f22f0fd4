#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace closeranks {

struct Options; // generated/options.hpp

/// Values of options and their text. The parsers change nothing and return false when the text is
/// not of the type.
[[nodiscard]] bool parse_value(std::string_view text, bool &value) noexcept;
[[nodiscard]] bool parse_value(std::string_view text, std::string &value);
[[nodiscard]] bool parse_integer(std::string_view text, int minimum, int maximum,
                                 int &value) noexcept;
[[nodiscard]] std::string show_value(bool value);
[[nodiscard]] std::string show_value(int value);
[[nodiscard]] std::string show_value(const std::string &value);

/// The position of `text` in `words`, or words.size().
[[nodiscard]] std::size_t find_word(std::string_view text,
                                    std::span<const std::string_view> words) noexcept;

/// One row of the option table (generated/options.hpp).
struct OptionRow {
    std::string_view name;        ///< in a config file
    std::string_view environment; ///< the environment variable
    std::string_view expected;    ///< what a value looks like, for messages
    bool (*set)(Options &options, std::string_view text);
    std::string (*show)(const Options &options);
};

/// A row for the yes-or-no, text or path option `Field`.
template <auto Field>
constexpr OptionRow plain_row(std::string_view name, std::string_view environment,
                              std::string_view expected) {
    return {
        name, environment, expected,
        [](Options &options, std::string_view text) { return parse_value(text, options.*Field); },
        [](const Options &options) { return show_value(options.*Field); }};
}

/// A row for the option `Field`, a number from Minimum to Maximum.
template <auto Field, int Minimum, int Maximum>
constexpr OptionRow integer_row(std::string_view name, std::string_view environment,
                                std::string_view expected) {
    return {name, environment, expected,
            [](Options &options, std::string_view text) {
                return parse_integer(text, Minimum, Maximum, options.*Field);
            },
            [](const Options &options) { return show_value(options.*Field); }};
}

/// A row for the option `Field`, an enumeration whose enumerators are called `Words`.
template <auto Field, const auto &Words>
constexpr OptionRow choice_row(std::string_view name, std::string_view environment,
                               std::string_view expected) {
    return {name, environment, expected,
            [](Options &options, std::string_view text) {
                const std::size_t i = find_word(text, Words);
                if (i == Words.size()) return false;
                options.*Field = static_cast<std::remove_cvref_t<decltype(options.*Field)>>(i);
                return true;
            },
            [](const Options &options) {
                return std::string(Words[static_cast<std::size_t>(options.*Field)]);
            }};
}

} // namespace closeranks
