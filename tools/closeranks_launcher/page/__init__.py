"""A report as one HTML page that needs nothing else (docs/reference/report.md)."""
