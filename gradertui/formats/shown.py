"""What was understood, in lines that can be printed before anything is written.

Text of files is made harmless here, since it goes to a terminal as it is. The command line adds its own
words around; counting and reading are elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gradertui.formats.errors import quoted
from gradertui.formats.fields import ASIDE
from gradertui.formats.files import File
from gradertui.formats.hearing import Hearing
from gradertui.formats.pairing import is_pairs
from gradertui.formats.reading import Reading
from gradertui.locale import _, mark
from gradertui.model import Mode

_SAID = frozenset({"label", "verdict", "votes"})
"""What somebody said of an answer is not shown: whoever makes a session may be who grades it."""
NAMES = {",": ",", ";": ";", "\t": mark("tab"), "|": "|"}


def describe(reading: Reading) -> list[str]:
    """Say of each file what it is and what each column was taken for."""
    return [line for file in reading.files for line in _file(file, reading.mode)]


def _file(file: File, mode: Mode) -> Iterator[str]:
    about = [_("table") if file.format == "table" else file.format, *filter(None, [file.encoding])]
    if file.delimiter:
        about.append(_("delimiter {delimiter}").format(delimiter=_(NAMES[file.delimiter])))
    kinds = {"answers": _("answers"), "bank": _("bank"), "sources": _("sources"), "labels": _("labels")}
    yield f"{quoted(file.path.name)}: {kinds[file.kind]} ({', '.join(filter(None, about))})"
    aside = _aside(file, mode)
    cells = [
        (quoted(column, 30), _field(column, field, aside), quoted("" if field in _SAID else sample))
        for column, field, sample in file.columns
    ]
    wide, wider = (max((len(cell[at]) for cell in cells), default=0) for at in (0, 1))
    for column, field, sample in cells:
        yield f"  {column:<{wide}}  → {field:<{wider}}  {sample}".rstrip()
    for columns, system in file.understood.arms:
        if system:
            yield "  " + _("answers in {column} are of system {system}").format(
                column=quoted("+".join(columns)), system=quoted(system)
            )


def _aside(file: File, mode: Mode) -> frozenset[str]:
    """Columns of which nothing is taken in: labels of nobody, or of another mode, and what machines said."""
    if file.exact or is_pairs(file):
        return frozenset()
    label = Hearing(file, mode).column
    heard = {label, *file.columns_of("grader", "comment")} if label else set()
    return frozenset(column for column in file.columns_of(*ASIDE) if column not in heard)


def _field(column: str, field: str | None, aside: Collection[str]) -> str:
    if field is None:
        return _("(kept as it is)")
    return _("{field} (set aside)").format(field=field) if column in aside else field
