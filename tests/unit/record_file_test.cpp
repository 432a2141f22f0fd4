#include "runtime/run/record_file.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace closeranks {
namespace {

TEST(RecordFile, AppendsToWhatIsThere) {
    const test::TemporaryFolder folder;
    for (const char *const line : {"one\n", "two\n"}) {
        RecordFile file;
        ASSERT_EQ(file.open(folder / "", 7), 0);
        EXPECT_EQ(file.append(line), 0);
    }
    EXPECT_EQ(test::contents(folder / "rank-7.jsonl"), "one\ntwo\n");
}

TEST(RecordFile, IsForItsUserAlone) {
    const test::TemporaryFolder folder;
    RecordFile file;
    ASSERT_EQ(file.open(folder / "", 7), 0);
    struct stat found {};
    ASSERT_EQ(stat((folder / "rank-7.jsonl").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST(RecordFile, DoesNotFollowALinkThatSomebodyPutThere) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "precious") << "kept\n";
    std::filesystem::create_symlink(folder / "precious", folder / "rank-7.jsonl");
    RecordFile file;
    EXPECT_EQ(file.open(folder / "", 7), ELOOP);
    EXPECT_FALSE(file.is_open());
    EXPECT_EQ(test::contents(folder / "precious"), "kept\n");
}

TEST(RecordFile, SaysWhyItCannotBeOpened) {
    const test::TemporaryFolder folder;
    RecordFile file;
    EXPECT_EQ(file.open(folder / "missing", 7), ENOENT);
    EXPECT_EQ(file.append("nowhere\n"), 0) << "who has no file has nothing to complain of";
}

/// A line of which the disk took a part must not be taken for a whole one.
TEST(RecordFile, SaysThatThereWasRoomForAPartOnly) {
    const test::TemporaryFolder folder;
    RecordFile file;
    ASSERT_EQ(file.open(folder / "", 7), 0);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit four_bytes{4, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &four_bytes), 0);
    const int part = file.append("a line\n");
    const int nothing = file.append("a line\n");
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(part, ENOSPC);
    EXPECT_EQ(nothing, EFBIG);
}

} // namespace
} // namespace closeranks
