#include "runtime/run/cause_of_death.hpp"

#include "runtime/openmpi/job_control.hpp"
#include "runtime/run/record_file.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>

namespace closeranks {

namespace {

/// The cause that the keeper recorded at the end; a line that a full disk cut off gives none.
std::string cause_in(const std::string &line) {
    const nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
    const auto text_of = [&](const char *name) -> std::string {
        const auto field = record.find(name);
        return field != record.end() && field->is_string() ? *field : "";
    };
    return text_of("event") == "ended" ? text_of("cause") : "";
}

} // namespace

std::string cause_of_death(const std::string &records, ProcessId process, const char *silence) {
    if (records.empty()) return {};
    const Launched launched = launched_as(process);
    std::ifstream file(keeper_record_path(records, launched.job, launched.process));
    bool kept = false;
    for (std::string line; std::getline(file, line); kept = true)
        if (std::string cause = cause_in(line); !cause.empty()) return cause;
    return kept ? silence : "";
}

} // namespace closeranks
