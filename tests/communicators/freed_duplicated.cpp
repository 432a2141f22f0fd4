// The program frees a communicator while its duplicate by MPI_Comm_idup is still pending, at some
// ranks before others have called. The duplicate has everything that belongs to it, and then the
// freed communicator's attributes are deleted. The same between two sides.

#include "survivors.hpp"

using namespace survivors;

namespace {

int copied = 0;
int deleted = 0;
int told = 0;

int copy_attribute(MPI_Comm, int, void *, void *in, void *out, int *flag) {
    ++copied;
    *static_cast<void **>(out) = in;
    *flag = 1;
    return MPI_SUCCESS;
}
int delete_attribute(MPI_Comm, int, void *, void *) {
    ++deleted;
    return MPI_SUCCESS;
}
void note_error(MPI_Comm *, int *, ...) { ++told; }

/// `comm` is freed by this function.
MPI_Comm duplicate(Program &p, MPI_Comm comm, int key, int *value) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_set_attr(comm, key, value);
    copied = deleted = 0;
    if (p.rank % 3 == 0) usleep(200'000); // the other ranks have freed it by then
    MPI_Comm_idup(comm, &copy, &request);
    MPI_Comm_free(&comm);
    p.check(comm == MPI_COMM_NULL, "the freed handle is left");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    p.check(copied == 1, "the attribute was copied %d times", copied);
    p.check(deleted == 1, "the attribute was deleted %d times", deleted);
    return copy;
}

void check(Program &p, MPI_Comm copy, int key, const int *value) {
    int *found = nullptr;
    int is_there = 0;
    MPI_Comm_get_attr(copy, key, static_cast<void *>(&found), &is_there);
    p.check(is_there != 0 && found == value, "the duplicate lacks the attribute");
    told = 0;
    MPI_Send(nullptr, -1, MPI_INT, 0, 1, copy);
    p.check(told == 1, "the duplicate calls the handler %d times", told);
    MPI_Barrier(copy);
}

void without_sides(Program &p, int key, MPI_Errhandler handler) {
    int value = 7;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm copy = duplicate(p, comm, key, &value);
    check(p, copy, key, &value);
    const int one = 1;
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, copy);
    p.check(sum == p.size - p.count_missing(), "the sum is %d", sum);
    MPI_Comm_free(&copy);
    p.check(deleted == 2, "the attributes were deleted %d times", deleted);
}

/// The even ranks and the odd ones; `side` has this rank's.
void between_sides(Program &p, MPI_Comm side, int key, MPI_Errhandler handler) {
    int value = 7;
    MPI_Comm comm = MPI_COMM_NULL;
    int other = 1 - p.rank % 2;
    while (p.is_missing(other))
        other += 2;
    if (other >= p.size) return;
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, other, 12, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm copy = duplicate(p, comm, key, &value);
    check(p, copy, key, &value);
    MPI_Comm_free(&copy);
    p.check(deleted == 2, "the attributes were deleted %d times", deleted);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "freed_duplicated");
    int key = MPI_KEYVAL_INVALID;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, nullptr);
    MPI_Comm_create_errhandler(note_error, &handler);
    for (const bool after : {false, true}) {
        if (after) p.deaths_when_all_are_here();
        MPI_Comm side = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, p.rank % 2, p.rank, &side);
        without_sides(p, key, handler);
        between_sides(p, side, key, handler);
        MPI_Comm_free(&side);
    }
    MPI_Errhandler_free(&handler);
    MPI_Comm_free_keyval(&key);
    return p.finish();
}
