#include "runtime/store/where.hpp"

#include <gtest/gtest.h>

namespace closeranks::store {
namespace {

TEST(WhereTest, ReadsAllParts) {
    Where where;
    EXPECT_EQ(where.read("buddy"), "");
    EXPECT_EQ(where.copies, 1);
    EXPECT_EQ(where.read("buddy:copies=3+file:dir=/scratch/a b:every=10"), "");
    EXPECT_EQ(where.copies, 3);
    EXPECT_EQ(where.directory, "/scratch/a b");
    EXPECT_EQ(where.every, 10);
    EXPECT_EQ(where.depth, 1);
    EXPECT_EQ(where.read("buddy:depth=4+file:depth=2:dir=x"), "");
    EXPECT_EQ(where.depth, 4);
    EXPECT_EQ(where.depth_in_files, 2);
    EXPECT_EQ(where.group, 0);
    EXPECT_EQ(where.read("parity:group=4:depth=2+file:dir=x:every=3"), "");
    EXPECT_EQ(where.group, 4);
    EXPECT_EQ(where.depth, 2);
    EXPECT_EQ(where.copies, 0);
    EXPECT_EQ(where.read("parity"), "");
    EXPECT_EQ(where.group, 8);
    EXPECT_EQ(where.read("file:dir=x"), "");
    EXPECT_EQ(where.copies, 0);
    EXPECT_EQ(where.every, 1) << "nothing is left of before";
}

TEST(WhereTest, SaysWhatIsWrong) {
    Where where;
    EXPECT_EQ(where.read("budy"), "\"budy\" is none of buddy, parity, file");
    EXPECT_EQ(where.read(""), "\"\" is none of buddy, parity, file");
    EXPECT_EQ(where.read("buddy+parity"), "it is either \"buddy\" or \"parity\"");
    EXPECT_EQ(where.read("parity:group=1"), "\"group=1\" leaves no rank that keeps parity");
    EXPECT_EQ(where.read("parity:copies=2"),
              "\"copies=2\" is no setting of \"parity\" (group=N, depth=N)");
    EXPECT_EQ(where.read("buddy:copies=0"),
              "\"copies=0\" is no setting of \"buddy\" (copies=N, depth=N)");
    EXPECT_EQ(where.read("buddy:copies=2x"),
              "\"copies=2x\" is no setting of \"buddy\" (copies=N, depth=N)");
    EXPECT_EQ(where.read("file"), "\"file\" needs \"dir=PATH\"");
    EXPECT_EQ(where.read("file:dir="),
              "\"dir=\" is no setting of \"file\" (dir=PATH, every=N, depth=N)");
    EXPECT_EQ(where.read("file:dir=x:every=2"),
              "\"every\" needs \"buddy\" or \"parity\", which have those in between");
}

} // namespace
} // namespace closeranks::store
