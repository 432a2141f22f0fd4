#include "runtime/openmpi/group_end.hpp"

#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/pmix.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <semaphore>

#include <dlfcn.h>

namespace closeranks {

#ifdef CLOSERANKS_HAS_PMIX
namespace {

/// One of the codes that PMIx leaves to its users, below its PMIX_EXTERNAL_ERR_BASE.
constexpr pmix_status_t group_ends = PMIX_EXTERNAL_ERR_BASE - 25452;
constexpr const char *text_key = "closeranks.group";

void (*text_listener)(std::string_view) = nullptr;

/// The chain of handlers ends here, because Open MPI's own handler for all events would abort.
void take_text(std::size_t, pmix_status_t, const pmix_proc_t *, pmix_info_t *infos,
               std::size_t count, pmix_info_t *, std::size_t,
               pmix_event_notification_cbfunc_fn_t go_on, void *for_it) {
    for (std::size_t i = 0; i < count; ++i)
        if (std::strncmp(infos[i].key, text_key, PMIX_MAX_KEYLEN) == 0 &&
            infos[i].value.type == PMIX_STRING && infos[i].value.data.string != nullptr)
            text_listener(infos[i].value.data.string);
    if (go_on != nullptr) go_on(PMIX_EVENT_ACTION_COMPLETE, nullptr, 0, nullptr, nullptr, for_it);
}

std::counting_semaphore<> answers_of_daemon{0};

void take_answer(pmix_status_t, void *) { answers_of_daemon.release(); }

} // namespace

bool listen_to_all(void (*hear)(std::string_view text)) noexcept {
    const auto listen = reinterpret_cast<decltype(&PMIx_Register_event_handler)>(
        dlsym(RTLD_DEFAULT, "PMIx_Register_event_handler"));
    if (listen == nullptr) return false;
    text_listener = hear;
    std::array<pmix_status_t, 1> codes{group_ends};
    return listen(codes.data(), codes.size(), nullptr, 0, take_text, nullptr, nullptr) >= 0;
}

bool tell_all(const std::string &text) noexcept {
    using namespace std::chrono_literals;
    const auto notify =
        reinterpret_cast<decltype(&PMIx_Notify_event)>(dlsym(RTLD_DEFAULT, "PMIx_Notify_event"));
    if (notify == nullptr) return false;
    // Not freed, because the daemon may still read it after the wait has ended.
    auto *const infos = static_cast<pmix_info_t *>(std::calloc(2, sizeof(pmix_info_t)));
    if (infos == nullptr) return false;
    std::strncpy(infos[0].key, text_key, PMIX_MAX_KEYLEN);
    infos[0].value.type = PMIX_STRING;
    infos[0].value.data.string = strdup(text.c_str());
    std::strncpy(infos[1].key, PMIX_EVENT_NON_DEFAULT, PMIX_MAX_KEYLEN);
    infos[1].value.type = PMIX_BOOL;
    infos[1].value.data.flag = true;
    const pmix_status_t code =
        notify(group_ends, nullptr, PMIX_RANGE_GLOBAL, infos, 2, take_answer, nullptr);
    if (code == PMIX_OPERATION_SUCCEEDED) return true;
    return code == PMIX_SUCCESS && answers_of_daemon.try_acquire_for(2s);
}
#else
bool listen_to_all(void (*)(std::string_view)) noexcept { return false; }
bool tell_all(const std::string &) noexcept { return false; }
#endif

} // namespace closeranks
