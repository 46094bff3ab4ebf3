"""The statistics beside the work, as rows: what the pane shows, and the page with every number.

Draws a `Summary`; computes nothing. Arms go by the names they are given, which in a blind session are codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from gradertui.locale import _, brief, ngettext
from gradertui.tui.figures import block, count, drawn, p_value, rate, wide
from gradertui.tui.lines import Line, column, cut, spread, width_of
from gradertui.tui.wrap import Wrapped

if TYPE_CHECKING:
    from gradertui.summary import PairSummary, Proportion, Summary

_NAME = 14
"""Cells an arm's name may take."""


class Shown(NamedTuple):
    """What the pane may show now, by the plan's policy, and how arms are called."""

    names: Mapping[str, str]
    letters: Mapping[str, int]
    """Over all arms; these move with every key."""
    waiting: int
    """Labels until rows by arm move again; 0 when they move with every key."""
    contrasts: bool
    """False while the policy keeps arms apart from the eye."""
    done: int
    total: int
    templates: Mapping[str, str] = {}
    """In tone: how templates are called."""
    unsigned: bool = False
    """In tone, blind: differences without sign."""


def event_words(event: str) -> str:
    """What a rate is a rate of."""
    return {
        "incorrect": _("Hallucination"),
        "correct": _("Correct"),
        "abstained": _("Abstention"),
    }.get(event, _("Answered {letter}").format(letter=event))


def pane(summary: Summary | None, shown: Shown, width: int) -> list[Line]:
    """The rows of the pane.

    Args:
        summary: None while nothing was computed yet or the policy hides it.
        shown: what may be shown.
        width: cells.
    """
    lines: list[Line] = [_so_far(shown)]
    if not shown.contrasts:
        return [*lines, (), ((_("Systems are compared when all is labelled."), "dim"),)]
    if summary is None:
        return lines
    name = _name_width(summary, shown.names)
    lines += [(), *_rates(summary, shown, event_words(summary.event), "rate", name, width)]
    words = _("Says it does not know") if not summary.known else _("Abstention")
    lines += [(), *_rates(summary, shown, words, "abstention", name, width)]
    if summary.pairs:
        lines += [(), *_pairs(summary, shown, name, width), (), *wrapped(list(_verdict(summary, shown.names)), width)]
    if shown.waiting:
        text = ngettext("rows move after {n} more label", "rows move after {n} more labels", shown.waiting)
        lines += [(), ((text.format(n=shown.waiting), "dim"),)]
    return lines


def _so_far(shown: Shown) -> Line:
    counted = " · ".join(f"{letter} {n}" for letter, n in shown.letters.items())
    return ((_("All answers") + "  ", "dim"), (counted, ""))


def _name_width(summary: Summary, names: Mapping[str, str]) -> int:
    return min(max((cell_len(names[arm.arm]) for arm in summary.arms), default=2), _NAME) + 2


def _short(name: str, width: int) -> str:
    return column(cut(name, width - 2), width)


def head(words: str, beside: str, room: int, width: int, axis: tuple[str, str, str]) -> Line:
    """A block's title, and the axis over the drawings."""
    title: Line = ((words, "title"), ("  " + beside, "dim"))
    if room < 8:
        return title
    start, middle, end = axis
    before = (room - 1) // 2 - len(start) - len(middle) // 2
    after = room - len(start) - before - len(middle) - len(end)
    return spread(title, ((start + " " * before + middle + " " * after + end, "dim"),), width)


def _rates(summary: Summary, shown: Shown, words: str, which: str, name: int, width: int) -> Iterator[Line]:
    room = width - name - block()
    wilson = _("{level} % Wilson").format(level=round(100 * summary.level))
    yield head(words, wilson if which == "rate" else "", room, width, ("0", brief("0.5"), "1"))
    for arm in summary.arms:
        yield rate_row(_short(shown.names[arm.arm], name), getattr(arm, which), room)


def rate_row(name: str, of: Proportion, room: int) -> Line:
    """A name, k/n, the rate in bold, its interval in words and drawn."""
    counted = f"{count(of.k)}/{of.n}".ljust(8)
    if of.estimate is None or of.interval is None:
        return ((name, "strong"), (counted, ""), (_("no data"), "dim"))
    return (
        (name, "strong"),
        (counted, ""),
        (rate(of.estimate).ljust(wide()), "strong"),
        (f"{rate(of.interval.low)}–{rate(of.interval.high)}".ljust(wide() + 6), "dim"),
        *drawn(of.interval.low, of.estimate, of.interval.high, room),
    )


def _pairs(summary: Summary, shown: Shown, name: int, width: int) -> Iterator[Line]:
    room = width - name - block()
    label = name + 2
    yield head(_("Pairs"), _("exact p, Holm"), room, width, ("−1", "0", "+1"))
    for pair in summary.pairs:
        a, b = (cut(shown.names[arm], (label - 1) // 2) for arm in (pair.a, pair.b))
        yield (
            (column(f"{a}→{b}", label), "strong"),
            (f"{pair.broke}↓ {pair.fixed}↑".ljust(8), ""),
            (f"p {p_value(pair.p)}".ljust(wide() + 3), ""),
            (p_value(pair.holm).ljust(wide() + 1), "dim"),
            *_difference(pair, room),
        )


def _difference(pair: PairSummary, room: int) -> Line:
    if pair.difference is None or pair.interval is None:
        return ()
    return drawn(pair.interval.low, pair.difference, pair.interval.high, room, -1, 1)


def _verdict(summary: Summary, names: Mapping[str, str]) -> Iterator[Line]:
    """What each pair allows to say, and what a family of that size does by chance."""
    said: dict[str, list[str]] = {}
    for pair in summary.pairs:
        said.setdefault(_says(pair, summary), []).append(f"{cut(names[pair.a], _NAME)}→{cut(names[pair.b], _NAME)}")
    for words, pairs in said.items():
        which = ", ".join(pairs) if len(said) > 1 or len(pairs) == 1 else _("all pairs")
        yield ((f"{words}: ", "warn"), (which, ""))
    if not summary.family:
        return
    share = round(100 * summary.false_alarm)
    yield ((chance(summary.family).format(m=summary.family, share=share), "dim"),)


def chance(m: int) -> str:
    """How often so many tests raise a false alarm."""
    return ngettext(
        "{m} test: a false alarm in {share} % of studies.", "{m} tests: a false alarm in {share} % of studies.", m
    )


def standing(shown: Shown) -> str:
    """What all these numbers are: provisional until everything is labelled."""
    if shown.done == shown.total:
        return _("complete")
    return _("provisional {done}/{total}").format(done=shown.done, total=shown.total)


def _says(pair: PairSummary, summary: Summary) -> str:
    if pair.judged is not None and pair.judged <= 1 - summary.level:
        after = _("Differ") if pair.primary else _("Differ after Holm")
        return after if summary.complete else _("Differ so far")
    return {"now": _("No difference shown"), "later": _("Cannot conclude yet"), "never": _("Cannot conclude")}[
        pair.reach
    ]


def table(summary: Summary, names: Mapping[str, str], width: int) -> list[Line]:
    """The session's table: what each arm did, in counts."""
    head = (_("correct"), _("incorrect"), _("abstained"), _("invented"), _("rate"))
    if not summary.known:
        head = ("R", "X", "N", "", _("share of {letter}").format(letter=summary.event))
    name = _name_width(summary, names)
    lines: list[Line] = [((" " * name + "".join(h.rjust(11) for h in head), "dim"),)]
    for arm in summary.arms:
        values: Sequence[str] = (
            [count(arm.outcomes[o]) for o in ("correct", "incorrect", "abstained")] + [count(arm.invented)]
            if summary.known
            else [count(arm.letters[x]) for x in "RXN"] + [""]
        )
        shown = rate(arm.rate.estimate) if arm.rate.estimate is not None else "–"
        ends = f"  {rate(arm.rate.interval.low)}–{rate(arm.rate.interval.high)}" if arm.rate.interval else ""
        counts = "".join(v.rjust(11) for v in values)
        called = _short(names[arm.arm], name)
        lines.append(((called, "strong"), (counts, ""), (shown.rjust(11), "strong"), (ends, "dim")))
    return lines


def everything(
    summary: Summary, shown: Shown, broken: Mapping[tuple[str, str], tuple[list[str], list[str]]], width: int
) -> list[Line]:
    """The page with every number: strata, pairs with their intervals, and the cases to read.

    Args:
        summary: of the labels that may be shown.
        shown: how arms are called.
        broken: for each pair the questions that broke and those that were fixed.
        width: cells.
    """
    name = _name_width(summary, shown.names)
    lines: list[Line] = [*table(summary, shown.names, width), ()]
    strata = [(event_words(summary.event), "rate"), (_("Abstention"), "abstention")]
    if summary.known:
        strata += [(_("Answerable questions"), "answerable"), (_("Unanswerable: invented"), "unanswerable")]
    for words, which in strata:
        lines += [*_rates(summary, shown, words, which, name, width), ()]
    for pair in (*summary.pairs, *summary.beside):
        lines += [*_whole(pair, summary, shown.names, broken), ()]
    if summary.family:
        text = ngettext(
            "{m} test without correction raises a false alarm in {share} % of studies; Holm keeps it at {level} %.",
            "{m} tests without correction raise a false alarm in {share} % of studies; Holm keeps it at {level} %.",
            summary.family,
        )
        share, level = round(100 * summary.false_alarm), round(100 * (1 - summary.level))
        lines.append(((text.format(m=summary.family, share=share, level=level), "dim"),))
    if summary.pairs:
        words = _("broke: the second does it and the first did not; fixed: the reverse. change: second minus first.")
        lines.append(((words, "dim"),))
    text = _("Intervals: Wilson and Tango, {level} %, one at a time. The question is the unit.")
    lines.append(((text.format(level=round(100 * summary.level)), "dim"),))
    return lines


def _whole(
    pair: PairSummary,
    summary: Summary,
    names: Mapping[str, str],
    broken: Mapping[tuple[str, str], tuple[list[str], list[str]]],
) -> Iterator[Line]:
    yield (
        (f"{names[pair.a]} → {names[pair.b]}", "title"),
        (f"  {event_words(pair.event).lower()}", "dim"),
        ("" if pair.holm is not None else "  " + (_("(primary)") if pair.primary else _("(beside the family)")), "dim"),
    )
    if pair.difference is None:
        yield ((_("no question has both labels yet"), "dim"),)
        return
    numbers = ngettext(
        "broke {broke} · fixed {fixed} of {n} question   p {p}",
        "broke {broke} · fixed {fixed} of {n} questions   p {p}",
        pair.questions,
    ).format(broke=pair.broke, fixed=pair.fixed, n=pair.questions, p=p_value(pair.p))
    if pair.holm is not None:
        numbers += "   " + _("Holm {p} of {m}").format(p=p_value(pair.holm), m=summary.family)
    yield ((numbers, ""),)
    if pair.interval is not None:
        text = _("difference {d}  [{low}, {high}]").format(
            d=rate(pair.difference), low=rate(pair.interval.low), high=rate(pair.interval.high)
        )
        yield ((text, ""),)
    else:
        text = _("mean difference {d}; exact sign-flip test over questions (replicates)")
        yield ((text.format(d=rate(pair.difference)), ""),)
    if pair.reach != "now":
        n = pair.broke + pair.fixed
        text = ngettext(
            "{n} question differs: the smallest p it could give is {p}",
            "{n} questions differ: the smallest p they could give is {p}",
            n,
        ).format(n=n, p=p_value(pair.smallest_p))
        yield ((text, "warn"),)
    if pair.event == summary.event:
        for words, cases in zip((_("broke"), _("fixed")), broken.get((pair.a, pair.b), ([], [])), strict=True):
            if cases:
                yield ((f"{words}: ", "dim"), (", ".join(cases), ""))


def wrapped(lines: Sequence[Line], width: int) -> list[Line]:
    """Break rows longer than the page at a blank, the rest under the last piece, or below where that is far right."""
    broken: list[Line] = []
    for line in lines:
        indent = width_of(line[:-1])
        spaced = any(blank in text for text, _role in line[-1:] for blank in "\n\t")
        if not spaced and width_of(line) <= width:
            broken.append(line)
            continue
        *before, (text, role) = line
        below = indent > width * 2 // 3
        hang = 2 if below else indent
        first, *rest = [((" " * hang, ""), (row, role)) for row in Wrapped(text, width - hang).upto(1000)]
        broken += [tuple(before), first, *rest] if below else [(*before, first[1]), *rest]
    return broken
