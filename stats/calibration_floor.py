"""The calibration error that chance alone shows: what a system whose every stated confidence is right would get.

With few answers that is not near 0, and an error means something only beside it. The error itself is in
``calibration``. The distribution is computed at any size, not simulated: the correct answers of a bin are a sum of
binomials, and what each bin is off by is added up. Offsets are kept as rationals, so that ties with what was observed
are exact; probabilities are floats, all terms positive.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from math import floor as whole
from typing import TYPE_CHECKING, Final, NamedTuple

from stats.calibration import BINS, bin_of, total
from stats.interval import check_level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Lattice = dict[Fraction, tuple[int, "NDArray[np.float64]"]]
    """Fractional part to a whole number and the probabilities of it, of the next one, and so on, plus that part."""

_CUT: Final = 1e-30
"""Terms of a binomial that are smaller than this beside its largest one are left out."""
_LEAST: Final = 1e-25
"""The smallest p that is given: what was cut off may be as much."""


class Floor(NamedTuple):
    """What a perfectly calibrated system with the same confidences would show by chance alone."""

    mean: float
    high: float
    """The error that it exceeds in 1 − level of all studies at most."""
    p: float
    """How often its error is at least the observed one; never 0."""


def floor(
    confidences: Mapping[Fraction, int] | Iterable[Fraction], ece: Fraction, bins: int = BINS, level: float = 0.95
) -> Floor:
    """Say what calibration error chance alone would show, were every stated confidence right.

    Parameters
    ----------
    confidences : mapping of Fraction to count, or iterable of Fraction
        As stated, at least one.
    ece : Fraction
        The observed error.
    bins : int
        As for the observed error.
    level : float
        Of the upper end.

    Returns
    -------
    Floor
        Exact up to rounding of floats, at any size: 25 confidences take 2 ms, 100,000 in hundredths 50 ms, 10,000 of
        16 digits each 0.2 s.

    Raises
    ------
    ValueError
        If there are no confidences, or the level is outside (0, 1).

    Notes
    -----
    Answers count as independent, which several draws of one question are not.

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
    counts = confidences if isinstance(confidences, Mapping) else Counter(confidences)
    if not (n := sum(counts.values())):
        raise ValueError("confidences must hold at least one")
    off = _off(counts, bins)
    p = sum(float(chances[max(0, ceil(ece * n - part) - start) :].sum()) for part, (start, chances) in off.items())
    values, chances = _flat(off)
    at = min(int((chances.cumsum() + 1e-12).searchsorted(level)), len(values) - 1)
    return Floor(float(values @ chances) / n, float(values[at]) / n, max(_LEAST, min(1.0, p)))


def _off(counts: Mapping[Fraction, int], bins: int) -> Lattice:
    """The distribution of Σ |correct − expected| over bins, in answers."""
    import numpy as np

    parts: dict[int, dict[Fraction, int]] = defaultdict(dict)
    for confidence, times in counts.items():
        parts[bin_of(confidence, bins)][confidence] = times
    off: Lattice = {Fraction(0): (0, np.ones(1))}
    for part in parts.values():
        off = _added(off, _folded(part))
    return off


def _folded(part: Mapping[Fraction, int]) -> list[tuple[Fraction, NDArray[np.float64]]]:
    """The distribution of |correct − expected| in one bin: its ends above and below the expected number."""
    expected = total(part.items())
    start, chances = _correct(part)
    middle = whole(expected) - start + 1
    above, below = chances[max(0, middle) :], chances[: max(0, middle)][::-1]
    first = max(start, whole(expected) + 1)
    last = min(start + len(chances) - 1, whole(expected))
    return [(first - expected, above), (expected - last, below)]


def _correct(part: Mapping[Fraction, int]) -> tuple[int, NDArray[np.float64]]:
    """The distribution of the number of correct answers: from which number on, and how probable each is."""
    import numpy as np

    start, chances = 0, np.ones(1)
    for confidence, times in part.items():
        first, more = _binomial(times, float(confidence))
        cut, chances = _trimmed(np.convolve(chances, more))
        start += first + cut
    return start, chances


def _trimmed(chances: NDArray[np.float64]) -> tuple[int, NDArray[np.float64]]:
    """Probabilities without the ends that do not matter, and how many were left out before them."""
    if len(chances) < 200:  # where looking costs more than it saves
        return 0, chances
    matters = (chances > _CUT * chances.max()).nonzero()[0]
    return int(matters[0]), chances[matters[0] : matters[-1] + 1]


def _binomial(n: int, p: float) -> tuple[int, NDArray[np.float64]]:
    """The binomial distribution: from its first number that matters, term by term from the largest one."""
    import numpy as np

    if p in (0, 1):
        return int(n * p), np.ones(1)
    mode = min(n, int((n + 1) * p))
    up, down = [1.0], [1.0]
    for k in range(mode, n):
        up.append(up[-1] * (n - k) / (k + 1) * (p / (1 - p)))
        if up[-1] < _CUT:
            break
    for k in range(mode, 0, -1):
        down.append(down[-1] * k / (n - k + 1) * ((1 - p) / p))
        if down[-1] < _CUT:
            break
    chances = np.array([*down[:0:-1], *up])
    return mode - len(down) + 1, chances / chances.sum()


def _added(off: Lattice, folded: list[tuple[Fraction, NDArray[np.float64]]]) -> Lattice:
    """Add what one more bin is off by."""
    import numpy as np

    found: Lattice = {}
    for part, (start, chances) in off.items():
        for offset, more in folded:
            if len(more):
                carried = whole(part + offset)
                _put(found, part + offset - carried, start + carried, np.convolve(chances, more))
    return found


def _put(found: Lattice, part: Fraction, start: int, chances: NDArray[np.float64]) -> None:
    """Add probabilities to those that stand on the same lattice."""
    import numpy as np

    if part in found:
        other, before = found[part]
        first = min(start, other)
        both = np.zeros(max(start + len(chances), other + len(before)) - first)
        both[start - first : start - first + len(chances)] += chances
        both[other - first : other - first + len(before)] += before
        start, chances = first, both
    found[part] = start, chances


def _flat(off: Lattice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Values in order, and how probable each is."""
    import numpy as np

    values = np.concatenate([float(part) + start + np.arange(len(chances)) for part, (start, chances) in off.items()])
    chances = np.concatenate([chances for _start, chances in off.values()])
    order = values.argsort(kind="stable")
    return values[order], chances[order]
