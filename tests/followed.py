"""What tests of carried labels share: the same parts under other names, a labelled session, and what follows."""

from contextlib import closing

from screens import AT, bank

from gradertui import events
from gradertui.following import follow
from gradertui.model import Item, Question, Source
from gradertui.modes.preference import by_text
from gradertui.session import Session

LATER = "2026-04-01T10:00:00.000+00:00"


def changed(parts, kind, **facts):
    """The same parts with something else in all of one kind."""
    return [part._replace(**facts) if isinstance(part, kind) else part for part in parts]


def called(parts, tail):
    """The same parts under other ids and systems: what a new run may call otherwise."""
    for part in parts:
        match part:
            case Source():
                yield part._replace(source_id=part.source_id + tail)
            case Question():
                sources = tuple(key + tail for key in part.source_ids)
                yield part._replace(question_id=part.question_id + tail, source_ids=sources)
            case Item():
                ids = {"item_id": part.item_id + tail, "question_id": part.question_id and part.question_id + tail}
                yield part._replace(**ids, system=part.system and part.system + tail)


def apart(questions=3, systems=("a", "b")):
    """A bank in which no two answers read the same."""
    return [
        part._replace(text=f"{part.text} Says {part.system}.") if isinstance(part, Item) else part
        for part in bank(questions, systems)
    ]


def labelled(folder, say, grader="ana", more=lambda task, position: ()):
    """Let a grader say something of each task; what is None stays open."""
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        known = session.state(log).plan_hash
        given = [
            event
            for position, task in enumerate(log.order())
            if (label := say(task)) is not None
            for event in (
                events.labelled(task.task_id, position, label, active_ms=2000, blind=True, screen="live"),
                *more(task, position),
            )
        ]
        log.append_all([*session.freezing(known, grader, AT), *given], AT)


def carried(folder, old, *graders):
    with closing(Session(folder)) as session, closing(Session(old)) as other:
        return follow(session, other, graders, lambda: LATER)


def labels(folder, grader="ana"):
    """What stands in a grader's log, without hidden repeats: text or texts to the label by text."""
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        state = session.state(log)
        return {
            task.task_id: by_text(task, state.marks[at].label, session.firsts)
            for at, task in enumerate(state.order)
            if state.marks[at].label is not None
        }


def told(folder, grader="ana"):
    with closing(Session(folder)) as session, closing(session.log(grader)) as log:
        return list(log.events())


def by_system(task):
    return {"a": "R", "b": "X"}[task.arms[0][0]]


def pairs(n=12):
    """Questions with two texts each, of which one says that it is good."""
    for q in range(n):
        yield Question(f"q{q}", f"What is {q}?")
        yield Item(f"q{q}-1", f"{q}: this is the good one.", f"q{q}", "m", template=f"p{q}", variant="a")
        yield Item(f"q{q}-2", f"{q}: this is the bad one.", f"q{q}", "n", template=f"p{q}", variant="b")


def swapped(parts):
    """The same pairs with the second text first in the file."""
    turn = {"a": "b", "b": "a", "": ""}
    return [part._replace(variant=turn[part.variant]) if isinstance(part, Item) else part for part in parts]
