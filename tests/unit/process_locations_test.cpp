#include "runtime/membership/process_locations.hpp"

#include "runtime/membership/members.hpp"

#include "fake_mpi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace closeranks {
namespace {

Location at(const std::string &host, int pid) {
    Location location;
    std::copy(host.begin(), host.end(), location.host.begin());
    location.pid = pid;
    return location;
}

/// What the processes of the job say where they run.
std::vector<Location> said;

int size_of_job(MPI_Comm, int *size) {
    *size = static_cast<int>(said.size());
    return MPI_SUCCESS;
}

int gather_what_is_said(const void *, int, MPI_Datatype, void *all, int, MPI_Datatype, MPI_Comm) {
    std::copy(said.begin(), said.end(), static_cast<Location *>(all));
    return MPI_SUCCESS;
}

TEST(ProcessLocations, AreThoseThatEachProcessHasSaid) {
    said = {at("a", 10), at("b", 20), at("a", 11), at("", 0), at("b", 21)};
    const test::Replaced<&Real::Comm_size> size(&size_of_job);
    const test::Replaced<&Real::Allgather> allgather(&gather_what_is_said);
    const test::Replaced<&Real::Group_incl> incl(
        [](MPI_Group, int, const int *, MPI_Group *) { return MPI_SUCCESS; });
    members().begin(false, 0);
    ProcessLocations locations;
    locations.gather(said.front(), false);
    EXPECT_EQ(locations.hosts(), (std::vector<std::string>{"a", "b", "a", "", "b"}));
    for (std::size_t i = 0; i < said.size(); ++i) {
        const Location found = locations.of(ProcessId{static_cast<int>(i)});
        EXPECT_EQ(found.host, said[i].host);
        EXPECT_EQ(found.pid, said[i].pid);
    }
    members().end();
}

} // namespace
} // namespace closeranks
