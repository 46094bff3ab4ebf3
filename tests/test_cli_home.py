import shutil
import sys

from disputed import letters
from screens import seated

from gradertui.cli import grade, main
from gradertui.tui.home import Chosen


def test_an_empty_folder_says_what_to_do_first(said, tmp_path):
    status, out, err = said()
    assert (status, err) == (0, "")
    assert out == f"no sessions in {tmp_path / 'sessions'}\nnext: gradertui demo, or gradertui new NAME FILE\n"


def test_a_session_nobody_labelled_says_how_to_begin(example, said):
    folder = example(0)
    shutil.rmtree(folder / "labels")
    status, out, _err = said()
    assert status == 0
    assert out.splitlines() == [
        "demo-grade  grade · Cuaderno de estudio: tres tutores · 75",
        "  next: gradertui grade demo-grade",
    ]


def test_every_grader_has_their_progress_and_their_next_step(example, said):
    example(31)
    example(75, "ben")
    status, out, _err = said()
    assert status == 0
    assert out.splitlines()[1:] == [
        "  ana          31/75, 2026-03-01",
        "  next: gradertui grade demo-grade --grader ana",
        "  ben          75/75, 2026-03-01",
        "  next: gradertui report demo-grade",
    ]


def test_flags_are_counted_and_exclusions_are_progress(example, said):
    with seated(example(31)) as desk:
        desk.flag()
        desk.exclude("cut off")
    _status, out, _err = said()
    assert "  ana          32/75, 1 flagged, 2026-03-01" in out.splitlines()


def test_a_broken_session_does_not_hide_the_others(example, said, tmp_path):
    folder = example(3)
    other = shutil.copytree(folder, tmp_path / "sessions" / "another")
    (other / "session.toml").write_text("mode = ")
    status, out, _err = said()
    assert status == 0
    assert out.splitlines()[0].startswith("another  ")
    assert "session.toml: not valid TOML" in out
    assert "  ana          3/75" in out


def test_a_log_that_is_damaged_is_named(example, said, tmp_path):
    folder = example(3)
    (folder / "labels" / "ben.sqlite").write_bytes(b"no database" * 100)
    status, out, err = said()
    assert "  ben          " in out
    assert "ben.sqlite" in out
    assert "  next: gradertui verify demo-grade" in out.splitlines()
    assert "Traceback" not in out + err
    assert status == 0
    assert "  ana          3/75, 2026-03-01" in out.splitlines()


def test_a_name_that_would_act_on_a_terminal_is_shown(example, said, tmp_path):
    shutil.move(example(3), tmp_path / "sessions" / "\x1b[2J")
    _status, out, _err = said()
    assert "␛[2J" in out


def test_looking_changes_nothing(example, said):
    folder = example(3)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    said()
    after = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert {path: at for path, at in after.items() if path in before} == before


def test_modes_have_spanish_names(example, toned, spanish, capsys, tmp_path):
    example(3)
    toned(3, title="")
    assert main(["--sessions", str(tmp_path / "sessions")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "demo-grade  calificación · Cuaderno de estudio: tres tutores · 75" in out
    assert "names  tono · 120" in out


def test_where_graders_differ_is_said_once_all_are_done(said, tmp_path):
    letters(tmp_path)
    assert said()[1].splitlines()[-2:] == ["  graders differ on 3", "  next: gradertui adjudicate numbers"]


class Screens:
    """Stands for the screen: what it was given each time, and what was chosen on it."""

    def __init__(self, monkeypatch, *choices):
        self.sights, choices = [], list(choices)

        class Home:
            failure, return_code, place = "", 0, ("demo-grade", "grade", "ana")

            def __init__(home, sight, **_options):
                self.sights.append(sight)
                home.chosen = choices.pop(0) if choices else None

            def run(home, mouse):
                pass

        monkeypatch.setattr("gradertui.tui.home.Home", Home)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(grade, "no_terminal", lambda: None)


def test_a_session_is_opened_as_grade_opens_it_and_home_comes_back_with_new_numbers(example, said, monkeypatch):
    folder = example(3)
    screens = Screens(monkeypatch, Chosen("grade", "demo-grade", "ana"))

    def work(session, given):
        assert (session.name, given.grader, given.open) == ("demo-grade", "ana", False)
        with seated(folder) as desk:
            desk.label("X", 900, "live")
        return 0

    monkeypatch.setattr(grade, "open_session", work)
    assert said() == (0, "", "")
    assert [sight.known[0].rows[0].done for sight in screens.sights] == [3, 4]
    assert [sight.at for sight in screens.sights] == [None, ("demo-grade", "grade", "ana")]


def test_what_could_not_be_opened_is_said_on_the_screen(example, said, monkeypatch):
    example(3)
    screens = Screens(monkeypatch, Chosen("grade", "demo-grade", "no/file"))
    assert said()[0] == 0
    assert "an id is letters" in screens.sights[1].said


def test_a_program_that_ended_by_an_error_does_not_come_back(example, said, monkeypatch):
    example(3)
    screens = Screens(monkeypatch, Chosen("grade", "demo-grade", "ana"))
    monkeypatch.setattr(grade, "open_session", lambda session, given: 1)
    assert said()[0] == 1
    assert len(screens.sights) == 1


def test_the_screen_is_given_the_report_and_the_audit_as_the_commands_print_them(example, toned, said, monkeypatch):
    example(75)
    toned(0)
    printed = said("report", "demo-grade")[1], said("blinding", "names")[1]
    screens = Screens(monkeypatch)
    said()
    text = screens.sights[0].text
    assert (text("report", "demo-grade"), text("blinding", "names") + "\n") == printed
    assert "no labels" in text("report", "names")


def test_disputes_and_the_example_are_opened_by_their_own_commands(example, said, monkeypatch):
    example(3)
    ran = []
    monkeypatch.setattr("gradertui.cli.adjudicate.run", lambda given: ran.append((given.name, given.mine)) or 0)
    monkeypatch.setattr("gradertui.cli.demo.run", lambda given: ran.append((given.mode, given.grader)) or 0)
    Screens(monkeypatch, Chosen("adjudicate", "numbers"), Chosen("demo"))
    assert said()[0] == 0
    assert ran == [("numbers", None), ("grade", None)]
