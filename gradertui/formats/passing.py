"""What a cell says of a case: it passed, it failed, or a rate that somebody claims over all of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from gradertui.formats.values import NO, YES
from gradertui.text import folded

PASSED: Mapping[str, bool] = (
    dict.fromkeys(map(folded, YES), True)
    | dict.fromkeys(map(folded, NO), False)
    | dict.fromkeys("pass passed ok success correct right r c paso acierto correcto correcta bien ✓ ✔".split(), True)
    | dict.fromkeys(
        "fail failed error failure incorrect wrong x i fallo falla incorrecto incorrecta mal ✗ ✘".split(), False
    )
)
"""What a word means, whatever its case and accents."""
SHOWN = "yes/no, true/false, 1/0, pass/fail, sí/no, R/X, C/I"
"""The pairs of words that a message names."""
_LETTERS = frozenset("rxci")
_AGGREGATES = frozenset(
    "mean average avg total overall all aggregate rate accuracy score media promedio total tasa precision".split()
)
_RATE = re.compile(r"(\d*[.,]\d+|\d+(?:[.,]\d+)?\s*%)")


def passed(written: str, among: Collection[str] = ()) -> bool | None:
    """Read whether a case passed; None when the word says neither.

    Args:
        written: The word.
        among: All words of the table, folded: beside R and X or C and I, an N is an abstention and no "no".

    Examples:
        >>> passed("Sí"), passed("X"), passed("0.85"), passed("N", {"r", "x"})
        (True, False, None, None)
    """
    word = folded(written.strip())
    return None if word == "n" and _LETTERS & set(among) else PASSED.get(word)


def is_claim(case: str, written: str) -> bool:
    """Whether a row is no case but a rate over all of them: it is called so, and holds a share.

    Examples:
        >>> is_claim("Promedio", "0.847"), is_claim("total", "1"), is_claim("q7", "0.847")
        (True, False, False)
    """
    return folded(case.strip()) in _AGGREGATES and _RATE.fullmatch(written.strip()) is not None
