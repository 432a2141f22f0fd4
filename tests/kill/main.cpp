#include "scenario.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace kill;

namespace {

template <typename Visit> void for_each_scenario(Visit visit) {
    for (const Scenarios group : {reductions(), rooted(), all_to_all(), neighbours(), messages(),
                                  requests(), creations(), sides()})
        for (const Scenario &scenario : group)
            visit(scenario);
}

const Scenario *find(std::string_view name) {
    const Scenario *found = nullptr;
    for_each_scenario([&](const Scenario &scenario) {
        if (scenario.name == name) found = &scenario;
    });
    return found;
}

int usage() {
    std::fputs("usage: kill_matrix --list\n"
               "       kill_matrix SCENARIO [--root RANK] [--rounds COUNT]\n",
               stderr);
    return 2;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
        for_each_scenario([](const Scenario &scenario) {
            std::printf("%.*s\n", static_cast<int>(scenario.name.size()), scenario.name.data());
        });
        return 0;
    }
    const Scenario *scenario = argc >= 2 ? find(argv[1]) : nullptr;
    if (scenario == nullptr) return usage();
    int root = 0;
    int rounds = 6;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--root") == 0)
            root = std::atoi(argv[i + 1]);
        else if (std::strcmp(argv[i], "--rounds") == 0)
            rounds = std::atoi(argv[i + 1]);
        else
            return usage();
    }

    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Run run(rank, size, root % size, rounds, scenario->sight);
    scenario->body(run);
    run.print();
    MPI_Finalize();
    if (run.failed()) return 1;
    std::printf("ok: %.*s\n", static_cast<int>(scenario->name.size()), scenario->name.data());
    return 0;
}
