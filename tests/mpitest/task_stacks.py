"""Run by gdb in a process that hangs: the stacks of the tasks beside the program that are not running
(runtime/background.hpp). Changes registers: the process must not go on afterwards."""

import gdb  # type: ignore[import]  # gdb brings it along

RSP, RBP, RIP = 15, 10, 16  # in the register set of a saved context (sys/ucontext.h)


def pointer(unique: gdb.Value) -> gdb.Value:
    """What a std::unique_ptr holds: a pointer is all that is in it."""
    held = unique.type.strip_typedefs().template_argument(0).pointer().pointer()
    return unique.address.reinterpret_cast(held).dereference()


def show() -> None:
    gdb.execute("set language c++")  # the program may be in C or Fortran
    world = gdb.parse_and_eval("*(closeranks::World *)&closeranks::world_storage")
    lines = world["background"]["lines_"]["_M_impl"]
    for number in range(int(lines["_M_finish"] - lines["_M_start"])):
        fiber = pointer(pointer(lines["_M_start"][number]).dereference()["fiber"]).dereference()
        saved = fiber["inside_"]["uc_mcontext"]["gregs"]
        print(f"# task {number} of those pending:")
        for name, place in (("rsp", RSP), ("rbp", RBP), ("rip", RIP)):
            gdb.execute(f"set ${name} = {int(saved[place])}")
        gdb.execute("bt")


try:
    show()
except gdb.error as problem:
    print(f"# (no stacks of tasks: {problem})")
