#include "runtime/run/cause_of_death.hpp"

#include "runtime/openmpi/job_control.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace closeranks {
namespace {

constexpr ProcessId process{3};
constexpr auto *silence = "no word";

std::string cause_in(const std::string &records) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "keeper-rank-3.jsonl") << records;
    return cause_of_death(folder / "", process, silence);
}

TEST(CauseOfDeath, IsWhatTheKeeperWroteAtTheEnd) {
    EXPECT_EQ(cause_in("{\"event\":\"started\",\"rank\":3}\n"
                       "{\"event\":\"initialised\",\"cause\":\"none yet\"}\n"
                       "{\"event\":\"ended\",\"cause\":\"killed by signal 9 (SIGKILL)\"}\n"),
              "killed by signal 9 (SIGKILL)");
}

TEST(CauseOfDeath, IsInTheFileOfTheJobInWhichTheProcessWasStarted) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "keeper-rank-3.jsonl") << R"({"event":"ended","cause":"first"})"
                                                     "\n";
    std::ofstream(folder / "keeper-job7-rank-1.jsonl") << R"({"event":"ended","cause":"later"})"
                                                          "\n";
    jobs_of_ranks() = {
        {ProcessId{0}, "mpirun@1"}, {ProcessId{4}, "mpirun@5"}, {ProcessId{5}, "mpirun@7"}};
    EXPECT_EQ(cause_of_death(folder / "", ProcessId{3}, silence), "first");
    EXPECT_EQ(cause_of_death(folder / "", ProcessId{4}, silence), "");
    EXPECT_EQ(cause_of_death(folder / "", ProcessId{6}, silence), "later");
    jobs_of_ranks().clear();
}

TEST(CauseOfDeath, IsNotKnownBeforeTheKeeperHasWritten) {
    EXPECT_EQ(cause_in("{\"event\":\"started\",\"rank\":3}\n"), silence);
}

TEST(CauseOfDeath, IsNothingWithoutAKeeper) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(cause_of_death("", process, silence), "");
    EXPECT_EQ(cause_of_death(folder / "", process, silence), "");
    EXPECT_EQ(cause_in(""), "");
}

TEST(CauseOfDeath, PassesOverWhatIsDamaged) {
    EXPECT_EQ(cause_in("{\"event\":\"ended\",\"cau"), silence) << "the disk was full";
    for (const char *const line : {"[]", "7", "{}", "{\"event\":7}", "{\"event\":\"ended\"}",
                                   "{\"event\":\"ended\",\"cause\":7}", "\xff\xfe"})
        EXPECT_EQ(cause_in(std::string(line) + "\n{\"event\":\"ended\",\"cause\":\"a signal\"}\n"),
                  "a signal")
            << line;
}

} // namespace
} // namespace closeranks
