"""The leak audit on simulated cards: what it says where nothing tells the variants apart, and of what was planted.

Cards of one template share words, and common words are common; endings that could be a gender's are among them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gradertui.audit import Audit, Card, audit

from .drawing import times
from .scenario import Draw, Scenario

NAMES = {"Lucía": ("Luci",), "Martín": ()}
COMMON = [f"{a}{b}{c}" for a in ("ba", "de", "fi", "lo") for b in ("ma", "ne", "pi") for c in ("r", "s", "l", "za")]
THINGS = ["blanca", "blanco", "corta", "corto", "larga", "largo", "primera", "primero", "cuenta", "cuento"]
HABITS = ("", "!", "**bien**", "🙂")


def cards(
    rng: Random, templates: int, replicates: int, marked: Callable[[Random, str], str] | None = None
) -> list[Card]:
    """Cards on which nothing tells the variants apart, but what `marked` adds."""
    made = []
    for template in range(templates):
        shared = [COMMON[int(rng.random() ** 2 * len(COMMON))] for _ in range(8)]
        for variant in NAMES:
            for replicate in range(replicates):
                said = [word for word in shared if rng.random() < 0.7]
                said += [COMMON[int(rng.random() ** 2 * len(COMMON))] for _ in range(12 + int(rng.random() * 6))]
                said += [THINGS[int(rng.random() * len(THINGS))] for _ in range(2)]
                said += [HABITS[min(3, max(0, int(rng.random() * 9) - 5))]]
                text = f"{variant}, {' '.join(said)} {marked(rng, variant) if marked else ''}"
                made.append(Card(f"{template}-{variant}-{replicate}", f"t{template}", variant, replicate, text))
    return made


def found(audited: Audit, family: str) -> set[str]:
    """What a family of the audit tells."""
    if family == "habits":
        return {habit.name for habit in audited.habits if habit.telling}
    if family == "endings":
        return {f"{twin.a}={twin.b}" for twin in audited.twins}
    return {word.word for word in (audited.words if family == "words" else audited.names)}


def alarmed(family: str, templates: int, replicates: int) -> Draw:
    """Whether a family finds anything where nothing was planted."""
    return lambda rng: bool(found(audit(cards(rng, templates, replicates), NAMES), family))


def any_alarm(templates: int, replicates: int) -> Draw:
    """Whether any family finds anything where nothing was planted."""
    return lambda rng: bool(audit(cards(rng, templates, replicates), NAMES).open)


def hit(what: str, family: str, strength: float, words: dict[str, str]) -> Draw:
    """Whether what was planted is found: each variant's words stand in a share of its cards."""

    def marked(rng: Random, variant: str) -> str:
        return words.get(variant, "") if rng.random() < strength else ""

    return lambda rng: what in found(audit(cards(rng, 8, 4, marked), NAMES), family)


def beside(strength: float) -> Draw:
    """Whether a word is found that was not planted, where one was."""

    def marked(rng: Random, variant: str) -> str:
        return "cariño" if variant == "Lucía" and rng.random() < strength else ""

    return lambda rng: bool(found(audit(cards(rng, 8, 4, marked), NAMES), "words") - {"cariño"})


def longer(strength: float) -> Draw:
    """Whether the length is found to tell, one variant's cards having some words more."""

    def marked(rng: Random, variant: str) -> str:
        return " ".join(["más"] * times(rng, 10, strength)) if variant == "Lucía" else ""

    return lambda rng: "length" in found(audit(cards(rng, 8, 4, marked), NAMES), "habits")


_TWINS = {"Lucía": "tranquila", "Martín": "tranquilo"}
SCENARIOS = [
    *(
        Scenario(f"audit, {family}, {templates} templates, {replicates} cards", "audit.audit",
                 "finds anything where nothing tells", "at most", 0.05, alarmed(family, templates, replicates), 400)
        for family in ("words", "endings", "habits") for templates, replicates in [(8, 4), (4, 2)]
    ),
    Scenario("audit, all families, 8 templates, 4 cards", "audit.audit", "finds anything where nothing tells",
             "at most", 0.15, any_alarm(8, 4), 400),
    *(
        Scenario(f"audit, a word on {strength:.0%} of one variant's cards", "audit.audit", "finds the word", "shown",
                 0.0, hit("cariño", "words", strength, {"Lucía": "cariño"}), 200, rises="word")
        for strength in (0.0, 0.2, 0.4, 0.6, 1.0)
    ),
    *(
        Scenario(f"audit, an ending on {strength:.0%} of the cards", "audit.audit", "finds the ending", "shown", 0.0,
                 hit("tranquila=tranquilo", "endings", strength, _TWINS), 200, rises="ending")
        for strength in (0.0, 0.2, 0.4, 0.6)
    ),
    *(
        Scenario(f"audit, one variant longer by {10 * strength:g} words of 24", "audit.audit", "finds the length",
                 "shown", 0.0, longer(strength), 200, rises="length")
        for strength in (0.0, 0.1, 0.2, 0.4)
    ),
    Scenario("audit, words beside a planted one", "audit.audit", "finds what was not planted", "at most", 0.05,
             beside(0.5), 300),
]  # fmt: skip
"""Hits and false alarms of the audit."""
