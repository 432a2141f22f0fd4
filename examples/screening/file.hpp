// An MPI file that closes itself.

#ifndef SCREENING_FILE_HPP
#define SCREENING_FILE_HPP

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace screening {

/// Ends the program: for mistakes of its user, which all ranks find alike.
[[noreturn]] inline void fail(const std::string &problem) {
    std::fprintf(stderr, "screening: %s\n", problem.c_str());
    MPI_Abort(MPI_COMM_WORLD, 2);
    std::abort();
}

class File {
  public:
    File(MPI_Comm comm, const std::string &name, int amode) {
        if (MPI_File_open(comm, name.c_str(), amode, MPI_INFO_NULL, &handle_) != MPI_SUCCESS)
            fail("cannot open " + name);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;
    ~File() { MPI_File_close(&handle_); }

    [[nodiscard]] MPI_File get() const { return handle_; }

  private:
    MPI_File handle_ = MPI_FILE_NULL;
};

} // namespace screening

#endif
