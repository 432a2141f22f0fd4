// One process cannot read the shared pointer of a file: all return the error of the collective call
// that needs it, and no process waits for another one afterwards.

#include "survivors.hpp"

using namespace survivors;

int main(int argc, char **argv) {
    const char *const own = std::getenv("OMPI_COMM_WORLD_RANK");
    const bool is_first = own == nullptr || std::string(own) == "0";
    // Below a file there is no folder.
    if (is_first) setenv("CLOSERANKS_FILE_POINTERS", "/proc/version", 1);
    Program p(argc, argv, "unreadable_pointer");
    const std::string name = "unreadable." + std::to_string(getppid());
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL |
                      MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < 2; ++i) {
        int error_class = MPI_SUCCESS;
        const int code = MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT,
                                           "native", MPI_INFO_NULL);
        MPI_Error_class(code, &error_class);
        p.check(error_class == MPI_ERR_IO, "MPI_File_set_view returns class %d", error_class);
    }
    MPI_File_sync(file);
    MPI_File_close(&file);
    return p.finish();
}
