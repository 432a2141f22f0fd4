"""The launcher `closeranks` and the report reader `closeranks-report` (standard library only)."""
