#include "runtime/run/last_call.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/run/record_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace closeranks {

LastCall &last_call() noexcept {
    static constinit LastCall last;
    return last;
}

void LastCall::begin(const std::string &folder, int rank) noexcept {
    if (folder.empty() || begun_.test_and_set()) return;
    try {
        const std::string path = last_call_path(folder, job_of_ranks(), rank);
        constexpr int mode = 0600; // only the user may read the calls of the program
        // Not truncated, because a process may have mapped it.
        const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
        if (file < 0) return;
        // Room is allocated, because a store into a page for which a full disk has no room would
        // end the process.
        void *memory = MAP_FAILED;
        if (posix_fallocate(file, 0, sizeof(Page)) == 0)
            memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (memory == MAP_FAILED) return;
        auto *const page = static_cast<Page *>(memory);
        page->text[0] = '\0'; // of the earlier process of the rank
        page_ = page;
    } catch (...) { // NOLINT(bugprone-empty-catch): then the call stays unknown
    }
}

void LastCall::entered(Function function) noexcept {
    if (class_of(function) != FunctionClass::local_only) note('+', function_name(function));
}

void LastCall::left(Function function) noexcept {
    if (class_of(function) != FunctionClass::local_only) note('-', function_name(function));
}

void LastCall::waits_in(std::string_view text) noexcept { note('+', text); }

void LastCall::note(char inside, std::string_view text) noexcept {
    Page *const page = page_.load(std::memory_order_acquire);
    if (page == nullptr || busy_.test_and_set(std::memory_order_acquire)) return;
    const std::size_t length = std::min(text.size(), sizeof page->text - 1);
    std::memcpy(page->text, text.data(), length);
    page->text[length] = '\0';
    page->inside = inside;
    busy_.clear(std::memory_order_release);
}

} // namespace closeranks
