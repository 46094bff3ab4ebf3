"""A share as it is written after an option; what it is a share of is the command's business."""

from __future__ import annotations

from gradertui.locale import _
from gradertui.store import StoreError


def share(option: str, said: str, low: float, high: float, such: float | None = None) -> float:
    """Read a number with a decimal point or a decimal comma.

    Args:
        option: after which it stands.
        said: as it was written.
        low: the smallest that can be.
        high: the largest.
        such: an example for who wrote another thing.

    Raises:
        StoreError: no such number.

    Examples:
        >>> share("--rate", "0,25", 0, 1)
        0.25
    """
    try:
        value = float(said.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        words = _("{option} {text}: write a number from {low} to {high}")
        if such is not None:
            words = _("{option} {text}: write a number from {low} to {high}, such as {known}")
        raise StoreError(words.format(option=option, text=said, low=low, high=high, known=such))
    return value
