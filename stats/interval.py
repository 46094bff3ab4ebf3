"""What every interval here shares: its shape, and the normal quantile of a level.

No method of computing an interval belongs here; those stand beside the estimate they are about.
"""

from functools import lru_cache
from typing import NamedTuple


class Interval(NamedTuple):
    """Two ends of an interval, ``low`` ≤ ``high``."""

    low: float
    high: float


def check_level(level: float) -> None:
    """Refuse a confidence level that is not strictly between 0 and 1.

    Parameters
    ----------
    level : float
        Confidence level, such as 0.95.

    Raises
    ------
    ValueError
        If the level is outside (0, 1) or NaN.

    Examples
    --------
    >>> check_level(95)
    Traceback (most recent call last):
    ValueError: level must be strictly between 0 and 1 (such as 0.95), not 95
    """
    if not 0 < level < 1:
        raise ValueError(f"level must be strictly between 0 and 1 (such as 0.95), not {level!r}")


@lru_cache(maxsize=64)
def normal_quantile(level: float) -> float:
    """Half-width, in standard errors, of the central normal interval of a level.

    Parameters
    ----------
    level : float
        Confidence level, strictly between 0 and 1.

    Returns
    -------
    float
        z such that a standard normal lies within ±z with probability ``level``.

    Raises
    ------
    ValueError
        If the level is outside (0, 1).

    Notes
    -----
    Cached: a level costs its inversion, and the import it needs, once.

    References
    ----------
    Wichura (1988), Algorithm AS 241, Applied Statistics 37:477 (``statistics.NormalDist``).

    Examples
    --------
    >>> round(normal_quantile(0.95), 9)
    1.959963985
    """
    from statistics import NormalDist

    check_level(level)
    return -NormalDist().inv_cdf((1 - level) / 2)


def quantile(level: float, z: float | None) -> float:
    """Return z where the caller fixed it, and the exact quantile of the level otherwise.

    Parameters
    ----------
    level : float
        Confidence level; not looked at when z is given.
    z : float or None
        Multiple of the standard error, such as the 1.96 of a printed document.

    Returns
    -------
    float
        The multiple to use.

    Raises
    ------
    ValueError
        If z is not positive and finite, or the level is outside (0, 1).

    Examples
    --------
    >>> quantile(0.95, z=1.96)
    1.96
    """
    if z is None:
        return normal_quantile(level)
    if not 0 < z < float("inf"):
        raise ValueError(f"z must be positive and finite (such as 1.96), not {z!r}")
    return z
