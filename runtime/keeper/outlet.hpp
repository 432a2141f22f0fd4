#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks::keeper {

/// Takes the output of a process and sends it to the launcher, where a rank has two processes
/// (docs/reference/replication.md). Both print the same, and the launcher (output_once.py) writes
/// each byte once. The outlet also gives the process its standard input, if that is for its rank.
///
/// Frames go to the launcher: one letter, four bytes with the length, the lowest first, and that
/// many bytes. `b`: the process begins, and uses no other connection; `o` and `e`: output to stdout
/// and stderr; `l`: this process leads its rank from now on; `x`: it has ended by itself, with
/// status 0. The launcher sends the bytes of stdin by the same connection.
class Outlet {
  public:
    /// The outlet of this process. nullptr: its output goes to mpirun, because its rank has no
    /// other process. `problem`: why there is none although there should be one.
    [[nodiscard]] static std::unique_ptr<Outlet> of_this_process(std::string &problem);

    ~Outlet();
    Outlet(const Outlet &) = delete;
    Outlet &operator=(const Outlet &) = delete;

    /// Called in the child. Sets its three standard descriptors, and the program's rank and size in
    /// variables of the environment.
    void become_child() const;

    /// Called in the keeper, after the child has been made.
    void become_keeper();

    /// Adds the descriptors on which poll(2) has to wait.
    void add_to(std::vector<pollfd> &sources) const;

    /// Moves all data that can be moved without waiting.
    void move();

    /// This process leads its rank from now on.
    void leads();

    /// The child has ended; `well`: by itself and with status 0. Sends the remaining data.
    void finish(bool well);

  private:
    Outlet(int rank, int ranks, int socket) : rank_(rank), ranks_(ranks), socket_(socket) {}
    struct Stream {
        char kind;
        int reading = -1;
        int writing = -1; ///< the child's end
    };
    [[nodiscard]] bool open(bool takes_input);
    void read_from(Stream &stream);
    void add_frame(char kind, std::string_view data);
    void send_some();
    void take_input();

    int rank_;
    int ranks_;
    int socket_;
    std::array<Stream, 2> streams_{Stream{'o'}, Stream{'e'}};
    std::array<int, 2> input_{-1, -1}; ///< the pipe of stdin, if this process gets one
    bool has_input_ended_ = true;
    std::string outgoing_;
    std::string incoming_;
};

/// The environment variable with the address of the launcher's outlet, in the form of
/// launcher_variable. It also has the rank that gets standard input through the outlet, if any.
constexpr const char *outlet_variable = "CLOSERANKS_OUTLET";
constexpr const char *outlet_input_variable = "CLOSERANKS_OUTLET_INPUT";

} // namespace closeranks::keeper
