"""`gradertui blinding` on cards: what is printed, what is decided, and when it is refused."""

from __future__ import annotations

import io
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from gradertui.cli.demo import made
from gradertui.events import labelled
from gradertui.model import Plan
from gradertui.session import Session
from gradertui.store import plan as plans
from gradertui.store import plan_text as texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made(tmp_path / "sessions", "tone")


def decided(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "session.toml").read_text("utf-8"))


def labelled_once(folder: Path) -> None:
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        event = labelled(next(log.tasks()).task_id, 0, "4", active_ms=900, blind=True, screen="none")
        log.append_all([session.frozen(), event], "2026-03-01T10:00:00Z")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_findings_are_listed_by_code_and_exit_is_1(folder, said):
    status, out, err = said("blinding", "demo-tone")
    assert (status, err) == (1, "")
    assert "frustrada=frustrado" in out
    assert "17 findings are open" in out
    assert not any(name in out for name in ("Lucía", "Martín"))
    assert {"S1", "S2"} <= set(out.split())


def test_cards_names_every_card(folder, said):
    assert " +" in said("blinding", "demo-tone")[1]
    assert " +" not in said("blinding", "demo-tone", "--cards")[1]


def test_neutralising_twins_is_in_the_plan_and_leaves_nothing(folder, said):
    before = (folder / "session.toml").read_text("utf-8")
    status, out, err = said("blinding", "demo-tone", "--neutralise", "twins")
    assert (status, err) == (0, "")
    assert "nothing else tells the variants apart" in out
    assert ["frustrada", "frustrado"] in decided(folder)["neutralised"]
    after = (folder / "session.toml").read_text("utf-8")
    assert all(line in after.splitlines() for line in before.splitlines())
    assert after.index("neutralised") < after.index("# Otras formas") < after.index("[aliases]")
    assert said("blinding", "demo-tone")[0] == 0


def test_words_are_neutralised_and_accepted_one_by_one(folder, said):
    status, out, _err = said("blinding", "demo-tone", "--neutralise", "lista", "Mira=Miro", "--accept", "Toma", "baja")
    assert status == 1
    assert decided(folder)["neutralised"] == [["lista", "listo"], ["mira", "miro"]]
    assert decided(folder)["accepted"] == ["toma", "baja"]
    assert "14 findings are open" in out
    said("blinding", "demo-tone", "--accept", "toma")
    assert decided(folder)["accepted"] == ["toma", "baja"]


def test_a_changed_plan_is_known_when_it_is_opened(folder, said):
    said("blinding", "demo-tone", "--accept", "toma")
    with closing(Session(folder)) as session:
        assert session.items.meta()["plan_hash"] == session.plan_hash
        assert session.plan.accepted == ("toma",)
    assert not list(folder.glob("*.partial"))


def test_a_word_that_is_no_twin_is_refused(folder, said):
    before = (folder / "session.toml").read_text("utf-8")
    status, out, err = said("blinding", "demo-tone", "--neutralise", "mesa")
    assert (status, out) == (2, "")
    assert "mesa: no twin of it was found; write WORD=WORD" in err
    assert (folder / "session.toml").read_text("utf-8") == before


def test_after_the_first_label_nothing_is_decided(folder, said):
    labelled_once(folder)
    before = (folder / "session.toml").read_text("utf-8")
    status, _out, err = said("blinding", "demo-tone", "--neutralise", "twins")
    assert status == 2
    assert "the plan is frozen since 2026-03-01 10:00 by ana" in err
    assert (folder / "session.toml").read_text("utf-8") == before
    assert said("blinding", "demo-tone")[0] == 1


def test_after_the_reveal_variants_have_names(folder, said):
    said("blinding", "demo-tone", "reveal", "--grader", "ana", "--yes")
    assert "Lucía" in said("blinding", "demo-tone")[1]


def test_asking_takes_a_key_for_each_twin(folder, said, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal("n\na\nl\n\nq\n"))
    status, _out, err = said("blinding", "demo-tone", "--ask")
    assert status == 1
    assert err.count("[n]eutralise") == 5
    assert decided(folder)["neutralised"] == [["cansada", "cansado"]]
    assert len(decided(folder)["accepted"]) == 2


def test_asking_needs_a_terminal(folder, said, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    status, _out, err = said("blinding", "demo-tone", "--ask")
    assert status == 2
    assert "no terminal to ask on" in err


def test_answers_have_no_audit(example, said):
    example(1)
    status, _out, err = said("blinding", "demo-grade")
    assert status == 2
    assert "this is a session of grade" in err


def test_real_letters_keep_no_name_and_their_gendered_words_are_listed(real, said):
    said("new", "swap", real("name-swap-letters-chatgpt.csv"), "--map", "occupation+age=template", "--seed", 3)
    status, out, _err = said("blinding", "swap")
    assert status == 1
    twins = {line.split()[0] for line in out.splitlines() if "=" in line}
    assert {"she=he", "her=his", "her=him", "herself=himself"} <= twins
    assert "Names that were not masked\n  none" in out
    assert said("blinding", "swap", "--neutralise", "twins")[0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seed = 7",
        'pairs = [\n["a", "b"],\n["c", "d"],\n]\n\n# of tables\n[inputs]\nx = 1\n',
        "[rubric]\n",
        "# only\n",
    ],
)
def test_a_changed_text_keeps_all_the_rest(text):
    after = texts.changed(text, accepted=["x"], neutralised=[["a", "b"]] * 12)
    assert tomllib.loads(after) == tomllib.loads(text) | {"accepted": ["x"], "neutralised": [["a", "b"]] * 12}
    again = texts.changed(after, accepted=["y", "ñ"])
    assert tomllib.loads(again) == tomllib.loads(after) | {"accepted": ["y", "ñ"]}
    assert all(line in again.splitlines() for line in text.splitlines())


def test_a_written_plan_of_cards_is_read_back(tmp_path):
    plan = Plan(mode="tone", arms=("a", "b"), neutralised=(("x", "y"),), accepted=("z",), aliases={"a": ("c",)})
    text = texts.written(plan, {})
    path = tmp_path / "session.toml"
    path.write_text(text, "utf-8")
    assert plans.read(path) == plans.read(path, {plans.plan_hash(text)}) == (plan, text)
