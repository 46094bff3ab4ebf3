"""What is judged, and what was decided about judging it.

Frozen values and nothing else: no disk, no clock, no screen, no statistics. Anything that happens to
these values in the course of judging is an event (`events.py`) and lives in the log, never here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Mode = Literal["grade", "tone", "preference"]
Statistics = Literal["live", "pooled", "sealed"]
Event = Literal["incorrect", "correct", "abstained"]
Correction = Literal["holm", "min-p"]
ARM_COLUMN: Mapping[str, str] = {"grade": "system", "tone": "variant", "preference": "system"}
"""Mode to the field of an item that is compared and hidden."""
Verdict = Literal["supported", "partial", "unsupported", "abstained", "unverified"]
"""What a machine's word on an answer amounts to."""
KINDS = ("contradicts", "adds-true", "adds-false", "citation")
"""Kinds of error that a plan can ask for after an X; a plan may name others."""


class Source(NamedTuple):
    """A text the answers should rest on.

    Sources, questions and items are named tuples and no dataclasses: an import makes 100,000, in a third of the time.
    """

    source_id: str
    text: str
    topic: str = ""


class Question(NamedTuple):
    """What was asked, what a right answer says, and whether the sources hold one."""

    question_id: str
    text: str
    references: tuple[str, ...] = ()
    """Alternatives: matching one of them is enough. Never joined into one text."""
    answerable: bool | None = None
    """None is unknown: letters are kept and reported as letters, no hallucination rate is claimed."""
    source_ids: tuple[str, ...] = ()
    topic: str = ""
    split: str = ""
    critical: bool = False


class Item(NamedTuple):
    """One text to be judged. What it is compared on (arm, cluster) depends on the mode."""

    item_id: str
    text: str
    question_id: str = ""
    system: str = ""
    template: str = ""
    variant: str = ""
    replicate: int = 1
    confidence: float | None = None
    cited_source: str = ""
    retrieved: tuple[str, ...] = ()
    baseline_answer: str = ""
    original: Mapping[str, str] = {}
    """Columns the import had no field for, under their own names."""


class Identity(NamedTuple):
    """What makes an item this item and no other, without its text; of what a row calls it, as much as the row says."""

    item_id: str
    question_id: str = ""
    system: str = ""
    template: str = ""
    variant: str = ""
    replicate: int = 1


class Answer(NamedTuple):
    """What can be checked of an item without a model; a hundred thousand are read for a report."""

    item_id: str
    text: str
    question_id: str = ""
    system: str = ""
    replicate: int = 1
    cited_source: str = ""
    retrieved: tuple[str, ...] = ()
    baseline_answer: str = ""


class Task(NamedTuple):
    """What is put before the grader at once.

    A named tuple and not a dataclass: 100,000 of them are held in memory (96 bytes each).
    """

    task_id: str
    cluster: str
    arms: tuple[str, ...]
    """One arm in grade and tone, two in preference."""
    replicate: int
    answerable: bool | None


class Choice(NamedTuple):
    """A label the grader can give: the key, the label stored, and what it means in a few words."""

    key: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What was decided before the first label."""

    mode: Mode = "grade"
    title: str = ""
    seed: int = 0
    blind: bool = True
    level: float = 0.95
    event: Event = "incorrect"
    arms: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    """Planned comparisons, from the first to the second: one Holm family."""
    primary: tuple[str, ...] = ()
    """The one pair the study is about: tested by itself, outside the family of the others."""
    hypothesis: str = ""
    """What is expected, with its direction, in words."""
    accepts_reverse: bool | None = None
    """Whether the opposite result would be accepted as readily; None was not asked."""
    correction: Correction = "holm"
    """In tone: how the tests per template are corrected."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Fixed beforehand: "rate" (the largest rate of the event that is acceptable), "difference" (the smallest between
    two arms that matters), "confidence" (from which an answer is delivered), "precision" (wanted of what is
    delivered), "verdict"."""
    held_out: str = ""
    """The split of the questions that is looked at once, at the end."""
    graders: tuple[str, ...] = ()
    """Who grades; nobody named is whoever comes."""
    several: Literal["common", "averaged"] = "common"
    """In tone, with several graders: ratings are summed over the cards that all of them rated, or each grader's
    differences by template are averaged."""
    overlap: float = 1.0
    """Which share of the clusters every named grader gets; the rest is dealt out among them."""
    order: Literal["shuffled", "file"] = "shuffled"
    kinds: tuple[str, ...] = ()
    """Kinds of error asked for after an X."""
    statistics: Statistics = "live"
    shows: tuple[str, ...] = ()
    """What betrays an arm in passing and is shown all the same: "citation", "confidence", "note"."""
    refresh: int = 10
    """In tone and preference: while blind, rows by arm move every so many labels."""
    repeats: int = 0
    """How many tasks come a second time, without its being said."""
    mask: str = "[compañero]"
    """In tone and preference: what stands in the place of names."""
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """In tone and preference: other names of a variant or system, masked too."""
    masked: tuple[str, ...] = ()
    """In preference: names of models and their makers, masked too."""
    neutralised: tuple[tuple[str, str], ...] = ()
    """In tone: gendered twins that are shown as one word."""
    accepted: tuple[str, ...] = ()
    """In tone: words that tell the variants apart and may stay."""
    abstention: str = ""
    """The sentence by which a system says that it does not know."""
    note: str = ""
    """A word of warning that every report repeats, such as that the data are a toy."""
    rubric: Mapping[str, str] = field(default_factory=dict)
    """Label to its meaning in this session; shown by the help."""
    bank: Mapping[str, str] = field(default_factory=dict)
    """Of questions and sources "author", "date", and the "hash" of what they were when the plan was written; that of
    the "answers"."""
    declared: Mapping[str, str] = field(default_factory=dict)
    """Answers to what no record can answer before publishing: "use", "threshold", "review"."""
