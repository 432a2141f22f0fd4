#include "runtime/run/setup_record.hpp"

#include "runtime/run/config.hpp"
#include "runtime/support/real.hpp"

#include <closeranks_version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace closeranks {

namespace {

using Json = nlohmann::json;

/// The first line of the MPI's description of itself: its name, its version and its package.
std::string mpi_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    if (real.Get_library_version(text.data(), &length) != MPI_SUCCESS) return {};
    const std::string_view all = text.data();
    return std::string(all.substr(0, std::min(all.find(','), all.find('\n'))));
}

} // namespace

Json setup_of(const Config &config) {
    Json options = Json::object();
    for (const auto &[name, value, source] : config.list())
        options[name] = {{"value", value}, {"from", source}};
    return {
        {"closeranks", CLOSERANKS_VERSION_STRING}, {"mpi", mpi_version()}, {"options", options}};
}

} // namespace closeranks
