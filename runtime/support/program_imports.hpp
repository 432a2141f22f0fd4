#pragma once

#include <string>
#include <string_view>

namespace closeranks {

/// Functions of the MPI and of closeranks that the program calls, by the symbols that its
/// executable and the libraries linked with it import. Libraries that it opens later do not count:
/// the module of an interpreter imports every function that a script may call.
struct ProgramImports {
    /// A function of ULFM, by the program's name for it; empty: it calls none. Constants such as
    /// MPIX_ERR_PROC_FAILED are no symbols.
    std::string ulfm;
    bool sets_error_handlers = false; ///< of communicators
    bool uses_closeranks = false;     ///< closeranks.h, the store or the interface of Fenix
};

/// The imports of this process, read once. `of_the_mpi`: an address in the library of the MPI.
/// Libraries in the same folder do not belong to the program.
[[nodiscard]] const ProgramImports &program_imports(const void *of_the_mpi) noexcept;

/// True also for files in /lib and /usr/lib where these are one folder: the dynamic linker finds
/// libraries of one package by either name. Public for its test.
[[nodiscard]] bool are_in_one_folder(std::string_view one, std::string_view other) noexcept;

/// Notes one imported symbol. Public for its test.
void note_import(ProgramImports &imports, const char *symbol);

} // namespace closeranks
