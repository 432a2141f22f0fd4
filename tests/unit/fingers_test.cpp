#include "runtime/support/fingers.hpp"

#include "fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace closeranks {
namespace {

TEST(FingersTest, AreAtPowersOfTwo) {
    const std::vector<int> ring{3, 5, 8, 9, 20, 21, 22, 40, 41};
    EXPECT_EQ(fingers(ring, 0), (std::vector{5, 8, 20, 41}));
    EXPECT_EQ(fingers(ring, 7), (std::vector{41, 3, 8, 22}));
    EXPECT_TRUE(fingers(std::vector{7}, 0).empty());
    EXPECT_EQ(fingers(std::vector{7, 2}, 1), std::vector{7});
}

TEST(FingersTest, ReachEverybodyInLogarithmicallyManySteps) {
    for (std::size_t size = 1; size <= 130; ++size) {
        const std::vector<int> ring = test::iota(size, 0);
        std::size_t logarithm = 0;
        while ((std::size_t{1} << logarithm) < size)
            ++logarithm;
        std::vector<char> heard(size, 0);
        std::vector<std::size_t> is_finger_of(size, 0);
        heard[size / 2] = 1;
        for (std::size_t step = 0; step < logarithm; ++step) {
            const std::vector<char> before = heard;
            for (std::size_t member = 0; member < size; ++member) {
                if (before[member] == 0) continue;
                for (const int other : fingers(ring, member))
                    heard[static_cast<std::size_t>(other)] = 1;
            }
        }
        EXPECT_EQ(std::count(heard.begin(), heard.end(), 0), 0) << size;
        for (std::size_t member = 0; member < size; ++member) {
            EXPECT_LE(fingers(ring, member).size(), logarithm);
            for (const int other : fingers(ring, member))
                ++is_finger_of[static_cast<std::size_t>(other)];
        }
        EXPECT_LE(*std::max_element(is_finger_of.begin(), is_finger_of.end()), logarithm) << size;
    }
}

} // namespace
} // namespace closeranks
