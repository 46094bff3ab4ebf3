"""Each finding is caused by really damaging a file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gradertui import events
from gradertui.events import Event, chained
from gradertui.model import Item, Question
from gradertui.store import making, writing
from gradertui.store.log import Log
from gradertui.store.verifying import examine
from gradertui.store.writable import WritableLog

AT = "2026-03-01T10:00:00.000+00:00"
GUARDS = [
    "events_no_update",
    "events_no_delete",
    "events_no_replace",
    "events_head",
    "head_no_update",
    "head_no_delete",
]


def label(at: int, letter: str = "R") -> Event:
    return events.labelled(f"t{at}", at, letter, active_ms=900, blind=True, screen="live")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A closed log with nine labels, in one file."""
    making.make(tmp_path / "empty.sqlite", making.log, {"session": "dia18"}, wal=True)
    with closing(WritableLog.start(tmp_path / "empty.sqlite", tmp_path / "labels" / "ana.sqlite", "ana")) as log:
        log.append_all([label(at) for at in range(9)], AT)
    return log.path


def rewritten(path: Path, *statements: str) -> list[tuple[str, int | None]]:
    """Do what somebody can do who puts the guards back afterwards; what is found."""
    with closing(sqlite3.connect(path)) as db:
        made = {name: sql for name, sql in db.execute("select name, sql from sqlite_master where type = 'trigger'")}
        for name in made:
            db.execute(f"drop trigger {name}")
        for statement in statements:
            db.execute(statement)
        for sql in made.values():
            db.execute(sql)
        db.commit()
    return found(path)


def found(path: Path) -> list[tuple[str, int | None]]:
    return [(finding.words, finding.since) for finding in examine(path).findings]


def test_a_whole_log_has_no_findings_and_says_where_it_ends(log):
    examined = examine(log)
    assert examined.findings == ()
    assert examined.head.seq == 9
    with closing(Log(log)) as opened:
        assert opened.head() == examined.head


def test_a_log_without_events_is_whole(log, tmp_path):
    assert examine(tmp_path / "empty.sqlite").findings == ()
    assert examine(tmp_path / "empty.sqlite").head.seq == 0


@pytest.mark.parametrize(
    ("statements", "words", "since"),
    [
        (["update events set value = 'X' where seq = 5"], "event 5 (Labelled) or the one before it was changed", 4),
        (["update events set at = '2026' where seq = 1"], "event 1 (Labelled) or the one before it was changed", 1),
        (["update events set hash = hash || '0' where seq = 5"], "events 5 to 6: one of them or the one before", 4),
        (["delete from events where seq = 5"], "event 5 is missing", 5),
        (["delete from events where seq < 3"], "events 1 to 2 are missing", 1),
        (["delete from events where seq = 9"], "event 9 is missing at the end", 9),
        (["delete from events where seq > 6"], "events 7 to 9 are missing at the end", 7),
        (["delete from events"], "events 1 to 9 are missing at the end", 1),
        (["update events set seq = -seq where seq > 4", "update events set seq = 1 - seq where seq < 0",
          "insert into events select 5, kind, position, value, undoes, active_ms, task, body, at, hash from events "
          "where seq = 4"], "events 5 to 10: one of them or the one before", 4),
        (["insert into events values (10, 'Labelled', 0, 'X', null, 1, 't0', '{}', '2026', '00')"],
         "event 10 (Labelled) or the one before it was changed, or put in by another program", 9),
    ],
)  # fmt: skip
def test_what_was_done_to_the_events_is_named(log, statements, words, since):
    first = rewritten(log, *statements)[0]
    assert first[0].startswith(words)
    assert first[1] == since


def test_events_put_in_with_the_right_hash_stand_past_the_head(log):
    with closing(Log(log)) as opened:
        last = opened.head()
    more = label(9, "X")._replace(seq=10, at=AT)
    row = (10, more.kind, 9, "X", None, 900, "t9", more.body, AT, chained(last.hash, more))
    values = ", ".join("null" if value is None else f"'{value}'" for value in row)
    assert rewritten(log, f"insert into events values ({values})") == [
        ("event 10 was put in by another program: the head stands at event 9", 10)
    ]


def test_an_end_that_was_written_anew_is_not_the_one_the_head_names(log):
    with closing(sqlite3.connect(log)) as db:
        (previous,) = db.execute("select hash from events where seq = 8").fetchone()
    forged = label(8, "X")._replace(seq=9, at=AT)
    changed = f"update events set value = 'X', hash = '{chained(previous, forged)}' where seq = 9"
    assert rewritten(log, changed) == [
        ("event 9, the last one, is not the one that the head names: the end was written anew", 9)
    ]


def test_without_the_head_nobody_can_tell_whether_the_end_is_missing(log):
    assert "cannot be told" in rewritten(log, "delete from head")[0][0]


@pytest.mark.parametrize("name", GUARDS)
def test_a_trigger_that_is_gone_is_named(log, name):
    with closing(sqlite3.connect(log)) as db:
        db.execute(f"drop trigger {name}")
    assert found(log) == [(f"“trigger {name}” is gone: another program took it out", None)]


def test_a_view_that_was_replaced_and_a_trigger_that_was_added_are_named(log):
    with closing(sqlite3.connect(log)) as db:
        db.execute("drop view labels")
        db.execute("create view labels as select 't' as task, 'R' as label")
        db.execute("create trigger more after insert on events begin select 1; end")
    assert [words for words, _since in found(log)] == [
        "“trigger more” was added by another program",
        "“view labels” was replaced by another program",
    ]


def test_the_head_cannot_be_moved_back_or_deleted(log):
    with closing(sqlite3.connect(log)) as db:
        for statement in ("update head set seq = 3", "delete from head"):
            with pytest.raises(sqlite3.IntegrityError, match="undo is another event"):
                db.execute(statement)


def test_a_page_that_was_overwritten_is_damage(log):
    content = bytearray(log.read_bytes())
    page = content.rindex(b'"statistics": "live"') // 4096
    content[page * 4096 : page * 4096 + 64] = bytes(64)
    log.write_bytes(content)
    assert any("damaged" in words for words, _since in found(log))
    assert any(since == 1 for _words, since in found(log))


@pytest.mark.parametrize("content", [b"", b"letter,key\n" * 200, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_log_is_a_finding(log, content):
    log.write_bytes(content)
    (finding,) = examine(log).findings
    assert finding.since == 1
    assert examine(log).head is None


@pytest.mark.parametrize("at", [0.3, 0.6, 0.9])
def test_a_flipped_byte_in_the_middle_of_a_page_of_events_is_found(log, at):
    content = bytearray(log.read_bytes())
    first, last = content.index(b'"statistics": "live"'), content.rindex(b'"statistics": "live"')
    content[first + int(at * (last - first))] ^= 4
    log.write_bytes(content)
    assert found(log)


def test_a_log_of_schema_1_is_whole_and_an_end_that_is_missing_is_not_seen_there(schema_1, tmp_path):
    path = tmp_path / "ana.sqlite"
    schema_1(path)
    assert examine(path).findings == ()
    assert (examine(path).schema, examine(path).head.seq) == (1, 5)
    assert rewritten(path, "delete from events where seq = 5") == []
    assert rewritten(path, "delete from events where seq = 2") != []


def test_damaged_items_are_found(tmp_path):
    path = tmp_path / "items.sqlite"
    making.make(path, making.items, {"session": "x"})
    writing.write(path, [Question("q", "?"), *(Item(f"i{n}", "text " * 300, "q", "a", replicate=n) for n in range(20))])
    assert examine(path).findings == ()
    content = bytearray(path.read_bytes())
    page = content.rindex(b"text text") // 4096
    content[page * 4096 : page * 4096 + 64] = bytes(64)
    path.write_bytes(content)
    assert "damaged" in examine(path).findings[0].words
