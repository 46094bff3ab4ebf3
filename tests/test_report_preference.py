"""What a report says of pairs: of the example labelled by a careful reader, of several graders, and before the end."""

import csv
import json
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from followed import carried, labelled, pairs, swapped
from screens import made, seated

from gradertui.cli import main
from gradertui.cli.demo import build
from gradertui.locale import use
from gradertui.model import Item, Plan, Question
from gradertui.report import FORMATS, gather
from gradertui.report.preference import Numbers
from gradertui.report.rows import rows
from gradertui.report.together import together
from gradertui.session import Session

A, B = "Copla con frases", "Copla sin frases"
LABELS = Path(__file__).parent / "reference" / "demo-preference-labels.csv"
KEYS = {"A": "A", "B": "B", "tie": "T", "both bad": "Z"}


@pytest.fixture(scope="module")
def example(tmp_path_factory) -> Path:
    """The example, labelled on the screen's own desk."""
    use("en")
    shipped = Path(__file__).parents[1] / "sessions" / "demo-preference"
    folder = tmp_path_factory.mktemp("preference") / "demo-preference"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    build(folder)
    with LABELS.open(encoding="utf-8") as file:
        wanted = {row["question_id"]: KEYS[row["label"]] for row in csv.DictReader(file)}
    with seated(folder) as desk:
        while not desk.state.complete:
            label = wanted[desk.task.cluster]
            first_is_left = desk.task.arms[0] == A
            said = {"A": "B", "B": "A"}.get(label, label) if not first_is_left else label
            assert desk.label(said, 1000, "live").startswith("pair ")
    return folder


def reported(folder: Path, *graders: str):
    session = Session(folder)
    report = gather(session, graders)
    session.close()
    return report


def test_a_careful_reader_finds_the_example_undecided_and_its_reuse_decided(example):
    numbers: Numbers = reported(example).numbers
    (pair,) = numbers.summary.pairs
    # 19 to 13: R, binom.test(13, 32), two-sided 0.3771.
    assert (pair.a, pair.found.wins, pair.found.losses, pair.found.ties, pair.bad) == (A, 19, 13, 16, 3)
    assert round(pair.found.p, 4) == 0.3771
    (reuse,) = numbers.reuse
    assert (reuse.arm, reuse.baseline, reuse.found.more, reuse.found.less, reuse.found.equal) == (A, B, 36, 7, 5)
    assert reuse.found.p < 0.0001


def test_the_text_says_what_nobody_can_tell_and_names_the_queries_to_read(example):
    text = FORMATS["text"](reported(example))
    flat = " ".join(text.split())
    assert "nobody can tell yet which is better: p 0.3771" in flat
    assert "both bad: q11, q29, q42" in flat
    assert f"{A} reuses more in 36 of 48 queries. Without: {B}." in flat
    assert max(map(len, text.splitlines())) <= 86  # names of both systems beside six numbers


def test_json_has_every_number_under_its_key(example):
    document = json.loads(FORMATS["json"](reported(example)))
    (pair,) = document["pairs"]
    assert (pair["won"], pair["lost"], pair["tied"], pair["both_bad"], pair["n"]) == (19, 13, 16, 3, 48)
    assert pair["net"]["estimate"] == 6 / 48
    assert len(pair["won_cases"]) == 19
    sides = pair["sides"]
    assert sum(sum(each.values()) for each in sides.values()) == 48
    assert sum(sides["a_left"].values()) == 24
    (own,) = document["by_grader"]
    assert own["position"]["left_won"] + own["position"]["right_won"] == 32
    assert document["reuse"][0]["more"] == 36
    assert document["same_texts"] == {"labels": 4, "won": 0}


def parts(n: int):
    for q in range(n):
        yield Question(f"q{q}", "?")
        for system, word in (("x1", "short"), ("y2", "long")):
            yield Item(f"i{q}{system}", f"{word} {q}", f"q{q}", system)


def test_graders_who_saw_other_sides_agree_on_the_texts(tmp_path):
    folder = made(tmp_path / "two", parts(12), Plan(mode="preference", seed=4))
    sides = {}
    for grader in ("ana", "ben"):
        with seated(folder, grader) as desk:
            sides[grader] = [task.arms for task in sorted(desk.state.order)]
            while not desk.state.complete:
                desk.label("A" if desk.task.arms[0] == "x1" else "B", 10, "live")
    assert sides["ana"] != sides["ben"]
    report = reported(folder)
    (pair,) = report.numbers.summary.pairs
    assert (pair.found.wins, pair.found.losses) == (12, 0)
    assert report.agreement.numbers.same.estimate == 1.0
    assert report.ways["unanimous"] == 12
    assert pair.sides == {}


def test_before_the_end_systems_go_by_codes_and_nobody_is_told_whose_the_wins_are(tmp_path):
    texts = []
    for winner in ("x1", "y2"):
        folder = made(tmp_path / f"with-{winner[0]}", parts(14), Plan(mode="preference", seed=4, title="t"))
        with seated(folder) as desk:
            for _pair in range(13):
                desk.label("A" if desk.task.arms[0] == winner else "B", 10, "live")
        text = FORMATS["text"](reported(folder))
        assert "x1" not in text
        assert "y2" not in text
        texts.append(text[text.index("Which is preferred") : text.index("What was said")])
    assert texts[0] == texts[1]
    assert "S1 – S2 10 0 0 10" in " ".join(texts[0].split())


@pytest.mark.parametrize("policy", ["pooled", "sealed"])
def test_the_plan_keeps_systems_apart_until_the_end(tmp_path, policy):
    folder = made(tmp_path / policy, parts(3), Plan(mode="preference", statistics=policy))
    with seated(folder) as desk:
        desk.label("A", 10, policy)
    report = reported(folder)
    assert report.numbers.summary is None
    assert ("What was said" in FORMATS["text"](report)) == (policy == "pooled")


def test_labels_go_out_by_the_texts_of_the_file_and_come_in_again_for_other_sides(
    example, tmp_path, monkeypatch, capsys
):
    folder = shutil.copytree(example, tmp_path / "demo-preference")
    monkeypatch.setenv("GRADERTUI_SESSIONS", str(tmp_path))
    out = tmp_path / "labels.csv"
    assert main(["export", "demo-preference", "--format", "csv", "--out", str(out)]) == 0
    assert main(["label", "demo-preference", str(out), "--grader", "ben"]) == 0
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert {row["label"] for row in rows} == {"A", "B", "tie", "both bad"}
    assert {row["preferred"] for row in rows if row["label"] == "A"} == {A}
    session = Session(folder)
    agreed = gather(session).agreement
    session.close()
    assert agreed is not None
    assert agreed.numbers.same.estimate == 1.0
    assert "48 labels taken in" in capsys.readouterr().out


def test_before_the_end_the_evidence_that_holds_at_every_look_stands_beside_the_planned_p(tmp_path):
    folder = made(tmp_path / "early", parts(40), Plan(mode="preference", seed=4, refresh=1))
    with seated(folder) as desk:
        for n in range(24):
            desk.label("A" if (desk.task.arms[0] == "x1") == (n < 19) else "B", 10, "live")
    (pair,) = json.loads(FORMATS["json"](reported(folder)))["pairs"]
    # 19 of 24: confseq's beta-binomial mixture gives e = 15.788834933182732.
    assert pair["anytime"]["e"] == pytest.approx(15.788834933182732)
    assert "e-value 15.79" in " ".join(FORMATS["text"](reported(folder)).split())


def test_of_carried_labels_no_side_is_known_and_the_winner_is(tmp_path):
    plan = Plan(mode="preference", seed=1)
    old, new = made(tmp_path / "old", pairs(), plan), made(tmp_path / "new", swapped(pairs()), replace(plan, seed=4))
    labelled(old, lambda task: {"m": "A", "n": "B"}[task.arms[0]])
    carried(new, old)
    with closing(Session(new)) as session:
        exported = list(rows(session, together(session)))
        assert {(row["preferred"], row["left"], row["active_ms"]) for row in exported} == {("m", None, 0)}
        (own,) = gather(session).numbers.graders
        assert not own.sided
        text = " ".join(FORMATS["text"](gather(session)).split())
        assert "Labels of ana came in a file or from another session: on which side the texts stood is" in text
