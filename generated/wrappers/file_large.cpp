// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Files, forms with large counts: 28 functions.

#include "runtime/core/unprotected.hpp"
#include "runtime/files/files.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Request *request) {
    Entry entry(Function::File_iread_all);
    note_absent(fh);
    return real.File_iread_all_c(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_all_c);

int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iread_at_all);
    note_absent(fh);
    return real.File_iread_at_all_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_all_c);

int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iread_at);
    return real.File_iread_at_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_c);

int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Request *request) {
    Entry entry(Function::File_iread);
    return real.File_iread_c(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_c);

int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Request *request) {
    Entry entry(Function::File_iread_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_iread_shared_c(fh, buf, count, datatype, request);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_iread_at_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_shared_c);

int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request) {
    Entry entry(Function::File_iwrite_all);
    note_absent(fh);
    return real.File_iwrite_all_c(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_all_c);

int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iwrite_at_all);
    note_absent(fh);
    return real.File_iwrite_at_all_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_all_c);

int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request *request) {
    Entry entry(Function::File_iwrite_at);
    return real.File_iwrite_at_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_c);

int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request *request) {
    Entry entry(Function::File_iwrite);
    return real.File_iwrite_c(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_c);

int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request) {
    Entry entry(Function::File_iwrite_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_iwrite_shared_c(fh, buf, count, datatype, request);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_iwrite_at_c(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_shared_c);

int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
    Entry entry(Function::File_read_all_begin);
    note_absent(fh);
    return real.File_read_all_begin_c(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_all_begin_c);

int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Status *status) {
    Entry entry(Function::File_read_all);
    note_absent(fh);
    return real.File_read_all_c(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_all_c);

int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                 MPI_Datatype datatype) {
    Entry entry(Function::File_read_at_all_begin);
    note_absent(fh);
    return real.File_read_at_all_begin_c(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_begin_c);

int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                           MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_read_at_all);
    note_absent(fh);
    return real.File_read_at_all_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_c);

int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                       MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_read_at);
    return real.File_read_at_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_c);

int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Status *status) {
    Entry entry(Function::File_read);
    return real.File_read_c(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_c);

int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
    Entry entry(Function::File_read_ordered_begin);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_ordered_begin_c(fh, buf, count, datatype);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at_all_begin_c(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_begin_c);

int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) {
    Entry entry(Function::File_read_ordered);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_ordered_c(fh, buf, count, datatype, status);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at_all_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_c);

int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Status *status) {
    Entry entry(Function::File_read_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_read_shared_c(fh, buf, count, datatype, status);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::read, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_read_at_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_shared_c);

int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                               MPI_Datatype datatype) {
    Entry entry(Function::File_write_all_begin);
    note_absent(fh);
    return real.File_write_all_begin_c(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_all_begin_c);

int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status) {
    Entry entry(Function::File_write_all);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_all_c(fh, buf, count, datatype, status);
    note_absent(*file);
    return write_all(*file, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_all_c);

int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                  MPI_Datatype datatype) {
    Entry entry(Function::File_write_at_all_begin);
    note_absent(fh);
    return real.File_write_at_all_begin_c(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_begin_c);

int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_write_at_all);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_at_all_c(fh, offset, buf, count, datatype, status);
    note_absent(*file);
    return write_at_all(*file, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_c);

int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Status *status) {
    Entry entry(Function::File_write_at);
    return real.File_write_at_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_c);

int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status *status) {
    Entry entry(Function::File_write);
    return real.File_write_c(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_c);

int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                   MPI_Datatype datatype) {
    Entry entry(Function::File_write_ordered_begin);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_ordered_begin_c(fh, buf, count, datatype);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at_all_begin_c(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_begin_c);

int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status) {
    Entry entry(Function::File_write_ordered);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_ordered_c(fh, buf, count, datatype, status);
    note_absent(*file);
    MPI_Offset offset = 0;
    const int code = claim_ordered(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at_all_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_c);

int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) {
    Entry entry(Function::File_write_shared);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_write_shared_c(fh, buf, count, datatype, status);
    MPI_Offset offset = 0;
    const int code = claim_shared(*file, Access::write, count, datatype, offset);
    if (code != MPI_SUCCESS) return code;
    return real.File_write_at_c(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_shared_c);

#endif

} // extern "C"
