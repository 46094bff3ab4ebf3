"""The calibration error that chance alone shows: what a system whose every stated confidence is right would get.

With few answers that is not near 0, and an error means something only beside it. The error itself is in
``calibration``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from stats.calibration import BINS, bin_of
from stats.interval import check_level

EXACT_UP_TO: Final = 1_000
"""Answers up to which the floor is computed exactly (0.1 s); beyond, it is simulated."""
DRAWS: Final = 20_000
"""Of a simulated floor: the error of its p is 0.0035 at most."""
_GRID: Final = 100
"""Confidences that are whole hundredths have a distribution on a grid."""


class Floor(NamedTuple):
    """What a perfectly calibrated system with the same confidences would show by chance alone."""

    mean: float
    high: float
    """The error that it exceeds in 1 − level of all studies at most."""
    p: float
    """How often its error is at least the observed one."""
    draws: int
    """0 where it was computed exactly."""


def floor(
    confidences: Sequence[Fraction], ece: Fraction, bins: int = BINS, level: float = 0.95, *, seed: int = 0
) -> Floor:
    """Say what calibration error chance alone would show, were every stated confidence right.

    Parameters
    ----------
    confidences : sequence of Fraction
        As stated, at least one.
    ece : Fraction
        The observed error.
    bins : int
        As for the observed error.
    level : float
        Of the upper end.
    seed : int
        Of the draws, where it has to be simulated.

    Returns
    -------
    Floor
        Exact for up to `EXACT_UP_TO` confidences in whole hundredths, from the distribution of correct answers in
        each bin; simulated with `DRAWS` draws otherwise.

    Raises
    ------
    ValueError
        If there are no confidences, or the level is outside (0, 1).

    References
    ----------
    Bröcker and Smith (2007), Weather and Forecasting 22:651 (consistency resampling).

    Examples
    --------
    >>> found = floor([Fraction(1, 2)] * 2, Fraction(1, 2))
    >>> found.mean, found.high, found.p
    (0.25, 0.5, 0.5)
    """
    check_level(level)
    if not confidences:
        raise ValueError("confidences must hold at least one")
    parted: dict[int, list[Fraction]] = {}
    for confidence in confidences:
        parted.setdefault(bin_of(confidence, bins), []).append(confidence)
    n = len(confidences)
    exact = n <= EXACT_UP_TO and all((confidence * _GRID).denominator == 1 for confidence in confidences)
    if exact:
        return _exact(list(parted.values()), n, ece, level)
    return _simulated(list(parted.values()), n, ece, level, seed)


def _exact(parted: Sequence[Sequence[Fraction]], n: int, ece: Fraction, level: float) -> Floor:
    """Convolve, over the bins, the distribution of how far the correct are from what was stated."""
    import numpy as np

    whole = np.array([1.0])
    for stated in parted:
        centre = int(sum(stated, Fraction(0)) * _GRID)
        chances = _correct(stated)
        far = [abs(_GRID * k - centre) for k in range(len(chances))]
        grown = np.zeros(len(whole) + max(far))
        for distance, chance in zip(far, chances, strict=True):
            grown[distance : distance + len(whole)] += chance * whole
        whole = grown
    steps = np.arange(len(whole))
    mean = float(whole @ steps) / (_GRID * n)
    high = int(np.searchsorted(np.cumsum(whole), level - 1e-12)) / (_GRID * n)
    return Floor(mean, high, min(1.0, float(whole[ceil(ece * _GRID * n) :].sum())), 0)


def _correct(stated: Sequence[Fraction]) -> list[float]:
    """The chances of so many correct answers, each with its own: Poisson binomial."""
    chances = [1.0]
    for confidence in map(float, stated):
        more = [0.0, *(chance * confidence for chance in chances)]
        chances = [a + b * (1 - confidence) for a, b in zip(more, [*chances, 0.0], strict=True)]
    return chances


def _simulated(parted: Sequence[Sequence[Fraction]], n: int, ece: Fraction, level: float, seed: int) -> Floor:
    import numpy as np

    rng = np.random.default_rng(seed)
    far = np.zeros(DRAWS)
    for stated in parted:
        chances = np.array([float(confidence) for confidence in stated])
        right = np.zeros(DRAWS)
        for chance in chances:  # one at a time: a table of draws by answers would take a gigabyte at 10,000
            right += rng.random(DRAWS) < chance
        far += np.abs(right - chances.sum())
    errors = far / n
    hits = int((errors >= float(ece) - 1e-12).sum())
    return Floor(float(errors.mean()), float(np.quantile(errors, level)), (hits + 1) / (DRAWS + 1), DRAWS)
