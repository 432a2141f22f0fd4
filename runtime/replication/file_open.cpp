#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/files.hpp"
#include "runtime/replication/plans.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

/// From MPI_File_open to MPI_File_close, and calls about the file as a whole.

namespace closeranks::replication {

namespace {

using Files = HandleTable<MPI_File, File>;

Files &files() noexcept {
    static NeverDestroyed<Files> files;
    return files.value;
}

/// The leader's code of an action on the file itself.
template <typename Act> int decide_code(Act act) {
    return static_cast<int>(decisions().decide([&] { return Decisions::Outcome{act(), 0}; }).at(0));
}

/// The code of the first member that has failed; MPI_SUCCESS: none has.
int code_of_all(Communicator &c, int code) {
    std::vector<int> codes;
    if (const int failed = gather_all(c, std::span(&code, 1), codes); failed != MPI_SUCCESS)
        return failed;
    const auto found =
        std::find_if(codes.begin(), codes.end(), [](int other) { return other != MPI_SUCCESS; });
    return found == codes.end() ? MPI_SUCCESS : *found;
}

/// The first member does an action that is done once; all members get its code.
template <typename Run> int first_member(Communicator &c, Run run) {
    int code = c.place == 0 ? run() : MPI_SUCCESS;
    Schedule s(c, Way::blocking);
    if (const int wrong = plan_bcast(s, elements(&code, 1, MPI_INT), 0); wrong != MPI_SUCCESS)
        return wrong;
    static_cast<void>(s.start());
    const int sent = s.finish();
    return sent == MPI_SUCCESS ? code : sent;
}

int wait_for_all(Communicator &c) {
    Schedule s(c, Way::blocking);
    if (const int code = plan_barrier(s); code != MPI_SUCCESS) return code;
    static_cast<void>(s.start());
    return s.finish();
}

/// A twin may open the file after the program has changed its folder. A name with a prefix
/// ("ufs:name") stays.
std::string name_for_later(const std::string &name) {
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(name, failed);
    return failed || name.find(':') != std::string::npos ? name : whole.string();
}

/// Whether a file existed before an action that cannot be done twice. If the leader has looked, and
/// failed before it could tell the outcome, its twin has to know.
class Before {
  public:
    explicit Before(const std::string &name) {
        was_there_ = decisions().decide([&] {
            has_looked_ = true;
            const bool is_there = ::access(name.c_str(), F_OK) == 0;
            return Decisions::Outcome{is_there ? 1 : 0, 0};
        })[0] != 0;
    }
    [[nodiscard]] bool leader_found() const noexcept { return !has_looked_ && was_there_; }
    [[nodiscard]] bool leader_missed() const noexcept { return !has_looked_ && !was_there_; }

  private:
    bool was_there_ = false;
    bool has_looked_ = false;
};

bool is_no_such_file(int code) noexcept {
    int kind = MPI_SUCCESS;
    return real.Error_class(code, &kind) == MPI_SUCCESS && kind == MPI_ERR_NO_SUCH_FILE;
}

int delete_itself(const std::string &name, MPI_Info info) {
    const Before before(name);
    return decide_code([&] {
        decisions().wait_for_twin();
        const QuietFiles quiet;
        const int code = real.File_delete(name.c_str(), info);
        return before.leader_found() && is_no_such_file(code) ? MPI_SUCCESS : code;
    });
}

/// In the leader, which waits for a twin that lags: that reads old files for itself
/// (posix_file.hpp).
int open_with(File &file, int amode) {
    if ((amode & MPI_MODE_RDONLY) == 0) decisions().wait_for_twin();
    const QuietFiles quiet;
    return real.File_open(quiet_self(), file.name.c_str(), amode, file.info.get(), &file.acting);
}

int create_itself(File &file, int amode) {
    if ((amode & MPI_MODE_EXCL) == 0) return decide_code([&] { return open_with(file, amode); });
    const Before before(file.name);
    return decide_code(
        [&] { return open_with(file, before.leader_missed() ? amode & ~MPI_MODE_EXCL : amode); });
}

/// A twin opens what its leader has opened. Other ranks, which may delete the file or give its name
/// to another one, wait in the collective call meanwhile.
void open_in_twin(File &file) {
    file.inode = decisions().decide([&] {
        return Decisions::Outcome{inode_of_mpi_file(file.name), 0};
    })[0];
    static_cast<void>(act_on(file)); // without it the twin tries once more when it leads
    static_cast<void>(decide_code([] {
        decisions().wait_for_twin();
        return MPI_SUCCESS;
    }));
}

/// Opens the file itself: only the leader of the first member creates it.
int open_itself(File &file) {
    Communicator &c = *file.communicator;
    const int amode = file.amode & ~(MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_APPEND);
    if (const int code = first_member(c, [&] { return create_itself(file, amode); });
        code != MPI_SUCCESS)
        return code;
    int code = MPI_SUCCESS;
    constexpr int once = MPI_MODE_CREATE | MPI_MODE_EXCL;
    if (c.place != 0) code = decide_code([&] { return open_with(file, amode & ~once); });
    if (code == MPI_SUCCESS) open_in_twin(file);
    // Before any member can write behind that end.
    if (code == MPI_SUCCESS && (file.amode & MPI_MODE_APPEND) != 0)
        code = size_of_file(file, &file.position);
    file.shared_position = file.position;
    return code_of_all(c, code);
}

void close_itself(File &file) {
    if (file.acting != MPI_FILE_NULL) static_cast<void>(real.File_close(&file.acting));
}

int open_file(Communicator &c, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    if (c.is_inter()) return MPI_ERR_COMM;
    if ((amode & MPI_MODE_SEQUENTIAL) != 0) return MPI_ERR_UNSUPPORTED_OPERATION;
    auto file = std::make_unique<File>();
    file->communicator = c.shared_from_this();
    file->name = name_for_later(filename);
    file->amode = amode;
    if (info != MPI_INFO_NULL) static_cast<void>(real.Info_dup(info, file->info.out()));
    int code = open_itself(*file);
    if (code == MPI_SUCCESS)
        code =
            real.File_open(quiet_self(), "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file->handle);
    if (code != MPI_SUCCESS) {
        close_itself(*file);
        return code;
    }
    *fh = file->handle;
    files().insert(*fh, file.release());
    return MPI_SUCCESS;
}

int close_file(File &file) {
    Communicator &c = *file.communicator;
    int code = decide_code([&] {
        // The leader had it open, and has failed.
        if (file.acting == MPI_FILE_NULL) return MPI_SUCCESS;
        return real.File_close(&file.acting);
    });
    close_itself(file); // opened by a process that does not lead any more, or not yet
    if (const int all = wait_for_all(c); code == MPI_SUCCESS) code = all;
    if ((file.amode & MPI_MODE_DELETE_ON_CLOSE) != 0) {
        const int deleted =
            first_member(c, [&] { return delete_itself(file.name, MPI_INFO_NULL); });
        if (code == MPI_SUCCESS) code = deleted;
    }
    return code;
}

/// A collective call whose effect on the file itself comes once.
template <typename Act> int once(MPI_File fh, Act act) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    int code = wait_for_all(*file->communicator); // no member is still in an earlier access
    if (code == MPI_SUCCESS)
        code = first_member(*file->communicator, [&] {
            return decide_code([&] {
                const int opened = act_on(*file);
                return opened == MPI_SUCCESS ? act(file->acting) : opened;
            });
        });
    return raise_on_file(fh, code);
}

} // namespace

File *find_file(MPI_File handle) noexcept { return files().find(handle); }

namespace calls {

int file_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    Communicator *const c = find(comm);
    if (c == nullptr || filename == nullptr || fh == nullptr)
        return raise_on_file(MPI_FILE_NULL, c == nullptr ? MPI_ERR_COMM : MPI_ERR_ARG,
                             "MPI_File_open");
    return raise_on_file(MPI_FILE_NULL, open_file(*c, filename, amode, info, fh), "MPI_File_open");
}

int file_close(MPI_File *fh) {
    File *const file = fh == nullptr ? nullptr : find_file(*fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    const int code = raise_on_file(*fh, close_file(*file));
    files().erase(*fh);
    static_cast<void>(real.File_close(fh));
    delete file;
    return code;
}

int file_delete(const char *filename, MPI_Info info) {
    if (filename == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_ARG, "MPI_File_delete");
    return raise_on_file(MPI_FILE_NULL, delete_itself(filename, info), "MPI_File_delete");
}

int file_set_size(MPI_File fh, MPI_Offset size) {
    return once(fh, [&](MPI_File itself) { return real.File_set_size(itself, size); });
}

int file_preallocate(MPI_File fh, MPI_Offset size) {
    return once(fh, [&](MPI_File itself) { return real.File_preallocate(itself, size); });
}

int file_get_size(MPI_File fh, MPI_Offset *size) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    if (size == nullptr) return raise_on_file(fh, MPI_ERR_ARG);
    return raise_on_file(fh, size_of_file(*file, size));
}

int file_get_group(MPI_File fh, MPI_Group *group) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    return raise_on_file(fh, group_of_ranks(file->communicator->ranks, group));
}

int file_get_amode(MPI_File fh, int *amode) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    *amode = file->amode;
    return MPI_SUCCESS;
}

int file_set_info(MPI_File fh, MPI_Info info) { return real.File_set_info(fh, info); }

int file_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                  const char *datarep, MPI_Info info) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    // The program's handle raises errors in the arguments.
    int code = real.File_set_view(fh, disp, etype, filetype, datarep, info);
    if (code != MPI_SUCCESS) return code;
    if (file->acting != MPI_FILE_NULL)
        code = real.File_set_view(file->acting, disp, etype, filetype, datarep, info);
    static_cast<void>(real.Type_size_x(etype, &file->etype_size));
    file->position = file->shared_position = 0;
    const int all = wait_for_all(*file->communicator);
    return raise_on_file(fh, code == MPI_SUCCESS ? all : code);
}

int file_set_atomicity(MPI_File fh, int flag) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    file->is_atomic = flag != 0;
    int code = MPI_SUCCESS;
    if (file->acting != MPI_FILE_NULL) code = real.File_set_atomicity(file->acting, flag);
    return raise_on_file(fh, code);
}

int file_get_atomicity(MPI_File fh, int *flag) {
    const File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    *flag = file->is_atomic ? 1 : 0;
    return MPI_SUCCESS;
}

/// Waits for all members, as Open MPI does: programs read other ranks' data after it.
int file_sync(MPI_File fh) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    const int code = decide_code([&] {
        const int opened = act_on(*file);
        return opened == MPI_SUCCESS ? real.File_sync(file->acting) : opened;
    });
    const int all = wait_for_all(*file->communicator);
    return raise_on_file(fh, code == MPI_SUCCESS ? all : code);
}

} // namespace calls

} // namespace closeranks::replication
