#include "runtime/openmpi/child_settings.hpp"

#include "runtime/openmpi/launch.hpp"

#include <cstdlib>
#include <sstream>

namespace closeranks {

namespace {

constexpr char separator = '\x1e'; // the record separator, because values may have several lines

} // namespace

void pack(std::string &packed, Precedence when, std::string_view setting) {
    packed.append(1, static_cast<char>(when)).append(setting).push_back(separator);
}

std::vector<PackedSetting> unpack(std::string_view packed) {
    std::vector<PackedSetting> settings;
    std::istringstream words{std::string(packed)};
    for (std::string word; std::getline(words, word, separator);)
        if (word.find('=') != std::string::npos)
            settings.push_back({static_cast<Precedence>(word.front()), word.substr(1)});
    return settings;
}

void take_over_settings() {
    const char *const packed = is_spawned() ? secure_getenv(inherited_settings) : nullptr;
    if (packed == nullptr) return;
    for (const auto &[when, setting] : unpack(packed)) {
        const std::size_t equals = setting.find('=');
        setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1,
               when == Precedence::in_any_case ? 1 : 0);
    }
}

} // namespace closeranks
