"""The command line: one file per command, and the table that names them.

The only place that builds the objects. Results go to standard output, everything else to standard error; exit 0 is
done, 1 a check found something, 2 unusable arguments or input.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import gradertui
from gradertui.locale import _, mark, use
from gradertui.locale.faults import told
from gradertui.text import inert, one_line

COMMANDS: Mapping[str, str] = {
    "demo": mark("open the example, copied to the sessions folder the first time"),
    "practice": mark("practise on a few answers of the example, with feedback on each key"),
    "new": mark("make a session from files of answers"),
    "grade": mark("open a session and label"),
    "label": mark("take in labels made elsewhere"),
    "plan": mark("what was planned; freeze it, change it with a reason"),
    "verdicts": mark("take in what a judge or verifier said, to be set against the labels"),
    "adjudicate": mark("settle where graders differ"),
    "merge": mark("bring in what graders did in other copies of a session"),
    "report": mark("print what the labels say"),
    "compare": mark("which of two systems is better, of a session or a bare table"),
    "agreement": mark("how far graders say the same, of a session or a bare table"),
    "export": mark("take labels, everything, or a gold set away in the formats of other tools"),
    "blinding": mark("find what still tells the variants apart; reveal the codes"),
    "verify": mark("check that no log was rewritten"),
    "backup": mark("copy a session, also while somebody grades; put a copy back"),
    "keys": mark("which key does what, and a file to change that"),
    "completion": mark("what makes Tab complete commands and sessions in a shell"),
}
"""Command to what it does; each is the module of its name with `arguments(parser)` and `run(given) -> int`."""

_READING = frozenset(
    {"new", "report", "compare", "agreement", "export", "blinding", "label", "merge", "verify", "backup"}
)
"""Commands that read much, keep it until they end, and paint nothing."""

INTERRUPTED = mark("interrupted: nothing was written")
"""What is true after Ctrl+C, unless a command's module says otherwise under the same name."""


def _usage() -> str:
    width = max(map(len, COMMANDS)) + 2
    lines = [_("usage: gradertui [COMMAND] [--help]"), ""]
    lines += [f"  {name.ljust(width)}{_(words)}" for name, words in COMMANDS.items()]
    lines += ["", _("Without a command: the sessions here and what to do next.")]
    lines += [_("With a file instead of one: what was understood of it, and the offer to make a session.")]
    return "\n".join(lines)


def main(argv: Sequence[str]) -> int:
    """Carry out one command line.

    Args:
        argv: without the program's name. `--sessions DIR` and `--lang L` may stand before the command too.

    Returns:
        The exit status.
    """
    rest, before = list(argv), list[str]()
    while len(rest) > 1 and rest[0] in ("--sessions", "--lang"):
        before += rest[:2]
        del rest[:2]
    _speak([*rest, *before])
    match rest:
        case []:
            return _carry_out("home", before)
        case [name, *options] if name in COMMANDS:
            return _carry_out(name, [*options, *before])
        case ["-h" | "--help" | "help", *_]:
            print(_usage())
        case ["--version", *_]:
            print(f"gradertui {gradertui.__version__}")
        case [name, *_rest] if name and Path(name).exists():
            return _carry_out("offer", [*rest, *before])
        case [name, *_rest] if Path(name).suffix:
            print(_("gradertui: {path}: there is no such file").format(path=one_line(name)), file=sys.stderr)
            return 2
        case [name, *_rest]:
            print(_("gradertui: no command {name!r}").format(name=name), _usage(), sep="\n\n", file=sys.stderr)
            return 2
    return 0


def _speak(argv: Sequence[str]) -> None:
    """Choose the language before anything is said, the help of the options included."""
    for option, value in pairwise([*argv, ""]):
        if option == "--lang" and value in ("en", "es"):
            use(value)


def _carry_out(name: str, rest: Sequence[str]) -> int:
    from gradertui.cli.parsing import parser as made

    module = import_module(f"gradertui.cli.{name}")
    parser = made(_called(name), _(COMMANDS.get(name, "")), _(module.EXAMPLE))
    module.arguments(parser)
    given = parser.parse_args(rest)
    try:
        with _reading(name):
            return int(module.run(given))
    except BrokenPipeError:
        raise
    except KeyboardInterrupt as stop:
        from gradertui.cli.progress import clear

        clear()
        print(*stop.args or [_(getattr(module, "INTERRUPTED", INTERRUPTED))], file=sys.stderr)
        return 130
    except (*module.FAULTS, OSError) as fault:
        print(f"{_called(name)}: {inert(told(fault))}", file=sys.stderr)
        return 2
    except Exception as fault:
        from gradertui.cli.damage import damage_in

        # Whatever a damaged file made of what is read from it; where all is whole, the error is ours.
        if not (words := damage_in(given)) and not isinstance(fault, sqlite3.Error):
            raise
        print(f"{_called(name)}: {inert(words or told(fault))}", file=sys.stderr)
        return 2


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """What reads all labels and ends needs nobody to look for cycles: that would be an eighth of its time."""
    if name in _READING:
        gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _called(name: str) -> str:
    """How a command is called; what is done where none is said has no name."""
    return f"gradertui {name}" if name in COMMANDS else "gradertui"


def run() -> None:
    """The program."""
    if "_ARGCOMPLETE" in os.environ:
        from gradertui.cli.completing import answer

        answer()
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe went away; say nothing, also not when the interpreter closes standard output.
        sys.stdout = None
        status = 0
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
