"""Benchmarks: `python -m bench.retrieval` and `python -m bench.speed`.

They use the test data that lies beside the project, in ../shared, and keep the indexes that they
make in the folder given by --work.
"""
