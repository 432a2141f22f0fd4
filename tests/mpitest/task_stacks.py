"""Run by gdb in a process that hangs: the stacks of the tasks beside the program that are not running
(runtime/core/nonblocking_tasks.hpp)."""

import gdb  # type: ignore[import]  # gdb brings it along

POINTER = 8  # bytes
# What Boost.Context has put onto the stack of a task on x86-64, in pointers from where that ends (jump_fcontext).
SAVED = {"rbp": 6, "rip": 7}
SAVED_SIZE = 8


def pointer(unique: gdb.Value) -> gdb.Value:
    """The pointer in a std::unique_ptr, which contains only that."""
    held = unique.type.strip_typedefs().template_argument(0).pointer().pointer()
    return unique.address.reinterpret_cast(held).dereference()


def set_registers(values: dict[str, int]) -> None:
    for name, value in values.items():
        gdb.execute(f"set ${name} = {value}")


def show() -> None:
    gdb.execute("set language c++")  # the program may be in C or Fortran
    gdb.execute("frame 0")
    running = {name: int(gdb.parse_and_eval(f"(long)${name}")) for name in (*SAVED, "rsp")}
    tasks = gdb.parse_and_eval("closeranks::nonblocking_tasks()::of_this_process")["value"]
    lines = tasks["lines_"]["_M_impl"]
    for number in range(int(lines["_M_finish"] - lines["_M_start"])):
        fiber = pointer(pointer(lines["_M_start"][number]).dereference()["fiber"]).dereference()
        end = int(fiber["inside_"])
        print(f"# task {number} of those pending:")
        registers = {name: int(gdb.parse_and_eval(f"*(long *){end + POINTER * place}")) for name, place in SAVED.items()}
        set_registers({"rsp": end + POINTER * SAVED_SIZE, **registers})
        gdb.execute("bt")
        set_registers(running)  # the process may continue


try:
    show()
except gdb.error as problem:
    print(f"# (no stacks of tasks: {problem})")
