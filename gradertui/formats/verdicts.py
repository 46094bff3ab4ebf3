"""Verdicts made elsewhere: rows of a file that say what a judge model, a verifier or a tool said of an answer.

What each word or number amounts to is decided here; whether a verdict of "supported" stands is `checks.py`, and
which answer it is about is looked up by whoever has the session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File, look_into
from gradertui.formats.named import called, usable
from gradertui.formats.rows import Row
from gradertui.formats.values import kept, reference_id, worded
from gradertui.locale import _
from gradertui.model import Identity, Verdict
from gradertui.text import folded

WORDS: Mapping[Verdict, Sequence[str]] = {
    "supported": (
        "supported", "respaldada", "respaldado", "pass", "passed", "c", "true", "yes", "correct", "correcta", "sí",
        "entailed", "grounded", "faithful",
    ),
    "partial": ("partial", "p", "parcial", "partially supported", "parcialmente respaldada"),
    "unsupported": (
        "unsupported", "sin respaldo", "not supported", "fail", "failed", "i", "false", "no", "incorrect", "incorrecta",
        "contradicted", "not entailed", "hallucinated", "hallucination", "alucinación",
    ),
    "abstained": ("abstained", "abstención", "abstain", "abstention", "not attempted"),
    "unverified": (
        "unverified", "sin verificar", "no citation", "sin cita", "no such source", "cita inexistente", "error",
    ),
}  # fmt: skip
"""What each written word amounts to; case, accents, `_` and `-` do not count."""


class VerdictRow(NamedTuple):
    """One verdict as a file says it."""

    row: int
    of: Identity
    """Of which item."""
    verdict: Verdict
    written: str
    fragment: str | None
    """The piece of the source that it quotes; None where the file has no such column."""
    comment: str


class Meanings:
    """What words and numbers of one file amount to."""

    def __init__(self, threshold: float | None = None, passed: Sequence[str] = (), flagged: Sequence[str] = ()) -> None:
        """Take in what was decided beforehand.

        Args:
            threshold: The smallest number that is a pass.
            passed: Words that are a pass in this file, whatever the table says.
            flagged: Words that are none.
        """
        self.threshold = threshold
        self._words: dict[str, Verdict] = {_key(word): verdict for verdict, words in WORDS.items() for word in words}
        self._declared: dict[str, Verdict] = {_key(word): "supported" for word in passed}
        self._declared |= {_key(word): "unsupported" for word in flagged}

    def of(self, written: str) -> Verdict | None:
        """What is written amounts to; None when that is not known."""
        key = _key(written)
        return self._declared.get(key) or self._words.get(key) or self._of_number(written)

    def _of_number(self, written: str) -> Verdict | None:
        number = as_number(written)
        if number is None or (self.threshold is None and number not in (0, 1)):
            return None
        return "supported" if number >= (1 if self.threshold is None else self.threshold) else "unsupported"

    def unknown(self, written: str) -> str:
        """Say what to do about a word or number that amounts to nothing."""
        if as_number(written) is not None:
            words = _("{value} needs a threshold in the plan: gradertui plan NAME change thresholds.verdict=0.5")
            return words.format(value=quoted(written))
        known = ", ".join(words[0] for words in WORDS.values())
        words = _("'{value}' is no verdict; write one of {known}, or declare it with --pass or --flag")
        return words.format(value=quoted(written), known=known)


def as_number(written: str) -> float | None:
    """Read a number between 0 and 1; None where it is none."""
    try:
        number = float(written.replace(",", "."))
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None


def _key(word: str) -> str:
    return " ".join(folded(word).replace("_", " ").replace("-", " ").split())


def read_verdicts(
    path: Path, meanings: Meanings, *, mapping: Sequence[str] = (), encoding: str | None = None, tool: str = ""
) -> list[VerdictRow]:
    """Read verdicts; a row without one is passed over.

    Args:
        path: CSV, TSV, JSON lines or a JSON list.
        meanings: What its words amount to.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        encoding: Overrules what the bytes look like.
        tool: Whose verdicts are wanted of a file that has those of several; the first one's otherwise.

    Raises:
        InputError: With all that is wrong.
    """
    file = look_into(path, "verdicts", mapping, encoding)
    usable(file, "verdict", _("{name}: no column holds verdicts (there are: {seen}); use --map COLUMN=verdict"))
    found = [row.problem or _verdict_row(file, row, meanings, tool) for row in file.rows()]
    if problems := [each for each in found if isinstance(each, str)]:
        raise InputError(*problems)
    return [each for each in found if isinstance(each, VerdictRow)]


def _verdict_row(file: File, row: Row, meanings: Meanings, tool: str) -> VerdictRow | str | None:
    """Find the verdict of a row, what is wrong with it, or None when there is none."""
    written, reason = _written(file, row, tool)
    if not written:
        return None
    verdict = meanings.of(written)
    if verdict is None:
        return f"{file.place(row, 'verdict')}: {meanings.unknown(written)}"
    names = called(file, row)
    if isinstance(names, str):
        return names
    fragment = worded(file.value(row.cells, "fragment")) if file.has("fragment") else None
    return VerdictRow(row.number, names, verdict, written, fragment, reason)


def _written(file: File, row: Row, tool: str) -> tuple[str, str]:
    """The word of a row and its reason; of several tools that of the one wanted, or the first."""
    cell, comment = file.value(row.cells, "verdict"), file.value(row.cells, "comment")
    if not isinstance(cell, Mapping) or not file.exact:
        return reference_id(cell), "" if comment is None else kept(comment)
    said = {name: (written, reason) for name, written, reason in by_tool(cell)}
    return said.get(tool) or next(iter(said.values()), ("", ""))


def by_tool(cell: object) -> Iterator[tuple[str, str, str]]:
    """Tool, word and reason of each verdict in a cell of a format that gives them as a mapping."""
    for tool, said in cell.items() if isinstance(cell, Mapping) else ():
        written, reason = said if isinstance(said, Sequence) and not isinstance(said, str) else (said, "")
        if written is not None:
            yield tool, kept(written), worded(reason)


def table() -> str:
    """The table of words, as it is shown."""
    wide = max(map(len, WORDS))
    lines = chain.from_iterable(_wrapped(verdict.ljust(wide), words) for verdict, words in WORDS.items())
    return "\n".join(lines)


def _wrapped(head: str, words: Sequence[str]) -> Sequence[str]:
    from textwrap import wrap

    return wrap(", ".join(words), 76, initial_indent=f"  {head}  ", subsequent_indent="  " + " " * (len(head) + 2))
