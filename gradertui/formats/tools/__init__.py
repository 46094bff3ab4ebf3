"""What evaluation tools write and data sets are published as: one file per format, and what several of them share.

Each gives rows under the names of our fields; `gradertui/formats/__init__.py` has the table of them. Tables, JSON lines
and Parquet, which may mean anything, are beside this folder.
"""
