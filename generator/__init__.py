"""Reads the spec and writes the library's generated sources; see docs/spec.md."""
