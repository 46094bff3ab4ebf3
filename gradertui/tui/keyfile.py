"""`keys.toml`: which keys a person wants, written by hand beside `settings.json`; read, checked, and never written.

A file of its own because the program writes the settings, where comments would be lost and what is broken is passed
over: a wish for keys that is not understood must be told, or a key would do what nobody meant. Which keys clash on a
screen is `keys.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gradertui.locale import _
from gradertui.locale.faults import reason
from gradertui.model import Mode, Plan
from gradertui.modes import MODES
from gradertui.store import StoreError
from gradertui.text import one_line
from gradertui.tui import settings
from gradertui.tui.commands import commands
from gradertui.tui.keynames import NAMED, RESERVED, written
from gradertui.tui.keys import (
    EVERYWHERE,
    KEPT,
    PALETTE,
    ROWS,
    SCREENS,
    Keys,
    Screen,
    Wish,
    Wishes,
    laid,
    line_told,
)


def path() -> Path:
    """Where the file lies: beside the settings."""
    return settings.path().with_name("keys.toml")


def read() -> Wishes:
    """What a person wishes; nothing if there is no file.

    Raises:
        StoreError: the file is not understood, or two things would be on one key of some screen.
    """
    file = path()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Wishes(file)
    except (OSError, ValueError) as error:
        raise StoreError(f"{file}: {reason(error)}") from error
    wishes = parsed(file, text)
    for screen, mode in SCREENS:
        laid(screen, mode, wishes)
    return wishes


def keys(screen: Screen, mode: Mode | None = None) -> Keys:
    """The keys of a screen, as this person has them.

    Raises:
        StoreError: the file is not understood.
    """
    return laid(screen, mode, read())


def parsed(file: Path, text: str) -> Wishes:
    """What stands in a file.

    Args:
        file: for messages.
        text: of it.

    Raises:
        StoreError: something in it is not understood.
    """
    import tomllib

    try:
        tables: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StoreError(_("{path}: not valid TOML: {error}").format(path=file, error=reason(error))) from error
    keyboards = tables.pop("keyboard", ())
    known = tables_known()
    said: dict[tuple[str, str], Wish] = {}
    for table, names in tables.items():
        if table not in known:
            raise StoreError(_no(_at(file, text, table), table, (*known, "keyboard")))
        if not isinstance(names, dict):
            raise StoreError(f"{_at(file, text, table)}: " + _("write a table of keys and values"))
        for name, value in names.items():
            place = _Place(file, table, name, _line(text, table, name))
            said[table, _found(place, known[table])] = Wish(_keys(place, value), place.line)
    return Wishes(file, said, _keyboards(_at(file, text, "keyboard"), keyboards) if keyboards != () else ())


def tables_known() -> dict[str, tuple[str, ...]]:
    """Every table of the file to what can have keys in it: labels, rows, commands."""
    known: dict[str, list[str]] = {EVERYWHERE: []}
    for screen, mode in SCREENS:
        names = known.setdefault(screen, [])
        if screen == mode:
            names += (choice.label for choice in MODES[mode].choices(Plan(mode=mode)))
        names += (*ROWS.get(screen, ()), *(command.name for command in commands(screen)))
        known[EVERYWHERE] += (command.name for command in commands(screen))
    return {table: tuple(dict.fromkeys(names)) for table, names in known.items()}


class _Place:
    """Where something stands in the file."""

    def __init__(self, file: Path, table: str, name: str, line: int) -> None:
        self.table, self.name, self.line = table, name, line
        self.told = f"{file}, {line_told(line)}[{one_line(table, 30)}] {one_line(name, 30)}"


def _at(file: Path, text: str, name: str) -> str:
    """Where a table stands, or a name outside of them."""
    return f"{file}, {line_told(_line(text, name, ''))}{one_line(name, 30)}"


def _line(text: str, table: str, name: str) -> int:
    """The line on which a name stands, or its table; -1 if it is written in a way that is not looked for here."""
    now, said = "", -1
    heading = re.compile(r"""\s*\[\s*["']?(.*?)["']?\s*\]""")
    whole, part = (re.compile(rf"""\s*["']?{re.escape(each)}["']?\s*[=.]""") for each in (table, name))
    for number, row in enumerate(text.splitlines(), 1):
        if found := heading.match(row):
            now = found[1]
            said = number if now == table else said
        elif now == table and name and part.match(row):
            return number
        elif not now and (found := whole.match(row)):
            said = number
            if part.match(row[found.end() :]):
                return number
    return said


def _found(place: _Place, known: tuple[str, ...]) -> str:
    """The thing that is meant, whatever its case.

    Raises:
        StoreError: there is none.
    """
    for name in known:
        if name.lower() == place.name.lower():
            return name
    raise StoreError(_no(place.told, place.name, known))


def _no(place: str, name: str, known: tuple[str, ...]) -> str:
    words = _("{place}: there is no {name} here; write one of {known}")
    return words.format(place=place, name=one_line(name, 30), known=", ".join(known))


def _keys(place: _Place, value: object) -> tuple[str, ...]:
    """The keys that a value says: one, or a list.

    Raises:
        StoreError: it says no keys.
    """
    listed = value if isinstance(value, list) else [value]
    found = tuple(dict.fromkeys(_key(place, each) for each in listed))
    needed = any(place.name in names for names in ROWS.values()) or place.name in KEPT
    if not found and (needed or place.table not in PALETTE or place.name not in _named(place.table)):
        raise StoreError(_("{place}: needs a key; write one, or take the line away").format(place=place.told))
    return found


def _named(table: str) -> Iterator[str]:
    return (command.name for command in commands(table))


def _key(place: _Place, value: object) -> str:
    """One key.

    Raises:
        StoreError: no terminal sends it, or it cannot be given away.
    """
    # A digit may stand without quotes; true is no digit.
    text = str(value) if type(value) is int and 0 <= value <= 9 else value
    key = written(text) if isinstance(text, str) else ""
    shown = one_line(str(value), 20)
    if key in RESERVED:
        words = _("{place}: “{key}” cannot be given away: {why}; write another key")
        raise StoreError(words.format(place=place.told, key=shown, why=_(RESERVED[key])))
    if not key:
        words = _("{place}: “{key}” is no key that a terminal sends; write a character or one of {known}")
        named = ", ".join((*NAMED, "f1 … f12", "ctrl+z", "shift+tab", "ctrl+left"))
        raise StoreError(words.format(place=place.told, key=shown, known=named))
    return key


def _keyboards(place: str, value: object) -> tuple[str, ...]:
    """The keyboards that a person says they have.

    Raises:
        StoreError: there is no such keyboard.
    """
    from gradertui.tui.keyboards import KEYBOARDS

    named = tuple(value) if isinstance(value, list | tuple) else (value,)
    for name in named:
        if name not in KEYBOARDS:
            raise StoreError(_no(place, str(name), tuple(KEYBOARDS)))
    return tuple(map(str, named))
