"""`keys.toml` is understood as a person writes it; what is not is told with file, line and fix, and nothing opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from screens import bank, made

from gradertui.cli import grade, main
from gradertui.store import StoreError
from gradertui.tui import keyfile, settings
from gradertui.tui.keys import Wish, laid

FILE = Path("keys.toml")


def wish(text: str) -> Path:
    path = keyfile.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_file_lies_beside_the_settings_and_none_is_no_wish() -> None:
    assert keyfile.path() == settings.path().with_name("keys.toml")
    assert keyfile.read().said == {}
    assert keyfile.keys("grade", "grade").of("undo") == ("u", "ctrl+z")


@pytest.mark.parametrize(
    "text",
    [
        '# mine\n[tone]\n1 = "a"\n',
        '# mine\n\n[tone]\n"1" = ["A"]',
        "# mine\n\ntone.1 = 'a'",
        'tone = {1 = "a"}',
        '\n["tone"]\n\'1\' = """a"""',
    ],
)
def test_a_key_is_written_in_every_way_that_toml_has(text: str) -> None:
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "1" in row)
    assert keyfile.parsed(FILE, text).said == {("tone", "1"): Wish(("a",), line)}


def test_a_digit_needs_no_quotes_and_names_no_case() -> None:
    said = keyfile.parsed(FILE, "[tone]\n1 = 9\n[grade]\nr = 'ñ'\nSkip = ['F5', '/', 'Ctrl+S']").said
    assert {name: wish.keys for name, wish in said.items()} == {
        ("tone", "1"): ("9",),
        ("grade", "R"): ("ñ",),
        ("grade", "skip"): ("f5", "/", "ctrl+s"),
    }


REFUSED = {
    '[grade]\nR = "jk"': "line 2, [grade] R: “jk” is no key that a terminal sends; write a character or one of enter",
    '[grade]\nR = "alt+j"': "line 2, [grade] R: “alt+j” is no key",
    "[grade]\nR = true": "line 2, [grade] R: “True” is no key",
    '[grade]\nR = ["j", {a = 1}]': "line 2, [grade] R: “{'a': 1}” is no key",
    '[grade]\nR = "ctrl+c"': "line 2, [grade] R: “ctrl+c” cannot be given away: Ctrl+C leaves a line",
    '[grade]\nhelp = "Ctrl+P"': "line 2, [grade] help: “Ctrl+P” cannot be given away: Ctrl+P opens the palette",
    "[grade]\nR = []": "line 2, [grade] R: needs a key; write one, or take the line away",
    "[grade]\nundo = []": "line 2, [grade] undo: needs a key",
    "[home]\nreport = []": "line 2, [home] report: needs a key",
    '[grade]\nrepot = "j"': "line 2, [grade] repot: there is no repot here; write one of R, X, N, kinds, undo",
    '\n[grades]\nR = "j"': "line 2, grades: there is no grades here; write one of everywhere, grade, tone",
    "keyboard = 'fr'\ngrade = 'j'": "line 2, grade: write a table of keys and values",
    'R = "j"': "line 1, R: there is no R here; write one of everywhere",
    'keyboard = ["ru", "xx"]': "line 1, keyboard: there is no xx here; write one of us, ru, ua",
    '[grade]\nR = j"': "not valid TOML: line 2, column 5: Invalid value",
    '[grade]\nR = "\\u001b[2J"': "line 2, [grade] R: “␛[2J” is no key",
}


@pytest.mark.parametrize(("text", "told"), REFUSED.items())
def test_what_is_not_understood_is_told_with_the_line_and_the_fix(text: str, told: str) -> None:
    with pytest.raises(StoreError) as refused:
        keyfile.parsed(FILE, text)
    assert str(refused.value).startswith(f"keys.toml{':' if 'TOML' in told else ','} {told}")
    assert "\n" not in str(refused.value)


def test_a_file_that_cannot_be_read_is_told() -> None:
    path = keyfile.path()
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match=r"keys\.toml: it is a folder"):
        keyfile.read()
    path.rmdir()
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match=r"keys\.toml: it is not UTF-8 text"):
        keyfile.read()


def uncommented(lines: str) -> Iterator[str]:
    for row in lines.splitlines():
        yield row.removeprefix("# ") if " = " in row and not row.startswith("# keyboard") else row


def test_the_example_changes_nothing_as_it_is_and_nothing_when_all_is_taken_in(capsys) -> None:
    assert main(["keys", "--example"]) == 0
    example = capsys.readouterr().out
    assert keyfile.parsed(FILE, example).said == {}
    wishes = keyfile.parsed(FILE, "\n".join(uncommented(example)))
    assert len(wishes.said) > 50
    for screen in ("grade", "tone", "preference"):
        for taken, given in zip(laid(screen, screen, wishes).bound, keyfile.keys(screen, screen).bound, strict=True):
            assert taken.keys == (given.keys or ("f2",))


@pytest.mark.parametrize("command", ["grade s", "grade s --grader ana", "practice", "demo", "", "answers.csv"])
def test_with_a_clash_nothing_opens_and_nothing_is_written(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path / "sessions" / "s", bank(2))
    path = wish('[grade]\nskip = "r"\n')
    (tmp_path / "answers.csv").write_text("id,question,answer,system\n1,q,a,x\n")
    before = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(grade, "no_terminal", lambda: None)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(command.split()) == 2
    said = capsys.readouterr()
    assert f"{path}, line 2, [grade] skip: “r” is the key of [grade] R too; give one of the two another key" in said.err
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")} == before
