"""`gradertui backup`: copy a session while anybody grades, and put a copy back."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from gradertui.cli.progress import progress
from gradertui.cli.stopping import unstopped
from gradertui.locale import _, mark, ngettext
from gradertui.session import no_session, sessions_folder
from gradertui.store import StoreError
from gradertui.store.backing import FOLDER, Copy, backed_up, files, kept, put_back
from gradertui.text import inert, one_line

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui backup dia18
  gradertui backup dia18 --out /media/stick/dia18
  gradertui backup dia18 --restore 2026-11-30T0149Z --grader ana"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument(
        "--out",
        type=Path,
        metavar=_("FOLDER"),
        help=_("a new folder to copy to (default: by the time, in its backups/)"),
    )
    parser.add_argument("--restore", metavar=_("FOLDER"), help=_("put a backup back; what it replaces is kept aside"))
    parser.add_argument("--grader", metavar=_("ID"), help=_("restore: only the log of this grader"))
    parser.add_argument("--only", nargs="+", default=[], metavar=_("FILE"), help=_("restore: only these files of it"))


def run(given: Namespace) -> int:
    """Copy, or put back."""
    folder = sessions_folder(given.sessions) / given.name
    if not files(folder):
        raise no_session(folder)
    if given.restore:
        return _restore(folder, given)
    if given.grader or given.only:
        raise StoreError(_("--grader and --only say what --restore puts back; a backup has everything"))
    with progress(_("copying")):
        target, copies = backed_up(folder, files(folder), given.out)
    print(*map(inert, _listed(target, copies)), sep="\n")
    broken = [f"{copy.name}: {finding.words}" for copy in copies for finding in copy.examined.findings]
    if broken:
        print(*broken, _("copied as it is; next: gradertui verify {name}").format(name=folder.name), sep="\n")
    shown = target.name if target.parent == folder / FOLDER else target
    print(
        _("to put it back: gradertui backup {name} --restore {copy}").format(name=folder.name, copy=inert(str(shown)))
    )
    return int(bool(broken))


def _listed(target: Path, copies: Sequence[Copy]) -> Iterator[str]:
    whole = all(not copy.examined.findings for copy in copies)
    words = ngettext("{folder}: {n} file", "{folder}: {n} files", len(copies)).format(folder=target, n=len(copies))
    yield f"{words}, {_('whole') if whole else _('not whole')}"
    for copy in copies:
        if (head := copy.examined.head) and copy.name != "empty.sqlite":
            events = ngettext("{n} event", "{n} events", head.seq).format(n=head.seq)
            yield f"  {one_line(copy.name)}  {events}"


def _restore(folder: Path, given: Namespace) -> int:
    copy = _meant(folder, given.restore)
    names = [*given.only, *([f"labels/{given.grader}.sqlite"] if given.grader else [])]
    with progress(_("copying")), unstopped():
        aside, copies = put_back(folder, copy, names)
    print(*map(inert, _listed(copy, copies)), sep="\n")
    print(_("put back; what was there before is in {folder}").format(folder=inert(str(aside))))
    print(_("next: gradertui verify {name}").format(name=folder.name))
    return 0


def _meant(folder: Path, said: str) -> Path:
    """The copy that was named: in the session's backups, or anywhere.

    Raises:
        StoreError: there is none; the ones there are, are named.
    """
    for copy in (folder / FOLDER / said, Path(said)):
        if copy.is_dir() and files(copy):
            return copy
    known = ", ".join(copy.name for copy in kept(folder)) or _("none")
    raise StoreError(_("--restore {copy}: no backup; there are: {known}").format(copy=said, known=known))
