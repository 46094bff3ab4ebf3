"""What may be looked at after every label, and is: an alarm counts if it ever was one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from random import Random

from gradertui.summary.anytime import Material, pooled
from stats.multiplicity import holm
from stats.paired import mcnemar
from stats.permutation import sign_flip
from stats.proportion import wilson
from stats.sequential import any_time_p, bank_sequence, rate_sequence, sign_e
from stats.sequential_flips import cosh_mixture, normal_mixture

from .drawing import covers, shuffled
from .flips import differences
from .scenario import Draw, Scenario

LOOKED = "what looking after every label does to a number that is meant for one look: the pane and the report say so"
_bank, _sign_e, _mcnemar = cache(bank_sequence), cache(sign_e), cache(mcnemar)
_RATES = {"rate_sequence": cache(rate_sequence), "wilson": cache(wilson)}


def rate_missed(method: str, n: int, p: float, first: int = 1) -> Draw:
    """Whether the interval of a rate misses it at any look."""
    of = _RATES[method]

    def draw(rng: Random) -> bool:
        k = 0
        for seen in range(1, n + 1):
            k += rng.random() < p
            if seen >= first and not covers(of(k, seen), p):
                return True
        return False

    return draw


def bank_missed(k: int, size: int, *, drawn: bool = True, sure: bool = False) -> Draw:
    """Whether the bounds of a bank's total miss it at any look; not drawn is in an order where events come last."""

    def draw(rng: Random) -> bool:
        events = [at >= size - k for at in range(size)]
        seen = 0
        for n, event in enumerate(shuffled(rng, events) if drawn else events, 1):
            seen += event
            found = _bank(seen, n, size)
            low, high = (found.least, found.most) if sure else (found.low, found.high)
            if not low <= k <= high:
                return True
        return False

    return draw


def evidence(n: int, share: float) -> Draw:
    """Whether E of decided pairs ever reaches 20."""

    def draw(rng: Random) -> bool:
        one = 0
        for seen in range(1, n + 1):
            one += rng.random() < share
            if _sign_e(one, seen - one).e >= 20:
                return True
        return False

    return draw


def peeked(n: int) -> Draw:
    """Whether the exact test of decided pairs ever falls to 0.05."""

    def draw(rng: Random) -> bool:
        one = 0
        for seen in range(1, n + 1):
            one += rng.random() < 0.5
            if _mcnemar(one, seen - one) <= 0.05:
                return True
        return False

    return draw


def smallest(n: int) -> Draw:
    """Whether 1 over the largest E so far ever falls to 0.05."""

    def draw(rng: Random) -> bool:
        one, logs = 0, []
        for seen in range(1, n + 1):
            one += rng.random() < 0.5
            logs.append(_sign_e(one, seen - one).log_e)
        return any_time_p(*logs) <= 0.05

    return draw


def processed(of: str, j: int, cards: tuple[int, int], effect: float = 0.0) -> Draw:
    """Whether the process of templates ever reaches 20."""

    def draw(rng: Random) -> bool:
        found = differences(rng, j, cards, effect)
        return (cosh_mixture(found) if of == "cosh_mixture" else normal_mixture(found)).p <= 0.05

    return draw


def flips_peeked(j: int) -> Draw:
    """Whether the sign flip over the templates so far ever falls to 0.05."""

    def draw(rng: Random) -> bool:
        found = differences(rng, j, (6, 6))
        return any(sign_flip(found[:seen]) <= 0.05 for seen in range(6, j + 1))

    return draw


def family(n: int, rate: float) -> Draw:
    """Whether, of three equal systems on the same questions, any pair's anytime p ever falls to 0.05 after Holm."""
    pairs = list(combinations(range(3), 2))

    def draw(rng: Random) -> bool:
        counts = dict.fromkeys(pairs, (0, 0))
        for _question in range(n):
            hard = rng.random()
            events = [(hard + 0.3 * rng.random()) % 1 < rate for _system in range(3)]
            for (a, b), (x, y) in counts.items():
                counts[a, b] = (x + (events[a] > events[b]), y + (events[b] > events[a]))
            adjusted = holm([_sign_e(*both).p for both in counts.values()])
            if any(p is not None and p <= 0.05 for p in adjusted):
                return True
        return False

    return draw


def together_missed(bank: Callable[[Random], Sequence[int]], answers: int) -> Draw:
    """Whether the bounds of all systems' answers together ever miss what they come to."""

    def draw(rng: Random) -> bool:
        events = bank(rng)
        planned, seen = Material(len(events), answers * len(events), answers, 0), Counter[tuple[int, int]]()
        for each in shuffled(rng, events):
            seen[answers, each] += 1
            final = pooled(seen, planned, 0.95).final
            if final.low is None or final.high is None or not final.low <= sum(events) <= final.high:
                return True
        return False

    return draw


def related(rng: Random) -> Sequence[int]:
    """Of 25 questions, how many of three answers have the event: hard ones for all, others by chance."""
    return [3 * (rng.random() < 0.7) if rng.random() < 0.4 else sum(rng.random() < 0.1 for _ in range(3))
            for _question in range(25)]  # fmt: skip


def half_and_half(_rng: Random) -> Sequence[int]:
    """Of 20 questions ten on which all three answers have the event."""
    return [3] * 10 + [0] * 10


_EVER, _ALARM = "misses the rate at any look", "raises a false alarm at any look"
SCENARIOS = [
    *(
        Scenario(f"rate sequence, looked at {n} times, rate {p}", "sequential.rate_sequence", _EVER, "at most", 0.05,
                 rate_missed("rate_sequence", n, p), draws)
        for n, p, draws in [(10, 0.5, 10_000), (25, 0.04, 10_000), (75, 0.16, 10_000), (75, 0.99, 5000),
                            (332, 0.32, 2000)]
    ),
    Scenario("wilson, looked at 75 times, rate 0.16", "proportion.wilson", _EVER, "at most", 0.05,
             rate_missed("wilson", 75, 0.16, 5), 5000, 0.03, LOOKED),
    *(
        Scenario(f"bank of {size}, {k} with the event", "sequential.bank_sequence",
                 "misses the total at any look", "at most", 0.05, bank_missed(k, size), draws)
        for k, size, draws in [(0, 25, 1000), (4, 25, 10_000), (12, 25, 10_000), (60, 120, 2000), (2, 5, 10_000)]
    ),
    *(
        Scenario(f"bank of {size}, for certain, {order} order", "sequential.bank_sequence",
                 "misses the total at any look", "at most", 0.0,
                 bank_missed(4, size, drawn=order == "random", sure=True), draws)
        for size, order, draws in [(25, "random", 2000), (25, "any", 1)]
    ),
    Scenario("bank of 25, not in random order but the events last", "sequential.bank_sequence",
             "misses the total at any look", "at most", 0.05, bank_missed(8, 25, drawn=False), 20,
             known="needs random order: of labels that are no random part only what is certain is shown, and why"),
    *(
        Scenario(f"E of {n} decided pairs", "sequential.sign_e", _ALARM, "at most", 0.05, evidence(n, 0.5), draws)
        for n, draws in [(25, 10_000), (75, 10_000), (200, 4000)]
    ),
    *(
        Scenario(f"E of 75 decided pairs, {share} to one side", "sequential.sign_e", "finds the preference", "shown",
                 0.0, evidence(75, share), 3000, rises="evidence")
        for share in (0.5, 0.6, 0.7, 0.9)
    ),
    Scenario("p at any time of 75 decided pairs", "sequential.any_time_p sequential.e_value", _ALARM, "at most", 0.05,
             smallest(75), 5000),
    Scenario("mcnemar, looked at after each of 75 decided pairs", "paired.mcnemar", _ALARM, "at most", 0.05, peeked(75),
             5000, known=LOOKED),
    *(
        Scenario(f"{of.replace('_', ' ')}, {j} templates, {a} against {b} cards", f"sequential_flips.{of}", _ALARM,
                 "at most", 0.05, processed(of, j, (a, b)), draws)
        for of in ("cosh_mixture", "normal_mixture")
        for j, a, b, draws in [(10, 6, 6, 3000), (25, 1, 1, 3000), (40, 6, 6, 1000)]
    ),
    *(
        Scenario(f"cosh mixture, 25 templates, 6 cards, effect {4 * effect:g} points", "sequential_flips.cosh_mixture",
                 "finds the difference", "shown", 0.0, processed("cosh_mixture", 25, (6, 6), effect), 800, rises="cosh")
        for effect in (0.0, 0.05, 0.1)
    ),
    Scenario("sign flip, looked at after each of 20 templates", "permutation.sign_flip", _ALARM, "at most", 0.05,
             flips_peeked(20), 1000, known=LOOKED),
    Scenario("p at any time of 3 systems on 75 questions, Holm", "sequential.sign_e multiplicity.holm", _ALARM,
             "at most", 0.05, family(75, 0.3), 1500),
    *(
        Scenario(f"all systems together, {what}", "summary.anytime.pooled sequential.bank_sequence",
                 "misses the total at any look", "at most", 0.05, together_missed(bank, 3), 400)
        for what, bank in [("25 questions", related), ("20 questions of which half are hard", half_and_half)]
    ),
]  # fmt: skip
"""What looking at every label does."""
