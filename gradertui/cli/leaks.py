"""An audit in lines that can be printed: what still tells the variants apart, with the cards concerned.

Variants and templates go by their codes while the session is blind. What is found is `audit`, what is decided about
it is `blinding.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from gradertui.audit import Audit, Card, Cards, Finding, Habit, Name, Twin, Word
from gradertui.locale import _, ngettext, number
from gradertui.report.figures import p_value, percent
from gradertui.text import one_line

_SHOWN = 3
"""Cards named in a row unless all are asked for."""
_ID = 6

Row = Sequence[str]


class Lines:
    """How an audit is said of one session."""

    def __init__(self, cards: Sequence[Card], arms: Mapping[str, str], templates: Mapping[str, str], whole: bool):
        """Take down how things are called.

        Args:
            cards: all of them.
            arms: variant to how it is called.
            templates: template to how it is called.
            whole: whether every card is named.
        """
        self._arms, self._whole = arms, whole
        self._cards = {card.item_id: f"{templates[card.template]} {card.item_id[:_ID]}" for card in cards}

    def all(self, audit: Audit) -> Iterator[str]:
        """Section by section."""
        cards = ngettext("{n} card", "{n} cards", audit.cards).format(n=audit.cards)
        yield cards + " " + ngettext("of {n} template", "of {n} templates", audit.templates).format(n=audit.templates)
        yield from self._section(_("Twins: words that differ only in whose they are"), map(self.twin, audit.twins))
        title = _("Words tied to one variant ({n} tested; exact, within templates; Holm; {level})")
        title = title.format(n=audit.tested, level=percent(audit.level))
        yield from self._section(title, map(self._word, audit.words))
        yield from self._section(_("Names that were not masked"), map(self._name, audit.names))
        yield from self._section(_("Habits (exact, within templates; Holm)"), map(self._habit, audit.habits))

    def _section(self, title: str, rows: Iterable[Row]) -> Iterator[str]:
        yield from ("", title)
        table = list(rows)
        if not table:
            yield "  " + _("none")
            return
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            yield "  " + "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()

    def twin(self, twin: Twin) -> Row:
        """A pair of words, how many cards of whose have each, and where they were found."""
        a, b = twin.variants
        origin = {"notes": _("in the notes"), "vocabulary": _("by their ending")}[twin.origin]
        counts = (self._count(a, twin.with_a), self._count(b, twin.with_b))
        return (one_line(f"{twin.a}={twin.b}"), *counts, origin, _decided(twin), self._named(twin.with_a, twin.with_b))

    def _count(self, variant: str, held: Cards) -> str:
        own, all_of_them = len(held[variant]), len(list(chain.from_iterable(held.values())))
        return f"{self._called(variant)} {own}" + (f" (+{all_of_them - own})" if all_of_them > own else "")

    def _word(self, word: Word) -> Row:
        p = f"p {p_value(word.p)}  Holm {p_value(word.holm)}"
        return one_line(word.word), self._counts(word.cards), p, _decided(word), self._named(word.cards)

    def _name(self, name: Name) -> Row:
        return one_line(name.word), self._counts(name.cards), _decided(name), self._named(name.cards)

    def _habit(self, habit: Habit) -> Row:
        words = {
            "length": _("words per card"), "bold": _("bold"), "lists": _("lists"), "emoji": _("emoji"),
            "exclamations": _("exclamation marks"),
        }  # fmt: skip
        means = (
            f"{self._called(arm)} {number(x, 1)}" if habit.name == "length" else f"{self._called(arm)} {100 * x:.0f} %"
            for arm, x in self._sorted(habit.means)
        )
        p = f"p {p_value(habit.p)}  Holm {p_value(habit.holm)}"
        decided = _decided(habit) or (_("tells, {word}").format(word=habit.name) if habit.telling else "")
        return words[habit.name], " · ".join(means), p, decided

    def _called(self, variant: str) -> str:
        return one_line(self._arms.get(variant, variant), 24)

    def _sorted(self, of_variants: Mapping[str, float]) -> list[tuple[str, float]]:
        """By what they are called, which says nothing, and not in the order of the file."""
        return sorted(of_variants.items(), key=lambda each: self._called(each[0]))

    def _counts(self, held: Cards) -> str:
        counts = self._sorted({variant: len(ids) for variant, ids in held.items()})
        return " · ".join(f"{self._called(variant)} {n:.0f}" for variant, n in counts)

    def _named(self, *held: Cards) -> str:
        ids = list(dict.fromkeys(card for cards in held for ids in cards.values() for card in ids))
        named = sorted(self._cards[card] for card in ids)
        shown = named if self._whole else named[:_SHOWN]
        return ", ".join(shown) + (f" +{len(named) - len(shown)}" if len(named) > len(shown) else "")


def _decided(finding: Finding) -> str:
    return _("accepted") if finding.accepted else ""
