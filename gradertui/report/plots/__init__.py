"""Plots of a report, one file per kind: numbers that the report says anyway in, a picture out.

Which numbers may be shown is decided by who yields the plot, beside the table that says the same. A picture is made
only where pictures are shown; matplotlib is imported when the first one is drawn (`canvas.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Picture(NamedTuple):
    """A plot, and what it shows in words."""

    caption: str
    words: str
    """All its numbers, for who does not see it."""
    draw: Callable[[], Figure]
