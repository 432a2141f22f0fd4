#include "runtime/replication/files.hpp"

#include "runtime/openmpi/error_handlers.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/kept_datatype.hpp"

#include <algorithm>
#include <cstring>

#include <sys/stat.h>

namespace closeranks::replication {

namespace {

/// Flags of actions that one member does once, or that matter only at the opening.
constexpr int at_first_open =
    MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_APPEND;

/// A status as the leader got it.
void set_bytes(MPI_Status *status, MPI_Count bytes) {
    if (status == MPI_STATUS_IGNORE) return;
    static_cast<void>(real.Status_set_elements_x(status, MPI_BYTE, bytes));
    static_cast<void>(real.Status_set_cancelled(status, 0));
}

void free_type(MPI_Datatype type) {
    if (!is_predefined(type)) static_cast<void>(real.Type_free(&type));
}

/// Gives the file itself the program's view.
int copy_view(const File &file) {
    MPI_Offset displacement = 0;
    MPI_Datatype etype = MPI_BYTE;
    MPI_Datatype filetype = MPI_BYTE;
    char representation[MPI_MAX_DATAREP_STRING] = {};
    if (const int code =
            real.File_get_view(file.handle, &displacement, &etype, &filetype, representation);
        code != MPI_SUCCESS)
        return code;
    const int code = real.File_set_view(file.acting, displacement, etype, filetype, representation,
                                        MPI_INFO_NULL);
    free_type(etype);
    free_type(filetype);
    return code;
}

/// The data of a read, for the twin, in as many decisions as they need.
class ReadData {
  public:
    ReadData(const Elements &what, MPI_Count bytes) : what_(what) {
        MPI_Count size = 0;
        static_cast<void>(real.Type_size_x(what.type, &size));
        elements_ = size == 0 ? 0 : (bytes + size - 1) / size;
        packed_.resize(packed_size(elements_, what.type));
    }

    /// `reads_again`: called when the leader has failed before it told all data.
    template <typename Again> int hand_on(bool has_read, Again reads_again) {
        int code = MPI_SUCCESS;
        if (has_read && world().my_other()) pack();
        for (std::size_t at = 0; at < packed_.size(); at += piece) {
            const std::size_t bytes = std::min(piece, packed_.size() - at);
            const Decisions::Outcome words = decisions().decide([&] {
                if (!has_read) code = reads_again();
                if (!has_read && world().my_other()) pack();
                has_read = true;
                Decisions::Outcome outcome(words_of(bytes));
                if (world().my_other()) std::memcpy(outcome.data(), packed_.data() + at, bytes);
                return outcome;
            });
            if (!has_read) std::memcpy(packed_.data() + at, words.data(), bytes);
        }
        if (!has_read) unpack_elements(packed_.data(), what_.at, elements_, what_.type);
        return code;
    }

  private:
    static constexpr std::size_t piece = std::size_t{1} << 16U;
    static std::size_t words_of(std::size_t bytes) noexcept {
        return (bytes + sizeof(std::int64_t) - 1) / sizeof(std::int64_t);
    }
    void pack() { pack_elements(what_.at, elements_, what_.type, packed_.data()); }

    Elements what_;
    MPI_Count elements_ = 0;
    std::vector<std::byte> packed_;
};

} // namespace

int raise_on_file(MPI_File handle, int code, const char *function) {
    if (code == MPI_SUCCESS) return code;
    const ProgramScope handler;
    // In Open MPI the standard's call refuses MPI_FILE_NULL.
    call_errhandler(handle, code, function);
    return code;
}

std::int64_t inode_of_mpi_file(const std::string &name) noexcept {
    struct stat found {};
    const auto prefix = name.find(':');
    const bool is_there =
        ::stat(name.c_str(), &found) == 0 ||
        (prefix != std::string::npos && ::stat(name.c_str() + prefix + 1, &found) == 0);
    return is_there ? static_cast<std::int64_t>(found.st_ino) : 0;
}

int act_on(File &file) {
    if (file.acting != MPI_FILE_NULL) return MPI_SUCCESS;
    const QuietFiles quiet;
    if (const int code = real.File_open(quiet_self(), file.name.c_str(),
                                        file.amode & ~at_first_open, file.info.get(), &file.acting);
        code != MPI_SUCCESS)
        return code;
    if (file.inode != 0 && inode_of_mpi_file(file.name) != file.inode) {
        static_cast<void>(real.File_close(&file.acting));
        return MPI_ERR_NO_SUCH_FILE;
    }
    if (file.is_atomic) static_cast<void>(real.File_set_atomicity(file.acting, 1));
    return file.handle == MPI_FILE_NULL ? MPI_SUCCESS : copy_view(file);
}

int access(File &file, std::optional<MPI_Offset> offset, const Elements &what, bool writes,
           MPI_Status *status) {
    const MPI_Offset at = offset.value_or(file.position);
    bool has_acted = false;
    MPI_Count bytes = 0;
    const auto act = [&]() -> int {
        has_acted = true;
        if (const int code = act_on(file); code != MPI_SUCCESS) return code;
        MPI_Status own{};
        const int code =
            writes ? real.File_write_at(file.acting, at, what.at, what.count, what.type, &own)
                   : real.File_read_at(file.acting, at, what.at, what.count, what.type, &own);
        if (code == MPI_SUCCESS) static_cast<void>(real.Get_elements_x(&own, MPI_BYTE, &bytes));
        return code;
    };
    const Decisions::Outcome found = decisions().decide([&] {
        const int code = act();
        return Decisions::Outcome{code, bytes};
    });
    const int code = static_cast<int>(found.at(0));
    if (code != MPI_SUCCESS) return code;
    if (!offset) {
        MPI_Count size = 0;
        static_cast<void>(real.Type_size_x(what.type, &size));
        file.position += size * what.count / std::max<MPI_Count>(file.etype_size, 1);
    }
    set_bytes(status, found.at(1));
    return writes ? MPI_SUCCESS : ReadData(what, found.at(1)).hand_on(has_acted, act);
}

int size_of_file(File &file, MPI_Offset *size) {
    const Decisions::Outcome found = decisions().decide([&] {
        MPI_Offset bytes = 0;
        int code = act_on(file);
        if (code == MPI_SUCCESS) code = real.File_get_size(file.acting, &bytes);
        return Decisions::Outcome{code, bytes};
    });
    *size = found.at(1);
    return static_cast<int>(found.at(0));
}

int end_of_file(File &file, MPI_Offset *offset) {
    const Decisions::Outcome found = decisions().decide([&] {
        MPI_Offset end = 0;
        int code = act_on(file);
        if (code == MPI_SUCCESS) code = real.File_seek(file.acting, 0, MPI_SEEK_END);
        if (code == MPI_SUCCESS) code = real.File_get_position(file.acting, &end);
        return Decisions::Outcome{code, end};
    });
    *offset = found.at(1);
    return static_cast<int>(found.at(0));
}

} // namespace closeranks::replication
