import csv
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations
from math import isnan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradertui.modes.grade import Cell
from gradertui.summary import PairSummary, Summary, cases, summarize
from stats.permutation import sign_flip

ARMS = ("Haiku 5.5 sin RAG", "Haiku 5.5 con RAG", "Sonnet 5.5 con RAG")
PAIRS = tuple(combinations(ARMS, 2))
LETTERS = Path(__file__).parent / "reference" / "seed-confidences.csv"
INVENTED = {f"p{q}" for q in range(21, 26)}


def document() -> dict[str, Cell]:
    given: dict[str, list[tuple[str, str]]] = {}
    with LETTERS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            given.setdefault(row["key"], []).append((row["configuration"], row["letter"]))
    return {key: Cell(key not in INVENTED, tuple(sorted(labels))) for key, labels in given.items()}


def summary(cells: Mapping[Hashable, int], questions: int = 25, **options) -> Summary:
    return summarize(cells, **{"arms": ARMS, "pairs": PAIRS, "questions": questions} | options)


def pair(cells: Mapping[Hashable, int], questions: int = 25, **options) -> PairSummary:
    return summary(cells, questions, **{"arms": "ab", "pairs": [("a", "b")]} | options).pairs[0]


def both(a: str, b: str, *, answerable: bool | None = True) -> Cell:
    return Cell(answerable, tuple(sorted([*(("a", x) for x in a), *(("b", x) for x in b)])))


def numbers(value: object) -> list[float]:
    match value:
        case float():
            return [value]
        case dict():
            return [x for each in value.values() for x in numbers(each)]
        case tuple() | list():
            return [x for each in value for x in numbers(each)]
        case _:
            return []


@pytest.fixture(scope="module")
def whole() -> Summary:
    return summary(Counter(document().values()), done=75, total=75)


def test_the_rates_of_the_document_come_out(whole: Summary) -> None:
    rates = [(arm.rate.k, arm.rate.n, *(round(end, 3) for end in arm.rate.interval)) for arm in whole.arms]
    assert rates == [(8, 25, 0.172, 0.516), (4, 25, 0.064, 0.347), (1, 25, 0.007, 0.195)]


def test_the_counts_of_the_document_come_out(whole: Summary) -> None:
    assert [arm.invented for arm in whole.arms] == [5, 3, 1]
    assert [(arm.abstention.k, arm.abstention.n) for arm in whole.arms] == [(2, 25), (1, 25), (2, 25)]
    assert [arm.outcomes["correct"] for arm in whole.arms] == [15, 20, 22]
    assert [arm.letters for arm in whole.arms] == [
        {"R": 15, "X": 8, "N": 2}, {"R": 18, "X": 4, "N": 3}, {"R": 18, "X": 1, "N": 6},
    ]  # fmt: skip
    assert [(arm.answerable.k, arm.unanswerable.k) for arm in whole.arms] == [(3, 5), (1, 3), (0, 1)]


def test_the_pairs_of_the_document_come_out(whole: Summary) -> None:
    assert [(p.broke, p.fixed, p.p) for p in whole.pairs] == [(0, 4, 0.125), (0, 7, 0.015625), (1, 4, 0.375)]
    assert [p.difference for p in whole.pairs] == pytest.approx([-0.16, -0.28, -0.12])
    assert [p.p for p in whole.beside] == [0.0625, 0.015625, 0.6875]
    assert {p.event for p in whole.beside} == {"correct"}


def test_the_planned_pairs_are_one_holm_family_and_the_ones_beside_are_not(whole: Summary) -> None:
    assert [p.holm for p in whole.pairs] == pytest.approx([0.25, 0.046875, 0.375])
    assert [p.holm for p in whole.beside] == [None] * 3
    assert whole.family == 3
    assert whole.false_alarm == pytest.approx(1 - 0.95**3)


def test_a_pair_not_yet_begun_counts_in_the_family() -> None:
    cells = Counter(Cell(c.answerable, tuple(x for x in c.labels if x[0] != ARMS[1])) for c in document().values())
    found = summary(cells)
    assert [p.p for p in found.pairs] == [None, 0.015625, None]
    assert [p.holm for p in found.pairs] == [None, pytest.approx(3 * 0.015625), None]


def test_the_broken_and_fixed_questions_have_names() -> None:
    cells = list(document().items())
    assert cases(cells, ARMS[1], ARMS[2], "incorrect") == (["p23"], ["p14", "p22", "p24", "p25"])
    assert [len(names) for names in cases(cells, ARMS[0], ARMS[2], "incorrect")] == [0, 7]


@pytest.mark.parametrize(
    ("discordant", "alike", "questions", "reach"),
    [(6, 4, 10, "now"), (5, 4, 10, "later"), (5, 5, 10, "never"), (0, 0, 6, "later"), (0, 0, 5, "never")],
)
def test_what_a_pair_can_still_conclude_follows_from_what_is_open(discordant, alike, questions, reach) -> None:
    found = pair({both("X", "R"): discordant, both("R", "R"): alike}, questions)
    assert found.reach == reach
    assert found.smallest_p == min(1, 2 ** (1 - discordant))


def test_questions_that_contradict_each_other_put_a_conclusion_off() -> None:
    assert pair({both("X", "R"): 3, both("R", "X"): 2}, 12).reach == "later"
    assert pair({both("X", "R"): 3, both("R", "X"): 2}, 11).reach == "never"


def test_where_no_question_has_a_known_answer_the_letters_are_compared() -> None:
    found = summary({both("X", "N", answerable=None): 4}, arms="ab", pairs=[("a", "b")])
    assert (found.known, found.event, found.beside[0].event) == (False, "X", "N")
    assert [(arm.rate.k, arm.rate.n) for arm in found.arms] == [(4, 4), (0, 4)]
    assert [arm.abstention.k for arm in found.arms] == [0, 4]
    assert (found.pairs[0].fixed, found.beside[0].broke) == (4, 4)


def test_questions_without_a_known_answer_are_in_no_denominator_of_an_outcome() -> None:
    found = summary({both("X", "X"): 2, both("X", "X", answerable=None): 3}, arms="ab", pairs=[("a", "b")])
    assert [(arm.questions, arm.rate.k, arm.rate.n) for arm in found.arms] == [(5, 2, 2)] * 2
    assert found.pairs[0].questions == 2


@given(st.lists(st.tuples(st.text("RXN", min_size=1, max_size=3), st.text("RXN", min_size=1, max_size=3)), max_size=8))
def test_with_replicates_the_test_is_the_sign_flip_on_shares(drawn: list[tuple[str, str]]) -> None:
    found = pair(Counter(both(a, b) for a, b in drawn))
    steps = [Fraction(b.count("X"), len(b)) - Fraction(a.count("X"), len(a)) for a, b in drawn]
    assert found.p == (pytest.approx(float(sign_flip(steps))) if drawn else None)
    assert (found.broke, found.fixed) == (sum(d > 0 for d in steps), sum(d < 0 for d in steps))
    assert found.difference == (pytest.approx(float(sum(steps) / len(steps))) if drawn else None)
    assert found.interval is None or not found.replicated


def test_a_question_drawn_several_times_is_one_of_n() -> None:
    arm = summary({both("XXR", "R"): 2, both("R", "R"): 1}, arms="ab", pairs=[]).arms[0]
    assert (arm.rate.k, arm.rate.n, arm.answers, arm.replicated) == (Fraction(4, 3), 3, 7, True)


def test_a_session_without_labels_has_reasons_and_no_numbers() -> None:
    found = summary({}, total=75)
    assert [(arm.rate.estimate, arm.rate.reason) for arm in found.arms] == [(None, "no data")] * 3
    assert [(p.p, p.holm, p.difference, p.interval) for p in found.pairs] == [(None,) * 4] * 3
    assert not any(map(isnan, numbers(asdict(found))))
    assert not found.complete


def test_a_session_without_pairs_has_no_family() -> None:
    found = summary(Counter(document().values()), pairs=[])
    assert (found.pairs, found.beside, found.family, found.false_alarm) == ((), (), 0, 0.0)


letters = st.sampled_from("RXN")
tables = st.lists(st.tuples(letters, letters, st.sampled_from([True, False, None])), max_size=12).map(
    lambda rows: Counter(both(a, b, answerable=can) for a, b, can in rows)
)


@given(tables, st.sampled_from(["incorrect", "correct", "abstained"]))
def test_turning_a_pair_mirrors_it_and_keeps_its_p(cells: Counter[Cell], event: str) -> None:
    found = pair(cells, event=event)
    turned = pair(cells, event=event, pairs=[("b", "a")])
    assert (turned.broke, turned.fixed, turned.p, turned.reach) == (found.fixed, found.broke, found.p, found.reach)
    if found.interval and turned.interval:
        assert turned.difference == -found.difference
        assert turned.interval == pytest.approx((-found.interval.high, -found.interval.low))


@given(tables)
def test_no_number_is_nan_and_every_rate_is_inside_its_interval(cells: Counter[Cell]) -> None:
    found = summary(cells, arms="ab", pairs=[("a", "b")])
    assert not any(map(isnan, numbers(asdict(found))))
    for arm in found.arms:
        for rate in (arm.rate, arm.abstention, arm.answerable, arm.unanswerable):
            assert (rate.interval is None) == (rate.n == 0)
            assert rate.interval is None or rate.interval.low <= rate.estimate <= rate.interval.high
        assert sum(arm.letters.values()) == arm.questions


def test_the_primary_pair_is_outside_the_family_of_the_others() -> None:
    found = summary(Counter(document().values()), primary=PAIRS[1])
    assert [pair.primary for pair in found.pairs] == [False, True, False]
    # Alone 7-0 gives 1/64; the two others, 1/8 and 3/8, are corrected as a family of two.
    assert [pair.judged for pair in found.pairs] == [2 / 8, 1 / 64, 3 / 8]
    assert [pair.holm for pair in found.pairs] == [2 / 8, None, 3 / 8]
    assert (found.family, found.false_alarm) == (2, pytest.approx(1 - 0.95**2))


def test_the_only_pair_can_be_the_primary_one() -> None:
    found = summary({both("R", "X"): 7}, arms="ab", pairs=[("a", "b")], primary=("a", "b"))
    assert (found.family, found.false_alarm, found.pairs[0].judged) == (0, 0.0, found.pairs[0].p)
