// What comes from outside, taken apart under the address and undefined-behaviour sanitizers: the
// options of the environment and of a config file, kill plans, policies, and what a stranger may
// say to a process that joins it. The first byte chooses.

#include "runtime/communicators/side_message.hpp"
#include "runtime/core/process_name.hpp"
#include "runtime/processes/join_line.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/kill_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace closeranks;

constexpr int size = 8;

void expect(bool is_so) {
    if (!is_so) std::abort();
}

void options(std::string_view text) {
    std::vector<std::string> problems;
    std::vector<std::string> entries;
    for (const std::string_view line : split(text, '\n'))
        entries.push_back("CLOSERANKS_" + std::string(line));
    std::vector<const char *> environment;
    for (const std::string &entry : entries)
        // A config file would be any of this machine.
        if (!entry.starts_with("CLOSERANKS_CONFIG=")) environment.push_back(entry.c_str());
    environment.push_back(nullptr);
    const Config config = Config::read(environment.data(), problems);
    expect(config.abort_code >= 1 && config.abort_code <= 255);
    expect(!config.dump().empty());
}

void config_file(std::string_view text) {
    static const std::string path = [] {
        const char *const folder = std::getenv("TMPDIR");
        return std::string(folder != nullptr ? folder : ".") + "/fuzzed.conf";
    }();
    std::ofstream(path, std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
    const std::string variable = "CLOSERANKS_CONFIG=" + path;
    const std::array<const char *, 2> environment{variable.c_str(), nullptr};
    std::vector<std::string> problems;
    static_cast<void>(Config::read(environment.data(), problems));
}

void kills(std::string_view text) {
    for (const std::string_view item : split(text, ',')) {
        Kill kill;
        if (!parse_kill(item, size, kill).empty()) continue;
        expect(kill.rank >= 0 && kill.rank < size && kill.count > 0 && kill.seconds >= 0);
    }
    KillLaw law;
    if (!parse_kill_law(text, law).empty()) return;
    expect(law.scale > 0 && law.shape > 0);
    expect(draw_kills(law, size).size() <= size);
}

void policies(std::string_view text) {
    std::vector<std::string> problems;
    Policies table = default_policies;
    read_policies(text, table, problems);
}

void join(std::string_view text) {
    JoinLine line;
    std::copy_n(text.begin(), std::min(text.size(), line.bytes().size()), line.bytes().begin());
    const auto said = line.text();
    if (!said) return;
    const ProcessName name = ProcessName::parse(*said);
    if (name.can_be() && name.is_in_this_world()) expect(name.rank < runtime().size);
}

void side_message(std::string_view text) {
    SideMessage received;
    const std::size_t whole = static_cast<std::size_t>(received.length()) * sizeof(int);
    std::copy_n(text.data(), std::min(text.size(), whole),
                reinterpret_cast<char *>(received.data()));
    if (received.word() != SideMessage::known) return;
    const Side side = received.side();
    expect(side.leader >= 0 && static_cast<std::size_t>(side.leader) < side.members.size());
    for (const int member : side.members)
        expect(member >= 0 && member < size);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t length) {
    using Parser = void (*)(std::string_view);
    constexpr std::array<Parser, 6> parsers{options,  config_file, kills,
                                            policies, join,        side_message};
    if (length == 0) return 0;
    runtime().size = size;
    setenv("PMIX_NAMESPACE", "prterun-1@1", 1);
    // A copy of its own size, so that whoever reads beyond its end is seen.
    const std::vector<char> text(bytes + 1, bytes + length);
    parsers.at(bytes[0] % parsers.size())({text.data(), text.size()});
    return 0;
}
