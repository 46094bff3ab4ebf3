"""The practice round: our labels follow from the documents, and every explanation is about its own answer."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.cli.practice import shipped
from gradertui.locale import use
from gradertui.masking import found
from gradertui.model import Item, Question, Source, Task
from gradertui.modes import MODES
from gradertui.practice import KINDS, Exercise, Feedback, Round, exercises, judged, tally

REFERENCE = Path(__file__).parent / "reference"
SHIPPED = {mode: shipped(mode) for mode in ("grade", "tone")}
EVERY = [(mode, place) for mode, (_plan, made) in SHIPPED.items() for place in range(len(made))]
QUOTED = {"en": re.compile("“(.+?)”"), "es": re.compile("«(.+?)»")}

use("en")


def rows(mode: str) -> list[dict[str, str]]:
    path = Path(__file__).parents[1] / "sessions" / f"demo-{mode}" / "practice.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def exercise(accepted: str = "X", *, answerable: bool = True, kind: str = "invents", mode: str = "grade") -> Exercise:
    task = Task("t", "q", (), 1, answerable)
    why = {"en": "because", "es": "porque"}
    return Exercise(mode, task, "a", "", Question("q", "?"), (), tuple(accepted.split()), kind, why)  # type: ignore[arg-type]


def test_our_letters_are_those_of_the_document() -> None:
    plan, _made = SHIPPED["grade"]
    with (REFERENCE / "seed-confidences.csv").open(encoding="utf-8") as file:
        told = list(csv.DictReader(file))
    called = dict(zip(dict.fromkeys(row["configuration"] for row in told), plan.arms, strict=True))
    letters = {(row["key"], called[row["configuration"]]): row["letter"] for row in told}
    ours = {(row["question_id"], row["system"]): row["accepted"] for row in rows("grade")}
    assert ours == {key: letters[key] for key in ours}
    assert len(ours) == 12


def test_our_ranges_hold_the_ratings_of_the_document() -> None:
    with (REFERENCE / "seed-tones.csv").open(encoding="utf-8") as file:
        told = {(row["template"], row["variant"], row["replicate"]): row["tone"] for row in csv.DictReader(file)}
    for row in rows("tone"):
        accepted = row["accepted"].split()
        assert told[row["template"], row["variant"], row["replicate"]] in accepted
        assert accepted == [str(rating) for rating in range(int(accepted[0]), int(accepted[-1]) + 1)]
        assert len(accepted) <= 2


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("mode", "place"), EVERY)
def test_an_explanation_quotes_what_stands_before_the_reader(mode: str, place: int, language: str) -> None:
    shown = SHIPPED[mode][1][place]
    texts = (shown.text, *shown.question.references, shown.question.text, *(source.text for source in shown.sources))
    quotes = QUOTED[language].findall(shown.why[language])
    assert quotes
    assert [quote for quote in quotes if not any(quote in text for text in texts)] == []
    assert any(quote in shown.text for quote in quotes)
    assert shown.accepted[-1] in shown.why[language]
    assert not QUOTED["es" if language == "en" else "en"].search(shown.why[language])


@pytest.mark.parametrize(("mode", "place"), EVERY)
def test_a_note_named_in_an_explanation_is_the_one_beside_it_or_the_one_cited(mode: str, place: int) -> None:
    shown = SHIPPED[mode][1][place]
    named = set(re.findall(r"\b(?:note|nota) (\d+)", " ".join(shown.why.values())))
    assert named <= {source.source_id for source in shown.sources} | {shown.cited}


def test_the_round_has_every_situation_and_no_kind_without_one() -> None:
    used = [shown.kind for _plan, made in SHIPPED.values() for shown in made]
    assert set(used) == set(KINDS)
    letters = [shown.ours for shown in SHIPPED["grade"][1]]
    assert {letter: letters.count(letter) for letter in "RXN"} == {"R": 4, "X": 6, "N": 2}
    assert {rating for shown in SHIPPED["tone"][1] for rating in shown.accepted} == set("12345")


@pytest.mark.parametrize("mode", SHIPPED)
def test_nothing_in_a_round_names_what_is_compared(mode: str) -> None:
    plan, made = SHIPPED[mode]
    names = (*plan.arms, *(name for names in plan.aliases.values() for name in names))
    assert names
    assert list(found(repr(made), names)) == []
    assert all(shown.task.arms == () for shown in made)


def test_every_label_of_ours_can_be_given() -> None:
    for mode, (plan, made) in SHIPPED.items():
        labels = {choice.label for choice in MODES[mode].choices(plan)}
        for shown in made:
            assert set(shown.accepted) <= labels
            assert judged(shown, shown.accepted[0]).verdict == "agrees"


def test_a_key_of_ours_agrees_and_another_differs_and_both_are_told_why() -> None:
    assert judged(exercise("X"), "X") == Feedback("agrees", "X", "X", "because")
    assert judged(exercise("X"), "R", "es") == Feedback("differs", "R", "X", "porque")


def test_a_rating_agrees_within_the_range_and_is_told_the_range() -> None:
    card = exercise("1 2", mode="tone")
    said = [judged(card, rating) for rating in "123"]
    assert [feedback.verdict for feedback in said] == ["agrees", "agrees", "differs"]
    assert {feedback.ours for feedback in said} == {"1–2"}


def test_r_is_refused_where_the_sources_have_no_answer_and_our_letter_is_not_told() -> None:
    said = judged(exercise("X", answerable=False), "R")
    refusal = "the sources have no answer to this: X if it answered, N if it declined"
    assert said == Feedback("refused", "R", "", refusal)


def test_a_language_without_an_explanation_gets_the_english_one() -> None:
    assert judged(exercise(), "X", "fr").why == "because"


def test_a_row_that_names_no_answer_is_refused_by_its_number() -> None:
    parts = [Source("s", "note"), Question("q", "?", ("r",), True, ("s",)), Item("i", "a", "q", "A")]
    row = {"question_id": "q", "system": "A", "accepted": "R", "kind": "brief", "why_en": "x", "why_es": "y"}
    (made,) = exercises("grade", [row], parts)
    assert (made.text, made.sources, made.accepted, made.why) == ("a", (parts[0],), ("R",), {"en": "x", "es": "y"})
    with pytest.raises(ValueError, match="row 2: the example has no such answer"):
        exercises("grade", [row, row | {"system": "B"}], parts)


def test_what_differs_is_gathered_by_its_kind() -> None:
    made = tuple(exercise("X", kind=kind) for kind in ("invents", "citation", "invents", "citation"))
    reached = tally(Round(made, ("R", "X", "N")))
    assert reached == (1, 3, 4, {"invents": (0, 2)})
    assert tally(Round(made)) == (0, 0, 4, {})


STEPS = st.lists(st.sampled_from(["R", "X", "N", "on", "back", "undo"]), max_size=40)


def walked(steps: list[str], n: int = 4) -> Round:
    practised = Round((exercise(),) * n)
    for step in steps:
        match step:
            case "on" | "back":
                practised = practised.walked(1 if step == "on" else -1)
            case "undo":
                practised = practised.undone()
            case label:
                practised = practised.labelled(label)
    return practised


@given(STEPS)
def test_a_round_stands_before_a_labelled_exercise_or_the_first_open_one(steps: list[str]) -> None:
    practised = walked(steps)
    assert 0 <= practised.at < len(practised.exercises)
    assert practised.at <= len(practised.given) <= len(practised.exercises)
    assert (practised.label is None) == (practised.at == len(practised.given))
    reached = tally(practised)
    assert reached.agreed + sum(map(len, reached.again.values())) == reached.done == len(practised.given)


@given(STEPS)
def test_the_first_key_stands_until_it_is_taken_back(steps: list[str]) -> None:
    practised = walked(steps)
    if practised.label is None:
        labelled = practised.labelled("X")
        assert labelled.label == "X"
        assert labelled.labelled("R") == labelled
        assert labelled.undone() == practised
    else:
        assert practised.labelled("N") == practised


def test_a_round_is_over_with_its_last_key() -> None:
    assert not walked(["R", "on", "R", "on", "R", "on"]).over
    done = walked(["R", "on", "R", "on", "R", "on", "R"])
    assert done.over
    assert done.walked(1) == done
