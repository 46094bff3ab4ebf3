"""What is worth a note of an import: what was assumed, counted apart, left out or kept as it was.

One line each. What was counted is in `reading.py` and `building.py`; where a note is printed is the command line's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gradertui.formats.errors import quoted
from gradertui.formats.fields import ASIDE
from gradertui.formats.files import File
from gradertui.formats.meanings import KNOWN
from gradertui.formats.pairing import is_pairs
from gradertui.locale import _, ngettext
from gradertui.model import Mode


def about_files(files: Sequence[File], heard: bool) -> Iterator[str]:
    """What was assumed of each file.

    Args:
        files: That were read.
        heard: Whether labels of people were taken in.
    """
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
        if any(field in ASIDE for column, field, sample in file.columns) and not (
            file.exact or is_pairs(file) or heard
        ):
            words = _("{name}: labels, comments and verdicts are set aside, under their own names")
            yield words.format(name=name)
        if file.run:
            words = _("{name}: another file has answers of the same systems, which are called “{run}” here")
            yield words.format(name=name, run=quoted(file.run))
        if file.has("verdict") and file.kind == "answers" and not file.exact:
            words = _("{name}: if {column} is what a machine said, gradertui verdicts NAME {name} takes it in")
            yield words.format(name=name, column=quoted(file.column("verdict")))


def about_counts(counts: Counter[str], mode: Mode) -> Iterator[str]:
    """What was counted and is worth a word."""
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


def about_left(left: Counter[str], foreign: Mapping[str, str], mode: Mode) -> Iterator[str]:
    """What was left out, and labels that are none."""
    for what, n in left.items():
        yield _("left out {n}: {what}").format(n=n, what=what)
    for name, label in foreign.items():
        words = _("{name}: “{label}” and the like are none of {known}: kept as they are")
        yield words.format(name=quoted(name), label=quoted(label), known=", ".join(KNOWN[mode]))


def about_crowd(people: int, most: int) -> Iterator[str]:
    """Labels of so many that none are taken in."""
    if people > most:
        words = _("labels of {n} people, a crowd and no panel: set aside; gradertui label takes in those of one")
        yield words.format(n=people)


def about_late(late: Mapping[str, str]) -> Iterator[str]:
    """Columns that came so late that nobody looked at them."""
    for column, where in late.items():
        words = _("column {column} is first seen in {place} and kept as it is; --map takes it")
        yield words.format(column=quoted(column), place=where)
