#include "runtime/support/program_imports.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace closeranks {

namespace {

using Address = ElfW(Addr);

/// Tables of a loaded object with names of symbols and libraries.
struct Tables {
    const ElfW(Sym) *symbols = nullptr;
    const char *strings = nullptr;
    const std::uint32_t *gnu_hash = nullptr;
    const std::uint32_t *hash = nullptr;
    std::span<const ElfW(Rela)> relocations; ///< of data
    std::span<const ElfW(Rela)> calls;       ///< the relocations of the procedure linkage table
    std::vector<Address> needed;             ///< DT_NEEDED: offsets of names in `strings`
    Address name = 0;                        ///< DT_SONAME: the same
};

/// The dynamic linker has made most of these addresses absolute, and left some unchanged.
template <typename Kind> const Kind *at(const link_map &object, Address place) noexcept {
    return reinterpret_cast<const Kind *>(place < object.l_addr ? place + object.l_addr : place);
}

std::span<const ElfW(Rela)> relocations_at(const link_map &object, Address place, Address bytes) {
    if (place == 0) return {};
    return {at<ElfW(Rela)>(object, place), bytes / sizeof(ElfW(Rela))};
}

Tables tables_of(const link_map &object) {
    Tables tables;
    Address relocations = 0;
    Address relocations_size = 0;
    Address calls = 0;
    Address calls_size = 0;
    for (const ElfW(Dyn) *entry = object.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry)
        switch (entry->d_tag) {
        case DT_SYMTAB:
            tables.symbols = at<ElfW(Sym)>(object, entry->d_un.d_ptr);
            break;
        case DT_STRTAB:
            tables.strings = at<char>(object, entry->d_un.d_ptr);
            break;
        case DT_GNU_HASH:
            tables.gnu_hash = at<std::uint32_t>(object, entry->d_un.d_ptr);
            break;
        case DT_HASH:
            tables.hash = at<std::uint32_t>(object, entry->d_un.d_ptr);
            break;
        case DT_NEEDED:
            tables.needed.push_back(entry->d_un.d_val);
            break;
        case DT_SONAME:
            tables.name = entry->d_un.d_val;
            break;
        case DT_RELA:
            relocations = entry->d_un.d_ptr;
            break;
        case DT_RELASZ:
            relocations_size = entry->d_un.d_val;
            break;
        case DT_JMPREL:
            calls = entry->d_un.d_ptr;
            break;
        case DT_PLTRELSZ:
            calls_size = entry->d_un.d_val;
            break;
        default:
            break;
        }
    tables.relocations = relocations_at(object, relocations, relocations_size);
    tables.calls = relocations_at(object, calls, calls_size);
    return tables;
}

/// An upper limit for the number of imported symbols. A GNU hash table has only the defined
/// symbols, which come last; and where there are none, GNU's linker says 1 whatever the number of
/// the others is. These are known by their relocations.
std::uint32_t count_of_imports(const Tables &tables) noexcept {
    if (tables.gnu_hash == nullptr) return tables.hash != nullptr ? tables.hash[1] : 0;
    std::uint32_t count = tables.gnu_hash[1];
    for (const auto &some : {tables.relocations, tables.calls})
        for (const ElfW(Rela) & one : some)
            count = std::max(count, static_cast<std::uint32_t>(ELF64_R_SYM(one.r_info)) + 1);
    return count;
}

std::string_view last_name(std::string_view file) noexcept {
    return file.substr(file.rfind('/') + 1); // npos + 1 is 0
}

std::string_view folder_of(std::string_view file) noexcept {
    return file.substr(0, file.find_last_of('/') + 1);
}

/// The loaded object with that name; nullptr: there is none.
const link_map *find_object(const link_map *first, std::string_view name) {
    for (const link_map *object = first; object != nullptr; object = object->l_next) {
        const Tables tables = tables_of(*object);
        const bool has_name = tables.strings != nullptr && tables.name != 0;
        if (last_name(object->l_name) == name || (has_name && tables.strings + tables.name == name))
            return object;
    }
    return nullptr;
}

void note_imports(ProgramImports &imports, const Tables &tables) {
    if (tables.symbols == nullptr || tables.strings == nullptr) return;
    const std::uint32_t count = count_of_imports(tables);
    for (std::uint32_t i = 1; i < count; ++i)
        if (tables.symbols[i].st_shndx == SHN_UNDEF)
            note_import(imports, tables.strings + tables.symbols[i].st_name);
}

/// Notes the imports of the executable and of the libraries with which it is linked. The libraries
/// of the MPI and of closeranks are left out.
void note_objects(ProgramImports &imports, const link_map *executable, std::string_view mpi) {
    std::vector<const link_map *> objects{executable};
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const Tables tables = tables_of(*objects[i]);
        note_imports(imports, tables);
        for (const Address place : tables.needed) {
            const std::string_view name = tables.strings + place;
            if (name.starts_with("libcloseranks_")) imports.uses_closeranks = true; // store, Fenix
            if (name.starts_with("libcloseranks")) continue;
            const link_map *const object = find_object(executable, name);
            if (object == nullptr || are_in_one_folder(object->l_name, mpi)) continue;
            if (std::ranges::find(objects, object) == objects.end()) objects.push_back(object);
        }
    }
}

/// True when the program contains closeranks_stub.a. That library imports no symbol: it looks for
/// functions of closeranks by these names.
bool has_stub() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    using namespace std::string_view_literals;
    constexpr std::array names{"closeranks_active\0"sv, "closeranks_resume\0"sv};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return content.find(name) != std::string::npos; });
}

ProgramImports read_imports(const void *of_the_mpi) {
    ProgramImports imports;
    void *const handle = dlopen(nullptr, RTLD_LAZY | RTLD_NOLOAD);
    const link_map *executable = nullptr;
    if (handle == nullptr || dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void *>(&executable)) != 0)
        return imports;
    Dl_info mpi{};
    const bool is_known = dladdr(of_the_mpi, &mpi) != 0;
    note_objects(imports, executable, is_known ? mpi.dli_fname : "");
    static_cast<void>(dlclose(handle));
    if (!imports.ulfm.empty() && !imports.uses_closeranks) imports.uses_closeranks = has_stub();
    return imports;
}

} // namespace

bool are_in_one_folder(std::string_view one, std::string_view other) noexcept {
    if (folder_of(one) == folder_of(other)) return true;
    std::error_code error;
    return std::filesystem::equivalent(folder_of(one), folder_of(other), error) && !error;
}

void note_import(ProgramImports &imports, const char *symbol) {
    constexpr std::array ulfm{"mpix_comm_revoke",
                              "mpix_comm_shrink",
                              "mpix_comm_ishrink",
                              "mpix_comm_agree",
                              "mpix_comm_iagree",
                              "mpix_comm_failure_ack",
                              "mpix_comm_failure_get_acked",
                              "mpix_comm_ack_failed",
                              "mpix_comm_get_failed",
                              "mpix_comm_is_revoked"};
    constexpr std::array handlers{"mpi_comm_set_errhandler", "mpi_errhandler_set"};
    const std::string_view name = symbol;
    if (name.starts_with("closeranks_")) imports.uses_closeranks = true;
    // By its C name (PMPIX_Comm_agree) or a Fortran name (mpix_comm_agree_, mpix_comm_agree_f08_).
    std::string_view base = name;
    if (base.starts_with("PMPI") || base.starts_with("pmpi")) base.remove_prefix(1);
    if (!base.starts_with("MPI") && !base.starts_with("mpi")) return; // true for most symbols
    for (const std::string_view ending : {"_", "_", "_f08"})
        if (base.ends_with(ending)) base.remove_suffix(ending.size());
    std::string plain(base);
    std::ranges::transform(plain, plain.begin(), [](unsigned char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    });
    if (imports.ulfm.empty() && std::ranges::find(ulfm, plain) != ulfm.end()) imports.ulfm = name;
    if (std::ranges::find(handlers, plain) != handlers.end()) imports.sets_error_handlers = true;
}

const ProgramImports &program_imports(const void *of_the_mpi) noexcept {
    static const ProgramImports imports = read_imports(of_the_mpi);
    return imports;
}

} // namespace closeranks
