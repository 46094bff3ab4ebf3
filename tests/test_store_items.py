from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradertui.model import Answer, Identity, Item, Plan, Question, Source
from gradertui.session.making import make
from gradertui.store import StoreError, making
from gradertui.store.items import Items
from gradertui.store.writing import write

SOURCE = Source("n1", "The mean is not robust.", "statistics")
QUESTION = Question("q1", "What is the mean?", ("a centre", "not robust"), False, ("n1",), "t", "dev", True)
ITEM = Item(
    "abcdefghijkl", "A centre.", "q1", "s", "t", "v", 2, 0.25, "n1", ("n1", "n2"), "before", {"Trace Id": "é", "n": "3"}
)
PLAIN = Item("mnopqrstuvwx", "", "q1")

KILLED = """
import os, signal, sys
from pathlib import Path
from gradertui.model import Item, Plan
from gradertui.session.making import make

def parts():
    for n in range(20):
        yield from (Item(f"{n}-{m}", "x" * 100_000, "q") for m in range(100))
    os.kill(os.getpid(), signal.SIGKILL)

make(Path(sys.argv[1]), parts(), Plan(), {})
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    making.make(tmp_path / "items.sqlite", making.items, {"session": "x"})
    return tmp_path / "items.sqlite"


@pytest.fixture
def items(path: Path) -> Iterator[Items]:
    items = Items(path)
    yield items
    items.close()


def test_what_is_written_is_read(path: Path, items: Items) -> None:
    assert write(path, [SOURCE, QUESTION, ITEM, PLAIN]) == {"sources": 1, "questions": 1, "items": 2}
    assert items.source("n1") == SOURCE
    assert items.question("q1") == QUESTION
    assert items.item(ITEM.item_id) == ITEM
    assert items.item(PLAIN.item_id) == PLAIN
    assert items.answerable() == {"q1": False}
    assert list(items.answers()) == [
        Answer("abcdefghijkl", "A centre.", "q1", "s", 2, "n1", ("n1", "n2"), "before"),
        Answer("mnopqrstuvwx", "", "q1"),
    ]
    assert (items.sources(), items.source_ids()) == ({"n1": SOURCE.text}, {"q1": ("n1",)})
    assert set(items.identities()) == {
        Identity("abcdefghijkl", "q1", "s", "t", "v", 2),
        Identity("mnopqrstuvwx", "q1", "", "", "", 1),
    }


@pytest.mark.parametrize("answerable", [None, True, False])
def test_unknown_is_neither_yes_nor_no(path: Path, items: Items, answerable: bool | None) -> None:
    write(path, [Question("q", "?", answerable=answerable)])
    assert items.question("q").answerable is answerable
    assert items.answerable() == {"q": answerable}


@pytest.mark.parametrize(
    "text", ["", "a\ud800b", "\udfff", "before\0after", "\0", "x" * 1_000_000, "🙂é\u202e\x1b[2J", "\r\n\t "]
)
def test_every_text_comes_back_as_it_was(path: Path, items: Items, text: str) -> None:
    source, question = Source("n", text), Question("q", text, (text, "r"), None, ("n",))
    item = Item("i", text, "q", retrieved=(text,), baseline_answer=text, original={"column": text, text: ""})
    write(path, [source, question, item])
    assert (items.source("n"), items.question("q"), items.item("i")) == (source, question, item)
    assert items.longest() == (text, f"{text}\nr")


def test_more_than_one_statement_holds_is_written_whole(path: Path, items: Items) -> None:
    parts = [Item(f"i{n}", f"{n}\ud800" if n == 100 else str(n), f"q{n}") for n in range(1_003)]
    assert write(path, parts)["items"] == items.count("items") == 1_003
    assert [items.item(f"i{n}") for n in (0, 99, 100, 1_002)] == [parts[n] for n in (0, 99, 100, 1_002)]


def test_statements_grow_with_batches_and_not_with_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said, connect = list[str](), sqlite3.connect

    def watched(*where: Any, **how: Any) -> sqlite3.Connection:
        db = connect(*where, **how)
        db.set_trace_callback(said.append)
        return db

    monkeypatch.setattr("gradertui.store.writing.sqlite3.connect", watched)
    monkeypatch.setattr("gradertui.store.sqlite3.connect", watched)
    write(path, (Item(f"{n}", "x", "q") for n in range(1600)))
    assert len(said) == 1600 / 80 + 3  # the pragma, begin and commit
    said.clear()
    items = Items(path)
    items.hashes()
    items.close()
    assert len([each for each in said if each.startswith("select")]) == 3


def test_writing_twice_adds_nothing_and_only_what_is_new_is_added(path: Path, items: Items) -> None:
    write(path, [SOURCE, QUESTION, ITEM])
    assert write(path, [SOURCE, QUESTION, ITEM]) == {"sources": 0, "questions": 0, "items": 0}
    assert write(path, [SOURCE, QUESTION, ITEM, PLAIN]) == {"sources": 0, "questions": 0, "items": 1}
    assert items.count("items") == 2


def test_what_breaks_half_way_writes_nothing(path: Path, items: Items) -> None:
    def torn() -> Iterator[Item]:
        yield from (Item(f"i{n}", "x", "q") for n in range(500))
        raise ValueError("line 9")

    with pytest.raises(ValueError, match="line 9"):
        write(path, torn())
    assert items.count("items") == 0


def test_an_import_that_was_killed_is_begun_anew(tmp_path: Path) -> None:
    folder = tmp_path / "dia18"
    subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert [file.name for file in folder.glob("*.sqlite")] == []
    make(folder, [QUESTION, ITEM], Plan(), {})
    items = Items(folder / "items.sqlite")
    assert items.count("items") == 1
    items.close()
    assert sorted(file.name for file in folder.iterdir()) == ["empty.sqlite", "items.sqlite", "session.toml"]


def test_the_systems_stand_in_the_order_of_the_file(path: Path, items: Items) -> None:
    write(path, [Item(f"{at}-{arm}", "x", f"q{at}", arm, variant=arm * 2) for at in range(200) for arm in "cab"])
    assert items.arms("system") == ["c", "a", "b"]
    assert items.arms("variant") == ["cc", "aa", "bb"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("CENTRE", {"a"}),
        ("mean", {"a", "b"}),
        ("q1", {"a", "b"}),
        ("100%", {"c"}),
        ("0_", {"c"}),
        ("\\", {"c"}),
        ("%", {"c"}),
    ],
)
def test_words_are_found_in_questions_and_answers_as_they_are(
    path: Path, items: Items, words: str, found: set[str]
) -> None:
    other = Item("c", r"100% of _0_ \ that", "q2")
    write(path, [QUESTION, Item("a", "A centre.", "q1"), Item("b", "1000", "q1"), other])
    assert set(items.containing(words)) == found


def test_the_longest_are_looked_for_among_the_first(path: Path, items: Items) -> None:
    assert items.longest() == ("", "")
    write(path, [Question(f"q{n}", "x" * n, ("r", "y" * n)) for n in range(9)])
    assert items.longest() == ("x" * 8, "r\n" + "y" * 8)
    assert items.longest(among=3) == ("xx", "r\nyy")


def test_what_is_not_there_is_an_error(items: Items, tmp_path: Path) -> None:
    for read in (items.item, items.question, items.source):
        with pytest.raises(KeyError):
            read("none")
    with pytest.raises(StoreError, match="no such file"):
        Items(tmp_path / "none.sqlite")
