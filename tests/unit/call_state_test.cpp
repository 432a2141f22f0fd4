#include "runtime/core/call_state.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(CallState, ACallHasItsFunction) {
    const std::uint32_t word = CallState::in(Function::Bcast);
    EXPECT_TRUE(CallState::has_function(word));
    EXPECT_EQ(CallState::function_of(word), Function::Bcast);
    EXPECT_FALSE(CallState::is_in_task(word));
    EXPECT_FALSE(CallState::is_nested(word));
    EXPECT_TRUE(CallState::is_nested(word + 1));
    EXPECT_TRUE(CallState::is_plain(word));
    EXPECT_FALSE(CallState::is_plain(word + 1));
    const std::uint32_t raising = word | CallState::raising_bit;
    EXPECT_FALSE(CallState::is_plain(raising));
    EXPECT_FALSE(CallState::is_nested(raising));
    EXPECT_EQ(CallState::function_of(raising), Function::Bcast);
}

/// Policies and the report look functions up in tables, also from there.
TEST(CallState, ATaskHasTheFunctionOfTheCallThatStartedIt) {
    for (std::size_t i = 0; i < function_count; ++i) {
        const auto function = static_cast<Function>(i);
        const std::uint32_t word = CallState::in_task_of(function);
        ASSERT_TRUE(CallState::has_function(word));
        ASSERT_EQ(CallState::function_of(word), function);
        ASSERT_TRUE(CallState::is_in_task(word) && CallState::is_in_task(word + 1));
        ASSERT_FALSE(CallState::is_nested(word));
        ASSERT_TRUE(CallState::is_nested(word + 1));
    }
}

TEST(CallState, ElsewhereThereIsNone) {
    EXPECT_FALSE(CallState::has_function(CallState::outside));
    EXPECT_FALSE(CallState::has_function(CallState::unknown));
    EXPECT_FALSE(CallState::is_in_task(CallState::outside));
    EXPECT_FALSE(CallState::is_in_task(CallState::unknown));
}

} // namespace
} // namespace closeranks
