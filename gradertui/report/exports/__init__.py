"""What can be taken away from a session: one file per format, and the table of them.

A new format is one file plus one line in EXPORTERS; the choices and the help of `gradertui export` follow from it. How
CSV and JSON lines are written is `formats/export.py`; where they go is the command line's business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from gradertui.locale import _, mark
from gradertui.report.exports import (
    deepeval,
    full,
    inspect_samples,
    label_studio,
    labels,
    langfuse,
    matrix,
    openai_evals,
    pairs,
    promptfoo,
)
from gradertui.report.exports.material import Material, gathered
from gradertui.store import StoreError

__all__ = ["EXPORTERS", "Exporter", "Material", "Writer", "gathered", "refuse_unfit", "table"]

Writer = Callable[[Material, TextIO], Iterable[str]]
"""Writes a file and gives back what is to be said of it, a line each; nothing is written until that is asked for."""
_MODES = ("grade", "tone", "preference")


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format: what it is, what it needs, and what writes it."""

    words: str
    suffix: str
    write: Writer
    modes: Collection[str] = _MODES
    named: bool = False
    """Whether it tells what a blind session hides: only once all is labelled, or systems were revealed."""
    labelled: bool = True
    """Whether it needs labels."""
    beside: Mapping[str, Writer] = field(default_factory=dict)
    """Files that are written beside it, by what stands before their ending."""


EXPORTERS: Mapping[str, Exporter] = {
    "csv": Exporter(mark("the labels, one row each"), ".csv", labels.table),
    "jsonl": Exporter(mark("the same as JSON lines"), ".jsonl", labels.lines),
    "full": Exporter(mark("everything, to make the session anew: gradertui new"), ".jsonl", full.write, named=True),
    "matrix": Exporter(mark("items × graders, blank where nobody said anything"), ".csv", matrix.write),
    "label-studio": Exporter(mark("tasks with annotations for Label Studio"), ".json", label_studio.write, named=True),
    "dpo": Exporter(mark("prompt, chosen, rejected; ties in their own file"), ".jsonl", pairs.write,
                    ("preference",), named=True, beside={"ties": pairs.ties}),
    "promptfoo": Exporter(mark("gold set: tests of promptfoo"), ".csv", promptfoo.write, ("grade",), labelled=False),
    "inspect": Exporter(mark("gold set: samples of Inspect"), ".jsonl", inspect_samples.write, ("grade",),
                        labelled=False),
    "openai-evals": Exporter(mark("gold set: samples of OpenAI evals"), ".jsonl", openai_evals.write, ("grade",),
                             labelled=False),
    "deepeval": Exporter(mark("gold set: goldens of DeepEval"), ".json", deepeval.write, ("grade",), labelled=False),
    "langfuse": Exporter(mark("scores for the traces of Langfuse"), ".jsonl", langfuse.write, ("grade", "tone"),
                         named=True),
}  # fmt: skip
"""Name to format."""


def refuse_unfit(name: str, material: Material) -> None:
    """Refuse a format that a session has nothing for, or that would tell what it hides.

    Raises:
        StoreError: with what to do.
    """
    session, exporter = material.session, EXPORTERS[name]
    if session.plan.mode not in exporter.modes:
        words = _("{name}: --format {format} is for sessions of {modes}; this one is of {mode}")
        modes = ", ".join(exporter.modes)
        raise StoreError(words.format(name=session.name, format=name, modes=modes, mode=session.plan.mode))
    if exporter.named and not material.named:
        words = _(
            "{name}: --format {format} tells what wrote each text; label everything first ({done} of {total} done), "
            "or: gradertui blinding {name} reveal"
        )
        found = material.labels
        raise StoreError(words.format(name=session.name, format=name, done=found.done, total=found.total))


def table() -> str:
    """The formats, as the help shows them."""
    wide = max(map(len, EXPORTERS))
    lines = (
        f"  {name.ljust(wide)}  {'; '.join((_(exporter.words), *_needs(exporter)))}"
        for name, exporter in EXPORTERS.items()
    )
    return "\n".join((_("formats:"), *lines, "", _("*: once all is labelled, or systems were revealed")))


def _needs(exporter: Exporter) -> Iterator[str]:
    if len(exporter.modes) < len(_MODES):
        yield ", ".join(exporter.modes)
    if exporter.named:
        yield "*"
