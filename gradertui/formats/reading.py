"""Reading what people bring: files in, a stream of sources, questions and items out.

Which files, in which order, in which mode, and what is said at the end. What a row becomes is in
`building.py`; who stores the stream is not known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from gradertui.formats.asking import Part
from gradertui.formats.brought import brought, of_tasks, told_apart
from gradertui.formats.conversations import asking
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.fields import declared
from gradertui.formats.files import File, look_into
from gradertui.formats.hearing import Machine
from gradertui.formats.known import FORMATS
from gradertui.formats.labels import LabelRow
from gradertui.formats.lacking import Lacking, lacking
from gradertui.formats.notes import about_counts, about_crowd, about_files, about_late, about_left
from gradertui.formats.opening import count_lines
from gradertui.formats.pairing import PairBuilder, is_pairs, numbered
from gradertui.locale import _
from gradertui.model import Mode

CROWD = 100
"""Graders whose labels are taken in: each has a file of their own."""


class Reading:
    """Files that were looked into and are ready to be read.

    Attributes:
        files: Sources first, then the bank, then the answers; each knows its format, encoding and columns.
        mode: What the grader will do with the items.
        counts: Filled while `parts` runs: rows, questions, items, sources, systems, replicates, duplicates,
            draws (the most of one question), renumbered, without_text, no_answer, empty, no_reference, unanswerable,
            unknown_answerable, unanswered.
        systems: Items of each system, filled likewise.
        prior: What people had said of tasks, filled likewise.
        verdicts: What tools had said of items, filled likewise.
        lacks: What the files are instead, when there is nothing to grade in them.
        problems: One line each. When there are any, nothing must be written.
        notes: One line each, worth showing.
    """

    def __init__(
        self,
        files: Sequence[File],
        mode: Mode,
        abstention: str = "",
        lacks: Lacking | None = None,
        passed: Sequence[str] = (),
    ) -> None:
        self.files = tuple(files)
        self.mode: Mode = mode
        self.lacks = lacks
        self.counts: Counter[str] = Counter()
        self.systems: Counter[str] = Counter()
        self.problems = list(self._missing())
        self.prior: Sequence[LabelRow] = ()
        self.verdicts: Sequence[Machine] = ()
        self.notes: list[str] = []
        self._abstention, self._passed = abstention, tuple(passed)
        self._line = 0

    def parts(self) -> Iterator[Part]:
        """Every source and question before the first item that needs it; may be run again."""
        kinds = {file.kind for file in self.files}
        build = PairBuilder(self._abstention, mode=self.mode, bank="bank" in kinds, sources="sources" in kinds)
        self.counts, self.systems, self.problems = build.counts, build.systems, build.problems
        self.prior, self.verdicts = build.prior, build.verdicts
        self.problems += self._missing()
        self._line = 0
        for file in self.files if not self.problems else ():
            build.open(file)
            before = self._line
            for row in file.rows():
                self._line = before + row.line
                try:
                    made = build.take(row)
                except RecursionError:
                    self.problems.append(_("{place}: nested too deeply").format(place=file.place(row)))
                    continue
                yield from made
        self.counts["items"] = self.systems.total()
        self.counts["systems"] = len(self.systems)
        self.counts["unanswered"] = build.unanswered
        people = len({row.grader for row in self.prior})
        if people > CROWD:
            self.prior = ()
        self.notes = [
            *self._passed,
            *about_crowd(people, CROWD),
            *about_files(self.files, bool(self.prior)),
            *about_counts(self.counts, self.mode),
            *about_left(build.left, build.foreign, self.mode),
            *about_late(build.late),
        ]

    def share(self) -> float | None:
        """How much of the lines was read, from 0 to 1; None where files are no lines, but one document each."""
        return self._line / self._length if self._line > len(self.files) else None

    @cached_property
    def _length(self) -> int:
        return max(sum(count_lines(file.path) for file in self.files), 1)

    def _missing(self) -> Iterator[str]:
        """Say what cannot be missing, before any row is read."""
        if self.lacks:
            yield self.lacks.words
            return
        for file in self.files:
            name = quoted(file.path.name)
            if not file.samples:
                problems = (row.problem for row in file.rows() if row.problem)
                yield next(problems, _("{name} has no rows").format(name=name))
            for field, words in self._wanted(file).items() if file.samples else ():
                if not file.has(field):
                    yield words.format(name=name, seen=file.seen)

    def _wanted(self, file: File) -> dict[str, str]:
        """Name the fields that must have a column, with what is said when one has none."""
        if file.kind == "sources":
            return {"source": _("{name}: no column holds texts (there are: {seen}); use --map COLUMN=source")}
        question = _("{name}: no column holds the question (there are: {seen}); use --map COLUMN=question")
        asked = {} if file.has("question_id") else {"question": question}
        if file.kind == "bank":
            return asked
        answer = _("{name}: answers are missing (there are: {seen}); use --map COLUMN=answer")
        if is_pairs(file):
            return asked
        if file.exact and self.mode != "tone":
            return {"answer": answer}
        if asked and self.mode != "tone" and not (file.has("answer") or file.has("question")):
            both = _("{name}: neither answers nor questions are known (there are: {seen}); use --map COLUMN=answer")
            return {"answer": both}
        template = _("{name}: no column holds templates (there are: {seen}); use --map COLUMN=template")
        variant = _("{name}: no column holds variants (there are: {seen}); use --map COLUMN=variant")
        tone = {"template": template, "variant": variant}
        return {"answer": answer, **(tone if self.mode == "tone" else asked)}


def read(
    files: Sequence[Path],
    *,
    bank: Path | None = None,
    sources: Path | None = None,
    mapping: Sequence[str] = (),
    mode: Mode | None = None,
    abstention: str = "",
    encoding: str | None = None,
    format_name: str | None = None,
) -> Reading:
    """Look into files of answers and say how they will be read; `Reading.parts` reads them.

    Args:
        files: Files of answers, or folders of them, at least one.
        bank: Questions with their references.
        sources: Texts the answers should rest on.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        mode: Else preference when rows hold two texts, tone when there are templates and variants, and grade when not.
        abstention: The sentence by which a system says that it does not know.
        encoding: Overrules what the bytes look like.
        format_name: Overrules what files of answers look like.

    Raises:
        InputError: When a file cannot be used at all.
    """
    found = [look_into(sources, "sources", mapping, encoding)] if sources else []
    found += [look_into(bank, "bank", mapping, encoding)] if bank else []
    answers, passed = brought(files, mapping, encoding, format_name)
    found += answers
    _all_mapped(found, mapping)
    found = [asking(file) for file in found]
    if not bank:
        found = [numbered(file) for file in found]
    found = told_apart(of_tasks(found))
    # A file that lacks answers may be a bank, or labels: then it is said for which command it is.
    lacks = next(filter(None, map(lacking, answers)), None)
    return Reading(found, mode_of(found, mode), abstention, lacks, passed)


def mode_of(files: Sequence[File], mode: Mode | None) -> Mode:
    """Say what the grader will do with the items.

    Args:
        files: That were looked into.
        mode: What was declared.

    Raises:
        InputError: When that cannot be.
    """
    pairs = next((file for file in files if is_pairs(file)), None)
    if pairs and mode not in (None, "preference"):
        words = _("{name}: two texts per row, to be chosen between: take --mode {mode} away")
        raise InputError(words.format(name=quoted(pairs.path.name), mode=mode))
    modes = [FORMATS[file.format].mode for file in files if file.kind == "answers"]
    tone = any(file.kind == "answers" and file.has("template", "variant") for file in files)
    if mode or pairs:
        return mode or "preference"
    return next((said for said in modes if said), "tone" if tone else "grade")


def _all_mapped(files: Sequence[File], mapping: Sequence[str]) -> None:
    for words in mapping:
        if not any(declared(tuple(file.samples), [words]) for file in files):
            message = _("--map {words}: there is no such column (there are: {seen})")
            raise InputError(message.format(words=quoted(words), seen=files[-1].seen))
