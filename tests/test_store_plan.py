import json
import os
import subprocess
import sys
import tomllib
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradertui.model import Plan
from gradertui.store import StoreError
from gradertui.store.plan import inputs, plan_hash, read
from gradertui.store.plan_text import written

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    arms = draw(st.lists(words, unique=True, max_size=4))
    pairs = st.lists(st.sampled_from([*combinations(arms, 2)]), max_size=3, unique=True) if arms[1:] else st.just([])
    chosen = draw(pairs)
    return Plan(
        title=draw(words), seed=draw(st.integers(0, 2**31)), blind=draw(st.booleans()),
        level=draw(st.sampled_from([0.8, 0.95, 0.999])), event=draw(st.sampled_from(["incorrect", "correct"])),
        arms=tuple(arms), pairs=tuple(chosen),
        statistics=draw(st.sampled_from(["live", "pooled", "sealed"])),
        primary=draw(st.sampled_from([(), *chosen])), hypothesis=draw(words),
        accepts_reverse=draw(st.sampled_from([None, True, False])),
        thresholds=draw(st.dictionaries(st.sampled_from(["rate", "confidence"]), st.sampled_from([0.0, 0.1, 1.0]))),
        held_out=draw(words), graders=draw(st.sampled_from([(), ("ana", "bea")])), repeats=draw(st.integers(0, 9)),
        order=draw(st.sampled_from(["shuffled", "file"])), kinds=draw(st.sampled_from([(), ("adds-true", "otro")])),
        bank=draw(st.dictionaries(st.sampled_from(["author", "date", "hash"]), words)),
        declared=draw(st.dictionaries(st.sampled_from(["use", "threshold", "review"]), words)),
        shows=draw(st.sampled_from([(), ("citation",)])), abstention=draw(words), note=draw(words),
        rubric=draw(st.dictionaries(st.sampled_from(["task", "R", "X", "N"]), words)),
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.toml"


def refused(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError) as error:
        read(path)
    return str(error.value)


@given(plan=plans(), files=st.dictionaries(st.sampled_from(["answers", "bank"]), words))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_plan_that_was_written_is_read_back(path: Path, plan: Plan, files: dict[str, str]) -> None:
    text = written(plan, files)
    path.write_text(text, encoding="utf-8")
    assert read(path) == (plan, text)
    assert read(path, {plan_hash(text)}) == (plan, text)
    assert inputs(path) == files


def toml(value: object) -> str:
    """A value as TOML writes it, tables in braces."""
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool() | int() | float():
            return json.dumps(value).replace("NaN", "nan").replace("Infinity", "inf")
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{toml(key)} = {toml(each)}' for key, each in value.items())}}}"
    return str(value)  # a date, a time


TRAPS = ["", "R", "a", "ana", "grade", "tone", "file", "../x", "[/b]", "\x1b[2J", "\u202e", "\u2028", "\x85", "x" * 300]
scalars = st.integers(-(10**30), 10**30) | st.integers(-2, 12) | st.floats() | st.booleans()
values = st.recursive(
    words | st.sampled_from(TRAPS) | scalars | st.dates() | st.times() | st.datetimes(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(words | st.sampled_from([*TRAPS, "rate", "hash"]), inner, max_size=3)
    ),
    max_leaves=5,
)
PIECES = ("", "=", "[", '"', "#", "\n", "'", "-", "1", "true", "\x00", "\x85", "\x1b", "[[x]]\n")
KEYS = [field.name for field in fields(Plan)]


def understood(path: Path, text: str) -> None:
    """A text is a plan that is the same however it is read, or is refused in lines that name the file."""
    path.write_text(text, encoding="utf-8")
    try:
        plan, _text = read(path)
    except StoreError as error:
        said = str(error).splitlines()
        assert said
        assert all(line.startswith((f"{path}, ", f"{path}: ")) for line in said), said
        assert not any(c < " " or c in "\x7f\x85\u2028\u202e" for line in said for c in line), said
        return
    assert read(path, {plan_hash(text)})[0] == plan
    again = written(plan, {})
    path.write_text(again, encoding="utf-8")
    wrote = tomllib.loads(again)  # not what only another mode decides
    expected = Plan(**{key: getattr(plan, key) for key in KEYS if key in wrote})
    assert read(path)[0] == read(path, {plan_hash(again)})[0] == expected


@given(plan=plans(), key=st.sampled_from([*KEYS, *TRAPS]) | words, value=values)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_at_any_key_is_part_of_a_plan_or_is_refused(path: Path, plan: Plan, key: str, value: object) -> None:
    said = tomllib.loads(written(plan, {})) | {key: value}
    understood(path, "\n".join(f"{toml(name)} = {toml(each)}" for name, each in said.items()))


@given(plan=plans(), data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_plan_that_was_hurt_is_another_or_is_refused(path: Path, plan: Plan, data: st.DataObject) -> None:
    text = written(plan, {"answers": "a.csv"})
    for _cut in range(data.draw(st.integers(1, 4))):
        a, b = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        piece = st.sampled_from(
            ["", "=", "[", '"', "#", "\n", "'", "-", "1", "true", text[a:b], "\x00", "\x85", "[[x]]\n"]
        )
        text = text[:a] + data.draw(piece) + text[min(b, a + data.draw(st.integers(0, 20))) :]
    understood(path, text)


def test_a_plan_that_says_nothing_is_the_usual_one(path: Path) -> None:
    path.write_text("", encoding="utf-8")
    assert read(path)[0] == read(path, {plan_hash("")})[0] == Plan()


def test_another_text_has_another_hash() -> None:
    assert plan_hash("seed = 1") != plan_hash("seed = 1 ")


@pytest.mark.parametrize(
    ("text", "key", "fix"),
    [
        ("sed = 7", "sed", "seed"),
        ("level = 'high'", "level", "write a number, not 'high'"),
        ("blind = 'perhaps'", "blind", "write true or false, not 'perhaps'"),
        ("seed = 1.5", "seed", "write a whole number, not 1.5"),
        ("mode = 'grad'", "mode", "write one of 'grade', 'tone', 'preference', not 'grad'"),
        ("event = 'wrong'", "event", "write one of 'incorrect', 'correct', 'abstained'"),
        ("statistics = 'now'", "statistics", "write one of 'live', 'pooled', 'sealed'"),
        ("pairs = [['a']]", "pairs.0.1", "write one value more, not ['a']"),
        ("[rubric]\nR = 1", "rubric.R", "write text in quotes, not 1"),
        ("arms = ['a', 'b']\npairs = [['a', 'a']]", "pairs", "compares nothing new"),
        ("arms = ['a', 'b']\npairs = [['a', 'b'], ['b', 'a']]", "pairs", "compares nothing new"),
        ("arms = ['a', 'b']\npairs = [['a', 'c']]", "pairs", "“c” is not among arms; write one of a, b"),
    ],
)
def test_a_fault_is_one_line_with_file_key_and_fix(path: Path, text: str, key: str, fix: str) -> None:
    said = refused(path, text)
    assert said.startswith(f"{path}, {key}: ")
    assert fix in said
    assert "\n" not in said


@pytest.mark.parametrize("level", ["0", "1", "95", "-0.5"])
def test_a_level_that_is_none_is_refused(path: Path, level: str) -> None:
    assert refused(path, f"level = {level}").startswith(f"{path}, level: ")


@pytest.mark.parametrize("text", ["seed = ", "seed = 1\nseed = 2", "[rubric"])
def test_bad_toml_is_one_line_with_file_and_place(path: Path, text: str) -> None:
    said = refused(path, text)
    assert said.startswith(f"{path}: not valid TOML: ")
    assert "TOML: line " in said or "TOML: at the end: " in said
    assert "\n" not in said


def test_a_file_that_is_not_utf_8_is_said(path: Path) -> None:
    path.write_bytes("note = 'ñ'".encode("latin-1"))
    with pytest.raises(StoreError, match="not valid TOML"):
        read(path)


def test_a_plan_that_is_not_there_is_said(path: Path) -> None:
    with pytest.raises(StoreError, match=r"session\.toml: there is no such file"):
        read(path)


def loaded(path: Path, trusted: str) -> bool:
    program = (
        "import sys; from pathlib import Path; from gradertui.store.plan import read; "
        f"read(Path({str(path)!r}), {{{trusted!r}}}); print('pydantic' in sys.modules)"
    )
    root = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": root},
    )
    return done.stdout.strip() == "True"


def test_a_plan_that_was_checked_before_costs_no_pydantic(path: Path) -> None:
    text = written(Plan(arms=("a", "b"), pairs=(("a", "b"),)), {})
    path.write_text(text, encoding="utf-8")
    assert not loaded(path, plan_hash(text))
    assert loaded(path, "another")
