#include "runtime/openmpi/progress_engine.hpp"

#include <dlfcn.h>

namespace closeranks {

namespace {

using Change = int (*)(ProgressEngine::Callback);

Change find_change(const char *name) noexcept {
    return reinterpret_cast<Change>(dlsym(RTLD_DEFAULT, name));
}

bool call(const char *name, ProgressEngine::Callback callback) noexcept {
    const Change change = find_change(name);
    return change != nullptr && change(callback) == 0;
}

} // namespace

bool ProgressEngine::exists() noexcept {
    return find_change("opal_progress_register_lp") != nullptr &&
           find_change("opal_progress_unregister") != nullptr;
}

bool ProgressEngine::add(Callback callback) noexcept {
    return call("opal_progress_register", callback);
}

bool ProgressEngine::add_rarely(Callback callback) noexcept {
    return call("opal_progress_register_lp", callback);
}

void ProgressEngine::remove(Callback callback) noexcept {
    static_cast<void>(call("opal_progress_unregister", callback));
}

} // namespace closeranks
