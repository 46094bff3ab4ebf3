"""Preferences for training: a prompt, the text that was chosen and the one that was rejected; ties apart.

One row per pair, by what its graders came to together; a pair on which they did not, or of which nobody could tell, is
left out and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, TextIO

from gradertui.formats.export import write_jsonl
from gradertui.locale import ngettext
from gradertui.modes.preference import by_text
from gradertui.report.exports.material import Material
from gradertui.report.rows import WRITTEN

TIED = ("T", "Z")


class _Pair(NamedTuple):
    task: str
    label: str
    """By the texts in the order of the file; empty where nothing was come to."""


def write(material: Material, file: TextIO) -> Iterator[str]:
    """Write the pairs of which one text was chosen."""
    pairs = _pairs(material)
    write_jsonl((_decided(material, pair) for pair in pairs if pair.label in ("A", "B")), file)
    came = Counter(pair.label for pair in pairs)
    if tied := came["T"] + came["Z"]:
        words = ngettext("{n} tie is no preference: not among these", "{n} ties are no preferences: not among these",
                         tied)  # fmt: skip
        yield words.format(n=tied)
    if unsure := came["0"]:
        words = ngettext("{n} pair of which nobody could tell: left out",
                         "{n} pairs of which nobody could tell: left out", unsure)  # fmt: skip
        yield words.format(n=unsure)
    if open_ := came[""]:
        words = ngettext("{n} pair without a label, or on which graders differ: left out",
                         "{n} pairs without a label, or on which graders differ: left out", open_)  # fmt: skip
        yield words.format(n=open_)


def ties(material: Material, file: TextIO) -> Iterator[str]:
    """Write the pairs of which neither was chosen."""
    tied = [pair for pair in _pairs(material) if pair.label in TIED]
    write_jsonl((_texts(material, pair) | {"label": WRITTEN[pair.label]} for pair in tied), file)
    yield ngettext("{n} tie", "{n} ties", len(tied)).format(n=len(tied))


def _pairs(material: Material) -> list[_Pair]:
    state, firsts = material.labels.state, material.session.firsts
    came = {task: "" for task in material.filed(firsts)}
    for at, task in enumerate(state.order):
        if at not in state.repeats and (label := state.marks[at].label):
            came[task.task_id] = by_text(task, label, firsts)
    return [_Pair(*each) for each in came.items()]


def _texts(material: Material, pair: _Pair) -> dict[str, Any]:
    a, b = (material.session.items.item(each) for each in material.items_of(pair.task))
    return {
        "prompt": material.question(a.question_id).text,
        "answer_a": a.text,
        "answer_b": b.text,
        "question_id": a.question_id,
        "system_a": a.system,
        "system_b": b.system,
        "replicate": a.replicate,
    }


def _decided(material: Material, pair: _Pair) -> dict[str, Any]:
    both = _texts(material, pair)
    won, lost = ("a", "b") if pair.label == "A" else ("b", "a")
    return {
        "prompt": both["prompt"],
        "chosen": both[f"answer_{won}"],
        "rejected": both[f"answer_{lost}"],
        "question_id": both["question_id"],
        "system_chosen": both[f"system_{won}"],
        "system_rejected": both[f"system_{lost}"],
        "replicate": both["replicate"],
    }
