#include "generated/replicas/calls.hpp"
#include "runtime/replication/message_data.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/rma_operations.hpp"
#include "runtime/replication/window.hpp"

/// MPI_Win_fence. Each member sends its operations to all members, and carries out those of others
/// in the order of their ranks. So the result does not depend on the times of arrival, and sums of
/// floating-point numbers have the same bits in all runs.

namespace closeranks::replication {

namespace {

Arrived receive_from(const Window &window, int place) {
    Receiving receiving;
    receiving.post(*window.communicator, Talk::collective, place, MPI_ANY_TAG);
    wait_for_message([&] { return receiving.has_message(); });
    return receiving.take();
}

/// Carries out all operations of a member. Answers those that fetch data.
int carry_out_from(const Window &window, int place) {
    for (int tag = tag_of_operations; tag != tag_of_last_operations;) {
        const Arrived message = receive_from(window, place);
        tag = message.envelope.tag;
        std::vector<std::byte> fetched;
        if (const int code = carry_out(data_of(message), window.base, fetched); code != MPI_SUCCESS)
            return code;
        if (fetched.empty()) continue;
        const Outbound answer{fetched.data(), static_cast<int>(fetched.size()), MPI_BYTE, place,
                              tag_of_answer};
        if (const int code = send_packed(answer, *window.communicator, Talk::collective);
            code != MPI_SUCCESS)
            return code;
    }
    return MPI_SUCCESS;
}

int take_answers_of(Window &window, int place) {
    Outbox &outbox = window.outbox(place);
    int code = MPI_SUCCESS;
    while (!outbox.awaited.empty() && code == MPI_SUCCESS)
        code = take_answer(outbox, data_of(receive_from(window, place)));
    return code;
}

int end_epoch(Window &window) {
    const int members = window.communicator->size();
    int code = MPI_SUCCESS;
    for (int place = 0; place < members && code == MPI_SUCCESS; ++place)
        code = send_operations(window, place, tag_of_last_operations, Talk::collective, false);
    for (int place = 0; place < members && code == MPI_SUCCESS; ++place)
        code = carry_out_from(window, place);
    for (int place = 0; place < members && code == MPI_SUCCESS; ++place)
        code = take_answers_of(window, place);
    return code;
}

} // namespace

int calls::win_fence(int mpi_assert, MPI_Win win) {
    return on_window(win, [&](Window &window) {
        // The program may have stored data since the fence before: no operation has come meanwhile.
        const bool ends_epoch = (mpi_assert & MPI_MODE_NOPRECEDE) == 0;
        const int code = ends_epoch ? end_epoch(window) : MPI_SUCCESS;
        window.is_fenced = (mpi_assert & MPI_MODE_NOSUCCEED) == 0;
        return code;
    });
}

} // namespace closeranks::replication
