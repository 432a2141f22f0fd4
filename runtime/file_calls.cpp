#include "runtime/file.hpp"

namespace closeranks {

namespace {

MPI_Offset size_of(MPI_Datatype type) noexcept {
    MPI_Count size = 0;
    const bool known = type != MPI_DATATYPE_NULL && real.Type_size_x(type, &size) == MPI_SUCCESS;
    return known && size > 0 ? size : 0;
}

/// Where the shared pointer is, in bytes from the start of the file; it moves for nobody meanwhile.
int byte_of_pointer(Entry &entry, File &file, MPI_Offset &byte) noexcept {
    MPI_Offset at = 0;
    static_cast<void>(worst(file, entry.function(), MPI_SUCCESS)); // nobody moves it any more
    if (const int code = file.pointer.read(at); code != MPI_SUCCESS) return file.raise(code);
    static_cast<void>(worst(file, entry.function(), MPI_SUCCESS)); // all have read it
    return real.File_get_byte_offset(file.handle, at, &byte);
}

} // namespace

int get_file_amode(Entry &, File &file, int *amode) noexcept {
    if (amode == nullptr) return real.File_get_amode(file.handle, amode);
    *amode = file.amode;
    return MPI_SUCCESS;
}

int get_file_group(Entry &, File &file, MPI_Group *group) noexcept {
    if (group == nullptr) return real.File_get_group(file.handle, group);
    return file.raise(real.Group_union(file.group.get(), MPI_GROUP_EMPTY, group));
}

int set_file_size(Entry &entry, File &file, MPI_Offset size) noexcept {
    if (!is_same(file, entry.function(), size)) return file.raise(MPI_ERR_NOT_SAME);
    const int own = real.File_set_size(file.handle, size);
    // Whoever went on could write what a slower process then cuts off.
    const int code = worst(file, entry.function(), own);
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

int preallocate(Entry &entry, File &file, MPI_Offset size) noexcept {
    if (!is_same(file, entry.function(), size)) return file.raise(MPI_ERR_NOT_SAME);
    // Open MPI reads and writes the whole file for it: once is enough.
    int own = MPI_SUCCESS;
    const int code = by_one(file, entry.function(),
                            [&](bool) { return own = real.File_preallocate(file.handle, size); });
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

int sync_file(Entry &entry, File &file) noexcept {
    static_cast<void>(worst(file, entry.function(), MPI_SUCCESS));
    return real.File_sync(file.handle);
}

int set_atomicity(Entry &entry, File &file, int flag) noexcept {
    if (!is_same(file, entry.function(), flag != 0)) return file.raise(MPI_ERR_NOT_SAME);
    return real.File_set_atomicity(file.handle, flag);
}

int set_view(Entry &entry, File &file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
             const char *datarep, MPI_Info info) noexcept {
    if (disp == MPI_DISPLACEMENT_CURRENT && (file.amode & MPI_MODE_SEQUENTIAL) != 0)
        if (const int code = byte_of_pointer(entry, file, disp); code != MPI_SUCCESS) return code;
    const int own = real.File_set_view(file.handle, disp, etype, filetype, datarep, info);
    if (own == MPI_SUCCESS) file.etype_size = size_of(etype);
    // The shared pointer returns to 0 when nobody uses it any more where it was.
    const int code = worst(file, entry.function(), own);
    if (code == MPI_SUCCESS) return file.raise(file.pointer.reset());
    return own == MPI_SUCCESS ? file.raise(code) : own;
}

int seek_shared(Entry &entry, File &file, MPI_Offset offset, int whence) noexcept {
    std::int64_t all[] = {offset, -offset, whence, -whence};
    combine_largest(file, entry.function(), all);
    if (all[0] != -all[1] || all[2] != -all[3]) return file.raise(MPI_ERR_NOT_SAME);
    MPI_Offset from = 0;
    if (whence == MPI_SEEK_END) {
        // The MPI knows where the end is in the view: for the individual pointer, which stays.
        MPI_Offset own = 0;
        int code = real.File_get_position(file.handle, &own);
        if (code == MPI_SUCCESS) code = real.File_seek(file.handle, 0, MPI_SEEK_END);
        if (code == MPI_SUCCESS) code = real.File_get_position(file.handle, &from);
        if (code == MPI_SUCCESS) code = real.File_seek(file.handle, own, MPI_SEEK_SET);
        if (code != MPI_SUCCESS) from = -offset - 1; // as an end before the start of the file
    } else if (whence != MPI_SEEK_SET && whence != MPI_SEEK_CUR) {
        return file.raise(MPI_ERR_ARG);
    }
    MPI_Offset before = 0;
    const auto target = [&](MPI_Offset at) {
        return offset + (whence == MPI_SEEK_CUR ? at : from);
    };
    if (const int code = file.pointer.step(target, before); code != MPI_SUCCESS)
        return file.raise(code);
    return file.raise(target(before) < 0 ? MPI_ERR_ARG : MPI_SUCCESS);
}

int get_position_shared(Entry &, File &file, MPI_Offset *offset) noexcept {
    if (offset == nullptr) return file.raise(MPI_ERR_ARG);
    return file.raise(file.pointer.read(*offset));
}

namespace {

/// What so many elements move the pointer by; those that are wrong, which the access itself judges,
/// by nothing.
MPI_Offset etypes(const File &file, int count, MPI_Datatype type) noexcept {
    if (count <= 0 || file.etype_size == 0) return 0;
    return count * size_of(type) / file.etype_size;
}

} // namespace

int claim_shared(Entry &, File &file, int count, MPI_Datatype type, MPI_Offset &offset) noexcept {
    return file.raise(file.pointer.advance(etypes(file, count, type), offset));
}

int claim_ordered(Entry &entry, File &file, int count, MPI_Datatype type,
                  MPI_Offset &offset) noexcept {
    const auto size = static_cast<std::size_t>(file.members != nullptr ? file.members->size : 1);
    const auto rank = static_cast<std::size_t>(file.members != nullptr ? file.members->rank : 0);
    std::vector<std::int64_t> all(size, 0);
    all[rank] = etypes(file, count, type);
    combine_sums(file, entry.function(), all);
    MPI_Offset total = 0;
    MPI_Offset before_me = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (i < rank) before_me += all[i];
        total += all[i];
    }
    const auto end = [&](MPI_Offset at) { return at + total; };
    const int code = file.pointer.step(end, offset);
    offset += before_me;
    return file.raise(code);
}

} // namespace closeranks
