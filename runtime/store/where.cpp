#include "runtime/store/where.hpp"

#include <charconv>

namespace closeranks::store {

namespace {

constexpr int usual_group = 8;

/// Removes the text up to `end` from `text`, together with `end`, and returns it.
std::string_view take(std::string_view &text, char end) {
    const std::size_t at = text.find(end);
    const std::string_view taken = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return taken;
}

bool read_number(std::string_view text, int &number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0;
}

} // namespace

std::string Where::read(std::string_view text) {
    *this = {};
    do {
        if (std::string why = read_part(take(text, '+')); !why.empty()) return why;
    } while (!text.empty());
    if (copies > 0 && group > 0) return "it is either \"buddy\" or \"parity\"";
    if (group == 1) return "\"group=1\" leaves no rank that keeps parity";
    if (every > 1 && copies == 0 && group == 0)
        return "\"every\" needs \"buddy\" or \"parity\", which have those in between";
    return {};
}

std::string Where::read_part(std::string_view part) {
    const std::string_view kind = take(part, ':');
    if (kind == "buddy")
        copies = 1;
    else if (kind == "parity")
        group = usual_group;
    else if (kind != "file")
        return "\"" + std::string(kind) + "\" is none of buddy, parity, file";
    while (!part.empty())
        if (std::string why = read_setting(kind, take(part, ':')); !why.empty()) return why;
    if (kind == "file" && directory.empty()) return "\"file\" needs \"dir=PATH\"";
    return {};
}

std::string Where::read_setting(std::string_view kind, std::string_view setting) {
    std::string_view value = setting;
    const std::string_view name = take(value, '=');
    if (kind == "file" && name == "dir" && !value.empty()) {
        directory = value;
        return {};
    }
    if (int *const number = number_of(kind, name); number != nullptr && read_number(value, *number))
        return {};
    const char *const settings = kind == "file"    ? "dir=PATH, every=N, depth=N"
                                 : kind == "buddy" ? "copies=N, depth=N"
                                                   : "group=N, depth=N";
    return "\"" + std::string(setting) + "\" is no setting of \"" + std::string(kind) + "\" (" +
           settings + ")";
}

/// The setting `name`, if it is a number.
int *Where::number_of(std::string_view kind, std::string_view name) {
    if (name == "depth") return kind == "file" ? &depth_in_files : &depth;
    if (name == "every" && kind == "file") return &every;
    if (name == "copies" && kind == "buddy") return &copies;
    if (name == "group" && kind == "parity") return &group;
    return nullptr;
}

} // namespace closeranks::store
