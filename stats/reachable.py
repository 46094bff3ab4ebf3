"""Which p the finished plan can still give, whatever the pairs that are left turn out to be.

No model and no chance: bounds over all completions. A plan whose bounds lie on one side of a threshold is settled,
and stopping there costs no error. What chance allows before the end is in ``sequential``; the fewest discordant
pairs that can conclude at all, before there are any, in ``paired``.
"""

from __future__ import annotations

from stats.paired import check_not_negative, mcnemar


def reachable_p(only_a: int, only_b: int, remaining: int) -> tuple[float, float]:
    """Return the smallest and the largest p of `mcnemar` that the finished plan can give.

    Parameters
    ----------
    only_a, only_b : int
        Pairs so far with the event in that arm only.
    remaining : int
        Pairs not known yet. Each may still become discordant either way, or concordant.

    Returns
    -------
    tuple of float
        Smallest and largest final p over all completions.

    Raises
    ------
    ValueError
        If a count is negative.

    Notes
    -----
    With m ≤ M discordant pairs on the two sides, p grows with m and falls with M, since P(Bin(n, ½) ≤ m) is
    below P(Bin(n + 1, ½) ≤ m + 1) and above P(Bin(n + 1, ½) ≤ m). No completion has a smaller m, or a larger
    M, than all that is left on the larger side: there p is smallest. Nor a larger m with a smaller M than
    what is left on the smaller side, until the sides are equal and p is 1: there it is largest. Two tests,
    however many pairs are left.

    References
    ----------
    Lan, Simon and Halperin (1982), Sequential Analysis 1:207 (curtailment).

    Examples
    --------
    >>> reachable_p(0, 6, 0)
    (0.03125, 0.03125)
    >>> reachable_p(0, 15, 5)[1] < 0.05 < reachable_p(10, 10, 8)[0]
    True
    """
    check_not_negative("only_a", only_a)
    check_not_negative("only_b", only_b)
    check_not_negative("remaining", remaining)
    fewer, more = sorted((only_a, only_b))
    return mcnemar(fewer, more + remaining), mcnemar(min(fewer + remaining, more), more)
