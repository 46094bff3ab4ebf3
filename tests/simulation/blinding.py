"""Whether blinding held: indices of what graders took cards for, and the exact test of their guesses."""

from __future__ import annotations

from random import Random

from stats.blinding import Guesses, bang, guesses_test, james

from .drawing import covers, picks
from .proportions import SINGLE
from .scenario import Draw, Scenario

ALIKE = (
    "cards of one template share clues, so that they say less than as many cards apart: the report says so beside the "
    "index"
)


def leaning(n: int, right: float, wrong: float) -> Draw:
    """Whether the interval of Bang's index covers it, cards being apart."""

    def draw(rng: Random) -> bool | None:
        return covers(bang(*picks(rng, n, (right, wrong, 1 - right - wrong))).interval, right - wrong)

    return draw


def leaning_together(templates: int, cards: int) -> Draw:
    """The same, where all cards of a template are taken for the same: half of the templates one way."""

    def draw(rng: Random) -> bool | None:
        right = sum(cards for _template in range(templates) if rng.random() < 0.5)
        return covers(bang(right, templates * cards - right, 0).interval, 0.0)

    return draw


def both_arms(n: int, right: float, unsure: float) -> Draw:
    """Whether the interval of James' index covers it; arms of one size, guessed alike."""
    wrong = 1 - right - unsure
    truth = unsure + wrong

    def draw(rng: Random) -> bool | None:
        a, b = (picks(rng, n, (right, wrong, unsure)) for _arm in "ab")
        return covers(james(Guesses(a[0], a[1], a[2]), Guesses(b[1], b[0], b[2])).interval, truth)

    return draw


def told(templates: int, cards: int, right: float, *, together: bool = False) -> Draw:
    """Whether the test of guesses finds that they lean to the truth; a template has a look of its own.

    Together: all cards of a template are taken for the same arm.
    """

    def draw(rng: Random) -> bool | None:
        strata = []
        for _template in range(templates):
            look, unsure = (0.9 if rng.random() < 0.5 else 0.1) if together else 0.5, 0.3 * rng.random()
            a, b = ((1 - unsure) * (look + right), (1 - unsure) * (look - right))
            of_a, of_b = (picks(rng, cards, (p, 1 - unsure - p, unsure)) for p in (a, b))
            strata.append((Guesses(*of_a), Guesses(*of_b)))
        p = guesses_test(strata)
        return None if p is None else p <= 0.05

    return draw


SCENARIOS = [
    *(
        Scenario(f"Bang, {n} cards, {right} right, {wrong} wrong", "blinding.bang", "covers the index", "at least",
                 0.95, leaning(n, right, wrong), 5000, SINGLE)
        for n, right, wrong in [(10, 0.4, 0.4), (25, 0.6, 0.2), (60, 0.3, 0.3), (60, 0.95, 0.02), (75, 0.05, 0.05)]
    ),
    Scenario("Bang, 10 templates, all 6 cards taken for the same", "blinding.bang", "covers the index", "at least",
             0.95, leaning_together(10, 6), 5000, SINGLE, ALIKE),
    *(
        Scenario(f"James, {n} cards of each arm, {right} right, {unsure} cannot tell", "blinding.james",
                 "covers the index", "at least", 0.95, both_arms(n, right, unsure), 4000, SINGLE)
        for n, right, unsure in [(25, 0.5, 0.2), (60, 0.4, 0.2), (60, 0.7, 0.1)]
    ),
    *(
        Scenario(f"guesses, {templates} templates, {cards} cards{what}", "blinding.guesses_test",
                 "guesses lean to the truth where they do not", "at most", 0.05,
                 told(templates, cards, 0.0, together=bool(what)), draws)
        for templates, cards, what, draws in [(10, 6, "", 2000), (10, 6, ", a template taken for one arm", 2000),
                                              (3, 2, "", 5000), (10, 1, "", 5000)]
    ),
    *(
        Scenario(f"guesses, 10 templates, 6 cards, right {2 * right:g} more", "blinding.guesses_test",
                 "finds that they lean", "shown", 0.0, told(10, 6, right), 1500, rises="guesses")
        for right in (0.0, 0.05, 0.1, 0.2)
    ),
]  # fmt: skip
"""Coverage of indices, false alarms and power of the test of guesses."""
