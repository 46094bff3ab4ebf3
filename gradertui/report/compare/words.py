"""What may be declared of a pair, in words: each row of the table of decisions, and the verdict in a sentence.

Used by the page of a comparison and by the report of a session; which row applies was decided in `stats.decision`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gradertui.locale import _, ngettext
from gradertui.report.blocks import UNBROKEN
from gradertui.report.figures import gain, p_short, percent, share
from gradertui.report.layout import listed
from gradertui.summary.comparing import Asked, Pair
from gradertui.text import one_line
from stats.decision import IMPOSSIBLE, LESS_THAN_ONE, NO_DIFFERENCE, NOT_CONFIRMED, Code, Row
from stats.interval import Interval


def rows() -> dict[Code, str]:
    """Each row of the table, as it is read."""
    return {
        "few": _("fewer than 30 questions"),
        "granularity": _("difference below one question, or impossible"),
        "margin": _("difference below the margin"),
        "different-questions": _("different questions"),
        "p": _("p not below the level"),
        "worse": _("the second passes less often"),
        "critical": _("a case broke that is marked critical"),
        "variants": _("several variants, not corrected"),
        "same-set": _("chosen on the same set, not confirmed"),
        "yes": _("none of these: an improvement"),
    }


def verdict(pair: Pair, asked: Asked, names: Mapping[str, str], *, broken: bool = True) -> str:
    """The verdict in a sentence, with what was measured.

    Args:
        pair: what was found.
        asked: under which level.
        names: arm to how it is called.
        broken: whether it is told how many broke.
    """
    first = pair.decision.first
    if first.code == "yes":
        words = _("Yes: {b} passes more often than {a}: {measured}.")
    else:
        words = _("No: {why} Measured: {measured}.")
    why = why_not(pair, first, asked) if first.code != "yes" else ""
    return words.format(
        a=_called(names, pair.a), b=_called(names, pair.b), why=why, measured=measured(pair, asked, broken)
    )


def _called(names: Mapping[str, str], arm: str) -> str:
    return one_line(names[arm], 40) or _("(no name)")


def measured(pair: Pair, asked: Asked, broken: bool = True) -> str:
    """The difference with its interval, p, and what broke."""
    if pair.delta is None:
        return _("nothing, no question has both")
    said = [_("{gain} points in passing").format(gain=gain(pair.delta)), *_intervals(pair, asked)]
    if pair.p is not None:
        said.append(f"p {p_short(pair.p)}")
    if pair.family > 1 and pair.corrected is not None:
        said.append(_("corrected {p}").format(p=p_short(pair.corrected)))
    if pair.paired and broken:
        n = len(pair.paired.broke)
        said.append(ngettext("{n} broke", "{n} broke", n).format(n=n) if n else _("nothing broke"))
    if pair.held_out:
        told = [row.reason for row in pair.decision.rows if row.code == "same-set"]
        refuted = NOT_CONFIRMED in told
        said.append(_("not confirmed on what was held out") if refuted else _("confirmed on what was held out"))
    return ", ".join(said)


def _intervals(pair: Pair, asked: Asked) -> list[str]:
    """Of the difference, in points: the document's, and the one to rely on."""
    level, found = percent(asked.level), pair.paired
    if found is None:
        return [f"{level} {ends(pair.apart.interval)}"] if pair.apart.interval else []
    if found.replicated:
        return [f"{level} {ends(found.flipped)}"] if found.flipped else []
    words = _("{level} {wald} (Wald), {tango} (Tango)")
    return [words.format(level=level, wald=ends(found.wald), tango=ends(found.tango))]


def ends(interval: Interval | None) -> str:
    """An interval in points."""
    return between(gain(interval.low), gain(interval.high)) if interval else ""


def between(low: str, high: str) -> str:
    """An interval of numbers that are written already, which no line end parts."""
    return _("[{low}, {high}]").format(low=low, high=high).replace(" ", UNBROKEN)


def why_not(pair: Pair, row: Row, asked: Asked) -> str:
    """Why nothing is declared, and what to do."""
    said: dict[Code, Callable[[], str]] = {
        "few": lambda: _few(pair),
        "granularity": lambda: _granular(row, pair),
        "margin": lambda: _margin(row, pair, asked),
        "different-questions": lambda: _("they answered different questions; put the same ones to both."),
        "p": lambda: _no_evidence(pair, asked),
        "worse": lambda: _("it went the other way; named in the other order, the first could be declared."),
        "critical": lambda: _critical(pair),
        "variants": lambda: _variants(pair),
        "same-set": lambda: _same_set(row),
    }
    return said[row.code]()


def _few(pair: Pair) -> str:
    n = pair.paired.n if pair.paired else min(pair.apart.n)
    words = ngettext(
        "{n} question is too few for anything; get more.", "{n} questions are too few for anything; get more.", n
    )
    return words.format(n=n)


def _granular(row: Row, pair: Pair) -> str:
    if row.reason == NO_DIFFERENCE:
        return _("there is no difference at all.")
    if row.reason == LESS_THAN_ONE:
        return _("the difference is less than one question; averaging can give it, and it says nothing.")
    assert row.reason == IMPOSSIBLE
    return _("a reported number is impossible; see how it was computed.")


def _margin(row: Row, pair: Pair, asked: Asked) -> str:
    least = gain(row.limit).removeprefix("+")
    if asked.least is not None and row.limit is not None and abs(float(row.limit) - asked.least) < 1e-9:
        return _("the difference is below {least} points, the smallest that was to matter.").format(least=least)
    if pair.paired is None:
        return _("the difference is below {least} points, half of its own interval; get more questions.").format(
            least=least
        )
    words = ngettext(
        "the difference is below {least} points, the smallest that {n} question can show; get more questions.",
        "the difference is below {least} points, the smallest that {n} questions can show; get more questions.",
        pair.paired.n,
    )
    return words.format(least=least, n=pair.paired.n)


def _no_evidence(pair: Pair, asked: Asked) -> str:
    words = _("no evidence, p is not below {limit}; that is no evidence of no difference either: n may be too small.")
    return words.format(limit=share(round(1 - asked.level, 9)))


def _critical(pair: Pair) -> str:
    cases = pair.paired.critical if pair.paired else ()
    words = _("it broke what is marked critical ({cases}); read that before the average.")
    return words.format(cases=listed([one_line(case, 40) for case in cases]))


def _variants(pair: Pair) -> str:
    words = _("of {m} tried, p corrected is {p}; take another, or confirm this one on what was held out.")
    return words.format(m=pair.family, p=p_short(pair.corrected))


def _same_set(row: Row) -> str:
    if row.reason == NOT_CONFIRMED:
        return _("what was held out does not confirm it.")
    return _("it was chosen by looking at these questions; confirm it once on questions nobody has looked at.")
