#include "runtime/openmpi/quirks.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

constexpr std::string_view built = "Open MPI v5.0.7, package: Open MPI root@host Distribution";

TEST(Quirks, OfAnMpiAsItComes) {
    EXPECT_TRUE(has_quirk(Quirk::deferred_message, built, {}));
    EXPECT_TRUE(has_quirk(Quirk::sigpipe, built, {}));
}

TEST(Quirks, GoWithTheirPatchAlone) {
    EXPECT_FALSE(has_quirk(Quirk::deferred_message, built, {"01-deferred-message.patch"}));
    EXPECT_TRUE(has_quirk(Quirk::deferred_failure, built, {"01-deferred-message.patch"}));
    EXPECT_TRUE(has_quirk(Quirk::deferred_message, built, {"01", "01-deferred-message", ""}));
}

TEST(Quirks, GoWithTheFirstVersionOfTheirSeries) {
    EXPECT_TRUE(has_quirk(Quirk::han_not_tolerant, "Open MPI v5.0.9, package: x", {}));
    EXPECT_FALSE(has_quirk(Quirk::han_not_tolerant, "Open MPI v5.0.10, package: x", {}));
    EXPECT_FALSE(has_quirk(Quirk::han_not_tolerant, "Open MPI v5.1.0rc1, package: x", {}));
    EXPECT_TRUE(has_quirk(Quirk::han_not_tolerant, "Open MPI v6.0.0, package: x", {}))
        << "not tried";
    EXPECT_FALSE(has_quirk(Quirk::connect_data, "Open MPI v6.0.0rc2, package: x", {}));
}

TEST(Quirks, OfAnUnknownMpi) {
    EXPECT_TRUE(has_quirk(Quirk::han_not_tolerant, "", {}));
    EXPECT_TRUE(has_quirk(Quirk::han_not_tolerant, "MPICH Version: 4.3", {}));
}

} // namespace
} // namespace closeranks
