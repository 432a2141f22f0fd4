#include "runtime/keeper/stopped.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <sys/wait.h>

namespace closeranks::keeper {

namespace {

constexpr double usual_timeout = 3.0; // seconds, Open MPI's own

bool is_on(const char *name) {
    const char *const text = std::getenv(name);
    if (text == nullptr) return false;
    const std::string_view value(text);
    return value == "1" || value == "true" || value == "yes" || value == "on" || value == "enabled";
}

} // namespace

StoppedWatch::StoppedWatch() {
    if (!is_on("OMPI_MCA_mpi_ft_detector")) return;
    const char *const timeout = std::getenv("OMPI_MCA_mpi_ft_detector_timeout");
    limit_ = timeout != nullptr ? std::atof(timeout) : usual_timeout;
}

bool StoppedWatch::has_given_up(pid_t child) noexcept {
    if (limit_ <= 0.0) return false;
    siginfo_t told{};
    while (waitid(P_PID, static_cast<id_t>(child), &told, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
           told.si_pid == child) {
        const bool was_stopped = is_stopped_;
        is_stopped_ = told.si_code == CLD_STOPPED;
        if (is_stopped_ && !was_stopped) {
            stopped_ = 0.0;
            latest_ = Clock::now();
        }
        told = {};
    }
    if (!is_stopped_) return false;
    const Clock::time_point now = Clock::now();
    constexpr double most = 2e-3 * tick; // a longer time means that the keeper was stopped itself
    stopped_ += std::min(std::chrono::duration<double>(now - latest_).count(), most);
    latest_ = now;
    return stopped_ > limit_;
}

} // namespace closeranks::keeper
