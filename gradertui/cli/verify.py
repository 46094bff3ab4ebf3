"""`gradertui verify`: check that no log was rewritten, and that what follows from the logs is what they say.

Exit 0 when everything is whole, 1 with a line for each finding.
"""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing

from gradertui.locale import _, mark, ngettext
from gradertui.locale.faults import told
from gradertui.session import Session, sessions_folder
from gradertui.state import State
from gradertui.store import StoreError
from gradertui.store.log import Log

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark("example:\n  gradertui verify dia18")


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))


def run(given: Namespace) -> int:
    """Check every log and print a line for each, or a line for each finding."""
    found = False
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        for grader in session.graders():
            findings = list(_findings(session, grader))
            found |= bool(findings)
            print(*(f"{grader}: {finding}" for finding in findings or [_whole(session, grader)]), sep="\n")
        if not session.graders():
            print(_("{name}: no logs yet").format(name=session.name))
    return int(found)


def _whole(session: Session, grader: str) -> str:
    with closing(session.log(grader)) as log:
        n = log.count()
        frozen = any(True for _event in log.events("PlanFrozen"))
        plan = _("plan as frozen") if frozen else _("plan not frozen")
    return ngettext("{n} event, chain whole, {plan}", "{n} events, chain whole, {plan}", n).format(n=n, plan=plan)


def _findings(session: Session, grader: str) -> Iterator[str]:
    try:
        with closing(session.log(grader)) as log:
            broken = list(log.broken())
            yield from broken
            if log.count():
                yield from _unlike(session, log, grader)
                if not broken:
                    yield from _folded(session, log)
    except (sqlite3.Error, StoreError) as error:
        yield _("the file is damaged: {error}").format(error=told(error))


def _unlike(session: Session, log: Log, grader: str) -> Iterator[str]:
    """What differs from what the plan and the items give."""
    frozen = {event.value for event in log.events("PlanFrozen")}
    if frozen and frozen != {session.plan_hash}:
        yield _("session.toml is not the plan that was frozen at the first label; the log keeps that one")
    if list(log.tasks()) != session.arranged(grader):
        yield _("the tasks or their order are not those that the seed and the items give")


def _folded(session: Session, log: Log) -> Iterator[str]:
    """What the fold of the events and the view `labels` say differently."""
    try:
        state = session.state(log)
    except (ValueError, LookupError) as error:
        yield _("the events do not follow from each other: {error}").format(error=error)
        return
    viewed = dict(log.labels())
    for task, label in _labels(state):
        if viewed.pop(task, None) != label:
            yield _("{task}: the events say {label}, the view labels says otherwise").format(task=task, label=label)
    for task in viewed:
        yield _("{task}: the view labels has a label that the events do not give").format(task=task)


def _labels(state: State) -> Iterator[tuple[str, str]]:
    for position, task in enumerate(state.order):
        if (label := state.marks[position].label) is not None:
            yield task.task_id, label
