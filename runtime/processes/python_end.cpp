#include "runtime/processes/python_end.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <unistd.h>

namespace closeranks {

namespace {

struct Object; // PyObject
struct Frame;  // PyFrameObject

using AuditHook = int (*)(const char *event, Object *arguments, void *data);

template <typename Function> bool find(const char *name, Function *&entry) noexcept {
    entry = reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
    return entry != nullptr;
}

/// The interpreter in this process, by functions that Python has had since 3.8: Python.h would tie
/// the library to one version.
struct Python {
    int (*is_initialized)() = nullptr;
    int (*has_lock)() = nullptr;
    int (*add_audit_hook)(AuditHook, void *data) = nullptr;
    Frame *(*frame)() = nullptr;
    Object *(*item)(Object *tuple, std::ptrdiff_t place) = nullptr;
    Object *(*attribute)(Object *, const char *name) = nullptr;
    Object *(*of_sys)(const char *name) = nullptr;
    const char *(*as_text)(Object *) = nullptr;
    void (*clear_error)() = nullptr;
    void (*release)(Object *) = nullptr; ///< takes nullptr as well
    bool is_there = find("Py_IsInitialized", is_initialized) &&
                    find("PyGILState_Check", has_lock) &&
                    find("PySys_AddAuditHook", add_audit_hook) && find("PyEval_GetFrame", frame) &&
                    find("PyTuple_GetItem", item) && find("PyObject_GetAttrString", attribute) &&
                    find("PySys_GetObject", of_sys) && find("PyUnicode_AsUTF8", as_text) &&
                    find("PyErr_Clear", clear_error) && find("Py_DecRef", release);

    [[nodiscard]] bool has_begun() const noexcept { return is_there && is_initialized() != 0; }
};

const Python &python() {
    static const Python of_this_process;
    return of_this_process;
}

/// A program that embeds Python may print an exception and continue.
bool is_plain_python() noexcept {
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0) return false;
    const std::string_view name(path.data(), static_cast<std::size_t>(length));
    return name.substr(name.rfind('/') + 1).starts_with("python");
}

constinit std::array<char, 128> ended_by{};
pid_t process = 0; // children made by fork inherit the hook, and are not ranks

/// Python prints an exception that no code has caught. The program ends by it if the main thread
/// has no frame any more, and no prompt takes the next line. Otherwise a callback of an extension
/// has raised it.
bool is_end() noexcept {
    const bool is_main_thread = gettid() == process;
    return is_main_thread && python().frame() == nullptr && python().of_sys("ps1") == nullptr;
}

/// `arguments` of the event: the hook, the exception's type, its value and its traceback.
void note_end(Object *arguments) noexcept {
    Object *const type = python().item(arguments, 1);
    Object *const name = type != nullptr ? python().attribute(type, "__name__") : nullptr;
    const char *const text = name != nullptr ? python().as_text(name) : nullptr;
    if (text == nullptr) python().clear_error();
    std::strncpy(ended_by.data(), text != nullptr ? text : "unknown", ended_by.size() - 1);
    python().release(name);
}

/// Called at each event of PEP 578.
int hear(const char *event, Object *arguments, void *) noexcept {
    if (std::strcmp(event, "sys.excepthook") == 0 && is_end()) note_end(arguments);
    if (std::strcmp(event, "cpython.run_interactivehook") == 0) ended_by[0] = '\0'; // python -i
    return 0;
}

} // namespace

void watch_python() noexcept {
    if (!is_plain_python() || !python().has_begun() || python().has_lock() != 1) return;
    process = getpid();
    if (python().add_audit_hook(hear, nullptr) != 0) python().clear_error();
}

bool is_python_over() noexcept { return process == getpid() && !python().has_begun(); }

std::string exception_that_ended_python() {
    return process != getpid() || python().has_begun() ? "" : ended_by.data();
}

} // namespace closeranks
