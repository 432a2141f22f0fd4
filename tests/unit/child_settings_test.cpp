#include "runtime/openmpi/child_settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace closeranks {
namespace {

TEST(ChildSettings, ComeOutAsTheyWentIn) {
    std::string packed;
    pack(packed, Precedence::unless_set, "A=1");
    pack(packed, Precedence::in_any_case, "B=two\nlines=2");
    const auto settings = unpack(packed);
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[0].when, Precedence::unless_set);
    EXPECT_EQ(settings[0].setting, "A=1");
    EXPECT_EQ(settings[1].when, Precedence::in_any_case);
    EXPECT_EQ(settings[1].setting, "B=two\nlines=2");
    EXPECT_TRUE(unpack("what this is nobody knows").empty());
}

TEST(ChildSettings, AreTakenOverByThoseThatWereStarted) {
    std::string packed;
    pack(packed, Precedence::unless_set, "CHILD_SETTING_A=packed");
    pack(packed, Precedence::in_any_case, "CHILD_SETTING_B=packed");
    pack(packed, Precedence::unless_set, "CHILD_SETTING_C=packed");
    setenv(inherited_settings, packed.c_str(), 1);
    setenv("CHILD_SETTING_A", "own", 1);
    setenv("CHILD_SETTING_B", "own", 1);
    take_over_settings();
    EXPECT_EQ(std::getenv("CHILD_SETTING_C"), nullptr) << "nobody has started this process";
    setenv("OMPI_PARENT_PORT", "somewhere", 1);
    take_over_settings();
    unsetenv("OMPI_PARENT_PORT");
    unsetenv(inherited_settings);
    EXPECT_STREQ(std::getenv("CHILD_SETTING_A"), "own");
    EXPECT_STREQ(std::getenv("CHILD_SETTING_B"), "packed");
    EXPECT_STREQ(std::getenv("CHILD_SETTING_C"), "packed");
}

} // namespace
} // namespace closeranks
