from contextlib import closing
from fractions import Fraction

import pytest

from gradertui.events import carried, commented, excluded, flagged, guessed, labelled, locked, retracted, revealed
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.report.tone.tables import differences, overall, ratings
from gradertui.report.tone.tables import tests as table_4
from gradertui.session import Session

AT = "2026-03-01T11:00:00.000+00:00"
VARIANTS = ("Lucía", "Martín")
EXACT = ["17/42", "1", "1", "4/11", "1", "1", "1", "1", "23/66", "17/42"]


def report(folder, graders=()):
    with closing(Session(folder)) as session:
        return gather(session, graders)


def append(folder, grader, *events):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


def flat(found):
    return " ".join(FORMATS["text"](found).split())


def by_arm(found):
    """What a report says that depends on variants or templates."""
    return document(found)["pairs"]


def test_the_tests_of_the_document_come_out_as_fractions(toned):
    (pair,) = document(report(toned()))["pairs"]
    assert [row["p_exact"] for row in pair["templates"]] == EXACT
    assert [row["holm"] for row in pair["templates"]] == [1.0] * 10
    assert pair["p_exact"] == "5/128"
    assert [row["template"] for row in pair["templates"] if row["reachable"]] == ["1", "2", "10"]


def test_the_mean_difference_and_its_interval_come_out_as_fractions(toned):
    (compared,) = report(toned()).numbers.pairs
    assert compared.pair.mean.mean == Fraction(1, 4)
    assert compared.pair.mean.exact == (Fraction(1, 24), Fraction(11, 24))


def test_table_3_of_the_document_comes_out(toned):
    found = report(toned())
    rows = differences(found, found.numbers.pairs[0]).iloc[:, :3].to_numpy().tolist()
    assert rows == [
        ["4.67", "4.17", "0.50"],
        ["4.33", "4.33", "0.00"],
        ["4.33", "4.33", "0.00"],
        ["4.50", "4.00", "0.50"],
        ["3.50", "3.33", "0.17"],
        ["4.00", "4.17", "-0.17"],
        ["3.83", "3.67", "0.17"],
        ["3.67", "3.50", "0.17"],
        ["4.50", "3.83", "0.67"],
        ["4.67", "4.17", "0.50"],
        ["4.20", "3.95", "0.25"],
    ]


def test_bootstrap_intervals_are_near_those_of_the_document_and_come_from_the_seed(toned):
    (pair,) = document(report(toned()))["pairs"]
    assert (pair["bootstrap"]["low"], pair["bootstrap"]["high"]) == pytest.approx((0.10, 0.40), abs=0.03)
    ends = [(row["low"], row["high"]) for row in pair["templates"]]
    assert ends[0] == pytest.approx((-0.17, 1.17), abs=0.2)
    assert ends[8] == pytest.approx((0.0, 1.5), abs=0.2)
    assert document(report(toned(0)))["pairs"] == [pair]


def test_table_4_of_the_document_comes_out(toned):
    found = report(toned())
    table = table_4(found, found.numbers.pairs[0])
    assert table["p"].tolist() == [
        "0.405", "1.000", "1.000", "0.364", "1.000", "1.000", "1.000", "1.000", "0.348", "0.405",
    ]  # fmt: skip
    assert set(table["uncorrected"]) == set(table["with Holm"]) == {"no"}
    assert table["smallest p"].tolist()[:2] == ["0.002", "0.002"]


def test_the_planned_test_has_the_interval_that_inverts_it_and_the_narrow_one_beside_it(toned):
    found = report(toned())
    assert overall(found).to_numpy().tolist() == [["10", "0.25", "0.04", "0.46", "0.039"]]
    text = flat(found)
    assert "too narrow for 10 templates" in text
    assert "raises a false alarm in 40 % of studies" in text
    assert "only 1, 2, 10 could be significant after Holm" in text


def test_each_side_has_its_distribution(toned):
    assert ratings(report(toned())).to_numpy().tolist() == [
        ["0", "0", "11", "26", "23", "60"],
        ["2", "2", "8", "33", "15", "60"],
        ["2", "2", "19", "59", "38", "120"],
    ]


def test_the_sentence_says_what_the_ratings_allow_and_no_more(toned):
    assert document(report(toned()))["sentence"] == (
        "In 120 cards from 10 templates, those for Lucía were rated 0.25 points higher on average than those for "
        "Martín (95 % interval 0.04 to 0.46 by inverting the sign-flip test; exact p 0.039). No single template "
        "differs after Holm. Rated blind by 1 person (ana); not to be generalised beyond these templates."
    )


def test_the_sentence_names_the_higher_side_first_whatever_the_plan_says(toned):
    said = document(report(toned(pairs=(VARIANTS[::-1],))))["sentence"]
    assert "those for Lucía were rated 0.25 points higher on average than those for Martín (95 % interval 0.04" in said


def test_a_difference_that_chance_explains_is_not_called_one_nor_denied(toned):
    said = document(report(toned(rated=lambda task: "5" if task.replicate > 3 else "4")))["sentence"]
    assert "were rated the same on average" in said
    assert "There is no interval of the difference: all differences are equal; exact p 1.000." in said
    assert "This shows no difference, and does not show that there is none." in said


@pytest.mark.parametrize("kind", FORMATS)
def test_an_incomplete_report_names_no_variant_and_no_template(toned, kind):
    folder = toned(60, rated=lambda task: "5" if task.cluster == "9" else "4")
    append(folder, "ana", flagged("x", 3, True), commented("x", 4, "odd"), excluded("x", 100, "cut"))
    text = FORMATS[kind](report(folder))
    assert not any(variant in text for variant in VARIANTS)
    assert "T10" in text
    assert "S1" in text
    assert document(report(folder))["flagged"] == [{"template": None, "arm": None, "grader": None}]


def test_an_incomplete_report_has_no_sign_and_its_rows_come_in_the_order_of_the_codes(toned):
    (pair,) = by_arm(report(toned(100)))
    assert [row["template"] for row in pair["templates"]] == [f"T{n}" for n in range(1, 11)]
    assert all(row["difference"] >= 0 for row in pair["templates"])
    assert pair["difference"] >= 0
    assert pair["low"] <= pair["difference"] <= pair["high"]
    assert (pair["signed"], {row["a"] for row in pair["templates"]}) == (False, {None})
    assert document(report(toned(0)))["sentence"] is None


@pytest.mark.parametrize("n", [40, 100])
def test_swapping_the_variants_changes_no_number_of_an_incomplete_report(toned, n):
    folder = toned(n)
    shown = by_arm(report(folder))
    with closing(Session(folder)) as session:
        session.pairs = (VARIANTS[::-1],)
        (again,) = document(gather(session))["pairs"]
    assert [again] == shown


def test_rows_by_variant_stand_still_between_refreshes_and_everything_pooled_moves(toned):
    folder = toned(50)
    before = by_arm(report(folder))
    for i in range(50, 59):
        append(folder, "ana", labelled("x", i, "1", active_ms=900, blind=True, screen="live"))
        found = report(folder)
        assert by_arm(found) == before
        assert sum(document(found)["ratings"].values()) == i + 1
        assert found.numbers.waiting == i - 49
    append(folder, "ana", labelled("x", 59, "1", active_ms=900, blind=True, screen="live"))
    assert by_arm(report(folder)) != before


def test_a_rating_taken_back_or_changed_does_not_move_the_rows_either(toned):
    folder = toned(50)
    before = by_arm(report(folder))
    append(folder, "ana", retracted(51, "x", 49))
    assert by_arm(report(folder)) == before
    append(folder, "ana", labelled("x", 3, "1", active_ms=900, blind=True, screen="live"))
    assert by_arm(report(folder)) == before


def test_after_the_reveal_an_incomplete_report_names_all_and_counts_everything(toned):
    folder = toned(57)
    append(folder, "ana", revealed("test"))
    (pair,) = by_arm(report(folder))
    assert (pair["a"], pair["b"], pair["signed"]) == (*VARIANTS, True)
    assert sum(row["n"] for row in pair["templates"]) == 57
    assert report(folder).numbers.waiting == 0


@pytest.mark.parametrize("policy", ["pooled", "sealed"])
def test_the_policy_of_the_plan_keeps_variants_apart(toned, policy):
    told = document(report(toned(60, statistics=policy)))
    assert told["pairs"] == []
    assert policy in told["reason"]
    assert (told["ratings"] is None) == (policy == "sealed")
    assert "variants are not compared before all is rated" in flat(report(toned(0)))


def test_a_card_left_out_with_a_reason_completes_the_plan_and_is_told(toned):
    folder = toned(119)
    append(folder, "ana", excluded("x", 119, "no card"))
    found = report(folder)
    assert found.complete
    assert "1 card left out" in flat(found)
    assert "In 119 cards from 10 templates" in flat(found)


def test_a_template_with_one_side_only_is_not_compared_and_says_why(toned):
    folder = toned(rated=lambda task: None if (task.cluster, task.arms[0]) == ("4", "Lucía") else "4")
    append(folder, "ana", revealed("test"))
    (pair,) = by_arm(report(folder))
    assert pair["out"] == ["4"]
    assert pair["templates"][3]["reason"] == "no data on one side"
    assert pair["templates"][3]["p"] is None
    assert "Not compared, because a side has no ratings that count: 4." in flat(report(folder))


@pytest.mark.parametrize(("most", "said"), [(2, False), (1, True)])
def test_many_cards_against_few_are_told_to_mislead_the_sign_flip(toned, most, said):
    """Of the four that are left where there is one on the other side; simulated in tests/simulation."""
    few = lambda task: task.arms[0] == "Lucía" and task.cluster == "4"  # noqa: E731
    folder = toned(rated=lambda task: None if task.replicate > (most if few(task) else 4) else "5")
    append(folder, "ana", revealed("test"))
    assert ("several times as many cards of one variant" in flat(report(folder))) is said


def test_what_the_interval_of_guesses_takes_for_granted_is_said(toned):
    folder = toned()
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        given = [guessed(task.task_id, at, task.arms[0]) for at, task in enumerate(log.tasks())]
    append(folder, "ana", locked(), *given)
    assert "low and high take cards for independent. Cards of one template share clues" in flat(report(folder))


def test_cards_rated_by_one_of_several_graders_each_are_one_set(toned):
    toned(rated=lambda task: "4" if task.replicate <= 3 else None)
    folder = toned(grader="ben", rated=lambda task: "5" if task.replicate > 3 else None)
    found = report(folder)
    assert found.complete
    assert document(found)["ratings"] == {"1": 0, "2": 0, "3": 0, "4": 60, "5": 60}
    assert "Each card was rated by one of them." in flat(found)
    assert "Rated blind by 2 persons (ana, ben)" in flat(found)


def test_several_variants_are_a_holm_family_of_pairs(toned, tmp_path):
    from gradertui.model import Item, Plan
    from gradertui.session.making import make

    cards = [Item(f"{t}{v}{r}", "x", template=t, variant=v, replicate=r)
             for t in "abcdefg" for v in "XYZ" for r in (1, 2)]  # fmt: skip
    folder = tmp_path / "three"
    make(folder, cards, Plan(mode="tone", seed=1), {})
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        given = [labelled(t.task_id, i, "5" if t.arms == ("X",) else "4", active_ms=900, blind=True, screen="live")
                 for i, t in enumerate(log.tasks())]  # fmt: skip
        log.append_all(given, AT)
    found = report(folder)
    assert list(overall(found).index) == ["X − Y", "X − Z", "Y − Z"]
    assert overall(found)["Holm"].tolist() == ["0.047", "0.047", "1.000"]
    assert "a family of 3 planned tests" in flat(found)


@pytest.mark.parametrize("n", [45, 120])
def test_no_line_is_wider_than_80(toned, n):
    assert max(map(len, FORMATS["text"](report(toned(n))).split("\n"))) <= 80


@pytest.mark.parametrize(("blind", "words"), [(True, "Rated blind by 1 person"), (False, "not all of it blind")])
def test_carried_ratings_are_as_blind_as_they_were_given(toned, blind, words):
    folder = toned(119)
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        last = labelled(log.order()[119].task_id, 119, "4", active_ms=0, blind=blind, screen="live")
        log.append(carried(last, "before"), "2026-03-01T11:00:00.000+00:00")
    assert words in document(report(folder))["sentence"]
