#include "runtime/replication/window.hpp"

#include "runtime/openmpi/error_handlers.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/replication/message_data.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/support/handle_table.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <utility>

namespace closeranks::replication {

namespace {

struct Windows {
    HandleTable<MPI_Win, Window> by_handle;
    std::map<std::uint64_t, std::unique_ptr<Window>> by_context;
};

Windows &windows() noexcept {
    static NeverDestroyed<Windows> windows;
    return windows.value;
}

} // namespace

Window *find(MPI_Win handle) noexcept { return windows().by_handle.search(handle); }

Window *find_by_context(std::uint64_t context) noexcept {
    const auto found = windows().by_context.find(context);
    return found == windows().by_context.end() ? nullptr : found->second.get();
}

bool has_windows() noexcept { return !windows().by_context.empty(); }

void for_each_window(void (*use)(Window &)) {
    for (const auto &[context, window] : windows().by_context)
        use(*window);
}

void publish(std::unique_ptr<Window> window) {
    windows().by_handle.insert(window->handle, window.get());
    windows().by_context[window->communicator->context] = std::move(window);
}

void forget(MPI_Win handle) noexcept {
    const std::uint64_t context = find(handle)->communicator->context;
    windows().by_handle.erase(handle);
    windows().by_context.erase(context);
}

int raise(MPI_Win handle, int code, const char *function) {
    if (code == MPI_SUCCESS) return code;
    if (handle == MPI_WIN_NULL) return raise(MPI_COMM_WORLD, code);
    const ProgramScope handler;
    call_errhandler(handle, code, function);
    return code;
}

int send_operations(Window &window, int place, int tag, Talk talk, bool is_answered) {
    Outbox &outbox = window.outbox(place);
    const Outbound message{outbox.operations.data(), static_cast<int>(outbox.operations.size()),
                           MPI_BYTE, place, tag};
    const int code = send_packed(message, *window.communicator, talk);
    outbox.operations.clear();
    outbox.fetched = 0;
    std::vector<FetchedTo> results = std::exchange(outbox.results, {});
    if (is_answered || !results.empty()) outbox.awaited.push_back(std::move(results));
    return code;
}

int send_request(Window &window, int place, int tag) {
    return send_operations(window, place, tag, Talk::request, true);
}

int take_answer(Outbox &outbox, std::span<const std::byte> fetched) {
    int code = MPI_SUCCESS;
    for (const FetchedTo &result : outbox.awaited.front()) {
        const DataLayout layout(result.to.count, result.to.type);
        const int own = write_data(fetched.data(), result.bytes, const_cast<void *>(result.to.at),
                                   layout, result.to);
        if (code == MPI_SUCCESS) code = own;
        fetched = fetched.subspan(result.bytes);
    }
    outbox.awaited.pop_front();
    ++outbox.answers;
    return code;
}

int take_arrived_answers(Window &window, int place) {
    const Pattern pattern{window.communicator->context, Talk::answer, place, any};
    Outbox &outbox = window.outbox(place);
    int code = MPI_SUCCESS;
    // An answer to a request of the other process of this rank may be here before this one asks.
    while (!outbox.awaited.empty()) {
        const Arrived *const answer = matching().find(pattern);
        if (answer == nullptr) break;
        const int own = take_answer(outbox, data_of(*answer));
        static_cast<void>(matching().extract(pattern, answer->id));
        if (code == MPI_SUCCESS) code = own;
    }
    return code;
}

int take_all_answers(Window &window, int place) {
    int code = MPI_SUCCESS;
    wait_for_message([&] {
        if (const int own = take_arrived_answers(window, place); own != MPI_SUCCESS) code = own;
        return window.outbox(place).awaited.empty();
    });
    return code;
}

} // namespace closeranks::replication
