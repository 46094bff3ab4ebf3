"""Numbers as they stand on the screen: two decimals, written briefly, and intervals drawn beside them.

The examples are English; Spanish keeps the zero and takes a cell more (`wide`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from gradertui import drawing
from gradertui.locale import brief, number
from gradertui.tui.lines import Line

_ROLES = {"●": "accent", "─": "faint"}


def wide() -> int:
    """Cells of the widest p, which are those of a rate with its sign and a blank."""
    return len(p_value(0.0))


def block() -> int:
    """Cells of all figures between an arm's name and its drawing: the same in every block, so that numbers align."""
    return 14 + 2 * wide()


def rate(x: float) -> str:
    """Two decimals, as briefly as the language allows.

    Examples:
        >>> rate(0.16), rate(1), rate(-0.285)
        ('.16', '1.0', '−.28')
    """
    text = brief(f"{abs(x):.2f}")
    if len(text) > wide() - 2:
        text = number(abs(x), 1)
    return ("−" if x < 0 and float(f"{x:.2f}") else "") + text


def p_value(p: float | None) -> str:
    """A p-value, which is never printed as 0.

    Examples:
        >>> p_value(0.375), p_value(0.0156), p_value(1.0), p_value(1e-9), p_value(None)
        ('.38', '.016', '1', '<.001', '–')
    """
    if p is None:
        return "–"
    if p < 0.001:
        return "<" + brief("0.001")
    if p > 0.995:
        return "1"
    return brief(f"{p:.3f}" if p < 0.1 else f"{p:.2f}")


def count(k: float | Fraction) -> str:
    """A count, with one decimal where replicates make it a sum of shares.

    Examples:
        >>> count(4), count(Fraction(7, 3))
        ('4', '2.3')
    """
    return str(int(k)) if k == int(k) else number(float(k), 1)


def drawn(low: float, point: float, high: float, width: int, start: float = 0.0, stop: float = 1.0) -> Line:
    """Draw an interval (`drawing.drawn`) in roles; nothing where there is no room.

    Examples:
        >>> "".join(text for text, role in drawn(.1, .27, .57, 20))
        '──━━━●━━━━━╾────────'
    """
    if width < 3:
        return ()
    row = drawing.drawn(low, point, high, width, start, stop)
    return tuple(("".join(cells), role) for role, cells in groupby(row, lambda cell: _ROLES.get(cell, "bar")))


def progress(done: int, total: int, width: int) -> Line:
    """A line that is heavy as far as the work is done."""
    full = width * done // total if total else 0
    return (("━" * full, "bar"), ("─" * (width - full), "faint"))


def duration(seconds: float) -> str:
    """Time left, as roughly as it is known.

    Examples:
        >>> duration(45), duration(400), duration(9000)
        ('45 s', '7 min', '2.5 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{number(seconds / 3600, 1)} h"
