"""What is asked of every reader, whatever it is given: texts that come back, or one line that names the file."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from format_samples import SAMPLES
from hypothesis import example, given, settings
from hypothesis import strategies as st
from screens import AT

from gradertui import events
from gradertui.cli import anew
from gradertui.formats.errors import InputError
from gradertui.formats.fields import ALIASES
from gradertui.formats.labels import read_labels
from gradertui.formats.outcomes import read_outcomes
from gradertui.formats.ratings import read_ratings
from gradertui.formats.reading import read
from gradertui.formats.verdicts import Meanings, read_verdicts
from gradertui.model import Item, Plan, Question
from gradertui.report.exports import full, gathered
from gradertui.session import Session
from gradertui.session.making import make

NAMES = sorted({name for names in ALIASES.values() for name in names.split()} | {"item_id", "at", "case", "pass"})
HOSTILE = ("\x1b[2J", "\x00", "[/b]", "\u202e", "\u2028", "\x85", "\r", "=cmd|' /C calc'!A0", "nan", "1e999", "[" * 500,
           "\ud800", "", " ", "١", "e\u0301" * 40, "<script>", "0.5%", "9" * 5000, "R", "both bad",
           "[1, 2", "{}")  # fmt: skip
text = st.text(max_size=8) | st.sampled_from(HOSTILE)
number = st.integers(-3, 200) | st.floats() | st.sampled_from([10**400, 2**63, -0.0])
scalar = st.none() | st.booleans() | number | text
value = st.recursive(scalar, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text | st.sampled_from(
    ["content", "role", "error", "text", "user"]), inner, max_size=3), max_leaves=6)  # fmt: skip
column = st.sampled_from(NAMES) | text
row = st.dictionaries(column, value, max_size=7)


def reading(path: Path) -> Iterable[str]:
    """Everything that a file of answers goes through before anything is written."""
    found = read([path])
    made = list(found.parts())
    assert all(isinstance(each.text, str) for each in made if isinstance(each, (Item, Question)))
    return found.problems


def bringing(path: Path) -> Iterable[str]:
    """The same of a bank, and of sources, beside answers."""
    answers = path.with_name("beside.jsonl")
    answers.write_text('{"question_id": "q", "answer": "a"}\n')
    found = read([answers], bank=path, sources=path)
    list(found.parts())
    return found.problems


READERS: dict[str, Callable[[Path], Iterable[object]]] = {
    "answers": reading,
    "bank and sources": bringing,
    "labels": read_labels,
    "labels of tone": lambda path: read_labels(path, mode="tone"),
    "labels of preference": lambda path: read_labels(path, mode="preference"),
    "verdicts": lambda path: read_verdicts(path, Meanings()),
    "outcomes": read_outcomes,
    "ratings": read_ratings,
    "our own": lambda path: anew.read(path)[0] if anew.whole([path]) else [],
}


def said(reader: str, name: str, data: bytes) -> list[str]:
    """What is wrong with a file, as it is told; nothing but an error of ours may come."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            found = READERS[reader](path)
            told = list(found) if reader in ("answers", "bank and sources") else (list(found), [])[1]
        except InputError as error:
            told = list(error.problems)
            assert told
        for each in told:
            assert isinstance(each, str)
            assert "\n" not in each
            assert not any(c < " " or "\x7f" <= c < "\xa0" or "\ud800" <= c < "\ue000" for c in each), ascii(each)
            assert Path(name).stem[:8] in each or "beside" in each or "--" in each or "more" in each, each
        return told


def lines(rows: Iterable[object]) -> bytes:
    return "\n".join(map(json.dumps, rows)).encode()


def table(rows: list[dict[str, object]], delimiter: str = ",") -> bytes:
    """Rows as a spreadsheet writes them."""
    file = io.StringIO(newline="")
    out = csv.DictWriter(file, list({key: None for row in rows for key in row}), delimiter=delimiter)
    out.writeheader()
    out.writerows(rows)
    return file.getvalue().encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("reader", READERS)
@given(rows=st.lists(row, min_size=1, max_size=4), form=st.sampled_from(["lines", "list", "object", "table"]))
def test_any_rows_are_read_or_refused_in_words(reader: str, rows: list[dict[str, object]], form: str) -> None:
    if form == "table":
        said(reader, "answers.csv", table(rows))
        return
    whole: dict[str, bytes] = {
        "lines": lines(rows), "list": json.dumps(rows).encode(), "object": json.dumps({"data": rows}).encode()
    }  # fmt: skip
    said(reader, "answers.jsonl", whole[form])


@pytest.mark.parametrize("reader", READERS)
@given(data=st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode("utf-16", "surrogatepass")))
def test_any_bytes_are_read_or_refused_in_words(reader: str, data: bytes) -> None:
    for name in ("answers.csv", "answers.json", "answers.eval"):
        said(reader, name, data)


WHOLE = """\
{"type": "gradertui", "version": 1, "mode": "grade", "plan": "mode = \\"grade\\""}
{"type": "source", "source_id": "s", "text": "t"}
{"type": "question", "question_id": "q", "text": "q?", "references": ["r"], "answerable": true, "source_ids": ["s"]}
{"type": "item", "item_id": "i", "text": "a", "question_id": "q", "system": "A", "original": {"k": "v"}}
"""
PIECES = (b"", b"null", b"[]", b"{}", b'"\\ud800"', b"1e999", b"\xff", b"\x00", b'"' + b"[" * 300, b"\r", b",", b'""')
FILES = [*SAMPLES.values(), ("whole.jsonl", WHOLE.encode())]


@st.composite
def hurt(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file that a tool wrote, with pieces cut out, doubled, moved or overwritten."""
    name, data = draw(st.sampled_from(FILES))
    for _cut in range(draw(st.integers(1, 4))):
        a, b = sorted(draw(st.tuples(*[st.integers(0, len(data))] * 2)))
        b = min(b, a + draw(st.integers(0, 40)))
        piece = draw(st.sampled_from([*PIECES, data[a:b] * 2]) | st.binary(max_size=3))
        data = data[:a] + piece + data[b:]
    return name, data


@given(file=hurt(), reader=st.sampled_from([*READERS]))
def test_a_file_of_a_tool_that_was_hurt_is_read_or_refused_in_words(file: tuple[str, bytes], reader: str) -> None:
    said(reader, *file)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, bytes]:
    """A document of a tool with values of any kind in the places of some."""
    name, data = draw(st.sampled_from([each for each in FILES if each[1][:1] in (b"{", b"[")]))
    rows = [json.loads(line) for line in data.splitlines()]
    for _change in range(draw(st.integers(1, 3))):
        place: Any = rows
        while isinstance(place, (dict, list)) and place:
            key = draw(st.sampled_from([*(place if isinstance(place, dict) else range(len(place)))]))
            if not isinstance(place[key], (dict, list)) or not place[key] or draw(st.integers(0, 3)) == 0:
                place[key] = draw(value)
                break
            place = place[key]
    return name, lines(rows)


@given(file=documents(), reader=st.sampled_from([*READERS]))
def test_a_document_with_any_values_in_it_is_read_or_refused_in_words(file: tuple[str, bytes], reader: str) -> None:
    said(reader, *file)


storable = [each for each in HOSTILE if each != "\ud800"]
shown = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(storable)
answers = st.lists(st.tuples(shown, shown, shown, shown), min_size=1, max_size=30)


def labelled(folder: Path) -> None:
    """Let somebody label one answer: nothing is exported before."""
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        task = next(log.tasks())
        first = events.labelled(task.task_id, 0, "X", active_ms=900, blind=True, screen="live")
        log.append_all([*session.freezing("", "ana", AT), first, events.revealed("reveal")], AT)


def exported(folder: Path, path: Path) -> bytes:
    with closing(Session(folder)) as session, path.open("w", encoding="utf-8", newline="") as file:
        list(full.write(gathered(session), file))
    return path.read_bytes()


@settings(max_examples=settings.default.max_examples // 6 + 1)
@given(told=answers, form=st.sampled_from(["csv", "jsonl"]), delimiter=st.sampled_from(",;\t"))
@example([("q", "\x1b[2J=1\r\n\u2028", "\x00", "\ufeff")], "csv", ",")
def test_texts_that_were_imported_stand_in_the_export_and_come_in_again(
    told: list[tuple[str, str, str, str]], form: str, delimiter: str
) -> None:
    rows: list[dict[str, object]] = [
        dict(zip(("question_id", "question", "answer", "reference", "other"), (f"q{n}", *texts), strict=True))
        for n, texts in enumerate(told)
    ]
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / f"answers.{form}"
        path.write_bytes(table(rows, delimiter) if form == "csv" else lines(rows))
        if said("answers", path.name, path.read_bytes()):
            return
        parts = list(read([path]).parts())
        kept = Counter(answer for _question, answer, _reference, _other in told if answer.strip() != "nan")
        assert Counter(each.text for each in parts if isinstance(each, Item)) == kept
        if not kept:
            return
        make(folder / "s", parts, Plan(seed=1), {})
        labelled(folder / "s")
        first = exported(folder / "s", folder / "full.jsonl")
        anew.written(folder / "full.jsonl", folder / "again", anew.read(folder / "full.jsonl")[0])
        with closing(Session(folder / "again")) as session:
            again = [session.items.item(each.item_id) for each in session.items.identities()]
        assert Counter(item.text for item in again) == kept
        assert exported(folder / "again", folder / "second.jsonl") == first
