// An attribute's delete function frees a communicator, as mpi4py's does, a window or a file; the
// MPI gives the handle to others made later, which have nothing to do with it.
//
//     freed_by_attributes [--die RANK]...

#include "survivors.hpp"

using namespace survivors;

namespace {

int freed = 0;

int free_communicator(MPI_Comm, int, void *value, void *) {
    auto *const held = static_cast<MPI_Comm *>(value);
    ++freed;
    return MPI_Comm_free(held);
}

/// The lowest survivor and all others, rank r of the world being its leader.
MPI_Comm make_sides(const Program &p) {
    const int first = p.lowest_survivor();
    int second = first + 1;
    while (p.is_missing(second))
        ++second;
    const bool is_first = p.rank == first;
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm sides = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, is_first ? 0 : 1, p.rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, is_first ? second : first, 0, &sides);
    MPI_Comm_free(&side);
    return sides;
}

/// What the first side gives reaches the other.
void check_sides(Program &p, MPI_Comm sides, int given) {
    const bool is_first = p.rank == p.lowest_survivor();
    int value = is_first ? given : untouched;
    MPI_Bcast(&value, 1, MPI_INT, is_first ? MPI_ROOT : 0, sides);
    p.check(value == given, "%d came, not %d", value, given);
}

void checks(Program &p) {
    constexpr int rounds = 20;
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_communicator, &key, nullptr);
    freed = 0;
    for (int round = 0; round < rounds; ++round) {
        MPI_Comm held[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
        MPI_Comm holders[2] = {MPI_COMM_NULL, make_sides(p)};
        MPI_Comm_dup(MPI_COMM_WORLD, &holders[0]);
        MPI_Comm_dup(MPI_COMM_WORLD, &held[0]);
        MPI_Comm_dup(holders[1], &held[1]);
        for (int i = 0; i < 2; ++i) {
            MPI_Comm_set_attr(holders[i], key, &held[i]);
            MPI_Comm_free(&holders[i]);
            p.check(held[i] == MPI_COMM_NULL, "handle %d is left", i);
        }
        MPI_Comm sides = make_sides(p);
        check_sides(p, sides, round);
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        int least = p.rank;
        MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, copy);
        p.check(least == p.lowest_survivor(), "the least is %d", least);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&sides);
    }
    p.check(freed == 2 * rounds, "%d were freed", freed);
    MPI_Comm_free_keyval(&key);
}

int free_window(MPI_Comm, int, void *value, void *) {
    return MPI_Win_free(static_cast<MPI_Win *>(value));
}

int close_file(MPI_Comm, int, void *value, void *) {
    return MPI_File_close(static_cast<MPI_File *>(value));
}

/// `held` goes with a communicator.
void go_with(MPI_Comm_delete_attr_function *function, void *held) {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm holder = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &holder);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, function, &key, nullptr);
    MPI_Comm_set_attr(holder, key, held);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free(&holder);
}

/// Everybody puts its rank to the lowest survivor.
void check_windows(Program &p) {
    const int first = p.lowest_survivor();
    std::vector<int> got(at(p.size), untouched);
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(got.data(), p.size * MPI_Aint{sizeof(int)}, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&p.rank, 1, MPI_INT, first, p.rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int r = 0; r < p.size && p.rank == first; ++r)
        p.check(got[at(r)] == (p.is_missing(r) ? untouched : r), "rank %d put %d", r, got[at(r)]);
    go_with(free_window, &win);
    p.check(win == MPI_WIN_NULL, "a window is left");
}

void check_files(Program &p) {
    std::string name;
    MPI_File file = open_file(p, name);
    check_file(p, file);
    go_with(close_file, &file);
    p.check(file == MPI_FILE_NULL, "a file is open");
    MPI_Barrier(MPI_COMM_WORLD);
    p.check(access(name.c_str(), F_OK) != 0, "%s is left", name.c_str());
}

void check_stores(Program &p) {
    constexpr int rounds = 5;
    for (int round = 0; round < rounds; ++round) {
        check_windows(p);
        check_files(p);
    }
}

int deleted = 0;

int count_deletion(MPI_Datatype, int, void *, void *) {
    ++deleted;
    return MPI_SUCCESS;
}

/// Others have not freed the communicator yet: that is no reason to keep the program's datatypes.
void free_type_after_communicator(Program &p) {
    constexpr int tag = 5;
    const int last = p.size - 1;
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    int key = MPI_KEYVAL_INVALID;
    int value = p.rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Bcast(&value, 1, MPI_INT, 0, copy); // somebody may need it of this process
    if (p.rank == last) MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_deletion, &key, nullptr);
    MPI_Type_set_attr(pair, key, nullptr);
    MPI_Type_free(&pair);
    p.check(deleted == 1, "the attribute of a type was deleted %d times", deleted);
    MPI_Type_free_keyval(&key);
    if (p.rank == 0) MPI_Send(&value, 1, MPI_INT, last, tag, MPI_COMM_WORLD);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "freed_by_attributes");
    checks(p);
    check_stores(p);
    free_type_after_communicator(p);
    p.deaths_when_all_are_here(); // the root may be ahead of its last broadcast
    checks(p);
    check_stores(p);
    return p.finish();
}
