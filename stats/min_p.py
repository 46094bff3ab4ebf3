"""Min-P step-down: p-values adjusted with what each discrete test could have given at all.

Sharper than ``multiplicity.holm`` and in no need of its cautious product, because templates are
independent strata whose null distributions are known. An alternative to declare in the plan, not to
switch to after looking.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import expm1, inf, log1p

from stats.two_sample import Counts, Pool, distribution, in_units, is_countable, pooled, size_of, two_sample

Template = tuple[Counts, Counts]
"""Counts of the ratings of arm A and of arm B."""


def minp_step_down(templates: Sequence[Template], planned: int | None = None) -> tuple[float | None, ...]:
    """Adjust the p-values of templates by the distribution of the smallest among them.

    Parameters
    ----------
    templates : sequence of (counts of arm A, counts of arm B), shape (J,)
        One pair for each template.
    planned : int, optional
        Number of templates planned, at least J. Without it, J.

    Returns
    -------
    tuple of float or None, shape (J,)
        In the order given; None for a template with nothing on a side.

    Raises
    ------
    ValueError
        If fewer were planned than are given, a value is not an int, or a count is not an int of 0 or more.

    Notes
    -----
    Under the null P(min P_j ≤ p) = 1 − ∏ (1 − F_j(p)), the product over the templates whose p is not
    smaller, F_j the exact distribution of template j's p given its ratings. A running maximum keeps the
    order. A template planned but not available, or too large to count exactly, enters with F(p) = p, which
    is never too small. F_j is rational; the product is taken in floats, with a relative error below 1e-12.

    Family-wise error is controlled, and no value is larger than Holm's. None is smaller than the raw p either:
    with unequal sides the doubled p is cautious, F(p) < p, and a template alone would undo that.

    References
    ----------
    Westfall and Young (1993), Resampling-Based Multiple Testing, Wiley.

    Examples
    --------
    >>> minp_step_down([({5: 3}, {1: 3}), ({4: 3}, {4: 3})])
    (0.1, 1.0)
    """
    if planned is not None and planned < len(templates):
        raise ValueError(f"planned must be {len(templates)} or more, the number of templates given, not {planned!r}")
    results = [(two_sample(a, b).p, place) for place, (a, b) in enumerate(templates)]
    ordered = sorted((p, place) for p, place in results if p is not None)
    unknown = (planned or len(templates)) - len(ordered)
    steps = accumulate((_smallest(templates, ordered[rank:], unknown) for rank in range(len(ordered))), max)
    adjusted = {place: step for (_, place), step in zip(ordered, steps, strict=True)}
    return tuple(adjusted.get(place) for place in range(len(templates)))


def _smallest(templates: Sequence[Template], remaining: Sequence[tuple[Fraction | float, int]], unknown: int) -> float:
    """P(the smallest of the remaining p-values is at most the first of them), if that is not below the first."""
    p = remaining[0][0]
    shares = [p_at_most(p, *templates[place]) for _, place in remaining]
    none = sum(log1p(-share) if share < 1 else -inf for share in shares)
    return max(float(p), -expm1(none + unknown * log1p(-p))) if p < 1 else 1.0


def p_at_most(p: Fraction | float, a: Counts, b: Counts) -> Fraction | float:
    """Return the chance, given its ratings, that a template's p would be as small.

    Parameters
    ----------
    p : Fraction or float
        In (0, 1].
    a, b : mapping of value to count
        Ratings of each arm, both with some.

    Returns
    -------
    Fraction or float
        At most p: F(p) over all labellings, or p itself where the template is too large to count.

    Raises
    ------
    ValueError
        If a value is not an int, or a count is not an int of 0 or more.

    Examples
    --------
    >>> p_at_most(Fraction(1, 10), {5: 3}, {1: 3}), p_at_most(Fraction(1, 10), {5: 2}, {1: 2})
    (Fraction(1, 10), Fraction(0, 1))
    """
    pool, size = pooled(a, b), min(size_of(a), size_of(b))
    if p >= 1 or not is_countable(pool, size):
        return p
    below, above = _tails(in_units(pool)[0], size)
    most = int(Fraction(p) * below[-1] / 2)
    return Fraction(sum(tail[at - 1] for tail in (below, above) if (at := bisect_right(tail, most))), below[-1])


@lru_cache(maxsize=1024)
def _tails(pool: Pool, size: int) -> tuple[list[int], list[int]]:
    """Ways to a sum of at most, and of at least, each possible one: both ascending."""
    ways = list(distribution(dict(pool), size).values())
    return list(accumulate(ways)), list(accumulate(reversed(ways)))
