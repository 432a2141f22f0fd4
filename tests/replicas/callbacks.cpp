#include "dying.h"

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

/* Code of the program that the MPI calls sees ranks, not processes: reduction operators, attribute
 * callbacks, error handlers, and callbacks of generalized requests. */

namespace {

int rank = -1;
int size = -1;

void check(bool ok, const char *what) {
    if (ok) return;
    std::printf("wrong: %s\n", what);
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

int seen[8] = {}; // calls by kind
enum Kind { operators, copies, deletions, errors, queries, freed, cancelled };

/* Called within each callback. */
void look(Kind kind) {
    int own = -1, all = -1, in_group = -1, outcome = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_rank(group, &in_group);
    MPI_Group_free(&group);
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &outcome);
    check(own == rank && all == size && in_group == rank, "the rank in a callback");
    check(outcome == (size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL), "MPI_Comm_compare in a callback");
    ++seen[kind];
}

void add(void *from, void *into, int *count, MPI_Datatype *) {
    look(operators);
    check(MPI_Wtime() > 0, "MPI_Wtime in an operator");
    for (int i = 0; i < *count; ++i)
        static_cast<int *>(into)[i] += static_cast<int *>(from)[i];
}

void reduce(MPI_Op op, int count) {
    std::vector<int> mine(static_cast<std::size_t>(count), rank + 1), sums(mine.size());
    const int sum = size * (size + 1) / 2;
    MPI_Allreduce(mine.data(), sums.data(), count, MPI_INT, op, MPI_COMM_WORLD);
    check(sums == std::vector<int>(mine.size(), sum), "MPI_Allreduce");
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(mine.data(), sums.data(), count, MPI_INT, op, MPI_COMM_WORLD, &request);
    for (int done = 0; done == 0;)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    check(sums == std::vector<int>(mine.size(), sum), "MPI_Iallreduce");
    MPI_Scan(mine.data(), sums.data(), count, MPI_INT, op, MPI_COMM_WORLD);
    check(sums[0] == (rank + 1) * (rank + 2) / 2, "MPI_Scan");
}

int copy(MPI_Comm, int, void *, void *value, void *result, int *flag) {
    look(copies);
    *static_cast<void **>(result) = value;
    *flag = 1;
    return MPI_SUCCESS;
}

int erase(MPI_Comm, int, void *, void *) {
    look(deletions);
    return MPI_SUCCESS;
}

void attributes() {
    int key = MPI_KEYVAL_INVALID, value = 0;
    MPI_Comm_create_keyval(copy, erase, &key, nullptr);
    MPI_Comm first = MPI_COMM_NULL, second = MPI_COMM_NULL;
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(first, &second);
    MPI_Comm_set_attr(first, key, &value); // its old value is deleted
    MPI_Comm_delete_attr(second, key);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
}

void fail(MPI_Comm *, int *, ...) { look(errors); }

void raise_errors() {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(fail, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Send(nullptr, 0, MPI_INT, size, 0, comm);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

int query(void *, MPI_Status *status) {
    if (rank >= 0) look(queries);
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 7;
    status->MPI_TAG = 8;
    return MPI_SUCCESS;
}

int release(void *) {
    look(freed);
    return MPI_SUCCESS;
}

int cancel(void *, int) {
    look(cancelled);
    return MPI_SUCCESS;
}

void generalized() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Grequest_start(query, release, cancel, nullptr, &request);
    MPI_Cancel(&request);
    MPI_Grequest_complete(request);
    MPI_Status status;
    int count = 0;
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    check(count == 3 && status.MPI_TAG == 8, "the status of a generalized request");
    seen[queries] = 1; // how often a query is made is not told
}

/* What MPI_Finalize deletes first, the last one first: all ranks still talk to each other. */
int erase_at_end(MPI_Comm, int, void *name, void *) {
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    look(deletions);
    check(sum == size * (size - 1) / 2, "MPI_Allreduce in MPI_Finalize");
    std::printf("%s is deleted\n", static_cast<const char *>(name));
    return MPI_SUCCESS;
}

} // namespace

int main(int argc, char **argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(add, 1, &op);
    static std::string names[] = {"first", "second", "third"};
    for (std::string &name : names) {
        int key = MPI_KEYVAL_INVALID;
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, erase_at_end, &key, name.data());
        MPI_Comm_set_attr(MPI_COMM_SELF, key, name.data());
        MPI_Comm_free_keyval(&key);
    }
    for (int round = 0; round < 6; ++round) {
        come_to(round);
        reduce(op, round % 2 == 0 ? 1 : 20'000);
        attributes();
        raise_errors();
        generalized();
    }
    check(seen[operators] > 0, "the operator"); // how often it is called is not told
    seen[operators] = 1;
    for (const int count : seen)
        std::printf(" %d", count);
    std::printf("\n");
    MPI_Op_free(&op);
    tell_time();
    come_to(6);
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
