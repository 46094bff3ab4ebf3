"""Numbers as they stand on the screen: two decimals and no leading zero, and intervals drawn beside them."""

from __future__ import annotations

from fractions import Fraction

from gradertui.tui.lines import Line


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
    """Draw an interval with half-cell ends: thin axis, heavy inside, a dot at the estimate.

    Args:
        low: lower end.
        point: the estimate.
        high: upper end.
        width: cells.
        start: value at the left edge.
        stop: value at the right edge.

    Examples:
        >>> "".join(text for text, role in drawn(.1, .27, .57, 20))
        '──━━━●━━━━━╾────────'
    """
    if width < 3:
        return ()
    left, dot, right = (_half(x, width, start, stop) for x in (low, point, high))
    cells = []
    for cell in range(width):
        if cell == dot // 2:
            cells.append(("●", "accent"))
        elif left // 2 < cell < right // 2:
            cells.append(("━", "bar"))
        elif cell == left // 2 != right // 2:
            cells.append(("╼" if left % 2 else "━", "bar"))
        elif cell == right // 2 != left // 2:
            cells.append(("━" if right % 2 else "╾", "bar"))
        else:
            cells.append(("─", "faint"))
    return _joined(cells)


def _half(x: float, width: int, start: float, stop: float) -> int:
    return round(min(max((x - start) / (stop - start), 0.0), 1.0) * (2 * width - 1))


def _joined(cells: list[tuple[str, str]]) -> Line:
    runs: list[tuple[str, str]] = []
    for text, role in cells:
        if runs and runs[-1][1] == role:
            runs[-1] = (runs[-1][0] + text, role)
        else:
            runs.append((text, role))
    return tuple(runs)


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
