// Nonblocking collectives: results, several pending at once and completed out of order, what the
// program may free while they are pending, progress beside messages, errors of the program.
//
//     nonblocking_collectives [--die RANK]...

#include "survivors.hpp"

using namespace survivors;
using Ints = std::vector<int>;

namespace {

int sum_of_ranks(const Program &p) {
    int sum = 0;
    for (int r = 0; r < p.size; ++r)
        sum += p.is_missing(r) ? 0 : r;
    return sum;
}

void several(Program &p) {
    constexpr int count = 10;
    std::vector<MPI_Request> requests(count);
    Ints sums(count, untouched);
    const Ints given(count, p.rank);
    for (std::size_t i = 0; i < count; ++i)
        MPI_Iallreduce(&given[i], &sums[i], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
    // Ranks complete them in different orders.
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t which = p.rank % 2 == 0 ? i : count - 1 - i;
        MPI_Wait(&requests[which], MPI_STATUS_IGNORE);
        p.check(requests[which] == MPI_REQUEST_NULL, "request %zu is left", which);
    }
    p.check_equal(sums, Ints(count, sum_of_ranks(p)), "sums");
}

void multiply(void *in, void *inout, int *length, MPI_Datatype *) {
    for (int i = 0; i < *length; ++i)
        static_cast<int *>(inout)[i] *= static_cast<int *>(in)[i];
}

/// MPI continues with what the program has given up already.
void freed_early(Program &p) {
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Op product = MPI_OP_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(multiply, 1, &product);
    const Ints mine{p.rank, p.rank + 1};
    Ints all(at(2 * p.size), untouched);
    const int two = 2;
    int result = untouched;
    MPI_Request requests[2];
    MPI_Iallgather(mine.data(), 1, pair, all.data(), 1, pair, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&two, &result, 1, MPI_INT, product, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&pair);
    MPI_Op_free(&product);
    p.check(pair == MPI_DATATYPE_NULL && product == MPI_OP_NULL, "handles are left");
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    Ints expected(all.size(), untouched);
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < 2 && !p.is_missing(r); ++i)
            expected[at(2 * r + i)] = r + i;
    p.check_equal(all, expected, "Iallgather of a type freed early");
    p.check(result == 1 << (p.size - p.count_missing()), "the product is %d", result);
}

/// The neighbours in the ring of survivors.
int next_of(const Program &p, int step) {
    int r = p.rank;
    do
        r = (r + step + p.size) % p.size;
    while (p.is_missing(r));
    return r;
}

/// Dynamic sparse data exchange (Hoefler, Siebert, Lumsdaine 2010): synchronous sends, and a
/// barrier that continues while everybody receives.
void exchange(Program &p) {
    constexpr int tag = 7;
    MPI_Request send = MPI_REQUEST_NULL;
    MPI_Request barrier = MPI_REQUEST_NULL;
    MPI_Issend(&p.rank, 1, MPI_INT, next_of(p, 1), tag, MPI_COMM_WORLD, &send);
    int received = untouched;
    bool in_barrier = false;
    for (int done = 0; !done;) {
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
        if (there)
            MPI_Recv(&received, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        int sent = 0;
        if (in_barrier) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else if (MPI_Test(&send, &sent, MPI_STATUS_IGNORE) == MPI_SUCCESS && sent) {
            MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
            in_barrier = true;
        }
    }
    p.check(received == next_of(p, -1), "rank %d came", received);
}

/// One waits in a receive for another who completes a collective first: it continues meanwhile.
void beside_messages(Program &p) {
    constexpr int tag = 8;
    const int first = p.lowest_survivor();
    int sum = untouched;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&p.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (p.rank == first) {
        for (int r = 0; r < p.size; ++r)
            if (r != first && !p.is_missing(r)) {
                int got = untouched;
                MPI_Recv(&got, 1, MPI_INT, r, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                p.check(got == sum_of_ranks(p), "rank %d sent %d", r, got);
            }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(&sum, 1, MPI_INT, first, tag, MPI_COMM_WORLD);
    }
    p.check(sum == sum_of_ranks(p), "the sum is %d", sum);
}

/// On another communicator, with a blocking collective behind it.
void duplicated(Program &p) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy, &request);
    int least = p.rank;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    p.check(least == p.lowest_survivor(), "the least is %d", least);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int size = 0;
    MPI_Comm_size(copy, &size);
    p.check(size == p.size, "the copy has %d ranks", size);
    MPI_Ibarrier(copy, &request);
    MPI_Comm_free(&copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Some make a communicator of everybody between the call of MPI_Comm_idup and its completion,
/// others before.
void crossed(Program &p) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (p.rank % 2 == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &all);
        MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    } else {
        MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &all);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (MPI_Comm comm : {copy, all}) {
        int sum = p.rank;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
        p.check(sum == sum_of_ranks(p), "the sum is %d", sum);
    }
    MPI_Group_free(&group);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
}

void own_errors(Program &p) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 0;
    int code = MPI_Ibcast(&value, -1, MPI_INT, p.lowest_survivor(), MPI_COMM_WORLD, &request);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    p.check(error_class == MPI_ERR_COUNT, "a negative count is class %d", error_class);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

void checks(Program &p) {
    several(p);
    freed_early(p);
    exchange(p);
    beside_messages(p);
    duplicated(p);
    crossed(p);
    own_errors(p);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "nonblocking_collectives");
    checks(p);
    p.deaths_when_all_are_here();
    int all = 1 << p.rank;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int r = 0; r < p.size; ++r)
        p.check(((all >> r) & 1) == (p.is_missing(r) ? 0 : 1), "rank %d in %x", r, unsigned(all));
    checks(p);
    return p.finish();
}
