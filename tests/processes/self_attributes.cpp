// What libraries do in MPI_Finalize, in the delete functions of attributes of MPI_COMM_SELF: any
// MPI call, the latest attribute first. Ranks die there.
//
//     self_attributes [--die RANK]...

#include "survivors.hpp"

using namespace survivors;

namespace {

struct Library {
    Program *program;
    MPI_File file;
    std::vector<int> order; // of the attributes that were deleted
};

int sum_of_ones() {
    int sum = 1;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

int delete_younger(MPI_Comm, int, void *value, void *) {
    Library &library = *static_cast<Library *>(value);
    Program &p = *library.program;
    library.order.push_back(3);
    p.deaths();
    const int sum = sum_of_ones();
    p.check(sum == p.size - p.count_missing(), "the sum in MPI_Finalize is %d", sum);
    return MPI_SUCCESS;
}

/// The program itself deletes two of these.
int delete_local(MPI_Comm, int, void *value, void *) {
    static_cast<Library *>(value)->order.push_back(2);
    return MPI_SUCCESS;
}

int delete_oldest(MPI_Comm, int, void *value, void *) {
    Library &library = *static_cast<Library *>(value);
    Program &p = *library.program;
    library.order.push_back(1);
    p.check_equal(library.order, {2, 2, 2, 3, 1}, "attributes deleted");
    check_file(p, library.file);
    MPI_File_close(&library.file);
    p.tell();
    return MPI_SUCCESS;
}

void set(MPI_Comm_delete_attr_function *function, Library &library, int &key) {
    if (key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, function, &key, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &library);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "self_attributes");
    Library library{&p, MPI_FILE_NULL, {}};
    std::string name;
    library.file = open_file(p, name);
    int keys[] = {MPI_KEYVAL_INVALID, MPI_KEYVAL_INVALID, MPI_KEYVAL_INVALID, MPI_KEYVAL_INVALID};
    set(delete_oldest, library, keys[0]);
    set(delete_younger, library, keys[1]);
    set(delete_local, library, keys[2]);
    set(delete_local, library, keys[2]);
    set(delete_local, library, keys[3]);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keys[3]);
    for (int &key : keys)
        MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return p.status();
}
