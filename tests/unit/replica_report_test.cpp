#include "runtime/run/replica_report.hpp"

#include "runtime/run/config.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace closeranks {
namespace {

using Json = nlohmann::json;

std::vector<Json> events_in(const std::string &path) {
    std::vector<Json> found;
    std::istringstream lines(test::contents(path));
    for (std::string line; std::getline(lines, line);)
        found.push_back(Json::parse(line));
    return found;
}

TEST(ReplicaReport, RecordsByProcess) {
    const test::TemporaryFolder folder;
    Config config;
    config.records = folder / "";
    ReplicaReport report;
    report.start(config, 3, 9, 6);
    report.process_lost(2, 2);
    report.process_lost(2, 2);
    report.promoted();
    report.ending(84, "rank 2 has lost both its processes");
    report.left(1);
    report.finish(4096);
    const std::vector<Json> events = events_in(folder / "rank-9.jsonl");
    ASSERT_EQ(events.size(), 6U) << "a death is recorded once";
    EXPECT_EQ(events[0]["event"], "start");
    EXPECT_EQ(events[0]["rank"], 3);
    EXPECT_EQ(events[0]["process"], 9);
    EXPECT_EQ(events[0]["size"], 6);
    EXPECT_EQ(events[1]["event"], "process_lost");
    EXPECT_EQ(events[2]["event"], "promoted");
    EXPECT_EQ(events[3]["why"], "rank 2 has lost both its processes");
    EXPECT_EQ(events[4]["event"], "left");
    EXPECT_EQ(events[5]["event"], "finish");
    EXPECT_TRUE(events[5]["lost"].empty());
    EXPECT_EQ(events[5]["logged"], 4096);
}

TEST(ReplicaReport, IsSilentWithoutAFolder) {
    ReplicaReport report;
    report.process_lost(0, 0);
    report.finish(4096);
    report.start(Config{}, 0, 0, 1);
    report.finish(4096);
}

} // namespace
} // namespace closeranks
