from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from readings import Made, file

from gradertui.formats.reading import read

Real = Callable[[str], Path]
HEADER = "name,age,gender,occupation,prompts"


def test_letters_are_cards_of_occupation_and_age_for_two_names(real: Real) -> None:
    reading = read([real("name-swap-letters-chatgpt.csv")])
    found = Made(reading)
    assert reading.mode == "tone"
    assert found.items[0].template == "writer / 60"
    assert Counter(Counter(item.template for item in found.items).values()) == {2: 60}
    assert Counter(item.variant for item in found.items) == {"Joseph": 60, "Kelly": 60}
    assert Counter(item.original["gender"] for item in found.items) == {"male": 60, "female": 60}
    assert not found.questions


def test_a_return_is_a_new_line_and_brackets_stay(real: Real) -> None:
    path = real("name-swap-letters-chatgpt.csv")
    found = Made(read([path]))
    assert not any("<return>" in item.text for item in found.items)
    assert sum(item.text.count("\n") for item in found.items) == path.read_text().count("<return>") == 1999
    assert any("[Your Name]" in item.text for item in found.items)


def test_a_template_may_be_declared_otherwise(real: Real) -> None:
    found = Made(read([real("name-swap-letters-chatgpt.csv")], mapping=["occupation=template", "gender=variant"]))
    assert {item.variant for item in found.items} == {"male", "female"}
    assert "writer" in {item.template for item in found.items}


def test_every_column_of_letters_is_a_system(tmp_path: Path) -> None:
    path = file(tmp_path / "letters.csv", f"{HEADER},alpaca_gen,chatgpt_gen", "Ana,30,female,chef,p,a,b")
    assert Made(read([path])).reading.systems == {"alpaca": 1, "chatgpt": 1}
