#include "runtime/windows/node_id.hpp"

#include "runtime/core/runtime.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <sys/stat.h>

namespace closeranks {

namespace {

/// For tests: the number of this process's host if there were that many.
std::string host_in_test() {
    const char *const hosts = secure_getenv("CLOSERANKS_TEST_HOSTS");
    const int count = hosts != nullptr ? std::atoi(hosts) : 0;
    return count > 0 ? std::to_string(runtime().rank % count) : std::string();
}

} // namespace

std::int64_t place_of_processes() {
    std::string kernel;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> kernel;
    // Then no process is on the same host.
    if (kernel.empty()) kernel = std::to_string(std::random_device()());
    struct stat numbering {};
    static_cast<void>(::stat("/proc/self/ns/pid", &numbering));
    const std::string text = kernel + " " + std::to_string(numbering.st_ino) + " " + host_in_test();
    constexpr std::uint64_t mask = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::hash<std::string>{}(text)&mask);
}

} // namespace closeranks
