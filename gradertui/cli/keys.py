"""`gradertui keys`: which key does what on each screen, and whether that is so by itself or by a person's file."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from gradertui.locale import _, mark
from gradertui.model import Plan
from gradertui.modes import MODES
from gradertui.store import StoreError
from gradertui.tui import keyfile
from gradertui.tui.commands import Command, commands
from gradertui.tui.keyboards import KEYBOARDS
from gradertui.tui.keynames import NAMED, cap, large
from gradertui.tui.keys import EVERYWHERE, ROWS, SCREENS, Bound, Screen, laid

FAULTS = (StoreError,)
EXAMPLE = mark("examples:\n  gradertui keys --example > keys.toml\n  gradertui keys\n  gradertui keys tone")
_SHOWN: Mapping[Screen, str] = {
    "grade": mark("one answer beside its reference"),
    "tone": mark("one card at a time"),
    "preference": mark("two texts side by side"),
    "adjudicate": mark("where graders differ; labels have the keys of their mode"),
    "practice": mark("off the record; labels have the keys of their mode"),
    "guess": mark("which variant a card was"),
    "home": mark("the sessions here"),
}
_ROWS: Mapping[str, str] = {
    "kinds": mark("kinds of error, in the order of the plan"),
    "causes": mark("why graders differed, in order"),
    "adopt": mark("adopt the label of the first grader, the second …"),
    "variants": mark("variants, in the order of the plan"),
    "unsure": mark("cannot tell"),
}


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("screen", nargs="?", choices=tuple(_SHOWN), help=_("of one screen only"))
    parser.add_argument("--example", action="store_true", help=_("print a file to start from"))


def run(given: Namespace) -> int:
    """Print the keys, or a file to start from."""
    print(*(_example() if given.example else _shown(given.screen)), sep="\n")
    return 0


def _shown(only: Screen | None) -> Iterator[str]:
    """The keys of each screen, with where each comes from."""
    wishes = keyfile.read()
    there = wishes.path.exists()
    words = _("{path}: read") if there else _("{path}: not there; gradertui keys --example prints one to start from")
    yield words.format(path=wishes.path)
    for screen, about in _SHOWN.items():
        if only in (None, screen):
            mode = next(mode for name, mode in SCREENS if name == screen)
            bound = laid(screen, mode, wishes).bound
            yield f"\n[{screen}]  {_(about)}"
            yield from (_line(each) for each in bound if each.kind != "label" or screen == mode)


def _line(bound: Bound) -> str:
    keys = " ".join(map(cap if bound.kind == "command" else large, bound.keys)) or _("(in the palette)")
    source = _("default")
    if bound.line:
        source = f"keys.toml {bound.line}" if bound.line > 0 else "keys.toml"
    return f"  {bound.name.ljust(12)}{keys.ljust(21)}{source.ljust(14)}{_words(bound)}"


def _words(bound: Bound) -> str:
    if bound.command:
        return _(bound.command.words)
    return _(_ROWS[bound.name]) if bound.kind == "row" else _label(bound.table, bound.name)


def _label(mode: str, label: str) -> str:
    return next(_(choice.words) for choice in MODES[mode].choices(Plan()) if choice.label == label)


def _example() -> Iterator[str]:
    """A file that changes nothing until a # is taken off."""
    yield "# " + _("Which keys do what in gradertui. This file is {path}.").format(path=keyfile.path())
    yield "# " + _("Take the # off a line and change it; what is not here stays as it came.")
    yield "# " + _("gradertui keys shows what holds; where two things want one key nothing opens, and it says why.")
    yield "# " + _("A key is a character or one of {known}.").format(known=", ".join((*NAMED, "f1 … f12", "ctrl+z")))
    yield ""
    yield "# " + _("Where a character could come from several keyboards without Latin letters: which one is yours, of")
    yield "# " + ", ".join(KEYBOARDS)
    yield '# keyboard = "ru"'
    shared = _shared()
    yield f"\n[{EVERYWHERE}]  # " + _("on every screen that has it; the table of a screen overrules")
    for command in shared.values():
        yield _commented(command.name, command.keys or ("f2",), _(command.words))
    for screen, about in _SHOWN.items():
        yield f"\n[{screen}]  # {_(about)}"
        yield from _own(screen)


def _shared() -> dict[str, Command]:
    """Every command under the keys it has on the first screen that has it."""
    named: dict[str, Command] = {}
    for screen in _SHOWN:
        for command in commands(screen):
            named.setdefault(command.name, command)
    return named


def _own(screen: Screen) -> Iterator[str]:
    """What only this screen has, or has under other keys."""
    if screen in MODES:
        for choice in MODES[screen].choices(Plan()):
            yield _commented(choice.label, (choice.key,), _(choice.words))
    for name, digits in ROWS.get(screen, {}).items():
        yield _commented(name, tuple(digits), _(_ROWS[name]))
    shared = _shared()
    for command in commands(screen):
        if command.keys != shared[command.name].keys:
            yield _commented(command.name, command.keys, _(command.words))


def _commented(name: str, keys: tuple[str, ...], words: str) -> str:
    said = json.dumps(keys[0] if len(keys) == 1 else keys, ensure_ascii=False)
    return f"# {name} = {said}  # {words}"
