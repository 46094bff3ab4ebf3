"""The tables of a preference report, one function per table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gradertui.locale import _
from gradertui.modes.preference import LABELS
from gradertui.report.figures import p_value, three
from gradertui.report.parts import Report
from gradertui.report.preference import Own
from gradertui.report.tables import called, framed
from gradertui.summary.preference import PairSummary
from gradertui.text import one_line

if TYPE_CHECKING:
    from pandas import DataFrame

_SIDE = 17
"""Characters of a system's name beside another's."""


def said(own: Sequence[Own]) -> DataFrame:
    """How often each grader gave each label, as it was given."""
    heads = (_("A (left)"), _("B (right)"), _("tie"), _("both bad"), _("cannot tell"))
    return framed(heads, _names(own), ([str(each.labels.get(label, 0)) for label in LABELS] for each in own))


def position(own: Sequence[Own]) -> DataFrame:
    """Whether the text shown first wins, by grader."""
    return framed((_("A won"), _("B won"), "p", _("ties"), "n"), _names(own), map(_position, own))


def _position(own: Own) -> list[str]:
    where = own.said.position
    return [str(where.first), str(where.second), p_value(where.p), str(own.said.ties), str(own.said.labels)]


def _names(own: Sequence[Own]) -> Iterator[str]:
    return (one_line(each.grader, 24) for each in own)


def between(report: Report, pair: PairSummary, width: int = _SIDE) -> str:
    """Two systems against each other."""
    return f"{called(report, pair.a, width)} – {called(report, pair.b, width)}"


def endings(report: Report, pairs: Sequence[PairSummary]) -> DataFrame:
    """What came of the queries, and the test of the decided ones."""
    heads = [_("won"), _("tied"), _("lost"), "n", "p", "Holm"]
    frame = framed(heads, (between(report, pair) for pair in pairs), map(_endings, pairs))
    return frame if any(pair.holm is not None for pair in pairs) else frame.drop(columns="Holm")


def _endings(pair: PairSummary) -> list[str]:
    found = pair.found
    n = found.wins + found.ties + found.losses
    return [*map(str, (found.wins, found.ties, found.losses, n)), p_value(found.p), p_value(pair.holm)]


def sizes(report: Report, pairs: Sequence[PairSummary]) -> DataFrame:
    """How large the preference is: of the decided, and of all."""
    heads = (_("of decided"), _("low"), _("high"), _("net"), _("low"), _("high"))
    return framed(heads, (between(report, pair) for pair in pairs), map(_sizes, pairs))


def _sizes(pair: PairSummary) -> list[str]:
    found = pair.found
    low, high = found.share.interval or (None, None)
    below, above = found.net_interval or (None, None)
    return [three(found.share.estimate), three(low), three(high), three(found.net), three(below), three(above)]


def sides(report: Report, pair: PairSummary) -> DataFrame:
    """Who won, by where the first system stood."""
    a, b = (called(report, arm, _SIDE) for arm in (pair.a, pair.b))
    names = [_("{system} left").format(system=a), _("{system} right").format(system=a)]
    return framed((a, b), names, ([str(_won(pair, left, arm)) for arm in (0, 1)] for left in (True, False)))


def _won(pair: PairSummary, left: bool, arm: int) -> int:
    """Labels for an arm while the first one stood left, or right."""
    return pair.sides.get((left, "A" if left == (arm == 0) else "B"), 0)
