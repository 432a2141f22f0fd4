#include "runtime/openmpi/settings.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

using namespace closeranks;

namespace {

/// As Debian's own file.
constexpr std::string_view parameters = R"(# btl_tcp_if_include = lo
mtl = ^ofi
  btl	=^uct,openib,ofi
reachable
pml = ^ucx # reachable = netlink
)";

bool are_set(std::string_view name) {
    std::istringstream file{std::string(parameters)};
    return sets(file, name);
}

TEST(Settings, AreReadFromFilesOfParameters) {
    EXPECT_TRUE(are_set("btl"));
    EXPECT_TRUE(are_set("pml"));
    EXPECT_FALSE(are_set("btl_tcp_if_include")) << "it is a comment";
    EXPECT_FALSE(are_set("reachable")) << "it has no value";
    EXPECT_FALSE(are_set("bt"));
    EXPECT_FALSE(are_set("coll"));
}

TEST(Settings, AreNotReadFromAFileThatIsNotThere) {
    std::istringstream none;
    none.setstate(std::ios::failbit);
    EXPECT_FALSE(sets(none, "btl"));
}

} // namespace
