#include "runtime/run/config.hpp"

#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace closeranks {
namespace {

/// A config file that is removed at the end.
class ConfigFile {
  public:
    explicit ConfigFile(const std::string &text) { std::ofstream(path()) << text; }
    [[nodiscard]] std::string path() const { return folder_ / "config"; }

  private:
    test::TemporaryFolder folder_;
};

Config read(const std::vector<std::string> &variables, std::vector<std::string> &problems) {
    std::vector<const char *> environment;
    for (const std::string &variable : variables)
        environment.push_back(variable.c_str());
    environment.push_back(nullptr);
    return Config::read(environment.data(), problems);
}

Policy policy_of(const Config &config, Function function, PolicyKind kind = PolicyKind::peer) {
    return config.policies.of(function, kind);
}

TEST(Config, HasTheDefaultsWhenNothingIsSet) {
    std::vector<std::string> problems;
    const Config config = read({"PATH=/bin", "CLOSERANKS_QUIET="}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_FALSE(config.quiet);
    EXPECT_EQ(config.abort_code, 84);
    EXPECT_EQ(config.commit, CommitChoice::optimistic);
    EXPECT_FALSE(config.is_set("quiet")); // an empty value says nothing
    EXPECT_FALSE(config.is_set("no such option"));
    EXPECT_EQ(config.policies, default_policies);
}

TEST(Config, TakesTheEnvironmentBeforeTheFile) {
    const ConfigFile file("# a comment\n\nabort_code = 7  # seven\n quiet=yes\n");
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_ABORT_CODE=9", "CLOSERANKS_CONFIG=" + file.path()}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(config.abort_code, 9);
    EXPECT_TRUE(config.quiet);
    EXPECT_NE(config.dump().find("abort_code = 9  # environment"), std::string::npos);
    EXPECT_NE(config.dump().find("quiet = yes  # file"), std::string::npos);
    EXPECT_NE(config.dump().find("verbose = no  # default"), std::string::npos);
}

TEST(Config, SaysWhereTheLauncherHasValuesFrom) {
    const ConfigFile file("verbose = yes\n");
    std::vector<std::string> problems;
    const Config config = read(
        {"CLOSERANKS_ABORT_CODE=9", "CLOSERANKS_QUIET=yes", "CLOSERANKS_COMMIT=agreed",
         "CLOSERANKS_CONFIG=" + file.path(),
         "CLOSERANKS_SOURCES=abort_code=command line,quiet=file,verbose=command line,=,no=file"},
        problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_NE(config.dump().find("abort_code = 9  # command line"), std::string::npos);
    EXPECT_NE(config.dump().find("quiet = yes  # file"), std::string::npos);
    EXPECT_NE(config.dump().find("commit = agreed  # environment"), std::string::npos);
    EXPECT_NE(config.dump().find("verbose = yes  # file"), std::string::npos);
}

TEST(Config, ReadsWhatItDumps) {
    std::vector<std::string> problems;
    const Config before =
        read({"CLOSERANKS_POLICY=Recv=ignore", "CLOSERANKS_KILL=1@2s,2@call:MPI_Reduce:3",
              "CLOSERANKS_KILL_RANDOM=exp:mean=20s,seed=7", "CLOSERANKS_REPORT=/tmp/#1/a#b.json",
              "CLOSERANKS_FILE_POINTERS=/tmp/a #b"},
             problems);
    const ConfigFile file(before.dump());
    const Config after = read({"CLOSERANKS_CONFIG=" + file.path()}, problems);
    EXPECT_TRUE(problems.empty()) << problems.front();
    EXPECT_EQ(after.policies, before.policies);
    EXPECT_EQ(after.kill, before.kill);
    EXPECT_EQ(after.kill_random, before.kill_random);
    EXPECT_EQ(after.report, "/tmp/#1/a#b.json");
    EXPECT_EQ(after.file_pointers, "") << "it cannot be said in a file, and is a comment there";
}

TEST(Config, NamesFileAndLineOfAMistake) {
    const ConfigFile file("quiet = perhaps\nspeed = 9\nno equals sign\nabort_code = 256\n");
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_CONFIG=" + file.path()}, problems);
    ASSERT_EQ(problems.size(), 4U);
    EXPECT_EQ(problems[0], file.path() + ":1: The value (perhaps) of quiet is not yes or no.");
    EXPECT_EQ(problems[1], file.path() + ":2: There is no option (speed) for a config file.");
    EXPECT_EQ(problems[2], file.path() + ":3: The line (no equals sign) is not of the form "
                                         "name = value.");
    EXPECT_EQ(problems[3], file.path() + ":4: The value (256) of abort_code is not 1 to 255.");
    EXPECT_FALSE(config.quiet);
}

TEST(Config, NamesFileAndLineOfALateMistake) {
    const ConfigFile file("\npolicy = Bcats=ignore\nrecovery = shrink,spare\n");
    std::vector<std::string> problems;
    static_cast<void>(read({"CLOSERANKS_CONFIG=" + file.path()}, problems));
    EXPECT_THAT(problems,
                testing::ElementsAre(
                    testing::StartsWith(file.path() + ":2: A policy is set for (Bcats)"),
                    testing::StartsWith(file.path() + ":3: The option recovery has (spare)")));
}

TEST(Config, LeavesTheLaunchersOptionsInAFileToIt) {
    const ConfigFile file("restarts = 3\nok_if_lost = yes\nquiet = yes\n");
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_REPORT=-", "CLOSERANKS_CONFIG=" + file.path()}, problems);
    EXPECT_THAT(problems, testing::IsEmpty());
    EXPECT_TRUE(config.quiet);
    EXPECT_EQ(config.report, "") << "the launcher writes it";
}

TEST(Profile, SetsWhatNeitherEnvironmentNorFileDo) {
    const ConfigFile file("profile = comeback\nrecovery = respawn\n");
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_CONFIG=" + file.path()}, problems);
    EXPECT_THAT(problems, testing::IsEmpty());
    EXPECT_TRUE(config.strict);
    EXPECT_EQ(policy_of(config, Function::Reduce), Policy::abort);
    EXPECT_EQ(config.recovery, "respawn");
    EXPECT_NE(config.dump().find("profile = comeback  # file"), std::string::npos);
    EXPECT_NE(config.dump().find("strict = yes  # profile"), std::string::npos);
    EXPECT_FALSE(read({"CLOSERANKS_PROFILE=strict", "CLOSERANKS_STRICT=no"}, problems).strict);
}

TEST(Profile, HasPoliciesToWhichThoseOfTheUserAreAdded) {
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_PROFILE=farm", "CLOSERANKS_POLICY=Recv=error"}, problems);
    EXPECT_EQ(policy_of(config, Function::Irecv), Policy::ignore);
    EXPECT_EQ(policy_of(config, Function::Recv), Policy::error);
    const Config changed =
        read({"CLOSERANKS_PROFILE=farm", "CLOSERANKS_POLICY=Irecv=error"}, problems);
    EXPECT_EQ(policy_of(changed, Function::Irecv), Policy::error);
    EXPECT_THAT(problems, testing::IsEmpty());
}

TEST(Profile, DoesNotContradictTheUser) {
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_PROFILE=strict", "CLOSERANKS_LENIENT=yes"}, problems);
    EXPECT_THAT(problems, testing::IsEmpty());
    EXPECT_EQ(policy_of(config, Function::Bcast), Policy::ignore);
}

TEST(Profile, EachOneHasPoliciesThatThereAre) {
    for (const std::string_view name : profile_words) {
        std::vector<std::string> problems;
        static_cast<void>(read({"CLOSERANKS_PROFILE=" + std::string(name)}, problems));
        EXPECT_THAT(problems, testing::IsEmpty()) << name;
    }
}

TEST(Config, RefusesAnAbortCodeByWhichTheLauncherSaysSomethingElse) {
    const ConfigFile file("abort_code = 84\nabort_code = 82\nabort_code = 83\nabort_code = 87\n"
                          "abort_code = 85\nabort_code = 86\n");
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_CONFIG=" + file.path()}, problems);
    ASSERT_EQ(problems.size(), 4U);
    EXPECT_EQ(problems[1], file.path() +
                               ":3: The exit status 83 has another meaning for closeranks; "
                               "name another one as abort_code.");
    EXPECT_EQ(config.abort_code, 87);
}

TEST(Config, KnowsThatTheJobWasStartedAgain) {
    std::vector<std::string> problems;
    EXPECT_FALSE(read({}, problems).is_restart);
    EXPECT_FALSE(read({"CLOSERANKS_RESTART="}, problems).is_restart);
    EXPECT_FALSE(read({"CLOSERANKS_RESTART=0"}, problems).is_restart);
    EXPECT_TRUE(read({"CLOSERANKS_RESTART=1"}, problems).is_restart);
    EXPECT_TRUE(problems.empty());
}

TEST(Config, NamesAVariableThatIsNoOption) {
    std::vector<std::string> problems;
    static_cast<void>(read({"CLOSERANKS_POLICE=x", "CLOSERANKS_DRY_RUN=1",
                            "CLOSERANKS_TEST_MPIRUN=mpirun", "CLOSERANKS_COMMIT=never"},
                           problems));
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0],
              "The environment variable (CLOSERANKS_POLICE) is no option of closeranks.");
    EXPECT_EQ(problems[1],
              "CLOSERANKS_COMMIT: The value (never) of commit is not agreed or optimistic.");
}

TEST(Config, SaysWhenTheFileCannotBeRead) {
    const test::TemporaryFolder folder;
    std::vector<std::string> problems;
    static_cast<void>(read({"CLOSERANKS_CONFIG=" + folder / "missing"}, problems));
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0], "The config file (" + folder / "missing" +
                               ") cannot be read: No such file or directory.");
}

TEST(Policies, RaiseErrorsUnlessTheOptionsSayOtherwise) {
    std::vector<std::string> problems;
    const auto raising = [&](const char *option) {
        return read({option}, problems).raising_policies.of(Function::Recv, PolicyKind::peer);
    };
    EXPECT_EQ(raising("CLOSERANKS_QUIET=yes"), Policy::error);
    EXPECT_EQ(raising("CLOSERANKS_POLICY=Send=ignore"), Policy::error);
    EXPECT_EQ(raising("CLOSERANKS_POLICY=Recv=ignore"), Policy::ignore);
    EXPECT_EQ(raising("CLOSERANKS_STRICT=yes"), Policy::abort);
    EXPECT_EQ(raising("CLOSERANKS_LENIENT=yes"), Policy::ignore);
    EXPECT_TRUE(problems.empty());
}

TEST(Policies, AreSetByNameWithOrWithoutPrefix) {
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_POLICY= Recv=ignore, MPI_Send = error ,"}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(policy_of(config, Function::Recv), Policy::ignore);
    EXPECT_EQ(policy_of(config, Function::Send), Policy::error);
    EXPECT_EQ(policy_of(config, Function::Bcast), Policy::abort);
}

TEST(Policies, LaterItemsWinOverEarlierOnes) {
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_POLICY=*=error,Recv=abort"}, problems);
    EXPECT_EQ(policy_of(config, Function::Bcast), Policy::error);
    EXPECT_EQ(policy_of(config, Function::Recv), Policy::abort);
}

TEST(Policies, AreOfTheKindAfterTheSlash) {
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_POLICY=Gather/contribution=error, Gather / peer = abort"}, problems);
    EXPECT_TRUE(problems.empty()) << problems.front();
    EXPECT_EQ(policy_of(config, Function::Gather, PolicyKind::contribution), Policy::error);
    EXPECT_EQ(policy_of(config, Function::Gather), Policy::abort);
    EXPECT_EQ(policy_of(config, Function::Gatherv, PolicyKind::contribution), Policy::ignore);
}

TEST(Policies, OfAllFunctionsAreOfOneKind) {
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_POLICY=*/contribution=error"}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(policy_of(config, Function::Alltoall, PolicyKind::contribution), Policy::error);
    EXPECT_EQ(policy_of(config, Function::Ireduce, PolicyKind::contribution), Policy::error);
    EXPECT_EQ(policy_of(config, Function::Bcast, PolicyKind::contribution), Policy::ignore);
    EXPECT_EQ(policy_of(config, Function::Reduce), Policy::ignore);
}

TEST(Policies, AreAllAbortWhenStrict) {
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_STRICT=yes", "CLOSERANKS_POLICY=Send=ignore"}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(policy_of(config, Function::Reduce), Policy::abort);
    EXPECT_EQ(policy_of(config, Function::Iallreduce, PolicyKind::contribution), Policy::abort);
    EXPECT_EQ(policy_of(config, Function::Send), Policy::ignore) << "what is said of one wins";
}

TEST(Policies, AreAllIgnoreWhenLenient) {
    std::vector<std::string> problems;
    const Config config = read(
        {"CLOSERANKS_POLICY=Alltoallv/contribution=error", "CLOSERANKS_LENIENT=yes"}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(policy_of(config, Function::Bcast), Policy::ignore);
    EXPECT_EQ(policy_of(config, Function::Alltoall, PolicyKind::contribution), Policy::ignore);
    EXPECT_EQ(policy_of(config, Function::Alltoallv, PolicyKind::contribution), Policy::error);
}

TEST(Policies, AreTheDefaultsWhenStrictAndLenient) {
    std::vector<std::string> problems;
    const Config config = read({"CLOSERANKS_STRICT=yes", "CLOSERANKS_LENIENT=yes"}, problems);
    EXPECT_THAT(problems, testing::ElementsAre(
                              "The options --strict and --lenient are both set, and contradict "
                              "each other: take one of them away (a program that continues does so "
                              "as with neither)."));
    EXPECT_EQ(config.policies, default_policies);
}

TEST(Recovery, IsAListInItsOrder) {
    std::vector<std::string> problems;
    const Config preset = read({}, problems);
    EXPECT_TRUE(preset.recovers_by_spares);
    EXPECT_FALSE(preset.brings_back());
    EXPECT_TRUE(read({"CLOSERANKS_SPARES=2"}, problems).brings_back());
    const Config respawns = read({"CLOSERANKS_RECOVERY=respawn, shrink"}, problems);
    EXPECT_TRUE(respawns.recovers_by_respawn && respawns.brings_back());
    EXPECT_TRUE(problems.empty());
}

TEST(Recovery, IsNotForProgramsThatHandleFailures) {
    for (const char *const recovers : {"CLOSERANKS_SPARES=1", "CLOSERANKS_RECOVERY=respawn"}) {
        std::vector<std::string> problems;
        static_cast<void>(read({"CLOSERANKS_FAILURES=program", recovers}, problems));
        ASSERT_EQ(problems.size(), 1U) << recovers;
        EXPECT_NE(problems[0].find("leave out --failures program"), std::string::npos);
    }
}

TEST(Recovery, SaysWhatIsWrongWithItsList) {
    std::vector<std::string> problems;
    EXPECT_FALSE(read({"CLOSERANKS_RECOVERY=shrink,respawn"}, problems).recovers_by_respawn);
    EXPECT_FALSE(read({"CLOSERANKS_RECOVERY=revive"}, problems).recovers_by_respawn);
    static_cast<void>(read({"CLOSERANKS_RECOVERY=shrink", "CLOSERANKS_SPARES=2"}, problems));
    using testing::HasSubstr;
    EXPECT_THAT(problems, testing::ElementsAre(HasSubstr("(respawn) too late or twice"),
                                               HasSubstr("(revive), which is no way to recover"),
                                               HasSubstr("the 2 spares will not be used")));
}

TEST(Policies, EndWhereGarbageWouldBeComputedWith) {
    std::vector<std::string> problems;
    const Config config = read({}, problems);
    using enum Function;
    for (const Function function : {Alltoall, Ialltoallv, Alltoallw_init, Neighbor_allgather,
                                    Ineighbor_alltoallw, Neighbor_alltoallv_init})
        EXPECT_EQ(policy_of(config, function, PolicyKind::contribution), Policy::abort);
    for (const Function function :
         {Allreduce, Ireduce, Reduce_scatter, Exscan, Barrier, Gatherv, Allgather_init})
        EXPECT_EQ(policy_of(config, function, PolicyKind::contribution), Policy::ignore);
    for (const Function function : {Get, Rget, Fetch_and_op, Recv})
        EXPECT_EQ(policy_of(config, function), Policy::abort);
    for (const Function function : {Put, Accumulate, Send})
        EXPECT_EQ(policy_of(config, function), Policy::ignore);
}

TEST(Policies, ThatAreWrongChangeNothingAndAreNamed) {
    std::vector<std::string> problems;
    const Config config =
        read({"CLOSERANKS_POLICY=Recieve=ignore,Send=later,Bcast,Bcast/root=error,"
              "Alltoall=ignore,Bcast/contribution=error,Comm_rank=abort"},
             problems);
    ASSERT_EQ(problems.size(), 7U);
    EXPECT_EQ(problems[0],
              "A policy is set for (Recieve), which is no MPI function that closeranks knows.");
    EXPECT_EQ(problems[1], "The policy of Send is (later); it must be ignore, abort or error.");
    EXPECT_EQ(problems[2], "The policy (Bcast) is not of the form function=policy.");
    EXPECT_EQ(problems[3], "The policy of Bcast/root is of no kind that closeranks knows (root).");
    EXPECT_EQ(problems[4], "The function MPI_Alltoall has no policy of kind peer; write "
                           "MPI_Alltoall/contribution=ignore.");
    EXPECT_EQ(problems[5], "The function MPI_Bcast has no policy of kind contribution; write "
                           "MPI_Bcast=error.");
    EXPECT_EQ(problems[6], "The function MPI_Comm_rank has no policy.");
    EXPECT_EQ(config.policies, default_policies);
}

} // namespace
} // namespace closeranks
