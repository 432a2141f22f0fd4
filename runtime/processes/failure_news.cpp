#include "runtime/processes/failure_news.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <array>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// Communicators with all processes that can be on a side. A process in the place of a lost rank
/// was started in another job.
std::array<MPI_Comm, 2> where_processes_stand() noexcept {
    return {Members::own_job(), members().everybody()};
}

/// By mpirun's names. Before a process has joined the ranks, it knows its own job alone.
std::vector<Launched> failed_processes() {
    std::vector<Launched> failed;
    const auto [own, everybody] = where_processes_stand();
    for (const int number : failed_ranks(own, group_of(own).get()))
        failed.push_back({job_name(), ProcessId{number}});
    Group others;
    if (everybody == own || real.Comm_get_failed(everybody, others.out()) != MPI_SUCCESS)
        return failed;
    for (const ProcessId process : members().processes_of(others.get()))
        if (Launched one = launched_as(process); one.job != job_name())
            failed.push_back(std::move(one));
    return failed;
}

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
    std::set<int> below;
    for (MPI_Comm comm : where_processes_stand())
        for (const int other : failed_ranks(comm, local_.get()))
            if (other < rank) below.insert(other);
    if (std::ssize(below) != rank) return; // a process of lower rank lives
    static_cast<void>(tell_of_failures(failed_processes()));
}

} // namespace closeranks
