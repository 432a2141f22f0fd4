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

struct MethodDef { // PyMethodDef
    const char *name;
    Object *(*method)(Object *self, Object *argument);
    int flags;
    const char *help;
};

constexpr int one_argument = 0x0008; // METH_O
constexpr int whole_file = 257;      // Py_file_input

template <typename Function> bool find(const char *name, Function *&entry) noexcept {
    entry = reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
    return entry != nullptr;
}

/// The interpreter in this process, by what is alike in all versions of Python 3: Python.h would
/// tie us to one.
struct Python {
    int (*is_initialized)() = nullptr;
    int (*has_lock)() = nullptr;
    Object *(*new_dict)() = nullptr;
    Object *(*new_function)(MethodDef *, Object *self, Object *module) = nullptr;
    int (*set_item)(Object *dict, const char *name, Object *value) = nullptr;
    Object *(*run_string)(const char *source, int kind, Object *globals, Object *locals) = nullptr;
    void (*clear_error)() = nullptr;
    const char *(*as_text)(Object *) = nullptr;
    void (*keep)(Object *) = nullptr;
    void (*release)(Object *) = nullptr; ///< takes nullptr, too
    bool is_there = find("Py_IsInitialized", is_initialized) &&
                    find("PyGILState_Check", has_lock) && find("PyDict_New", new_dict) &&
                    find("PyCFunction_NewEx", new_function) &&
                    find("PyDict_SetItemString", set_item) && find("PyRun_String", run_string) &&
                    find("PyErr_Clear", clear_error) && find("PyUnicode_AsUTF8", as_text) &&
                    find("Py_IncRef", keep) && find("Py_DecRef", release);

    [[nodiscard]] bool has_begun() const noexcept { return is_there && is_initialized() != 0; }

    /// Runs `source`, which finds `function` among names of its own. This thread has the lock.
    void run(const char *source, MethodDef &function) const noexcept {
        Object *const names = new_dict();
        Object *const callable = new_function(&function, nullptr, nullptr);
        Object *done = nullptr;
        if (names != nullptr && callable != nullptr &&
            set_item(names, function.name, callable) == 0)
            done = run_string(source, whole_file, names, names);
        if (done == nullptr) clear_error();
        for (Object *const one : {done, callable, names})
            release(one);
    }
};

const Python &python() {
    static const Python of_this_process;
    return of_this_process;
}

/// An uncaught exception leaves the outermost frame, which then has stopped where it was raised, or
/// where a `finally` or `raise` passed it on. Who keeps a caught one there as well (pytest, a
/// debugger, the prompt) has gone on.
constexpr auto *watcher = R"(
import atexit, sys

def ended_by():
    trace = getattr(sys, "last_traceback", None)
    if trace is None or hasattr(sys, "ps1") or trace.tb_frame.f_back is not None:
        return ""
    frame = trace.tb_frame
    if frame.f_lasti != trace.tb_lasti:
        from opcode import opname
        code, argument = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
        if opname[code] != "RERAISE" and (opname[code], argument) != ("RAISE_VARARGS", 0):
            return ""
    return sys.last_type.__name__

def look():
    try:
        tell(ended_by())
    except Exception:
        pass

atexit.register(look)
)";

/// A program that embeds Python may print an exception and go on.
bool is_plain_python() noexcept {
    std::array<char, 4096> path{};
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0) return false;
    const std::string_view name(path.data(), static_cast<std::size_t>(length));
    return name.substr(name.rfind('/') + 1).starts_with("python");
}

constinit std::array<char, 128> ended_by{};
pid_t process = 0; // children made by fork inherit what was registered, and are no ranks

Object *note_end(Object *, Object *name) {
    if (const char *const text = python().as_text(name); text != nullptr && process == getpid())
        std::strncpy(ended_by.data(), text, ended_by.size() - 1);
    python().keep(name);
    return name;
}

MethodDef tell{"tell", note_end, one_argument, nullptr};

} // namespace

void watch_python() noexcept {
    if (!is_plain_python() || !python().has_begun() || python().has_lock() != 1) return;
    process = getpid();
    python().run(watcher, tell);
}

bool is_python_over() noexcept { return process == getpid() && !python().has_begun(); }

std::string exception_that_ended_python() { return python().has_begun() ? "" : ended_by.data(); }

} // namespace closeranks
