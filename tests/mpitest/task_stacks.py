"""Run by gdb in a process that hangs: the stacks of the tasks beside the program that are not running
(runtime/core/nonblocking_tasks.hpp)."""

import gdb  # type: ignore[import]  # gdb brings it along

REGISTERS = {"rsp": 15, "rbp": 10, "rip": 16}  # in a saved context (sys/ucontext.h)


def pointer(unique: gdb.Value) -> gdb.Value:
    """What a std::unique_ptr holds: a pointer is all that is in it."""
    held = unique.type.strip_typedefs().template_argument(0).pointer().pointer()
    return unique.address.reinterpret_cast(held).dereference()


def set_registers(values: dict[str, int]) -> None:
    for name, value in values.items():
        gdb.execute(f"set ${name} = {value}")


def show() -> None:
    gdb.execute("set language c++")  # the program may be in C or Fortran
    gdb.execute("frame 0")
    running = {name: int(gdb.parse_and_eval(f"(long)${name}")) for name in REGISTERS}
    tasks = gdb.parse_and_eval("closeranks::nonblocking_tasks()::of_this_process")["value"]
    lines = tasks["lines_"]["_M_impl"]
    for number in range(int(lines["_M_finish"] - lines["_M_start"])):
        fiber = pointer(pointer(lines["_M_start"][number]).dereference()["fiber"]).dereference()
        saved = fiber["inside_"]["uc_mcontext"]["gregs"]
        print(f"# task {number} of those pending:")
        set_registers({name: int(saved[place]) for name, place in REGISTERS.items()})
        gdb.execute("bt")
        set_registers(running)  # the process may go on


try:
    show()
except gdb.error as problem:
    print(f"# (no stacks of tasks: {problem})")
