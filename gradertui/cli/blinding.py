"""`gradertui blinding NAME`: what still tells the variants apart, and what is decided about it.

`gradertui blinding NAME reveal` says which code stands for which system, and records that it was said. How findings
look is `leaks.py`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gradertui.cli.grade import utc, who
from gradertui.events import revealed
from gradertui.locale import _, mark, ngettext
from gradertui.masking import accented
from gradertui.modes import CALLED
from gradertui.order import codes
from gradertui.session import Session, sessions_folder
from gradertui.store import StoreError
from gradertui.store.writable import WritableLog
from gradertui.text import folded, one_line

if TYPE_CHECKING:
    from gradertui.audit import Audit, Card, Twin
    from gradertui.cli.leaks import Lines

Pair = tuple[str, str]

FAULTS: tuple[type[Exception], ...] = (StoreError,)
EXAMPLE = mark(
    """examples:
  gradertui blinding dia18
  gradertui blinding dia18 --neutralise twins
  gradertui blinding dia18 --neutralise lista=listo --accept toma
  gradertui blinding dia18 guess --grader ana
  gradertui blinding dia18 reveal --grader ana"""
)


def arguments(parser: ArgumentParser) -> None:
    """What can be said on the command line."""
    parser.add_argument("name", metavar=_("NAME"), help=_("the session"))
    parser.add_argument(
        "what",
        nargs="?",
        metavar=_("ACTION"),
        choices=("reveal", "guess"),
        help=_(
            "reveal says which code stands for which; guess asks, after the last rating, which variant each card was"
        ),
    )
    parser.add_argument(
        "--neutralise",
        nargs="+",
        default=[],
        metavar=_("WORD"),
        help=_("show gendered twins as one word: “twins” for all that were found, a word, or WORD=WORD"),
    )
    parser.add_argument("--accept", nargs="+", default=[], metavar=_("WORD"), help=_("words or habits that may stay"))
    parser.add_argument("--ask", action="store_true", help=_("ask about every twin, one key each"))
    parser.add_argument("--cards", action="store_true", help=_("name every card and not only the first of each"))
    parser.add_argument(
        "--grader", metavar=_("ID"), default=who(), help=_("in whose log it is recorded (default: %(default)s)")
    )
    parser.add_argument(
        "--cards-asked", type=int, default=40, metavar=_("N"), help=_("guess: how many cards are asked about")
    )
    parser.add_argument("--yes", action="store_true", help=_("do not ask"))


def run(given: Namespace) -> int:
    """Reveal, or audit, decide and say what is left."""
    with closing(Session(sessions_folder(given.sessions) / given.name)) as session:
        match given.what:
            case "reveal":
                return _reveal(session, given)
            case "guess":
                from gradertui.cli.guessing import ask

                return ask(session, given)
            case _:
                return _audit(session, given)


def _audit(session: Session, given: Namespace) -> int:
    if session.plan.mode != "tone":
        refusal = _("{name}: the audit reads cards of tone; this is a session of {mode}")
        raise StoreError(refusal.format(name=session.name, mode=_(CALLED[session.plan.mode])))
    cards = list(_cards(session))
    lines = _lines(session, cards, given.cards)
    if given.neutralise or given.accept or given.ask:
        found = _found(session, cards)
        pairs, words = _asked(found, lines) if given.ask else ([], [])
        _decide(session, [*pairs, *_pairs(found, given.neutralise)], [*words, *given.accept])
    found = _found(session, cards)
    print(*lines.all(found), *_about(session, found), sep="\n")
    return int(bool(found.open))


def audited(folder: Path) -> str:
    """What the audit of a session of tone says, as a text; nothing is decided.

    Args:
        folder: of the session.
    """
    with closing(Session(folder)) as session:
        cards = list(_cards(session))
        found = _found(session, cards)
        return "\n".join((*_lines(session, cards, False).all(found), *_about(session, found)))


def _cards(session: Session) -> Iterator[Card]:
    """Every card with its note: the source it answers, or what was asked."""
    from gradertui.audit import Card

    source, question = lru_cache(512)(session.items.source), lru_cache(512)(session.items.question)
    for identity in session.items.identities():
        item = session.items.item(identity.item_id)
        note = " ".join(source(key).text for key in item.retrieved)
        if not note and item.question_id:
            note = question(item.question_id).text
        yield Card(item.item_id, item.template, item.variant, item.replicate, item.text, note)


def _found(session: Session, cards: Sequence[Card]) -> Audit:
    from gradertui.audit import audit

    plan = session.plan
    names = {arm: plan.aliases.get(arm, ()) for arm in dict.fromkeys((*session.arms, *plan.aliases))}
    return audit(
        cards, names, mask=plan.mask, twins=plan.neutralised, accepted=plan.accepted, level=plan.level
    )  # fmt: skip


def _lines(session: Session, cards: Sequence[Card], whole: bool) -> Lines:
    from gradertui.cli.leaks import Lines

    templates = list(dict.fromkeys(card.template for card in cards))
    if session.plan.blind and not any(_was_revealed(session, grader) for grader in session.graders()):
        seed = session.plan.seed
        return Lines(cards, codes(session.arms, seed), codes(templates, seed, "T"), whole)
    return Lines(cards, {}, {template: one_line(template, 24) for template in templates}, whole)


def _was_revealed(session: Session, grader: str) -> bool:
    with closing(session.log(grader)) as log:
        return any(event.kind == "Revealed" for event in log.notes())


def _pairs(found: Audit, said: Sequence[str]) -> list[Pair]:
    """What `--neutralise` names.

    Raises:
        StoreError: a word is no twin of anything that was found.
    """
    pairs: list[Pair] = []
    for word in said:
        one, equals, other = word.partition("=")
        alike = [(twin.a, twin.b) for twin in found.twins if not twin.accepted and _meant(word, twin)]
        if equals and one and other:
            alike = [(accented(one), accented(other))]
        elif not alike and word != "twins":
            raise StoreError(_("--neutralise {word}: no twin of it was found; write WORD=WORD").format(word=word))
        pairs += alike
    return pairs


def _meant(word: str, twin: Twin) -> bool:
    return word == "twins" or accented(word) in (twin.a, twin.b)


def _asked(found: Audit, lines: Lines) -> tuple[list[Pair], list[str]]:
    """Ask about every twin: the pairs to neutralise, and the words to accept."""
    if not sys.stdin.isatty():
        raise StoreError(_("there is no terminal to ask on; use --neutralise and --accept"))
    pairs: list[Pair] = []
    words: list[str] = []
    for twin in (twin for twin in found.twins if not twin.accepted):
        print("  ".join(filter(None, lines.twin(twin))), file=sys.stderr)
        print(_("[n]eutralise, [a]ccept, [l]eave, [q]uit: "), end="", file=sys.stderr, flush=True)
        said = sys.stdin.readline().strip()[:1].lower()
        if said == "q":
            break
        if said == "n":
            pairs.append((twin.a, twin.b))
        elif said == "a":
            words += twin.a, twin.b
    return pairs, words


def _decide(session: Session, pairs: Sequence[Pair], words: Sequence[str]) -> None:
    """Write into the plan what is new."""
    plan = session.plan
    known = {frozenset(pair) for pair in plan.neutralised}
    neutralised = [*plan.neutralised, *(pair for pair in dict.fromkeys(pairs) if frozenset(pair) not in known)]
    accepted = list(dict.fromkeys((*plan.accepted, *map(accented, words))))
    values = {"neutralised": neutralised, "accepted": accepted}
    before = {"neutralised": list(plan.neutralised), "accepted": list(plan.accepted)}
    if new := {key: value for key, value in values.items() if value != before[key]}:
        session.rewrite_plan(**new)


def _about(session: Session, found: Audit) -> Iterator[str]:
    """What was decided, and what is left to decide."""
    yield ""
    if session.plan.neutralised:
        yield _("neutralised: {words}").format(words=one_line(", ".join(map("=".join, session.plan.neutralised))))
    if session.plan.accepted:
        yield _("accepted: {words}").format(words=one_line(", ".join(session.plan.accepted)))
    n = len(found.open)
    if not n:
        yield _("nothing else tells the variants apart")
        return
    yield ngettext("{n} finding is open", "{n} findings are open", n).format(n=n)
    yield _("next: gradertui blinding {name} --neutralise twins, or --accept WORD").format(name=session.name)


def _reveal(session: Session, given: Namespace) -> int:
    """Ask, record, and only then say."""
    session.log_path(given.grader)
    if not given.yes and not _confirmed(session):
        print(_("nothing was revealed"), file=sys.stderr)
        return 1
    with closing(session.writable_log(given.grader)) as log:
        _record(session, log, given.grader)
    for arm, code in codes(session.arms, session.plan.seed).items():
        print(f"{code}  {one_line(arm)}")
    return 0


def _confirmed(session: Session) -> bool:
    if not sys.stdin.isatty():
        raise StoreError(_("there is no terminal to ask on; --yes reveals without asking"))
    words = _("Labels given from now on are marked as given after the reveal, in every report of {name}.")
    print(words.format(name=one_line(session.name)), file=sys.stderr)
    print(_("Reveal? Write yes: "), end="", file=sys.stderr, flush=True)
    return folded(sys.stdin.readline().strip()) in {"yes", folded(_("yes"))}


def _record(session: Session, log: WritableLog, grader: str) -> None:
    """Append the reveal, once, to a log whose plan stands."""
    kinds = {event.kind: event.value for event in log.notes()}
    if "Revealed" not in kinds:
        first = session.freezing(kinds.get("PlanFrozen", ""), grader, utc())
        log.append_all([*first, revealed("gradertui blinding")], utc())
