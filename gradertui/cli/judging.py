"""What tools had said of the answers of a file, taken in where a session is made of it.

As `gradertui verdicts` does for a file of verdicts alone; words that mean nothing to us are counted and left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from gradertui.cli.grade import utc
from gradertui.formats.errors import quoted
from gradertui.formats.hearing import Machine
from gradertui.formats.reading import Reading
from gradertui.formats.verdicts import Meanings, VerdictRow
from gradertui.judged import take_in
from gradertui.locale import _, ngettext
from gradertui.model import Identity
from gradertui.session import Session
from gradertui.store.naming import safe_name


def judged_in(folder: Path, reading: Reading) -> Iterator[str]:
    """Append what each tool said to its log, and say how much that was.

    Args:
        folder: of the session.
        reading: that was read to its end.
    """
    if not reading.verdicts or reading.mode != "grade":
        return
    name = next(file.path.name for file in reading.files if file.kind == "answers")
    with closing(Session(folder)) as session:
        meanings = Meanings(session.plan.thresholds.get("verdict"))
        for tool in dict.fromkeys(said.tool for said in reading.verdicts):
            given = [said for said in reading.verdicts if said.tool == tool]
            rows = {said.item_id: row for said in given if (row := _row(said, meanings))}
            new = take_in(session, safe_name(tool, "tool"), rows, name, utc())
            words = ngettext("{tool}: {n} verdict taken in", "{tool}: {n} verdicts taken in", new)
            yield words.format(tool=quoted(tool), n=new)
            yield from _unread(given, meanings)


def _row(said: Machine, meanings: Meanings) -> VerdictRow | None:
    verdict = meanings.of(said.written)
    return verdict and VerdictRow(0, Identity(said.item_id), verdict, said.written, None, said.comment)


def _unread(given: Sequence[Machine], meanings: Meanings) -> Iterator[str]:
    """Words and numbers that amount to nothing."""
    counted = Counter(said.written for said in given if meanings.of(said.written) is None)
    for written, n in counted.most_common(3):
        yield "  " + _("left out {n}: {what}").format(n=n, what=meanings.unknown(written))
