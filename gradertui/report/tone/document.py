"""The numbers of a tone session as plain values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from gradertui.modes.tone import RATINGS
from gradertui.report.parts import Report
from gradertui.report.tone import Apart, Compared, Numbers
from gradertui.report.tone.sentence import sentence
from gradertui.summary.tone import Ratings, Summary, TemplateSummary
from stats.bootstrap import Bootstrap

_METHODS = {"sign flip": "sign flip inverted", "t": "t"}


def keys(report: Report) -> dict[str, Any]:
    """The numbers as plain values."""
    numbers: Numbers = report.numbers
    summary: Summary | None = numbers.summary
    n = sum(report.letters.values())
    ratings = {rating: report.letters.get(rating, 0) for rating in RATINGS}
    withheld = f"statistics = {report.withheld}: withheld until complete"
    return {
        "ratings": ratings if n else None,
        "mean": sum(int(rating) * times for rating, times in ratings.items()) / n if n else None,
        "pairs": [_pair(report, compared) for compared in numbers.pairs],
        "blinding": _blinding(report),
        "family": summary.family if summary else None,
        "correction": summary.correction if summary else None,
        "false_alarm": summary.false_alarm if summary else None,
        "several": _several(report),
        "by_grader": [_apart(report, each) for each in numbers.apart] if report.named else None,
        "sentence": sentence(report),
        "reason": withheld if summary is None else None,
    }


def _several(report: Report) -> dict[str, Any] | None:
    """How the ratings of several graders count as one."""
    several = report.several
    if several is None:
        return None
    counts = {"cards": several.cards, "left_out": several.fewer}
    return {"how": several.how, "graders": list(several.graders), **counts}


def _apart(report: Report, each: Apart) -> dict[str, Any]:
    """One grader's own difference between two variants: not tested."""
    a, b = map(_float, each.own.means)
    return {
        "grader": each.grader,
        "a": report.names[each.a],
        "b": report.names[each.b],
        "mean_a": a,
        "mean_b": b,
        "difference": _float(each.own.difference),
        "templates": each.own.templates,
        "n": each.own.cards,
    }


def _blinding(report: Report) -> dict[str, Any] | None:
    """What graders took the cards for; None before names may be said."""
    held = report.numbers.blinding
    if held is None:
        return None
    arms = [
        {
            "arm": arm.arm,
            "right": arm.right,
            "wrong": arm.wrong,
            "unsure": arm.unsure,
            "bang": _float(arm.bang.value),
            "low": arm.bang.interval.low if arm.bang.interval else None,
            "high": arm.bang.interval.high if arm.bang.interval else None,
            "reason": arm.bang.reason,
        }
        for arm in held.arms
    ]
    james = _float(held.james.value) if held.james else None
    return {
        "told": list(report.numbers.told),
        "asked": held.asked,
        "arms": arms,
        "james": james,
        "p": _float(held.p),
        "p_exact": _exact(held.p),
    }


def _float(x: Fraction | float | None) -> float | None:
    return None if x is None else float(x)


def _exact(x: object) -> str | None:
    """A fraction as it is; numbers that were not counted exactly have none."""
    return str(x) if isinstance(x, Fraction) else None


def _pair(report: Report, compared: Compared) -> dict[str, Any]:
    pair, numbers = compared.pair, report.numbers
    low, high = pair.mean.interval or (None, None)
    rows = zip(pair.templates, compared.templates, strict=True)
    sides = (pair.a, pair.b)
    return {
        "a": report.names[pair.a],
        "b": report.names[pair.b],
        "signed": report.named,
        "difference": _float(pair.mean.mean),
        "low": low,
        "high": high,
        "interval": _METHODS.get(pair.mean.method or ""),
        "reason": pair.mean.reason,
        "p": _float(pair.p),
        "p_exact": _exact(pair.p),
        "primary": pair.primary,
        "holm": pair.holm,
        "bootstrap": _bootstrap(compared.mean) | {"resamples": compared.mean.resamples, "seed": report.seed},
        "templates": [_template(report, sides, row, found) for row, found in rows],
        "out": [numbers.called[name] for name in pair.out],
    }


def _bootstrap(found: Bootstrap) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    return {"low": low, "high": high}


def _template(report: Report, sides: tuple[str, str], row: TemplateSummary, found: Bootstrap) -> dict[str, Any]:
    rated = report.numbers.rated.get(row.template, {})
    a, b = (_side(rated.get(arm, Counter()), mean) for arm, mean in zip(sides, row.means, strict=True))
    return {
        "template": report.numbers.called[row.template],
        "n": row.cards,
        "a": a if report.named else None,
        "b": b if report.named else None,
        "difference": _float(row.difference),
        **_bootstrap(found),
        "p": _float(row.p),
        "p_exact": _exact(row.p),
        "holm": row.holm,
        "smallest_p": _float(row.smallest_p),
        "reachable": row.reachable,
        "reason": row.reason or found.reason,
    }


def _side(ratings: Ratings, mean: Fraction | None) -> dict[str, Any]:
    return {
        "mean": _float(mean),
        "n": ratings.total(),
        "ratings": {rating: ratings[int(rating)] for rating in RATINGS},
    }
