"""What Tab offers after `gradertui`: commands, their options, sessions, graders. Run by a shell, never by a person.

argcomplete speaks with the shells; what can be said comes from the parsers of the commands, of which only the one on
the line is made. argcomplete costs 0.08 s, on a Tab only.
"""

from __future__ import annotations

import os
from argparse import SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from gradertui.cli import COMMANDS
from gradertui.cli.parsing import parser
from gradertui.locale import _
from gradertui.session import found, sessions_folder

Completer = Callable[..., Sequence[str]]


def answer() -> None:
    """Tell the shell what can stand where the cursor is, and end."""
    import argcomplete

    words = os.environ.get("COMP_LINE", "").split()[1:]
    root = line(next((word for word in words if word in COMMANDS), ""))
    argcomplete.autocomplete(root, always_complete_options=False)


def line(command: str) -> ArgumentParser:
    """The parser of a whole line.

    Args:
        command: whose arguments are wanted; the others have none.
    """
    root = parser("gradertui", "", "")
    commands = root.add_subparsers()
    for name, words in COMMANDS.items():
        if name != command:
            commands.add_parser(name, help=_(words))
            continue
        made = parser(name, _(words), "")
        import_module(f"gradertui.cli.{name}").arguments(made)
        for action in made._actions:
            _complete(action, name)
            if action.dest in ("sessions", "lang"):
                action.default = SUPPRESS  # what was said before the command holds
        commands.add_parser(name, help=_(words), parents=[made], add_help=False)
    return root


def sessions(prefix: str, parsed_args: Namespace, **_rest: object) -> list[str]:
    """Names of the sessions here."""
    folder = sessions_folder(getattr(parsed_args, "sessions", None))
    return sorted(each.name for each in found(folder) if each.name.startswith(prefix))


def graders(prefix: str, parsed_args: Namespace, **_rest: object) -> list[str]:
    """Who has labels in the session on the line."""
    folder = sessions_folder(getattr(parsed_args, "sessions", None)) / str(getattr(parsed_args, "name", ""))
    names = (path.stem for path in (folder / "labels").glob("*.sqlite"))
    return sorted(name for name in names if name.startswith(prefix))


def sessions_and_files(prefix: str, parsed_args: Namespace, **rest: object) -> list[str]:
    """Where a table may stand in the place of a session."""
    from argcomplete.completers import FilesCompleter

    return [*sessions(prefix, parsed_args), *FilesCompleter()(prefix, **rest)]


_COMPLETERS: Mapping[str, Completer] = {
    "name": sessions,
    "carry": sessions,
    "grader": graders,
    "mine": graders,
    "by": graders,
}
"""By what an argument is called in the code; an argument with choices is completed by them, any other as a file."""


def _complete(action: Action, command: str) -> None:
    completer = _COMPLETERS.get(action.dest)
    if command == "new" and action.dest == "name":
        return  # it has still to be made
    if command in ("compare", "agreement") and completer is sessions:
        completer = sessions_and_files
    if completer is not None:
        action.completer = completer  # type: ignore[attr-defined]
