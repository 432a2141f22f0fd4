#include "runtime/processes/failure_news.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace closeranks {

namespace {

/// All that live, for the progress engine, whose callbacks take no argument.
struct Register {
    Mutex<LockRank::leaf> mutex;
    std::vector<FailureNews *> news;
};

Register &all_news() noexcept {
    static NeverDestroyed<Register> it;
    return it.value;
}

/// Called within the MPI's waits.
int tell_all() noexcept {
    Register &all = all_news();
    const std::scoped_lock lock(all.mutex);
    for (FailureNews *const news : all.news)
        news->tell();
    return 0;
}

/// The numbers that those of `group` have in `other`; MPI_UNDEFINED: none.
std::vector<int> numbers_in(MPI_Group other, MPI_Group group) noexcept {
    int size = 0;
    static_cast<void>(real.Group_size(group, &size));
    std::vector<int> own(static_cast<std::size_t>(size));
    std::iota(own.begin(), own.end(), 0);
    std::vector<int> numbers(own.size(), MPI_UNDEFINED);
    static_cast<void>(real.Group_translate_ranks(group, size, own.data(), other, numbers.data()));
    return numbers;
}

} // namespace

FailureNews::FailureNews(Group local) noexcept : local_(std::move(local)) {
    if (!runtime().progresses) return; // this MPI does not say cheaply how many have failed
    Register &all = all_news();
    {
        const std::scoped_lock lock(all.mutex);
        all.news.push_back(this);
        tell();
    }
    static_cast<void>(ProgressEngine::add_rarely(tell_all));
}

FailureNews::~FailureNews() {
    if (!runtime().progresses) return;
    Register &all = all_news();
    const std::scoped_lock lock(all.mutex);
    std::erase(all.news, this);
    if (all.news.empty()) ProgressEngine::remove(tell_all);
}

void FailureNews::tell() noexcept {
    const int known = FailedProcesses::count();
    if (known == told_) return;
    told_ = known;
    Group failed;
    if (real.Comm_get_failed(MPI_COMM_WORLD, failed.out()) != MPI_SUCCESS) return;
    int rank = 0;
    static_cast<void>(real.Group_rank(local_.get(), &rank));
    const std::vector<int> on_this_side = numbers_in(local_.get(), failed.get());
    const auto below = std::count_if(on_this_side.begin(), on_this_side.end(),
                                     [rank](int other) { return 0 <= other && other < rank; });
    if (below != rank) return; // somebody below lives
    Group job;
    static_cast<void>(real.Comm_group(MPI_COMM_WORLD, job.out()));
    std::vector<ProcessId> dead;
    for (const int number : numbers_in(job.get(), failed.get()))
        if (number != MPI_UNDEFINED) dead.push_back(ProcessId{number});
    static_cast<void>(tell_of_failures(dead));
}

} // namespace closeranks
