from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gradertui import events
from gradertui.cli import main
from gradertui.session import Session
from gradertui.store import plan as plans
from gradertui.store import plan_text as texts

Said = Callable[..., tuple[int, str, str]]
Real = Callable[[str], Path]
ROWS = ["id,question,reference,system,answer", "p1,What?,This.,a,This.", "p1,What?,This.,b,That.", "p2,Who?,Me.,a,You."]


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    def write(*lines: str, name: str = "answers.csv") -> Path:
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return tmp_path / name

    return write


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    # SQLite leaves the two side files of a log that was read beside it.
    return {path.name: path.read_bytes() for path in files if not path.name.endswith(("-shm", "-wal"))}


def label_first(folder: Path) -> None:
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        task = next(log.tasks())
        log.append(events.labelled(task.task_id, 0, "R", active_ms=900, blind=True, screen="live"), "2026-03-01")


def test_a_session_is_made_of_a_file(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    status, out, err = said("new", "trial", file(*ROWS), "--seed", 7)
    assert (status, err) == (0, "")
    assert "2 questions (0 unanswerable, 0 unknown) · 3 answers · 0 sources" in out
    assert "2 systems: a 2 · b 1" in out
    assert out.endswith("trial: 3 answers; the plan is in session.toml\nnext: gradertui grade trial\n")
    with closing(Session(sessions / "trial")) as session:
        assert (session.plan.seed, session.arms, session.items.count("items")) == (7, ("a", "b"), 3)


def test_one_of_each_is_said_in_the_singular(said: Said, file: Callable[..., Path]) -> None:
    out = said("new", "trial", file("id,question,answer", "q1,What?,Yes"))[1]
    assert "1 question (0 unanswerable, 1 unknown) · 1 answer · 0 sources" in out
    assert "1 template · 1 variant · 1 card" in said("new", "names", file("template,variant,text", "1,Ana,Hello"))[1]


def test_what_was_understood_is_said_before_anything_is_read_or_written(said: Said, file: Callable[..., Path]) -> None:
    status, out, err = said("new", "trial", file("id,question,answer,conf", "1,q,a,7", "2,q,a,0.5"))
    assert status == 2
    assert out.splitlines()[0] == "answers.csv: answers (table, utf-8, delimiter ,)"
    assert [line.split()[:3:2] for line in out.splitlines()[1:]] == [
        ["id", "question_id"],
        ["question", "question"],
        ["answer", "answer"],
        ["conf", "confidence"],
    ]
    assert err


def test_a_dry_run_writes_nothing(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    status, out, err = said("new", "trial", file(*ROWS), "--dry-run")
    assert (status, err) == (0, "")
    assert "3 answers" in out
    assert out.endswith("dry run: nothing was written\n")
    assert not sessions.exists()


@pytest.mark.parametrize("dry", [[], ["--dry-run"]])
def test_each_problem_is_a_line_with_its_place_and_its_fix(
    said: Said, file: Callable[..., Path], sessions: Path, dry: list[str]
) -> None:
    path = file("id,question,answer,confianza", "1,q,a,1.7", "1,other,a,", "2,p,a,b,c")
    status, _out, err = said("new", "trial", path, *dry)
    assert status == 2
    assert err.splitlines() == [
        "gradertui new: answers.csv, row 1 (line 2), column confianza: '1.7': not between 0 and 1; "
        "write 0.17, or use --map confianza=confidence_percent for 17",
        "answers.csv, row 2 (line 3), column question: the same question says something else in "
        "answers.csv, row 1 (line 2); make them equal or change the id",
        "answers.csv, row 3 (line 4): 5 cells under 4 names; quote the cell that holds the delimiter",
        "nothing was written",
    ]
    assert not (sessions / "trial").exists()


def test_many_problems_are_counted(said: Said, file: Callable[..., Path]) -> None:
    _status, _out, err = said("new", "trial", file("id,question,answer,conf", *(f"{n},q{n},a,9" for n in range(50))))
    assert len(err.splitlines()) == 22
    assert err.splitlines()[-2:] == ["and 30 more", "nothing was written"]


@pytest.mark.parametrize("name", ["none.csv", "questions.csv"])
def test_a_file_without_answers_is_one_line(said: Said, file: Callable[..., Path], sessions: Path, name: str) -> None:
    path = file("question,reference", "q,r", name="questions.csv").with_name(name)
    status, _out, err = said("new", "trial", path)
    assert status == 2
    assert ("there is no such file" if name == "none.csv" else "answers are missing") in err.splitlines()[0]
    assert not (sessions / "trial").exists()


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "a\\b", ".x", "a\nb", "a b", "x" * 81])
def test_a_name_that_is_not_one_folder_is_refused(
    said: Said, file: Callable[..., Path], sessions: Path, name: str
) -> None:
    status, _out, err = said("new", name, file(*ROWS))
    assert (status, sessions.exists()) == (2, False)
    assert "a session's name is letters, digits" in err


def test_importing_again_adds_nothing_and_says_so(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    said("new", "trial", file(*ROWS))
    with closing(Session(sessions / "trial")) as session:
        before = session.items.meta(), set(session.items.identities()), session.plan_text
    status, out, _err = said("new", "trial", file(*ROWS), "--seed", 99)
    assert status == 0
    assert "trial: nothing new, 3 answers were there already" in out
    with closing(Session(sessions / "trial")) as session:
        assert (session.items.meta(), set(session.items.identities()), session.plan_text) == before


def test_another_file_of_the_same_bank_adds_what_is_new(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    bank = file("id,question,reference", "p1,What?,This.", "p2,Who?,Me.", name="bank.csv")
    said("new", "trial", file("id,system,answer", "p1,a,x", "p2,a,y"), "--bank", bank)
    more = file("id,system,answer", "p1,a,x", "p2,a,y", "p1,b,z", name="more.csv")
    status, out, _err = said("new", "trial", more, "--bank", bank)
    assert status == 0
    assert "trial: 1 new answer, 3 in all" in out
    with closing(Session(sessions / "trial")) as session:
        assert (session.items.count("questions"), session.items.count("items")) == (2, 3)
        assert (session.plan.arms, session.plan.pairs) == (("a", "b"), (("a", "b"),))


def test_pairs_that_somebody_chose_stay_when_a_system_joins(
    said: Said, file: Callable[..., Path], sessions: Path
) -> None:
    said("new", "trial", file(*ROWS, "p1,What?,This.,c,Else."))
    plan = sessions / "trial" / "session.toml"
    plan.write_text(texts.changed(plan.read_text(), pairs=[["a", "c"]]))
    assert said("new", "trial", file(*ROWS, "p1,What?,This.,d,So.", name="more.csv"))[0] == 0
    with closing(Session(sessions / "trial")) as session:
        assert (session.plan.arms, session.plan.pairs) == (("a", "b", "c", "d"), (("a", "c"),))


def test_a_plan_without_a_system_that_has_answers_is_refused(
    said: Said, file: Callable[..., Path], sessions: Path
) -> None:
    said("new", "trial", file(*ROWS))
    plan = sessions / "trial" / "session.toml"
    plan.write_text(texts.changed(plan.read_text(), arms=["a"], pairs=[]))
    status, _out, err = said("export", "trial", "--format", "csv")
    assert status == 2
    assert "arms: “b” has answers and is not among them" in err


def test_where_there_are_labels_nothing_is_added(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    said("new", "trial", file(*ROWS))
    label_first(sessions / "trial")
    before = everything(sessions)
    status, _out, err = said("new", "trial", file(*ROWS, "p3,Where?,Here.,a,There.", name="more.csv"))
    assert status == 2
    assert err == (
        f"gradertui new: {sessions}/trial/labels/ana.sqlite has labels, and 1 new answer would be added; "
        "make a new session for it\n"
    )
    assert everything(sessions) == before


def test_where_there_are_labels_the_same_file_adds_nothing(
    said: Said, file: Callable[..., Path], sessions: Path
) -> None:
    said("new", "trial", file(*ROWS))
    label_first(sessions / "trial")
    status, out, _err = said("new", "trial", file(*ROWS))
    assert status == 0
    assert "nothing new, 3 answers were there already" in out
    with closing(Session(sessions / "trial")) as session, closing(session.log("ana")) as log:
        assert log.count() == 1


def test_a_grader_who_only_looked_does_not_hinder(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    said("new", "trial", file(*ROWS))
    with closing(Session(sessions / "trial")) as session:
        session.writable_log("ana").close()
    status, out, _err = said("new", "trial", file("id,question,system,answer", "p9,Why?,a,So.", name="more.csv"))
    assert status == 0
    assert "trial: 1 new answer, 4 in all" in out


CARDS = ["template,variant,replicate,answer", "1,Lucía,1,Come in.", "1,Martín,1,Sit down.", "2,Lucía,1,Well done."]


def test_templates_and_variants_make_a_tone_session(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    status, out, err = said("new", "names", file(*CARDS), "--alias", "Lucía=Luci", "--alias", "Lucía=Lu", "--mask", "X")
    assert (status, err) == (0, "")
    assert "2 templates · 2 variants · 3 cards\n2 variants: Lucía 2 · Martín 1" in out
    assert "names: 3 cards; the plan is in session.toml\nfirst: gradertui blinding names" in out
    assert out.endswith("next: gradertui grade names\n")
    with closing(Session(sessions / "names")) as session:
        plan = session.plan
        assert (plan.mode, plan.arms, plan.pairs) == ("tone", ("Lucía", "Martín"), (("Lucía", "Martín"),))
        assert (plan.refresh, plan.mask, plan.aliases) == (10, "X", {"Lucía": ("Luci", "Lu")})
        # Read again as text that nobody checked before, the plan is the same.
        assert plans.read(sessions / "names" / "session.toml")[0] == plan


def test_names_are_masked_by_a_word_in_brackets_unless_another_is_given(
    said: Said, file: Callable[..., Path], sessions: Path
) -> None:
    said("new", "names", file(*CARDS))
    with closing(Session(sessions / "names")) as session:
        assert (session.plan.mask, session.plan.aliases) == ("[compañero]", {})


@pytest.mark.parametrize(("variants", "pairs"), [("ABCD", 6), ("ABCDE", 4)])
def test_many_variants_are_compared_with_the_first(
    said: Said, file: Callable[..., Path], sessions: Path, variants: str, pairs: int
) -> None:
    said("new", "names", file("template,variant,answer", *(f"1,{variant},hello {variant}" for variant in variants)))
    with closing(Session(sessions / "names")) as session:
        assert len(session.plan.pairs) == pairs
        assert pairs == 6 or {a for a, _b in session.plan.pairs} == {"A"}


@pytest.mark.parametrize(
    ("options", "fix"),
    [
        (["--alias", "Lucía"], "--alias Lucía: write VARIANT=NAME"),
        (["--alias", "Ana=Anita"], "“Ana” is not among arms; write one of Lucía, Martín"),
        (["--mode", "grade", "--mask", "X"], "of tone and preference; take them away"),
    ],
)
def test_an_option_of_names_that_cannot_be_used_is_one_line(
    said: Said, file: Callable[..., Path], sessions: Path, options: list[str], fix: str
) -> None:
    status, _out, err = said("new", "names", file(*CARDS), *options)
    assert (status, err.count("\n")) == (2, 1)
    assert fix in err
    assert not (sessions / "names").exists()


def test_a_dry_run_counts_cards_and_writes_nothing(said: Said, file: Callable[..., Path], sessions: Path) -> None:
    _status, out, _err = said("new", "names", file(*CARDS), "--dry-run")
    assert "2 templates · 2 variants · 3 cards" in out
    assert not sessions.exists()


def bbq(real: Real, path: Path) -> Path:
    """The answers of BBQ as somebody would keep them in a table: no id, and one answer a row."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["question", "reference", "context", "system", "answer"])
        for row in map(json.loads, real("bbq-unifiedqa-nationality-80.jsonl").read_text().splitlines()):
            for system in (column for column in row if "_pred_" in column):
                cells = row["question"], row[f"ans{row['label']}"], row["context"], system, row[system]
                table.writerow(cells)
    return path


def test_bbq_as_a_table_is_240_answers_of_three_systems(said: Said, real: Real, tmp_path: Path, sessions: Path) -> None:
    status, out, err = said("new", "bbq", bbq(real, tmp_path / "bbq.csv"))
    assert (status, err) == (0, "")
    assert "80 questions (0 unanswerable, 0 unknown) · 240 answers · 40 sources" in out
    assert "3 systems:" in out
    with closing(Session(sessions / "bbq")) as session:
        assert len(session.arms) == 3
        assert all(" 80" in line for line in out.split("3 systems: ")[1].splitlines()[0].split(" · "))
        for identity in session.items.identities():
            (source_id,) = session.items.question(identity.question_id).source_ids
            assert source_id.startswith("·")
            assert session.items.source(source_id).text
        assert len({identity.question_id for identity in session.items.identities()}) == 80
        assert {identity.replicate for identity in session.items.identities()} == {1}


def test_halueval_is_50_answers_and_no_rate_is_claimed(
    real: Real, sessions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = real("halueval-general-50.jsonl")
    assert main(["new", "halu", str(path), "--sessions", str(sessions), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "50 questions (0 unanswerable, 50 unknown) · 50 answers · 0 sources" in out
    assert "note: no references: letters will be kept as letters and no hallucination rate is claimed" in out


def test_a_session_has_no_name_before_the_labels_of_its_file_are_in_it(
    said: Said, file: Callable[..., Path], sessions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked(folder: Path, _reading: object) -> list[str]:
        assert (folder / "items.sqlite").exists()
        assert not (sessions / "trial").exists()
        return []

    monkeypatch.setattr("gradertui.cli.new._taken_in", looked)
    assert said("new", "trial", file(*ROWS))[0] == 0
    assert (sessions / "trial" / "items.sqlite").exists()
