"""`gradertui demo`: the example, made in the sessions folder the first time and opened at once."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import gradertui
from gradertui.cli import grade
from gradertui.locale import _, mark
from gradertui.modes import MODES
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.store.appearing import appearing
from gradertui.tui import keyfile

if TYPE_CHECKING:
    from gradertui.formats.reading import Reading
    from gradertui.model import Plan

FAULTS: tuple[type[Exception], ...] = (StoreError,)
INTERRUPTED = grade.INTERRUPTED
EXAMPLE = mark("examples:\n  gradertui demo\n  gradertui demo tone")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    there = [mode for mode in MODES if mode == "grade" or _place(mode)]
    parser.add_argument("mode", nargs="?", choices=there, default="grade", help=_("which example"))
    grade.options(parser)


def run(given: Namespace) -> int:
    """Make the example if it is not there yet, and open it."""
    if why := grade.no_terminal():
        raise StoreError(why)
    keyfile.read()
    return grade.open_session(Session(made(sessions_folder(given.sessions), given.mode)), given)


def made(sessions: Path, mode: str) -> Path:
    """The example's folder in the sessions folder, made now if it is not there.

    Args:
        sessions: where sessions lie.
        mode: which example.
    """
    folder = sessions / f"demo-{mode}"
    if (folder / "items.sqlite").exists():
        return folder
    if not folder.exists():
        with appearing(folder) as place:
            _copied(mode, place)
            build(place)
        return folder
    if not (folder / "session.toml").exists():
        _copied(mode, folder)
    build(folder)
    return folder


def _copied(mode: str, folder: Path) -> None:
    # Our letters for some of the answers do not lie beside a session that is graded blind.
    shutil.copytree(shipped(mode), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("practice.csv"))


def shipped(mode: str) -> Path:
    """Where the example's text files are: in the wheel, or beside the package in a clone."""
    if place := _place(mode):
        return place
    raise StoreError(_("the example is missing from this installation; install gradertui again"))


def _place(mode: str) -> Path | None:
    package = Path(gradertui.__file__).parent
    places = (package / "sessions" / f"demo-{mode}", package.parent / "sessions" / f"demo-{mode}")
    return next((place for place in places if (place / "session.toml").exists()), None)


def build(folder: Path) -> None:
    """Make the databases of a session that is there as text files.

    Args:
        folder: with a session.toml whose [inputs] name the files beside it.
    """
    from gradertui.cli.new import write

    plan, inputs, reading = looked_into(folder)
    write(folder, reading, plan, inputs)


def looked_into(folder: Path) -> tuple[Plan, dict[str, object], Reading]:
    """The plan of an example, which files belong to it, and what is in them.

    Args:
        folder: with a session.toml whose [inputs] name the files beside it.
    """
    from gradertui.formats.reading import read
    from gradertui.store import plan as plans

    plan, _text = plans.read(folder / "session.toml")
    inputs = plans.inputs(folder / "session.toml")
    joined = {key: folder / inputs[key] for key in ("bank", "sources") if key in inputs}
    reading = read(
        [folder / name for name in inputs["answers"]],
        bank=joined.get("bank"),
        sources=joined.get("sources"),
        mode=plan.mode,
        abstention=plan.abstention,
    )
    return plan, dict(inputs), reading
