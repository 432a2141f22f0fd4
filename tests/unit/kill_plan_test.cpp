#include "runtime/run/kill_plan.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace closeranks {
namespace {

constexpr int size = 8;

std::string problem_of(std::string_view item) {
    Kill kill;
    return parse_kill(item, size, kill);
}

std::string law_problem_of(std::string_view text) {
    KillLaw law;
    return parse_kill_law(text, law);
}

TEST(KillPlan, ReadsATime) {
    Kill kill;
    EXPECT_EQ(parse_kill("3@2.5s", size, kill), "");
    EXPECT_EQ(kill.rank, 3);
    EXPECT_EQ(kill.when, Kill::When::time);
    EXPECT_DOUBLE_EQ(kill.seconds, 2.5);
    EXPECT_EQ(parse_kill("0@300ms", size, kill), "");
    EXPECT_DOUBLE_EQ(kill.seconds, 0.3);
    EXPECT_EQ(kill.item, "0@300ms");
}

TEST(KillPlan, RefusesCallsThatAreOverBeforeItCounts) {
    for (const char *item : {"3@call:MPI_Init:1", "3@after:Init", "3@inside:MPI_Init_thread"})
        EXPECT_NE(problem_of(item).find("; 3@0s strikes as soon as can be"), std::string::npos)
            << item;
    EXPECT_EQ(problem_of("3@call:MPI_Finalize"), "");
}

TEST(KillPlan, ReadsACall) {
    struct Case {
        const char *item;
        Kill::When when;
        Function function;
        std::uint64_t count;
    };
    for (const Case &c : {Case{"5@call:MPI_Reduce:10", Kill::When::before, Function::Reduce, 10},
                          Case{"5@before:Reduce:2", Kill::When::before, Function::Reduce, 2},
                          Case{"5@inside:MPI_Bcast", Kill::When::inside, Function::Bcast, 1},
                          Case{"5@after:MPI_Send:3", Kill::When::after, Function::Send, 3}}) {
        Kill kill;
        EXPECT_EQ(parse_kill(c.item, size, kill), "");
        EXPECT_EQ(kill.rank, 5);
        EXPECT_EQ(kill.when, c.when);
        EXPECT_EQ(kill.function, c.function);
        EXPECT_EQ(kill.count, c.count);
    }
}

TEST(KillPlan, ReadsARepair) {
    Kill kill;
    EXPECT_EQ(parse_kill("5@repair:2", size, kill), "");
    EXPECT_EQ(kill.when, Kill::When::repair);
    EXPECT_EQ(kill.count, 2U);
}

TEST(KillPlan, NamesWhatIsWrong) {
    EXPECT_EQ(problem_of("8@1s"),
              "The kill (8@1s) cannot be planned: there are only 8 ranks, from 0.");
    EXPECT_EQ(problem_of("x@1s"), "The kill (x@1s) cannot be planned: (x) is no rank.");
    EXPECT_EQ(problem_of("1@call:MPI_Reduse:1"),
              "The kill (1@call:MPI_Reduse:1) cannot be planned: MPI_Reduse is no MPI function "
              "that closeranks knows; the nearest is MPI_Reduce.");
    EXPECT_EQ(problem_of("1@call:MPI_Reduce:0"),
              "The kill (1@call:MPI_Reduce:0) cannot be planned: the number of the call is not 1 "
              "or more.");
    for (const char *item : {"3", "3@", "3@5", "-1@1s", "3@-1s", "3@nans", "3@call:", "3@repair:x",
                             "3@sometime:MPI_Send:1", "@1s"})
        EXPECT_NE(problem_of(item), "") << item;
}

TEST(KillLaw, IsRead) {
    KillLaw law;
    EXPECT_EQ(parse_kill_law("weibull:scale=20s,shape=0.7,seed=7,max=3", law), "");
    EXPECT_DOUBLE_EQ(law.scale, 20);
    EXPECT_DOUBLE_EQ(law.shape, 0.7);
    EXPECT_EQ(law.seed, 7U);
    EXPECT_EQ(law.most, 3);
    EXPECT_EQ(parse_kill_law("exp:mean=500ms", law), "");
    EXPECT_DOUBLE_EQ(law.scale, 0.5);
    EXPECT_DOUBLE_EQ(law.shape, 1);
}

TEST(KillLaw, NamesWhatIsWrong) {
    EXPECT_EQ(law_problem_of("gauss:mean=1s"),
              "The law (gauss) of kill_random is neither exp nor weibull.");
    EXPECT_EQ(law_problem_of("exp:seed=1"), "The law (exp:seed=1) of kill_random lacks its mean.");
    for (const char *text : {"exp:mean=1", "exp:scale=1s", "exp:shape=2,mean=1s",
                             "exp:mean=1s,max=-1", "weibull:scale=1s,shape=0", "exp:mean=0s"})
        EXPECT_NE(law_problem_of(text), "") << text;
}

TEST(KillLaw, DrawsTheShortestLivedInOrder) {
    const KillLaw law{.scale = 10, .shape = 1, .seed = 7, .most = 3};
    const std::vector<Kill> kills = draw_kills(law, size);
    ASSERT_EQ(kills.size(), 3U);
    EXPECT_LE(kills[0].seconds, kills[1].seconds);
    EXPECT_LE(kills[1].seconds, kills[2].seconds);
    EXPECT_EQ(draw_kills({.scale = 10, .seed = 7}, size).size(), 7U) << "one is left by default";
}

TEST(KillLaw, DependsOnTheSeedAlone) {
    const KillLaw law{.scale = 10, .seed = 7};
    const std::vector<Kill> once = draw_kills(law, size);
    const std::vector<Kill> again = draw_kills(law, size);
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].rank, again[i].rank);
        EXPECT_EQ(once[i].seconds, again[i].seconds);
    }
    EXPECT_NE(draw_kills({.scale = 10, .seed = 8}, size)[0].seconds, once[0].seconds);
}

TEST(KillPlan, TakesNoTimeThatClocksCannotCount) {
    EXPECT_EQ(problem_of("3@1000000000s"), "");
    EXPECT_NE(problem_of("3@1e300s"), "");
    EXPECT_NE(problem_of("3@nans"), "");
    const KillLaw wide{.scale = 1e9, .shape = 1e-3, .seed = 1, .most = size};
    for (const Kill &kill : draw_kills(wide, size))
        EXPECT_LE(kill.seconds, 1e9);
}

TEST(KillLaw, HasTheRightMean) {
    constexpr int many = 20000;
    const auto mean = [](const KillLaw &law) {
        double sum = 0;
        for (const Kill &kill : draw_kills(law, many))
            sum += kill.seconds;
        return sum / many;
    };
    EXPECT_NEAR(mean({.scale = 10, .shape = 1, .seed = 3, .most = many}), 10, 0.3);
    EXPECT_NEAR(mean({.scale = 10, .shape = 0.7, .seed = 3, .most = many}),
                10 * std::tgamma(1 + 1 / 0.7), 0.5);
}

TEST(Uniform, StaysInsideItsInterval) {
    double sum = 0;
    constexpr int many = 10000;
    for (std::uint64_t i = 0; i < many; ++i) {
        const double u = uniform(i % 7, i);
        ASSERT_GT(u, 0);
        ASSERT_LT(u, 1);
        sum += u;
    }
    EXPECT_NEAR(sum / many, 0.5, 0.02);
}

} // namespace
} // namespace closeranks
