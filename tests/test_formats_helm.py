from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from readings import Made

from gradertui.formats.reading import read


def state(name: str, *texts: str, trial: int = 0, asked: str | None = None, **more: Any) -> dict[str, Any]:
    """A request and what came back for it."""
    references = [{"output": {"text": "t"}, "tags": ["correct"]}, {"output": {"text": "u"}, "tags": []}]
    instance = {"id": name, "input": {"text": asked or f"q {name}"}, "references": references, "split": "test"}
    instance |= more.pop("instance", {})
    result = {"success": True, "completions": [{"text": text, "logprob": -1.0, "tokens": []} for text in texts]}
    return {"instance": instance, "train_trial_index": trial, "request": {}, "result": result} | more


def written(path: Path, *states: dict[str, Any], **adapter: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    spec = {"method": "generation", "model": "org/m", "model_deployment": "host/m"} | adapter
    path.write_text(json.dumps({"adapter_spec": spec, "request_states": list(states)}))
    return path


def made(tmp_path: Path, *states: dict[str, Any], **adapter: Any) -> Made:
    found = Made(read([written(tmp_path / "scenario_state.json", *states, **adapter)]))
    assert not found.problems
    return found


def draws(found: Made) -> list[tuple[str, str, int]]:
    return [(item.question_id, item.text, item.replicate) for item in found.items]


def test_what_came_back_is_an_answer_of_the_model(tmp_path: Path) -> None:
    found = made(tmp_path, state("id1", " a"))
    assert draws(found) == [("id1", " a", 1)]
    assert dict(found.reading.systems) == {"org/m": 1}
    assert [(each.text, each.references, each.split) for each in found.questions] == [("q id1", ("t",), "test")]


def test_trials_and_completions_are_replicates(tmp_path: Path) -> None:
    states = [state(name, "a", "b", trial=trial) for trial in (0, 1) for name in ("id1", "id2")]
    assert draws(made(tmp_path, *states))[::4] == [("id1", "a", 1), ("id1", "a", 3)]
    again = made(tmp_path, state("id1", "a"), state("id1", "b"), state("id1", "c"))
    assert draws(again) == [("id1", "a", 1), ("id1", "b", 2), ("id1", "c", 3)]
    assert not again.counts["renumbered"]


def test_a_request_that_failed_has_no_answer(tmp_path: Path) -> None:
    failed = {"success": False, "completions": [], "error": "timeout"}
    found = made(tmp_path, state("id1", "a"), state("id2", result=failed), state("id3", result=None))
    assert (draws(found), found.counts["no_answer"]) == ([("id1", "a", 1)], 2)


def test_an_instance_that_was_perturbed_is_a_question_of_its_own(tmp_path: Path) -> None:
    typos = {"instance": {"perturbation": {"name": "typos", "robustness": True}}}
    found = made(tmp_path, state("id1", "a"), state("id1", "b", asked="q ld1", **typos), state("id1", "c", **typos))
    assert [item.question_id for item in found.items] == ["id1", "id1/typos", "id1/typos-2"]
    assert found.items[1].original == {"perturbation": "typos"}


def test_choices_stand_under_the_question_and_their_letter_is_a_reference_too(tmp_path: Path) -> None:
    found = made(tmp_path, state("id1", " A", output_mapping={"A": "t", "B": "u"}))
    assert [(each.text, each.references) for each in found.questions] == [("q id1\n\nA) t\nB) u", ("A", "t"))]


def test_several_right_choices_are_one_reference(tmp_path: Path) -> None:
    both = [{"output": {"text": text}, "tags": ["correct"]} for text in ("t", "u")]
    one = state("id1", "A, B", output_mapping={"A": "t", "B": "u"}, instance={"references": both})
    assert made(tmp_path, one, multi_label=True).questions[0].references == ("A, B", "t, u")


def test_how_likely_a_given_text_is_is_left_out_and_counted(tmp_path: Path) -> None:
    scored = [state("id2", "", reference_index=n, request_mode="original") for n in (0, 1)]
    found = made(tmp_path, state("id1", "a"), *scored)
    assert draws(found) == [("id1", "a", 1)]
    assert "left out 2: how likely a given text is, which is no answer" in found.notes


def test_of_a_conversation_the_last_word_of_the_user_is_asked(tmp_path: Path) -> None:
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]
    found = made(tmp_path, state("id1", "a", instance={"input": {"text": "", "messages": messages}}))
    assert found.questions[0].text == "u"
    assert found.items[0].original == {"context": "system: s"}


def test_of_a_folder_of_runs_only_what_came_back_is_read_and_scenarios_are_told_apart(tmp_path: Path) -> None:
    for scenario in ("mmlu:subject=law,", "qa:"):
        for model in ("m", "n"):
            folder = tmp_path / "runs" / f"{scenario}model=org_{model}"
            written(folder / "scenario_state.json", state("id1", model, asked=scenario), model=f"org/{model}")
            (folder / "run_spec.json").write_text(json.dumps({"name": scenario, "adapter_spec": {}}, indent=2))
            (folder / "stats.json").write_text(json.dumps([{"name": {"name": "em"}, "count": 1}]))
            (folder / "per_instance_stats.json").write_text(json.dumps([{"instance_id": "id1", "stats": []}]))
            (folder / "scenario.json").write_text(json.dumps({"name": "x", "description": "d"}, indent=2))
    found = Made(read([tmp_path / "runs"]))
    assert not found.problems
    assert dict(found.reading.systems) == {"org/m": 2, "org/n": 2}
    assert [each.question_id for each in found.questions] == ["mmlu:subject=law/id1", "qa/id1"]
    assert sum(note.startswith("passed over: ") for note in found.notes) == 16


def test_the_real_run_has_two_accepted_references_each(real: Callable[[str], Path]) -> None:
    found = Made(read([real("helm-narrativeqa-scenario_state.json")]))
    assert found.questions[0].references == ("The school Mascot", "the schools mascot")
    assert found.questions[0].text.endswith("Question: Who is Todd besides Olive's old crush?")
    assert found.items[0].text == " Olive."
