import shutil

from screens import seated

from gradertui.cli import main


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
        "  ana          31/75",
        "  next: gradertui grade demo-grade --grader ana",
        "  ben          75/75",
        "  next: gradertui report demo-grade",
    ]


def test_flags_are_counted_and_exclusions_are_progress(example, said):
    with seated(example(31)) as desk:
        desk.flag()
        desk.exclude("cut off")
    _status, out, _err = said()
    assert "  ana          32/75, 1 flagged" in out.splitlines()


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
    assert "ben.sqlite" in out + err
    assert "Traceback" not in out + err
    assert status in (0, 2)


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
