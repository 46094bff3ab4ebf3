"""The kept table of simulation: every claim is in it and kept, and the code still draws what it says.

Run it anew with `python -m tests.simulation`, or with `--only` for what changed.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from simulation import writing
from simulation.judging import KEPT, Seen, run, verdict
from simulation.scenario import Scenario
from simulation.table import EXEMPT, SCENARIOS, public
from simulation.writing import read, wrong

SEED, SEEN = read()


def test_every_public_function_of_stats_is_simulated_or_says_why_not() -> None:
    simulated = {name for row in SCENARIOS for name in row.of.split()}
    exempt = [name for names in EXEMPT.values() for name in names.split()]
    of_stats = list(public())
    assert sorted(set(of_stats) - simulated - set(exempt)) == [], "needs a scenario in tests/simulation"
    assert sorted(set(exempt) & simulated) == []
    assert sorted(exempt) == sorted(set(exempt) & set(of_stats))
    for name in simulated - set(of_stats):
        module, _dot, function = name.rpartition(".")
        assert callable(getattr(import_module(f"gradertui.{module}"), function))


def test_every_scenario_has_a_row_of_all_its_draws_and_no_two_are_one() -> None:
    names = [row.name for row in SCENARIOS]
    assert len(set(names)) == len(names)
    assert list(SEEN) == names
    assert {row.name: row.draws for row in SCENARIOS} == {name: seen.draws for name, seen in SEEN.items()}


def test_every_row_agrees_with_its_claim_or_says_that_it_does_not() -> None:
    assert wrong(SEEN) == []
    known = [row for row in SCENARIOS if row.known]
    assert len(known) < len(SCENARIOS) / 10


def test_both_files_are_what_the_command_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = writing.JSON, writing.MARKDOWN
    monkeypatch.setattr(writing, "JSON", tmp_path / "json")
    monkeypatch.setattr(writing, "MARKDOWN", tmp_path / "markdown")
    writing.write(SEED, SEEN)
    assert [(tmp_path / name).read_bytes() for name in ("json", "markdown")] == [path.read_bytes() for path in kept]


def test_the_first_draws_of_every_row_come_out_as_kept() -> None:
    for row in SCENARIOS:
        # What costs much is drawn less often, there and here.
        few = 3 if row.draws >= 1000 else 1
        assert run(row, SEED, few).first == SEEN[row.name].first[:few], row.name


@pytest.mark.parametrize("part", ["mcnemar, n = 25, 0.4", "one template, 6 against 6", "E of 25", "wald, n = 10"])
def test_a_few_rows_drawn_longer_come_out_as_kept(part: str) -> None:
    rows = [row for row in SCENARIOS if row.name.startswith(part)]
    assert rows
    for row in rows:
        assert run(row, SEED, KEPT).first == SEEN[row.name].first


def test_a_claim_that_is_not_kept_is_told_and_so_is_one_said_not_to_be_that_is() -> None:
    row = Scenario("toss", "", "comes up", "at most", 0.05, lambda rng: rng.random() < 0.5, 200)
    seen = run(row, 1)
    assert (seen.draws, seen.given) == (200, 200)
    assert verdict(row, seen).startswith("WRONG: at most 0.05")
    assert verdict(row._replace(known="a coin"), seen) == "known: a coin"
    fair = row._replace(claimed=0.5, kind="exactly")
    assert verdict(fair, seen) == "ok"
    assert verdict(fair._replace(known="a coin"), seen).startswith("WRONG: kept after all")
    assert verdict(row._replace(kind="at least", claimed=0.9, slack=0.1), seen).startswith("WRONG")


def test_what_does_not_exist_is_not_counted() -> None:
    row = Scenario("half", "", "", "at least", 1.0, lambda rng: None if rng.random() < 0.5 else True, 40)
    seen = run(row, 1)
    assert seen.given == seen.hits == seen.first.count("1") < 40 == len(seen.first)
    assert Seen(3, 0, 0, "---").share is None


def test_some_rows_drawn_again_keep_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from simulation import __main__ as command

    for name in ("JSON", "MARKDOWN"):
        copy = tmp_path / name
        copy.write_bytes(getattr(writing, name).read_bytes())
        monkeypatch.setattr(writing, name, copy)
    before = (tmp_path / "JSON").read_bytes()
    assert command.main(["--only", "4 cards: one template passes Holm"]) == 0
    assert (tmp_path / "JSON").read_bytes() == before
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert command.main(["--only", "bank of 25, not", "--draws", "5"]) == 0
    assert (tmp_path / "JSON").read_bytes() == before
    assert json.loads(before)["seed"] == command.SEED
