#include "runtime/processes/failure_news.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <vector>

namespace closeranks {

namespace {

/// All live objects, for the progress engine, whose callbacks take no argument.
struct Register {
    Mutex<LockRank::leaf> mutex;
    std::vector<FailureNews *> news;
};

Register &all_news() noexcept {
    static NeverDestroyed<Register> it;
    return it.value;
}

/// Called while the MPI waits.
int tell_all() noexcept {
    Register &all = all_news();
    const std::scoped_lock lock(all.mutex);
    for (FailureNews *const news : all.news)
        news->tell();
    return 0;
}

} // namespace

FailureNews::FailureNews(Group local) noexcept : local_(std::move(local)) {
    if (!runtime().progresses) return; // this MPI has no cheap count of failures
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
    int rank = 0;
    static_cast<void>(real.Group_rank(local_.get(), &rank));
    const std::vector<int> on_this_side = failed_ranks(Members::own_job(), local_.get());
    const auto below = std::count_if(on_this_side.begin(), on_this_side.end(),
                                     [rank](int other) { return other < rank; });
    if (below != rank) return; // a process of lower rank lives
    static_cast<void>(tell_of_failures(Members::failed_in_own_job()));
}

} // namespace closeranks
