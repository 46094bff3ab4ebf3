"""What was judged in a task, whatever it is called: by this an item of one session is known again in another.

The question with its references and whether it has an answer, the texts of the sources, the answer; of a card its
template and variant too. No id of anything, and no system: a new run may call them otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from gradertui.modes.preference import BETWEEN
from gradertui.session import Session


class Content(NamedTuple):
    """What was judged in a task."""

    digest: bytes
    turned: bool = False
    """Of a pair, whether its first text in the file is the second one of the digest."""
    same: bool = False
    """Of a pair, whether both texts are the same, so that no label can tell which of them it chose."""


def contents(session: Session) -> dict[str, Content]:
    """What was judged, by task."""
    items = dict(_items(session))
    if not session.rules.sided:
        return {item: Content(digest) for item, digest in items.items()}
    return {task.task_id: _pair(*map(items.__getitem__, task.task_id.split(BETWEEN))) for task in session.tasks()}


def _pair(one: bytes, other: bytes) -> Content:
    return Content(_digest(min(one, other), max(one, other)), one > other, one == other)


def _items(session: Session) -> Iterator[tuple[str, bytes]]:
    """Item id to the digest of what was judged in it."""
    items = session.items
    sources = {key: _digest(text) for key, text in items.sources().items()}
    asked, rested = _asked(session), items.source_ids()
    named: Mapping[str, tuple[str, ...]] = {}
    if session.plan.mode == "tone":
        named = {each.item_id: (each.template, each.variant) for each in items.identities()}
    for answer in items.answers():
        texts = _known(sources, (*rested.get(answer.question_id, ()), *answer.retrieved))
        cited = sources.get(answer.cited_source, answer.cited_source)
        question = asked.get(answer.question_id, b"")
        yield answer.item_id, _digest(question, texts, cited, answer.text, named.get(answer.item_id, ()))


def _asked(session: Session) -> dict[str, bytes]:
    """Question id to the digest of what was asked, and of what a right answer says."""
    questions = map(session.items.question, session.items.answerable())
    return {each.question_id: _digest(each.text, each.references, each.answerable) for each in questions}


def _known(sources: Mapping[str, bytes], keys: Iterable[str]) -> tuple[bytes, ...]:
    """The texts of some sources, in an order that does not depend on how they are called."""
    return tuple(sorted({sources[key] for key in keys if key in sources}))


def _digest(*parts: object) -> bytes:
    # The repr of a tuple ends where it ends, and has no lone surrogate that could not be encoded.
    return blake2b(ascii(parts).encode(), digest_size=16).digest()
