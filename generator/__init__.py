"""Reads the spec and writes the library's generated sources; see docs/developers/spec.md."""
