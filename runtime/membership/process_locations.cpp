#include "runtime/membership/process_locations.hpp"

#include "runtime/membership/members.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <map>
#include <unistd.h>

namespace closeranks {

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
                       Members::own_job()) != MPI_SUCCESS) {
        by_process.assign(by_process.size(), Location{});
        if (to_be_protected) static_cast<void>(real.Comm_revoke(Members::own_job()));
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

std::vector<HostName> ProcessLocations::hosts_of(MPI_Group group) const {
    std::vector<HostName> names;
    if (!known_to_all_) return names;
    for (const ProcessId process : members().processes_of(group))
        names.push_back(of(process).host);
    return names;
}

std::vector<std::string> ProcessLocations::hosts() const {
    std::vector<std::string> names;
    for (const Place &place : by_process_)
        names.emplace_back(hosts_[place.host].data());
    return names;
}

} // namespace closeranks
