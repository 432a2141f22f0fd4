#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <map>
#include <string>

namespace closeranks {

/// Starts processes (MPI 4.1, 11.8). The children are started with this library and the parents'
/// settings, so that their own MPI_COMM_WORLD is protected. Then the intercommunicator with them is
/// protected (runtime/membership/foreign_processes.hpp).
///
/// The parents' survivors first wait for each other, and the call is made among them: lost ranks
/// are not members of its local group.

/// Comm_spawn.
[[nodiscard]] int spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
                        MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) noexcept;

/// Comm_spawn_multiple.
[[nodiscard]] int spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
                                 const int array_of_maxprocs[], const MPI_Info array_of_info[],
                                 int root, MPI_Comm comm, MPI_Comm *intercomm,
                                 int array_of_errcodes[]) noexcept;

/// The number of processes to start on each host; on "" they go wherever mpirun has room.
using StartPlaces = std::map<std::string, int>;

/// Starts the program once more, with its arguments and in its directory, for the places of lost
/// ranks. This process starts them alone; afterwards `pair` connects it with them. Returns the job;
/// empty: the MPI has not started it.
[[nodiscard]] std::string spawn_replacements(const StartPlaces &places, Comm &pair) noexcept;

/// In a process that the library started: takes over the parents' settings. Called before the
/// configuration is read.
void inherit_settings() noexcept;

/// True in a spawned process.
[[nodiscard]] bool has_parents() noexcept;

/// At the end of MPI_Init: the children's part in the protection of the intercommunicator.
void meet_parents() noexcept;

} // namespace closeranks
