"""Agreement as plain values: every number at full precision, under keys that stay, in English.

A number that does not exist is null, and `reason` beside it says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gradertui.report.agreement import Agreed
from gradertui.summary.agreement import Agreement, PairAgreement, crossed
from gradertui.summary.tendency import Stretch, Tendency
from stats.agreement import Alpha
from stats.kappa import Kappa
from stats.proportion import Proportion


def agreement(agreed: Agreed | None) -> dict[str, Any]:
    """Everything; of a session whose plan seals its statistics, only that it waits."""
    if agreed is None:
        return {"reason": "sealed until all is labelled"}
    numbers = agreed.numbers
    return {
        "name": agreed.name,
        "reason": numbers.reason,
        "graders": list(numbers.graders),
        "scale": list(numbers.scale),
        "level": numbers.level,
        "items": numbers.items,
        "doubled": numbers.same.n,
        "observed": _rate(numbers.same),
        "alpha": {metric: _alpha(found) for metric, found in numbers.alphas.items()},
        "gwet": {name: _kappa(found) for name, found in numbers.gwet.items()},
        "fleiss": _kappa(numbers.fleiss),
        "cohen": _kappa(numbers.cohen) if numbers.cohen else None,
        "prevalence": _prevalence(numbers),
        "coincidences": [list(map(float, row)) for row in numbers.coincidences],
        "confusion": crossed(numbers.pairs) if numbers.pairs else [],
        "pairs": list(map(_pair, numbers.pairs)),
        "told": agreed.told,
        "clusters": [{"cluster": x.cluster, "k": float(x.same), "n": x.items} for x in numbers.clusters],
        "differing": [{"item": x.item, "labels": dict(x.values), "apart": float(x.apart)} for x in numbers.differing],
        "tendencies": list(map(_tendency, numbers.tendencies)),
        "not_blind": None if agreed.ways is None else dict(agreed.ways),
    }


def _rate(found: Proportion) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    estimate = {"k": float(found.k), "n": found.n, "estimate": found.estimate, "low": low, "high": high}
    return estimate | {"method": "wilson", "reason": found.reason}


def _alpha(found: Alpha) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    ends = {"low": low, "high": high, "se": found.se, "method": "jackknife t"}
    return {"value": _float(found.value)} | ends | {"reason": found.reason}


def _kappa(found: Kappa) -> dict[str, Any]:
    numbers = {name: _float(getattr(found, name)) for name in ("value", "observed", "chance")}
    return numbers | {"reason": found.reason}


def _prevalence(numbers: Agreement) -> dict[str, Any] | None:
    trap = numbers.prevalence
    return {"value": trap.value, "share": float(trap.share)} if trap else None


def _pair(pair: PairAgreement) -> dict[str, Any]:
    graders = {"a": pair.a, "b": pair.b, "same": _rate(pair.same), "cohen": _kappa(pair.cohen)}
    return graders | {"table": [list(row) for row in pair.table]}


def _tendency(each: Tendency) -> dict[str, Any]:
    return {
        "grader": each.grader,
        "items": each.items,
        "own": _floats(each.own),
        "others": _floats(each.others),
        "mean": _float(each.mean),
        "others_mean": _float(each.others_mean),
        "never": dict(each.never),
        "drift": dict(zip(("first", "last"), map(_stretch, each.drift), strict=True)) if each.drift else None,
        "again": _rate(each.again) if each.again else None,
    }


def _stretch(part: Stretch) -> dict[str, Any]:
    return {"n": part.labels, "shares": _floats(part.shares), "mean": _float(part.mean)}


def _floats(shares: Mapping[str, Fraction]) -> dict[str, float]:
    return {value: float(share) for value, share in shares.items()}


def _float(x: Fraction | None) -> float | None:
    return None if x is None else float(x)
