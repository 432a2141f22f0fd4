#include "runtime/commit/repair.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/run/config.hpp"

#include "fake_mpi.hpp"
#include "fixture.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace closeranks {
namespace {

TEST(Repair, ThatCannotSucceedEndsTheProgramAndTheRecordsSayWhy) {
    const test::TemporaryFolder folder;
    const test::Replaced<&Real::Comm_shrink> shrink(
        [](MPI_Comm, MPI_Comm *) { return MPI_ERR_INTERN; });
    test::LoneSurvivor survivor(2, 0);
    const std::string named = "communicator " + std::to_string(survivor.identity.local_id());
    const auto end = [&] {
        Config config;
        config.records = folder / "";
        members().begin(false, 0);
        process_locations().gather(own_location(), false);
        runtime().report.start(config, 0, 1);
        repair(survivor, {});
    };
    EXPECT_EXIT(end(), testing::ExitedWithCode(84), named + " could not be repaired");
    const std::string records = test::contents(folder / "rank-0.jsonl");
    EXPECT_THAT(records, testing::HasSubstr("\"event\":\"ending\""));
    EXPECT_THAT(records, testing::HasSubstr("\"why\":\"" + named));
    EXPECT_THAT(records, testing::HasSubstr("\"code\":84"));
}

} // namespace
} // namespace closeranks
