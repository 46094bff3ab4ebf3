"""Reuse in a report, of answers or of pairs: gathered from the texts alone, written as text and as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block
from gradertui.report.figures import NOTHING, p_value, percent, three
from gradertui.report.layout import listed, say, table, title
from gradertui.report.parts import Report
from gradertui.report.tables import NAME, called, framed
from gradertui.session import Session
from gradertui.summary.reuse import Query, Reused, reused
from gradertui.text import one_line


def gather(session: Session, named: bool) -> tuple[Reused, ...]:
    """What each arm reuses; nothing while arms go by codes, which it would tell, and where nothing was retrieved.

    Args:
        session: open.
        named: whether arms go by their names.
    """
    if not named or not session.items.retrieving():
        return ()
    return tuple(reused(list(session.items.answers()), session.items.sources(), session.plan.level))


def section(report: Report) -> Iterator[Block]:
    """The section; nothing where nothing was retrieved."""
    found: tuple[Reused, ...] = report.numbers.reuse
    if not found:
        return
    yield from title(_("Reuse: words of the answers that come from what was retrieved"))
    heads = (_("with"), _("without"), _("change"), _("low"), _("high"), _("more"), _("less"), _("equal"), "p")
    yield from table(framed(heads, (called(report, each.arm, NAME) for each in found), map(_row, found)))
    for each in found:
        yield from _about(report, each)
    words = _(
        "with, without: mean share of the content words that the retrieved texts have, of the answer made with them "
        "and of the one made without, against the same texts. more, less, equal: queries. p: exact sign test over "
        "them; low, high: of the change, at {level}."
    )
    yield from say(words.format(level=percent(report.level)))
    yield from say(_("This comes from the texts alone: it says whether retrieval is used, not whether it is better."))


def _row(each: Reused) -> list[str]:
    found, mean = each.found, each.found.mean
    low, high = mean.interval or (None, None)
    counts = [str(n) for n in (found.more, found.less, found.equal)]
    means = [three(None if share is None else float(share)) for share in each.means]
    change = NOTHING if mean.mean is None else three(float(mean.mean))
    return [*means, change, three(low), three(high), *counts, p_value(found.p)]


def _about(report: Report, each: Reused) -> Iterator[Block]:
    found = each.found
    n = found.more + found.less + found.equal
    words = ngettext("{arm} reuses more in {k} of {n} query.", "{arm} reuses more in {k} of {n} queries.", n) + (
        " " + _("Without: {baseline}.") if each.baseline else ""
    )
    baseline = called(report, each.baseline) if each.baseline else ""
    yield from say(words.format(arm=called(report, each.arm), k=found.more, n=n, baseline=baseline))
    less = [one_line(query.query, 40) for query in each.queries if _less(query)]
    if less:
        yield from say(_("less: {queries}").format(queries=listed(less)), "  ")
    if found.mean.reason:
        yield from say(_("There is no interval of the change: {reason}.").format(reason=_(found.mean.reason)), "  ")
    if found.missing:
        words = ngettext("{n} query has no share to compare.", "{n} queries have no shares to compare.", found.missing)
        yield from say(words.format(n=found.missing), "  ")


def _less(query: Query) -> bool:
    return query.with_texts is not None and query.without is not None and query.with_texts < query.without


def keys(report: Report) -> list[dict[str, Any]]:
    """The reuse as plain values."""
    return [_keys(report, each) for each in report.numbers.reuse]


def _keys(report: Report, each: Reused) -> dict[str, Any]:
    found, mean = each.found, each.found.mean
    low, high = mean.interval or (None, None)
    counts = {"more": found.more, "less": found.less, "equal": found.equal, "missing": found.missing}
    means = {"with": _float(each.means[0]), "without": _float(each.means[1]), "change": _float(mean.mean)}
    rows = [
        {"query": query.query, "with": _float(query.with_texts), "without": _float(query.without)}
        for query in each.queries
    ]
    return {
        "arm": report.names[each.arm],
        "baseline": report.names[each.baseline] if each.baseline else None,
        **counts,
        "p": found.p,
        "smallest_p": found.smallest,
        **means,
        "low": low,
        "high": high,
        "reason": mean.reason,
        "queries": rows,
    }


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)
