// Reports on stdout the errors in the options of closeranks in the environment: one sentence per
// line. The launcher runs it before the program, so that a mistake is found before hours of
// computing.
//
//     closeranks-check-options [NUMBER OF RANKS]

#include "runtime/run/config.hpp"
#include "runtime/run/kill_plan.hpp"
#include "runtime/run/replica_map.hpp"

#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace closeranks;

void check_kills(const Config &config, int size, std::vector<std::string> &problems) {
    const auto add = [&](const char *option, const std::string &problem) {
        if (!problem.empty()) problems.push_back(config.place_of(option) + problem);
    };
    const int twins = static_cast<int>(split(config.replicate, ',').size());
    const auto replicas = ReplicaMap::read(config.replicate, size + twins);
    Kill kill;
    for (const std::string_view item : split(config.kill, ','))
        add("kill", parse_kill(item, size, kill, replicas ? &*replicas : nullptr));
    KillLaw law;
    if (!config.kill_random.empty()) add("kill_random", parse_kill_law(config.kill_random, law));
}

} // namespace

int main(int argc, char **argv) {
    constexpr int any_number = std::numeric_limits<int>::max() / 2;
    const int size = argc > 1 ? std::atoi(argv[1]) : any_number;
    std::vector<std::string> problems;
    const Config config = Config::read(problems);
    check_kills(config, size, problems);
    for (const std::string &problem : problems)
        std::cout << problem << '\n';
}
