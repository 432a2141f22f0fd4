#!/usr/bin/python3
"""Prints "N passed, N failed[, N skipped]" for the JUnit file that ctest wrote; before that the end of what each test
that failed has said, which is far up in a long log.

Exits with 1 if a test failed, or if there was none. A test that ctest could not run at all (no
such program) failed; one that is disabled, or said itself that it cannot run here, was skipped.
"""

import sys
import xml.etree.ElementTree as ElementTree

LINES = 40
SKIPPED_BY_ITSELF = ("SKIP_RETURN_CODE", "SKIP_REGULAR_EXPRESSION_MATCHED")


def outcome(case: ElementTree.Element) -> str:
    status = case.get("status")
    if status == "run":
        return "passed"
    if status == "disabled":
        return "skipped"
    reason = case.find("skipped")
    if reason is not None and (reason.get("message") or "").startswith(SKIPPED_BY_ITSELF):
        return "skipped"
    return "failed"


def ending(case: ElementTree.Element) -> str:
    said = (case.findtext("system-out") or "").rstrip().splitlines()
    return "\n".join([f"{case.get('name')} failed:", *(f"    {line}" for line in said[-LINES:])])


def main() -> int:
    cases = list(ElementTree.parse(sys.argv[1]).iter("testcase"))
    outcomes = [outcome(case) for case in cases]
    for case in (case for case, came in zip(cases, outcomes) if came == "failed"):
        print(ending(case))
    passed, failed, skipped = (outcomes.count(word) for word in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
