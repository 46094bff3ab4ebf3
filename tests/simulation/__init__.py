"""What every test and interval claims, held against simulation: run on demand, its table kept.

`python -m tests.simulation` draws each scenario thousands of times through the functions that the program calls, and
writes `RESULTS.md` and `RESULTS.json`. One file per family holds the scenarios, `table.py` gathers them, `judging.py`
says whether a claim holds. Nothing here is collected by pytest; `tests/test_simulation.py` holds the kept table
against the code.
"""
