"""A key labels what was seen: which label keys count, and why the others do not.

The rules worked on held keys (660/40, 500/33 and 225/30 ms), unbracketed pastes and keys typed during start-up.
Times are those of the key's arrival in the input thread, in seconds of the monotonic clock; none is read here.
"""

from __future__ import annotations

from gradertui.locale import _, mark

SEEN = 0.150
"""An answer counts as seen this long after it was painted."""
BURST = 0.010
"""Closer to the key before it than this, a key was not typed."""
HELD = 0.100
"""The same key again within this was not let go of."""
AGAIN = 0.700
"""The same key counts again only after this."""

_REASONS = {
    "burst": mark("keys came all at once; none after the first was taken: pasted?"),
    "early": mark("too early: the text was not on the screen yet"),
    "held": mark("the same key came again within 0.7 s and was not taken: held down?"),
}


class Guard:
    """Decides for each key whether it may label."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self._painted: float | None = None
        self._any = self._counted_at = float("-inf")
        self._counted = ""
        self._pressed: dict[str, float] = {}

    def changed(self) -> None:
        """Another text is about to be drawn: what is on the screen is not it yet."""
        self._painted = None

    def painted(self, at: float) -> None:
        """The text is on the screen now."""
        if self._painted is None:
            self._painted = at

    def burst(self, at: float) -> str | None:
        """Note a key, whichever; say why it cannot have been typed, or None.

        Args:
            at: when it arrived.
        """
        close, self._any = at - self._any < BURST, at
        return _(_REASONS["burst"]) if self.on and close else None

    def refusal(self, key: str, at: float) -> str | None:
        """Say why a label key does not count, or None if it does.

        Args:
            key: the character.
            at: when it arrived.
        """
        last, self._pressed[key] = self._pressed.get(key, float("-inf")), at
        if not self.on:
            return None
        if self._painted is None or at < self._painted + SEEN:
            return _(_REASONS["early"])
        if at - last < HELD or (key == self._counted and at - self._counted_at < AGAIN):
            return _(_REASONS["held"])
        self._counted, self._counted_at = key, at
        return None
