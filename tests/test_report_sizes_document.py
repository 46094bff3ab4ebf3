"""The same page as plain values."""

import json

from gradertui.locale import use
from gradertui.report.sizes_document import document
from gradertui.summary.cautions import cautions
from gradertui.summary.sizes import Assumed, Material, sizes

GRADE = Material("grade", 25, 3, 1, 1, (25, 25, 25))


def values(of=None, **assumed):
    use("en")
    found = document(of, sizes(Assumed(**assumed), of), cautions(of) if of else ())
    return json.loads(json.dumps(found, allow_nan=False))


def test_every_number_of_the_page_is_there():
    found = values()
    assert {row["rate"]: (row["first"], row["questions"]) for row in found["questions"]}[0.04] == (73, 73)
    assert found["fewest_discordant"] == 6
    assert found["templates"][0] == {"templates": 5, "smallest_p": 0.0625, "cards": 5}
    assert found["cards"][0] == {"cards": 3, "smallest_p": 0.1, "templates": 0, "smallest_p_exact": "1/10"}
    assert [row["questions"] for row in found["margins"]] == [20, 30, 50, 100, 200, 500, 1000]
    assert [row["replicates"] for row in found["replicates"]] == [1, 3, 5, 10]
    assert (found["material"], found["reach"], found["cautions"]) == (None, None, [])


def test_a_size_that_does_not_exist_is_null():
    (row,) = (row for row in values(broke=0.1, fixed=0.1)["pairs"] if row["broke"] == row["fixed"])
    assert (row["questions"], row["first"]) == (None, None)


def test_a_session_has_its_material_its_reach_and_its_cautions():
    found = values(GRADE)
    assert found["material"]["clusters"] == 25
    assert (round(found["reach"]["low"], 3), round(found["reach"]["high"], 3)) == (0.064, 0.347)
    assert [(each["code"], each["questions"], each["needed"]) for each in found["cautions"]] == [("small", 25, 30)]
    assert found["cautions"][0]["words"].startswith("Fewer than 30 questions")


def test_cards_reach_a_fraction():
    found = values(Material("tone", 10, 2, 6, 6, (10,)))["reach"]
    assert found["smallest_p"] == 2 / 1024
    assert (found["alone"]["smallest_p_exact"], found["alone"]["templates"]) == ("1/462", 23)
