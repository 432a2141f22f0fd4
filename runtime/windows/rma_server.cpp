#include "runtime/windows/rma_server.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/windows/window.hpp"
#include "runtime/windows/window_request.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace closeranks {

namespace {

constexpr int request_tag = 0;
constexpr int answer_tag = 1;

int progress() {
    rma_server().serve();
    return 0;
}

MPI_Comm mail_of(const Window &window) noexcept { return window.members->messages.get(); }

/// True when the operation has ended, with or without success. An error: the other process has
/// failed.
bool is_through(MPI_Request &request, int &code) noexcept {
    int done = 0;
    code = real.Test(&request, &done, MPI_STATUS_IGNORE);
    return code != MPI_SUCCESS || done != 0;
}

} // namespace

RmaServer &rma_server() noexcept {
    static NeverDestroyed<RmaServer> of_this_process;
    return of_this_process.value;
}

bool RmaServer::is_possible() noexcept { return runtime().progresses && !runtime().threads; }

void RmaServer::add(Window &window) noexcept {
    // The communicator has only the processes that have survived until now.
    const std::vector<int> mail_ranks =
        translate_ranks(window.group.get(), group_of(mail_of(window)).get());
    std::vector<int> origins(mail_ranks.size());
    for (int rank = 0; rank < window.size; ++rank) {
        const int mail_rank = mail_ranks[static_cast<std::size_t>(rank)];
        window.peer(rank).mail_rank = mail_rank;
        if (mail_rank != MPI_UNDEFINED) origins[static_cast<std::size_t>(mail_rank)] = rank;
    }
    windows_.push_back({.window = &window, .origins = std::move(origins), .acknowledged = -1});
    if (!std::exchange(registered_, true)) ProgressEngine::add_rarely(progress);
}

void RmaServer::remove(Window &window) noexcept {
    std::erase_if(windows_, [&](const Served &served) { return served.window == &window; });
    // Messages that still arrive come from failed processes.
    for (Incoming &request : incoming_)
        if (request.window == &window) request.window = nullptr;
}

void RmaServer::stop() noexcept {
    if (std::exchange(registered_, false)) ProgressEngine::remove(progress);
    windows_.clear();
    // Messages that have not arrived or left by now come from, or go to, failed processes.
    for (Incoming &request : incoming_)
        static_cast<void>(real.Request_free(&request.message.request));
    for (Outgoing &message : outgoing_)
        static_cast<void>(real.Request_free(&message.request));
}

void RmaServer::serve() noexcept {
    if (busy_ || (windows_.empty() && outgoing_.empty() && incoming_.empty())) return;
    busy_ = true;
    const ExclusiveTurn turn;
    for (Served &served : windows_)
        begin_receiving(served);
    std::erase_if(incoming_, [this](Incoming &request) { return receive(request); });
    std::erase_if(outgoing_, [](Outgoing &message) {
        int code = MPI_SUCCESS;
        return is_through(message.request, code);
    });
    busy_ = false;
}

void RmaServer::begin_receiving(Served &served) noexcept {
    const MPI_Comm mail = mail_of(*served.window);
    if (const int failures = FailedProcesses::count(); failures != served.acknowledged) {
        served.acknowledged = failures;
        static_cast<void>(real.Comm_failure_ack(mail));
    }
    while (auto message = begin_next_message(mail, request_tag)) {
        const int origin = served.origins[static_cast<std::size_t>(message->source)];
        incoming_.push_back({served.window, origin, *std::move(message)});
    }
}

/// True when the message needs no more work.
bool RmaServer::receive(Incoming &request) noexcept {
    const auto &[window, origin, message] = request;
    int code = MPI_SUCCESS;
    if (!is_through(request.message.request, code)) return false;
    // No process needs the answers to requests of failed processes, and their writes must not come
    // late.
    if (code != MPI_SUCCESS || window == nullptr || window->is_gone(origin) ||
        message.bytes.size() < sizeof(WindowRequest))
        return true;
    send(mail_of(*window), window->peer(origin).mail_rank, answer_tag,
         carry_out(*window, origin, message.bytes));
    return true;
}

void RmaServer::send(MPI_Comm mail, int to, int tag, Bytes bytes) noexcept {
    Outgoing &message = outgoing_.emplace_back(Outgoing{MPI_REQUEST_NULL, std::move(bytes)});
    // A message to a failed process may be lost.
    if (real.Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE, to, tag,
                   mail, &message.request) != MPI_SUCCESS)
        outgoing_.pop_back();
}

bool RmaServer::ask(Window &window, int rank, Bytes request, Bytes &answer) noexcept {
    // Open MPI would take the message, and never free the memory that it needs for it.
    if (window.is_gone(rank)) return false;
    constexpr unsigned quick_turns = 100;
    const int target = window.peer(rank).mail_rank;
    MPI_Request receiving = MPI_REQUEST_NULL;
    if (real.Irecv(answer.data(), static_cast<int>(answer.size()), MPI_BYTE, target, answer_tag,
                   mail_of(window), &receiving) != MPI_SUCCESS)
        return false;
    send(mail_of(window), target, request_tag, std::move(request));
    int code = MPI_SUCCESS;
    for (unsigned turn = 0; !is_through(receiving, code); ++turn) {
        serve();
        if (turn > quick_turns) std::this_thread::yield();
    }
    return code == MPI_SUCCESS;
}

} // namespace closeranks
