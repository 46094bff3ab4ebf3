import sys
from argparse import ArgumentParser
from datetime import datetime, timedelta

import pytest

from gradertui.cli import grade
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.tui import app, settings


class Terminal:
    """Enough of a terminal for `no_terminal`."""

    def __init__(self, encoding="utf-8", tty=True):
        self.encoding, self._tty, self.written = encoding, tty, ""

    def isatty(self):
        return self._tty

    def write(self, text):
        self.written += text
        return len(text)

    def flush(self):
        pass


@pytest.fixture
def terminal(monkeypatch):
    """A terminal on both ends."""

    def on(stdin=True, stderr=True, encoding="utf-8", term="xterm-256color"):
        monkeypatch.setattr(sys, "stdin", Terminal(tty=stdin))
        monkeypatch.setattr(sys, "stderr", Terminal(encoding, stderr))
        monkeypatch.setenv("TERM", term)
        if term is None:
            monkeypatch.delenv("TERM")

    return on


@pytest.fixture
def ran(monkeypatch):
    """Applications that were run, which end at once as `ends` says."""
    runs = []

    class Ended(app.Grader):
        failed = ""

        def run(self, **options):
            runs.append((self, options))
            self.failure = Ended.failed

    monkeypatch.setattr(app, "Grader", Ended)
    Ended.runs = runs
    return Ended


def test_without_a_terminal_it_says_so_in_one_line_and_ends_with_2(example, said):
    folder = example(3)
    status, out, err = said("grade", "demo-grade")
    assert (status, out) == (2, "")
    assert err == "gradertui grade: needs a terminal on standard input and standard error\n"
    assert [path.name for path in (folder / "labels").glob("*.sqlite")] == ["ana.sqlite"]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"stdin": False}, "needs a terminal on standard input and standard error"),
        ({"stderr": False}, "needs a terminal on standard input and standard error"),
        ({"term": "dumb"}, "TERM=dumb: needs a terminal that can place the cursor"),
        ({"term": ""}, "TERM=: needs a terminal that can place the cursor"),
        ({"encoding": "ISO-8859-1"}, "needs a UTF-8 terminal; set LANG=C.UTF-8 or the like"),
        ({"encoding": None}, "needs a UTF-8 terminal; set LANG=C.UTF-8 or the like"),
    ],
)
def test_a_terminal_that_cannot_draw_is_refused_in_words(terminal, facts, why):
    from gradertui.locale import use

    use("en")
    terminal(**facts)
    assert grade.no_terminal() == why


def test_a_terminal_that_can_draw_is_taken(terminal):
    terminal()
    assert grade.no_terminal() is None


def given(*words):
    parser = ArgumentParser()
    grade.arguments(parser)
    return parser.parse_args(["demo-grade", *words])


def test_the_grader_is_named_or_in_the_environment_or_the_login(monkeypatch):
    for name in ("GRADERTUI_GRADER", "USER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    assert grade.who() == "grader"
    monkeypatch.setenv("LOGNAME", "logname")
    assert grade.who() == "logname"
    monkeypatch.setenv("USER", "user")
    assert grade.who() == "user"
    monkeypatch.setenv("GRADERTUI_GRADER", "ana")
    assert grade.who() == "ana"
    assert given().grader is None
    assert given("--grader", "ben").grader == "ben"


@pytest.fixture
def answers(terminal, monkeypatch):
    """A person at a terminal whose login is eva: what they will type; what they were asked comes back."""
    for name in ("GRADERTUI_GRADER", "LOGNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("USER", "eva")

    def types(*lines):
        terminal()
        sys.stdin.readline = iter(lines).__next__
        return sys.stderr

    return types


def test_who_grades_is_asked_once_and_remembered(answers):
    screen = answers("ana\n")
    assert (grade.asked(()), grade.asked(()), grade.who()) == ("ana", "ana", "ana")
    assert screen.written == "Who grades? [eva] "


def test_an_empty_answer_is_the_login_and_no_answer_is_an_error(answers):
    answers("", "\n")
    with pytest.raises(StoreError, match="nobody said who grades"):
        grade.asked(())
    assert grade.asked(()) == settings.read().grader == "eva"


def test_an_id_that_cannot_name_a_file_is_asked_for_again(answers):
    screen = answers("../x\n", "\x1b[A\n", "ana\n")
    assert grade.asked(()) == "ana"
    assert screen.written.count("Who grades?") == 3


def test_the_names_of_the_plan_are_offered_and_no_other_is_taken(answers):
    settings.write(settings.Settings("light", grader="zoe"))
    screen = answers("eva\n", "\n", "ben\n")
    assert grade.asked(("ana", "ben")) == "ben"
    assert screen.written.startswith("Who grades? ana, ben write one of: ana, ben\nWho grades?")
    assert settings.read() == settings.Settings("light", grader="zoe")  # another session's names change nothing


def test_who_is_in_the_environment_is_not_asked(answers, monkeypatch):
    answers()
    monkeypatch.setenv("GRADERTUI_GRADER", "ben")
    assert grade.asked(("ana",)) == "ben"
    assert settings.read().grader == ""


def test_a_script_without_a_terminal_is_never_asked(example, said, monkeypatch):
    example(0)
    monkeypatch.setattr(grade, "asked", None)
    assert said("grade", "demo-grade")[0] == 2


def test_grade_opens_for_whoever_was_asked(example, said, answers, monkeypatch, ran):
    folder = example(0)
    answers("zoe\n")
    assert said("grade", "demo-grade")[0] == said("grade", "demo-grade")[0] == 0
    assert (folder / "labels" / "zoe.sqlite").exists()


def test_the_theme_is_dark_or_asked_for(monkeypatch):
    monkeypatch.delenv("GRADERTUI_THEME", raising=False)
    assert given().theme == ""
    assert given("--theme", "light").theme == "light"
    monkeypatch.setenv("GRADERTUI_THEME", "light")
    assert given().theme == "light"


def test_a_theme_that_does_not_exist_is_refused_and_nothing_is_opened(example, said, monkeypatch):
    folder = example(0)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    monkeypatch.setenv("GRADERTUI_THEME", "neon\x1b")
    status, out, err = said("grade", "demo-grade", "--grader", "new")
    assert (status, out) == (2, "")
    assert "GRADERTUI_THEME=neon␛: no such theme; there are dark, light, contrast" in err
    assert not (folder / "labels" / "new.sqlite").exists()


def test_the_theme_is_the_one_asked_for_else_the_one_used_last(monkeypatch):
    from gradertui.tui import settings

    assert grade.theme("") == "dark"
    settings.write(settings.Settings("contrast"))
    assert [grade.theme(given) for given in ("", "light")] == ["contrast", "light"]


@pytest.mark.parametrize("grader", ["", "a/b", "../ana", ".hidden", "a b", "x" * 65, "\x1b[2J", "-x", "a\n"])
def test_an_id_that_cannot_name_a_file_is_refused_and_nothing_is_written(example, said, terminal, monkeypatch, grader):
    folder = example(0)
    before = sorted(path.name for path in folder.rglob("*"))
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    status, out, err = said("grade", "demo-grade", f"--grader={grader}")
    assert (status, out) == (2, "")
    assert err.startswith(f"gradertui grade: --grader {grader!r}: an id is letters, digits")
    assert len(err.splitlines()) == 1
    assert sorted(path.name for path in folder.rglob("*")) == before


def test_it_opens_blind_for_the_grader_and_without_the_mouse(example, said, monkeypatch, ran):
    folder = example(3)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    assert said("grade", "demo-grade", "--grader", "ben")[0] == 0
    ((application, options),) = ran.runs
    desk = application._grading.desk
    assert (desk.blind, desk.state.partial, desk.state.labelled) == (True, False, 0)
    assert options == {"mouse": False}
    session = Session(folder)
    assert session.graders() == ["ana", "ben"]
    log = session.log("ben")
    assert log.count() == 0
    log.close()
    session.close()


def test_open_is_recorded_in_the_log(example, said, monkeypatch, ran):
    folder = example(3)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    for _time in range(2):
        assert said("grade", "demo-grade", "--grader", "ben", "--open", "--mouse", "--theme", "light")[0] == 0
    application, options = ran.runs[0]
    assert (application._grading.desk.blind, application._grading.desk.state.partial) == (False, True)
    assert options == {"mouse": True}
    assert application.theme == "catppuccin-latte"
    session = Session(folder)
    log = session.log("ben")
    assert [event.kind for event in log.events()] == ["PlanFrozen", "Revealed"]
    log.close()
    session.close()


def test_an_error_ends_with_1_and_says_that_labels_are_on_disk(example, said, monkeypatch, ran):
    example(3)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    ran.failed = "RuntimeError\n  file.py:3 method"
    status, out, err = said("grade", "demo-grade", "--grader", "ana")
    assert (status, out) == (1, "")
    assert err == (
        "gradertui ended by an error; every label that was shown as given is on disk.\n"
        "RuntimeError\n  file.py:3 method\n"
    )


def test_time_is_utc_in_milliseconds():
    at = datetime.fromisoformat(grade.utc())
    assert at.utcoffset() == timedelta(0)
    assert grade.utc().endswith("+00:00")
    assert len(grade.utc()) == len("2026-03-01T10:00:00.000+00:00")
