"""What the keys do on one screen: labels, what is counted off on digits, commands, as shipped or as a person wishes.

Two things on one key are refused here, with the place in the file and the fix. How the file is written is
`keyfile.py`, what other keyboards send is `keyboards.py`. Labels are values and never keys: what is stored does not
depend on anything here. Knows no Textual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from gradertui.locale import _
from gradertui.model import Choice, Mode, Plan
from gradertui.modes import MODES
from gradertui.store import StoreError
from gradertui.tui.commands import Command, commands
from gradertui.tui.keynames import cap, large, typed

Screen = Literal["grade", "tone", "preference", "adjudicate", "practice", "guess", "home"]
SCREENS: tuple[tuple[Screen, Mode | None], ...] = (
    ("grade", "grade"),
    ("tone", "tone"),
    ("preference", "preference"),
    ("adjudicate", "grade"),
    ("adjudicate", "tone"),
    ("adjudicate", "preference"),
    ("practice", "grade"),
    ("practice", "tone"),
    ("guess", None),
    ("home", None),
)
"""Every screen with keys of its own, with the mode whose labels it takes."""
ROWS: Mapping[str, Mapping[str, str]] = {
    "grade": {"kinds": "123456789"},
    "adjudicate": {"causes": "6789", "adopt": "12345"},
    "guess": {"variants": "123456789", "unsure": "0"},
}
"""By screen, what has a key for each of several things, in order: the kinds of error after an X, the label of the
first grader, the second …, why graders differed, the variants of cards."""
EVERYWHERE = "everywhere"
KEPT = ("undo", "help", "quit")
"""Commands that always have a key."""
PALETTE = ("grade", "tone", "preference", "adjudicate")
"""Screens on which a command without a key is in the palette."""


class Wish(NamedTuple):
    """What a person wrote of one thing."""

    keys: tuple[str, ...]
    line: int = 0
    """Where it stands; -1 if it was not found, 0 is no wish."""


class Wishes(NamedTuple):
    """What a person wrote in their file."""

    path: Path
    said: Mapping[tuple[str, str], Wish] = {}
    """Table and name in it to what stands there."""
    keyboards: tuple[str, ...] = ()


class Bound(NamedTuple):
    """One thing on a screen and its keys."""

    kind: Literal["label", "row", "command"]
    table: str
    name: str
    keys: tuple[str, ...]
    line: int = 0
    """As of a wish."""
    command: Command | None = None

    @property
    def yields(self) -> int:
        """Who gives way where two want a key: a command as shipped to everything, a grader's digit to a label."""
        if self.kind == "command":
            return 2 if self.line else 3
        return self.name == "adopt"

    def at(self, path: Path) -> str:
        """Where it stands, for messages."""
        return f"{path}, {line_told(self.line)}[{self.table}] {self.name}"

    @property
    def told(self) -> str:
        """How it is called in a message about something else."""
        line = " (" + _("line {n}").format(n=self.line) + ")" if self.line > 0 else ""
        return f"[{self.table}] {self.name}{line}"


def line_told(line: int) -> str:
    """A line of the file as a part of a place; empty if it is not known."""
    return _("line {n}").format(n=line) + ", " if line > 0 else ""


def laid(screen: Screen, mode: Mode | None, wishes: Wishes) -> Keys:
    """The keys of a screen.

    Args:
        screen: which.
        mode: whose labels it takes.
        wishes: of the person.

    Raises:
        StoreError: two things would be on one key, or a command would be left without one.
    """
    return Keys(screen, _apart(screen, tuple(_wanted(screen, mode, wishes)), wishes), wishes)


def shipped(screen: Screen, mode: Mode | None = None) -> Keys:
    """The keys of a screen for a person who wished nothing."""
    return laid(screen, mode, Wishes(Path()))


def _wanted(screen: Screen, mode: Mode | None, wishes: Wishes) -> Iterator[Bound]:
    """Everything on a screen, with the keys it is to have."""
    said = wishes.said
    for choice in MODES[mode].choices(Plan(mode=mode)) if mode else ():
        wish = said.get((str(mode), choice.label), Wish((choice.key,)))
        yield Bound("label", str(mode), choice.label, *wish)
    for name, digits in ROWS.get(screen, {}).items():
        keys, line = said.get((screen, name), Wish(()))
        # Who wishes for fewer than there may be keeps the digits of the others.
        yield Bound("row", screen, name, tuple(dict.fromkeys((*keys, *digits[len(keys) :]))), line)
    for command in commands(screen):
        table = screen if (screen, command.name) in said else EVERYWHERE
        wish = said.get((table, command.name), Wish(command.keys))
        yield Bound("command", table if wish.line else screen, command.name, *wish, command)


def _apart(screen: Screen, wanted: Sequence[Bound], wishes: Wishes) -> tuple[Bound, ...]:
    """Everything with the keys it has: a key that is wished for something else is lost to what had it as shipped."""
    holders: dict[str, Bound] = {}
    has: dict[int, Bound] = {}
    for each in sorted(wanted, key=lambda bound: bound.yields):
        for key in each.keys:
            if (other := holders.setdefault(key, each)) is not each and not _gives_way(each, other):
                raise StoreError(_clash(key, each, other, wishes.path))
        kept = tuple(key for key in each.keys if holders[key] is each)
        if each.command and each.keys and not kept and (screen not in PALETTE or each.name in KEPT):
            raise StoreError(_bereft(each, holders[each.keys[0]], wishes.path))
        has[id(each)] = each._replace(keys=each.keys if each.name == "adopt" else kept)
    return tuple(has[id(each)] for each in wanted)


def _gives_way(each: Bound, other: Bound) -> bool:
    return each.yields == 3 or (each.yields == 1 and other.kind == "label")


def _clash(key: str, one: Bound, other: Bound, path: Path) -> str:
    """Two things on one key: the one that the file names comes first."""
    if not one.line or one is other:
        one, other = other, one
    words = _("{place}: “{key}” is the key of {other} too; give one of the two another key")
    return words.format(place=one.at(path), key=cap(key), other=other.told)


def _bereft(command: Bound, taker: Bound, path: Path) -> str:
    words = _("{place}: “{key}” is the only key of {other}, which needs one; give that another key too")
    return words.format(place=taker.at(path), key=cap(command.keys[0]), other=command.told)


class Keys:
    """What each key does on one screen."""

    def __init__(self, screen: Screen, bound: Sequence[Bound], wishes: Wishes) -> None:
        """Lay the keys.

        Args:
            screen: which.
            bound: everything on it; no key stands twice.
            wishes: of the person.
        """
        self.screen, self.bound, self._keyboards = screen, bound, wishes.keyboards
        self.commands = tuple(each.command._replace(keys=each.keys) for each in bound if each.command)
        """As this person has them."""
        self._labels = {key: each.name for each in bound if each.kind == "label" for key in each.keys}
        self._rows = {each.name: each.keys for each in bound if each.kind == "row"}
        self._commands = {key: command for command in self.commands for key in command.keys}

    def label(self, key: str) -> str | None:
        """The label that a key gives."""
        return self._labels.get(key)

    def command(self, key: str) -> Command | None:
        """The command that a key gives."""
        return self._commands.get(key)

    def row(self, name: str) -> tuple[str, ...]:
        """The keys of what is counted off, in order."""
        return self._rows.get(name, ())

    def of(self, *names: str) -> tuple[str, ...]:
        """The keys of some commands."""
        return tuple(key for command in self.commands if command.name in names for key in command.keys)

    def cap(self, name: str) -> str:
        """How the key of a command is shown; where it has none it is in the palette."""
        return next((command.cap for command in self.commands if command.name == name), "") or "Ctrl+P"

    def keyed(self, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Choices under the keys that give them."""
        first = {label: key for key, label in reversed(self._labels.items())}
        return tuple(choice._replace(key=first[choice.label]) for choice in choices)

    def counted(self, name: str, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Choices under the keys that count them off; more than there are keys are left out."""
        return tuple(choice._replace(key=key) for choice, key in zip(choices, self.row(name), strict=False))

    def pressed(self, name: str, character: str | None) -> str:
        """Which key was pressed: on a keyboard without Latin letters the one in its place, if there is no doubt.

        Args:
            name: Textual's.
            character: that came, if one did.
        """
        key = typed(name, character)
        if len(key) != 1 or self._does(key):
            return key
        places = self._places(key)
        meant = next(iter(places.values()), "")
        return meant if self._does(meant) and not self._doubted(places) else key

    def unclear(self, key: str) -> str:
        """Why a key that does nothing here may have been meant, and what to do; empty if it was not.

        Args:
            key: as `pressed` gives it.
        """
        if len(key) != 1 or self._does(key):
            return ""
        told = {name: label for name, place in self._places(key).items() if (label := self._said(place))}
        if not told:
            return ""
        words = _('“{key}” ({told}) not taken: keyboard = "{name}" in keys.toml')
        first: dict[str, str] = {}
        for name, label in told.items():
            first.setdefault(label, f"{name}: {label}")
        return words.format(key=key, told=", ".join(list(first.values())[:2]), name=next(iter(told)))

    def _places(self, key: str) -> Mapping[str, str]:
        from gradertui.tui.keyboards import places

        return places(key, self._keyboards)

    def _doubted(self, places: Mapping[str, str]) -> bool:
        """Whether a character gives a label on the first keyboard that has it, and another one on another."""
        said = [self._said(place) for place in places.values()]
        return said[0] != "" and len({label for label in said if label}) > 1

    def _said(self, key: str) -> str:
        """What a key says of a text: a label, or a place in a row."""
        return self._labels.get(key) or next(
            (f"{name} {keys.index(key) + 1}" for name, keys in self._rows.items() if key in keys), ""
        )

    def _does(self, key: str) -> bool:
        """Whether a key does anything."""
        return key in self._commands or bool(self._said(key))


def span(choices: Sequence[Choice]) -> str:
    """The keys of choices, in short.

    Examples:
        >>> span([Choice("1", "a", ""), Choice("2", "b", "")]), span([Choice("a", "a", ""), Choice("f1", "b", "")])
        ('1–2', 'A F1')
    """
    keys = [choice.key for choice in choices]
    if len(keys) > 1 and keys == [str(digit) for digit in range(1, len(keys) + 1)]:
        return f"1–{len(keys)}"
    return " ".join(map(large, keys))
