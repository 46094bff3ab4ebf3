"""The library door, on both demos and on sessions that hide something."""

import doctest
import json
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

import gradertui
from gradertui.events import commented, flagged, guessed, labelled, locked, retracted, revealed
from gradertui.model import Item, Plan, Question, Source
from gradertui.report.document import document
from gradertui.report.gathering import gather
from gradertui.report.loading import HISTORY, ITEMS
from gradertui.report.rows import COLUMNS
from gradertui.session import Session
from gradertui.session.making import make
from gradertui.store import StoreError

AT = "2026-03-01T11:00:00.000+00:00"
ASIDE = ("confidence", "cited_source", "retrieved", "baseline_answer")
DTYPES = {
    "items": {"replicate": "Int64", "references": "object", "answerable": "boolean", "sources": "object",
              "critical": "boolean", "confidence": "Float64", "retrieved": "object"},
    "labels": {"replicate": "Int64", "flagged": "boolean", "at": "datetime64[ms, UTC]", "active_ms": "Int64",
               "blind": "boolean", "position": "Int64"},
    "history": {"seq": "Int64", "at": "datetime64[ms, UTC]", "repeat": "boolean", "undone": "boolean"},
}  # fmt: skip
"""As documented at `Loaded`; everything else is text."""


def append(folder, *events, grader="ana"):
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        log.append_all(events, AT)


def everything(loaded):
    """All that stands in the frames and in the summary, as text."""
    frames = (loaded.items, loaded.labels, loaded.history)
    return " ".join([*(frame.to_csv() for frame in frames), repr(loaded.summary)])


def types(frame):
    return {name: str(dtype) for name, dtype in frame.dtypes.items()}


@pytest.fixture
def demo_tone(tmp_path):
    """The example of tone, and its first cards rated."""
    from gradertui.cli.demo import made

    folder = made(tmp_path / "sessions", "tone")

    def rate(n):
        with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
            given = [labelled(task.task_id, i, "3", active_ms=900, blind=True, screen="live")
                     for i, task in enumerate(log.tasks()) if i < n]  # fmt: skip
            log.append_all([session.frozen(), *given], AT)
        return folder

    return rate


def test_the_frames_of_a_finished_session_are_what_was_said(example):
    loaded = gradertui.load(example())
    assert (loaded.name, loaded.mode, loaded.named) == ("demo-grade", "grade", True)
    assert len(loaded.items) == len(loaded.labels) == 75
    assert len(loaded.history) == 76
    wrong = loaded.labels[loaded.labels["outcome"] == "incorrect"].groupby("system").size()
    assert wrong["Alba sin notas"] == 8  # the first document
    assert loaded.labels["outcome"].value_counts().sum() == 75


def test_the_example_of_the_docstring_runs_as_written(example, monkeypatch):
    monkeypatch.chdir(example().parents[1])
    found = doctest.DocTestFinder().find(gradertui.load, "load", globs={})
    assert sum(len(each.examples) for each in found) >= 5
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for each in found:
        runner.run(each)
    assert runner.summarize(verbose=False).failed == 0


def test_labels_are_what_export_writes(example, said):
    folder = example()
    loaded = gradertui.load(folder)
    lines = [json.loads(line) for line in said("export", "demo-grade", "--format", "jsonl")[1].splitlines()]
    for name in ("item_id", "system", "label", "outcome", "grader", "comment", "active_ms", "position"):
        assert loaded.labels[name].tolist() == [line[name] for line in lines]
    assert loaded.labels["at"].dt.tz is not None


def test_the_summary_is_the_report_as_a_document(example):
    folder = example(40)
    with closing(Session(folder)) as session:
        assert gradertui.load(folder).summary == document(gather(session))


@pytest.mark.parametrize("n", [0, 31, 75])
def test_columns_and_types_are_those_documented_whatever_there_is(example, n):
    folder = example(n)
    loaded = gradertui.load(folder)
    columns = {"items": ITEMS["grade"], "labels": COLUMNS["grade"], "history": HISTORY}
    for name, dtypes in DTYPES.items():
        found = types(getattr(loaded, name))
        assert list(found)[: len(columns[name])] == list(columns[name])
        assert {key: kind for key, kind in found.items() if kind != "string"} == {
            key: kind for key, kind in dtypes.items() if key in found
        }


def test_a_session_nobody_opened_has_items_and_empty_frames_of_the_same_types(tmp_path):
    make(tmp_path / "s", [Question("q", "?"), Item("i", "text", "q", "a"), Item("j", "x", "q", "b")], Plan(), {})
    loaded = gradertui.load(tmp_path / "s")
    assert (len(loaded.items), len(loaded.labels), len(loaded.history), loaded.summary) == (2, 0, 0, None)
    assert types(loaded.history)["at"] == types(loaded.labels)["at"] == "datetime64[ms, UTC]"
    assert not loaded.named
    make(tmp_path / "open", [Question("q", "?"), Item("i", "t", "q", "a"), Item("j", "x", "q", "b")],
                  Plan(blind=False), {})  # fmt: skip
    assert gradertui.load(tmp_path / "open").items["system"].tolist() == ["a", "b"]


def test_the_documentation_names_every_column():
    from gradertui.report import loading

    text = Path(loading.__file__).read_text(encoding="utf-8")
    for name in {*ITEMS["grade"], *ITEMS["tone"], *COLUMNS["grade"], *HISTORY}:
        assert f"`{name}`" in text, name


def betraying(folder, **plan):
    """A session of grade in which everything that may betray a system does."""
    parts = [
        Source("s", "The source."),
        Question("q", "What?", ("this",), True, ("s",)),
        Question("r", "And?", ("that",), True),
    ]
    parts += [
        Item(f"{n}{name}", f"answer {n}", key, name, confidence=0.25 + n, cited_source=f"cited {name}",
             retrieved=(f"got {name}",), baseline_answer=f"before {name}", original={"engine": f"made by {name}"})
        for n, (key, name) in enumerate(product("qr", ("Zeta", "Alba", "Mora")))
    ]  # fmt: skip
    make(folder, parts, Plan(seed=3) if not plan else Plan(seed=3, **plan), {})
    return folder


def test_while_blind_nothing_says_which_system_an_answer_is_of(tmp_path):
    folder = betraying(tmp_path / "s")
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        first = next(log.tasks())
        log.append(labelled(first.task_id, 0, "R", active_ms=1, blind=True, screen="live"), AT)
    loaded = gradertui.load(folder)
    assert not loaded.named
    without_ids = loaded.items.drop(columns="item_id"), loaded.labels.drop(columns="item_id")
    text = " ".join(frame.to_csv() for frame in without_ids)
    assert not any(name in text for name in ("Zeta", "Alba", "Mora", "engine"))
    assert loaded.items[list(ASIDE)].isna().all(axis=None)
    assert set(loaded.items["system"]) == {"S1", "S2", "S3"}
    assert loaded.items["text"].str.startswith("answer").all()
    assert loaded.items["sources"][0] == ("The source.",)


def test_while_blind_the_order_of_the_rows_is_that_of_the_codes(tmp_path):
    loaded = gradertui.load(betraying(tmp_path / "s"))
    assert loaded.items["system"].tolist() == ["S1", "S2", "S3"] * 2
    assert loaded.items["question_id"].tolist() == ["q"] * 3 + ["r"] * 3


def test_after_the_reveal_everything_is_there_and_original_columns_too(tmp_path):
    folder = betraying(tmp_path / "s")
    append(folder, revealed("test"))
    loaded = gradertui.load(folder)
    assert loaded.named
    row = loaded.items.set_index("item_id").loc["0Zeta"]
    assert (row["system"], row["confidence"], row["retrieved"], row["engine"]) == (
        "Zeta", 0.25, ("got Zeta",), "made by Zeta",
    )  # fmt: skip
    assert (row["references"], row["sources"]) == (("this",), ("The source.",))


def test_an_original_column_that_is_called_like_ours_is_told_apart(tmp_path):
    items = [Item(f"i{s}", "text", "q", s, original={"topic": "theirs", "label": "X"}) for s in "AB"]
    make(tmp_path / "s", [Question("q", "?", topic="ours"), *items], Plan(blind=False), {})
    found = gradertui.load(tmp_path / "s").items
    assert (found["topic"][0], found["topic (original)"][0], found["label"][0]) == ("ours", "theirs", "X")


def test_while_blind_cards_are_masked_and_go_by_codes(demo_tone):
    folder = demo_tone(10)
    loaded = gradertui.load(folder)
    with closing(Session(folder)) as session:
        names = session.arms  # templates are called 1 to 10 here
        texts = [session.items.item(each.item_id).text for each in session.items.identities()]
    assert any(name in text for name in names for text in texts)
    assert not any(name in everything(loaded) for name in names)
    assert loaded.items["text"].str.contains("[compañero]", regex=False).any()
    assert set(loaded.items["variant"]) <= {"S1", "S2", "S3", "S4"}
    assert loaded.items["template"].str.fullmatch(r"T\d+").all()
    assert loaded.items[["topic", "split", "answerable", *ASIDE]].isna().all(axis=None)


def test_a_finished_session_of_cards_has_their_names(toned):
    loaded = gradertui.load(toned())
    assert loaded.named
    assert len(loaded.labels) == 120
    assert set(loaded.labels["variant"]) == set(loaded.items["variant"])
    assert not any(loaded.items["text"].str.contains("compañero"))
    means = loaded.labels.assign(rating=loaded.labels["label"].astype(int)).groupby("variant")["rating"].mean()
    assert loaded.summary["mode"] == "tone"
    assert len(means) == 2


def test_a_guess_does_not_tell_a_code_by_its_name(toned):
    folder = toned(119)
    with closing(Session(folder)) as session:
        arm = session.arms[0]
    append(folder, locked(), guessed("x", 0, arm), grader="ana")
    found = gradertui.load(folder).history
    assert found[found["kind"] == "Guessed"]["value"].isna().all()


def test_a_hidden_repeat_looks_like_any_label_until_names_may_be_said(toned):
    folder = toned(124, rated=lambda task: "3", repeats=4)
    found = gradertui.load(folder)
    assert found.named
    assert found.history["repeat"].sum() == 4
    assert len(found.labels) == 120
    append(folder, retracted(125, "x", 123))
    again = gradertui.load(folder)
    if not again.named:
        assert again.history["repeat"].isna().all()
        assert not again.history["item_id"].str.endswith("~").any()


def test_the_history_has_every_event_and_says_which_were_undone(example):
    folder = example(3)
    append(folder, flagged("t", 2, True), retracted(5, "t", 2), commented("t", 1, "why? ü"))
    found = gradertui.load(folder).history
    assert found["kind"].tolist() == ["PlanFrozen", *["Labelled"] * 3, "Flagged", "Retracted", "Commented"]
    assert found["seq"].tolist() == list(range(1, 8))
    assert found["undone"].tolist() == [False] * 4 + [True, False, False]
    assert found["value"].tolist()[-1] == "why? ü"
    assert found["item_id"].isna().tolist() == [True] + [False] * 6


def test_half_characters_of_an_answer_come_through(tmp_path):
    make(tmp_path / "s", [Question("q", "?"), Item("i", "half \ud83d of one", "q", "a")], Plan(), {})
    assert gradertui.load(tmp_path / "s").items["text"][0] == "half \ud83d of one"


def test_a_folder_without_a_session_is_refused_in_words(tmp_path):
    with pytest.raises(StoreError, match="no session here"):
        gradertui.load(tmp_path)


def test_loading_changes_no_file(example):
    folder = example(31)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    gradertui.load(folder)
    assert {path: path.read_bytes() for path in before} == before
