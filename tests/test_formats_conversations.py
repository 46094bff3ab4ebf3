from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from readings import Made, made


def chat(*said: str) -> list[dict[str, str]]:
    return [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(said)]


def judged(turn: int, judge: object = "expert_1", winner: str = "model_a", **more: object) -> dict[str, object]:
    """A judgement of MT-bench: two conversations of two turns."""
    return {
        "question_id": 81,
        "model_a": "alpaca",
        "model_b": "vicuna",
        "winner": winner,
        "judge": judge,
        "conversation_a": chat("q1", "a1", "q2", "a2"),
        "conversation_b": chat("q1", "b1", "q2", "b2"),
        "turn": turn,
    } | more


def votes(found: Made) -> list[tuple[str, str]]:
    return [(row.grader, row.label) for row in found.reading.prior]


def test_each_turn_of_mt_bench_is_a_pair_of_its_own(tmp_path: Path) -> None:
    found = made(tmp_path, judged(1), judged(2, winner="tie"), judged(1, "expert_2", "model_b"))
    assert not found.problems
    assert [(each.question_id, each.text) for each in found.questions] == [("81", "q1"), ("81 / 2", "q2")]
    assert [item.text for item in found.items] == ["a1", "b1", "a2", "b2"]
    assert votes(found) == [("expert_1", "A"), ("expert_1", "T"), ("expert_2", "B")]
    assert len({row.of.item_id for row in found.reading.prior}) == 2


def test_without_a_turn_the_last_words_are_compared(tmp_path: Path) -> None:
    row = judged(1)
    del row["turn"]
    found = made(tmp_path, row, row | {"question_id": 82, "turn": 9})
    assert [item.text for item in found.items] == ["a2", "b2"] * 2


@pytest.mark.parametrize(
    ("winner", "label"), [("model_a", "A"), ("model_b", "B"), ("tie", "T"), ("tie (bothbad)", "Z"), ("both_bad", "Z")]
)
def test_the_arena_knows_four_outcomes(tmp_path: Path, winner: str, label: str) -> None:
    row = judged(1, "arena_user_973", winner, anony=True, toxic_chat_tag={"x": {"flagged": False}})
    assert votes(made(tmp_path, row)) == [("arena_user_973", label)]


@pytest.mark.parametrize("judge", [["gpt-4", "pair-v2"], "gpt4_pair", "claude-3-opus"])
def test_what_a_model_preferred_is_nobodys_label(tmp_path: Path, judge: object) -> None:
    found = made(tmp_path, judged(1, judge), judged(1, "ana"))
    assert votes(found) == [("ana", "A")]
    assert "left out 1: a preference that a model stated" in found.notes


def test_a_model_that_graded_gives_a_verdict_and_no_label(tmp_path: Path) -> None:
    head = "question,answer,judge,grade"
    found = made(tmp_path, head, "q,a,gpt-4o,R", "q,a,ana,X")
    assert votes(found) == [("ana", "X")]
    assert [(each.tool, each.written) for each in found.reading.verdicts] == [("gpt-4o", "R")]


def test_a_crowd_is_no_panel(tmp_path: Path) -> None:
    rows = [judged(1, f"user {n}", question_id=n) for n in range(101)]
    found = made(tmp_path, *rows)
    assert (len(found.items), votes(found)) == (202, [])
    assert any(note.startswith("labels of 101 people, a crowd and no panel") for note in found.notes)
    assert len(votes(made(tmp_path, *rows[1:]))) == 100


def test_dialogues_in_one_text_are_cut_and_compared_by_their_last_words(tmp_path: Path) -> None:
    asked = "\n\nHuman: hi\n\nAssistant: hello\n\nHuman: q\n\nAssistant: "
    found = made(tmp_path, {"chosen": asked + "good\n\nand long", "rejected": asked + "bad"})
    assert not found.problems
    assert [(item.system, item.text) for item in found.items] == [("chosen", "good\n\nand long"), ("rejected", "bad")]
    assert found.questions[0].text == "q"


def test_chosen_and_rejected_messages_say_what_was_asked(tmp_path: Path) -> None:
    found = made(tmp_path, {"chosen": chat("q", "good"), "rejected": chat("q", "bad"), "prompt_id": "x1"})
    assert [(item.system, item.text) for item in found.items] == [("chosen", "good"), ("rejected", "bad")]
    assert (found.questions[0].text, found.items[0].original["prompt_id"]) == ("q", "x1")


def test_two_texts_that_are_no_dialogues_need_a_question(tmp_path: Path) -> None:
    problems = made(tmp_path, {"chosen": "good", "rejected": "bad"}).problems
    assert problems == [
        "answers.jsonl: no column holds the question (there are: chosen, rejected); use --map COLUMN=question"
    ]


def test_alpaca_farm_numbers_its_annotators_and_prefers_by_number(tmp_path: Path) -> None:
    row = {"instruction": "do", "input": "this", "output_1": "a", "output_2": "b", "generator_1": "x"}
    rows = [row | {"generator_2": "y", "annotator_index": n, "preference": n} for n in (1, 2)]
    found = made(tmp_path, *rows, rows[0] | {"annotator_index": 3, "preference": 1.5})
    assert votes(found) == [("1", "A"), ("2", "B"), ("3", "T")]
    assert found.questions[0].text == "do\n\nthis"
    assert found.reading.systems == {"x": 1, "y": 1}


def test_alpaca_eval_is_judged_by_a_model(tmp_path: Path) -> None:
    row = {"instruction": "do", "output_1": "a", "output_2": "b", "generator_1": "x", "generator_2": "y"}
    found = made(tmp_path, row | {"annotator": "weighted_alpaca_eval_gpt4_turbo", "preference": 1.0000126})
    assert not found.problems + votes(found)


def test_left_and_right_are_sides(tmp_path: Path) -> None:
    head = "question,left,right,choice,annotator"
    found = made(tmp_path, head, "q,a,b,left,ana", "q,a,b,Right,ben", "q,a,b,tie,eva")
    assert Counter(votes(found)) == {("ana", "A"): 1, ("ben", "B"): 1, ("eva", "T"): 1}
