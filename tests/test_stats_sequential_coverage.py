"""How often a rule that is watched after every label fires where there is nothing: exact, by recursion.

A walk over counts, from which what has fired is taken away. The rules for a single look are run through the same walk,
and are what the any-time rules are for.
"""

import json
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from stats.paired import mcnemar
from stats.proportion import wilson
from stats.sequential import bank_sequence, rate_sequence, sign_e

CASES = json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text("utf-8"))["cases"]
(PEEKING,) = (case["expected"] for case in CASES if case["name"] == "live.peeking_error")
RATES = (0.04, 0.16, 0.32, 0.5)


def ever(fires: Callable[[int, int], bool], p: float, last: int) -> float:
    """Chance that a rule of events and questions fires at some n up to the last, at a true rate."""
    alive, fired = [1.0], 0.0
    for n in range(1, last + 1):
        up, stay = [0.0, *(x * p for x in alive)], [*(x * (1 - p) for x in alive), 0.0]
        alive = [a + b for a, b in zip(up, stay, strict=True)]
        gone = [k for k, x in enumerate(alive) if x and fires(k, n)]
        fired += math.fsum(alive[k] for k in gone)
        for k in gone:
            alive[k] = 0.0
    return fired


def excluded(of: Callable[[int, int], tuple[float, float] | None], p: float) -> Callable[[int, int], bool]:
    def fires(k: int, n: int) -> bool:
        found = of(k, n)
        return found is not None and not found[0] <= p <= found[1]

    return fires


rates = cache(rate_sequence)
fixed = cache(wilson)


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("last", [25, 100])
def test_the_sequence_misses_the_rate_at_some_look_as_rarely_as_it_was_computed(p: float, last: int) -> None:
    missed = ever(excluded(rates, p), p, last)
    assert round(missed, 4) == PEEKING[f"betaCS_ever p={p} N={last}"]
    assert 0.014 <= missed < 0.0281


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("last", [25, 100])
def test_wilson_misses_it_far_more_often_when_watched(p: float, last: int) -> None:
    missed = ever(lambda k, n: n >= 5 and excluded(fixed, p)(k, n), p, last)
    assert round(missed, 4) == PEEKING[f"wilson_ever_excludes p={p} N={last} from n=5"]
    assert missed > 0.13


@pytest.mark.parametrize("pairs", [26, 100, 200])
def test_the_e_value_of_a_sign_test_may_be_watched_and_its_p_may_not(pairs: int) -> None:
    assert round(ever(lambda k, n: sign_e(k, n - k).e >= 20, 0.5, pairs), 4) == PEEKING[f"signtest_eproc N={pairs}"]
    assert round(ever(lambda k, n: mcnemar(k, n - k) < 0.05, 0.5, pairs), 4) == PEEKING[f"signtest_peek N={pairs}"]


def without_replacement(total: int, size: int) -> float:
    """Chance that the bank's bounds exclude its total at some look, the bank in random order."""
    alive, fired = {0: 1.0}, 0.0
    for n in range(1, size + 1):
        after: dict[int, float] = {}
        for k, x in alive.items():
            hit = (total - k) / (size - n + 1)
            for new, share in ((k + 1, x * hit), (k, x * (1 - hit))):
                after[new] = after.get(new, 0.0) + share
        out = {k for k, x in after.items() if x and not _holds(total, k, n, size)}
        fired += math.fsum(after[k] for k in out)
        alive = {k: x for k, x in after.items() if k not in out and x}
    return fired


def _holds(total: int, k: int, n: int, size: int) -> bool:
    found = bank_sequence(k, n, size)
    return found.low <= total <= found.high


@pytest.mark.parametrize(("total", "size", "computed"), [(4, 25, 0.014), (60, 120, 0.032)])
def test_the_bank_is_missed_at_some_look_as_rarely_as_it_was_computed(total: int, size: int, computed: float) -> None:
    assert round(without_replacement(total, size), 3) == computed
