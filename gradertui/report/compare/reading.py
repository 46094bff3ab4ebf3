"""One case of a comparison to read: what was asked, on what the answers should rest, and both answers, whole.

A session has all of it; a bare table has whatever columns it has. Only where systems go by their names: beside a case,
a label would tell which answer is whose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gradertui.formats.errors import quoted
from gradertui.locale import _
from gradertui.model import Identity
from gradertui.order import REPEAT
from gradertui.report.compare import Compared
from gradertui.report.layout import title
from gradertui.report.lines import lines
from gradertui.report.together import Together
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.text import inert, one_line

if TYPE_CHECKING:
    from gradertui.formats.outcomes import Outcomes


class Answer(NamedTuple):
    """What one system said, once."""

    system: str
    replicate: int
    text: str
    labels: Mapping[str, str]
    """By grader; of a table whether it passed."""


class Read(NamedTuple):
    """A case, whole."""

    case: str
    about: Sequence[tuple[str, str]]
    """What was asked and what it rests on: a heading and a text each."""
    answers: Sequence[Answer]
    standing: Sequence[str]
    """In which pairs it broke or was fixed, as lines."""


def of_session(session: Session, found: Together, compared: Compared, case: str) -> Read:
    """Read a question with the answers of all systems that are compared.

    Raises:
        StoreError: systems go by codes, or there is no such question.
    """
    if not compared.named:
        words = _("--read {case}: systems go by codes; beside a question its labels would tell which answer is whose")
        raise StoreError(words.format(case=quoted(case)))
    identities = [each for each in session.items.identities(filed=True) if each.question_id == case]
    if not identities:
        raise StoreError(_("--read {case}: no such case here").format(case=quoted(case)))
    question = session.items.question(case)
    about = [(_("question"), question.text), *((_("reference"), text) for text in question.references)]
    if question.answerable is False:
        about.append((_("reference"), _("the sources have no answer to this")))
    for key in session.items.rested_on(question):
        about.append((f"{_('source')} {key}", session.items.source(key).text))
    arms = [arm for arm in session.arms if any(arm in (pair.a, pair.b) for pair in compared.comparison.pairs)]
    answers = [
        _answer(session, found, each)
        for each in sorted(identities, key=lambda each: (_rank(arms, each.system), each.replicate))
        if each.system in arms
    ]
    return Read(case, about, answers, list(_standing(compared, case)))


def _rank(arms: Sequence[str], arm: str) -> int:
    return arms.index(arm) if arm in arms else len(arms)


def _answer(session: Session, found: Together, each: Identity) -> Answer:
    """An answer, and what each grader and whoever settled it said."""
    labels = {}
    for hand in found.hands:
        at = {task.task_id: n for n, task in enumerate(hand.state.order) if not task.task_id.endswith(REPEAT)}
        label = hand.state.marks[at[each.item_id]].label if each.item_id in at else None
        if label is not None:
            labels[hand.grader] = label
    return Answer(each.system, each.replicate, session.items.item(each.item_id).text, labels)


def of_table(told: Outcomes, compared: Compared, case: str) -> Read:
    """Read what a table says of a case.

    Raises:
        StoreError: there is no such case.
    """
    if case not in told.cases:
        raise StoreError(_("--read {case}: no such case here").format(case=quoted(case)))
    texts = told.texts.get(case, ())
    said: dict[tuple[str, str], dict[str, None]] = {}
    for each in texts:
        said.setdefault((each.column, each.text), {})[each.system] = None
    everywhere = len({each.system for each in texts} - {""})
    shared = {key for key, systems in said.items() if "" in systems or len(systems) == everywhere > 1}
    answers = []
    for system in told.systems:
        for n, passed in enumerate(told.cases[case].get(system, ()), 1):
            own = [each for each in texts if each.system == system and each.replicate == n]
            lines = [f"{each.column}: {each.text}" for each in own if (each.column, each.text) not in shared]
            answers.append(Answer(system, n, "\n".join(lines), {"": _("passes") if passed else _("fails")}))
    return Read(case, sorted(shared), answers, list(_standing(compared, case)))


def _standing(compared: Compared, case: str) -> Iterator[str]:
    for pair in compared.comparison.pairs:
        if pair.paired is None:
            continue
        seen = [pair.paired, *([pair.held_out] if pair.held_out else [])]
        names = f"{one_line(compared.names[pair.a], 40)} → {one_line(compared.names[pair.b], 40)}"
        if any(case in each.broke for each in seen):
            yield f"{names}: {_('broke')}"
        elif any(case in each.fixed for each in seen):
            yield f"{names}: {_('fixed')}"


def page(read: Read) -> str:
    """A case as text, nothing of it cut."""
    written = [*lines(title(one_line(read.case, 78))), *read.standing]
    for heading, text in read.about:
        written += ["", f"{one_line(heading, 60)}:", inert(text)]
    drawn = {answer.system for answer in read.answers if answer.replicate > 1}
    for answer in read.answers:
        name = one_line(answer.system, 60) + (f" · {answer.replicate}" if answer.system in drawn else "")
        labels = ", ".join(f"{who} {label}".strip() for who, label in answer.labels.items())
        written += [
            "",
            *lines(title(f"{name} · {one_line(labels) or _('no label')}")),
            *([inert(answer.text)] if answer.text else []),
        ]
    return "\n".join(written) + "\n"


def keys(read: Read) -> dict[str, Any]:
    """A case as plain values."""
    return {
        "case": read.case,
        "standing": list(read.standing),
        "about": [{"what": what, "text": text} for what, text in read.about],
        "answers": [
            {"arm": each.system, "replicate": each.replicate, "text": each.text, "labels": dict(each.labels)}
            for each in read.answers
        ],
    }
