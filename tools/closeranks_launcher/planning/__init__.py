"""closeranks plan MODEL: one module for each model, and what they share."""
