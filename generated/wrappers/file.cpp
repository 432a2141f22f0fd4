// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Files: 46 functions.

#include "runtime/core/unprotected.hpp"
#include "runtime/files/files.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

int MPI_File_close(MPI_File *fh) { return close_file(fh); }
CLOSERANKS_ALIAS(MPI_File_close);

int MPI_File_delete(const char *filename, MPI_Info info) {
    Entry entry(Function::File_delete);
    return real.File_delete(filename, info);
}
CLOSERANKS_ALIAS(MPI_File_delete);

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
    Entry entry(Function::File_get_position_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_get_position_shared(fh, offset);
    return get_position_shared(*file, offset);
}
CLOSERANKS_ALIAS(MPI_File_get_position_shared);

int MPI_File_get_size(MPI_File fh, MPI_Offset *size) {
    Entry entry(Function::File_get_size);
    return real.File_get_size(fh, size);
}
CLOSERANKS_ALIAS(MPI_File_get_size);

int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iread);
    return real.File_iread(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread);

int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request) {
    Entry entry(Function::File_iread_all);
    note_absent(fh);
    return real.File_iread_all(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_all);

int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request) {
    Entry entry(Function::File_iread_at);
    return real.File_iread_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at);

int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iread_at_all);
    note_absent(fh);
    return real.File_iread_at_all(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_all);

int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request) {
    Entry entry(Function::File_iread_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_iread_shared(fh, buf, count, datatype, request);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_iread_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_shared);

int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Request *request) {
    Entry entry(Function::File_iwrite);
    return real.File_iwrite(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite);

int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request) {
    Entry entry(Function::File_iwrite_all);
    note_absent(fh);
    return real.File_iwrite_all(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_all);

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iwrite_at);
    return real.File_iwrite_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at);

int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iwrite_at_all);
    note_absent(fh);
    return real.File_iwrite_at_all(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_all);

int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request) {
    Entry entry(Function::File_iwrite_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_iwrite_shared(fh, buf, count, datatype, request);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_iwrite_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_shared);

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    return open_file(comm, filename, amode, info, fh);
}
CLOSERANKS_ALIAS(MPI_File_open);

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    Entry entry(Function::File_preallocate);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_preallocate(fh, size);
    note_absent(*file);
    return preallocate(*file, size);
}
CLOSERANKS_ALIAS(MPI_File_preallocate);

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_read);
    return real.File_read(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read);

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status) {
    Entry entry(Function::File_read_all);
    note_absent(fh);
    return real.File_read_all(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_all);

int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    Entry entry(Function::File_read_all_begin);
    note_absent(fh);
    return real.File_read_all_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_all_begin);

int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    Entry entry(Function::File_read_all_end);
    return real.File_read_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_all_end);

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                     MPI_Status *status) {
    Entry entry(Function::File_read_at);
    return real.File_read_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at);

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                         MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_read_at_all);
    note_absent(fh);
    return real.File_read_at_all(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all);

int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                               MPI_Datatype datatype) {
    Entry entry(Function::File_read_at_all_begin);
    note_absent(fh);
    return real.File_read_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_begin);

int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    Entry entry(Function::File_read_at_all_end);
    return real.File_read_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_end);

int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    Entry entry(Function::File_read_ordered);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_ordered(fh, buf, count, datatype, status);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at_all(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered);

int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    Entry entry(Function::File_read_ordered_begin);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_ordered_begin(fh, buf, count, datatype);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_begin);

int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) {
    Entry entry(Function::File_read_ordered_end);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_ordered_end(fh, buf, status);
    return real.File_read_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_end);

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status) {
    Entry entry(Function::File_read_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_shared(fh, buf, count, datatype, status);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_shared);

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    Entry entry(Function::File_seek_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_seek_shared(fh, offset, whence);
    note_absent(*file);
    return seek_shared(*file, offset, whence);
}
CLOSERANKS_ALIAS(MPI_File_seek_shared);

int MPI_File_set_atomicity(MPI_File fh, int flag) {
    Entry entry(Function::File_set_atomicity);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_set_atomicity(fh, flag);
    note_absent(*file);
    return set_atomicity(*file, flag);
}
CLOSERANKS_ALIAS(MPI_File_set_atomicity);

int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    Entry entry(Function::File_set_info);
    note_absent(fh);
    return real.File_set_info(fh, info);
}
CLOSERANKS_ALIAS(MPI_File_set_info);

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    Entry entry(Function::File_set_size);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_set_size(fh, size);
    note_absent(*file);
    return set_file_size(*file, size);
}
CLOSERANKS_ALIAS(MPI_File_set_size);

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                      const char *datarep, MPI_Info info) {
    Entry entry(Function::File_set_view);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_set_view(fh, disp, etype, filetype, datarep, info);
    note_absent(*file);
    return set_view(*file, disp, etype, filetype, datarep, info);
}
CLOSERANKS_ALIAS(MPI_File_set_view);

int MPI_File_sync(MPI_File fh) {
    Entry entry(Function::File_sync);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_sync(fh);
    note_absent(*file);
    return sync_file(*file);
}
CLOSERANKS_ALIAS(MPI_File_sync);

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                   MPI_Status *status) {
    Entry entry(Function::File_write);
    return real.File_write(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write);

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status) {
    Entry entry(Function::File_write_all);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_all(fh, buf, count, datatype, status);
    note_absent(*file);
    return write_all(*file, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_all);

int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    Entry entry(Function::File_write_all_begin);
    note_absent(fh);
    return real.File_write_all_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_all_begin);

int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    Entry entry(Function::File_write_all_end);
    return real.File_write_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_all_end);

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                      MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_write_at);
    return real.File_write_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at);

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                          MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_write_at_all);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_at_all(fh, offset, buf, count, datatype, status);
    note_absent(*file);
    return write_at_all(*file, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all);

int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                MPI_Datatype datatype) {
    Entry entry(Function::File_write_at_all_begin);
    note_absent(fh);
    return real.File_write_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_begin);

int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    Entry entry(Function::File_write_at_all_end);
    return real.File_write_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_end);

int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status) {
    Entry entry(Function::File_write_ordered);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_ordered(fh, buf, count, datatype, status);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at_all(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered);

int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    Entry entry(Function::File_write_ordered_begin);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_ordered_begin(fh, buf, count, datatype);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_begin);

int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) {
    Entry entry(Function::File_write_ordered_end);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_ordered_end(fh, buf, status);
    return real.File_write_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_end);

int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    Entry entry(Function::File_write_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_shared(fh, buf, count, datatype, status);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_shared);

} // extern "C"
