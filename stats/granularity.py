"""The rates that n allows: the smallest step, and whether a claimed rate is one of them."""

from __future__ import annotations


def granularity(n: int) -> float | None:
    """Return the smallest step by which a rate over n can move.

    Parameters
    ----------
    n : int
        How many are counted.

    Returns
    -------
    float or None
        1/n; None when n is 0.

    Raises
    ------
    ValueError
        If n is negative.

    References
    ----------
    Brown and Heathers (2017), Social Psychological and Personality Science 8:363.

    Examples
    --------
    >>> granularity(25)
    0.04
    """
    _check_size(n)
    return 1 / n if n else None


def is_possible_rate(rate: float, n: int, decimals: int | None = None) -> bool:
    """Say whether a claimed rate can be a whole count out of n.

    Parameters
    ----------
    rate : float
        The claimed rate, in [0, 1].
    n : int
        The claimed denominator.
    decimals : int, optional
        To how many decimals the rate was rounded; without it the rate counts as unrounded.

    Returns
    -------
    bool
        Whether some k/n equals the rate, or rounds to it. False when n is 0.

    Raises
    ------
    ValueError
        If n is negative or the rate is outside [0, 1].

    Notes
    -----
    A tie may have been rounded up or down: 0.125 counts as a source of both 0.12 and 0.13.

    References
    ----------
    Brown and Heathers (2017), "The GRIM test", Social Psychological and Personality Science 8:363.

    Examples
    --------
    >>> is_possible_rate(0.32, 25), is_possible_rate(0.33, 25)
    (True, False)
    >>> is_possible_rate(0.33, 24, decimals=2)
    True
    """
    _check_size(n)
    if not 0 <= rate <= 1:
        raise ValueError(f"rate must be between 0 and 1, not {rate!r}")
    slack = 1e-12 if decimals is None else 0.5 * 10.0**-decimals + 1e-12
    return n > 0 and abs(round(rate * n) / n - rate) <= slack


def _check_size(n: int) -> None:
    if n < 0:
        raise ValueError(f"n must be 0 or more, not {n!r}")
