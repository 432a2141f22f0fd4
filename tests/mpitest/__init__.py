"""Runs MPI tests in which ranks are killed, and judges what the survivors did."""
