#include "runtime/membership/foreign_processes.hpp"

#include "runtime/membership/members.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/support/group_ranks.hpp"

#include <mutex>
#include <utility>

namespace closeranks {

namespace {

int size_of(MPI_Group group) noexcept {
    int size = 0;
    static_cast<void>(real.Group_size(group, &size));
    return size;
}

/// The members of `group` that are not in MPI_COMM_WORLD.
Group outside_of_world(MPI_Group group) noexcept {
    Group outside;
    static_cast<void>(real.Group_difference(group, members().known(), outside.out()));
    return outside;
}

} // namespace

Connections ForeignProcesses::connections() const noexcept {
    const std::scoped_lock lock(mutex_);
    Connections living;
    std::erase_if(connections_, [&](const std::weak_ptr<Connection> &one) {
        if (auto connection = one.lock()) {
            living.push_back(std::move(connection));
            return false;
        }
        return true;
    });
    return living;
}

void ForeignProcesses::add(MPI_Comm handle, Connection connection) noexcept {
    auto shared = std::make_shared<Connection>(std::move(connection));
    const Group others = outside_of_world(group_of(shared->both.get()).get());
    const std::scoped_lock lock(mutex_);
    Group all;
    static_cast<void>(
        real.Group_union(known_ ? known_.get() : MPI_GROUP_EMPTY, others.get(), all.out()));
    known_ = std::move(all);
    count_ = size_of(known_.get());
    connections_.push_back(shared);
    opened_.push_back({handle, std::move(shared)});
}

void ForeignProcesses::disconnect(MPI_Comm handle) noexcept {
    if (handle == parents) parents = MPI_COMM_NULL;
    const std::scoped_lock lock(mutex_);
    std::erase_if(opened_, [&](const Opened &one) { return one.handle == handle; });
}

void ForeignProcesses::clear() noexcept {
    for (const auto &connection : connections())
        *connection = {};
    const std::scoped_lock lock(mutex_);
    opened_.clear();
    connections_.clear();
    known_.reset();
    count_ = 0;
}

Connections ForeignProcesses::connections_with(MPI_Group group) const noexcept {
    if (count_ == 0) return {};
    const Group outside = outside_of_world(group);
    Connections with_members = connections();
    std::erase_if(with_members, [&](const auto &connection) {
        Group there;
        static_cast<void>(real.Group_intersection(
            outside.get(), group_of(connection->both.get()).get(), there.out()));
        return size_of(there.get()) == 0;
    });
    return with_members;
}

void ForeignProcesses::number(MPI_Group group, std::span<int> numbers) const noexcept {
    if (count_ == 0) return;
    const std::scoped_lock lock(mutex_);
    const std::vector<int> places = translate_ranks(group, known_.get());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] == MPI_UNDEFINED && places[i] != MPI_UNDEFINED)
            numbers[i] = members().size() + places[i];
}

std::vector<int> ForeignProcesses::failed() const noexcept {
    if (count_ == 0) return {};
    Group all;
    for (const auto &connection : connections()) {
        Group failed;
        Group more;
        static_cast<void>(real.Comm_get_failed(connection->both.get(), failed.out()));
        static_cast<void>(
            real.Group_union(all ? all.get() : MPI_GROUP_EMPTY, failed.get(), more.out()));
        all = std::move(more);
    }
    if (!all) return {};
    const Group outside = outside_of_world(all.get());
    std::vector<int> numbers(static_cast<std::size_t>(size_of(outside.get())), MPI_UNDEFINED);
    number(outside.get(), numbers);
    return numbers;
}

int get_parents(MPI_Comm *parents) noexcept {
    const MPI_Comm ours = foreign_processes().parents;
    // A replacement process has no parents, because the rank whose place it has was not spawned.
    if (ours == MPI_COMM_NULL && !is_replacement()) return real.Comm_get_parent(parents);
    *parents = ours;
    return MPI_SUCCESS;
}

} // namespace closeranks
