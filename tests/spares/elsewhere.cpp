/* Processes that come back are on another host than those that died, as the store sees it: this
 * program says itself where a process is. Each rank has numbers that all change together.
 *
 *     elsewhere WHERE     WHERE: of checkpoints, as a store has it
 */
#include <closeranks/resume.hpp>
#include <closeranks/store.hpp>

#include <mpi-ext.h>

#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <vector>

/// In the place of the MPI's.
extern "C" int MPI_Get_processor_name(char *name, int *length) {
    int returning = 0;
    closeranks_returning(&returning);
    static const std::string host = returning != 0 ? "there" : "here";
    std::memcpy(name, host.c_str(), host.size() + 1);
    *length = static_cast<int>(host.size());
    return MPI_SUCCESS;
}

namespace {

constexpr int last = 12;
constexpr std::size_t count = 5000; // more than what the MPI sends without being asked

long long value(int rank, int step, std::size_t i) {
    return 1000LL * rank + 10LL * step + static_cast<long long>(i);
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    MPI_Init(&argc, &argv);
    int rank = 0;
    int step = 0;
    int restored = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<long long> numbers(count);
    bool is_right = true;
    {
        closeranks::Store store(MPI_COMM_WORLD, argv[1]);
        store.member(0, std::span(numbers));
        store.member(1, std::span(&step, 1));
        closeranks::come_back([&](closeranks_role) {
            step = 0;
            const int code = closeranks_store_restore(store.get(), CLOSERANKS_NEWEST);
            if (code == CLOSERANKS_ERR_RANK_LOST) throw closeranks::RankLost("within the restore");
            restored = step; // 0: there is no checkpoint
            for (std::size_t i = 0; i < count && restored != 0; ++i)
                is_right = is_right && numbers[i] == value(rank, step, i);
            for (step = restored; step < last;) {
                ++step;
                for (std::size_t i = 0; i < count; ++i)
                    numbers[i] = value(rank, step, i);
                store.commit(step);
            }
        });
    }
    std::printf("rank %d is %s, restored step %d\n", rank, is_right ? "right" : "wrong", restored);
    MPI_Finalize();
    return is_right ? 0 : 1;
}
