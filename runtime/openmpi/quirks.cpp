#include "runtime/openmpi/quirks.hpp"

#include "runtime/support/real.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace closeranks {

namespace {

struct Version {
    int major = 0;
    int minor = 0;
    int release = 0;
    auto operator<=>(const Version &) const = default;
};

/// All zero when the text contains no version.
Version version_in(std::string_view text) noexcept {
    Version found;
    const std::string copy(text.substr(0, text.find(',')));
    if (std::sscanf(copy.c_str(), "Open MPI v%d.%d.%d", &found.major,
                    &found.minor, // NOLINT(cert-err34-c)
                    &found.release) != 3)
        return {};
    return found;
}

std::string version_of_mpi() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    return real.Get_library_version(text.data(), &length) == MPI_SUCCESS ? text.data() : "";
}

/// The patches that set-up has recorded beside the MPI that it builds.
std::set<std::string> patches_of_mpi() {
    Dl_info library{};
    if (dladdr(reinterpret_cast<const void *>(real.Comm_agree), &library) == 0 ||
        library.dli_fname == nullptr)
        return {};
    const auto folder = std::filesystem::path(library.dli_fname).parent_path();
    std::ifstream list(folder.parent_path() / "complete");
    std::set<std::string> patches;
    for (std::string patch; list >> patch;)
        patches.insert(patch);
    return patches;
}

} // namespace

bool has_quirk(Quirk quirk, std::string_view version,
               const std::set<std::string> &patches) noexcept {
    const auto is_patch = [&](const QuirkPatch &one) {
        return one.quirk == quirk && patches.contains(std::string(one.name) + ".patch");
    };
    if (std::ranges::any_of(quirk_patches, is_patch)) return false;
    const Version used = version_in(version);
    return std::ranges::none_of(versions_free_of_quirks, [&](const FreeFrom &first) {
        return first.quirk == quirk && first.major == used.major &&
               Version{first.major, first.minor, first.release} <= used;
    });
}

bool has(Quirk quirk) {
    static const std::string version = version_of_mpi();
    static const std::set<std::string> patches = patches_of_mpi();
    return has_quirk(quirk, version, patches);
}

} // namespace closeranks
