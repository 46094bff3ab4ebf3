"""Numbers as they stand on the screen: two decimals and no leading zero, and intervals drawn beside them."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from gradertui import drawing
from gradertui.tui.lines import Line

_ROLES = {"●": "accent", "─": "faint"}


def rate(x: float) -> str:
    """Two decimals without the leading zero.

    Examples:
        >>> rate(0.16), rate(1), rate(-0.285)
        ('.16', '1.0', '−.28')
    """
    text = f"{abs(x):.2f}"
    text = text[1:] if text.startswith("0") else text[:3]
    return ("−" if x < 0 and text != ".00" else "") + text


def p_value(p: float | None) -> str:
    """A p-value, which is never printed as 0.

    Examples:
        >>> p_value(0.375), p_value(0.0156), p_value(1.0), p_value(1e-9), p_value(None)
        ('.38', '.016', '1', '<.001', '–')
    """
    if p is None:
        return "–"
    if p < 0.001:
        return "<.001"
    if p > 0.995:
        return "1"
    return f"{p:.3f}"[1:] if p < 0.1 else f"{p:.2f}"[1:]


def count(k: float | Fraction) -> str:
    """A count, with one decimal where replicates make it a sum of shares.

    Examples:
        >>> count(4), count(Fraction(7, 3))
        ('4', '2.3')
    """
    return str(int(k)) if k == int(k) else f"{float(k):.1f}"


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
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
