"""What can be checked of an answer without a model: its citation, its quotations, the exact sentence of abstention.

Text in, findings out; what was retrieved, cited and said is passed in. Which of it is shown, and when, is the
report's; nothing of it is ever shown while grading.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from gradertui.model import Answer, Verdict

Check = Literal["no-citation", "unknown-source", "not-retrieved", "not-literal", "abstention", "disagree"]
PASSED: frozenset[Verdict] = frozenset({"supported", "abstained"})
"""Verdicts with which an answer goes to its reader; every other is a flag, by which somebody reads it first."""

_QUOTED = re.compile('«([^«»]+)»|“([^“”]+)”|"([^"]+)"')
_LEAST = 3
"""Words of a quotation; what is shorter is a title or a term in quotes."""


class Bank(NamedTuple):
    """What answers are checked against."""

    sources: Mapping[str, str]
    """Source id to its text."""
    of_question: Mapping[str, Sequence[str]]
    """Question id to the ids of its sources."""
    abstention: str
    """The sentence by which a system says that it does not know; empty where none was agreed."""

    @property
    def applies(self) -> bool:
        """Whether there is anything by which an answer that cites nothing can be checked."""
        return bool(self.abstention or self.sources)

    def abstains(self, text: str) -> bool:
        """Whether a text is exactly the sentence of abstention."""
        return bool(self.abstention) and text.strip() == self.abstention.strip()

    def evidence(self, item: Answer) -> list[str]:
        """The texts an answer must rest on: of the sources it cites, else of those of its question."""
        ids = [key for key in cited(item, self.sources) if key in self.sources]
        known = (self.sources.get(key) for key in ids or self.of_question.get(item.question_id, ()))
        return [text for text in known if text is not None]


def cited(item: Answer, known: Collection[str] = ()) -> tuple[str, ...]:
    """The ids an answer cites, which may stand in a list.

    Args:
        item: the answer.
        known: ids there are; one of them is never taken apart.

    Examples:
        >>> cited(Answer("a", "…", cited_source="7, 13"))
        ('7', '13')
    """
    text = item.cited_source.strip()
    if not text:
        return ()
    if text in known:
        return (text,)
    return tuple(key for part in re.split("[,;]", text) if (key := part.strip("[] \"'")))


def literal(fragment: str, texts: Sequence[str]) -> bool:
    """Whether a fragment stands in one of some texts as it is; only white space may differ.

    Examples:
        >>> literal("in the  open air", ["light in the open air"]), literal("In the open", ["in the open"])
        (True, False)
    """
    wanted = " ".join(fragment.split())
    return bool(wanted) and any(wanted in text or wanted in " ".join(text.split()) for text in texts)


def quotations(text: str) -> list[str]:
    """What an answer puts in quotes, of at least three words.

    Examples:
        >>> quotations('It is “free of the frame” and «new» and "a b c".')
        ['free of the frame', 'a b c']
    """
    return [part for hit in _QUOTED.finditer(text) if len((part := hit[hit.lastindex or 0]).split()) >= _LEAST]


def findings(item: Answer, bank: Bank, *, declined: bool = False) -> Iterator[tuple[Check, bool]]:
    """The checks that apply to an answer, and whether each finds something.

    Args:
        item: the answer.
        bank: what it is checked against.
        declined: whether a grader said that it declines, in whatever words.
    """
    exact = bank.abstains(item.text)
    if bank.abstention:
        yield "abstention", exact
    ids = cited(item, bank.sources)
    if not exact and not declined:
        yield "no-citation", not ids
    known = [key for key in ids if key in bank.sources]
    if ids and bank.sources:
        yield "unknown-source", len(known) < len(ids)
    # What was retrieved may be given as texts; only ids can be compared.
    if known and any(key in bank.sources for key in item.retrieved):
        yield "not-retrieved", not set(known) <= set(item.retrieved)
    if bank.sources and (quoted := quotations(item.text)) and (texts := bank.evidence(item)):
        yield "not-literal", not all(literal(each, texts) for each in quoted)


def disagree(draws: Sequence[tuple[bool, str | None]]) -> bool:
    """Whether repeated draws of one answer disagree.

    Args:
        draws: of each, whether it is exactly the sentence of abstention, and its label if it has one.
    """
    exact, labels = {exact for exact, _label in draws}, {label for _exact, label in draws}
    return len(exact) > 1 or len(labels - {None}) > 1


def standing(verdict: Verdict, fragment: str | None, item: Answer, bank: Bank) -> Verdict:
    """What is left of a machine's verdict once it was checked.

    The sentence of abstention passes whatever was said of it. A verdict of "supported" that had to quote the source
    stands only with a fragment that is there word for word; else it is partial, so that a verifier which makes up its
    evidence lets nothing through.

    Args:
        verdict: as it was given.
        fragment: what it quotes; None where it had not to.
        item: the answer.
        bank: what it is checked against.
    """
    if bank.abstains(item.text):
        return "abstained"
    if verdict == "supported" and fragment is not None and not literal(fragment, bank.evidence(item)):
        return "partial"
    return verdict
