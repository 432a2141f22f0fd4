#include "runtime/communicators/format_library.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/files/buffering.hpp"
#include "runtime/files/files.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/openmpi/launch.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/way_back.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <unistd.h>

namespace closeranks {

namespace {

constexpr Function opening = Function::File_open;
constexpr Function closing = Function::File_close;

/// True if a file of this name exists, as far as this process can see.
bool exists(const std::string &name) noexcept { return ::access(name.c_str(), F_OK) == 0; }

/// The name as it is meant now, even if the program changes its folder later.
std::string absolute(const char *filename) {
    std::error_code failed;
    const auto path = std::filesystem::absolute(filename, failed);
    return failed ? filename : path.string();
}

/// The access mode with which this process opens the file for itself; the library handles the parts
/// that concern all processes together.
int own_amode(int amode, bool exclusively) noexcept {
    const int kept = amode & ~(MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN);
    return exclusively ? kept : kept & ~MPI_MODE_EXCL;
}

/// The data that the processes exchange to choose the place of the shared pointer.
struct Meeting {
    std::int64_t place = 0; ///< equal for processes that see the same session directory
    std::int64_t token = 0; ///< the largest one becomes the name of the pointer

    Meeting() {
        constexpr std::uint64_t mask = std::numeric_limits<std::int64_t>::max();
        std::array<char, 256> host{};
        static_cast<void>(::gethostname(host.data(), host.size() - 1));
        const std::hash<std::string> hash;
        place = static_cast<std::int64_t>(hash(host.data() + session_directory()) & mask);
        std::random_device random;
        token = static_cast<std::int64_t>(((std::uint64_t{random()} << 32U) | random()) & mask);
    }
};

/// The place of the shared pointer of a file: on one node in the session directory, else beside the
/// file, which all nodes reach.
std::string pointer_path(const std::string &name, bool on_one_node, std::int64_t token) {
    const std::size_t slash = name.rfind('/') + 1;
    const std::string session = on_one_node ? session_directory() : "";
    std::string path = runtime().config.file_pointers;
    if (path.empty()) path = session.empty() ? name.substr(0, slash) + "." : session;
    constexpr std::size_t longest = 100; // the system limits the names of files
    std::array<char, 32> unique{};
    std::snprintf(unique.data(), unique.size(), ".%016llx", static_cast<unsigned long long>(token));
    return path + "/." + name.substr(slash, longest) + unique.data() + ".pointer";
}

/// Opens the real file at all survivors: one process first, then all others, so that the file is
/// made once. Returns the code that all return; it has been raised where there was an object to
/// raise it on.
int open_real(File &file, MPI_Info info, MPI_File *fh) noexcept {
    const BufferingWishes wishes = buffering_wishes(file, info);
    std::int64_t before[] = {file.amode,  -file.amode,        exists(file.name) ? 1 : 0,
                             wishes.none, wishes.aggregators, wishes.section};
    combine_largest(file, opening, before);
    std::optional<int> code;
    const auto open = [&](bool exclusively) {
        const int amode = own_amode(file.amode, exclusively);
        return *(code = real.File_open(MPI_COMM_SELF, file.name.c_str(), amode, info, fh));
    };
    // A file that did not exist before was made by the process that failed. A file that exists
    // already was made by the predecessor of this process.
    const bool is_there = WayBack::is_on();
    const auto first = [&](bool again) { return open(!is_there && (!again || before[2])); };
    const int made = by_one(file, opening, first);
    if (!code) open(made != MPI_SUCCESS);
    const bool differ = before[0] != -before[1];
    const int own = code == MPI_SUCCESS && differ ? MPI_ERR_NOT_SAME : *code;

    MPI_Offset size = 0;
    if (own == MPI_SUCCESS && (file.amode & MPI_MODE_APPEND) != 0)
        static_cast<void>(real.File_get_size(*fh, &size));
    const Meeting mine;
    std::int64_t after[] = {own, size, mine.token, mine.place, -mine.place};
    combine_largest(file, opening, after);
    if (after[0] == MPI_SUCCESS) {
        file.handle = *fh;
        if (!WayBack::is_on()) file.wishes = {before[3], before[4], before[5]};
        file.raw.place(file.name, file.amode);
        const bool alone = file.members == nullptr;
        const bool on_one_node = after[3] == -after[4];
        file.pointer.place(alone ? "" : pointer_path(file.name, on_one_node, after[2]), after[1]);
    } else if (code == MPI_SUCCESS) {
        static_cast<void>(real.File_close(fh));
        call_errhandler(MPI_FILE_NULL, static_cast<int>(after[0]), nullptr); // MPI 4.1, 14.7
    }
    return static_cast<int>(after[0]);
}

/// Reports possible damage of a file that has been written to.
void report_losses(const File &file) {
    if (file.members == nullptr || (file.amode & MPI_MODE_RDONLY) != 0) return;
    const AffectedFile affected{.name = file.name,
                                .ranks = gone_from(file.group.get()).all(),
                                .gaps = file.gaps,
                                .written_by =
                                    file.format_library != nullptr ? file.format_library : ""};
    if (!affected.ranks.empty()) runtime().report.affected(affected);
}

/// The file of a single process: everything belongs to the MPI but the shared file pointer.
void remember_alone(const char *filename, int amode, MPI_File fh) {
    auto file = std::make_unique<File>();
    int size = 0;
    if (real.File_get_group(fh, file->group.out()) != MPI_SUCCESS ||
        real.Group_size(file->group.get(), &size) != MPI_SUCCESS || size != 1)
        return;
    MPI_Offset end = 0;
    if ((amode & MPI_MODE_APPEND) != 0) static_cast<void>(real.File_get_size(fh, &end));
    file->handle = fh;
    file->name = filename;
    file->amode = amode;
    file->pointer.place("", end);
    file_table().insert(fh, file.release());
}

} // namespace

int open_file(MPI_Comm comm, const char *filename, int amode, MPI_Info info,
              MPI_File *fh) noexcept {
    Entry entry(opening);
    Communicator *c = Entry::find(comm);
    if (int inter = 0; c != nullptr && real.Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter)
        c = nullptr; // an error, which the MPI raises
    if (c == nullptr || filename == nullptr || fh == nullptr) {
        const int code = real.File_open(comm, filename, amode, info, fh);
        if (code == MPI_SUCCESS && runtime().active && !Entry::nested())
            remember_alone(filename, amode, *fh);
        return code;
    }
    auto file = std::make_unique<File>();
    file->name = absolute(filename);
    file->amode = amode;
    file->deletes = (amode & MPI_MODE_DELETE_ON_CLOSE) != 0;
    if (const int code = gather_members(*c, Use::file, file->members); code != MPI_SUCCESS)
        return code;
    file->format_library = c->identity.format_library();
    const bool all = file->members == nullptr || !numbers_survivors(*c, nullptr);
    const Group survivors = all ? Group{} : c->working.run(group_of);
    static_cast<void>(real.Group_union(all ? c->identity.group() : survivors.get(), MPI_GROUP_EMPTY,
                                       file->group.out()));
    if (const int code = open_real(*file, info, fh); code != MPI_SUCCESS) {
        *fh = MPI_FILE_NULL;
        dissolve_members(file->members);
        return code;
    }
    note_absent(*file);
    file_table().insert(*fh, file.release());
    return MPI_SUCCESS;
}

void rejoin(File &file) {
    constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();
    const Runtime &w = runtime();
    const bool is_new = std::ranges::count(w.recovery.replaced(), w.rank) != 0;
    file.group = regroup(file.group.get(), *file.members);
    MPI_Offset at = 0;
    const bool knows = !is_new && file.pointer.read(at) == MPI_SUCCESS;
    const BufferingWishes wishes =
        is_new ? BufferingWishes{unknown, unknown, unknown} : file.wishes;
    const Meeting mine;
    std::int64_t all[] = {knows ? at : unknown, wishes.none, wishes.aggregators, wishes.section,
                          mine.token,           mine.place,  -mine.place};
    combine_largest(file, Entry::function(), all);
    if (!is_new) file.pointer.remove(); // the pointer counts steps that have ended
    const bool on_one_node = all[5] == -all[6];
    file.pointer.place(pointer_path(file.name, on_one_node, all[4]),
                       std::max(all[0], std::int64_t{0}));
    if (all[1] != unknown) file.wishes = {all[1], all[2], all[3]};
    file.latest.clear();
    file.gaps.clear(); // data that is written again
    elect(file, Entry::function(), 0);
}

int close_file(MPI_File *fh) noexcept {
    Entry entry(closing);
    // Also within nested calls: an attribute's delete function may close a file.
    const std::unique_ptr<File> file(fh != nullptr ? file_table().find(*fh) : nullptr);
    if (!file) return real.File_close(fh);
    file_table().erase(*fh);
    settle_ordered(*file, closing); // while there is still a view
    const int code = real.File_close(fh);
    file->raw.close();
    // All data that the others have written is in the file when this process continues.
    elect(*file, closing, 0);
    int deleted = MPI_SUCCESS;
    if (file->deletes && !WayBack::is_on())
        deleted = by_one(*file, closing, [&](bool again) {
            if (again && !exists(file->name)) return MPI_SUCCESS;
            return real.File_delete(file->name.c_str(), MPI_INFO_NULL);
        });
    if (file->leads() || file->pointer.is_used()) file->pointer.remove();
    if (file->leads()) report_losses(*file);
    note_absent(*file);
    dissolve_members(file->members);
    return code != MPI_SUCCESS ? code : deleted;
}

} // namespace closeranks
