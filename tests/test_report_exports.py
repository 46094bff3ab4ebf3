"""Every format of EXPORTERS, over the three examples: what it needs, what it says, and that its reader reads it."""

import csv
import io
import json
import re
import shutil
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import krippendorff
import numpy as np
import pandas as pd
import pytest
from readings import Made
from screens import AT, made, seated

from gradertui.cli import main
from gradertui.events import labelled, revealed
from gradertui.formats import table as tables
from gradertui.formats.export import NUMBER
from gradertui.formats.reading import read
from gradertui.model import Item, Plan, Question, Source
from gradertui.report import gather
from gradertui.report.exports import EXPORTERS, gathered
from gradertui.report.exports.gold import UNKNOWN
from gradertui.report.exports.gold import gold as gold_of
from gradertui.session import Session
from gradertui.settling import writable_log

MODES = ("grade", "tone", "preference")
EVERY = [(mode, name) for name, exporter in EXPORTERS.items() for mode in exporter.modes]
TRACED = {"langfuse"}
"""Formats that want more of a session than the examples have."""


@pytest.fixture
def taken(tmp_path, capsys):
    """Export over a folder of sessions: exit status, the text of the file (None if there is none), standard error."""

    def run(sessions, name, kind, *more):
        out = tmp_path / f"out{EXPORTERS[kind].suffix}"
        out.unlink(missing_ok=True)
        capsys.readouterr()
        options = [name, "--format", kind, "--out", out, "--sessions", sessions, "--lang", "en", *more]
        status = main(["export", *map(str, options)])
        text = out.read_bytes().decode() if out.exists() else None
        return status, text, capsys.readouterr().err

    return run


def objects(text, suffix):
    if suffix == ".csv":
        return list(csv.DictReader(io.StringIO(text, newline="")))
    return json.loads(text) if suffix == ".json" else [json.loads(line) for line in text.split("\n") if line]


def labelled_so(folder, letter, n=None, grader="ana"):
    """Label the first n tasks of a session; `letter` says what, of a task."""
    with closing(Session(folder)) as session, closing(session.writable_log(grader)) as log:
        given = [
            labelled(task.task_id, i, letter(task), active_ms=900, blind=True, screen="none")
            for i, task in enumerate(log.tasks())
            if n is None or i < n
        ]
        log.append_all([session.frozen(), *given], AT)
    return folder


# What holds of every row of the table.


@pytest.mark.parametrize(("mode", "kind"), EVERY)
def test_a_format_writes_what_can_be_read_and_nothing_that_runs(demos, taken, mode, kind):
    status, text, err = taken(demos, f"demo-{mode}", kind)
    if kind in TRACED:
        assert (status, text) == (2, None)
        assert err.count("\n") == 1
        return
    assert status == 0
    found = objects(text, EXPORTERS[kind].suffix)
    assert found
    if EXPORTERS[kind].suffix == ".csv":
        for cell in (cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row):
            assert not re.match(r"[=+\-@\t\r]", cell) or NUMBER.fullmatch(cell)


@pytest.mark.parametrize("kind", EXPORTERS)
def test_a_format_is_explained_by_the_help(capsys, kind):
    with pytest.raises(SystemExit):
        main(["export", "--help", "--lang", "en"])
    assert re.search(rf"^  {kind} +{re.escape(EXPORTERS[kind].words)}", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize(("mode", "kind"), [(m, k) for k in EXPORTERS for m in MODES if m not in EXPORTERS[k].modes])
def test_a_format_refuses_sessions_it_has_nothing_for(demos, taken, mode, kind):
    status, text, err = taken(demos, f"demo-{mode}", kind)
    assert (status, text, err.count("\n")) == (2, None, 1)
    assert f"--format {kind} is for sessions of {', '.join(EXPORTERS[kind].modes)}" in err


@pytest.mark.parametrize(("mode", "kind"), [each for each in EVERY if each[1] not in TRACED])
def test_names_of_graders_are_replaced_when_asked(demos, taken, mode, kind):
    plain = taken(demos, f"demo-{mode}", kind)[1]
    hidden = taken(demos, f"demo-{mode}", kind, "--anonymous")[1]
    assert not re.search(r"\b(ana|ben)\b", re.sub(r"said (ana|ben)", "", hidden))
    names = set(re.findall(r"grader-\d", hidden))
    assert names == ({"grader-1", "grader-2"} if '"ana"' in plain or re.search(r"\bana\b(?!\n)", plain) else set())


@pytest.mark.parametrize("mode", MODES)
def test_the_order_of_rows_does_not_tell_which_grader_is_which(demos, taken, mode):
    rows = objects(taken(demos, f"demo-{mode}", "csv", "--anonymous")[1], ".csv")
    assert list(dict.fromkeys(row["grader"] for row in rows)) == ["grader-1", "grader-2"]


@pytest.mark.parametrize(("mode", "kind"), EVERY)
def test_before_the_end_no_format_tells_an_arm(demos, taken, tmp_path, mode, kind):
    sessions = tmp_path / "sessions"
    folder = shutil.copytree(demos / f"demo-{mode}", sessions / "half", ignore=shutil.ignore_patterns("labels"))
    labelled_so(folder, lambda task: {"grade": "R", "tone": "3", "preference": "A"}[mode], 40)
    status, text, err = taken(sessions, "half", kind)
    if EXPORTERS[kind].named:
        assert (status, text, err.count("\n")) == (2, None, 1)
        assert "label everything first (40 of" in err
        assert "gradertui blinding half reveal" in err
        return
    assert status == 0
    with closing(Session(folder)) as session:
        tell = {*session.arms, *(each.item_id for each in session.items.identities())}
        if not EXPORTERS[kind].labelled:  # a gold set holds questions, and may hold the words of a name
            tell = {each.item_id for each in session.items.identities()}
    assert not [word for word in tell if word in text]


@pytest.mark.parametrize("kind", [name for name, exporter in EXPORTERS.items() if exporter.labelled])
def test_without_labels_a_format_of_labels_says_where_to_begin(tmp_path, taken, kind):
    made(tmp_path / "s" / "new", [Question("q", "?", ("a",), True), Item("i", "t", "q", "A"), Item("j", "t", "q", "B")])
    status, text, err = taken(tmp_path / "s", "new", kind)
    assert (status, text, err.count("\n")) == (2, None, 1)
    assert "gradertui grade new" in err


def test_what_was_there_stays_when_a_format_refuses(demos, tmp_path, capsys):
    (tmp_path / "kept.jsonl").write_text("mine")
    args = ["export", "demo-grade", "--format", "langfuse", "--out", tmp_path / "kept.jsonl", "--sessions", demos]
    assert main(list(map(str, args))) == 2
    assert (tmp_path / "kept.jsonl").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["kept.jsonl"]


# Tables, read by our own reader, pandas and krippendorff.


@pytest.mark.parametrize("mode", MODES)
def test_pandas_and_our_reader_find_what_was_said_in_the_labels(demos, taken, tmp_path, mode):
    text = taken(demos, f"demo-{mode}", "csv")[1]
    frame = pd.read_csv(io.StringIO(text))
    lines = objects(taken(demos, f"demo-{mode}", "jsonl")[1], ".jsonl")
    assert list(frame["label"].astype(str)) == [row["label"] for row in lines]
    path = tmp_path / "labels.csv"
    path.write_text(text, newline="")
    ours = [dict(row.cells) for row in tables.rows(path, "utf-8")]
    assert [row["comment"] for row in ours] == [row["comment"] for row in lines]
    assert {row["comment"] for row in lines} == {"", '=1+1, said ana\n"so"', '=1+1, said ben\n"so"'}


@pytest.mark.parametrize(
    ("mode", "level"), [("grade", "nominal"), ("tone", "ordinal"), ("tone", "interval"), ("preference", "nominal")]
)
def test_krippendorff_finds_our_alpha_in_the_matrix(demos, taken, mode, level):
    frame = pd.read_csv(io.StringIO(taken(demos, f"demo-{mode}", "matrix")[1]), index_col=0, dtype=str)
    values = [*"RXN"] if mode == "grade" else [*"12345"] if mode == "tone" else [*"ABTZ0"]
    numbers = frame.apply(lambda column: column.map({value: i for i, value in enumerate(values, 1)}))
    theirs = krippendorff.alpha(numbers.T.to_numpy(float), level_of_measurement=level)
    with closing(Session(demos / f"demo-{mode}")) as session:
        ours = gather(session).agreement.numbers.alphas[level].value
        assert len(frame) == session.total
    assert theirs == pytest.approx(float(ours), abs=1e-12)


def test_a_matrix_is_blank_where_nobody_said_anything(tmp_path, taken, demos):
    folder = shutil.copytree(demos / "demo-grade", tmp_path / "s" / "d", ignore=shutil.ignore_patterns("labels"))
    labelled_so(folder, lambda task: "R" if len(task.task_id) % 2 else "X")
    labelled_so(folder, lambda task: "X" if task.answerable else "R", 20, "ben")
    frame = pd.read_csv(io.StringIO(taken(tmp_path / "s", "d", "matrix")[1]), index_col=0)
    assert frame.isna().sum().to_dict() == {"ana": 0, "ben": 55}
    codes = frame.apply(lambda column: column.map({"R": 1.0, "X": 2.0})).T.to_numpy()
    with closing(Session(folder)) as session:
        ours = gather(session).agreement.numbers.main.value
    theirs = krippendorff.alpha(codes, level_of_measurement="nominal", value_domain=np.array([1.0, 2.0]))
    assert theirs == pytest.approx(float(ours), abs=1e-12)


# Label Studio: tasks as its own export has them (data/real/label-studio-grading.json), and the configuration.

TASKS = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["data", "annotations"],
        "properties": {
            "data": {"type": "object"},
            "annotations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["result", "was_cancelled", "ground_truth"],
                    "properties": {
                        "was_cancelled": {"type": "boolean"},
                        "ground_truth": {"type": "boolean"},
                        "lead_time": {"type": "number"},
                        "created_at": {"type": "string", "format": "date-time"},
                        "result": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "required": ["from_name", "to_name", "type", "value"],
                                "properties": {
                                    "type": {"enum": ["choices", "rating", "textarea"]},
                                    "value": {
                                        "type": "object",
                                        "properties": {
                                            "choices": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                                            "rating": {"type": "integer", "minimum": 1},
                                            "text": {"type": "array", "items": {"type": "string"}},
                                        },
                                        "minProperties": 1,
                                        "additionalProperties": False,
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}
KEY = {"choices": "choices", "rating": "rating", "textarea": "text"}


def test_the_schema_of_tasks_takes_what_label_studio_itself_exports(real):
    jsonschema.validate(json.loads(real("label-studio-grading.json").read_text()), TASKS)


@pytest.mark.parametrize("mode", MODES)
def test_label_studio_tasks_fit_the_configuration_that_is_said(demos, taken, mode):
    _status, text, err = taken(demos, f"demo-{mode}", "label-studio")
    tasks = json.loads(text)
    jsonschema.validate(tasks, TASKS)
    view = ElementTree.fromstring(err[err.index("<View>") : err.index("</View>") + len("</View>")])
    texts = {each.get("name"): each.get("value").removeprefix("$") for each in view.iter("Text")}
    controls = {each.get("name"): each for each in view if each.tag in ("Choices", "Rating", "TextArea")}
    assert all(texts[name] in task["data"] for task in tasks for name in texts)
    results = [result for task in tasks for each in task["annotations"] for result in each["result"]]
    for result in results:
        control = controls[result["from_name"]]
        assert result["type"] == control.tag.lower()
        assert result["to_name"] == control.get("toName")
        assert result["to_name"] in texts
        assert [*result["value"]] == [KEY[result["type"]]]
        if control.tag == "Choices":
            assert result["value"]["choices"][0] in [choice.get("value") for choice in control]
    rows = objects(taken(demos, f"demo-{mode}", "jsonl")[1], ".jsonl")
    said = sorted((row["item_id"], row["grader"], row["label"], row["comment"]) for row in rows)
    assert sorted(map(tuple, annotated(tasks, mode))) == said


def annotated(tasks, mode):
    for task in tasks:
        for each in task["annotations"]:
            values = {result["from_name"]: next(iter(result["value"].values())) for result in each["result"]}
            label = values[mode] if mode == "tone" else values[mode][0]
            yield task["data"]["item_id"], values["grader"][0], str(label), values.get("comment", [""])[0]


# Pairs for training.


@pytest.fixture
def preferred(tmp_path):
    """Six pairs: the texts by x1 won, lost, tied, were both bad, could not be told, and divided ana and ben."""
    parts = []
    for q in range(6):
        parts += [Question(f"q{q}", f"Say {q}."), Item(f"a{q}", f"short {q}", f"q{q}", "x1"),
                  Item(f"b{q}", f"long {q}", f"q{q}", "y2")]  # fmt: skip
    folder = made(tmp_path / "s" / "pairs", parts, Plan(mode="preference", seed=4))
    for grader in ("ana", "ben"):
        wanted = {f"q{i}": label for i, label in enumerate(["A", "B", "T", "Z", "0", "A" if grader == "ana" else "B"])}
        with seated(folder, grader) as desk:
            while not desk.state.complete:
                label, turned = wanted[desk.task.cluster], desk.task.arms[0] != "x1"
                desk.label({"A": "B", "B": "A"}.get(label, label) if turned else label, 10, "live")
    return folder


def test_pairs_are_by_the_texts_and_ties_stand_in_a_file_of_their_own(preferred, taken, tmp_path):
    _status, text, err = taken(preferred.parent, "pairs", "dpo")
    assert objects(text, ".jsonl") == [
        {"prompt": "Say 0.", "chosen": "short 0", "rejected": "long 0", "question_id": "q0", "system_chosen": "x1",
         "system_rejected": "y2", "replicate": 1},
        {"prompt": "Say 1.", "chosen": "long 1", "rejected": "short 1", "question_id": "q1", "system_chosen": "y2",
         "system_rejected": "x1", "replicate": 1},
    ]  # fmt: skip
    ties = objects((tmp_path / "out.ties.jsonl").read_text(), ".jsonl")
    assert [(row["prompt"], row["label"], row["answer_a"]) for row in ties] == [
        ("Say 2.", "tie", "short 2"), ("Say 3.", "both bad", "short 3"),
    ]  # fmt: skip
    assert f"{tmp_path / 'out.ties.jsonl'}: 2 ties" in err
    assert "1 pair of which nobody could tell" in err
    assert "1 pair without a label, or on which graders differ" in err


def test_on_standard_output_only_what_was_decided_and_the_ties_are_counted(preferred, capsys):
    capsys.readouterr()
    assert main(["export", "pairs", "--format", "dpo", "--sessions", str(preferred.parent)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert "2 ties are no preferences" in err


def test_our_importer_and_pandas_read_the_pairs(demos, taken, tmp_path):
    rows = objects(taken(demos, "demo-preference", "dpo")[1], ".jsonl")
    frame = pd.read_json(tmp_path / "out.jsonl", lines=True)
    assert list(frame["chosen"]) == [row["chosen"] for row in rows]
    reading = read([tmp_path / "out.jsonl"])
    items = [part for part in reading.parts() if isinstance(part, Item)]
    assert (reading.mode, reading.problems) == ("preference", [])
    assert {item.text for item in items} == {row[side] for row in rows for side in ("chosen", "rejected")}


# The gold set.


def bank():
    """A question with one reference, one with two, one without an answer, two without a reference, one without text."""
    yield Source("s1", "The source says 4.", "sums")
    yield Question("one", "2 + 2?", ("4",), True, ("s1",), "sums", "dev", True)
    yield Question("two", "Capital, of France?", ("Paris", "City, of Light"), True, topic="places")
    yield Question("none", "=Who knows {{this}}?", (), False)
    yield Question("right", "Free?")
    yield Question("open", "Nobody?")
    yield Question("blank", "", ("x",), True)
    for q in ("one", "two", "none", "right", "open", "blank"):
        yield Item(f"{q}A", f"answer of A to {q}", q, "A")
        yield Item(f"{q}B", f"answer of B to {q}", q, "B")


@pytest.fixture
def banked(tmp_path):
    def make_it(**plan):
        folder = made(tmp_path / "s" / "bank", bank(), Plan(seed=3, **plan))
        return labelled_so(
            folder, lambda task: "R" if task.task_id == "rightB" else "N" if task.cluster == "none" else "X"
        )

    return make_it


def expected(folder, **asked):
    with closing(Session(folder)) as session:
        found = gold_of(gathered(session, labelled=False))
        return {row.question.question_id: row.expected for row in found.rows}, "\n".join(found.words)


def test_expected_are_references_the_sentence_that_declines_or_what_was_labelled_right(banked):
    found, words = expected(banked(abstention="not in my notes"))
    assert found == {
        "one": ("4",),
        "two": ("Paris", "City, of Light"),
        "none": ("not in my notes",),
        "right": ("answer of B to right",),
    }
    assert "1 question has no reference: the texts labelled R are expected" in words
    assert "1 question has no text: left out" in words
    assert "1 question has no reference, and no text that was labelled R: left out" in words


def test_without_a_sentence_in_the_plan_a_stated_one_is_expected(banked):
    found, words = expected(banked())
    assert found["none"] == (UNKNOWN,)
    assert UNKNOWN in words


def test_while_systems_are_hidden_no_label_gets_into_the_gold_set(tmp_path):
    folder = made(tmp_path / "half", bank(), Plan(seed=3))
    assert "right" not in expected(folder)[0]
    labelled_so(folder, lambda task: "R", 11)
    found, words = expected(folder)
    assert set(found) == {"one", "two", "none"}
    assert "labels are looked at once systems may be named" in words
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        log.append(revealed("blinding"), AT)
    assert "right" in expected(folder)[0]


def asserted(text):
    """What promptfoo makes of an `__expected` cell, after `assertionFromString` in its src/csv.ts."""
    found = re.fullmatch(r"(not-)?(equals|icontains|similar)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?", text)
    return ("equals", None, text) if found is None else (found[2], found[3], found[4])


def test_promptfoo_finds_variables_assertions_and_metadata(banked, taken):
    _status, text, err = taken(banked().parent, "bank", "promptfoo")
    one, two, none, right = objects(text, ".csv")
    assert [name for name in one if not name.startswith("__")] == ["question", "context"]
    assert one["context"] == "The source says 4."
    assert asserted(one["__expected1"]) == ("similar", "0.8", "4")
    # Its score is the mean of its assertions' (0 or 1): one of two is 0.5.
    assert [asserted(two[f"__expected{i}"]) for i in (1, 2)] == [
        ("icontains", None, "Paris"), ("icontains", None, "City, of Light"),
    ]  # fmt: skip
    assert Fraction(two["__threshold"]) == Fraction(1, 2)
    assert asserted(none["__expected1"]) == ("icontains", None, UNKNOWN)
    assert none["question"] == "'=Who knows {{this}}?"
    assert asserted(right["__expected1"])[2] == "answer of B to right"
    assert (one["__metadata:topic"], one["__metadata:critical"], one["__metadata:question_id"]) == (
        "sums",
        "true",
        "one",
    )
    assert two["__metadata:topic"] == "places"
    assert "1 question holds {{, {% or file://" in err


@pytest.mark.parametrize("n", range(1, 30))
def test_one_of_any_number_of_alternatives_is_enough_for_promptfoo(tmp_path, taken, n):
    parts = [Question("q", "?", tuple(f"r{i}" for i in range(n + 1)), True), Item("i", "t", "q", "A")]
    (row,) = objects(taken(made(tmp_path / "s" / "d", parts).parent, "d", "promptfoo")[1], ".csv")
    assert 0 < float(row["__threshold"]) <= 1 / (n + 1)


# Inspect: Sample in inspect.aisi.org.uk/datasets.html. OpenAI evals: docs/build-eval.md of openai/evals.
TEXTS = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 2}]}
SAMPLES = {
    "inspect": {
        "type": "object",
        "required": ["id", "input", "target", "metadata"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string"}, "input": {"type": "string"}, "target": TEXTS, "metadata": {"type": "object"},
        },
    },
    "openai-evals": {
        "type": "object",
        "required": ["input", "ideal"],
        "properties": {
            "input": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["role", "content"],
                    "properties": {"role": {"enum": ["system", "user", "assistant"]}, "content": {"type": "string"}},
                },
            },
            "ideal": TEXTS,
            "metadata": {"type": "object"},
        },
    },
    # The keys that add_goldens_from_json_file of deepeval/dataset/dataset.py looks for.
    "deepeval": {
        "type": "object",
        "required": ["input", "expected_output"],
        "additionalProperties": False,
        "properties": {
            "input": {"type": "string"},
            "expected_output": {"type": "string"},
            "context": {"type": "array", "items": {"type": "string"}},
            "additional_metadata": {"type": "object"},
            "name": {"type": "string"},
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", SAMPLES)
def test_samples_have_the_shape_that_their_reader_documents(banked, demos, taken, kind):
    for sessions, name, n in ((banked().parent, "bank", 4), (demos, "demo-grade", 25)):
        found = objects(taken(sessions, name, kind)[1], EXPORTERS[kind].suffix)
        assert len(found) == n
        for sample in found:
            jsonschema.validate(sample, SAMPLES[kind])


def test_alternatives_are_a_list_where_the_format_has_lists(banked, taken):
    sessions = banked().parent
    inspect, evals = (objects(taken(sessions, "bank", kind)[1], ".jsonl") for kind in ("inspect", "openai-evals"))
    assert (inspect[0]["target"], inspect[1]["target"]) == ("4", ["Paris", "City, of Light"])
    assert inspect[0]["metadata"] == {
        "question_id": "one", "answerable": True, "topic": "sums", "split": "dev", "critical": True,
        "context": ["The source says 4."],
    }  # fmt: skip
    assert (evals[0]["ideal"], evals[1]["ideal"]) == ("4", ["Paris", "City, of Light"])
    assert evals[0]["input"] == [{"role": "user", "content": "2 + 2?"}]
    _status, text, err = taken(sessions, "bank", "deepeval")
    goldens = json.loads(text)
    assert (goldens[1]["expected_output"], goldens[1]["additional_metadata"]["alternatives"]) == (
        "Paris", ["City, of Light"],
    )  # fmt: skip
    assert goldens[0]["context"] == ["The source says 4."]
    assert "1 question has several references: the first is expected" in err


def test_our_importer_takes_the_gold_set_as_a_bank(banked, taken, tmp_path):
    taken(banked().parent, "bank", "inspect")
    answers = tmp_path / "answers.csv"
    answers.write_text("id,system,answer\none,A,4\ntwo,A,Paris\n")
    reading = read([answers], bank=tmp_path / "out.jsonl")
    questions = {part.question_id: part for part in reading.parts() if isinstance(part, Question)}
    assert reading.problems == []
    assert questions["two"].references == ("Paris", "City, of Light")


# Langfuse: CreateScoreRequest of its OpenAPI description.
SCORE = {
    "type": "object",
    "required": ["name", "value", "traceId", "dataType"],
    "properties": {
        "id": {"type": "string"},
        "traceId": {"type": "string", "minLength": 1},
        "name": {"type": "string"},
        "value": {"type": ["number", "string"]},
        "dataType": {"enum": ["NUMERIC", "CATEGORICAL", "BOOLEAN"]},
        "comment": {"type": "string"},
        "metadata": {"type": "object"},
    },
    "allOf": [
        {
            "if": {"properties": {"dataType": {"const": "CATEGORICAL"}}},
            "then": {"properties": {"value": {"type": "string"}}},
            "else": {"properties": {"value": {"type": "number"}}},
        }
    ],
    "additionalProperties": False,
}


@pytest.mark.parametrize("column", ["trace_id", "traceId", "langfuse_trace_id", "Trace ID"])
@pytest.mark.parametrize("mode", ["grade", "tone"])
def test_scores_go_to_the_traces_that_answers_came_from(tmp_path, taken, mode, column):
    if mode == "grade":
        items = [Item(f"i{s}", "t", "q", s, original={column: f"t-{s}"} if s != "C" else {}) for s in "ABC"]
        parts = [Question("q", "?", ("a",), True), *items]
    else:
        parts = [Item(f"i{s}", "t", template="1", variant=s, original={column: f"t-{s}"}) for s in "AB"]
    folder = made(tmp_path / "s" / "d", parts, Plan(mode=mode, seed=1))
    labelled_so(folder, lambda task: "X" if mode == "grade" else "4")
    _status, text, err = taken(tmp_path / "s", "d", "langfuse")
    found = objects(text, ".jsonl")
    for score in found:
        jsonschema.validate(score, SCORE)
    said = sorted((score["traceId"], score["name"], score["value"]) for score in found)
    if mode == "tone":
        assert said == [("t-A", "tone", 4.0), ("t-B", "tone", 4.0)]
    else:
        assert said == [
            (f"t-{s}", name, value) for s in "AB" for name, value in (("grade", "X"), ("outcome", "incorrect"))
        ]
        assert "1 label is of an answer without a trace: left out" in err
    assert len({score["id"] for score in found}) == len(found)
    assert taken(tmp_path / "s", "d", "langfuse")[1] == text


def test_original_columns_lose_graders_names_too_and_settled_labels_do(tmp_path, taken):
    items = [Item(f"i{s}", "t", "q", s, original={"annotator": "ana", "note": "ana wrote"}) for s in "AB"]
    folder = made(
        tmp_path / "s" / "d", [Question("q", "?", ("a",), True), *items], Plan(seed=1, graders=("ana", "ben"))
    )
    for grader, letter in (("ana", "R"), ("ben", "X")):
        labelled_so(folder, lambda task, letter=letter: letter, grader=grader)
    with closing(Session(folder)) as session, closing(writable_log(session, "eva")) as log:
        from gradertui.events import settled

        log.append(settled("iA", "R", "slip"), AT)
    for kind in ("csv", "full"):
        text = taken(tmp_path / "s", "d", kind, "--anonymous")[1]
        assert not re.search(r"\b(ana|ben|eva)\b", text.replace("ana wrote", ""))
        assert "ana wrote" in text


@pytest.mark.parametrize(
    ("kind", "name"), [("promptfoo", "tests.csv"), ("inspect", "samples.jsonl"), ("openai-evals", "samples.jsonl")]
)
def test_a_gold_set_is_a_bank_of_the_next_run(demos, taken, tmp_path, kind, name):
    (tmp_path / name).write_text(taken(demos, "demo-grade", kind)[1], encoding="utf-8")
    answers = Path(__file__).parents[1] / "sessions" / "demo-grade" / "answers.csv"
    found = Made(read([answers], bank=tmp_path / name))
    assert not found.problems
    assert (len(found.questions), len(found.items)) == (25, 75)
    assert all(question.references for question in found.questions)


def test_label_studio_tasks_come_in_again_with_what_everybody_said(demos, taken, tmp_path):
    (tmp_path / "tasks.json").write_text(taken(demos, "demo-grade", "label-studio")[1], encoding="utf-8")
    found = Made(read([tmp_path / "tasks.json"]))
    assert not found.problems
    assert (len(found.questions), len(found.items), len(found.reading.prior)) == (25, 75, 150)
    assert found.counts["unanswerable"] == 5
