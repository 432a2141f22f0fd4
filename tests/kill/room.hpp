#pragma once

#include "scenario.hpp"

#include <algorithm>

/// What the scenarios of windows share.
namespace kill {

inline void must(Run &run, int code, const char *what) {
    if (code != MPI_SUCCESS) run.wrong("%s returned %d", what, code);
}

inline void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

/// A displacement in a window, in elements.
inline MPI_Aint place(int round) {
    MPI_Aint at = 0;
    for (int before = 1; before < round; before++)
        at += block_length(before);
    return at;
}

enum class Kind { allocated, shared, created, dynamic };

/// A window with room for a block of each round, and a word for each rank before them.
class Room {
  public:
    Room(Run &run, Kind kind, long fill) : run_(run), kind_(kind) {
        const auto length = static_cast<std::size_t>(first + place(run.rounds + 1));
        const auto bytes = static_cast<MPI_Aint>(length * sizeof(long));
        own_.assign(kind == Kind::created || kind == Kind::dynamic ? length : 0, fill);
        memory_ = own_.data();
        constexpr int unit = sizeof(long);
        switch (kind) {
        case Kind::allocated:
            must(run, MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory_, &win),
                 "MPI_Win_allocate");
            break;
        case Kind::shared:
            must(
                run,
                MPI_Win_allocate_shared(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory_, &win),
                "MPI_Win_allocate_shared");
            break;
        case Kind::created:
            must(run, MPI_Win_create(memory_, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win),
                 "MPI_Win_create");
            break;
        case Kind::dynamic:
            must(run, MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win),
                 "MPI_Win_create_dynamic");
            must(run, MPI_Win_attach(win, memory_, bytes), "MPI_Win_attach");
            MPI_Aint address = 0;
            MPI_Get_address(memory_, &address);
            addresses_.assign(static_cast<std::size_t>(run.size), 0);
            MPI_Allgather(&address, 1, MPI_AINT, addresses_.data(), 1, MPI_AINT, MPI_COMM_WORLD);
        }
        std::fill_n(memory_, length, fill);
        barrier();
    }
    void free() {
        if (kind_ == Kind::dynamic) must(run_, MPI_Win_detach(win, memory_), "MPI_Win_detach");
        must(run_, MPI_Win_free(&win), "MPI_Win_free");
    }

    /// The displacement of an element of `target`.
    [[nodiscard]] MPI_Aint at(int target, MPI_Aint index) const {
        if (kind_ != Kind::dynamic) return first + index;
        return addresses_[static_cast<std::size_t>(target)] +
               (first + index) * MPI_Aint{sizeof(long)};
    }

    /// What is in this process's memory.
    [[nodiscard]] std::vector<long> block(MPI_Aint index, int length) const {
        const long *const begin = memory_ + first + index;
        return {begin, begin + length};
    }
    void set(MPI_Aint index, const std::vector<long> &block) {
        std::copy(block.begin(), block.end(), memory_ + first + index);
    }

    MPI_Win win = MPI_WIN_NULL;
    static constexpr MPI_Aint first = 64;

  private:
    Run &run_;
    Kind kind_;
    std::vector<long> own_;
    std::vector<MPI_Aint> addresses_;
    long *memory_ = nullptr;
};

inline int finish(int code, MPI_Request request) {
    return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

/// Tells whether the left neighbour's block of `round` is here. Whoever dies while it writes may
/// have written a part.
inline void see_left(Run &run, const Room &room, int round) {
    std::vector<long> block = room.block(place(round), block_length(round));
    forget_unless_whole(run.left(), round, block);
    run.saw(round, has_block(run, run.left(), round, block) ? only(run.left()) : 0,
            only(run.left()));
}

} // namespace kill
