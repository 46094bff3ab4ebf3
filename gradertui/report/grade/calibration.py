"""Confidence in a report: what answers declared against what came out, and what is gained by holding back the unsure.

After grading only: while somebody grades, a declared confidence would sway. The numbers are `summary/calibration.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gradertui.drawing import drawn, marked
from gradertui.locale import _, decimal, ngettext
from gradertui.modes.grade import outcome
from gradertui.report.blocks import Aside, Block, Lead, Plot, Section, Table
from gradertui.report.figures import p_short, percent, share, three, two
from gradertui.report.grade import plots
from gradertui.report.layout import heading, say
from gradertui.report.parts import Report
from gradertui.report.tables import called, framed
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.summary.calibration import Confident, Declared, confident
from stats.calibration import BINS, Bin, Delivered
from stats.proportion import Proportion, wilson

if TYPE_CHECKING:
    from pandas import DataFrame

_PLOT = 41
"""Characters of a diagram's axis: two of its cells are 0.05."""


def gather(session: Session, found: Together, told: bool) -> tuple[Confident, ...] | None:
    """What each arm's confidence is worth; nothing before all is labelled, None where none is declared or may be told.

    Args:
        session: open.
        found: its labels.
        told: whether systems go by their names and may be compared.
    """
    if not session.items.declares():
        return None
    if not found.complete:
        return ()
    if not told:
        return None
    plan, answers, silent = session.plan, dict[str, list[Declared]](), Counter[str]()
    for arm, declared in _answers(session, found):
        if declared is None:
            silent[arm] += 1
        else:
            answers.setdefault(arm, []).append(declared)
    aims = {"threshold": plan.thresholds.get("confidence"), "wanted": plan.thresholds.get("precision")}
    return (
        tuple(
            confident(
                arm,
                answers[arm],
                silent[arm],
                level=plan.level,
                seed=plan.seed,
                **aims,
            )
            for arm in session.arms
            if arm in answers
        )
        or None
    )


def _answers(session: Session, found: Together) -> Iterator[tuple[str, Declared | None]]:
    """Arm, and what the first labelled draw of each question declared; None where it declares nothing."""
    right = {
        task.task_id: outcome(task.answerable, mark.label) == "correct"
        for task, mark in found.state.standing
        if mark.label is not None
    }
    seen: set[tuple[str, str]] = set()
    for item, question, arm, confidence in session.items.declared():
        correct = right.get(item)
        if correct is not None and (question, arm) not in seen:
            seen.add((question, arm))
            yield arm, None if confidence is None else Declared(question, confidence, correct)


def section(report: Report) -> Iterator[Block]:
    """Reliability of each arm; nothing where no answer declares a confidence."""
    found: tuple[Confident, ...] | None = report.numbers.calibration
    if found == ():
        yield from say(_("What the declared confidences are worth is said once all is labelled."))
    if not found:
        return
    yield from heading(report, _("Confidence: what was stated, and what came out"))
    for at, each in enumerate(found):
        yield from _reliability(report, each, drawn=at < plots.ARMS)
    yield from _not_drawn(found)
    words = _(
        "stated: mean confidence of the bin, ○; correct: ● with Wilson's interval. {n} bins, closed on the right."
    )
    yield from say(words.format(n=BINS))
    yield from say(_("An abstention where an answer exists counts as not correct. Of repeated draws the first counts."))


def _reliability(report: Report, each: Confident, drawn: bool) -> Iterator[Block]:
    yield Lead(called(report, each.arm))
    rows = (_plot(one, report.level) for one in each.found.bins)
    axis = "0".ljust(_PLOT // 2 - 1) + decimal("0.5").ljust(_PLOT // 2 + 1) + "1"
    yield Table(bins(each.found.bins), "  ", (axis, *rows), counted=True)
    if drawn:
        yield Plot(partial(plots.reliable, report, each))
    yield from say(_error(each, report.level), "  ")
    yield from say(_gap(each), "  ")
    if each.missing:
        words = ngettext("{n} answer states none.", "{n} answers state none.", each.missing)
        yield from say(words.format(n=each.missing), "  ")


def _not_drawn(found: Sequence[Confident]) -> Iterator[Block]:
    if (more := len(found) - plots.ARMS) > 0:
        words = ngettext("{n} more system is in the tables only.", "{n} more systems are in the tables only.", more)
        yield Aside(words.format(n=more))


def bins(found: Sequence[Bin]) -> DataFrame:
    """A row for each bin that holds something."""
    names = (f"{_edge(each.number)}–{_edge(each.number + 1)}" for each in found)
    rows = ([str(each.n), two(each.confidence), two(each.accuracy)] for each in found)
    return framed(("n", _("stated"), _("correct")), names, rows)


def _edge(number: int) -> str:
    return decimal(f"{number / BINS:.1f}")


def _plot(each: Bin, level: float) -> str:
    """The bin on an axis from 0 to 1: what was correct with its interval, and where what was stated lies."""
    interval = wilson(each.accuracy * each.n, each.n, level)
    assert interval is not None
    row = drawn(interval.low, float(each.accuracy), interval.high, _PLOT)
    return marked(row, float(each.confidence))


def _error(each: Confident, level: float) -> str:
    floor, found = each.floor, each.found
    assert floor is not None
    assert found.ece is not None
    facts = {
        "ece": three(float(found.ece)),
        "mean": three(floor.mean),
        "high": three(floor.high),
        "level": percent(level),
        "p": p_short(floor.p),
        "n": found.n,
    }
    chance = _(
        "By chance a perfectly calibrated system with these {n} confidences would show {mean}, and at most {high} in "
        "{level} of studies: p {p}."
    )
    more = _("This is more than chance.")
    if floor.p > 1 - level:
        more = _("Not to be told from perfect calibration with so few answers.")
    return " ".join((_("Calibration error (ECE) {ece}."), chance, more)).format(**facts)


def _gap(each: Confident) -> str:
    gap, brier = each.found.gap or Fraction(0), each.found.brier
    facts = {"gap": three(abs(float(gap))), "brier": three(None if brier is None else float(brier))}
    if gap > 0:
        return _("Too confident by {gap} on average. Brier score {brier}.").format(**facts)
    if gap < 0:
        return _("Not confident enough, by {gap} on average. Brier score {brier}.").format(**facts)
    return _("On average as confident as correct. Brier score {brier}.").format(**facts)


def delivering(report: Report) -> Iterator[Block]:
    """What is delivered from a confidence on; nothing where no answer declares one."""
    found: tuple[Confident, ...] | None = report.numbers.calibration
    if not found:
        return
    yield from heading(report, _("Abstention: what is delivered from a confidence on"))
    for at, each in enumerate(found):
        yield Lead(called(report, each.arm))
        yield Table(curve(each), "  ", counted=True)
        if at < plots.ARMS:
            yield Plot(partial(plots.delivered, report, each))
        yield from _thresholds(each, report.level)
    yield from say(_("delivered: share of the answers; correct: of the delivered. low, high: Wilson's interval."))
    yield from say(_("* the plan's threshold. Rows are there where raising the threshold holds more back."))


def curve(each: Confident) -> DataFrame:
    """A row for each threshold that changes something, the plan's with a star."""
    steps = {step.threshold: step for step in each.curve} | (
        {each.planned.threshold: each.planned} if each.planned else {}
    )
    ordered = [steps[threshold] for threshold in sorted(steps)]
    planned = each.planned.threshold if each.planned else None
    heads = (_("delivered"), "k/n", _("low"), _("high"), _("correct"), "k/n", _("low"), _("high"))
    names = [f"≥ {share(float(step.threshold))}{'*' if step.threshold == planned else ''}" for step in ordered]
    return framed(heads, names, ([*_rate(step.coverage), *_rate(step.precision)] for step in ordered))


def _rate(found: Proportion) -> list[str]:
    low, high = found.interval or (None, None)
    return [two(found.estimate), f"{found.k}/{found.n}", two(low), two(high)]


def _thresholds(each: Confident, level: float) -> Iterator[Block]:
    chosen = each.chosen
    facts = {"wanted": share(float(chosen.wanted))}
    if chosen.here is None:
        yield from say(_("No threshold gives {wanted} correct.").format(**facts), "  ")
        return
    words = _("{wanted} correct from {threshold} on: chosen on these same answers, so optimistic.")
    yield from say(words.format(threshold=share(float(chosen.here.threshold)), **facts), "  ")
    if chosen.half is None or chosen.there is None:
        words = _("Chosen on half of the questions: no threshold gives {wanted} there.")
        yield from say(words.format(**facts), "  ")
        return
    precision = chosen.there.precision
    words = _("Chosen on half of the questions ({threshold}) and checked on the other half: {k}/{n} correct{ends}.")
    ends = ""
    if precision.interval:
        ends = _(", between {low} and {high}").format(
            low=two(precision.interval.low), high=two(precision.interval.high)
        )
    told = words.format(threshold=share(float(chosen.half)), k=precision.k, n=precision.n, ends=ends)
    yield from say(told, "  ")


def keys(report: Report) -> list[dict[str, Any]] | None:
    """The confidences as plain values; None where there are none, or before all is labelled."""
    found: tuple[Confident, ...] | None = report.numbers.calibration
    return None if found is None else [_arm(report, each) for each in found]


def _arm(report: Report, each: Confident) -> dict[str, Any]:
    calibrated, floor, chosen = each.found, each.floor, each.chosen
    assert floor is not None
    return {
        "arm": report.names[each.arm],
        "n": calibrated.n,
        "missing": each.missing,
        "bins": BINS,
        "reliability": [_bin(each, report.level) for each in calibrated.bins],
        "ece": float(calibrated.ece or 0),
        "ece_exact": str(calibrated.ece),
        "floor": floor._asdict(),
        "gap": float(calibrated.gap or 0),
        "brier": float(calibrated.brier or 0),
        "curve": [_delivered(step) for step in each.curve],
        "planned": _delivered(each.planned) if each.planned else None,
        "wanted": float(chosen.wanted),
        "chosen": _delivered(chosen.here) if chosen.here else None,
        "split": _delivered(chosen.there) if chosen.there else None,
    }


def _bin(each: Bin, level: float) -> dict[str, Any]:
    low, high = wilson(each.accuracy * each.n, each.n, level) or (None, None)
    stated = {"low": each.number / BINS, "high": (each.number + 1) / BINS, "n": each.n}
    means = {"confidence": float(each.confidence), "accuracy": float(each.accuracy)}
    return stated | means | {"accuracy_low": low, "accuracy_high": high}


def _delivered(step: Delivered) -> dict[str, Any]:
    return {
        "threshold": float(step.threshold),
        "coverage": _plain(step.coverage),
        "precision": _plain(step.precision),
    }


def _plain(found: Proportion) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    return {"k": found.k, "n": found.n, "estimate": found.estimate, "low": low, "high": high, "reason": found.reason}


def sections(report: Report) -> Iterator[Section]:
    """Both sections."""
    yield section(report)
    yield delivering(report)
