"""The parts of a report that every mode has, as frozen values; the mode's own numbers travel in `Report.numbers`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from gradertui.model import Statistics
from gradertui.report.agreement import Agreed
from gradertui.report.hands import Repeats
from gradertui.report.pace import Stretch
from gradertui.report.planned import Planned, Sampled
from gradertui.report.resolving import Way
from gradertui.report.together import Missing, Several
from gradertui.settling import Adjudicator
from gradertui.store.log import Head


class Work(NamedTuple):
    """What one grader did, and how."""

    grader: str
    labels: int
    excluded: int
    ways: Mapping[str, int]
    """How many labels were given "blind", "open", "revealed" (after the reveal), or are "imported" or "carried"."""
    screens: Mapping[str, int]
    """How many labels were given with which statistics on the screen."""
    first: str
    last: str
    repeats: Repeats | None
    """How they agree with themselves; None before all of their part is done, and without hidden repeats."""
    seconds: float | None
    """Median time spent on a label given here; None without any."""
    plan_hash: str
    head: Head
    """Where the log ended: whoever has this can tell whether anything before it was changed."""
    shared: int = 0
    """Labels that are another grader's, and count there."""
    carried: Mapping[str, int] = MappingProxyType({})
    """Session to how many labels were carried from there."""
    blind: int = 0
    """How many labels were given blind, here or in the session that they were carried from."""
    stretches: tuple[Stretch, ...] = ()
    """How the grader went through the work; none where their order says nothing."""


class Remark(NamedTuple):
    """A task that needs to be read, and what was said of it."""

    cluster: str
    """The question; empty where clusters go by codes."""
    arm: str
    """Empty while arms go by codes: a code beside an answer that somebody remembers would tell."""
    grader: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says, whatever it is written as."""

    name: str
    mode: str
    title: str
    note: str
    level: float
    event: str
    seed: int
    done: int
    total: int
    complete: bool
    named: bool
    names: Mapping[str, str]
    """Arm to how it is called: its name, or its code."""
    planned: Planned
    sampled: Sampled
    withheld: Statistics | None
    """The policy that keeps arms from being compared now, if one does."""
    letters: Mapping[str, int]
    """Over all arms."""
    numbers: Any
    """What the mode gathered; its own modules know of what type."""
    agreement: Agreed | None
    """None while the plan lets nothing be seen but counts."""
    several: Several | None
    """In tone, how the ratings of several graders count as one."""
    ways: Mapping[Way, int]
    """How many labels came about how."""
    missing: tuple[Missing, ...]
    """Graders whose part is not done."""
    works: tuple[Work, ...]
    adjudicators: tuple[Adjudicator, ...]
    """Who settled what is in the numbers."""
    excluded: tuple[Remark, ...]
    unresolved: tuple[Remark, ...]
    flagged: tuple[Remark, ...]
    comments: tuple[Remark, ...]
