"""An interval drawn in a row of characters, for the screen and for reports. Pure: numbers in, text out."""

from __future__ import annotations

_ROUNDING = 1e-9
"""What the end of an interval may lie outside of its axis by computing alone."""


def drawn(low: float, point: float, high: float, width: int, start: float = 0.0, stop: float = 1.0) -> str:
    """Draw an interval with half-cell ends: thin axis, heavy inside, a dot at the estimate, ◂ or ▸ where it goes on.

    Args:
        low: lower end.
        point: the estimate.
        high: upper end.
        width: characters.
        start: value at the left edge.
        stop: value at the right edge.

    Examples:
        >>> drawn(.1, .27, .57, 20)
        '──━━━●━━━━━╾────────'
        >>> drawn(-.2, .27, 1.3, 20)
        '◂━━━━●━━━━━━━━━━━━━▸'
    """
    left, dot, right = (_half(x, width, start, stop) for x in (low, point, high))
    row = "".join(_cell(cell, left, dot, right) for cell in range(width))
    first, last = "◂" if low < start - _ROUNDING else row[0], "▸" if high > stop + _ROUNDING else row[-1]
    return first + row[1:-1] + last


def marked(row: str, at: float) -> str:
    """Set a second point, ○, into a row that was drawn from 0 to 1; ◉ where both points are.

    Args:
        row: as `drawn` gives it.
        at: where the point is.

    Examples:
        >>> marked(drawn(.1, .27, .57, 20), .9), marked(drawn(.1, .27, .57, 20), .27)
        ('──━━━●━━━━━╾─────○──', '──━━━◉━━━━━╾────────')
    """
    cell = _half(at, len(row), 0.0, 1.0) // 2
    return row[:cell] + ("◉" if row[cell] == "●" else "○") + row[cell + 1 :]


def _half(x: float, width: int, start: float, stop: float) -> int:
    return round(min(max((x - start) / (stop - start), 0.0), 1.0) * (2 * width - 1))


def _cell(cell: int, left: int, dot: int, right: int) -> str:
    if cell == dot // 2:
        return "●"
    if left // 2 < cell < right // 2:
        return "━"
    if cell == left // 2 != right // 2:
        return "╼" if left % 2 else "━"
    if cell == right // 2 != left // 2:
        return "━" if right % 2 else "╾"
    return "─"
