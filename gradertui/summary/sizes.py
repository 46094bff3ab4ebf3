"""What can be reached before the first label: sizes under assumptions, and what the material of a session allows.

No label is looked at. Which of it deserves a warning is in `cautions.py`; words are the report's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gradertui.model import Mode, Task
from stats.design import (
    SampleSize,
    gain_of_replicates,
    margin,
    questions_for_half_width,
    smallest_p_by_replicates,
    templates_for_holm,
)
from stats.interval import Interval
from stats.paired import smallest_p
from stats.power import fewest_discordant, mcnemar_power, pairs_for_power, smallest_change
from stats.proportion import wilson

MOST = 20_000
"""Questions beyond which nobody labels by hand."""
_RATES = (0.04, 0.16, 0.32, 0.5)
_CHANGES = ((0.0, 0.03), (0.0, 0.1), (0.04, 0.16), (0.05, 0.08), (0.1, 0.2))
_TEMPLATES = (5, 6, 10, 20, 40)
_CARDS = (3, 4, 5, 6, 8, 10)
_MARGINS = (20, 30, 50, 100, 200, 500, 1000)
_REPLICATES = (1, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Assumed:
    """What is expected, and how well it should be known."""

    rate: float = 0.16
    half_width: float = 0.05
    broke: float = 0.04
    """Share of the questions on which the second system has the event and the first has not."""
    fixed: float = 0.16
    """The reverse."""
    level: float = 0.95
    power: float = 0.8


class Material(NamedTuple):
    """What there is to label in a session. Clusters are questions or templates."""

    mode: Mode
    clusters: int
    arms: int
    fewest: int
    """The smallest number of replicates that a cluster has of an arm it has any of."""
    most: int
    """The largest."""
    paired: tuple[int, ...]
    """For each planned pair of arms, how many clusters have both."""


class QuestionsReach(NamedTuple):
    """What so many questions allow."""

    k: int
    """Questions that come nearest to the expected rate."""
    interval: Interval
    """Wilson's, if so many show the event."""
    half_width: float
    paired: int
    """Questions of the planned pair that has the fewest; 0 without a pair."""
    replicates: int
    """The most answers to a question; `power` and `change` are of one."""
    power: float
    """To find the assumed difference."""
    change: float | None
    """The smallest share of questions whose change in one direction is found often enough; None is never."""
    fewest_holm: int
    """Questions that have to differ for the first of the planned pairs to pass Holm."""


class TemplatesReach(NamedTuple):
    """What so many templates with so many cards allow."""

    paired: int
    """Templates of the planned pair that has the fewest."""
    smallest_p: float
    """Of the one test over all templates."""
    fewest_holm: int
    """Templates with a difference that the first of the planned pairs needs to pass Holm."""
    family: int
    """Planned templates, which Holm corrects together."""
    alone: Cards
    """Of one template, with the fewest cards that a side has."""


class Template(NamedTuple):
    """So many templates: what they reach together, and the cards that one alone needs."""

    templates: int
    smallest_p: float
    cards: int
    """On each side, so that one template alone could pass Holm."""


class Cards(NamedTuple):
    """So many cards on each side of a template."""

    cards: int
    smallest_p: Fraction
    templates: int
    """Among how many, at most, one alone could still pass Holm."""


class Margin(NamedTuple):
    """Half of Wald's interval at two rates, in the unit of the rate."""

    questions: int
    half: float
    """At a rate of 0.5, the widest."""
    high: float
    """At a rate of 0.85."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Every number of the page."""

    assumed: Assumed
    questions: Mapping[float, SampleSize]
    """Expected rate to the questions for the half-width; the assumed rate is among them."""
    pairs: Mapping[tuple[float, float], SampleSize | None]
    """Shares that break and are fixed to the questions that find it; None is more than `MOST`, or never."""
    fewest: int
    """Questions that have to differ before any pair could conclude."""
    templates: tuple[Template, ...]
    cards: tuple[Cards, ...]
    margins: tuple[Margin, ...]
    gains: Mapping[int, float]
    """Replicates to the factor on the noise within a question."""
    reach: QuestionsReach | TemplatesReach | None
    """None without a session."""


def material(mode: Mode, tasks: Iterable[Task], pairs: Sequence[tuple[str, str]]) -> Material:
    """Count what there is to label.

    Args:
        mode: of the session.
        tasks: all of them.
        pairs: the planned comparisons.
    """
    cells: dict[tuple[str, str], int] = {}
    arms_of: dict[str, set[str]] = {}
    for task in tasks:
        for arm in task.arms:
            cells[task.cluster, arm] = cells.get((task.cluster, arm), 0) + 1
            arms_of.setdefault(task.cluster, set()).add(arm)
    return Material(
        mode,
        len(arms_of),
        len({arm for _cluster, arm in cells}),
        min(cells.values(), default=0),
        max(cells.values(), default=0),
        tuple(sum(arms.issuperset(pair) for arms in arms_of.values()) for pair in pairs),
    )


def sizes(assumed: Assumed, of: Material | None = None) -> Sizes:
    """Compute every number of the page.

    Args:
        assumed: what is expected.
        of: what a session has; None for tables alone.
    """
    level, power = assumed.level, assumed.power
    rates = sorted({*_RATES, assumed.rate})
    changes = sorted({*_CHANGES, (assumed.broke, assumed.fixed)})
    return Sizes(
        assumed,
        {rate: questions_for_half_width(rate, assumed.half_width, level) for rate in rates},
        {change: pairs_for_power(*change, level, power, most=MOST) for change in changes},
        fewest_discordant(level),
        tuple(Template(j, smallest_p(j), cards_for_holm(j, level)) for j in _TEMPLATES),
        tuple(_cards(r, level) for r in _CARDS),
        tuple(Margin(n, margin(n, 0.5, level), margin(n, 0.85, level)) for n in _MARGINS),
        {k: gain_of_replicates(k) for k in _REPLICATES},
        _reach(assumed, of) if of and of.clusters else None,
    )


def cards_for_holm(templates: int, level: float) -> int:
    """Cards on each side that let one of so many templates alone pass Holm."""
    cards = 1
    while templates_for_holm(cards, level) < templates:
        cards += 1
    return cards


def _cards(cards: int, level: float) -> Cards:
    return Cards(cards, smallest_p_by_replicates(cards), templates_for_holm(cards, level))


def _reach(assumed: Assumed, of: Material) -> QuestionsReach | TemplatesReach:
    paired = min(of.paired, default=0)
    fewest_holm = fewest_discordant(assumed.level, max(len(of.paired), 1))
    if of.mode == "tone":
        alone = _cards(of.fewest, assumed.level)
        return TemplatesReach(paired, smallest_p(paired), fewest_holm, of.clusters, alone)
    k = round(assumed.rate * of.clusters)
    interval = wilson(k, of.clusters, assumed.level)
    assert interval is not None
    return QuestionsReach(
        k,
        interval,
        (interval.high - interval.low) / 2,
        paired,
        of.most,
        mcnemar_power(paired, assumed.broke, assumed.fixed, assumed.level),
        smallest_change(paired, assumed.level, assumed.power),
        fewest_holm,
    )
