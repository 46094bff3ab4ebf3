"""The modes of judging, one file each, and the table that names them.

A mode says how items become tasks, which choices a task has, what a label means, and which counts it gives
to statistics. It does not say how anything looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from gradertui.locale import mark
from gradertui.model import Choice, Identity, Plan, Task
from gradertui.modes import grade, preference, tone


class Rules(NamedTuple):
    """What the rest of the program asks of a mode."""

    tasks: Callable[[Iterable[Identity], Mapping[str, bool | None]], list[Task]]
    """Items, and whether each question is answerable → tasks."""
    choices: Callable[[Plan], tuple[Choice, ...]]
    refusal: Callable[[Task, str], str | None]
    """Why a label cannot be given to a task, or None."""
    cell: Callable[[str, bool | None, Sequence[tuple[tuple[str, ...], str | None]], bool], Hashable]
    """Name of the cluster ("" unless `named`), whether its question is answerable, the arms and label (None: still
    open) of each of its tasks, and whether a partly labelled cluster counts → what statistics see of it, or None
    for nothing."""
    named: bool
    """Whether statistics look at clusters by name; if not, clusters that look alike are counted together."""
    together: bool
    """Whether the tasks of a cluster come one after the other; otherwise they are shuffled over everything, and while
    blind the rows by arm move every so many labels."""
    sided: bool = False
    """Whether a task has two arms, which stand left and right as each grader's order says."""


MODES: Mapping[str, Rules] = {
    "grade": Rules(grade.tasks, grade.choices, grade.refusal, grade.cell, named=False, together=True),
    "tone": Rules(tone.tasks, tone.choices, tone.refusal, tone.cell, named=True, together=False),
    "preference": Rules(
        preference.tasks,
        preference.choices,
        preference.refusal,
        preference.cell,
        named=False,
        together=False,
        sided=True,
    ),
}

CALLED: Mapping[str, str] = {"grade": mark("grade"), "tone": mark("tone"), "preference": mark("preference")}
"""What a mode is called where people read; its code in files and on the command line is the key."""

__all__ = ["CALLED", "MODES", "Rules"]
