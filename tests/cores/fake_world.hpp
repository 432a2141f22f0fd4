#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/openmpi/failed_processes.hpp"

#include "tests/unit/fake_mpi.hpp"

#include <gtest/gtest.h>
#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <list>
#include <map>
#include <numeric>
#include <vector>

namespace closeranks::test {

/// A job of `size` processes, as process `rank` sees it: the local queries about groups,
/// communicators and failures. Messages and collectives are left to the test. The last processes
/// are spares.
class FakeWorld {
  public:
    FakeWorld(int size, int rank, int spares = 0) : self_(rank) {
        std::vector<int> all(static_cast<std::size_t>(size));
        std::iota(all.begin(), all.end(), 0);
        groups_[MPI_GROUP_EMPTY] = {};
        comms_[MPI_COMM_WORLD] = all;
        comms_[MPI_COMM_SELF] = {rank};
        runtime().rank = rank;
        runtime().size = size;
        lost_ranks().begin(0);
        members().begin(spares != 0, spares);
        put_list_of_failed();
    }
    ~FakeWorld() {
        runtime().quarantined_comms.clear();
        lost_ranks().begin(0);
        runtime().armed = false;
        members().end();
    }
    FakeWorld(const FakeWorld &) = delete;
    FakeWorld &operator=(const FakeWorld &) = delete;

    /// The process fails, and the MPI knows it.
    void fail(int process) {
        failed_.push_back(process);
        list_.size = static_cast<int>(failed_.size());
    }

    [[nodiscard]] MPI_Comm make_comm(std::vector<int> processes) {
        const MPI_Comm made = new_handle<MPI_Comm>(processes.size());
        comms_[made] = std::move(processes);
        return made;
    }
    [[nodiscard]] MPI_Group make_group(std::vector<int> processes) {
        const MPI_Group made = new_handle<MPI_Group>(processes.size());
        groups_[made] = std::move(processes);
        return made;
    }

    /// Makes `c` the protection of a communicator of these processes, all of them alive.
    void protect(Communicator &c, const std::vector<int> &processes, std::uint64_t global_id = 0) {
        c.size = static_cast<int>(processes.size());
        c.rank = place_in(processes, self_);
        c.identity.created({.global_id = global_id,
                            .handle = make_comm(processes),
                            .group = Group(make_group(processes))});
        c.messages = Comm(make_comm(processes));
        c.working = WorkingComm(Comm(make_comm(processes)));
    }

    int acknowledged = 0; ///< calls that acknowledge failures
    int translated = 0;   ///< calls that translate ranks

  private:
    /// The memory of a handle. A group of Open MPI has its size there.
    struct Memory {
        std::array<int, 4> before{};
        int size = 0;
        std::array<int, 8> behind{};
    };

    template <typename Handle> Handle new_handle(std::size_t size) {
        return reinterpret_cast<Handle>(
            &memories_.emplace_back(Memory{.size = static_cast<int>(size)}));
    }

    /// Where FailedProcesses looks for the failed processes.
    void put_list_of_failed() {
        void *const variable = dlsym(RTLD_DEFAULT, "ompi_group_all_failed_procs");
        if (variable == nullptr || !FailedProcesses::prepare())
            ADD_FAILURE() << "Open MPI's list of failed processes was not found";
        else
            *static_cast<Memory **>(variable) = &list_;
    }

    static int place_in(const std::vector<int> &processes, int process) {
        const auto found = std::find(processes.begin(), processes.end(), process);
        return found == processes.end() ? MPI_UNDEFINED
                                        : static_cast<int>(found - processes.begin());
    }

    int give(MPI_Group *group, std::vector<int> processes) {
        *group = make_group(std::move(processes));
        return MPI_SUCCESS;
    }
    [[nodiscard]] std::vector<int> failed_in(MPI_Comm comm) {
        std::vector<int> processes;
        for (const int process : comms_.at(comm))
            if (std::find(failed_.begin(), failed_.end(), process) != failed_.end())
                processes.push_back(process);
        return processes;
    }

    int self_;
    std::vector<int> failed_;
    std::list<Memory> memories_; ///< of handles
    Memory list_;
    std::map<MPI_Group, std::vector<int>> groups_;
    std::map<MPI_Comm, std::vector<int>> comms_;

    // The entry points, last: they are put back first.
    Replaced<&Real::Finalized> finalized_{[](int *flag) {
        *flag = 0;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Query_thread> query_thread_{[](int *level) {
        *level = MPI_THREAD_SINGLE;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Error_class> error_class_{[](int code, int *error_class) {
        *error_class = code;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_size> comm_size_{[this](MPI_Comm comm, int *size) {
        *size = static_cast<int>(comms_.at(comm).size());
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_rank> comm_rank_{[this](MPI_Comm comm, int *rank) {
        *rank = place_in(comms_.at(comm), self_);
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_group> comm_group_{
        [this](MPI_Comm comm, MPI_Group *group) { return give(group, comms_.at(comm)); }};
    Replaced<&Real::Comm_free> comm_free_{[this](MPI_Comm *comm) {
        comms_.erase(*comm);
        *comm = MPI_COMM_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_set_errhandler> set_errhandler_{
        [](MPI_Comm, MPI_Errhandler) { return MPI_SUCCESS; }};
    Replaced<&Real::Comm_get_failed> get_failed_{
        [this](MPI_Comm comm, MPI_Group *group) { return give(group, failed_in(comm)); }};
    Replaced<&Real::Comm_failure_ack> failure_ack_{[this](MPI_Comm) {
        ++acknowledged;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_size> group_size_{[this](MPI_Group group, int *size) {
        *size = static_cast<int>(groups_.at(group).size());
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_rank> group_rank_{[this](MPI_Group group, int *rank) {
        *rank = place_in(groups_.at(group), self_);
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_free> group_free_{[this](MPI_Group *group) {
        groups_.erase(*group);
        *group = MPI_GROUP_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Group_incl> group_incl_{
        [this](MPI_Group group, int count, const int *ranks, MPI_Group *made) {
            std::vector<int> processes;
            for (int i = 0; i < count; ++i)
                processes.push_back(groups_.at(group)[static_cast<std::size_t>(ranks[i])]);
            return give(made, std::move(processes));
        }};
    Replaced<&Real::Group_excl> group_excl_{
        [this](MPI_Group group, int count, const int *ranks, MPI_Group *made) {
            std::vector<int> left;
            for (std::size_t i = 0; i < groups_.at(group).size(); ++i)
                if (std::find(ranks, ranks + count, static_cast<int>(i)) == ranks + count)
                    left.push_back(groups_.at(group)[i]);
            return give(made, std::move(left));
        }};
    Replaced<&Real::Group_union> group_union_{
        [this](MPI_Group first, MPI_Group second, MPI_Group *made) {
            std::vector<int> processes = groups_.at(first);
            for (const int process : groups_.at(second))
                if (place_in(processes, process) == MPI_UNDEFINED) processes.push_back(process);
            return give(made, std::move(processes));
        }};
    Replaced<&Real::Group_translate_ranks> translate_ranks_{
        [this](MPI_Group from, int count, const int *ranks, MPI_Group to, int *result) {
            ++translated;
            for (int i = 0; i < count; ++i)
                result[i] =
                    place_in(groups_.at(to), groups_.at(from)[static_cast<std::size_t>(ranks[i])]);
            return MPI_SUCCESS;
        }};
};

} // namespace closeranks::test
