"""Long computations as generators, so that a screen stays responsive between two slices."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finish(slices: Generator[object, None, Result]) -> Result:
    """Run all slices and return the result.

    Parameters
    ----------
    slices : generator
        What it yields between slices is dropped.

    Returns
    -------
    object
        What the generator returns.

    Examples
    --------
    >>> def halves():
    ...     yield "first half done"
    ...     return 42
    >>> finish(halves())
    42
    """
    while True:
        try:
            next(slices)
        except StopIteration as done:
            result: Result = done.value
            return result
