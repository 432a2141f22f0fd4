"""The examples, with and without kills."""
