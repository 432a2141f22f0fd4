#include "runtime/run/injector.hpp"

#include "runtime/run/config.hpp"
#include "runtime/run/report.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

namespace closeranks {
namespace {

constexpr int survived = 3;

/// Dies on leaving its second MPI_Allreduce, while another thread is in the third one.
[[noreturn]] void leave_while_another_thread_is_within() {
    Config config;
    config.kill = "0@after:MPI_Allreduce:2";
    Report report;
    Injector injector;
    if (!injector.arm(config, report, 0, 2).empty()) std::_Exit(1);
    injector.entering(Function::Allreduce);
    injector.leaving(Function::Allreduce);
    injector.entering(Function::Allreduce);
    std::thread([&] { injector.entering(Function::Allreduce); }).join();
    injector.leaving(Function::Bcast);
    injector.leaving(Function::Allreduce);
    std::_Exit(survived);
}

TEST(Injector, DiesOnLeavingTheCallWhateverOtherThreadsDo) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    EXPECT_EXIT(leave_while_another_thread_is_within(), testing::KilledBySignal(SIGKILL), "");
}

} // namespace
} // namespace closeranks
