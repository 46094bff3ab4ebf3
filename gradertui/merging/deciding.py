"""What becomes of one file of the session, given what other copies have of it. Decides, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple

from gradertui.events import Event, held_out_opened
from gradertui.locale import _, ngettext
from gradertui.merging import fitting
from gradertui.merging.chains import Chain, Fork, joined, left
from gradertui.merging.copies import Found, Lineage
from gradertui.merging.rows import Added, Row, added, beside, of_events
from gradertui.order import Order
from gradertui.session import Session, locked_words, planning
from gradertui.state import State, begin
from gradertui.store import StoreError
from gradertui.store.locking import held, let_go
from gradertui.store.log import Log
from gradertui.store.verifying import examine
from gradertui.text import one_line

What = Literal["new", "continues", "rows", "nothing", "refused"]


class Decision(NamedTuple):
    """What becomes of one file of the session."""

    name: str
    """Where it lies, such as labels/ana.sqlite; for a whole copy that is refused, its name."""
    what: What
    words: tuple[str, ...] = ()
    """Why it is refused; otherwise what is to be known of it."""
    copy: Path | None = None
    """What takes its place."""
    ours: int = 0
    """How many events it had when this was decided."""
    theirs: int = 0
    """How many events what takes its place has; where nothing does, as many as ours."""
    added: tuple[Event, ...] = ()
    """What is appended then."""
    against: bool = False
    """Whether some of what was said cannot be decided; its words say what."""

    @property
    def grader(self) -> str:
        """Whose file it is."""
        return Path(self.name).stem

    @property
    def new(self) -> int:
        """How many events come in."""
        return max(0, self.theirs - self.ours) + len(self.added)


class Grounds(NamedTuple):
    """What every decision goes by."""

    session: Session
    ids: frozenset[str]
    """Of the answers."""
    known: frozenset[str]
    """Every plan that held at some time, by its hash."""
    now: str


def of_plan(lineages: Sequence[Lineage]) -> Iterator[Decision]:
    """The record that goes on from ours, with every look at what is held out that is on record anywhere.

    A copy that only froze the same plan at another time changes nothing here.
    """
    ours = lineages[0]
    frozen = [(-len(each.hashes), each.since, each) for each in lineages if each.since and each.record]
    best = min(frozen, key=lambda each: each[:2])[2] if frozen else ours
    if ours.since and len(best.hashes) <= len(ours.hashes):
        best = ours
    looks = {look for each in lineages for look in each.looks} - set(best.looks)
    events = tuple(held_out_opened(look.split, look.by, look.how)._replace(at=look.at) for look in sorted(looks))
    if best is not ours:
        n = ours.events
        yield Decision(planning.LOG, "continues" if n else "new", (), best.record, n, best.events, events)
    elif events:
        yield Decision(planning.LOG, "rows", (), None, ours.events, ours.events, events)


def of_log(grounds: Grounds, name: str, logs: Iterable[Found], rows: Sequence[Row]) -> Iterator[Decision]:
    """What becomes of a log, and why nothing becomes of some of what was found.

    Args:
        grounds: of every decision.
        name: where it lies in the session.
        logs: found for it.
        rows: what exports say, if it is a grader's.
    """
    try:
        path = grounds.session.folder / name
        chains = [_ours(path)] if path.exists() else []
        for found in logs:
            if unfit := _unfit(grounds, found):
                yield Decision(name, "refused", (f"{one_line(str(found.source))}: {unfit}",))
            else:
                chains += _theirs(found)
        if chains or rows:
            yield _decided(grounds, name, chains, rows)
    except StoreError as error:
        yield Decision(name, "refused", (str(error),))


def _unfit(grounds: Grounds, found: Found) -> str:
    if found.damage:
        return found.damage
    with closing(Log(found.copy)) as log:
        return fitting.unfit(grounds.session, found, log, grounds.ids, grounds.known)


def _ours(path: Path) -> Chain:
    if damages := examine(path).findings:
        raise StoreError(f"{path}: {damages[0].words}")
    with closing(Log(path)) as log:
        return Chain(tuple(log.events()), path)


def _theirs(found: Found) -> list[Chain]:
    """Nothing where nobody has done anything."""
    with closing(Log(found.copy)) as log:
        events = tuple(log.events())
    return [Chain(events, found.source, found.copy)] if events else []


def _decided(grounds: Grounds, name: str, chains: Sequence[Chain], rows: Sequence[Row]) -> Decision:
    base = joined(chains) if chains else None
    if isinstance(base, Fork):
        raise StoreError(_forked(base, Path(name).stem))
    new = _added(grounds, name, base, chains, rows)
    ours = next((len(chain.events) for chain in chains if chain.copy is None), None)
    replaced = base is not None and base.copy is not None and (ours is None or base.events != chains[0].events)
    if replaced or (new.events and ours is not None):
        let_go(held(grounds.session.folder / name) if ours is not None else None)
    theirs = len(base.events) if base else 0
    what: What = "nothing"
    if replaced:
        what = "new" if ours is None else "continues"
    elif new.events:
        what = "rows"
    elif new.against:
        what = "refused"
    remarks = fitting.clocks(Path(name).stem, base.events, grounds.now) if base and replaced else ()
    copy = base.copy if base and replaced else None
    return Decision(name, what, (*remarks, *new.against), copy, ours or 0, theirs, new.events, bool(new.against))


def _added(grounds: Grounds, name: str, base: Chain | None, chains: Sequence[Chain], rows: Sequence[Row]) -> Added:
    """What is to be appended to the joined log."""
    rest = [event for chain in chains if base for event in left(chain, base)]
    if name.startswith("verdicts/") and base:
        return Added(tuple(_judged(base.events, rest)))
    rows = [*rows, *of_events(rest)]
    if not rows and not rest:
        return Added(())
    state, log = _state(grounds.session, name, base), base.events if base else ()
    new = added(state, log, rows)
    new = new._replace(events=(*new.events, *beside(log, new.events, rest)))
    if new.events and state.locked:
        raise StoreError(locked_words())
    return new


def _judged(log: Sequence[Event], rest: Iterable[Event]) -> Iterator[Event]:
    """Verdicts that were given later than what a tool said last of the same item."""
    last = {event.task: _moment(event) for event in log if event.kind == "Judged"}
    for event in sorted((event for event in rest if event.kind == "Judged"), key=_moment):
        if _moment(event) > last.get(event.task, ("", "", "")):
            last[event.task] = _moment(event)
            yield event


def _moment(event: Event) -> tuple[str, str, str]:
    return event.at, event.value, event.body


def _state(session: Session, name: str, base: Chain | None) -> State:
    """What a log amounts to that is not in its place yet, or is not there at all."""
    grader = Path(name).stem
    if base is None:
        session.refuse_stranger(grader)
        return begin(Order(session.arranged(grader)), session.rules, partial=True)
    with closing(Log(base.copy or base.source)) as log:
        if log.count():
            return session.state(log)
        return begin(Order(session.arranged(log.arranged_as(grader))), session.rules, partial=True)


def _forked(fork: Fork, grader: str) -> str:
    one, other, n = fork
    shared = ngettext("share event 1", "share events 1 to {n}", n).format(n=n) if n else _("share no event")
    words = _(
        "two logs of {grader} ({one}; {other}) {shared} and differ from {next} on ({at} and {at_other}): one id used "
        "by two people or on two machines; nothing of it is taken; to take the other in as another grader: "
        "--as {grader}={grader}2"
    )
    at, at_other = (one_line(chain.events[n].at[:16].replace("T", " "), 20) for chain in (one, other))
    return words.format(
        grader=grader, one=one_line(str(one.source)), other=one_line(str(other.source)), shared=shared,
        next=n + 1, at=at, at_other=at_other,
    )  # fmt: skip
