"""The plots of agreement: which labels met, and how often each two graders say the same."""

from __future__ import annotations

from collections.abc import Sequence

from gradertui.locale import _
from gradertui.report.agreement_tables import MET
from gradertui.report.figures import count
from gradertui.report.plots import Picture, matrix
from gradertui.summary.agreement import Agreement, crossed
from gradertui.text import one_line

_NAME = 14


def labels(numbers: Agreement) -> Picture:
    """Label by label: of two graders by grader, of more over all pairs in either order."""
    two = len(numbers.pairs) == 1
    cells = numbers.pairs[0].table if two else crossed(numbers.pairs)
    names = [one_line(value, 12) for value in numbers.scale]
    most = max((n for row in cells for n in row), default=0) or 1
    shown = [[str(n) for n in row] for row in cells]
    a, b = (one_line(each, 20) for each in (numbers.pairs[0].a, numbers.pairs[0].b)) if two else ("", "")
    caption = _("Which labels met, the deeper the colour the more often; on the diagonal they are the same.")
    caption += " " + (_("Rows: {a}; columns: {b}.").format(a=a, b=b) if two else _(MET))
    shares = [[n / most for n in row] for row in cells]
    return Picture(caption, _told(names, shown), lambda: matrix.draw(names, shares, shown, (b, a)))


def graders(numbers: Agreement) -> Picture:
    """Grader by grader: on how many of the items that both labelled they say the same."""
    names = [one_line(grader, _NAME) for grader in numbers.graders]
    same = {frozenset((pair.a, pair.b)): pair.same for pair in numbers.pairs if pair.same.n}
    rows = [[same.get(frozenset((a, b))) for b in numbers.graders] for a in numbers.graders]
    shown = [["" if each is None else f"{count(each.k)}/{each.n}" for each in row] for row in rows]
    shares = [[None if each is None else each.estimate for each in row] for row in rows]
    caption = _("On how many of the items that both labelled two graders say the same, the deeper the colour the more.")
    return Picture(caption, _told(names, shown), lambda: matrix.draw(names, shares, shown, ("", "")))


def _told(names: Sequence[str], shown: Sequence[Sequence[str]]) -> str:
    words = _("{a} and {b} {n}")
    met = ((a, b, n) for a, row in zip(names, shown, strict=True) for b, n in zip(names, row, strict=True))
    return "; ".join(words.format(a=a, b=b, n=n) for a, b, n in met if n) + "."
