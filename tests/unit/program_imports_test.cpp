#include "runtime/support/program_imports.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

using closeranks::are_in_one_folder;
using closeranks::note_import;
using closeranks::ProgramImports;
using closeranks::test::TemporaryFolder;

namespace {

ProgramImports of(std::initializer_list<const char *> symbols) {
    ProgramImports imports;
    for (const char *const symbol : symbols)
        note_import(imports, symbol);
    return imports;
}

TEST(ProgramImports, KnowTheFunctionsOfUlfmInAllLanguages) {
    EXPECT_EQ(of({"MPI_Init", "MPIX_Comm_shrink"}).ulfm, "MPIX_Comm_shrink");
    for (const char *const symbol : {"PMPIX_Comm_revoke", "mpix_comm_agree_", "mpix_comm_agree__",
                                     "mpix_comm_shrink_f08_", "MPIX_Comm_failure_ack"})
        EXPECT_EQ(of({symbol}).ulfm, symbol);
}

TEST(ProgramImports, TakeNothingElseForUlfm) {
    for (const char *const symbol : {"MPIX_Query_cuda_support", "MPI_Comm_split",
                                     "MPIX_Comm_shrinks", "my_mpix_comm_shrink", ""})
        EXPECT_EQ(of({symbol}).ulfm, "");
}

TEST(ProgramImports, KnowThatErrorHandlersAreSet) {
    EXPECT_TRUE(of({"MPI_Comm_set_errhandler"}).sets_error_handlers);
    EXPECT_TRUE(of({"mpi_comm_set_errhandler_"}).sets_error_handlers);
    EXPECT_FALSE(of({"MPI_Comm_create_errhandler", "MPI_Win_set_errhandler"}).sets_error_handlers);
}

TEST(ProgramImports, KnowThatCloseranksIsUsed) {
    EXPECT_TRUE(of({"closeranks_store_create"}).uses_closeranks);
    EXPECT_FALSE(of({"MPIX_Comm_shrink"}).uses_closeranks);
    EXPECT_FALSE(of({"Fenix_Init"}).uses_closeranks); // the library that it is linked with tells
}

TEST(ProgramImports, KnowAFolderByAllOfItsNames) {
    const TemporaryFolder root;
    std::filesystem::create_directories(root / "usr/lib");
    std::filesystem::create_directories(root / "usr/local");
    std::filesystem::create_directory_symlink("usr/lib", root / "lib");
    EXPECT_TRUE(are_in_one_folder(root / "usr/lib/libmpi.so", root / "usr/lib/libmpi_f08.so"));
    EXPECT_TRUE(are_in_one_folder(root / "usr/lib/libmpi.so", root / "lib/libmpi_f08.so"));
    EXPECT_FALSE(are_in_one_folder(root / "usr/lib/libmpi.so", root / "usr/local/libmine.so"));
    EXPECT_FALSE(are_in_one_folder(root / "usr/lib/libmpi.so", root / "gone/libmine.so"));
    EXPECT_FALSE(are_in_one_folder(root / "usr/lib/libmpi.so", "libmine.so"));
}

} // namespace
