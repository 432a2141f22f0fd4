#pragma once

#include <string>
#include <vector>

namespace closeranks {

/// How this process's program was started, so that it can be started once more.
struct ProgramLine {
    std::string command; ///< an absolute path
    std::string folder;  ///< where it was started; empty: not known
    std::vector<std::string> words;

    /// Has `other` start it, if that is not empty.
    void put_before(const std::string &other);

    /// For MPI_Comm_spawn: `words` as long as this lives, and a null pointer.
    [[nodiscard]] char **arguments();

  private:
    std::vector<char *> pointers_;
};

/// Of this process, as the system tells it.
[[nodiscard]] ProgramLine own_program();

/// A variable of the environment that this process was started with, or that was handed on to it.
struct Variable {
    std::string setting; ///< NAME=value
    bool is_given;       ///< the daemon that started this process has no such one: mpirun was told
};
[[nodiscard]] std::vector<Variable> own_environment();

} // namespace closeranks
