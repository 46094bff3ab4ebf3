"""Tasks with annotations for Label Studio, and the labelling configuration that they fit.

Who labelled stands in an annotation of its own: Label Studio refuses a file that names people it does not know. A
preference is a choice and not its tag Pairwise, which has no ties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from gradertui.formats.export import write_json
from gradertui.locale import _
from gradertui.model import Item, Question, Task
from gradertui.report.exports.material import Material
from gradertui.report.rows import WRITTEN, rows

_TEXTS: Mapping[str, Sequence[str]] = {
    "grade": ("question", "reference", "source", "answer"),
    "tone": ("source", "card"),
    "preference": ("question", "text_a", "text_b"),
}
"""What is shown of a task; the last is what labels are about."""


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write every task, also those without labels."""
    said: dict[str, list[dict[str, Any]]] = {}
    for row in rows(material.session, material.labels):
        said.setdefault(row["item_id"], []).append(_annotation(material, row))
    tasks = {task.task_id: task for task in material.session.tasks()}
    made = ({"data": _shown(material, tasks[each]), "annotations": said.get(each, [])} for each in
            material.filed(tasks))  # fmt: skip
    write_json(made, file)
    yield _("the labelling configuration that fits (Settings, Labeling Interface, Code), before the import:")
    yield configuration(material)


def _annotation(material: Material, row: Mapping[str, Any]) -> dict[str, Any]:
    mode = material.session.plan.mode
    about, label = _TEXTS[mode][-1], row["label"]
    value = {"rating": int(label)} if mode == "tone" else {"choices": [label]}
    result = [_said(mode, about, "rating" if mode == "tone" else "choices", value)]
    for name, text in (("comment", row["comment"]), ("grader", material.called[row["grader"]])):
        if text:
            result.append(_said(name, about, "textarea", {"text": [text]}))
    return {
        "result": result,
        "was_cancelled": False,
        "ground_truth": False,
        "created_at": row["at"],
        "lead_time": (row["active_ms"] or 0) / 1000,
    }


def _said(name: str, about: str, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {"from_name": name, "to_name": about, "type": kind, "value": value}


def _shown(material: Material, task: Task) -> dict[str, Any]:
    """What is shown of a task, and what it is; original columns that are called the same are told apart."""
    items, rules = material.session.items, material.session.rules
    item, *other = (items.item(each) for each in material.items_of(task.task_id))
    asked = material.question(item.question_id) if item.question_id else Question("", "")
    known = {"item_id": task.task_id, "replicate": item.replicate}
    if rules.sided:
        known |= {"text_a": item.text, "text_b": other[0].text, "system_a": item.system, "system_b": other[0].system}
    elif rules.together:
        known |= {"answer": item.text, "system": item.system, "reference": _alternatives(asked.references)}
        known |= {} if asked.answerable is None else {"answerable": "yes" if asked.answerable else "no"}
    else:
        known |= {"card": item.text, "template": item.template, "variant": item.variant}
    about = {"question_id": asked.question_id, "question": asked.text, "source": _sources(material, item, asked)}
    told = known | {name: text for name, text in about.items() if text or name in _TEXTS[material.session.plan.mode]}
    return told | {_beside(name, told): cell for name, cell in material.of_first(task.task_id).items()}


def _sources(material: Material, item: Item, asked: Question) -> str:
    """The texts that it should rest on: of a card, the note it was written from."""
    own = asked.source_ids or (() if material.session.rules.together else item.retrieved)
    return "\n\n".join(material.sources[key] for key in own if key in material.sources)


def _beside(name: str, ours: Mapping[str, Any]) -> str:
    return f"{name} (original)" if name in ours else name


def _alternatives(references: Sequence[str]) -> str | list[str]:
    return list(references) if len(references) > 1 else "".join(references)


def configuration(material: Material) -> str:
    """The XML of the labelling interface."""
    from xml.etree import ElementTree

    mode, plan = material.session.plan.mode, material.session.plan
    view, about = ElementTree.Element("View"), _TEXTS[mode][-1]
    for name in _TEXTS[mode]:
        ElementTree.SubElement(view, "Text", name=name, value=f"${name}")
    if mode == "tone":
        ElementTree.SubElement(view, "Rating", name=mode, toName=about, maxRating="5", required="true")
    else:
        control = ElementTree.SubElement(view, "Choices", name=mode, toName=about, choice="single", required="true")
        for choice in material.session.rules.choices(plan):
            ElementTree.SubElement(control, "Choice", value=WRITTEN.get(choice.label, choice.label))
    for name in ("comment", "grader"):
        ElementTree.SubElement(view, "TextArea", name=name, toName=about, rows="2")
    ElementTree.indent(view)
    return ElementTree.tostring(view, encoding="unicode")
