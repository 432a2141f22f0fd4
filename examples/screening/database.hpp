// The database of molecules, a line of text for each, cut into slabs of equal length. The dealer
// deals out slabs. A slab has the lines that *begin* in it. So each rank needs to know only how
// many lines each slab has: that numbers the molecules.

#ifndef SCREENING_DATABASE_HPP
#define SCREENING_DATABASE_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "file.hpp"

namespace screening {

class Database {
  public:
    /// Collective. No line may be longer than a slab.
    Database(MPI_Comm comm, const std::string &name, int slab_bytes)
        : comm_(comm), file_(comm, name, MPI_MODE_RDONLY), slab_bytes_(slab_bytes) {
        MPI_File_get_size(file_.get(), &bytes_);
        first_.assign(static_cast<std::size_t>((bytes_ + slab_bytes - 1) / slab_bytes) + 1, 0);
    }

    [[nodiscard]] int slabs() const { return static_cast<int>(first_.size()) - 1; }
    /// The number of the first molecule of a slab; of `slabs()`: how many there are in all.
    [[nodiscard]] int first(int slab) const { return first_[static_cast<std::size_t>(slab)]; }
    [[nodiscard]] int molecules() const { return first_.back(); }

    /// Collective. Every rank counts the lines of a part of the slabs, again and again until none
    /// is unknown: other ranks count the slabs of a lost rank in the next round.
    void count() {
        constexpr int unknown = -1;
        std::vector<int> lines(static_cast<std::size_t>(slabs()), unknown);
        int rank = 0, size = 0;
        MPI_Comm_rank(comm_, &rank);
        MPI_Comm_size(comm_, &size);
        for (int turn = 0; std::count(lines.begin(), lines.end(), unknown) > 0; ++turn) {
            const auto part = static_cast<std::size_t>((rank + turn) % size);
            for (std::size_t slab = part; slab < lines.size();
                 slab += static_cast<std::size_t>(size))
                if (lines[slab] == unknown) lines[slab] = count(static_cast<int>(slab));
            MPI_Allreduce(MPI_IN_PLACE, lines.data(), slabs(), MPI_INT, MPI_MAX, comm_);
        }
        for (std::size_t slab = 0; slab < lines.size(); ++slab)
            first_[slab + 1] = first_[slab] + lines[slab];
    }

    /// The lines of a slab, by an access of this rank alone. Valid until the next one is read.
    std::vector<std::string_view> read(int slab) {
        const MPI_Offset begin = MPI_Offset{slab} * slab_bytes_;
        // From the byte before, which tells whether a line begins at the first one.
        const MPI_Offset from = std::max<MPI_Offset>(begin - 1, 0);
        const std::string_view text = fetch(from, begin + 2 * MPI_Offset{slab_bytes_} - from);
        const std::size_t end = static_cast<std::size_t>(begin + slab_bytes_ - from);
        std::vector<std::string_view> lines;
        std::size_t at = slab == 0 ? 0 : after_newline(text, 0);
        while (at < std::min(end, text.size())) {
            const std::size_t next = after_newline(text, at);
            if (text[next - 1] != '\n' && from + static_cast<MPI_Offset>(next) < bytes_)
                fail("a line of the database is longer than a slab");
            lines.push_back(text.substr(at, next - at - (text[next - 1] == '\n' ? 1 : 0)));
            at = next;
        }
        return lines;
    }

  private:
    static std::size_t after_newline(std::string_view text, std::size_t at) {
        const std::size_t newline = text.find('\n', at);
        return newline == std::string_view::npos ? text.size() : newline + 1;
    }

    /// A line begins at the start of the file, and after each newline unless the file ends there.
    int count(int slab) {
        const MPI_Offset begin = MPI_Offset{slab} * slab_bytes_;
        const MPI_Offset from = std::max<MPI_Offset>(begin - 1, 0);
        const MPI_Offset end = std::min(begin + slab_bytes_, bytes_);
        const std::string_view text = fetch(from, end - 1 - from);
        return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + (slab == 0 ? 1 : 0);
    }

    std::string_view fetch(MPI_Offset from, MPI_Offset length) {
        buffer_.resize(static_cast<std::size_t>(std::min(length, bytes_ - from)));
        MPI_File_read_at(file_.get(), from, buffer_.data(), static_cast<int>(buffer_.size()),
                         MPI_CHAR, MPI_STATUS_IGNORE);
        return {buffer_.data(), buffer_.size()};
    }

    MPI_Comm comm_;
    File file_;
    int slab_bytes_;
    MPI_Offset bytes_ = 0;
    std::vector<int> first_;
    std::vector<char> buffer_;
};

} // namespace screening

#endif
