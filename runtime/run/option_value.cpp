#include "runtime/run/option_value.hpp"

#include <algorithm>
#include <charconv>

namespace closeranks {

bool parse_value(std::string_view text, bool &value) noexcept {
    for (std::string_view word : {"yes", "1", "true", "on"})
        if (text == word) return value = true;
    for (std::string_view word : {"no", "0", "false", "off"})
        if (text == word) return !(value = false);
    return false;
}

bool parse_value(std::string_view text, std::string &value) {
    value = text;
    return true;
}

bool parse_integer(std::string_view text, int minimum, int maximum, int &value) noexcept {
    int read = 0;
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, read);
    if (error != std::errc{} || rest != end || read < minimum || read > maximum) return false;
    value = read;
    return true;
}

std::string show_value(bool value) { return value ? "yes" : "no"; }
std::string show_value(int value) { return std::to_string(value); }
std::string show_value(const std::string &value) { return value; }

std::size_t find_word(std::string_view text, std::span<const std::string_view> words) noexcept {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), text) - words.begin());
}

} // namespace closeranks
