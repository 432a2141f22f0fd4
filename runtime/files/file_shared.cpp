#include "runtime/core/failures.hpp"
#include "runtime/files/files.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/way_back.hpp"

namespace closeranks {

MPI_Offset bytes_in(MPI_Datatype type) noexcept {
    MPI_Count size = 0;
    const bool known = type != MPI_DATATYPE_NULL && real.Type_size_x(type, &size) == MPI_SUCCESS;
    return known && size > 0 ? size : 0;
}

namespace {

/// The other processes tell the place of the pointer at the resume point.
void need_pointer(const File &file) noexcept {
    if (file.members != nullptr) WayBack::need_others(Entry::function());
}

} // namespace

int seek_shared(File &file, MPI_Offset offset, int whence) noexcept {
    need_pointer(file);
    std::int64_t all[] = {offset, -offset, whence, -whence};
    combine_largest(file, Entry::function(), all);
    if (all[0] != -all[1] || all[2] != -all[3]) return file.raise(MPI_ERR_NOT_SAME);
    MPI_Offset from = 0;
    if (whence == MPI_SEEK_END) {
        // The MPI knows the end in the view: for the individual pointer, which stays.
        MPI_Offset own = 0;
        int code = real.File_get_position(file.handle, &own);
        if (code == MPI_SUCCESS) code = real.File_seek(file.handle, 0, MPI_SEEK_END);
        if (code == MPI_SUCCESS) code = real.File_get_position(file.handle, &from);
        if (code == MPI_SUCCESS) code = real.File_seek(file.handle, own, MPI_SEEK_SET);
        if (code != MPI_SUCCESS) from = -offset - 1; // as for an end before the start of the file
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

int get_position_shared(File &file, MPI_Offset *offset) noexcept {
    need_pointer(file);
    if (offset == nullptr) return file.raise(MPI_ERR_ARG);
    return file.raise(file.pointer.read(*offset));
}

namespace {

/// The number of etypes by which these elements move the pointer; 0 for wrong ones, whose error the
/// access itself raises.
MPI_Offset etypes(const File &file, MPI_Count count, MPI_Datatype type) noexcept {
    if (count <= 0 || file.etype_size == 0) return 0;
    return count * bytes_in(type) / file.etype_size;
}

/// A member may not have written its part of the latest ordered write, which begins at `at`.
void note_gap(File &file, int member, MPI_Offset at, MPI_Offset count) noexcept {
    AffectedFile::Gap gap{.rank = world_rank_of(*file.members, member), .begin = 0, .end = 0};
    MPI_Offset begin = 0;
    MPI_Offset last = 0;
    if (real.File_get_byte_offset(file.handle, at, &begin) != MPI_SUCCESS ||
        real.File_get_byte_offset(file.handle, at + count - 1, &last) != MPI_SUCCESS)
        return;
    gap.begin = begin;
    gap.end = last + file.etype_size;
    file.gaps.push_back(gap);
}

/// Ends the latest ordered write. `is_gone(member)`: the member has not come any further, as far as
/// known.
template <typename IsGone> void end_latest(File &file, IsGone is_gone) noexcept {
    MPI_Offset at = file.latest_at;
    for (std::size_t i = 0; i < file.latest.size(); ++i) {
        const int member = static_cast<int>(i);
        if (file.latest[i] > 0 && is_gone(member)) note_gap(file, member, at, file.latest[i]);
        at += file.latest[i];
    }
    file.latest.clear();
}

} // namespace

void settle_ordered(File &file, Function function) noexcept {
    if (file.latest.empty()) return;
    static_cast<void>(worst(file, function, MPI_SUCCESS));
    end_latest(file, [&](int member) { return is_missing(*file.members, member); });
}

int claim_shared(File &file, Access, MPI_Count count, MPI_Datatype type,
                 MPI_Offset &offset) noexcept {
    need_pointer(file);
    return file.raise(file.pointer.advance(etypes(file, count, type), offset));
}

int claim_ordered(File &file, Access access, MPI_Count count, MPI_Datatype type,
                  MPI_Offset &offset) noexcept {
    need_pointer(file);
    const auto size = static_cast<std::size_t>(file.members != nullptr ? file.members->size : 1);
    const auto rank = static_cast<std::size_t>(file.rank());
    std::vector<std::int64_t> all(size, 0);
    all[rank] = etypes(file, count, type) + 1; // 0: does not take part
    confirm_sums(file.members, Entry::function(), all);
    end_latest(file, [&](int member) { return all[static_cast<std::size_t>(member)] == 0; });
    MPI_Offset total = 0;
    MPI_Offset before_me = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (all[i] > 0) --all[i];
        if (i < rank) before_me += all[i];
        total += all[i];
    }
    MPI_Offset begin = 0;
    const auto end = [&](MPI_Offset at) { return at + total; };
    const int code = file.pointer.step(end, begin);
    offset = begin + before_me;
    if (access == Access::write && file.members != nullptr) {
        file.latest = std::move(all);
        file.latest_at = begin;
    }
    return file.raise(code);
}

} // namespace closeranks
