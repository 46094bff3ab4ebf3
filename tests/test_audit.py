"""Planted leaks are found, and where nothing was planted little is."""

from __future__ import annotations

import csv
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gradertui.audit import Audit, Card, audit
from gradertui.twins import aligned, gendered

NAMES = {"Lucía": ("Luci",), "Martín": ()}
COMMON = [f"{a}{b}{c}" for a in ("ba", "de", "fi", "lo") for b in ("ma", "ne", "pi") for c in ("r", "s", "l", "za")]
THINGS = ["blanca", "blanco", "corta", "corto", "larga", "largo", "primera", "primero", "cuenta", "cuento", "él"]


def session(
    seed: int, templates: int = 10, replicates: int = 6, variants: Sequence[str] = tuple(NAMES), words: int = 40
) -> list[Card]:
    """Cards on which nothing tells the variants apart."""
    draw = random.Random(seed)

    def text(variant: str) -> str:
        said = draw.choices(COMMON, range(1, len(COMMON) + 1), k=words + draw.randrange(10))
        said += draw.sample(THINGS, 3) + draw.choices(["", "!", "**bien**", "🙂"], [6, 1, 1, 1])
        return f"{variant}, {' '.join(said)}"

    return [
        Card(f"c{t}-{i}-{r}", f"t{t}", variant, r, text(variant), f"{variant} no lo ve")
        for t in range(templates)
        for i, variant in enumerate(variants)
        for r in range(replicates)
    ]


def planted(cards: list[Card], words: dict[str, str], every: int = 2) -> list[Card]:
    """Add a word to every so many cards of a variant."""
    return [
        card._replace(text=f"{card.text} {words[card.variant]}")
        if card.variant in words and card.replicate % every == 0
        else card
        for card in cards
    ]


def found(audited: Audit) -> dict[str, set[str]]:
    return {
        "twins": {f"{twin.a}={twin.b}" for twin in audited.twins},
        "words": {word.word for word in audited.words},
        "names": {name.word for name in audited.names},
        "habits": {habit.name for habit in audited.habits if habit.telling},
    }


def test_planted_leaks_are_found_and_nothing_else() -> None:
    cards = planted(session(2), {"Lucía": "tranquila", "Martín": "tranquilo"})
    cards = planted(cards, {"Lucía": "cariño Lucianita"})
    cards = [c._replace(text=f"{c.text} {c.text}") if c.variant == "Martín" else c for c in cards]
    assert found(audit(cards, NAMES)) == {
        "twins": {"tranquila=tranquilo"},
        "words": {"cariño", "lucianita"},
        "names": {"lucianita"},
        "habits": {"length"},
    }


def test_how_many_planted_leaks_are_found_and_how_many_are_false() -> None:
    hits, false = Counter[str](), Counter[str]()
    planted_ones = {"twins": "lista=listo", "words": "cariño"}
    for seed in range(30):
        cards = planted(session(seed), {"Lucía": "lista cariño", "Martín": "listo"}, every=3)
        for family, what in found(audit(cards, NAMES)).items():
            hits[family] += planted_ones.get(family) in what
            false[family] += len(what - {planted_ones.get(family)})
    assert hits == {"twins": 30, "words": 30, "names": 0, "habits": 0}
    assert false["words"] + false["names"] == 0
    assert false["habits"] <= 4
    # Endings of things that happened to go with one variant only: listed beside real ones, for the reader to accept.
    assert false["twins"] <= 15


def test_false_alarms_are_rare() -> None:
    alarms = Counter[str]()
    for seed in range(100):
        alarms.update(family for family, what in found(audit(session(seed, 8, 4, words=25), NAMES)).items() if what)
    # Two families of 5 % at most; three standard errors above is 0.05 · 100 + 3 · 2.2.
    assert max(alarms.values(), default=0) <= 11
    assert alarms["words"] + alarms["names"] <= 3


def test_twins_come_from_notes_written_alike() -> None:
    notes = {"Lucía": "Lucía está agobiadísima hoy", "Martín": "Martín está agobiadísimo hoy"}
    cards = [card._replace(note=notes[card.variant]) for card in session(2)]
    assert audit(cards, NAMES).twins == ()
    cards[0] = cards[0]._replace(text="Veo que estás agobiadísima.")
    (twin,) = audit(cards, NAMES).twins
    assert (twin.a, twin.b, twin.origin, twin.variants) == (
        "agobiadísima",
        "agobiadísimo",
        "notes",
        ("Lucía", "Martín"),
    )
    assert twin.with_a == {"Lucía": ("c0-0-0",), "Martín": ()}


def test_what_stands_for_a_name_is_not_counted() -> None:
    cards = planted(session(3), {"Lucía": "[compañera]"}, every=1)
    assert audit(cards, NAMES, mask="[compañera]").open == ()
    assert {word.word for word in audit(cards, NAMES).words} == {"compañera"}


def test_neutralised_twins_are_gone_and_accepted_ones_are_closed() -> None:
    cards = planted(session(4), {"Lucía": "lista cariño", "Martín": "listo"})
    assert not audit(cards, NAMES, twins=[("lista", "listo")], accepted=["CARIÑO"]).open
    audited = audit(cards, NAMES, accepted=["Lista", "cariño"])
    assert audited.open == ()
    assert [twin.accepted for twin in audited.twins] == [word.accepted for word in audited.words] == [True]


def test_a_name_is_reported_only_where_it_tells() -> None:
    cards = planted(session(5), {"Lucía": "Martincito", "Martín": "Martincito MartínGómez luz"})
    assert {name.word for name in audit(cards, NAMES).names} == {"martíngómez"}


def test_habits_are_presence_and_length() -> None:
    cards = [c._replace(text=f"- {c.text}") if c.variant == "Lucía" else c for c in session(6)]
    habits = {habit.name: habit for habit in audit(cards, NAMES).habits}
    assert habits["lists"].telling
    assert habits["lists"].means == {"Lucía": 1.0, "Martín": 0.0}
    assert not audit(cards, NAMES, accepted=["lists", "length"]).open


def test_more_than_two_variants() -> None:
    names = {"Lucía": (), "Ana": (), "Martín": ()}
    cards = planted(session(7, variants=tuple(names)), {"Lucía": "lista", "Ana": "lista", "Martín": "listo tú"})
    audited = audit(cards, names)
    assert {"lista=listo"} <= found(audited)["twins"]
    assert {word.word: word.variant for word in audited.words}["tú"] == "Martín"


@pytest.mark.parametrize("cards", [[], session(8)[:1], session(8, variants=("Lucía",))])
def test_nothing_to_compare_finds_nothing(cards: list[Card]) -> None:
    assert audit(cards, NAMES).open == ()


def test_without_common_templates_all_cards_are_one_stratum() -> None:
    cards = planted(session(9), {"Lucía": "cariño"})
    apart = [card._replace(template=card.item_id) for card in cards]
    assert [word.word for word in audit(apart, NAMES).words] == ["cariño"]


def test_the_order_of_cards_changes_nothing() -> None:
    cards = planted(session(10), {"Lucía": "lista cariño", "Martín": "listo"})
    audited = audit(cards, NAMES)
    turned = audit(cards[::-1], NAMES)
    assert found(turned) == found(audited)
    assert [word.p for word in turned.words] == [word.p for word in audited.words]
    assert replace(turned, twins=(), words=(), habits=()) == replace(audited, twins=(), words=(), habits=())


def test_the_twins_of_the_example() -> None:
    path = Path(__file__).parents[1] / "sessions" / "demo-tone" / "cards.csv"
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cards = [
        Card(str(i), row["plantilla"], row["variante"], int(row["repeticion"]), row["texto"], row["nota"])
        for i, row in enumerate(rows)
    ]
    start = time.perf_counter()
    audited = audit(cards, {"Lucía": ("Luci",), "Martín": ("Martincho",)}, mask="[compañero]")
    assert time.perf_counter() - start < 1
    stems = "agotad atascad bienvenid callad cansad compañer cómod frustrad list nuev preocupad preparad segur tranquil"
    expected = {f"{stem}a={stem}o" for stem in stems.split()} | {"ella=él"}
    assert expected <= found(audited)["twins"]
    # Words of things that one variant alone happens to have.
    assert found(audited)["twins"] - expected == {"toma=tomo", "baja=bajo"}
    assert not audited.words
    assert not audited.names


def test_gendered_words() -> None:
    assert gendered({"she", "he", "casa", "caso", "una", "uno", "francesa", "francés"}) == [
        ("she", "he"), ("casa", "caso"), ("francesa", "francés"),
    ]  # fmt: skip


def test_alignment_of_notes_of_different_length() -> None:
    one, other = "ella es muy lista y llega tarde hoy", "él es listo y llega tarde hoy"
    assert list(aligned(one.split(), other.split())) == [("ella", "él")]
