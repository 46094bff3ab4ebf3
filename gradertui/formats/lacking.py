"""What a file is that holds nothing to grade: a bank without answers, or labels without texts.

Such a file is counted, and it is said for which command it is. What can be graded is in `reading.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gradertui.formats.building import Builder
from gradertui.formats.errors import InputError, quoted
from gradertui.formats.files import File, look_into
from gradertui.formats.ratings import Ratings, read_ratings
from gradertui.locale import _, ngettext


class Lacking(NamedTuple):
    """What is in a file all the same, and what it can be used for."""

    words: str
    """One line: what is missing, and the command that the file is for."""
    lines: tuple[str, ...]
    """What was counted in it."""
    counts: Counter[str]
    """Questions, references, unanswerable, sources and what was left out; or items, graders, labels."""


def lacking(file: File) -> Lacking | None:
    """Say what a file of answers is that holds no answers; None where it holds some, or nobody knows."""
    if not file.samples or file.has("answer") or file.has("answer_a", "answer_b"):
        return None
    if file.has("question") or (file.has("question_id") and (file.has("reference") or file.has("source"))):
        return _bank(file)
    try:
        return _labels(file, read_ratings(file.path, encoding=file.encoding or None))
    except InputError:
        return None


def _bank(file: File) -> Lacking:
    bank = look_into(file.path, "bank", (), file.encoding or None, file.format)
    build = Builder(bank=True)
    build.open(bank)
    for row in bank.rows():
        build.take(row)
    build.counts["references"] = build.counts["questions"] - build.counts["no_reference"]
    words = _(
        "{name}: answers are missing (there are: {seen}); use --map COLUMN=answer, or as the bank of a file that has "
        "answers: gradertui new NAME ANSWERS --bank {name}"
    )
    build.counts["left"] = build.left.total()
    left = [_("left out {n}: {what}").format(n=n, what=what) for what, n in build.left.items()]
    lines = (*_bank_counts(build.counts), *left, *build.problems[:5])
    return Lacking(words.format(name=quoted(file.path.name), seen=file.seen), lines, build.counts)


def _bank_counts(counts: Counter[str]) -> Iterator[str]:
    n, sources, references = counts["questions"], counts["sources"], counts["references"]
    counted = (
        ngettext("{n} question", "{n} questions", n).format(n=n),
        ngettext("{n} with a reference", "{n} with a reference", references).format(n=references),
        ngettext("{n} source", "{n} sources", sources).format(n=sources),
        ngettext("{n} answer", "{n} answers", 0).format(n=0),
    )
    yield " · ".join(counted)


def _labels(file: File, ratings: Ratings) -> Lacking | None:
    graders = dict.fromkeys(grader for of in ratings.items.values() for grader in of)
    values = Counter(value for of in ratings.items.values() for value in of.values())
    if 2 * len(values) > values.total():
        return None  # labels come up again and again; what is different in almost every cell is something else
    counts = Counter({"items": len(ratings.items), "graders": len(graders), "labels": values.total()})
    n = counts["labels"]
    counted = (
        ngettext("{n} item", "{n} items", counts["items"]).format(n=counts["items"]),
        ngettext("{n} grader", "{n} graders", len(graders)).format(n=len(graders)),
        ngettext("{n} label", "{n} labels", n).format(n=n),
    )
    told = " · ".join(f"{quoted(value, 24)} {times}" for value, times in values.most_common(8))
    words = _(
        "{name}: labels without texts, so that there is nothing to grade; for them there is: gradertui agreement {name}"
    )
    return Lacking(words.format(name=quoted(file.path.name)), (" · ".join(counted), told), counts | values)
