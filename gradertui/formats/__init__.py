"""What people bring and take away: one file per foreign format, and the table of them (`known.py`).

A new format is one file, in `tools/` where a tool writes it, plus one line in that table. Rows become sources,
questions and items in `reading.py`; the store and the screen are not known here.
"""
