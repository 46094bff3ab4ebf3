"""The table of decisions as it is read: every row, which one decides, and the verdict under it."""

from __future__ import annotations

from collections.abc import Iterator

from gradertui.locale import _, ngettext
from gradertui.report.blocks import Block
from gradertui.report.compare import Compared, Held
from gradertui.report.compare.words import rows, verdict
from gradertui.report.figures import p_value, share, signed
from gradertui.report.layout import say, title
from gradertui.report.planned_text import minute
from gradertui.summary.comparing import Pair
from gradertui.text import one_line
from stats.decision import Code, Row

_WIDE = 46
"""Columns for the words of a row."""


def section(found: Compared, pair: Pair) -> Iterator[Block]:
    """The table of one pair; nothing while systems go by codes."""
    if not found.named:
        return
    heading = _("May an improvement be declared?")
    provisional = " · " + _("provisional {done}/{total}").format(done=found.done, total=found.total)
    yield from title(heading if found.complete else heading + provisional)
    yield " → ".join(one_line(found.names[arm], 38) or _("(no name)") for arm in (pair.a, pair.b))
    yield from say(_("From the top; the first row that applies decides. ✓ applies, – nobody said or can tell."))
    first, words = pair.decision.first, rows()
    for row in pair.decision.rows:
        mark = "✓" if row.applies else "–" if row.applies is None else " "
        lead = "▸" if row is first else " "
        yield f" {lead} {mark} {words[row.code]:<{_WIDE}}{_standing(pair, row, found)}".rstrip()
    yield ""
    yield from say(verdict(pair, found.comparison.asked, found.names))
    if pair.held_out and found.held and found.held.looks:
        at = minute(found.held.looks[0].at)
        yield from say(
            _("What was held out speaks for what was chosen before {at} (UTC), when it was first looked at.").format(
                at=at
            )
        )


def looked(held: Held) -> str:
    """When what is held out was looked at first, and how often since."""
    first, n = held.looks[0], len(held.looks)
    words = ngettext(
        "Looked at for the first time {at} (UTC) by {by}: it is used from now on.",
        "First looked at {at} (UTC) by {by}; looked at {n} times. Only the first look was a test.",
        n,
    )
    return words.format(at=minute(first.at), by=one_line(first.by, 40), n=n)


def _standing(pair: Pair, row: Row, found: Compared) -> str:
    """What the row is held against, in a few characters."""
    paired = pair.paired
    n = paired.n if paired else min(pair.apart.n)
    asked = found.comparison.asked
    delta, limit = signed(pair.delta), share(float(row.limit)) if row.limit is not None else ""
    said: dict[Code, str] = {
        "few": f"n {n}",
        "granularity": f"{delta}, 1/n {limit}" if n else "",
        "margin": f"{delta}, {_('margin')} {limit}" if limit else "",
        "different-questions": _("the same") if paired else _("no question in common"),
        "p": f"p {p_value(pair.p)}",
        "worse": delta,
        "critical": _("{n} of {broke} broken").format(n=len(paired.critical), broke=len(paired.broke))
        if paired
        else "",
        "variants": _("{m} tried, p {p}").format(m=pair.family, p=p_value(pair.corrected)),
        "same-set": _same_set(pair, row),
        "yes": _("declare it") if row.applies else "",
    }
    if asked.unpaired and row.code == "different-questions":
        return _("by --unpaired")
    return _("nobody said: --variants") if row.code == "variants" and row.applies is None else said[row.code]


def _same_set(pair: Pair, row: Row) -> str:
    if pair.held_out:
        return _("not confirmed") if row.applies else _("confirmed")
    words = {None: _("nobody said: --chosen"), True: _("chosen so"), False: _("declared beforehand")}
    return words[pair.chosen]
