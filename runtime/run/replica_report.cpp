#include "runtime/run/replica_report.hpp"

#include "runtime/keeper/message.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/record_file.hpp"
#include "runtime/run/setup_record.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>

namespace closeranks {

namespace {

using Json = nlohmann::json;

double time_of_record() noexcept {
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

struct ReplicaReportState {
    int rank = 0;
    int process = 0;
    RecordFile records;
    std::mutex lock;
    std::set<int> lost; ///< processes that were reported

    void record(const char *event, Json fields) noexcept {
        try {
            fields["event"] = event;
            fields["time"] = time_of_record();
            const std::string line =
                fields.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
            if (const int error = records.append(line); error != 0)
                tell_keeper(keeper::Kind::unrecorded, error);
        } catch (...) { // NOLINT(bugprone-empty-catch): then it is missing
        }
    }
};

void ReplicaReport::start(const Config &config, int rank, int process, int ranks) noexcept {
    try {
        if (state_ == nullptr) state_ = new ReplicaReportState;
        state_->rank = rank;
        state_->process = process;
        if (!config.records.empty()) {
            const int error = state_->records.open(config.records, process);
            if (error != 0 && error != ENOENT) tell_keeper(keeper::Kind::unrecorded, error);
        }
        std::array<char, 256> host{};
        gethostname(host.data(), host.size() - 1);
        state_->record("start", {{"rank", rank},
                                 {"size", ranks},
                                 {"process", process},
                                 {"host", host.data()},
                                 {"pid", getpid()},
                                 {"memory", job_in_shared_memory()}});
        if (process == 0) state_->record("setup", setup_of(config));
    } catch (...) { // NOLINT(bugprone-empty-catch): then nothing is recorded
    }
}

void ReplicaReport::process_lost(int rank, int process) noexcept {
    if (state_ == nullptr) return;
    try {
        const std::lock_guard guard(state_->lock);
        if (!state_->lost.insert(process).second) return;
    } catch (...) { // NOLINT(bugprone-empty-catch): then it is told twice
    }
    state_->record("process_lost", {{"rank", rank}, {"process", process}});
}

void ReplicaReport::promoted() noexcept {
    tell_keeper(keeper::Kind::promoted);
    if (state_ != nullptr)
        state_->record("promoted", {{"rank", state_->rank}, {"process", state_->process}});
}

void ReplicaReport::ending(int code, const char *why) noexcept {
    tell_keeper(keeper::Kind::ending, code);
    if (state_ == nullptr) return;
    try {
        Json fields = {{"code", code}};
        if (*why != '\0') fields["why"] = why;
        state_->record("ending", std::move(fields));
    } catch (...) { // NOLINT(bugprone-empty-catch): then the keeper's word has to do
    }
}

void ReplicaReport::left(int status) noexcept {
    tell_keeper(keeper::Kind::leaving, status);
    if (state_ == nullptr) return;
    std::array<char, 128> line{};
    const int length = std::snprintf(line.data(), line.size(),
                                     "{\"event\":\"left\",\"status\":%d,\"time\":%.6f}\n", status,
                                     time_of_record());
    static_cast<void>(state_->records.append({line.data(), static_cast<std::size_t>(length)}) == 0);
}

void ReplicaReport::finish(std::size_t logged) noexcept {
    tell_keeper(keeper::Kind::finalised);
    if (state_ == nullptr) return;
    const Json none = Json::object();
    state_->record("finish", {{"logged", logged},
                              {"lost", Json::array()},
                              {"skipped", none},
                              {"incomplete", none},
                              {"absent", none},
                              {"redone", none},
                              {"passed_through", none}});
}

ReplicaReport &replica_report() noexcept {
    static ReplicaReport report;
    return report;
}

} // namespace closeranks
