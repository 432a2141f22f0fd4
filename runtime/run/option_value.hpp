#pragma once

#include "generated/tables/options.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace closeranks {

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

/// Reads `text` into the field of the option; false when it is not of the type.
template <typename Value>
[[nodiscard]] bool assign(const Option<Value> &option, Options &options, std::string_view text) {
    return parse_value(text, options.*option.field);
}
[[nodiscard]] inline bool assign(const IntegerOption &option, Options &options,
                                 std::string_view text) {
    for (const NamedValue &named : option.names)
        if (text == named.name) return options.*option.field = named.value, true;
    return parse_integer(text, option.minimum, option.maximum, options.*option.field);
}
template <typename Choice>
[[nodiscard]] bool assign(const ChoiceOption<Choice> &option, Options &options,
                          std::string_view text) {
    const std::size_t i = find_word(text, option.words);
    if (i == option.words.size()) return false;
    options.*option.field = static_cast<Choice>(i);
    return true;
}

/// The text of the option's value.
template <typename Value>
[[nodiscard]] std::string show(const Option<Value> &option, const Options &options) {
    return show_value(options.*option.field);
}
[[nodiscard]] inline std::string show(const IntegerOption &option, const Options &options) {
    for (const NamedValue &named : option.names)
        if (options.*option.field == named.value) return std::string(named.name);
    return show_value(options.*option.field);
}
template <typename Choice>
[[nodiscard]] std::string show(const ChoiceOption<Choice> &option, const Options &options) {
    return std::string(option.words[static_cast<std::size_t>(options.*option.field)]);
}

/// An option, independent of the type of its value.
struct OptionRow {
    std::string_view name;        ///< in a config file
    std::string_view environment; ///< the environment variable
    std::string_view expected;    ///< the form of a value, for messages
    bool (*set)(Options &options, std::string_view text);
    std::string (*show)(const Options &options);
};

template <std::size_t position> constexpr OptionRow option_row() noexcept {
    constexpr const auto &option = std::get<position>(described_options);
    return {option.name, option.environment, option.expected,
            [](Options &options, std::string_view text) { return assign(option, options, text); },
            [](const Options &options) { return closeranks::show(option, options); }};
}

/// The rows with which Config works: one for each option.
inline constexpr auto option_table = []<std::size_t... position>(std::index_sequence<position...>) {
    return std::array{option_row<position>()...};
}
(std::make_index_sequence<std::tuple_size_v<decltype(described_options)>>{});

} // namespace closeranks
