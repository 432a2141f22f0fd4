// Processes that are started by those that survive, and that count who they are.

#include "scenario.hpp"

#include <filesystem>
#include <string>

namespace kill {
namespace {

/// The parents' shares add up at the child, which tells the sum to all parents.
void count_parents(Run &run, int round, MPI_Comm child) {
    const int count = block_length(round);
    const std::vector<long> mine = shares_of(run.rank, round, count);
    std::vector<long> of_child = blank(count);
    std::vector<long> sum = blank(count);
    MPI_Allreduce(mine.data(), of_child.data(), count, MPI_LONG, MPI_SUM, child);
    if (of_child != std::vector<long>(static_cast<std::size_t>(count)))
        run.wrong("round %d: the child's share is not zero", round);
    MPI_Bcast(sum.data(), count, MPI_LONG, 0, child);
    run.saw(round, contributors(run, round, sum), first(run.size));
}

template <bool multiple> void spawn(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        std::string name = std::filesystem::read_symlink("/proc/self/exe");
        std::string option(child_option);
        std::string number = std::to_string(round);
        char *arguments[] = {option.data(), number.data(), nullptr};
        MPI_Comm child = MPI_COMM_NULL;
        if (multiple) {
            char *commands[] = {name.data()};
            char **all_arguments[] = {arguments};
            const int one = 1;
            const MPI_Info info = MPI_INFO_NULL;
            MPI_Comm_spawn_multiple(1, commands, all_arguments, &one, &info, run.root,
                                    MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE);
        } else {
            MPI_Comm_spawn(name.c_str(), arguments, 1, MPI_INFO_NULL, run.root, MPI_COMM_WORLD,
                           &child, MPI_ERRCODES_IGNORE);
        }
        if (child == MPI_COMM_NULL) {
            run.saw(round, 0, 0);
            continue;
        }
        count_parents(run, round, child);
        MPI_Comm_disconnect(&child);
    }
}

const Scenario table[] = {
    {"MPI_Comm_spawn", Sight::made, spawn<false>},
    {"MPI_Comm_spawn_multiple", Sight::made, spawn<true>},
};

} // namespace

Scenarios spawned() { return table; }

int be_a_child(int round) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm parents = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parents);
    const int count = block_length(round);
    const std::vector<long> nothing(static_cast<std::size_t>(count));
    std::vector<long> sum = blank(count);
    MPI_Allreduce(nothing.data(), sum.data(), count, MPI_LONG, MPI_SUM, parents);
    MPI_Bcast(sum.data(), count, MPI_LONG, MPI_ROOT, parents);
    MPI_Comm_disconnect(&parents);
    MPI_Finalize();
    return 0;
}

} // namespace kill
