"""The gold set for the next automatic run: each question once, what a right answer says, and what it rests on.

Expected are the references, which are alternatives; where the sources have no answer, the plan's sentence for that;
where there is no reference, the texts that were labelled R. How each tool writes it is in the file of its format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gradertui.locale import _, ngettext
from gradertui.model import Question
from gradertui.report.exports.material import Material

UNKNOWN = "I don't know."
"""What is expected where the sources have no answer and the plan names no sentence for it."""


class Gold(NamedTuple):
    """A question and what is expected."""

    question: Question
    expected: tuple[str, ...]
    """Alternatives, at least one."""
    context: tuple[str, ...]
    """The texts of its sources."""

    @property
    def abstains(self) -> bool:
        """Whether it is expected that nothing is claimed."""
        return self.question.answerable is False

    @property
    def one_or_all(self) -> str | list[str]:
        """What is expected, as formats write it that take a text or a list of alternatives."""
        return self.expected[0] if len(self.expected) == 1 else list(self.expected)

    def metadata(self) -> dict[str, Any]:
        """What is known of the question besides."""
        asked = self.question
        said = {"topic": asked.topic, "split": asked.split, "critical": asked.critical}
        known = {} if asked.answerable is None else {"answerable": asked.answerable}
        return {"question_id": asked.question_id} | known | {key: value for key, value in said.items() if value}


class GoldSet(NamedTuple):
    """All of it."""

    rows: tuple[Gold, ...]
    words: tuple[str, ...]
    """What was taken for what, and what was left out."""


def gold(material: Material) -> GoldSet:
    """Find what is expected of each question, in the order of the file."""
    items = material.session.items
    questions, right = [items.question(each) for each in items.ids("questions")], _right(material)
    sources = material.sources
    rows = tuple(
        Gold(asked, expected, tuple(sources[key] for key in asked.source_ids if key in sources))
        for asked in questions
        if asked.text.strip() and (expected := _expected(asked, material, right))
    )
    return GoldSet(rows, tuple(_words(material, questions, rows)))


def _expected(asked: Question, material: Material, right: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if asked.answerable is False:
        return (material.session.plan.abstention or UNKNOWN,)
    return asked.references or right.get(asked.question_id, ())


def _right(material: Material) -> dict[str, tuple[str, ...]]:
    """Question without a reference to the texts that were labelled R; none while that could tell an arm."""
    if material.found is None or not material.named:
        return {}
    state, items = material.found.state, material.session.items
    marked = (at for at in range(len(state.order)) if state.marks[at].label == "R" and at not in state.repeats)
    found: dict[str, dict[str, None]] = {}
    for task in material.filed(state.order[at].task_id for at in marked):
        item = items.item(task)
        if item.text.strip() and not material.question(item.question_id).references:
            found.setdefault(item.question_id, {})[item.text] = None
    return {question: tuple(texts) for question, texts in found.items()}


def _words(material: Material, questions: list[Question], rows: tuple[Gold, ...]) -> Iterator[str]:
    if n := sum(row.abstains for row in rows) if not material.session.plan.abstention else 0:
        words = ngettext(
            "{n} question has no answer in the sources and the plan no sentence for that: “{text}” is expected",
            "{n} questions have no answer in the sources and the plan no sentence for that: “{text}” is expected",
            n,
        )
        yield words.format(n=n, text=UNKNOWN)
    if n := sum(not row.question.references and not row.abstains for row in rows):
        words = ngettext("{n} question has no reference: the texts labelled R are expected",
                         "{n} questions have no reference: the texts labelled R are expected", n)  # fmt: skip
        yield words.format(n=n)
    if n := sum(not asked.text.strip() for asked in questions):
        words = ngettext("{n} question has no text: left out", "{n} questions have no text: left out", n)
        yield words.format(n=n)
    if n := sum(bool(asked.text.strip()) for asked in questions) - len(rows):
        words = ngettext("{n} question has no reference, and no text that was labelled R: left out",
                         "{n} questions have no reference, and no text that was labelled R: left out", n)  # fmt: skip
        yield words.format(n=n) + ("" if material.named else _("; labels are looked at once systems may be named"))
