"""Numbers as a report prints them: the decimals that their denominator carries, and never a p of 0.

The examples are English; the decimal mark is the language's.
"""

from __future__ import annotations

from fractions import Fraction

from gradertui.locale import decimal, number

NOTHING = "–"
"""Stands where a number does not exist; why it does not is said in words beside the table."""


def count(k: float | Fraction) -> str:
    """A count, with one decimal where replicates make it a sum of shares.

    Examples:
        >>> count(4), count(Fraction(7, 3))
        ('4', '2.3')
    """
    return str(int(k)) if k == int(k) else number(float(k), 1)


def rate(x: float | None, n: int) -> str:
    """A rate with the decimals that n carries, two at most.

    Examples:
        >>> rate(0.32, 25), rate(0.6, 5), rate(None, 0)
        ('0.32', '0.6', '–')
    """
    return NOTHING if x is None else number(x, 2 if n >= 10 else 1)


def three(x: float | None) -> str:
    """An estimate or the end of an interval, with three decimals.

    Examples:
        >>> three(0.1716), three(-0.0368), three(-0.0001)
        ('0.172', '-0.037', '0.000')
    """
    return NOTHING if x is None else number(round(x, 3) + 0.0, 3)


def p_value(p: float | None) -> str:
    """A p-value with four decimals; never 0.

    Examples:
        >>> p_value(0.015625), p_value(1e-9), p_value(1), p_value(None)
        ('0.0156', '< 0.0001', '1.0000', '–')
    """
    return NOTHING if p is None else decimal("< 0.0001") if p < 0.0001 else number(p, 4)


def percent(share: float) -> str:
    """A share in hundredths, with the decimals it has and no more.

    Examples:
        >>> percent(0.95), percent(1 - 0.95), percent(0.999)
        ('95 %', '5 %', '99.9 %')
    """
    return decimal(f"{100 * share:.4g} %")


def share(x: float) -> str:
    """A share as somebody wrote it: two decimals, or the ones it has.

    Examples:
        >>> share(0.5), share(0.125), share(0.04)
        ('0.50', '0.125', '0.04')
    """
    return number(x, 2) if round(x, 2) == x else decimal(f"{x:.4g}")


def points(x: float) -> str:
    """Half the width of an interval in points, hundredths of the rate, with one decimal.

    Examples:
        >>> points(0.21913)
        '±21.9'
    """
    return f"±{number(100 * x, 1)}"


def gain(x: float | Fraction | None) -> str:
    """A difference in points, hundredths of the rate, with its sign and one decimal.

    Examples:
        >>> gain(Fraction(3, 100)), gain(-0.0427), gain(0), gain(None)
        ('+3.0', '-4.3', '0.0', '–')
    """
    if x is None:
        return NOTHING
    rounded = round(100 * float(x), 1) + 0.0
    return decimal(f"{rounded:+.1f}" if rounded else "0.0")


def signed(x: float | Fraction | None, places: int = 3) -> str:
    """A difference of rates with its sign.

    Examples:
        >>> signed(0.0064, 4), signed(Fraction(3, 100)), signed(0), signed(None)
        ('+0.0064', '+0.030', '0.000', '–')
    """
    if x is None:
        return NOTHING
    rounded = round(float(x), places) + 0.0
    return decimal(f"{rounded:+.{places}f}" if rounded else f"{0:.{places}f}")


def two(x: float | Fraction | None) -> str:
    """A mean or a difference of ratings, with two decimals.

    Examples:
        >>> two(Fraction(1, 4)), two(-0.001), two(None)
        ('0.25', '0.00', '–')
    """
    return NOTHING if x is None else number(round(float(x), 2) + 0.0, 2)


def p_short(p: float | Fraction | None) -> str:
    """A p-value with three decimals; never 0.

    Examples:
        >>> p_short(Fraction(5, 128)), p_short(1e-9), p_short(None)
        ('0.039', '< 0.001', '–')
    """
    return NOTHING if p is None else decimal("< 0.001") if p < 0.001 else number(float(p), 3)
