import os
import subprocess
import sys
from pathlib import Path

import pytest

import gradertui
from gradertui.cli import demo, grade, main
from gradertui.session import Session
from gradertui.store import StoreError

ROOT = Path(__file__).parents[1]
FILES = {
    "grade": {"README.md", "answers.csv", "bank.csv", "practice.csv", "session.toml", "sources.csv"},
    "tone": {"README.md", "cards.csv", "practice.csv", "session.toml"},
}


@pytest.fixture
def opened(monkeypatch):
    """What would have been opened on a terminal."""
    calls = []
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    monkeypatch.setattr(grade, "open_session", lambda session, given: calls.append((session, given)) or 0)
    yield calls
    for session, _given in calls:
        session.close()


def test_the_example_is_made_where_one_stands(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRADERTUI_SESSIONS", raising=False)
    assert main(["--lang", "en", "demo"]) == 0
    folder = tmp_path / "sessions" / "demo-grade"
    assert {path.name for path in folder.iterdir()} >= FILES["grade"] - {"practice.csv"} | {
        "items.sqlite",
        "empty.sqlite",
    }
    assert not (folder / "practice.csv").exists()
    ((session, given),) = opened
    assert session.items.count("items") == 75
    assert given.grader is None  # it opens at once: for whom `grade.who` says
    assert session.graders() == []


def test_an_empty_folder_away_from_the_clone_is_enough(tmp_path):
    """In a program of its own, started elsewhere: it says that it needs a terminal, and makes what it can make."""
    program = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from gradertui.cli.demo import made
print(made(Path("here"), "grade"))"""
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == (f"here{os.sep}demo-grade\n", "")
    session = Session(tmp_path / "here" / "demo-grade")
    assert session.items.count("questions") == 25
    session.close()


def test_the_second_time_it_is_opened_as_it_stands(opened, example, tmp_path):
    folder = example(5)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert main(["--lang", "en", "demo", "--sessions", str(tmp_path / "sessions")]) == 0
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert opened[0][0].graders() == ["ana"]


def test_a_plan_that_was_edited_before_is_kept(tmp_path):
    folder = demo.made(tmp_path, "grade")
    for path in folder.glob("*.sqlite"):
        path.unlink()
    plan = folder / "session.toml"
    plan.write_text(plan.read_text(encoding="utf-8").replace("seed = 18", "seed = 19"), encoding="utf-8")
    session = Session(demo.made(tmp_path, "grade"))
    assert session.plan.seed == 19
    session.close()


@pytest.mark.parametrize("mode", FILES)
def test_text_files_are_all_that_is_shipped(mode):
    shipped = demo.shipped(mode)
    tracked = {path.name for path in shipped.iterdir() if ".sqlite" not in path.name and path.name != "labels"}
    assert tracked == FILES[mode]
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in FILES[mode]:
        assert f'"sessions/demo-{mode}/{name}" = "gradertui/sessions/demo-{mode}/{name}"' in listed


def test_the_example_of_tone_has_120_cards_and_the_notes_they_answer(opened, tmp_path):
    assert main(["--lang", "en", "demo", "tone", "--sessions", str(tmp_path)]) == 0
    ((session, _given),) = opened
    assert (session.name, session.items.count("items"), session.items.count("sources")) == ("demo-tone", 120, 20)
    assert session.plan.aliases == {"Lucía": ("Luci",), "Martín": ("Martincho",)}
    # Opened again, the plan is taken without checking it; it says the same.
    assert Session(session.folder).plan == session.plan


def test_in_an_installed_package_the_example_lies_inside_it(tmp_path, monkeypatch):
    package = tmp_path / "site" / "gradertui"
    inside = package / "sessions" / "demo-grade"
    inside.mkdir(parents=True)
    (inside / "session.toml").touch()
    monkeypatch.setattr(gradertui, "__file__", str(package / "__init__.py"))
    assert demo.shipped("grade") == inside


def test_an_installation_without_the_example_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(gradertui, "__file__", str(tmp_path / "gradertui" / "__init__.py"))
    with pytest.raises(StoreError, match="example"):
        demo.shipped("grade")


def test_without_a_terminal_nothing_is_made(tmp_path, capsys):
    assert main(["--lang", "en", "demo", "--sessions", str(tmp_path / "sessions")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "gradertui demo: needs a terminal on standard input and standard error\n"
    assert not (tmp_path / "sessions").exists()


def test_a_mode_without_an_example_is_refused_by_name(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", "demo", "poetry"])
    assert ended.value.code == 2
    assert "'poetry'" in capsys.readouterr().err


@pytest.mark.parametrize("mode", ["grade", "tone"])
def test_the_bank_of_an_example_is_the_one_its_plan_names(tmp_path, mode):
    session = Session(demo.made(tmp_path, mode))
    assert {key: session.plan.bank[key] for key in ("hash", "answers")} == session.items.hashes()
    assert session.plan.hypothesis
