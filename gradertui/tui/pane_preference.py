"""The statistics of a preference session as rows: beside the work, at the end, and on a page of their own.

Draws a `summary.preference.Summary`; computes nothing. While blind a pair goes by codes and the side with more wins
stands first, whichever it is; what all labels say of left and right moves with every key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len

from gradertui.locale import _, brief, ngettext
from gradertui.tui.figures import block, drawn, p_value, rate, wide
from gradertui.tui.lines import Line, column, cut
from gradertui.tui.pane import Shown, chance, head, rate_row, wrapped

if TYPE_CHECKING:
    from gradertui.summary.preference import PairSummary, Pooled, Summary

_NAME = 16
"""Cells the names of a pair may take."""


def pane(summary: Summary | None, said: Pooled | None, shown: Shown, width: int) -> list[Line]:
    """The rows of the pane.

    Args:
        summary: None while nothing was computed yet or the policy hides it.
        said: what all labels say; None before anything was computed.
        shown: what may be shown; letters move with every key.
        width: cells.
    """
    rows = [_so_far(shown)]
    if said is not None and shown.letters:
        rows += _pooled(said)
    if not shown.contrasts:
        return [*rows, (), ((_("Systems are compared when all is labelled."), "dim"),)]
    if summary is None or not summary.pairs:
        return rows
    rows += [(), *_shares(summary, shown, width), *_nets(summary, shown, width)]
    if shown.waiting:
        text = ngettext("rows move after {n} more label", "rows move after {n} more labels", shown.waiting)
        rows.append(((text.format(n=shown.waiting), "dim"),))
    if len(summary.pairs) > 1:
        share = round(100 * summary.false_alarm)
        rows.append(((chance(summary.family).format(m=summary.family, share=share), "dim"),))
    return rows


def _so_far(shown: Shown) -> Line:
    counted = " · ".join(f"{label} {n}" for label, n in shown.letters.items())
    return ((_("All pairs") + "  ", "title"), (counted, ""))


def _pooled(said: Pooled) -> Iterator[Line]:
    """Ties, and whether the text shown first wins."""
    where = said.position
    told = _("A {first}, B {second}, p {p}").format(first=where.first, second=where.second, p=p_value(where.p))
    ties = _("ties {k} of {n}").format(k=said.ties, n=said.labels)
    yield ((_("First shown wins?") + "  ", "dim"), (told, ""), ("   " + ties, "dim"))
    if said.never_ties:
        words = _("No tie in {n}: a verdict that never ties finds differences that may not be there.")
        yield ((words.format(n=said.labels), "warn"),)


def called(pair: PairSummary, names: Mapping[str, str], width: int = _NAME) -> str:
    """Both names of a pair; of two codes which stands first says nothing."""
    room = (width - 1) // 2
    return f"{cut(names[pair.a], room)}–{cut(names[pair.b], room)}"


def _shares(summary: Summary, shown: Shown, width: int) -> Iterator[Line]:
    name = _name_width(summary, shown)
    room = width - name - block() - wide() - 5
    words = _("{level} % Wilson").format(level=round(100 * summary.level))
    title = _("Preferred, of the decided") if shown.unsigned else _("The first preferred, of the decided")
    yield head(title, words, room, width, ("0", brief("0.5"), "1"))
    for pair in summary.pairs:
        left = column(called(pair, shown.names), name)
        p = _p(pair, summary)
        if pair.found.share.estimate is None:
            yield ((left, "strong"), (_("nothing decided yet"), "dim"))
            continue
        row = rate_row(left, pair.found.share, 0)
        yield (*row, (p.ljust(wide() + 5), "" if pair.reach else "dim"), *_drawn(pair, room))


def _p(pair: PairSummary, summary: Summary) -> str:
    p = p_value(pair.judged)
    return f"p {p}" if pair.holm is None else f"H {p}"


def _drawn(pair: PairSummary, room: int) -> Line:
    found = pair.found.share
    if found.estimate is None or found.interval is None:
        return ()
    return drawn(found.interval.low, found.estimate, found.interval.high, room)


def _name_width(summary: Summary, shown: Shown) -> int:
    return min(max(cell_len(called(pair, shown.names)) for pair in summary.pairs), _NAME) + 2


def _nets(summary: Summary, shown: Shown, width: int) -> Iterator[Line]:
    """Wins minus losses, of all with their ties."""
    name = _name_width(summary, shown)
    room = width - name - block() - wide() - 5
    yield head(_("Net preference"), _("wins − losses, of all"), room, width, ("−1", "0", "+1"))
    for pair in summary.pairs:
        found, n = pair.found, pair.queries - pair.unsure
        left = column(called(pair, shown.names), name)
        counted = f"{found.wins}–{found.losses}".ljust(8)
        if found.net is None or found.net_interval is None:
            yield ((left, "strong"), (counted, ""), (_("no data"), "dim"))
            continue
        low, high = found.net_interval
        ends = f"{rate(low)}–{rate(high)}".ljust(wide() + 6)
        more = (_("n {n}").format(n=n)).ljust(wide() + 5)
        figures: Line = ((left, "strong"), (counted, ""), (rate(found.net).ljust(wide()), "strong"), (ends, "dim"))
        yield (*figures, (more, "dim"), *drawn(low, found.net, high, room, -1, 1))


def everything(summary: Summary, said: Pooled, reasons: Mapping[str, int], shown: Shown, width: int) -> list[Line]:
    """The page with every number.

    Args:
        summary: of the labels that may be shown.
        said: what all labels say.
        reasons: how often each was given.
        shown: how arms are called.
        width: cells.
    """
    rows = pane(summary, said, shown, width)
    for pair in summary.pairs:
        rows += [(), *_whole(pair, shown)]
    if reasons:
        told = ", ".join(f"{text} {n}" for text, n in reasons.items())
        rows += [(), ((_("Reasons") + "  ", "title"), (told, ""))]
    words = _("won–lost; both bad counts as a tie, cannot tell as missing. The query is the unit.")
    return wrapped([*rows, (), ((words, "dim"),)], width)


def _whole(pair: PairSummary, shown: Shown) -> Iterator[Line]:
    yield ((called(pair, shown.names, 40), "title"), ("  " + _("(primary)") if pair.primary else "", "dim"))
    found = pair.found
    words = _("won {wins} · lost {losses} · tied {ties}, both bad {bad} · can't tell {unsure} · p {p}")
    counts = {"wins": found.wins, "losses": found.losses, "ties": found.ties, "bad": pair.bad, "unsure": pair.unsure}
    yield ((words.format(**counts, p=p_value(found.p)), ""),)
    n = found.wins + found.losses
    if n and not pair.reach:
        text = ngettext(
            "{n} decided: the smallest p it could give is {p}", "{n} decided: the smallest p they could give is {p}", n
        )
        yield ((text.format(n=n, p=p_value(pair.smallest_p)), "warn"),)


def table(summary: Summary, shown: Shown) -> list[Line]:
    """What came of each pair, at the end."""
    heads = (_("won"), _("lost"), _("tied"), "p")
    name = max(cell_len(called(pair, shown.names, 40)) for pair in summary.pairs) + 2 if summary.pairs else 2
    rows: list[Line] = [((" " * name + "".join(each.rjust(8) for each in heads), "dim"),)]
    for pair in summary.pairs:
        found = pair.found
        counts = "".join(str(n).rjust(8) for n in (found.wins, found.losses, found.ties))
        label = column(called(pair, shown.names, 40), name)
        rows.append(((label, "strong"), (counts, ""), (p_value(pair.judged).rjust(8), "strong")))
    return rows
