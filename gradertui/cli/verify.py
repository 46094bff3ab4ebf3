"""`gradertui verify`: say whether the record of a session is whole, and what to do where it is not.

Exit 0 when everything is whole, 1 with a line for each finding. What is looked at is `gradertui.verifying`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from gradertui.cli.progress import progress
from gradertui.locale import _, mark, ngettext
from gradertui.session import sessions_folder
from gradertui.store import VERSION, StoreError
from gradertui.store.log import Head
from gradertui.store.verifying import examine
from gradertui.text import one_line
from gradertui.verifying import STRANGER, Part, newest_whole, verify

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark("example:\n  gradertui verify dia18")

_SHOWN = 20
"""Findings of one file that are printed; the rest is counted."""


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))


def run(given: Namespace) -> int:
    """Print a line for each whole log, a line for each finding, and what to do about them."""
    folder = sessions_folder(given.sessions) / given.name
    with progress(_("verifying")):
        parts = verify(folder)
    broken = [part for part in parts if part.findings]
    for part in parts:
        if part.findings:
            print(*_findings(part), sep="\n")
        elif part.head and part.name != "empty.sqlite":
            print(f"{_called(part)}: {_whole(part)}")
    if not any(part.grader for part in parts):
        print(_("{name}: no logs yet").format(name=given.name))
    if broken:
        print("", *_advice(folder, broken), sep="\n")
    return int(bool(broken))


def _called(part: Part) -> str:
    return one_line(part.grader or part.name)


def _whole(part: Part) -> str:
    assert part.head
    said = [ngettext("{n} event, chain whole", "{n} events, chain whole", part.head.seq).format(n=part.head.seq)]
    if part.grader:
        said.append(_("plan as frozen") if part.frozen else _("plan not frozen"))
    if part.head.seq:
        said.append(_("head {hash}").format(hash=part.head.hash[:12]))
    if part.schema < VERSION["log"]:
        said.append(
            _("schema {n}: events cut off its end would not be missed until it is graded again").format(n=part.schema)
        )
    return ", ".join(said)


def _findings(part: Part) -> Iterator[str]:
    yield from (f"{_called(part)}: {finding.words}" for finding in part.findings[:_SHOWN])
    if (more := len(part.findings) - _SHOWN) > 0:
        yield f"{_called(part)}: {ngettext('and {n} more', 'and {n} more', more).format(n=more)}"


def _advice(folder: Path, broken: Sequence[Part]) -> Iterator[str]:
    """What to do, in lines."""
    yield _("What to do")
    yield from _item(_("Change nothing in the folder and copy it as it is, before anything else; verify only reads."))
    for part in broken:
        if part.path.suffix == ".sqlite" and part.name != "items.sqlite":
            yield from _item(f"{_called(part)}: {_certain(part)}")
    for name, head in {finding.file or part.name: part.head for part in broken for finding in part.findings}.items():
        words, command = _back(folder, name, head)
        yield from (*_item(words), *([f"      {command}"] if command else []))


def _item(text: str) -> Iterator[str]:
    yield from wrap(
        text, 80, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _certain(part: Part) -> str:
    """Which of a log's events can still be relied on."""
    if not part.certain:
        return _("none of its events is certain.")
    words = ngettext(
        "event 1 is as it was written; what comes after it is not certain.",
        "events 1 to {n} are as they were written; what comes after them is not certain.",
        part.certain,
    )
    if not any(finding.since for finding in part.findings):
        words = ngettext(
            "its {n} event is chained as it was written.",
            "its {n} events are chained as they were written.",
            part.certain,
        )
    return words.format(n=part.certain)


def _back(folder: Path, name: str, head: Head | None) -> tuple[str, str]:
    """How a file is put back, or that there is nothing to put back; and the command, which no line end may break."""
    if name == STRANGER:
        return _("A log that is whole and not of this session: move its file out of the folder."), ""
    if name == "session.toml":
        return _("The plan as the log keeps it comes back with:"), f"gradertui plan {folder.name} restore"
    if (copy := newest_whole(folder, name)) is None:
        words = _("There is no whole backup of {file}. From time to time, make one:")
        return words.format(file=name), f"gradertui backup {folder.name}"
    part, _slash, file = name.partition("/")
    which = f"--grader {file.removesuffix('.sqlite')}" if part == "labels" else f"--only {name}"
    words = _("The newest whole backup of {file} comes back with (what lies there now is kept aside):")
    command = f"gradertui backup {folder.name} --restore {copy.name} {which}"
    held = examine(copy / name).head
    if held is None or head is None or held.seq >= head.seq:
        return words.format(file=name), command
    words = _(
        "The newest whole backup of {file} is shorter: events there {n}, here {m}; the others would leave the session. "
        "It comes back with (what lies there now is kept aside):"
    )
    return words.format(file=name, n=held.seq, m=head.seq), command
