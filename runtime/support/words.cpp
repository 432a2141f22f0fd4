#include "runtime/support/words.hpp"

#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace closeranks {

namespace {

constexpr std::size_t words_for(std::size_t bytes) {
    return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

} // namespace

void append(std::span<const int> numbers, Words &words) {
    words.push_back(numbers.size());
    words.insert(words.end(), numbers.begin(), numbers.end());
}

void append(const std::vector<ProcessId> &processes, Words &words) {
    words.push_back(processes.size());
    for (const ProcessId process : processes)
        words.push_back(static_cast<std::uint64_t>(number_of(process)));
}

void append(std::string_view text, Words &words) {
    words.push_back(text.size());
    if (text.empty()) return;
    const std::size_t place = words.size();
    words.resize(place + words_for(text.size()));
    std::memcpy(&words[place], text.data(), text.size());
}

std::uint64_t take(std::span<const std::uint64_t> &words) {
    const std::uint64_t first = words.front();
    words = words.subspan(1);
    return first;
}

std::vector<int> take_numbers(std::span<const std::uint64_t> &words) {
    const auto count = static_cast<std::size_t>(take(words));
    std::vector<int> numbers;
    for (const std::uint64_t word : words.first(count))
        numbers.push_back(static_cast<int>(word));
    words = words.subspan(count);
    return numbers;
}

std::vector<ProcessId> take_processes(std::span<const std::uint64_t> &words) {
    std::vector<ProcessId> processes;
    for (const int number : take_numbers(words))
        processes.push_back(ProcessId{number});
    return processes;
}

std::string take_text(std::span<const std::uint64_t> &words) {
    std::string text(static_cast<std::size_t>(take(words)), '\0');
    if (!text.empty()) std::memcpy(text.data(), words.data(), text.size());
    words = words.subspan(words_for(text.size()));
    return text;
}

int share(Words &words, int root, MPI_Comm comm) {
    // Open MPI sends this much at once between processes of a host, without asking the receiver
    // first (btl_sm_eager_limit, 4096 bytes).
    std::array<std::uint64_t, 384> first{words.size()};
    const std::size_t space = first.size() - 1;
    std::copy_n(words.begin(), std::min(words.size(), space), first.begin() + 1);
    int code = real.Bcast(first.data(), static_cast<int>(first.size()), MPI_UINT64_T, root, comm);
    if (code != MPI_SUCCESS) return code;
    words.resize(static_cast<std::size_t>(first[0]));
    const std::size_t had = std::min(words.size(), space);
    std::copy_n(first.begin() + 1, had, words.begin());
    if (words.size() > had)
        code =
            real.Bcast(&words[had], static_cast<int>(words.size() - had), MPI_UINT64_T, root, comm);
    // See gather_lists for the reason.
    return code == MPI_SUCCESS && is_broken(comm) ? MPIX_ERR_REVOKED : code;
}

} // namespace closeranks
