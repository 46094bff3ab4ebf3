"""Reading what people bring: files in, a stream of sources, questions and items out.

Which files, in which order, in which mode, and what is said at the end. What a row becomes is in
`building.py`; who stores the stream is not known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gradertui.formats.asking import Part
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.fields import ASIDE, declared
from gradertui.formats.files import File, look_into
from gradertui.formats.labels import LabelRow
from gradertui.formats.pairing import PairBuilder, is_pairs, numbered
from gradertui.locale import _, ngettext
from gradertui.model import Mode


class Reading:
    """Files that were looked into and are ready to be read.

    Attributes:
        files: Sources first, then the bank, then the answers; each knows its format, encoding and columns.
        mode: What the grader will do with the items.
        counts: Filled while `parts` runs: rows, questions, items, sources, systems, replicates, duplicates,
            renumbered, without_text, no_answer, empty, no_reference, unanswerable, unknown_answerable, prior_labels,
            unanswered.
        systems: Items of each system, filled likewise.
        prior: What people had said of pairs, filled likewise.
        problems: One line each. When there are any, nothing must be written.
        notes: One line each, worth showing.
    """

    def __init__(self, files: Sequence[File], mode: Mode, abstention: str = "") -> None:
        self.files = tuple(files)
        self.mode: Mode = mode
        self.counts: Counter[str] = Counter()
        self.systems: Counter[str] = Counter()
        self.problems = list(self._missing())
        self.prior: Sequence[LabelRow] = ()
        self.notes: list[str] = []
        self._abstention = abstention

    def parts(self) -> Iterator[Part]:
        """Every source and question before the first item that needs it; may be run again."""
        kinds = {file.kind for file in self.files}
        build = PairBuilder(self._abstention, bank="bank" in kinds, sources="sources" in kinds)
        self.counts, self.systems, self.problems = build.counts, build.systems, build.problems
        self.prior = build.prior
        self.problems += self._missing()
        for file in self.files if not self.problems else ():
            build.open(file)
            for row in file.rows():
                yield from build.take(row)
        self.counts["items"] = self.systems.total()
        self.counts["systems"] = len(self.systems)
        self.counts["unanswered"] = build.unanswered
        self.notes = [*_about_files(self.files), *_about_counts(self.counts, self.mode), *_about_late(build.late)]

    def _missing(self) -> Iterator[str]:
        """Say what cannot be missing, before any row is read."""
        for file in self.files:
            name = quoted(file.path.name)
            if not file.samples:
                yield next((row.problem for row in file.rows()), _("{name} has no rows").format(name=name))
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
        if is_pairs(file):
            return asked
        answer = _("{name}: answers are missing (there are: {seen}); use --map COLUMN=answer")
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
) -> Reading:
    """Look into files of answers and say how they will be read; `Reading.parts` reads them.

    Args:
        files: Files of answers, at least one.
        bank: Questions with their references.
        sources: Texts the answers should rest on.
        mapping: ``COLUMN[+COLUMN…]=field``, which overrules the names.
        mode: Else preference when rows hold two texts, tone when there are templates and variants, and grade when not.
        abstention: The sentence by which a system says that it does not know.
        encoding: Overrules what the bytes look like.

    Raises:
        InputError: When a file cannot be used at all.
    """
    found = [look_into(sources, "sources", mapping, encoding)] if sources else []
    found += [look_into(bank, "bank", mapping, encoding)] if bank else []
    found += [look_into(path, "answers", mapping, encoding) for path in files]
    _all_mapped(found, mapping)
    if not bank:
        found = [numbered(file) for file in found]
    pairs = next((file for file in found if is_pairs(file)), None)
    if pairs and mode not in (None, "preference"):
        words = _("{name}: two texts per row, to be chosen between: take --mode {mode} away")
        raise InputError(words.format(name=quoted(pairs.path.name), mode=mode))
    tone = any(file.kind == "answers" and file.has("template", "variant") for file in found)
    return Reading(found, mode or ("preference" if pairs else "tone" if tone else "grade"), abstention)


def _all_mapped(files: Sequence[File], mapping: Sequence[str]) -> None:
    for words in mapping:
        if not any(declared(tuple(file.samples), [words]) for file in files):
            message = _("--map {words}: there is no such column (there are: {seen})")
            raise InputError(message.format(words=quoted(words), seen=files[-1].seen))


def _about_files(files: Sequence[File]) -> Iterator[str]:
    for file in files:
        name = quoted(file.path.name)
        if file.encoding == "cp1252":
            yield _("{name} is not UTF-8 and was read as cp1252; --encoding changes that").format(name=name)
        if len(file.understood.arms) > 1:
            columns = ", ".join(quoted(system) for group, system in file.understood.arms)
            words = _("{name}: several columns of answers, each a system: {columns}")
            yield words.format(name=name, columns=columns)
        if file.from_zero:
            yield _("{name}: replicates are counted from 0 there and from 1 here").format(name=name)
        if any(field in ASIDE for column, field, sample in file.columns) and not is_pairs(file):
            words = _("{name}: labels, comments and verdicts are set aside, under their own names")
            yield words.format(name=name)
        if file.has("verdict") and file.kind == "answers":
            words = _("{name}: if {column} is what a machine said, gradertui verdicts NAME {name} takes it in")
            yield words.format(name=name, column=quoted(file.column("verdict")))


def _about_counts(counts: Counter[str], mode: Mode) -> Iterator[str]:
    for count, words in (
        (
            n := counts["again"],
            ngettext(
                "{n} row has the texts of an earlier one: one pair",
                "{n} rows have the texts of earlier ones: one pair each",
                n,
            ),
        ),
        (
            n := counts["no_answer"],
            ngettext(
                "{n} row says nothing (null or absent answer): counted apart, not graded",
                "{n} rows say nothing (null or absent answer): counted apart, not graded",
                n,
            ),
        ),
        (n := counts["empty"], ngettext("{n} answer is empty", "{n} answers are empty", n)),
        (
            n := counts["duplicates"],
            ngettext(
                "{n} row is equal to an earlier one in everything: kept once",
                "{n} rows are equal to earlier ones in everything: kept once",
                n,
            ),
        ),
        (
            n := counts["renumbered"],
            ngettext(
                "{n} replicate had a number that another text has: renumbered",
                "{n} replicates had numbers that other texts have: renumbered",
                n,
            ),
        ),
        (
            n := counts["unanswered"],
            ngettext("{n} question has no answer", "{n} questions have no answers", n),
        ),
    ):
        if count:
            yield words.format(n=count)
    yield from _about_meaning(counts, mode)


def _about_meaning(counts: Counter[str], mode: Mode) -> Iterator[str]:
    if counts["without_text"]:
        yield _("ids of sources whose text is nowhere are left out; --sources takes the texts")
    if mode != "grade":
        return
    if counts["questions"] and counts["no_reference"] == counts["questions"]:
        yield _("no references: letters will be kept as letters and no hallucination rate is claimed")
    if counts["systems"] > 1 and counts["items"] == counts["questions"]:
        yield _("no question has answers of two systems: if the ids number rows, use --map COLUMN=question_id")


def _about_late(late: Mapping[str, str]) -> Iterator[str]:
    for column, where in late.items():
        words = _("column {column} is first seen in {place} and kept as it is; --map takes it")
        yield words.format(column=quoted(column), place=where)
