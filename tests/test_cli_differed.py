"""Where a grader differed from what was settled: told when they are done, and no arm with it."""

from collections.abc import Callable
from pathlib import Path

from disputed import docketed, letters, ratings, say

Said = Callable[..., tuple[int, str, str]]


def test_a_grader_sees_what_was_settled_otherwise(tmp_path: Path, said: Said) -> None:
    folder = letters(tmp_path)
    with docketed(folder) as docket:
        docket.settle("X")
        docket.because("unclear")
        while docket.dispute.task.task_id != "q2-alba":
            docket.walk(1)
        docket.settle("N")
    status, out, _err = said("adjudicate", "numbers", "--mine", "cam")
    assert status == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == "cam labelled 2 tasks that were settled · differs in 2".split()
    assert rows[2] == ["question", "mine", "settled", "cause"]
    assert [row[1:] for row in sorted(rows[3:], key=lambda row: row[1])] == [
        ["q0", "N", "X", "unclear", "question"], ["q2", "X", "N"],
    ]  # fmt: skip
    assert "differs in 1" in said("adjudicate", "numbers", "--mine", "ana")[1]


def test_a_card_goes_by_its_number_and_no_template_is_named(tmp_path: Path, said: Said) -> None:
    with docketed(ratings(tmp_path)) as docket:
        docket.settle("5")
        docket.because("slip")
    out = said("adjudicate", "cards", "--mine", "ana")[1]
    head, row = out.splitlines()[2:]
    assert head.split() == ["card", "mine", "settled", "cause"]
    assert row.split()[1:] == ["1", "5", "slip"]
    assert 1 <= int(row.split()[0]) <= 4
    assert not any(name in out for name in ("k1", "Lucía", "Martín"))


def test_before_a_grader_is_done_nothing_is_told(tmp_path: Path, said: Said) -> None:
    folder = letters(tmp_path)
    say(folder, "dan", {"q0-alba": "R"})
    assert said("adjudicate", "numbers", "--mine", "dan") == (
        2, "", "gradertui adjudicate: --mine dan: 1 of 6 labelled; what was settled is told when all is\n",
    )  # fmt: skip


def test_who_has_no_labels_is_told_who_has(tmp_path: Path, said: Said) -> None:
    letters(tmp_path)
    assert said("adjudicate", "numbers", "--mine", "zoe") == (
        2, "", "gradertui adjudicate: --mine zoe: has no labels here; there are: ana, ben, cam\n",
    )  # fmt: skip


def test_nothing_settled_is_no_table(tmp_path: Path, said: Said) -> None:
    letters(tmp_path)
    assert said("adjudicate", "numbers", "--mine", "ana") == (
        0, "ana labelled 0 tasks that were settled · differs in 0\n", "",
    )  # fmt: skip
