"""A comparison as one JSON document: every number at full precision under keys that stay, in English.

A number that does not exist is null, and a `reason` beside it says why. `SCHEMA` grows when a key changes its meaning
or goes; new keys may come at any time.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gradertui.report.blocks import UNBROKEN
from gradertui.report.compare import Compared, Held
from gradertui.report.compare.words import verdict
from gradertui.summary.claims import Claim
from gradertui.summary.comparing import Pair
from gradertui.summary.two_arms import Apart, Arm, Paired
from gradertui.text import json_text
from stats.decision import smallest_difference
from stats.granularity import granularity
from stats.interval import Interval
from stats.proportion import Proportion

SCHEMA = 1


def write(found: Compared) -> str:
    """The document, indented."""
    return json_text(document(found), indent=2) + "\n"


def document(found: Compared) -> dict[str, Any]:
    """The comparison as plain values."""
    numbers = found.comparison
    asked = numbers.asked
    return {
        "schema": SCHEMA,
        "name": found.name,
        "of": found.of,
        "names": "names" if found.named else "codes",
        "complete": found.complete,
        "done": found.done if found.of == "session" else None,
        "total": found.total if found.of == "session" else None,
        "event": found.event or None,
        "passes": None if not found.event else found.event if found.event == "correct" else f"not {found.event}",
        "planned_event": found.planned or None,
        "level": asked.level,
        "least": asked.least,
        "variants": asked.variants,
        "unresolved": found.unresolved,
        "blank": found.blank,
        "arms": [_arm(found, arm) for arm in numbers.arms],
        "claims": [_claim(found, each) for each in numbers.claims],
        "pairs": [_pair(found, pair) for pair in numbers.pairs],
        "family": numbers.family,
        "bonferroni": numbers.threshold,
        "false_alarm": numbers.false_alarm,
        "gains": {str(k): factor for k, factor in numbers.gains.items()},
        "held_out": _held(found.held) if found.held else None,
        "reason": None if numbers.pairs else "one system only",
    }


def _number(k: float | Fraction) -> int | float:
    return int(k) if k == int(k) else float(k)


def _float(x: Fraction | float | None) -> float | None:
    return None if x is None else float(x)


def rate(rate: Proportion) -> dict[str, Any]:
    """A rate with its interval."""
    return {"k": _number(rate.k), "n": rate.n, "estimate": rate.estimate} | ends(rate.interval) | {
        "method": "wilson",
        "reason": rate.reason,
    }  # fmt: skip


def ends(interval: Interval | None) -> dict[str, float | None]:
    """Both ends of an interval."""
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def _arm(found: Compared, arm: Arm) -> dict[str, Any]:
    return {
        "arm": found.names[arm.arm],
        "cases": arm.cases,
        "draws": arm.draws,
        "rate": rate(arm.rate),
        "granularity": granularity(arm.cases),
        "consistency": rate(arm.consistency) if arm.consistency else None,
    }


def _claim(found: Compared, each: Claim) -> dict[str, Any]:
    return {
        "arm": found.names[each.arm],
        "written": each.written,
        "rate": float(each.claimed.rate),
        "n": each.n,
        "possible": each.possible,
        "agrees": each.agrees,
        "found": float(each.found),
        "nearest": [each.below / each.n, min(each.below + 1, each.n) / each.n],
    }


def _pair(found: Compared, pair: Pair) -> dict[str, Any]:
    told = found.named
    level = found.comparison.asked.level
    return {
        "a": found.names[pair.a],
        "b": found.names[pair.b],
        "paired": pair.paired is not None,
        "only_a": pair.only[0],
        "only_b": pair.only[1],
        **_same(pair.paired, told, level),
        "delta": _float(pair.delta),
        "p": pair.p,
        "corrected": pair.corrected if pair.family > 1 else None,
        "family": pair.family,
        "primary": pair.primary,
        "independent": _apart(pair.apart),
        "times": pair.apart.p / pair.p if pair.paired and pair.p and pair.apart.p else None,
        "held_out": _seen(pair.held_out, level) if pair.held_out else None,
        "decision": decision(pair, found) if told else None,
    }


def _same(of: Paired | None, told: bool, level: float) -> dict[str, Any]:
    """What only the same cases have."""
    if of is None:
        keys = ("n", "table", "broke", "fixed", "broke_cases", "fixed_cases", "critical_cases", "p_method", "tango")
        nothing: dict[str, Any] = dict.fromkeys((*keys, "wald", "interval", "smallest_difference"))
        return nothing | {"reason": "no case in common, or not to be paired"}
    seen = _seen(of, level)
    if not told:
        seen |= dict.fromkeys(("broke_cases", "fixed_cases", "critical_cases"))
    return seen | {"smallest_difference": _float(smallest_difference(of.n, level, of.step)), "reason": None}


def _seen(of: Paired, level: float) -> dict[str, Any]:
    """Two arms on some cases."""
    method = ("sign flip" if len(of.broke) + len(of.fixed) and of.n <= 20 else "t") if of.replicated else "tango"
    table = {"a": of.both, "b": len(of.broke), "c": len(of.fixed), "d": of.neither, "alike": of.alike}
    return {
        "n": of.n,
        "table": table,
        "broke": len(of.broke),
        "fixed": len(of.fixed),
        "broke_cases": list(of.broke),
        "fixed_cases": list(of.fixed),
        "critical_cases": list(of.critical),
        "delta": _float(of.delta),
        "p": of.p,
        "p_method": "sign flip exact" if of.replicated else "mcnemar exact",
        "tango": ends(of.tango),
        "wald": ends(of.wald),
        "interval": ends(of.interval) | {"method": method, "level": level},
    }


def _apart(of: Apart) -> dict[str, Any]:
    return {
        "k_a": _number(of.k[0]),
        "n_a": of.n[0],
        "k_b": _number(of.k[1]),
        "n_b": of.n[1],
        "delta": _float(of.delta),
        "z": of.test.z if of.test else None,
        "p": of.p,
        **ends(of.interval),
        "reason": None if of.test else "an arm is empty, or all or none pass in both",
    }


def decision(pair: Pair, found: Compared) -> dict[str, Any]:
    """The table of decisions and what it comes to."""
    rows = [
        {"code": row.code, "applies": row.applies, "limit": _float(row.limit), "reason": row.reason}
        for row in pair.decision.rows
    ]
    return {
        "declare": pair.decision.declare,
        "code": pair.decision.code,
        "provisional": not found.complete,
        "chosen": pair.chosen,
        "verdict": verdict(pair, found.comparison.asked, found.names).replace(UNBROKEN, " "),
        "rows": rows,
    }


def _held(held: Held) -> dict[str, Any]:
    looks = [{"at": look.at, "by": look.by, "how": look.how} for look in held.looks]
    return {"split": held.split or None, "shown": held.shown, "looks": looks}
