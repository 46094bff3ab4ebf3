"""Pure statistics: numbers in, named tuples out, nothing of this program known.

Each module holds one family of formulas and is imported by name (``from stats.proportion import
wilson``); importing the package itself loads nothing.
"""
