"""Programs for Fenix on closeranks."""
