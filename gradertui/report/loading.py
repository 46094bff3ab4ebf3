"""The library door: a session as pandas frames, for whoever analyses it in a notebook.

The rules of the report hold here too: before everything is labelled or somebody reveals, arms go by codes, and
whatever an arm follows from is missing. Every column is there whatever the session holds, with the same type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from gradertui.events import Event
from gradertui.masking import Mask
from gradertui.model import Identity, Item, Mode, Question
from gradertui.order import REPEAT, codes
from gradertui.report.document import document
from gradertui.report.gathering import gather
from gradertui.report.rows import COLUMNS, calls, originals, rows
from gradertui.report.rows import ITEMS as NAMED
from gradertui.report.together import NoLabels, Together, hidden, together
from gradertui.session import Session
from gradertui.session.ids import ids

# Kept by Python and not by Arrow, which refuses the half characters that answers may contain.
TEXT = pd.StringDtype("python")
TIME = "datetime64[ms, UTC]"
_TYPES: Mapping[str, Any] = {
    "replicate": "Int64",
    "references": object,
    "answerable": "boolean",
    "sources": object,
    "critical": "boolean",
    "confidence": "Float64",
    "retrieved": object,
    "flagged": "boolean",
    "at": TIME,
    "active_ms": "Int64",
    "blind": "boolean",
    "position": "Int64",
    "seq": "Int64",
    "repeat": "boolean",
    "undone": "boolean",
}
"""Column to its type where it is not text."""
_ASKED = ("text", "question", "references", "answerable", "sources", "topic", "split", "critical")
_PASSING = ("confidence", "cited_source", "retrieved", "baseline_answer")
"""What tells an arm in passing: missing while arms go by codes."""
ITEMS: Mapping[str, tuple[str, ...]] = {mode: (*NAMED[mode], *_ASKED, *_PASSING) for mode in NAMED}
"""The columns of `Loaded.items` in each mode; original columns come after."""
HISTORY = ("grader", "seq", "at", "kind", "item_id", "repeat", "value", "undone")
"""The columns of `Loaded.history`."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A session as frames.

    Text is pandas' `string`; what is not known, or may not be told yet, is missing (`pd.NA`, `NaT`, or None in a
    column of tuples). The columns are always there, in this order, also where there are no rows.
    """

    name: str
    mode: Mode
    named: bool
    """Whether arms go by their names. Otherwise they go by codes (S1, S2 …, templates T1, T2 …), texts of tone are
    masked as on the screen, and what an arm follows from is missing."""
    items: pd.DataFrame
    """One row per item: `item_id`; `question_id`, `system` (grade, preference) or `template`, `variant` (tone);
    `replicate` Int64; `text` (what is judged), `question`; `references` and `sources`, tuples of text; `answerable`
    boolean; `topic`, `split`; `critical` boolean; `confidence` Float64; `cited_source`; `retrieved`, a tuple of
    ids; `baseline_answer`; then, once arms are named, the file's own columns as text."""
    labels: pd.DataFrame
    """One row per grader and item, of the label that stands: the columns by which `items` names an item; `label`, in
    grade `outcome` (correct, incorrect, abstained; missing where nobody knows whether an answer exists); in preference
    `item_id` names both texts (`a+b`), `system_a` and `system_b` their systems, `label` is A, B, tie, both bad or
    cannot tell, `preferred` the system, `reason` the words for it, `left` which text stood left; `grader`,
    `comment`; `flagged` boolean; `at` datetime64[ms, UTC]; `active_ms` Int64; `blind` boolean; `position` Int64."""
    history: pd.DataFrame
    """One row per event of every log: `grader`; `seq` Int64; `at` datetime64[ms, UTC]; `kind` (Labelled, Retracted …);
    `item_id`, missing for events about none; `repeat` boolean, whether the item was shown a second time; `value`
    (the label, the comment, the reason …); `undone` boolean."""
    summary: dict[str, Any] | None
    """The numbers of the report, under the keys of `gradertui report --format json`; None before the first label."""


def load(folder: Path) -> Loaded:
    """Read a session; see `gradertui.load`."""
    with closing(Session(folder)) as session:
        try:
            found: Together | None = together(session)
        except NoLabels:
            found = None
        named = found.named if found else not hidden(session)
        return Loaded(
            session.name,
            session.plan.mode,
            named,
            _items(session, named),
            _frame(rows(session, found) if found else (), COLUMNS[session.plan.mode]),
            _frame(_history(session, named), HISTORY),
            _summary(session) if found else None,
        )


def _summary(session: Session) -> dict[str, Any]:
    """The numbers of the report; what is held out only once a look at it is on record, as none is kept here."""
    report = gather(session)
    told, record = document(report), report.planned.record
    if told.get("held_out") is not None and not (record and record.looks):
        told |= {"held_out": None, "pairs": [pair | {"decision": None} for pair in told["pairs"]]}
    return told


def _frame(found: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Rows as a frame whose types do not depend on what is in it."""
    lines = list(found)
    return pd.DataFrame({name: _column([line.get(name) for line in lines], _TYPES.get(name, TEXT)) for name in columns})


def _column(cells: list[Any], dtype: Any) -> Any:
    # Any, because pandas-stubs know a column by its type, which is known here only when it runs.
    if dtype == TIME:
        return pd.to_datetime(cells, utc=True, format="ISO8601", errors="coerce").as_unit("ms")
    return pd.Series(cells, dtype=dtype)


def _items(session: Session, named: bool) -> pd.DataFrame:
    columns = ITEMS[session.plan.mode]
    more = originals(session, columns) if named else {}
    called = calls(session, codes(session.arms, session.plan.seed), named)
    told = _told(session, named)
    lines = [called(each) | told(each) | more.get(each.item_id, {}) for each in session.items.identities()]
    if not named:
        # In the order of the file the first would be the first arm.
        lines.sort(key=lambda line: tuple(line[name] for name in NAMED[session.plan.mode][1:4]))
    extra = dict.fromkeys(name for original in more.values() for name in original)
    return _frame(lines, (*columns, *extra))


def _told(session: Session, named: bool) -> Callable[[Identity], dict[str, Any]]:
    """What may be told of an item besides which it is."""
    question, source = lru_cache(512)(session.items.question), lru_cache(512)(session.items.source)
    cards = session.plan.mode == "tone"
    masks = (cards or session.rules.sided) and not named
    over = Mask.planned(session.plan, session.arms).over if masks else str

    def told(identity: Identity) -> dict[str, Any]:
        item = session.items.item(identity.item_id)
        asked = question(item.question_id) if item.question_id else Question("", "")
        sources = asked.source_ids or (item.retrieved if cards else ())
        found = {
            "text": over(item.text),
            "question": over(asked.text) if item.question_id else None,
            "references": tuple(map(over, asked.references)),
            "sources": tuple(over(source(key).text) for key in sources),
        }
        return found | (_of_question(asked) if named or not cards else {}) | (_passing(item) if named else {})

    return told


def _of_question(question: Question) -> dict[str, Any]:
    return {key: getattr(question, key) for key in ("answerable", "topic", "split", "critical")}


def _passing(item: Item) -> dict[str, Any]:
    return {key: getattr(item, key) for key in _PASSING}


def _history(session: Session, named: bool) -> Iterator[dict[str, Any]]:
    called = ids(session, named)
    for grader in session.graders():
        with closing(session.log(grader)) as log:
            events = list(log.events())
        undone = {event.undoes for event in events}
        for event in events:
            yield {"grader": grader, "undone": event.seq in undone} | _event(event, named, called)


def _event(event: Event, named: bool, called: Callable[[str], str]) -> dict[str, Any]:
    """What may be told of an event: a guess would tell a code by its name, and a repeat is hidden while it is one."""
    return {
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "item_id": called(event.task.removesuffix(REPEAT)) if event.task else None,
        "repeat": event.task.endswith(REPEAT) if named else None,
        "value": event.value if named or event.kind != "Guessed" else None,
    }
