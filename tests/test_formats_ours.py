"""Our own whole export: what is written is read back, and a session made from it exports the same bytes."""

import io
import json
import shutil
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from screens import AT, made

from gradertui import events, judged
from gradertui.cli import anew
from gradertui.formats import ours
from gradertui.formats.errors import InputError
from gradertui.formats.export import write_jsonl
from gradertui.formats.ours import GraderRow, Heading, Standing, ToolRow, heading, records
from gradertui.model import Item, Plan, Question, Source
from gradertui.report.exports import full, gathered
from gradertui.session import Session
from gradertui.settling import writable_log

HEAD = Heading(ours.VERSION, "grade", 'mode = "grade"\n')


def exported(folder, path, **how):
    with closing(Session(folder)) as session, path.open("w", encoding="utf-8", newline="") as file:
        words = list(full.write(gathered(session, **how), file))
    return path.read_bytes(), words


def again(path, folder):
    """Make a session from the file as `gradertui new` does."""
    anew.written(path, folder, anew.read(path)[0])
    return folder


@pytest.mark.parametrize("mode", ["grade", "tone", "preference"])
def test_the_examples_made_again_export_the_same_bytes(demos, tmp_path, mode):
    first, _words = exported(demos / f"demo-{mode}", tmp_path / "full.jsonl")
    assert exported(again(tmp_path / "full.jsonl", tmp_path / "again"), tmp_path / "second.jsonl")[0] == first
    with closing(Session(demos / f"demo-{mode}")) as was, closing(Session(tmp_path / "again")) as now:
        assert now.plan == was.plan
        assert now.items.hashes() == was.items.hashes()
        assert now.arranged("ana") == was.arranged("ana")


@pytest.fixture
def everything(tmp_path):
    """A session that has one of everything that can stand."""
    parts = [Source("s1", 'The\x1b source,\r\n"so"', "sums"), Source("s2", "")]
    for q in range(6):
        parts.append(Question(f"q{q}", f"=q{q}?", ("a", "b"), [True, False, None][q % 3], ("s1",), "t", "dev", q == 2))
        for system in ("A", "B"):
            parts.append(Item(f"q{q}-{system}", f"{system} {q} \u202e é 漢", f"q{q}", system, confidence=0.1 + q / 10,
                              cited_source="s1", retrieved=("s1", "s2"), baseline_answer="base", replicate=q + 1,
                              original={"trace id": f"t{q}", "label": "=x"}))  # fmt: skip
    parts.append(Question("nobody", "unanswered"))
    parts.append(Item("q0-A2", "", "q0", "A", replicate=2))
    folder = made(tmp_path / "all", parts, Plan(seed=5, repeats=2, kinds=("citation",), graders=("ana", "ben")))
    with closing(Session(folder)) as session:
        with closing(session.writable_log("ana")) as log:
            given = [
                events.labelled(task.task_id, i, "X" if i % 3 else "R", active_ms=1200 + i, blind=True, screen="live")
                for i, task in enumerate(log.tasks())
            ]
            log.append_all([session.frozen(), *given], AT)
            deeds = [
                events.classified("-", 1, "citation"), events.commented("-", 2, "line\none, \x00 two"),
                events.flagged("-", 3, True), events.excluded("-", 4, ""), events.excluded("-", 5, "unclear"),
                events.skipped("-", 7), events.skipped("-", 6), events.revealed("blinding"), events.locked(),
                events.guessed("-", 8, "A"), events.guessed("-", 0, "?"),
            ]  # fmt: skip
            log.append_all([each._replace(task=session.state(log).order[each.position].task_id)
                            if each.position is not None else each for each in deeds], AT)  # fmt: skip
        with closing(session.writable_log("ben")) as log:
            label = events.labelled("-", 0, "N", active_ms=0, blind=False, screen="none", imported="b.csv")
            log.append_all([session.frozen(), label], "2026-03-02T10:00:00.000+00:00")
        with closing(writable_log(session, "eva")) as log:
            log.append(events.settled("q1-A", "R", "slip"), AT)
        for tool, fragment in (("judge", None), ("verifier", "")):
            row = ToolRow(tool, "q2-B", "partial", "=half", fragment, "why")
            judged.take_in(session, tool, {"q2-B": anew.verdict(row)}, "v.csv", AT)
    return folder


def test_one_of_everything_made_again_exports_the_same_bytes(everything, tmp_path):
    first, _words = exported(everything, tmp_path / "full.jsonl")
    found = list(records(tmp_path / "full.jsonl"))
    marks = [each for each in found if isinstance(each, Standing) and each.grader == "ana"]
    assert sum(each.repeat for each in marks) == 2
    assert sorted(each.excluded for each in marks if each.excluded is not None) == ["", "unclear"]
    assert sorted(each.skipped for each in marks if each.skipped) == [1, 2]
    assert [(each.tool, each.fragment) for each in found if isinstance(each, ToolRow)] == [
        ("judge", None),
        ("verifier", ""),
    ]
    assert GraderRow("ana", revealed=True, locked=True) in found
    assert exported(again(tmp_path / "full.jsonl", tmp_path / "again"), tmp_path / "second.jsonl")[0] == first


def test_sources_questions_and_items_are_those_of_the_session(everything, tmp_path):
    exported(everything, tmp_path / "full.jsonl")
    found = list(records(tmp_path / "full.jsonl"))
    with closing(Session(everything)) as session:
        items = session.items
        assert [each for each in found if isinstance(each, Source)] == [*map(items.source, items.ids("sources"))]
        assert [each for each in found if isinstance(each, Question)] == [*map(items.question, items.ids("questions"))]
        assert [each for each in found if isinstance(each, Item)] == [*map(items.item, items.ids("items"))]


def test_without_names_a_session_is_made_anew_but_for_what_goes_with_the_name(everything, tmp_path):
    first, words = exported(everything, tmp_path / "full.jsonl", hide=True)
    assert any(word.startswith("2 tasks that came twice") for word in words)
    assert b'"grader-1"' in first
    # The plan names its graders, and they are called the same there.
    assert set(Session(again(tmp_path / "full.jsonl", tmp_path / "again")).plan.graders) <= {
        "grader-1", "grader-2", "grader-3",
    }  # fmt: skip
    assert exported(tmp_path / "again", tmp_path / "second.jsonl")[0].count(b'"label"') == first.count(b'"label"')


def test_the_file_is_known_by_its_first_line(demos, tmp_path):
    text, _words = exported(demos / "demo-tone", tmp_path / "x.bin")
    assert ours.detects(text[:65_536], "x.bin")
    assert not ours.detects(b'{"type": "message", "text": "hi"}\n', "full.jsonl")
    assert not ours.detects(b"type,gradertui\n", "full.csv")


ID, TEXT, KNOWN = st.text(min_size=1), st.text(), st.sampled_from([True, False, None])
SHARE, CELLS = st.none() | st.floats(0, 1), st.dictionaries(TEXT, TEXT)
# Of a named tuple Hypothesis would fill in the other fields too, such as sources that no line has.
RECORDS = st.one_of(
    st.builds(Source, ID, TEXT, TEXT),
    st.builds(lambda *said: Question(*said), ID, TEXT, st.lists(TEXT).map(tuple), KNOWN),
    st.builds(
        lambda *said, **more: Item(*said, **more),
        ID,
        TEXT,
        confidence=SHARE,
        replicate=st.integers(1, 99),
        original=CELLS,
    ),
)


@settings(deadline=None)
@given(st.lists(RECORDS, max_size=5, unique_by=lambda each: (type(each), each[0])))
def test_every_record_comes_back(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("records") / "full.jsonl"
    with path.open("w", encoding="utf-8", newline="") as file:
        write_jsonl(map(ours.line, [HEAD, *parts]), file)
    assert list(records(path)) == parts


def test_half_a_surrogate_pair_does_not_make_the_file_unreadable(tmp_path):
    file = io.StringIO()
    write_jsonl([ours.line(HEAD), ours.line(Source("s", "a\ud800"))], file)
    (tmp_path / "full.jsonl").write_text(file.getvalue(), encoding="utf-8")
    assert list(records(tmp_path / "full.jsonl")) == [Source("s", "a\ufffd")]


ITEM = {"type": "item", "item_id": "i", "text": "t"}
ANA = {"type": "grader", "grader": "ana"}
LABEL = {"type": "label", "grader": "ana", "items": ["i"], "label": "R"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([{"type": "thing"}], "row 2 (line 2), column type: thing is no record; write one of gradertui, source"),
        ([{"item_id": "i"}], "row 2 (line 2), column type: None is no record"),
        ([{"type": "item", "item_id": "i"}], "row 2 (line 2), column text: it is missing"),
        ([ITEM | {"replicate": "x"}], "row 2 (line 2), column replicate: write a whole number, not 'x'"),
        ([ITEM | {"colour": "red"}], "row 2 (line 2), column colour: no such field; write one of item_id, text"),
        ([ITEM | {"question_id": "q"}], "column question_id: no line before this one has q"),
        ([ITEM, ITEM], "row 3 (line 3), column item_id: i is there twice"),
        ([ITEM | {"item_id": ""}], "column item_id: it is empty"),
        ([ITEM, LABEL], "row 3 (line 3), column grader: no line before this one has ana"),
        ([ANA, LABEL], "row 3 (line 3), column items: no line before this one has i"),
        ([ITEM, ANA, LABEL | {"label": "A"}], "row 4 (line 4), column label: A is no label; write one of N, R, X"),
        ([ITEM, ANA, LABEL | {"at": "noon"}], "row 4 (line 4), column at: noon is no time"),
        ([{"type": "gradertui", "version": 1, "mode": "grade", "plan": ""}], "column type: a second heading"),
        (
            [ITEM, {"type": "verdict", "tool": "t", "item_id": "i", "verdict": "nice", "written": "w"}],
            "column verdict: write one of 'supported'",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line_and_field(tmp_path, lines, says):
    path = tmp_path / "full.jsonl"
    with path.open("w", encoding="utf-8") as file:
        write_jsonl([ours.line(HEAD), *lines], file)
    with pytest.raises(InputError) as told:
        list(records(path))
    assert len(told.value.problems) == 1
    assert told.value.problems[0].startswith("full.jsonl, row ")
    assert says in told.value.problems[0]


@pytest.mark.parametrize(
    ("first", "says"),
    [
        (
            {"type": "gradertui", "version": 99, "mode": "grade", "plan": ""},
            "version 99 is later than this program reads",
        ),
        ({"type": "gradertui", "version": 1, "mode": "guess", "plan": ""}, "column mode: write one of 'grade', 'tone'"),
        (ITEM, "it is no heading of our own export"),
    ],
)
def test_a_heading_that_cannot_be_used_is_refused(tmp_path, first, says):
    (tmp_path / "full.jsonl").write_text(json.dumps(first) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=says.replace("(", r"\(")):
        heading(tmp_path / "full.jsonl")


def test_a_line_cut_off_is_told(demos, tmp_path):
    exported(demos / "demo-grade", tmp_path / "full.jsonl")
    whole = (tmp_path / "full.jsonl").read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(whole[:-40])
    with pytest.raises(InputError, match=r"cut.jsonl, row \d+ \(line \d+\): this is not JSON"):
        list(records(tmp_path / "cut.jsonl"))
    shutil.copyfile(tmp_path / "full.jsonl", tmp_path / "bom.jsonl")
    assert len(list(records(tmp_path / "bom.jsonl"))) == whole.count(b"\n") - 1
