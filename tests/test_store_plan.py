import os
import subprocess
import sys
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
