from __future__ import annotations

import pytest

from gradertui.formats.errors import InputError
from gradertui.formats.fields import ALIASES, SIDES, understand
from gradertui.formats.values import asked, draws, percent, said, share, texts, yes_no


def fields(*columns: str, mapping: tuple[str, ...] = ()) -> dict[str, str]:
    understood = understand(columns, mapping=mapping)
    return {column: field for column in columns if (field := understood.field_of(column))}


@pytest.mark.parametrize("field", [f for f in ALIASES if f not in {side for sides in SIDES for side in sides}])
def test_every_alias_of_a_field_loads_alone(field: str) -> None:
    for alias in ALIASES[field].split():
        paired = ("pair_id", "systems", "retrieved_a", "retrieved_b")
        beside = {"variant": ("template_id", "response")} | dict.fromkeys(paired, ("left", "right"))
        columns = (alias, *beside.get(field, ()))
        assert fields(*columns)[alias] == field


@pytest.mark.parametrize("sides", SIDES)
def test_every_alias_of_two_sides_loads_beside_its_other(sides: tuple[str, str]) -> None:
    for one, other in zip(*(ALIASES[side].split() for side in sides), strict=True):
        texts = () if sides[0] == "answer_a" else ("answer_a", "answer_b")
        found = fields(*texts, one, other)
        assert (found[one], found[other]) == sides


@pytest.mark.parametrize("name", ["Question ID", "question-id", "QuestionId", "QUESTION.ID"])
def test_case_blanks_and_signs_do_not_count(name: str) -> None:
    assert fields(name) == {name: "question_id"}


def test_answer_is_the_output_when_nothing_else_is() -> None:
    assert fields("question", "answer") == {"question": "question", "answer": "answer"}


@pytest.mark.parametrize("output", ["output", "response", "gpt4_response", "respuesta"])
def test_answer_is_the_reference_beside_a_clear_output(output: str) -> None:
    assert fields("question", "answer", output) == {
        "question": "question",
        "answer": "reference",
        output: "answer",
    }


def test_answer_beside_output_and_reference_is_kept_as_it_is() -> None:
    assert "answer" not in fields("output", "reference", "answer")


def test_answer_in_a_bank_is_the_reference() -> None:
    assert understand(["id", "pregunta", "respuesta"], "bank").field_of("respuesta") == "reference"
    assert understand(["id", "question", "answer", "target"], "bank").field_of("answer") is None


def test_the_surest_name_wins_and_the_others_are_kept() -> None:
    assert fields("id", "question_id", "prompt", "question") == {
        "question_id": "question_id",
        "question": "question",
    }


def test_unsure_names_count_only_when_the_sure_ones_are_missing() -> None:
    assert fields("answer", "source") == {"answer": "answer", "source": "source"}
    assert fields("answer", "source", "context") == {"answer": "answer", "context": "source"}
    assert fields("answer", "config") == {"answer": "answer", "config": "system"}
    assert fields("answer", "name") == {"answer": "answer"}
    assert fields("answer", "name", "template") == {
        "answer": "answer",
        "name": "variant",
        "template": "template",
    }


def test_the_note_of_a_card_is_its_text() -> None:
    assert fields("template", "variant", "note")["note"] == "answer"
    assert fields("answer", "note")["note"] == "source"


def test_one_column_named_after_a_system_names_it() -> None:
    assert understand(["user_query", "chatgpt_response"]).arms == [(("chatgpt_response",), "chatgpt")]


def test_several_columns_of_answers_are_several_systems() -> None:
    assert [arm for columns, arm in understand(["gpt_response", "claude_gen"]).arms] == ["gpt", "claude"]
    assert [arm for columns, arm in understand(["t5_pred_race", "t5_pred_arc"]).arms] == [
        "t5_pred_race",
        "t5_pred_arc",
    ]
    assert [arm for columns, arm in understand(["a_response", "a_gen"]).arms] == ["a_response", "a_gen"]
    assert [arm for columns, arm in understand(["output", "prediction"]).arms] == ["output", "prediction"]


def test_settings_are_part_of_the_system() -> None:
    understood = understand(["model", "prompt_label", "config", "answer"])
    assert understood.fields["system"] == [("model", "prompt_label", "config")]


def test_an_instruction_takes_its_input_along() -> None:
    assert understand(["instruction", "input", "output"]).fields["question"] == [("instruction", "input")]
    assert understand(["question", "input", "output"]).fields["question"] == [("question",)]


def test_numbered_answers_are_alternatives() -> None:
    assert understand(["question", "response", "answer_0", "answer_1"]).fields["reference"] == [
        ("answer_0",),
        ("answer_1",),
    ]


def test_a_mapping_overrules_the_names() -> None:
    found = understand(["occupation", "age", "name", "id", "row"], mapping=["occupation+age=template", "row=answer"])
    assert found.fields["template"] == [("occupation", "age")]
    assert found.field_of("name") == "variant"
    assert found.field_of("row") == "answer"
    assert fields("id", "answer", mapping=("id=original",)) == {"answer": "answer"}


@pytest.mark.parametrize("words", ["answer", "=answer", "a=nothing"])
def test_a_mapping_that_cannot_be_read_is_an_error(words: str) -> None:
    with pytest.raises(InputError, match=r"write COLUMN\[\+COLUMN…\]=field"):
        understand(["a"], mapping=[words])


PAIRS = [("answer_a", "answer_b"), ("response1", "response2"), ("output_1", "output_2"), ("chosen", "rejected")]


@pytest.mark.parametrize("pair", PAIRS)
def test_two_texts_are_seen(pair: tuple[str, str]) -> None:
    found = understand(["prompt", *pair]).fields
    assert (found["answer_a"], found["answer_b"]) == ([(pair[0],)], [(pair[1],)])
    assert "answer_a" not in understand(["prompt", *pair, "answer"]).fields


def test_a_side_alone_is_no_pair_and_both_sides_come_from_the_same_names() -> None:
    assert "answer_a" not in understand(["prompt", "left", "response_2"]).fields
    found = understand(["prompt", "left", "response_1", "response_2", "right"]).fields
    assert (found["answer_a"], found["answer_b"]) == ([("response_1",)], [("response_2",)])


def test_who_said_which_is_better_has_a_column_each_beside_two_texts_only() -> None:
    assert understand(["answer_a", "answer_b", "annotator1", "annotator2"]).fields["votes"] == [
        ("annotator1",),
        ("annotator2",),
    ]
    assert "votes" not in understand(["answer", "annotator1"]).fields


def test_absent_is_not_empty() -> None:
    for absent in (None, float("nan"), "nan", {"error": "timeout"}):
        assert said(absent) is None
    assert said("") == ""
    assert said("none") == "none"


def test_a_conversation_gives_what_was_said_last() -> None:
    chat = [
        {"role": "user", "content": "q1"},
        {"role": "assistant", "content": "a"},
        {"role": "user", "content": "q2"},
    ]
    assert asked(chat) == "q2"
    assert said(chat) == "a"
    assert asked('[{"role": "user", "content": "in a cell"}]') == "in a cell"
    assert asked([{"role": "user", "content": [{"type": "text", "text": "part"}]}]) == "part"


def test_a_list_of_answers_is_several_draws() -> None:
    assert draws([["a", "b"]]) == ["a", "b"]
    assert draws("a") == ("a",)


def test_alternatives_are_listed_and_never_joined() -> None:
    assert texts(["a", "b", "a", None, ""]) == ("a", "b")
    assert texts('["a", "b"]') == texts("['a', 'b']") == ("a", "b")
    assert texts("[1, 2]") == ("[1, 2]",)


def test_yes_and_no_in_two_languages() -> None:
    assert [yes_no(each) for each in ("Sí", True, 1, "NO", "false", "0", "", None)] == [
        *[True] * 3,
        *[False] * 3,
        None,
        None,
    ]
    with pytest.raises(ValueError):
        yes_no("maybe")


def test_confidence_is_a_share() -> None:
    assert [share(each) for each in ("0,5", 1, "97%", "", "nan")] == [0.5, 1.0, 0.97, None, None]
    assert percent("97") == 0.97
    for wrong in ("1.7", "-0.1", "high", "inf"):
        with pytest.raises(ValueError):
            share(wrong)


@pytest.mark.parametrize("column", ["text", "Card", "tarjeta", "message"])
def test_the_text_of_a_card_is_found_beside_its_note(column: str) -> None:
    understood = understand(["template", "variant", "replicate", "note", column])
    assert understood.field_of(column) == "answer"
    assert understood.field_of("note") == "source"
