#include "runtime/run/last_call.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace closeranks {
namespace {

/// As tools/closeranks_launcher/records.py reads it: a sign, and a text up to a zero.
std::string kept_in(const test::TemporaryFolder &folder) {
    std::ostringstream text;
    text << std::ifstream(folder / "last-rank-7").rdbuf();
    return text.str().c_str(); // NOLINT(readability-redundant-string-cstr): up to the zero
}

class LastCallTest : public testing::Test {
  protected:
    const test::TemporaryFolder folder; // NOLINT(misc-non-private-member-variables-in-classes)
    LastCall last;                      // NOLINT(misc-non-private-member-variables-in-classes)
    LastCallTest() { last.begin(folder / "", 7); }
};

TEST_F(LastCallTest, IsKeptAsLongAsTheProcessIsInIt) {
    last.entered(Function::Recv);
    EXPECT_EQ(kept_in(folder), "+MPI_Recv");
    last.waits_in("MPI_Recv from rank 3");
    EXPECT_EQ(kept_in(folder), "+MPI_Recv from rank 3");
    last.left(Function::Recv);
    EXPECT_EQ(kept_in(folder), "-MPI_Recv") << "nothing is left of the longer text";
}

TEST_F(LastCallTest, IsNoneThatOnlyAsks) {
    last.entered(Function::Barrier);
    last.entered(Function::Comm_rank);
    last.left(Function::Comm_rank);
    EXPECT_EQ(kept_in(folder), "+MPI_Barrier");
}

TEST_F(LastCallTest, IsCutOffWhereTheRoomEnds) {
    last.waits_in(std::string(1000, 'x'));
    EXPECT_EQ(kept_in(folder), "+" + std::string(254, 'x'));
    EXPECT_EQ(std::filesystem::file_size(folder / "last-rank-7"), 256U);
}

TEST_F(LastCallTest, StaysInPlaceWhereAnotherOneBegins) {
    std::thread beginning([this] {
        for (int i = 0; i < 1000; ++i) {
            LastCall other;
            other.begin(folder / "", 7);
        }
    });
    for (int i = 0; i < 100000; ++i)
        last.entered(Function::Recv);
    beginning.join();
    last.entered(Function::Barrier);
    EXPECT_EQ(kept_in(folder), "+MPI_Barrier");
}

TEST(LastCall, IsKeptNowhereWithoutAFolder) {
    const test::TemporaryFolder folder;
    std::filesystem::create_symlink(folder / "precious", folder / "last-rank-7");
    for (const std::string &where : {std::string(), folder / "missing", folder / ""}) {
        LastCall last;
        last.begin(where, 7);
        last.entered(Function::Recv);
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "precious")) << "a link was followed";
}

} // namespace
} // namespace closeranks
