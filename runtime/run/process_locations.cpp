#include "runtime/run/process_locations.hpp"

#include "runtime/run/members.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unistd.h>

namespace closeranks {

namespace {

template <typename Values>
bool reduce(Values &values, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    int rank = 0;
    static_cast<void>(real.Comm_rank(comm, &rank));
    const bool here = rank == root;
    return real.Reduce(here ? MPI_IN_PLACE : values.data(), here ? values.data() : nullptr,
                       static_cast<int>(values.size()), type, op, root, comm) == MPI_SUCCESS;
}

/// Gathers one text of each member, in their order, at `root`.
bool gather(std::vector<std::string> &texts, int root, MPI_Comm comm) noexcept {
    int rank = 0;
    int members = 0;
    static_cast<void>(real.Comm_rank(comm, &rank));
    static_cast<void>(real.Comm_size(comm, &members));
    const std::string mine = texts.front();
    const int length = static_cast<int>(mine.size());
    std::vector<int> lengths(static_cast<std::size_t>(rank == root ? members : 0));
    if (real.Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, root, comm) != MPI_SUCCESS)
        return false;
    std::vector<int> places(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
    std::string all(static_cast<std::size_t>(std::reduce(lengths.begin(), lengths.end())), '\0');
    if (real.Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(),
                     MPI_CHAR, root, comm) != MPI_SUCCESS)
        return false;
    if (rank == root) texts.clear();
    for (std::size_t i = 0; i < lengths.size(); ++i)
        texts.push_back(
            all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(lengths[i])));
    return true;
}

} // namespace

Location own_location() noexcept {
    Location location;
    location.pid = getpid();
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    if (real.Get_processor_name(name.data(), &length) == MPI_SUCCESS)
        std::copy_n(name.data(), std::min<std::size_t>(name.size(), location.host.size() - 1),
                    location.host.data());
    return location;
}

ProcessLocations &process_locations() noexcept {
    static NeverDestroyed<ProcessLocations> of_this_process;
    return of_this_process.value;
}

void ProcessLocations::gather(const Location &own, bool to_be_protected) {
    std::vector<Location> by_process(static_cast<std::size_t>(members().processes()));
    const ErrorsReturn guard;
    if (real.Allgather(&own, sizeof own, MPI_BYTE, by_process.data(), sizeof own, MPI_BYTE,
                       MPI_COMM_WORLD) != MPI_SUCCESS) {
        by_process.assign(by_process.size(), Location{});
        if (to_be_protected) static_cast<void>(real.Comm_revoke(MPI_COMM_WORLD));
    }
    by_process[static_cast<std::size_t>(number_of(members().self()))] = own;
    set(by_process);
}

std::vector<Location> ProcessLocations::list() const {
    std::vector<Location> by_process;
    for (const Place &place : by_process_)
        by_process.push_back({hosts_[place.host], place.pid});
    return by_process;
}

void ProcessLocations::set(const std::vector<Location> &by_process) {
    hosts_.clear();
    by_process_.clear();
    by_process_.reserve(by_process.size());
    std::map<HostName, std::uint32_t> numbers;
    for (const Location &location : by_process) {
        const auto next = static_cast<std::uint32_t>(hosts_.size());
        const auto [found, is_new] = numbers.try_emplace(location.host, next);
        if (is_new) hosts_.push_back(location.host);
        by_process_.push_back({found->second, location.pid});
    }
}

Location ProcessLocations::of(ProcessId process) const noexcept {
    const Place &place = by_process_[static_cast<std::size_t>(number_of(process))];
    return {hosts_[place.host], place.pid};
}

std::vector<std::string> ProcessLocations::hosts() const {
    std::vector<std::string> names;
    for (const Place &place : by_process_)
        names.emplace_back(hosts_[place.host].data());
    return names;
}

bool sum_up(Totals &totals, std::vector<double> &times, std::vector<std::string> &texts, int root,
            MPI_Comm survivors) noexcept {
    const bool good = reduce(totals.skipped, MPI_UINT64_T, MPI_SUM, root, survivors) &&
                      reduce(totals.passed, MPI_UINT64_T, MPI_SUM, root, survivors) &&
                      reduce(totals.incomplete, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(totals.absent, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(totals.redone, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(times, MPI_DOUBLE, MPI_MIN, root, survivors) &&
                      gather(texts, root, survivors);
    // A process that fails here must not leave the others waiting for it. The agreement keeps all
    // processes until all know the result, so that none waits for one that has already left.
    if (!good) static_cast<void>(real.Comm_revoke(survivors));
    int agreed = good ? 1 : 0;
    static_cast<void>(real.Comm_agree(survivors, &agreed));
    return agreed != 0;
}

} // namespace closeranks
