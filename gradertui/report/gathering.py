"""Everything a report says, gathered from a session and its logs into one frozen value.

Decides what may be said (names or codes, contrasts or none yet) and of which tasks; the numbers are the mode's, how
it looks is in `text.py`, `document.py` and the folders of the modes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from statistics import median_low

from gradertui.marks import BLANK, Mark
from gradertui.model import Task
from gradertui.order import REPEAT
from gradertui.report import agreement, pace
from gradertui.report.kinds import KINDS
from gradertui.report.pace import Stretch
from gradertui.report.parts import Remark, Report, Work
from gradertui.report.planned import planned, sampled
from gradertui.report.together import Hand, Together, together
from gradertui.session import Session
from gradertui.settling import adjudicators
from gradertui.state import State
from gradertui.store.given import Given


def gather(session: Session, graders: Sequence[str] = ()) -> Report:
    """Gather what can be said now.

    Args:
        session: open.
        graders: whose labels; everybody's without any.

    Raises:
        StoreError: there are no labels.
    """
    found, plan = together(session, graders), session.plan
    withheld = None if plan.statistics == "live" or found.complete else plan.statistics
    return Report(
        name=session.name,
        mode=plan.mode,
        title=plan.title,
        note=plan.note,
        level=plan.level,
        event=plan.event,
        seed=plan.seed,
        done=found.done,
        total=found.total,
        complete=found.complete,
        named=found.named,
        names={arm: arm for arm in session.arms} if found.named else found.codes,
        planned=planned(session, found.hands, named=found.named),
        sampled=sampled(plan, found),
        withheld=withheld,
        letters={} if withheld == "sealed" else found.letters,
        numbers=KINDS[plan.mode].gather(session, found, withheld is None),
        agreement=agreement.gather(session, found),
        several=found.several,
        ways=found.ways,
        missing=found.progress.missing,
        works=tuple(_work(hand, pace.gather(session, found, hand)) for hand in found.hands),
        adjudicators=() if graders else tuple(adjudicators(session)),
        excluded=tuple(_remarks(found, found.state, "", lambda mark: mark.excluded)),
        unresolved=tuple(sorted(_unresolved(found))),
        flagged=tuple(_remarks(found, found.state, "", lambda mark: "" if mark.flagged else None)),
        comments=tuple(r for h in found.hands for r in _remarks(found, h.state, h.grader, lambda m: m.comment or None)),
    )


def _work(hand: Hand, stretches: tuple[Stretch, ...]) -> Work:
    ways, screens, carried = Counter[str](), Counter[str](), Counter[str]()
    for given in hand.given:
        ways[_way(given)] += given.labels
        screens[str(given.facts.get("statistics", "none"))] += given.labels
        if session := str(given.facts.get("carried") or ""):
            carried[session] += given.labels
    return Work(
        hand.grader,
        hand.state.labelled,
        hand.state.excluded,
        ways,
        screens,
        min((given.first for given in hand.given), default=""),
        max((given.last for given in hand.given), default=""),
        hand.repeats,
        _median(hand.state.paces),
        hand.state.plan_hash,
        hand.head,
        hand.shared,
        carried,
        sum(given.labels for given in hand.given if _blind(given)),
        stretches,
    )


def _way(given: Given) -> str:
    for way in ("carried", "imported"):
        if given.facts.get(way):
            return way
    return "open" if not given.facts.get("blind", True) else "revealed" if given.revealed else "blind"


def _blind(given: Given) -> bool:
    """Whether labels were given blind, here or in the session that they were carried from."""
    return _way(given) == "blind" or (_way(given) == "carried" and bool(given.facts.get("blind", True)))


def _median(paces: Mapping[int, int]) -> float | None:
    """Of the times in tenths of a second; 0 is a label from elsewhere, on which nobody spent time here."""
    spent = {pace: n for pace, n in paces.items() if pace}
    return median_low([pace for pace, n in spent.items() for _once in range(n)]) / 10 if spent else None


def _remarks(found: Together, state: State, grader: str, said: Callable[[Mark], str | None]) -> Iterator[Remark]:
    """The tasks of which something is said, cluster by cluster."""
    marks = enumerate(islice(state.marks, len(state.order)))
    told = ((position, text) for position, mark in marks if mark is not BLANK and (text := said(mark)) is not None)
    return iter(sorted(_remark(found, state, position, grader, text) for position, text in told))


def _remark(found: Together, state: State, position: int, grader: str, text: str) -> Remark:
    """A remark; where numbers stand beside codes of clusters, a cluster that somebody remembers has none."""
    task, told = state.order[position], found.named or not state.rules.named
    cluster = _cluster(state, task) if told else ""
    return Remark(cluster, " / ".join(task.arms) if found.named else "", grader, text)


def _cluster(state: State, task: Task) -> str:
    """The question or template of a task: what comes a second time is told as what it was the first time."""
    if not task.task_id.endswith(REPEAT):
        return task.cluster
    first = task.task_id.removesuffix(REPEAT)
    return next((each.cluster for each in state.order if each.task_id == first), "")


def _unresolved(found: Together) -> Iterator[Remark]:
    for position, labels in found.unresolved:
        text = ", ".join(f"{grader} {label}" for grader, label in labels.items())
        yield _remark(found, found.state, position, "", text)
