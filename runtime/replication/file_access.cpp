#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/files.hpp"
#include "runtime/replication/plans.hpp"
#include "runtime/replication/requests.hpp"

#include <algorithm>

/// Reading and writing. Collective accesses are those of the single ranks, because MPI lets them
/// return before other ranks have come. Nonblocking accesses are complete when their call returns.

namespace closeranks::replication {

namespace {

using Offset = std::optional<MPI_Offset>;

int do_access(MPI_File fh, Offset offset, const Elements &what, bool writes, MPI_Status *status) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    return raise_on_file(fh, access(*file, offset, what, writes, status));
}

/// An access that has ended.
class Accessed final : public Operation {
  public:
    explicit Accessed(const MPI_Status &status) noexcept : status_(status) {}
    bool is_done() override { return true; }
    int finish(MPI_Status *status) override {
        if (status == MPI_STATUS_IGNORE) return MPI_SUCCESS;
        MPI_Count bytes = 0;
        static_cast<void>(real.Get_elements_x(&status_, MPI_BYTE, &bytes));
        static_cast<void>(real.Status_set_elements_x(status, MPI_BYTE, bytes));
        static_cast<void>(real.Status_set_cancelled(status, 0));
        return MPI_SUCCESS;
    }

  private:
    MPI_Status status_;
};

int start_access(MPI_File fh, Offset offset, const Elements &what, bool writes,
                 MPI_Request *request) {
    MPI_Status status{};
    if (const int code = do_access(fh, offset, what, writes, &status); code != MPI_SUCCESS)
        return code;
    return raise_on_file(
        fh, make_request(std::make_unique<Accessed>(status), MPI_COMM_WORLD, false, request));
}

int begin_access(MPI_File fh, Offset offset, const Elements &what, bool writes) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    file->split_status = {};
    file->split_code = access(*file, offset, what, writes, &file->split_status);
    return MPI_SUCCESS;
}

int end_access(MPI_File fh, MPI_Status *status) {
    const File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    if (status != MPI_STATUS_IGNORE) *status = file->split_status;
    return raise_on_file(fh, file->split_code);
}

/// The shared file pointer before this rank's access in a collective call, in which each member
/// gives its number of elements. The pointer follows from the calls, so that all members know it.
int take_turn(File &file, const Elements &what, MPI_Offset *offset) {
    Communicator &c = *file.communicator;
    MPI_Count size = 0;
    static_cast<void>(real.Type_size_x(what.type, &size));
    const std::int64_t mine = size * what.count / std::max<MPI_Count>(file.etype_size, 1);
    std::vector<std::int64_t> all(c.ranks.size());
    Schedule s(c, Way::blocking);
    if (const int code =
            plan_allgather(s, elements(&mine, 1, MPI_INT64_T), Blocks(all.data(), 1, MPI_INT64_T));
        code != MPI_SUCCESS)
        return code;
    static_cast<void>(s.start());
    if (const int code = s.finish(); code != MPI_SUCCESS) return code;
    *offset = file.shared_position;
    for (int i = 0; i < c.size(); ++i) {
        if (i < c.place) *offset += all[static_cast<std::size_t>(i)];
        file.shared_position += all[static_cast<std::size_t>(i)];
    }
    return MPI_SUCCESS;
}

int ordered_access(MPI_File fh, const Elements &what, bool writes, MPI_Status *status) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    MPI_Offset offset = 0;
    if (const int code = take_turn(*file, what, &offset); code != MPI_SUCCESS)
        return raise_on_file(fh, code);
    return raise_on_file(fh, access(*file, offset, what, writes, status));
}

int begin_ordered(MPI_File fh, const Elements &what, bool writes) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    MPI_Offset offset = 0;
    if (const int code = take_turn(*file, what, &offset); code != MPI_SUCCESS)
        return raise_on_file(fh, code);
    return begin_access(fh, offset, what, writes);
}

/// Moves a file pointer, in elementary types.
int seek(File &file, MPI_Offset &pointer, MPI_Offset offset, int whence) {
    MPI_Offset base = 0;
    if (whence == MPI_SEEK_CUR) base = pointer;
    if (whence == MPI_SEEK_END)
        if (const int code = end_of_file(file, &base); code != MPI_SUCCESS) return code;
    if (whence != MPI_SEEK_SET && whence != MPI_SEEK_CUR && whence != MPI_SEEK_END)
        return MPI_ERR_ARG;
    if (base + offset < 0) return MPI_ERR_ARG;
    pointer = base + offset;
    return MPI_SUCCESS;
}

} // namespace

namespace calls {

int file_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    return do_access(fh, {}, elements(buf, count, datatype), false, status);
}

int file_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                 MPI_Status *status) {
    return do_access(fh, offset, elements(buf, count, datatype), false, status);
}

int file_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    return start_access(fh, {}, elements(buf, count, datatype), false, request);
}

int file_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                  MPI_Request *request) {
    return start_access(fh, offset, elements(buf, count, datatype), false, request);
}

int file_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    return do_access(fh, {}, elements(buf, count, datatype), false, status);
}

int file_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                     MPI_Status *status) {
    return do_access(fh, offset, elements(buf, count, datatype), false, status);
}

int file_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    return start_access(fh, {}, elements(buf, count, datatype), false, request);
}

int file_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request) {
    return start_access(fh, offset, elements(buf, count, datatype), false, request);
}

int file_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    return begin_access(fh, {}, elements(buf, count, datatype), false);
}

int file_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                           MPI_Datatype datatype) {
    return begin_access(fh, offset, elements(buf, count, datatype), false);
}

int file_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status) {
    return ordered_access(fh, elements(buf, count, datatype), false, status);
}

int file_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    return begin_ordered(fh, elements(buf, count, datatype), false);
}

int file_read_all_end(MPI_File fh, void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_read_at_all_end(MPI_File fh, void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_read_ordered_end(MPI_File fh, void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    return do_access(fh, {}, elements(buf, count, datatype), true, status);
}

int file_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                  MPI_Status *status) {
    return do_access(fh, offset, elements(buf, count, datatype), true, status);
}

int file_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                MPI_Request *request) {
    return start_access(fh, {}, elements(buf, count, datatype), true, request);
}

int file_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                   MPI_Datatype datatype, MPI_Request *request) {
    return start_access(fh, offset, elements(buf, count, datatype), true, request);
}

int file_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                   MPI_Status *status) {
    return do_access(fh, {}, elements(buf, count, datatype), true, status);
}

int file_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                      MPI_Datatype datatype, MPI_Status *status) {
    return do_access(fh, offset, elements(buf, count, datatype), true, status);
}

int file_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Request *request) {
    return start_access(fh, {}, elements(buf, count, datatype), true, request);
}

int file_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Request *request) {
    return start_access(fh, offset, elements(buf, count, datatype), true, request);
}

int file_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    return begin_access(fh, {}, elements(buf, count, datatype), true);
}

int file_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                            MPI_Datatype datatype) {
    return begin_access(fh, offset, elements(buf, count, datatype), true);
}

int file_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status) {
    return ordered_access(fh, elements(buf, count, datatype), true, status);
}

int file_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    return begin_ordered(fh, elements(buf, count, datatype), true);
}

int file_write_all_end(MPI_File fh, const void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_write_at_all_end(MPI_File fh, const void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_write_ordered_end(MPI_File fh, const void * /*buf*/, MPI_Status *status) {
    return end_access(fh, status);
}

int file_seek(MPI_File fh, MPI_Offset offset, int whence) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    return raise_on_file(fh, seek(*file, file->position, offset, whence));
}

int file_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    return raise_on_file(fh, seek(*file, file->shared_position, offset, whence));
}

int file_get_position(MPI_File fh, MPI_Offset *offset) {
    const File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    *offset = file->position;
    return MPI_SUCCESS;
}

int file_get_position_shared(MPI_File fh, MPI_Offset *offset) {
    const File *const file = find_file(fh);
    if (file == nullptr) return raise_on_file(MPI_FILE_NULL, MPI_ERR_FILE);
    *offset = file->shared_position;
    return MPI_SUCCESS;
}

} // namespace calls

} // namespace closeranks::replication
