#include "runtime/processes/respawn.hpp"

#include "runtime/commit/commit.hpp"
#include "runtime/communicators/recipes.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/quirks.hpp"
#include "runtime/processes/connection.hpp"
#include "runtime/processes/failure_news.hpp"
#include "runtime/processes/spawn.hpp"
#include "runtime/processes/spawn_limits.hpp"
#include "runtime/run/config.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/ulfm.hpp"
#include "runtime/support/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// A start that fails is repeated, because a failure meanwhile may be the cause; but not for ever.
constexpr int most_failures = 5;

constexpr int leader = 0;
constexpr int tag = 0;

/// The information for a new process, and the information about it for all others.
struct News {
    Members::Standing standing;
    std::vector<Location> locations; ///< of all processes
    std::string jobs;                ///< one line per job: its first process and its name
    int recoveries = 0;
    int is_optimistic = 0;
    double seconds = 0; ///< the report's clock

    void add_job(const JobOfRanks &job) {
        jobs += std::to_string(number_of(job.first)) + " " + job.name + "\n";
    }
};

Words words_of(const News &news) {
    Words words;
    const Members::Standing &standing = news.standing;
    append(std::array{standing.processes, number_of(standing.first_started), news.recoveries,
                      news.is_optimistic},
           words);
    for (const auto *processes : {&standing.by_rank, &standing.first_by_rank, &standing.living})
        append(*processes, words);
    static_assert(std::is_trivially_copyable_v<Location>);
    append(std::string_view(reinterpret_cast<const char *>(news.locations.data()),
                            news.locations.size() * sizeof(Location)),
           words);
    append(news.jobs, words);
    words.push_back(std::bit_cast<std::uint64_t>(news.seconds));
    return words;
}

News news_from(std::span<const std::uint64_t> words) {
    News news;
    Members::Standing &standing = news.standing;
    const std::vector<int> numbers = take_numbers(words);
    standing.processes = numbers[0];
    standing.first_started = ProcessId{numbers[1]};
    news.recoveries = numbers[2];
    news.is_optimistic = numbers[3];
    for (auto *processes : {&standing.by_rank, &standing.first_by_rank, &standing.living})
        *processes = take_processes(words);
    const std::string locations = take_text(words);
    news.locations.resize(locations.size() / sizeof(Location));
    std::memcpy(news.locations.data(), locations.data(), locations.size());
    news.jobs = take_text(words);
    news.seconds = std::bit_cast<double>(take(words));
    return news;
}

/// Rank 0 of `both` sends the information to the others; all send their locations.
int exchange(News &news, MPI_Comm both) {
    Words words = words_of(news);
    int code = share(words, 0, both);
    if (code != MPI_SUCCESS) return code;
    news = news_from(words);
    int size = 0;
    static_cast<void>(real.Comm_size(both, &size));
    std::vector<Location> here(static_cast<std::size_t>(size));
    const Location own = own_location();
    code = real.Allgather(&own, sizeof own, MPI_BYTE, here.data(), sizeof own, MPI_BYTE, both);
    for (std::size_t i = news.standing.living.size(); i < here.size(); ++i)
        news.locations.push_back(here[i]);
    return code;
}

/// True when all processes have the information they need: from then on the new processes belong to
/// the job.
bool agree_on_news(News &news, MPI_Comm both) {
    const int code = exchange(news, both);
    const bool is_alike = news.is_optimistic == static_cast<int>(runtime().optimistic);
    if (code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(both));
    return agree(both, code == MPI_SUCCESS && is_alike);
}

void settle(const News &news) {
    process_locations().set(news.locations);
    jobs_of_ranks().clear();
    std::istringstream jobs(news.jobs);
    std::string name;
    for (int first = 0; jobs >> first >> name;)
        jobs_of_ranks().push_back({ProcessId{first}, name});
}

/// Starts in a row that have failed.
constinit int failed_starts = 0;

/// A start has failed although no process failed: mpirun may know a host by another name.
constinit bool leaves_hosts_to_mpirun = false;

/// None of the started processes can be used. If all of `living` still live and have waited long,
/// later starts will fail as well. `seconds`: the time for which the leader has tried.
bool give_up(const std::string &job, MPI_Comm living, double seconds) {
    Runtime &w = runtime();
    if (!job.empty()) static_cast<void>(kill_job(job));
    constexpr double long_try = 5;
    int rank = 0;
    static_cast<void>(real.Comm_rank(living, &rank));
    const bool was_short = agree(living, rank != leader || seconds < long_try);
    const bool nobody_died = agree(living, !is_broken(living));
    if (nobody_died) leaves_hosts_to_mpirun = true;
    failed_starts = nobody_died && !was_short ? most_failures : failed_starts + 1;
    if (failed_starts == most_failures && rank == leader)
        w.report.say("no process can be started in the place of a lost one: MPI_Comm_spawn has "
                     "failed; from now on the survivors continue without lost ranks");
    return false;
}

/// True if the library chooses the hosts. Otherwise mpirun does, and takes the first one when all
/// slots have been given away once. False where Open MPI cannot start processes on other hosts
/// repeatedly.
bool chooses_hosts() {
    static const bool is_possible = !has(Quirk::connect_data) && !has(Quirk::forgotten_job);
    return is_possible && !leaves_hosts_to_mpirun;
}

StartPlaces places_of_missing(MPI_Comm living) {
    const std::vector<ProcessId> alive = members().processes_of(living);
    const std::vector<std::string> hosts = process_locations().hosts();
    const Bound bound = hosts_of_memory(own_recipes(), members().by_rank(), alive, hosts);
    const std::vector<ProcessId> by_rank =
        with_spares(members().by_rank(), alive, hosts, members().first_started(), bound);
    const bool is_one_host = std::set(hosts.begin(), hosts.end()).size() == 1;
    const bool chooses = chooses_hosts();
    StartPlaces places;
    for (const auto &[rank, host] : hosts_for_missing(by_rank, alive, hosts, bound))
        ++places[!is_one_host && (chooses || bound.contains(rank)) ? host : ""];
    return places;
}

/// One of `living` starts processes for the lost ranks and connects the others with them. So a
/// failure meanwhile does not disturb the start, unless that process fails. Returns the
/// communicator of all, or nothing.
Comm meet_started(MPI_Comm living, std::string &job) {
    int rank = 0;
    static_cast<void>(real.Comm_rank(living, &rank));
    Comm pair;
    Comm bridge;
    Comm sides;
    if (rank == leader) job = spawn_replacements(places_of_missing(living), pair);
    if (pair && real.Intercomm_merge(pair.get(), 0, bridge.out()) != MPI_SUCCESS)
        static_cast<void>(bridge.release());
    int code = MPI_ERR_SPAWN;
    if (agree(living, rank != leader || bridge)) {
        const FailureNews news(group_of(living));
        constexpr int first_started = 1; // in the bridge
        code = real.Intercomm_create(living, leader, bridge.get(), first_started, tag, sides.out());
        if (code != MPI_SUCCESS) {
            static_cast<void>(sides.release());
            // Other processes wait for this one in there.
            static_cast<void>(real.Comm_revoke(living));
        }
    }
    Comm both;
    if (agree(living, code == MPI_SUCCESS)) both = join_sides(sides.get(), 0);
    for (Comm *used : {&pair, &bridge, &sides})
        if (*used) runtime().quarantined_comms.add(std::move(*used));
    return both;
}

} // namespace

bool can_start_replacements() noexcept {
    return runtime().config.recovers_by_respawn && failed_starts < most_failures;
}

bool start_replacements(MPI_Comm living) noexcept {
    Runtime &w = runtime();
    if (!can_start_replacements()) return false;
    w.quarantined_comms.keep_all();
    int size = 0;
    static_cast<void>(real.Comm_size(living, &size));
    const int count = members().size() - size;
    const ErrorsReturn guard(living);
    const WaitingForChildren limit("The start of a process for a lost rank");
    const double begin = real.Wtime();
    std::string job;
    Comm both = meet_started(living, job);
    if (!both) return give_up(job, living, real.Wtime() - begin);
    News news{members().standing_among(living), process_locations().list(),     {},
              lost_ranks().recoveries(),        static_cast<int>(w.optimistic), w.report.seconds()};
    if (jobs_of_ranks().empty()) jobs_of_ranks().push_back({ProcessId{0}, job_of_ranks()});
    for (const JobOfRanks &known : jobs_of_ranks())
        news.add_job(known);
    news.add_job({ProcessId{members().processes()}, job});
    if (!agree_on_news(news, both.get())) {
        w.quarantined_comms.add(std::move(both));
        return give_up(job, living, real.Wtime() - begin);
    }
    failed_starts = 0;
    settle(news);
    Comm before = members().extend(std::move(both), count);
    if (before) w.quarantined_comms.add(std::move(before));
    return true;
}

bool join_ranks() noexcept {
    MPI_Comm parents = MPI_COMM_NULL;
    static_cast<void>(real.Comm_get_parent(&parents));
    if (parents == MPI_COMM_NULL) return false;
    runtime().quarantined_comms.keep_all();
    const ErrorsReturn guard(parents);
    Comm bridge;
    Comm sides;
    if (real.Intercomm_merge(parents, 1, bridge.out()) != MPI_SUCCESS) return false;
    static_cast<void>(real.Comm_set_errhandler(bridge.get(), MPI_ERRORS_RETURN));
    if (real.Intercomm_create(Members::own_job(), leader, bridge.get(), leader, tag, sides.out()) !=
        MPI_SUCCESS) {
        static_cast<void>(sides.release());
        return false;
    }
    Comm both = join_sides(sides.get(), 1);
    News news;
    for (Comm *used : {&bridge, &sides})
        runtime().quarantined_comms.add(std::move(*used));
    if (!both || !agree_on_news(news, both.get())) return false;
    Runtime &w = runtime();
    w.report.set_clock(news.seconds);
    lost_ranks().begin(news.recoveries);
    settle(news);
    members().join(std::move(both), std::move(news.standing));
    w.size = members().size(); // until now the size of its own job
    return true;
}

} // namespace closeranks
