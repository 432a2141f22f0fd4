// An ordinary program without any failure, which prints all that it can see of MPI: the runner
// compares what it prints with the library and without.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

int rank = 0;
int size = 0;

/// How often MPI called back into the program.
struct Calls {
    int copies = 0;
    int deletions = 0;
    int errors = 0;
    int reductions = 0;
} calls;

int copy_attribute(MPI_Comm, int, void *extra, void *value, void *copy, int *flag) {
    calls.copies++;
    std::memcpy(copy, &value, sizeof value);
    *flag = extra == nullptr;
    return MPI_SUCCESS;
}

int delete_attribute(MPI_Comm, int, void *, void *) {
    calls.deletions++;
    return MPI_SUCCESS;
}

int refuse_to_copy(MPI_Comm, int, void *, void *, void *, int *) { return MPI_ERR_OTHER; }

void handle_error(MPI_Comm *comm, int *code, ...) {
    calls.errors++;
    int error_class = 0;
    int own_rank = -1;
    MPI_Error_class(*code, &error_class);
    MPI_Comm_rank(*comm, &own_rank); // MPI is called from within the handler
    std::printf("handler: class %d, rank %d\n", error_class, own_rank);
}

void add_maps(void *in, void *inout, int *count, MPI_Datatype *) {
    calls.reductions++;
    const auto *a = static_cast<const std::array<int, 2> *>(in);
    auto *b = static_cast<std::array<int, 2> *>(inout);
    int flag = 0;
    MPI_Initialized(&flag); // MPI is called from within the operator
    for (int i = 0; i < *count; i++)
        b[i] = {a[i][0] * b[i][0] % 10007, (a[i][1] * b[i][0] + b[i][1]) % 10007};
}

void print_communicator(const char *name, MPI_Comm comm) {
    std::array<char, MPI_MAX_OBJECT_NAME> text{};
    int length = 0;
    int own_rank = 0;
    int own_size = 0;
    int compared = 0;
    int topology = 0;
    int inter = 0;
    MPI_Comm_get_name(comm, text.data(), &length);
    MPI_Comm_rank(comm, &own_rank);
    MPI_Comm_size(comm, &own_size);
    MPI_Comm_compare(MPI_COMM_WORLD, comm, &compared);
    MPI_Topo_test(comm, &topology);
    MPI_Comm_test_inter(comm, &inter);
    // A name that the MPI made up holds an address or an identifier of its own.
    if (std::strncmp(text.data(), "MPI C", 5) == 0) text[5] = '\0';
    std::printf("%s: \"%s\", rank %d of %d, compares %d, topology %d, inter %d\n", name,
                text.data(), own_rank, own_size, compared, topology, inter);
}

void attributes() {
    int key = MPI_KEYVAL_INVALID;
    int refusing = MPI_KEYVAL_INVALID;
    int flag = 0;
    int value = 42;
    void *found = nullptr;
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, nullptr);
    MPI_Comm_create_keyval(refuse_to_copy, delete_attribute, &refusing, nullptr);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_attr(copy, key, &found, &flag);
    std::printf("attribute: %d, the same %d, %d copies\n", flag, found == &value, calls.copies);
    MPI_Comm_free(&copy);
    std::printf("attribute: %d deletions\n", calls.deletions);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &copy);
    MPI_Comm_get_attr(copy, key, &found, &flag);
    std::printf("attribute after a split: %d\n", flag);
    MPI_Comm_set_attr(copy, refusing, &value);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Comm refused = MPI_COMM_NULL;
    std::printf("a refused copy: %d\n", MPI_Comm_dup(copy, &refused) != MPI_SUCCESS);
    MPI_Comm_free(&copy);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&refusing);
    std::printf("attribute: %d copies, %d deletions\n", calls.copies, calls.deletions);
    void *upper = nullptr;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    std::printf("the largest tag: %d\n", *static_cast<int *>(upper));
}

void error_handlers() {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Errhandler inherited = MPI_ERRHANDLER_NULL;
    MPI_Comm copy = MPI_COMM_NULL;
    long value = 0;
    MPI_Comm_create_errhandler(handle_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_errhandler(copy, &inherited);
    std::printf("the handler is inherited: %d\n", inherited == handler);
    MPI_Errhandler_free(&inherited);
    std::printf("MPI_Bcast: %d\n", MPI_Bcast(&value, -1, MPI_LONG, 0, copy));
    std::printf("MPI_Send: %d\n", MPI_Send(&value, 1, MPI_LONG, size, 0, copy));
    std::printf("MPI_Recv: %d\n",
                MPI_Recv(&value, 1, MPI_LONG, 0, -9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    std::printf("MPI_Comm_split: %d\n", MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &copy) != 0);
    MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER);
    MPI_Comm_free(&copy);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    std::printf("%d errors\n", calls.errors);
}

void communicators() {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Info info = MPI_INFO_NULL;
    print_communicator("world", MPI_COMM_WORLD);
    print_communicator("self", MPI_COMM_SELF);
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    print_communicator("dup", made);
    MPI_Comm_set_name(made, "named by the program");
    print_communicator("named", made);
    MPI_Comm_free(&made);
    std::printf("freed: %d\n", made == MPI_COMM_NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &made);
    MPI_Info_free(&info);
    print_communicator("dup_with_info", made);
    MPI_Comm_free(&made);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &made);
    print_communicator("split", made);
    MPI_Comm_free(&made);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    print_communicator("split_type", made);
    MPI_Comm_free(&made);
    std::array<int, 2> dims{};
    const std::array<int, 2> periods{1, 0};
    MPI_Dims_create(size, 2, dims.data());
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims.data(), periods.data(), 0, &made);
    print_communicator("cart", made);
    std::array<int, 2> coordinates{};
    int before = 0;
    int after = 0;
    MPI_Cart_coords(made, rank, 2, coordinates.data());
    MPI_Cart_shift(made, 0, 1, &before, &after);
    std::printf("at %d, %d between %d and %d\n", coordinates[0], coordinates[1], before, after);
    MPI_Comm_disconnect(&made);
}

void user_operations() {
    MPI_Datatype map = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    MPI_Type_contiguous(2, MPI_INT, &map);
    MPI_Type_commit(&map);
    MPI_Op_create(add_maps, 0, &op);
    const std::array<int, 2> mine{rank + 2, 3 * rank + 1};
    std::array<int, 2> all{};
    MPI_Allreduce(&mine, &all, 1, map, op, MPI_COMM_WORLD);
    std::printf("the composed map: %d, %d\n", all[0], all[1]);
    MPI_Scan(&mine, &all, 1, map, op, MPI_COMM_WORLD);
    std::printf("the maps up to here: %d, %d\n", all[0], all[1]);
    std::printf("the operator was called: %d\n", calls.reductions > 0 || size == 1);
    MPI_Op_free(&op);
    MPI_Type_free(&map);
}

void values() {
    std::vector<double> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), rank + 0.1);
    std::vector<double> sums(numbers.size());
    MPI_Allreduce(numbers.data(), sums.data(), 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double total = 0;
    for (const double sum : sums)
        total += sum / 7;
    // Bit for bit: the order of additions is the vendor's own.
    std::printf("sum %a\n", total);
    MPI_Status status;
    long got = -1;
    const long mine = rank;
    MPI_Sendrecv(&mine, 1, MPI_LONG, (rank + 1) % size, 3, &got, 1, MPI_LONG, MPI_ANY_SOURCE,
                 MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    int count = 0;
    int cancelled = 1;
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Test_cancelled(&status, &cancelled);
    std::printf("got %ld from %d with tag %d, %d ints, cancelled %d\n", got, status.MPI_SOURCE,
                status.MPI_TAG, count, cancelled);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    communicators();
    attributes();
    error_handlers();
    user_operations();
    values();
    MPI_Finalize();
    std::printf("ok: transparency\n");
    return 0;
}
