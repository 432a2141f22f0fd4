#include "runtime/run/record_file.hpp"
#include "runtime/run/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace closeranks {
namespace {

std::uint64_t &count(Tally &tally, Function function) {
    return tally[static_cast<std::size_t>(function)];
}

TEST(Summary, IsEmptyWhenNobodyWasLost) { EXPECT_TRUE(render({.size = 8, .seconds = 1}).empty()); }

TEST(Summary, TellsWhoWasLostAndWhatIsMissing) {
    Summary summary{.size = 8, .seconds = 12};
    summary.lost = {{3, "node07", 1234, 2.514, "killed by signal 9 (SIGKILL)"},
                    {5, "", 0, LostRank::never}};
    summary.repairs = {{{0}, 8, 7, 2.52, 0.0018}, {{0}, 7, 6, 9, 0.0021}};
    count(summary.totals.skipped, Function::Recv) = 3;
    count(summary.totals.skipped, Function::Send) = 12;
    count(summary.totals.incomplete, Function::Reduce) = 40;
    EXPECT_THAT(
        render(summary),
        testing::ElementsAre("summary: 2 of 8 ranks lost, 6 completed",
                             "  rank 3 (host node07, pid 1234), killed by signal 9 (SIGKILL), "
                             "noticed 2.51 s after MPI_Init",
                             "  rank 5, noticed at the end",
                             "  repairs: 2, 3.9 ms together, the longest 2.1 ms",
                             "  calls skipped, all ranks together: MPI_Send 12, MPI_Recv 3",
                             "  the result lacks, or repeats, what lost ranks should have brought "
                             "in calls that were skipped",
                             "  collectives without the lost ranks' contributions: "
                             "MPI_Reduce 40"));
}

TEST(Summary, TellsHowLongALossLasted) {
    Summary summary{.size = 8, .seconds = 12};
    const ReturnedRank first{{3, "a", 1, 2.5, "killed"}, 2.504, 0.002, {}, 8, "b", 7};
    const ReturnedRank second{{4, "a", 2, LostRank::never, "killed"}, 4, 0.002, {}, 9, "b", 8};
    summary.returned = {first, second};
    count(summary.totals.incomplete, Function::Allreduce) = 1;
    EXPECT_THAT(render(summary),
                testing::ElementsAre("summary: 2 losses made good, 0 of 8 ranks lost, 8 completed",
                                     "  rank 3 (host a, pid 1), killed, noticed 2.50 s after "
                                     "MPI_Init; back after 4.0 ms in process 8 (host b, pid 7)",
                                     "  rank 4 (host a, pid 2), killed; back 4.00 s after MPI_Init "
                                     "in process 9 (host b, pid 8)",
                                     "  collectives without the lost ranks' contributions, until "
                                     "they were recovered: MPI_Allreduce 1"));
}

TEST(Summary, TellsWhichResultsLackWhat) {
    Summary summary{.size = 8, .seconds = 12};
    summary.lost = {{3, "", 0, 2}};
    const CommunicatorLabel halo{4, "99.2", "ranks 2 to 5", "", "halo"};
    summary.lacking = {{Function::Reduce, halo, {3}, 40, 2.5, 120, 160}};
    count(summary.totals.incomplete, Function::Reduce) = 40;
    count(summary.totals.incomplete, Function::File_write_all) = 2;
    EXPECT_THAT(render(summary),
                testing::ElementsAre(
                    "summary: 1 of 8 ranks lost, 7 completed",
                    "  rank 3, noticed 2.00 s after MPI_Init",
                    "  MPI_Reduce on halo (ranks 2 to 5) lacked rank 3 in 40 calls from 2.50 s on: "
                    "120 of 160 contributions (75 %)",
                    "  collectives without the lost ranks' contributions: MPI_File_write_all 2",
                    "  a result that needs the parts of all ranks is wrong from then on; --strict "
                    "ends the program instead"));
    const nlohmann::json one = to_json(summary)["lacking"][0];
    EXPECT_EQ(one, nlohmann::json({{"function", "MPI_Reduce"},
                                   {"communicator", 4},
                                   {"name", "halo"},
                                   {"members", "ranks 2 to 5"},
                                   {"ranks", {3}},
                                   {"calls", 40},
                                   {"since", 2.5},
                                   {"until", nullptr},
                                   {"contributions", 120},
                                   {"expected", 160}}));
    const auto read = lacking_from_json(to_json(summary.lacking));
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].communicator.id, "99.2");
    EXPECT_EQ(describe(read[0], 8), describe(summary.lacking[0], 8));
}

TEST(Summary, TellsWhatLackedSomebodyUntilARecovery) {
    Summary summary{.size = 8, .seconds = 12};
    summary.returned = {{{3, "a", 1, 2.5, "killed"}, 2.6, 0.002, {}, 8, "b", 7}};
    summary.lacking = {
        {Function::Reduce, {0, "1", "", "", "MPI_COMM_WORLD"}, {3}, 1, 2.5, 7, 8, 2.6}};
    count(summary.totals.incomplete, Function::Reduce) = 1;
    EXPECT_EQ(render(summary).back(), "  MPI_Reduce on MPI_COMM_WORLD lacked rank 3 in 1 call from "
                                      "2.50 s until the recovery at 2.60 s");
    const auto read = lacking_from_json(to_json(summary.lacking));
    EXPECT_EQ(describe(read[0], 8), describe(summary.lacking[0], 8));
}

TEST(Summary, TellsOfWindows) {
    Summary summary{.size = 8, .seconds = 12};
    summary.lost = {{3, "", 0, 2}};
    summary.lacking = {
        {Function::Win_fence, {2, "9.0", "", "window halo"}, {3}, 6, 2.5},
        {Function::Win_wait, {1, "7.2", "ranks 2 to 5", "window 1 of MPI_Win_create"}, {3}, 1, 3}};
    summary.windows = {{"halo", "MPI_Win_allocate", {3}, 4096}, {"", "MPI_Win_create", {3, 5}, 16}};
    EXPECT_THAT(render(summary),
                testing::ElementsAre(
                    "summary: 1 of 8 ranks lost, 7 completed",
                    "  rank 3, noticed 2.00 s after MPI_Init",
                    "  MPI_Win_fence on window halo lacked rank 3 in 6 calls from 2.50 s on",
                    "  MPI_Win_wait on window 1 of MPI_Win_create (ranks 2 to 5) lacked rank 3 in "
                    "1 call from 3.00 s on",
                    "  window halo: the memory of rank 3 is lost, 4096 bytes",
                    "  a window of MPI_Win_create: the memory of ranks 3 and 5 is lost, 16 bytes"));
    const auto read = lacking_from_json(to_json(summary.lacking));
    EXPECT_EQ(describe(read[0], 8), describe(summary.lacking[0], 8));
    EXPECT_EQ(describe(window_from_json(to_json(summary.windows[1])), 8),
              describe(summary.windows[1], 8));
    summary.windows.assign(9, summary.windows[0]);
    EXPECT_EQ(render(summary).back(), "  and more windows, which the report names");
}

TEST(Summary, NamesAFewOfManyLackingResults) {
    Summary summary{.size = 8, .seconds = 12};
    summary.lost = {{3, "", 0, 2}};
    for (std::uint64_t id = 0; id < 20; ++id)
        summary.lacking.push_back({Function::Reduce, {id, std::to_string(id), ""}, {3}, 1, 2.5});
    EXPECT_EQ(render(summary).back(),
              "  and 12 more functions and communicators, which the report names");
}

TEST(Summary, TellsWhichBytesMayBeMissing) {
    AffectedFile file{.name = "/data/x", .ranks = {3}};
    EXPECT_EQ(describe(file), "file /data/x was open for writing when rank 3 was lost: what it had "
                              "not written is missing, unless others wrote it");
    file.ranks.push_back(5);
    file.gaps.push_back({.rank = 5, .begin = 96, .end = 128});
    EXPECT_EQ(describe(file), "file /data/x was open for writing when ranks 3 and 5 were lost: "
                              "what they had not written is missing, unless others wrote it; rank "
                              "5's bytes 96 to 127 may be missing");
    const Summary summary{.size = 8, .files = {file}};
    EXPECT_EQ(to_json(summary)["files"][0]["gaps"][0]["end"], 128);
}

TEST(Summary, BecomesJson) {
    Summary summary{.size = 4, .seconds = 2};
    summary.lost = {{1, "a", 7, LostRank::never}};
    count(summary.totals.passed, Function::Barrier) = 2;
    const nlohmann::json report = to_json(summary);
    EXPECT_EQ(report["format"], "closeranks-report");
    EXPECT_EQ(report["lost"][0]["rank"], 1);
    EXPECT_TRUE(report["lost"][0]["noticed"].is_null());
    EXPECT_EQ(report["passed_through"], nlohmann::json({{"MPI_Barrier", 2}}));
    EXPECT_TRUE(report["skipped"].empty());
}

TEST(Summary, RoundsToTheMicrosecond) {
    Summary summary{.size = 4, .seconds = 0.0005928739999999655};
    summary.lost = {{1, "a", 7, 0.12345678}};
    summary.repairs = {{.communicator = {0},
                        .size = 4,
                        .survivors = 3,
                        .at = 0.13,
                        .seconds = 0.0018000001,
                        .phases = {.voting = 0.0000004, .shrinking = 0.0012345678},
                        .function = Function::Reduce,
                        .missing = {1}}};
    const nlohmann::json report = to_json(summary);
    EXPECT_EQ(report["seconds"].dump(), "0.000593");
    EXPECT_EQ(report["lost"][0]["noticed"].dump(), "0.123457");
    const nlohmann::json &repair = report["repairs"][0];
    EXPECT_EQ(repair["seconds"].dump(), "0.0018");
    EXPECT_EQ(repair["function"], "MPI_Reduce");
    EXPECT_EQ(repair["missing"], nlohmann::json({1}));
    EXPECT_EQ(
        repair["phases"],
        nlohmann::json(
            {{"asking", nullptr}, {"voting", 0.0}, {"revoking", 0.0}, {"shrinking", 0.001235}}));
}

TEST(Describe, NamesOneFewOrMany) {
    const LostRank three{3, "node07", 1234, 1};
    const LostRank five{5, "node07", 1236, 1};
    EXPECT_EQ(describe({three}, 8), "rank 3 of 8 (host node07, pid 1234)");
    EXPECT_EQ(describe({three, five}, 8),
              "ranks 3 (host node07, pid 1234) and 5 (host node07, pid 1236) of 8");
    const std::vector<LostRank> many{three, five, {6, "a", 1, 1}, {7, "a", 2, 1}, {8, "a", 3, 1}};
    EXPECT_EQ(describe(many, 16), "ranks 3, 5, 6, 7 and 8 of 16");
}

TEST(RecordPath, KeepsSpawnedJobsApart) {
    EXPECT_EQ(record_path("/r", "prterun-vm-12@1", 3), "/r/rank-3.jsonl");
    EXPECT_EQ(record_path("/r", "prterun-vm-12@2", 3), "/r/job2-rank-3.jsonl");
    EXPECT_EQ(record_path("/r", "", 3), "/r/rank-3.jsonl");
    EXPECT_EQ(number_of_job("prterun-vm@home-12@34"), 34);
}

} // namespace
} // namespace closeranks
