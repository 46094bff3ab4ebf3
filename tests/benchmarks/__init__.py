"""How fast it is, measured on demand: `python -m tests.benchmarks`."""
