"""What other programs say of a failure is said in our words, in the chosen language, and never lost."""

from __future__ import annotations

import errno
import json
import os
import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from gradertui.cli import main
from gradertui.locale import faults
from gradertui.locale.faults import GRAMMAR, SQLITE, SYSTEM, WANTED, reason, told, wanted
from gradertui.model import Plan
from gradertui.store import StoreError
from gradertui.store.plan import read

pytestmark = pytest.mark.usefixtures("spanish")

ENGLISH = re.compile(r"\b(the|is|are|no such|not|of|and|write|expected|invalid|input|should|valid)\b", re.IGNORECASE)


def raised(deed, *given, **more) -> BaseException:
    with pytest.raises(Exception) as found:
        deed(*given, **more)
    return found.value


def ours(said: str) -> str:
    """What is said before the original in parentheses."""
    return re.sub(r"\(.*\)$", "", said)


@pytest.mark.parametrize("number", SYSTEM)
def test_what_the_system_says_is_spanish(number: int):
    error = OSError(number, os.strerror(number), "a/b.csv")
    assert reason(error) != error.strerror
    assert not ENGLISH.search(reason(error))
    assert told(error) == f"a/b.csv: {reason(error)}"


def test_a_failure_of_the_system_without_words_of_ours_keeps_its_own():
    assert reason(OSError(errno.EDOM, os.strerror(errno.EDOM))) == os.strerror(errno.EDOM)
    assert told(OSError("only this")) == "only this"
    assert reason(OSError()) == "OSError"


def locked(path: Path) -> BaseException:
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(path, timeout=0)) as other:
        one.execute("create table t (x)")
        one.execute("begin exclusive")
        return raised(other.execute, "insert into t values (1)")


def full(path: Path) -> BaseException:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table t (x)")
        db.execute("pragma max_page_count = 3")
        return raised(db.execute, "insert into t values (zeroblob(100000))")


def readonly(path: Path) -> BaseException:
    sqlite3.connect(path).close()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return raised(db.execute, "create table t (x)")


def malformed(path: Path) -> BaseException:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table t (x)")
        db.executemany("insert into t values (?)", [("x" * 500,)] * 50)
        db.commit()
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * 2000 + content[6096:])
    with closing(sqlite3.connect(path)) as db:
        return raised(lambda: list(db.execute("select * from t")))


def foreign(path: Path) -> BaseException:
    path.write_bytes(b"no database at all " * 100)
    with closing(sqlite3.connect(path)) as db:
        return raised(db.execute, "select * from t")


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        (locked, "otro programa lo está usando; ciérrelo y vuelva a intentarlo (database is locked)"),
        (full, "no queda espacio en el disco; libere espacio y vuelva a intentarlo (database or disk is full)"),
        (readonly, "compruebe quién puede escribir en él y en su carpeta (attempt to write a readonly database)"),
        (malformed, "está dañado; consérvelo como está y siga con una copia (database disk image is malformed)"),
        (foreign, "no es una base de datos, o está dañada (file is not a database)"),
    ],
)
def test_what_sqlite_says_is_spanish_with_its_own_words_after_it(tmp_path: Path, fails, said: str):
    found = reason(fails(tmp_path / "a.sqlite"))
    assert found.endswith(said)
    assert not ENGLISH.search(ours(found))


def test_every_word_of_ours_about_sqlite_is_spanish():
    assert not any(ENGLISH.search(faults._(words)) for words in (*SQLITE.values(), *WANTED.values(), *GRAMMAR))


def test_an_extended_code_has_the_words_of_its_primary_one():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert reason(error) == "el disco no se puede leer o escribir (disk I/O error)"


def test_what_sqlite_never_said_stays(tmp_path: Path):
    db = sqlite3.connect(tmp_path / "a.sqlite")
    db.close()
    assert reason(raised(db.execute, "select 1")) == "Cannot operate on a closed database."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2", "se esperaba ','"),
        ('{"a" 1}', "se esperaba ':'"),
        ('{"a": }', "se esperaba un valor"),
        ("{a: 1}", "se esperaba un nombre entre comillas dobles"),
        ('"x', "hay un texto sin cerrar"),
        ('"\\q"', "carácter escapado no válido"),
        ('"\n"', "hay un carácter de control"),
        ("1 2", "sobra algo al final"),
    ],
)
def test_what_is_wrong_with_json_is_spanish(text: str, said: str):
    assert reason(raised(json.loads, text)) == said


@pytest.mark.parametrize(
    "text",
    [
        "a", "a = ", "a = 1\na = 2", "[t", "[[t]", "a = [1", "a = {b = 1", "a = 'x", 'a = "\\q"', "a = 1 2", "= 1",
        "a = 2026-13-01", "[a]\n[a]", "a = {b = 1, b = 2}", "a = {}\n[a.b]", "a = '\x01'", "a = 1 \x01",
        'a = """', "a = '(at line 9, column 9)",
    ],
)  # fmt: skip
def test_what_is_wrong_with_toml_is_spanish_and_names_the_place(text: str):
    found = reason(raised(tomllib.loads, text))
    assert re.match(r"(línea \d+, columna \d+|al final): \S", found)
    assert not ENGLISH.search(found)


def test_bytes_and_depth_are_said_in_spanish():
    assert reason(raised(b"\xff".decode)) == "no es texto UTF-8"
    assert reason(RecursionError("maximum recursion depth exceeded")) == "tiene demasiados niveles de anidamiento"
    assert reason(raised(Path("a\0b").read_text)) == "el nombre contiene un byte nulo"


WRONG = {
    "mode": ["x"], "seed": ["a", 1.5, [], "1" * 5000], "blind": ["perhaps", []], "level": ["x", []],
    "arms": ["a", [1]], "pairs": [[["a"]], [["a", "b", "c"]], ["ab"]], "rubric": [[], {"R": 1}], "title": [3],
    "aliases": [{"a": "b"}], "refresh": ["x"], "statistics": ["now"],
}  # fmt: skip


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WRONG.items() for value in values])
def test_what_pydantic_says_of_a_plan_is_spanish(key: str, value: object):
    with pytest.raises(ValidationError) as found:
        TypeAdapter(Plan).validate_python({key: value})
    for fault in found.value.errors():
        said = wanted(fault["type"], fault["msg"], fault.get("ctx", {}).get("expected", ""))
        assert said.startswith("escriba ")
        assert not ENGLISH.search(said)


def test_a_plan_is_refused_in_spanish(tmp_path: Path):
    path = tmp_path / "session.toml"
    path.write_text("mode = 'grad'\nblind = 'perhaps'\n", encoding="utf-8")
    with pytest.raises(StoreError) as found:
        read(path)
    assert str(found.value).split("\n") == [
        f"{path}, mode: escriba uno de estos: 'grade', 'tone', 'preference', no 'grad'",
        f"{path}, blind: escriba true o false, no 'perhaps'",
    ]


def test_a_kind_that_pydantic_may_add_keeps_its_words():
    assert wanted("unheard_of", "Input should be odd", "") == "Input should be odd"


def test_the_command_line_says_a_failure_of_the_system_in_spanish(example, tmp_path: Path, capsys):
    example()
    (tmp_path / "sessions" / "demo-grade" / "session.toml").unlink()
    assert main(["report", "demo-grade", "--lang", "es", "--sessions", str(tmp_path / "sessions")]) == 2
    err = capsys.readouterr().err
    assert err.endswith("session.toml: no existe ese archivo o carpeta\n")
    assert err.startswith("gradertui report: ")
