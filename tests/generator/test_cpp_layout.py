"""Long lines are broken as clang-format breaks them."""

from __future__ import annotations

from generator.cpp_layout import lay_out

WORDS = ", ".join(f"argument{i}" for i in range(7))


def test_short_lines_stay() -> None:
    line = "int MPI_X(int a) { return real.X(a); }"
    assert lay_out(line) == line


def test_a_function_on_one_line_is_opened() -> None:
    assert lay_out(f"int MPI_X(int a) {{ return real.X({WORDS}); }}") == (
        f"int MPI_X(int a) {{\n    return real.X({WORDS});\n}}"
    )


def test_arguments_are_aligned() -> None:
    assert lay_out(f"    return real.Long_name({WORDS});") == (
        "    return real.Long_name(argument0, argument1, argument2, argument3, argument4, argument5,\n"
        "                          argument6);"
    )


def test_an_early_return_goes_to_its_own_line() -> None:
    assert lay_out(f"    if (c == nullptr) return real.X({WORDS});") == (
        f"    if (c == nullptr)\n        return real.X({WORDS});"
    )


def test_a_lambda_is_opened() -> None:
    assert lay_out(f"    auto f = [&](MPI_Comm c) {{ return real.X({WORDS}); }};") == (
        f"    auto f = [&](MPI_Comm c) {{\n        return real.X({WORDS});\n    }};"
    )


def test_an_assignment_breaks_at_its_sign_first() -> None:
    assert lay_out(f"    const int code = real.X({WORDS});") == (
        f"    const int code =\n        real.X({WORDS});"
    )


def test_comments_stay() -> None:
    line = "// " + WORDS + WORDS
    assert lay_out(line) == line
