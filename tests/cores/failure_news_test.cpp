#include "runtime/processes/failure_news.hpp"

#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/pmix.hpp"

#include "fake_world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#ifdef CLOSERANKS_HAS_PMIX

namespace {

std::vector<std::string> told; ///< the processes of which PMIx was told that they have failed

} // namespace

/// In the place of PMIx's own, which the library looks up by its name.
extern "C" [[gnu::visibility("default")]] pmix_status_t
PMIx_Notify_event(pmix_status_t, const pmix_proc_t *, pmix_data_range_t, const pmix_info_t info[],
                  size_t count, pmix_op_cbfunc_t, void *) {
    for (size_t i = 0; i < count; ++i) {
        const pmix_proc_t &process = *info[i].value.data.proc;
        told.push_back(std::string(process.nspace) + ":" + std::to_string(process.rank));
    }
    return PMIX_SUCCESS;
}

namespace closeranks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The survivors 1 and 2 of three processes of the job "first". The processes 3 and 4 were started
/// in the places of lost ranks, as the job "second". This process is number 1.
class FailureNewsTest : public testing::Test {
  protected:
    FailureNewsTest() {
        setenv("PMIX_NAMESPACE", "first", 1);
        setenv("PMIX_RANK", "1", 1);
        jobs_of_ranks() = {{ProcessId{0}, "first"}, {ProcessId{3}, "second"}};
        world.fail(0);
        EXPECT_FALSE(members().extend(Comm(world.make_comm({1, 2, 3, 4})), 2));
        told.clear();
    }
    ~FailureNewsTest() override {
        jobs_of_ranks().clear();
        unsetenv("PMIX_NAMESPACE");
        unsetenv("PMIX_RANK");
    }

    test::FakeWorld world{3, 1};
};

TEST_F(FailureNewsTest, NamesProcessesThatWereStartedLaterByTheirOwnJob) {
    world.fail(4);
    FailureNews news(Group(world.make_group({1, 2, 3, 4})));
    news.tell();
    EXPECT_THAT(told, ElementsAre("first:0", "second:1"));
    told.clear();
    news.tell();
    EXPECT_THAT(told, IsEmpty()) << "nothing is new";
    world.fail(3);
    news.tell();
    EXPECT_THAT(told, ElementsAre("first:0", "second:0", "second:1"));
}

TEST_F(FailureNewsTest, AreLeftToTheLowestSurvivorOfTheSide) {
    FailureNews news(Group(world.make_group({4, 3, 1, 2})));
    world.fail(4);
    news.tell();
    EXPECT_THAT(told, IsEmpty()) << "process 3 lives";
    world.fail(3);
    news.tell();
    EXPECT_THAT(told, ElementsAre("first:0", "second:0", "second:1"));
}

} // namespace
} // namespace closeranks

#endif
