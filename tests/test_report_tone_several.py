"""Tone judged by several: sums over the cards that all of them rated, or each grader's differences averaged."""

import json
from collections import Counter
from contextlib import closing
from fractions import Fraction as F
from pathlib import Path
from random import Random

import pytest

from gradertui.events import labelled
from gradertui.model import Item, Plan
from gradertui.order import REPEAT
from gradertui.report import FORMATS, gather
from gradertui.report.document import document
from gradertui.report.tone.tables import apart, ratings
from gradertui.session import Session
from gradertui.session.making import make
from stats.permutation import sign_flip
from stats.two_sample import two_sample

AT = "2026-03-01T11:00:00.000+00:00"
GRADERS = ("ana", "ben", "eva")
CASES = json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text(encoding="utf-8"))["cases"]
THREE = next(case for case in CASES if case["name"] == "perm2.three_graders_mean")


def cards(folder, templates="t", replicates=6, **plan):
    items = [Item(f"{t}-{v}-{r}", "text", template=t, variant=v, replicate=r)
             for t in templates for v in "ab" for r in range(1, replicates + 1)]  # fmt: skip
    make(folder, items, Plan(mode="tone", **{"seed": 3} | plan), {})
    return folder


def rate(folder, grader, of, n=None):
    """Rate the first n cards as `of` says, by the card's id."""
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        given = [
            labelled(task.task_id, i, rating, active_ms=900, blind=True, screen="live")
            for i, task in enumerate(log.tasks())
            if (n is None or i < n) and (rating := of(task.task_id))
        ]
        log.append_all([session.frozen(), *given], AT)
    return folder


def report(folder, graders=()):
    with closing(Session(folder)) as session:
        return gather(session, graders)


def flat(found):
    return " ".join(FORMATS["text"](found).split())


def reference(grader):
    """What one of the three graders of the reference case says of each card."""
    rows = {"a": THREE["inputs"]["a_by_card"], "b": THREE["inputs"]["b_by_card"]}
    return lambda card: str(rows[card.split("-")[1]][int(card.split("-")[2]) - 1][grader])


def drawn(grader, missing=()):
    """Ratings that a seed gives, the same for the same card and grader."""
    return lambda card: None if card in missing else str(Random(f"{grader} {card}").randint(1, 5))


def sums(graders, template, variant, replicates=6):
    """By hand: how often which sum of ratings came up."""
    return Counter(
        sum(int(drawn(each)(f"{template}-{variant}-{r}")) for each in graders) for r in range(1, replicates + 1)
    )


def own(grader, template, missing=()):
    """By hand: one grader's difference in one template."""
    means = []
    for v in "ab":
        said = [int(x) for r in range(1, 7) if (x := drawn(grader, missing)(f"{template}-{v}-{r}"))]
        means.append(F(sum(said), len(said)))
    return means[0] - means[1]


@pytest.mark.parametrize("several", ["common", "averaged"])
def test_three_graders_of_the_same_cards_give_the_p_of_their_sums(tmp_path, several):
    folder = cards(tmp_path / "s", several=several)
    for i, grader in enumerate(GRADERS):
        rate(folder, grader, reference(i))
    (pair,) = document(report(folder))["pairs"]
    (row,) = pair["templates"]
    assert row["p_exact"] == THREE["expected"]["p_double"] == "13/154"
    assert row["n"] == 12
    # 80 points on 18 ratings, and 70.
    assert row["difference"] == pair["difference"] == pytest.approx(float(F(80, 18) - F(70, 18)))
    assert (row["a"]["mean"], row["a"]["n"]) == (pytest.approx(80 / 18), 18)
    assert row["low"] < row["difference"] < row["high"] < 2


def test_a_common_card_is_one_its_ratings_are_added_up_and_the_rest_is_left_out_and_counted(tmp_path):
    folder = cards(tmp_path / "s", "tuvwxyz")
    for grader in GRADERS:
        rate(folder, grader, drawn(grader, ("t-a-1", "u-b-2") if grader == "ben" else ()))
    told = document(report(folder))
    assert told["plan"]["several"] == "common"
    assert "several graders if several rate, cards that all of them rated count, by the sum" in flat(report(folder))
    assert told["several"] == {"how": "common", "graders": [*GRADERS], "cards": 82, "left_out": 2}
    assert "82 of 84 cards rated count" in flat(report(folder))
    assert "2 cards rated by fewer are left out." in flat(report(folder))
    (pair,) = told["pairs"]
    differences = []
    for row in pair["templates"]:
        a, b = (sums(GRADERS, row["template"], v) for v in "ab")
        if row["template"] in "tu":
            side, lost = (a, "t-a-1") if row["template"] == "t" else (b, "u-b-2")
            side[sum(int(drawn(each)(lost)) for each in GRADERS)] -= 1
        by_hand = two_sample(+a, +b)
        assert row["p_exact"] == str(by_hand.p)
        assert row["difference"] == pytest.approx(float(by_hand.difference / 3))
        differences.append(by_hand.difference / 3)
    assert pair["p_exact"] == str(sign_flip(differences))
    assert pair["difference"] == pytest.approx(float(sum(differences) / 7))


def test_averaged_a_template_has_no_test_where_graders_rated_different_cards_and_all_are_tested(tmp_path):
    folder = cards(tmp_path / "s", "tuvwxyz", several="averaged")
    missing = {"ana": (), "ben": ("t-a-1", "u-b-2"), "eva": ()}
    for grader in GRADERS:
        rate(folder, grader, drawn(grader, missing[grader]))
    found = report(folder)
    assert "each grader's own differences by template are averaged" in flat(found)
    (pair,) = document(found)["pairs"]
    differences = {t: sum(own(each, t, missing[each]) for each in GRADERS) / 3 for t in "tuvwxyz"}
    assert [row["difference"] for row in pair["templates"]] == [pytest.approx(float(d)) for d in differences.values()]
    assert [row["template"] for row in pair["templates"] if row["p"] is None] == ["t", "u"]
    assert {row["reason"] for row in pair["templates"][:2]} == {"graders rated different cards"}
    assert [row["n"] for row in pair["templates"]] == [12] * 7
    assert pair["p_exact"] == str(sign_flip(differences.values()))
    assert "Not tested, because graders rated different cards: t, u." in flat(found)
    assert pair["templates"][2]["p_exact"] == str(two_sample(sums(GRADERS, "v", "a"), sums(GRADERS, "v", "b")).p)


def test_each_grader_has_a_row_of_their_own_and_no_p(tmp_path):
    folder = cards(tmp_path / "s", "tuvwxyz")
    for grader in GRADERS:
        rate(folder, grader, drawn(grader))
    found = report(folder)
    told = document(found)["by_grader"]
    by_hand = [float(sum(own(each, t) for t in "tuvwxyz") / 7) for each in GRADERS]
    assert [each["difference"] for each in told] == pytest.approx(by_hand)
    assert [(each["grader"], each["n"], each["templates"]) for each in told] == [(each, 84, 7) for each in GRADERS]
    table = apart(found, found.numbers.pairs[0])
    assert list(table.index) == [*GRADERS]
    assert "p" not in table


def test_the_distribution_is_of_all_ratings_and_not_of_their_sums(tmp_path):
    folder = cards(tmp_path / "s", "tu")
    for grader in GRADERS:
        rate(folder, grader, lambda card: "5" if card.startswith("t-a") else "3")
    table = ratings(report(folder))
    assert table.to_numpy().tolist() == [
        ["0", "0", "18", "0", "18", "36"],
        ["0", "0", "36", "0", "0", "36"],
        ["0", "0", "54", "0", "18", "72"],
    ]


def test_every_sentence_says_by_how_many_it_was_judged(tmp_path):
    folder = cards(tmp_path / "s", "tuvwxyz")
    for grader in GRADERS:
        rate(folder, grader, lambda card: "5" if "-a-" in card and card[0] != "t" else "4")
    said = document(report(folder))["sentence"]
    assert "points higher on average than those for b, as judged by these 3 graders (" in said
    assert "after Holm, as judged by these 3 graders" in said
    assert "Rated blind by 3 persons (ana, ben, eva)" in said
    assert "All of it as judged by these 3 graders." in flat(report(folder))
    assert "as judged" not in flat(report(folder, ["ana"]))


def test_one_grader_of_several_alone_is_as_if_there_were_no_others(tmp_path):
    folder = cards(tmp_path / "s", "tuvwxyz")
    for grader in GRADERS:
        rate(folder, grader, drawn(grader))
    told = document(report(folder, ["eva"]))
    other = cards(tmp_path / "other", "tuvwxyz")
    alone = document(report(rate(other, "eva", drawn("eva"))))
    assert told["pairs"] == alone["pairs"]
    assert (told["several"], told["by_grader"]) == (None, [])


def test_of_parts_that_overlap_by_a_quarter_the_common_cards_count_or_averaged_all(tmp_path):
    found = {}
    for several in ("common", "averaged"):
        folder = cards(tmp_path / several, "abcdefghijkl", graders=GRADERS, overlap=0.25, repeats=3, several=several)
        for grader in GRADERS:
            rate(folder, grader, lambda card, who=grader: drawn(who)(card.removesuffix(REPEAT)))
        found[several] = document(report(folder))
        assert (found[several]["complete"], found[several]["total"], found[several]["missing"]) == (True, 144, [])
        # Three templates of twelve cards and three more each, and three that came again.
        assert [each["labels"] for each in found[several]["graders"]] == [75] * 3
        assert [each["repeats"] for each in found[several]["graders"]] == [{"n": 3, "same": 3, "within_one": 3}] * 3
        assert sum(found[several]["ratings"].values()) == 3 * 72
    common, averaged = (found[several]["pairs"][0]["templates"] for several in ("common", "averaged"))
    assert found["common"]["several"] == {"how": "common", "graders": [*GRADERS], "cards": 36, "left_out": 108}
    assert sum(row["p"] is not None for row in common) == 3
    assert all(row["p"] is not None for row in averaged)
    by_template = {row["template"]: row for row in averaged}
    assert all(row == by_template[row["template"]] | {"holm": row["holm"], "reachable": row["reachable"]}
               for row in common if row["p"] is not None)  # fmt: skip


def test_nothing_is_common_before_all_who_are_named_have_begun_and_that_is_told(tmp_path):
    folder = cards(tmp_path / "s", "tu", graders=("ana", "ben"))
    rate(folder, "ana", drawn("ana"))
    found = report(folder)
    told = document(found)
    assert (told["complete"], told["missing"]) == (False, [{"grader": "ben", "left": 24}])
    assert told["several"] == {"how": "common", "graders": ["ana", "ben"], "cards": 0, "left_out": 24}
    assert told["pairs"][0]["reason"] == "no data"
    assert told["by_grader"] is None


def test_blind_the_rows_move_at_refreshes_of_a_grader_only_and_have_no_sign(tmp_path):
    folder = cards(tmp_path / "s", "tuvw", graders=("ana", "ben"), several="averaged")
    rate(folder, "ana", drawn("ana"))
    rate(folder, "ben", drawn("ben"), 20)
    before = document(report(folder))["pairs"]
    assert before[0]["signed"] is False
    with closing(Session(folder)) as session, closing(session.log("ben")) as log:
        rest = [task.task_id for task in log.tasks()][20:]
    for n in range(9):
        rate(folder, "ben", {rest[n]: "1"}.get)
        assert document(report(folder))["pairs"] == before
        assert document(report(folder))["waiting"] == n + 9
    rate(folder, "ben", {rest[9]: "1"}.get)
    assert document(report(folder))["pairs"] != before


@pytest.mark.parametrize("several", ["common", "averaged"])
def test_swapping_the_variants_changes_no_number_while_they_are_blind(tmp_path, several):
    folder = cards(tmp_path / "s", "tuvw", several=several, graders=("ana", "ben"))
    rate(folder, "ana", drawn("ana"), 40)
    rate(folder, "ben", drawn("ben"), 45)
    shown = document(report(folder))
    assert not any(words in FORMATS["text"](report(folder)) for words in ("a − b", "Each grader alone"))
    with closing(Session(folder)) as session:
        session.pairs = (("b", "a"),)
        assert document(gather(session))["pairs"] == shown["pairs"]


def test_no_line_is_wider_than_80_in_either_language(tmp_path):
    from gradertui import locale

    folder = cards(tmp_path / "s", "tuvwxyz", several="averaged")
    for grader in GRADERS:
        rate(folder, grader, drawn(grader, ("t-a-1",) if grader == "ben" else ()))
    for language in ("en", "es"):
        locale.use(language)
        assert max(map(len, FORMATS["text"](report(folder)).split("\n"))) <= 80
