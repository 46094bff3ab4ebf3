"""What a written label means in each mode, and how labels are written where people read them.

Which column holds labels is in `hearing.py`; rows of labels are in `labels.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gradertui.formats.fields import normal
from gradertui.model import Mode

MAPPED: Mapping[Mode, Mapping[str, str]] = {
    "grade": {
        **dict.fromkeys(("r", "c", "1", "true", "correct", "accept"), "R"),
        **dict.fromkeys(("x", "i", "0", "false", "incorrect", "reject"), "X"),
        **dict.fromkeys(("n", "not_attempted", "abstain"), "N"),
    },
    "tone": {each: each for each in "12345"},
    "preference": {
        **dict.fromkeys(("a", "1", "left", "first", "modela", "systema", "answera", "responsea", "response1"), "A"),
        **dict.fromkeys(("b", "2", "right", "second", "modelb", "systemb", "answerb", "responseb", "response2"), "B"),
        **dict.fromkeys(("t", "0", "tie", "1.5", "draw", "equal", "same", "empate", "both", "bothgood"), "T"),
        **dict.fromkeys(("z", "bothbad", "tiebothbad", "neither", "ambasmal", "ninguna"), "Z"),
        **dict.fromkeys(("cannottell", "canttell", "unsure", "unknown", "?", "nosesabe", "nosé"), "0"),
    },
}
"""What each written label means, in any case."""

KNOWN: Mapping[Mode, tuple[str, ...]] = {
    mode: tuple(dict.fromkeys(mapped.values())) for mode, mapped in MAPPED.items()
} | {"preference": ("A", "B", "tie", "both bad", "cannot tell")}
"""How labels are written where people read them."""


def meant(mode: Mode, written: str) -> str | None:
    """The label that a written one stands for; None if it is none.

    Examples:
        >>> meant("grade", "Not attempted"), meant("preference", "tie (bothbad)"), meant("preference", "R")
        ('N', 'Z', None)
    """
    mapped = MAPPED[mode]
    plain = normal(written.replace("(", " ").replace(")", " "))
    return mapped.get(written.casefold().replace(" ", "_"), mapped.get(plain))
