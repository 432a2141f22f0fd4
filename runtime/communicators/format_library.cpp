#include "runtime/communicators/format_library.hpp"

#include "runtime/core/runtime.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <dlfcn.h>

namespace closeranks {

const char *format_library_at(const void *address) noexcept {
    constexpr std::array<std::pair<std::string_view, const char *>, 3> known{
        {{"libhdf5", "HDF5"}, {"libpnetcdf", "PnetCDF"}, {"libnetcdf", "NetCDF"}}};
    Dl_info where{};
    if (address == nullptr || dladdr(address, &where) == 0 || where.dli_fname == nullptr)
        return nullptr;
    std::string_view file = where.dli_fname;
    file.remove_prefix(file.rfind('/') + 1);
    for (const auto &[begin, name] : known)
        if (file.starts_with(begin)) return name;
    return nullptr;
}

bool numbers_survivors(const Communicator &parent, const char *library) noexcept {
    using Choice = FileNumberingChoice;
    const Choice choice = runtime().config.file_numbering;
    const bool wanted =
        choice == Choice::survivors || (choice == Choice::auto_ && library != nullptr);
    return wanted && parent.has_missing() && !parent.identity.topology();
}

} // namespace closeranks
