"""What Label Studio's annotators chose, rated and wrote: which control of a project holds the label, and who says so.

A project names its controls freely. Which of them is the grade follows from what was chosen in it; what no field takes
is kept under its name. How a file holds annotations is in `labelstudio.py` and `labelstudio_flat.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gradertui.formats.fields import ALIASES_OF, normal
from gradertui.formats.meanings import meant
from gradertui.formats.tools.foreign import Foreign, Id, Keyed, Many
from gradertui.formats.values import kept

FIELDS: Mapping[str, str] = {"choices": "label", "rating": "tone", "textarea": "comment", "pairwise": "preference"}
"""Type of a control to the field that one control of it fills."""
_VALUES: Mapping[str, str] = {"choices": "choices", "rating": "rating", "textarea": "text", "pairwise": "selected"}

GRADER = "grader"
"""A text of this name says who graded, as in tasks of our own: who brought them into Label Studio stands beside it."""


class Result(Foreign):
    """What was said with one control."""

    from_name: str | None = None
    type: str | None = None
    value: Keyed[Any] = {}


class Person(Foreign):
    """Who annotated, where the file tells more than a number."""

    id: Id = None
    email: str | None = None


class Annotation(Foreign):
    """What one annotator said of a task."""

    completed_by: Id | Person = None
    result: Many[Result] = []
    was_cancelled: bool | None = None
    skipped: bool | None = None


def written(result: Result) -> str:
    """What was said, as one text; empty where nothing was."""
    value = result.value.get(_VALUES.get(result.type or "", ""), result.value)
    if not isinstance(value, list):
        return kept(value) if value not in (None, {}) else ""
    return ("\n" if result.type == "textarea" else ", ").join(map(kept, value))


class Controls:
    """Which control fills which field, found out from some annotations."""

    def __init__(self, annotations: Iterable[Annotation]) -> None:
        said: dict[str, dict[str, Counter[str]]] = {}
        for result in (result for annotation in annotations for result in annotation.result):
            if result.type and result.type in FIELDS and result.from_name not in (None, GRADER):
                of = said.setdefault(result.type, {}).setdefault(result.from_name or "", Counter())
                of[written(result)] += 1
        ratings = {name: of for name, of in said.get("rating", {}).items() if of.keys() <= set("12345")}
        self.fields: dict[str, str] = {
            FIELDS[kind]: max(found, key=lambda name: (_share(kind, found[name]), _named(kind, name)))
            for kind, found in (said | {"rating": ratings}).items()
            if found
        }
        label = self.fields.get("label", "")
        self._ours = not label or _share("choices", said["choices"][label]) == 1
        """Whether every label that was looked at is one of ours."""

    def cells(self, annotation: Annotation) -> dict[str, object]:
        """What an annotation says, by field; None where it says nothing."""
        told = {result.from_name: written(result) for result in annotation.result}
        return {field: told.get(name) or None for field, name in self.fields.items()}

    @staticmethod
    def grader(annotation: Annotation) -> str:
        """Who graded, where a text of theirs says so."""
        return next((written(each) for each in annotation.result if each.from_name == GRADER), "")

    def others(self, annotation: Annotation) -> dict[str, str]:
        """What it says with controls that fill no field, or none whose labels are ours, by their names."""
        taken = {name for field, name in self.fields.items() if field != "label" or self._ours} | {GRADER}
        return {
            result.from_name: written(result)
            for result in annotation.result
            if result.from_name and result.from_name not in taken
        }


def _share(kind: str, of: Counter[str]) -> float:
    """How many of what was chosen are labels of ours."""
    if kind != "choices":
        return 0
    ours = sum(n for word, n in of.items() if meant("grade", word) or meant("preference", word))
    return ours / of.total()


def _named(kind: str, name: str) -> bool:
    """Whether a control is called what its field may be called."""
    return normal(name) in ALIASES_OF["comment" if kind == "textarea" else "label"]


class Graders:
    """Annotators by the least that tells them apart: a number, or what stands before the @ of an address."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def name(self, who: Id | Person) -> str:
        """The name of an annotator; nobody's annotation is the tool's."""
        number: Id = who.id if isinstance(who, Person) else who
        address = (who.email or "") if isinstance(who, Person) else ""
        if isinstance(number, str) and "@" in number:
            address, number = number, None
        if not address:
            return "label-studio" if number is None else kept(number)
        short = address.partition("@")[0]
        if self._first.setdefault(short, address) == address:
            return short
        return f"{short}-{kept(number)}" if number is not None else address
