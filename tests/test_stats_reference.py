"""Every published or independently computed case of `reference/stats-reference.json` for these modules."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from pathlib import Path
from typing import Any

import pytest

from stats import design, multiplicity, paired, paired_interval, permutation, proportion

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text("utf-8"))[
        "cases"
    ]
}
Case = dict[str, Any]

OURS = (
    "prop.",
    "paired.",
    "holm.",
    "design.",
    "edge.sample_size",
    "seed08.",
    "seed18.table1",
    "seed18.table2",
    "seed18.paired",
    "seed18.sample_size",
    "seed18.fwer10",
    "signflip.",
)
LEFT_OUT = {"design.interval_coverage"}  # a simulation: a fact about methods, not a unit test


def one_rate(case: Case) -> Case:
    k, n = case["k"], case["n"]
    ours = proportion.proportion(k, n, case.get("level", 0.95), z=case.get("z"))
    return {
        "p": ours.estimate,
        "estimate": ours.estimate,
        "interval": ours.interval,
        "status": ours.reason,
        "wilson": proportion.wilson(k, n, z=case.get("z")),
        "wald": proportion.wald(k, n, z=case.get("z")),
        "clopper_pearson": proportion.clopper_pearson(k, n),
        "se": proportion.standard_error(k, n),
    }


def two_arms(case: Case) -> Case:
    both, only_a, only_b, neither = case["table_11_10_01_00"]
    n, z = both + only_a + only_b + neither, case.get("z")
    wald = paired_interval.wald_difference(only_a, only_b, n, z=z)
    return {
        "delta_B_minus_A": paired.difference(only_a, only_b, n),
        "wald": wald,
        "ci": wald,
        "newcombe": paired_interval.newcombe(only_a, only_b, both, neither),
        "tango": paired_interval.tango(only_a, only_b, n),
        "agresti_min": paired_interval.agresti_min(only_a, only_b, n),
        "bonett_price": paired_interval.bonett_price(only_a, only_b, n),
        "p_mcnemar_exact": paired.mcnemar(only_a, only_b),
        # The reference leaves the undefined case empty and asks for 1 in its comment.
        "p_mcnemar_mid": paired.mcnemar_mid(only_a, only_b) if only_a + only_b else None,
    }


def grading(case: Case) -> Case:
    return {
        system: letters_counted(letters, case["answerable"]) for system, letters in case["letters"].items()
    }


def letters_counted(letters: str, answerable: list[bool]) -> Case:
    pairs = list(zip(letters, answerable, strict=True))
    invented = sum(letter != "N" for letter, can in pairs if not can)
    incorrect = invented + sum(letter == "X" for letter, can in pairs if can)
    abstained = sum(letter == "N" for letter, can in pairs if can)
    return {
        "correcta": len(pairs) - incorrect - abstained,
        "incorrecta": incorrect,
        "abstención": abstained,
        "inventadas": invented,
        "tasa": proportion.proportion(incorrect, len(pairs)).estimate,
    }


def sizes(case: Case) -> Case:
    found = [design.questions_for_half_width(rate, case["half_width"], z=case["z"]) for rate in case["rates"]]
    return {"n": [size.first for size in found]}


def sawtooth(case: Case) -> Case:
    found = [list(design.questions_for_half_width(rate, half)) for half, rate in case["half_width_rate"]]
    return {"first_n_and_first_n_from_which_it_stays": found}


def margins(case: Case) -> Case:
    return {
        "margin_points": {
            str(n): [100 * design.margin(n, p, z=case["z"]) for p in case["p"]] for n in case["n"]
        }
    }


def replicates(case: Case) -> Case:
    return {
        "min_p_and_max_templates_for_holm": {
            str(r): [str(design.smallest_p_by_replicates(r)), design.templates_for_holm(r)]
            for r in case["replicates_per_variant"]
        }
    }


def false_alarms(case: Case) -> Case:
    level = 1 - case["alpha"]
    several = case["m"] if isinstance(case["m"], list) else [case["m"]]
    chances = [multiplicity.chance_of_false_alarm(m, level) for m in several]
    return {
        "p_any": chances,
        "p_any_false_positive": chances[0],
        "bonferroni": [multiplicity.bonferroni(m, level) for m in several],
    }


def independent(case: Case) -> Case:
    test = paired.independent_z(**case)
    assert test is not None
    return test._asdict()


def flips(case: Case) -> Case:
    if "templates" in case:
        differences = [mean(one) - mean(other) for one, other in case["templates"]]
    else:
        differences = [Fraction(value) for value in case.get("weights", case.get("diffs"))]
    p = permutation.sign_flip(differences)
    common = lcm(*(value.denominator for value in differences))
    return {
        "p_two_sided": str(p),
        "p_float": float(p),
        "diffs": [str(value) for value in differences],
        "mean": str(sum(differences) / len(differences)),
        "common_denominator": common,
        "weights": [int(value * common) for value in differences],
    }


def mean(ratings: list[int]) -> Fraction:
    return Fraction(sum(ratings), len(ratings))


WITNESSES: dict[str, Callable[[Case], Case]] = {
    "prop.": one_rate,
    "seed18.table1.": grading,
    "seed18.table2.": one_rate,
    "seed18.paired.": two_arms,
    "seed18.fwer10": false_alarms,
    "seed18.sample_size": sizes,
    "edge.sample_size.sawtooth": sawtooth,
    "seed08.se": one_rate,
    "seed08.wald.": one_rate,
    "seed08.wilson.": one_rate,
    "seed08.margin_table": margins,
    "seed08.independent_z": independent,
    "seed08.mcnemar.": lambda case: {"p": paired.mcnemar(case["b"], case["c"])},
    "seed08.paired_wald": two_arms,
    "seed08.repetitions": lambda case: {"factor": [design.gain_of_replicates(k) for k in case["k"]]},
    "seed08.fwer": false_alarms,
    "paired.": two_arms,
    "design.min_p_by_replicates": replicates,
    "signflip.": flips,
    "holm.": lambda case: {"p_holm": multiplicity.holm(case["p"], case.get("planned_m"))},
}
"""What computes the expected fields of the cases whose names begin so."""

PRINTED = {
    "seed18.fwer10": "p_any_false_positive",
    "seed08.se": "se",
    "seed08.wald.": "wald",
    "seed08.wilson.": "wilson",
    "seed08.margin_table": "margin_points",
    "seed08.independent_z": "p",
    "seed08.mcnemar.": "p",
    "seed08.paired_wald": "ci",
    "seed08.repetitions": "factor",
    "seed08.fwer": "p_any",
}
"""Of which field the bare "printed" of a case is the rounding."""


def row(table: dict[str, Any], name: str) -> Any:
    return next((value for start, value in table.items() if name.startswith(start)), None)


def covered() -> list[str]:
    return [name for name in CASES if name.startswith(OURS) and name not in LEFT_OUT]


def assert_close(ours: Any, theirs: Any, tolerance: Case) -> None:
    match theirs:
        case dict():
            assert ours.keys() == theirs.keys()
            for key in theirs:
                assert_close(ours[key], theirs[key], tolerance)
        case list():
            assert len(ours) == len(theirs)
            for mine, its in zip(ours, theirs, strict=True):
                assert_close(mine, its, tolerance)
        case float():
            assert ours == pytest.approx(theirs, rel=tolerance.get("rel", 0), abs=tolerance.get("abs", 0))
        case _:
            assert ours == theirs


def assert_printed(ours: Any, printed: Any) -> None:
    match printed:
        case dict():
            for key in printed:
                assert_printed(ours[key], printed[key])
        case list():
            for mine, its in zip(ours, printed, strict=True):
                assert_printed(mine, its)
        case float():
            assert round(float(ours), len(str(printed).split(".")[1])) == printed
        case None:
            pass
        case _:
            assert ours == printed


@pytest.mark.parametrize("name", covered())
def test_a_reference_case_comes_out(name: str) -> None:
    case = CASES[name]
    ours = row(WITNESSES, name)(case["inputs"])
    for field, theirs in case["expected"].items():
        if field == "printed":
            assert_printed(ours[row(PRINTED, name)], theirs)
        elif field.startswith("printed_"):
            assert_printed(ours[field.removeprefix("printed_")], theirs)
        elif theirs is not None or not name.startswith("signflip."):
            assert_close(ours[field], theirs, case["tolerance"])


def test_no_reference_case_is_left_without_a_function() -> None:
    assert [name for name in covered() if row(WITNESSES, name) is None] == []
    printed = [name for name in covered() if "printed" in CASES[name]["expected"]]
    assert [name for name in printed if row(PRINTED, name) is None] == []
    assert len(covered()) == len(set(covered())) > 60
    assert [start for start in WITNESSES if not any(name.startswith(start) for name in covered())] == []
