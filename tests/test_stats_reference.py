"""Every published or independently computed case of `reference/stats-reference.json` for these modules."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stats import (
    agreement,
    blinding,
    bootstrap,
    calibration,
    calibration_floor,
    design,
    kappa,
    min_p,
    multiplicity,
    paired,
    paired_interval,
    permutation,
    preference,
    proportion,
    reachable,
    sequential,
    sequential_flips,
    sign_flip_interval,
    stratified,
    two_sample,
)

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parent / "reference" / "stats-reference.json").read_text("utf-8"))["cases"]
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
    "perm2.",
    "bootstrap.",
    "blinding.",
    "agreement.",
    "seed18.table3",
    "seed18.table4",
    "seed18.global",
    "seed18.min_attainable_p",
    "seed18.minp_stepdown_exact",
    "seed18.ece",
    "seed18.selective",
    "edge.ece",
    "preference.",
    "seed03.",
    "anytime.",
    "live.mcnemar_reachable_p",
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
    return {system: letters_counted(letters, case["answerable"]) for system, letters in case["letters"].items()}


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
    return {"margin_points": {str(n): [100 * design.margin(n, p, z=case["z"]) for p in case["p"]] for n in case["n"]}}


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


def relabelled(case: Case) -> Case:
    a, b = (ratings_of(case, side) for side in "ab")
    n, size = len(a) + len(b), len(a)
    p = two_sample.two_sample(Counter(a), Counter(b))
    ways = two_sample.distribution(two_sample.pooled(Counter(a), Counter(b)), size)
    whole, centre = sum(ways.values()), Fraction((sum(a) + sum(b)) * size, n)
    far = sum(count for total, count in ways.items() if abs(total - centre) >= abs(sum(a) - centre))
    exact = isinstance(p.p, Fraction) and n < 100  # of 100 cards the reference gives a float
    return {
        "p": p.p,
        "p_double": str(p.p) if exact else p.p and float(p.p),
        "p_two_sided": str(p.p),
        "p_float": p.p and float(p.p),
        "p_abs": str(Fraction(far, whole)),
        "p_less": float(Fraction(sum(count for total, count in ways.items() if total <= sum(a)), whole)),
        "p_greater": float(Fraction(sum(count for total, count in ways.items() if total >= sum(a)), whole)),
        "status": p.reason,
        "a_used": a,
        "b_used": b,
        "missing": sum(x is None for side in "ab" for x in case.get(side, ())),
    }


def ratings_of(case: Case, side: str) -> list[int]:
    if f"{side}_by_card" in case:
        return [sum(card) for card in case[f"{side}_by_card"]]
    return [x for x in case.get(side, case.get(f"{side}_sums")) if x is not None]


def corrected(case: Case) -> Case:
    adjusted = multiplicity.holm([Fraction(p) for p in case["p"]])
    return {"p_holm": [str(Fraction(p)) for p in adjusted], "rejected": [p < 0.05 for p in adjusted]}


def template(case: Case) -> Case:
    a, b = case["a_Lucia"], case["b_Martin"]
    of = two_sample.two_sample(Counter(a), Counter(b))
    assert of.difference is not None
    return {
        "mean_a": str(mean(a)),
        "mean_b": str(mean(b)),
        "diff": str(of.difference),
        "bootstrap_ci_document_rng": document()[str(a) + str(b)],
        "means": [mean(a), mean(b), of.difference],
    }


def over_templates(case: Case) -> Case:
    differences = [Fraction(d) for d in case["diffs"]]
    inverted = sign_flip_interval.sign_flip_interval(differences, case.get("level", 0.95))
    resampled = bootstrap.bootstrap_mean(differences, rng=2026)
    return {
        **flips(case),
        "mean": str(inverted.mean),
        "ci": [str(end) for end in inverted.exact or ()],
        "t_ci": sign_flip_interval.t_interval(differences, case.get("level", 0.95)),
        "bootstrap_ci_document_rng": document()["global"],
        "percentile": resampled.percentile,
        "bca": resampled.interval,
        "required": resampled.interval is None and resampled.reason == bootstrap.NO_SPREAD and REQUIRED,
    }


REQUIRED = "show the point and say that the spread between templates is zero; no interval claim"


@cache
def document() -> dict[str, bootstrap.Interval | None]:
    """Every interval of the document, its random stream consumed in its order: confidences, tones, resamples."""
    rng = np.random.default_rng(2026)
    for right, wrong in (((9, 2), (9, 2)), ((9, 2), (4, 3)), ((16, 1.5), (2.5, 3.5))):
        rng.beta(*right, size=25)
        rng.beta(*wrong, size=25)
    base = rng.uniform(3.2, 4.4, size=10)
    tones = [
        [
            np.clip(np.round(level + effect + rng.normal(0, 0.8, size=6)), 1, 5).astype(int).tolist()
            for effect in (0.3, 0)
        ]
        for level in base
    ]
    found = {str(a) + str(b): bootstrap.bootstrap_difference(a, b, rng=rng).interval for a, b in tones}
    differences = [mean(a) - mean(b) for a, b in tones]
    return found | {"global": bootstrap.bootstrap_mean(differences, rng=rng).interval}


@cache
def tones() -> dict[str, tuple[Counter[int], Counter[int]]]:
    """Counts of both names for every template of the document."""
    found: dict[str, tuple[Counter[int], Counter[int]]] = {}
    with (Path(__file__).parent / "reference" / "seed-tones.csv").open(encoding="utf-8") as file:
        for card in csv.DictReader(file):
            sides = found.setdefault(card["template"], (Counter(), Counter()))
            sides[card["variant"] != "Lucía"][int(card["tone"])] += 1
    return found


def all_templates(_: Case) -> Case:
    pools = {name: two_sample.pooled(a, b) for name, (a, b) in tones().items()}
    least = {name: two_sample.smallest_p(pool, 6) for name, pool in pools.items()}
    p = stratified.stratified(tones().values())
    assert p is not None
    return {
        "p_two_sided": float(p),
        "min_p": {name: str(p) for name, p in least.items()},
        "templates_able_to_pass_holm_m10": [int(name) for name, p in least.items() if p <= Fraction(1, 200)],
        "p_adjusted": dict(zip(tones(), min_p.minp_step_down([*tones().values()]), strict=True)),
    }


def blinded(case: Case) -> Case:
    of_a, of_b = (blinding.Guesses(*case[f"arm{arm}_guess1_guess2_dontknow"]) for arm in (1, 2))
    bangs = blinding.bang(of_a.a, of_a.b, of_a.unsure), blinding.bang(of_b.b, of_b.a, of_b.unsure)
    both = blinding.james(of_a, of_b)
    assert both.value is not None
    return {
        "bang_arm1": float(bangs[0].value or 0),
        "bang_arm2": float(bangs[1].value or 0),
        "bang_se": [arm.se for arm in bangs],
        "james": float(both.value),
        "james_se": both.se,
        "james_ci": both.interval,
    }


@cache
def confidences() -> dict[str, list[calibration.Answer]]:
    """Stated confidence and correctness of every answer of the document, by configuration."""
    found: dict[str, list[calibration.Answer]] = {}
    with (Path(__file__).parent / "reference" / "seed-confidences.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            answer = Fraction(row["confidence"]), row["grade"] == "correcta"
            found.setdefault(row["configuration"], []).append(answer)
    return found


def calibrated(case: Case) -> Case:
    answers = confidences()[case["configuration"]]
    found = calibration.calibration(answers, case["bins"])
    assert found.ece is not None
    assert found.brier is not None
    floor = calibration_floor.floor([confidence for confidence, _right in answers], found.ece, case["bins"])
    means = ({"mean_confidence": float(b.confidence), "accuracy": float(b.accuracy)} for b in found.bins)
    return {
        "ece": float(found.ece),
        "ece_exact": str(found.ece),
        "bins": [{"bin": b.number, "n": b.n} | mean for b, mean in zip(found.bins, means, strict=True)],
        "mean_ece_if_calibrated": floor.mean,
        "q95_ece_if_calibrated": floor.high,
        "p_value": floor.p,
        "brier": float(found.brier),
    }


def selective(case: Case) -> Case:
    answers = confidences()[case["configuration"]]
    thresholds = [Fraction(str(t)) for t in case["thresholds"]]
    curve = [calibration.delivered(answers, t) for t in thresholds]
    at, least = curve[12], calibration.smallest_threshold(answers, Fraction(19, 20), thresholds)
    assert least is not None
    return {
        "coverage": [each.coverage.estimate for each in curve],
        "precision": [each.precision.estimate for each in curve],
        "at_0.6": [at.coverage.estimate, round(at.precision.estimate or 0, 2)],
        "min_threshold_precision_0.95": float(least),
        "coverage_there": calibration.delivered(answers, least).coverage.estimate,
    }


def on_edges(case: Case) -> Case:
    return {"bin_index": [calibration.bin_of(Fraction(str(c)), case["bins"]) for c in case["confidences"]]}


NOT_OURS = re.compile(r"icc_|.*_se(_gwet)?$|cohen_kappa_(linear|quadratic|ci_wald)|.*declared_se|status")
"""Fields of agreement that nothing here computes: intraclass correlations, other weights, errors other than the
jackknife's; and the status, which is checked beside them."""


def grades(case: Case) -> Case:
    rows = case["rows_are_graders"]
    seen = sorted({x for row in rows for x in row if x is not None})
    units = counted(rows, seen)
    numbers = seen if isinstance(seen[0], int) else None
    found = {f"alpha_{metric}": agreement.alpha(units, metric, values=numbers) for metric in METRICS}
    k, n = agreement.observed(units)
    first, declared = kappa.gwet(units), counted(rows, range(1, 6))
    return {
        **{name: rounded(one.value) for name, one in found.items()},
        "observed_agreement": rounded(k / n) if n else None,
        "gwet_ac1": rounded(first.value),
        "gwet_pe": rounded(first.chance),
        "gwet_ac2_quadratic": rounded(kappa.gwet(units, numbers).value) if numbers else None,
        "gwet_ac1_declared_categories_1_to_5": rounded(kappa.gwet(declared).value),
        "gwet_ac2_quadratic_declared": rounded(kappa.gwet(declared, range(1, 6)).value),
        "fleiss_kappa": rounded(kappa.fleiss(units).value),
        "cohen_kappa": rounded(kappa.cohen(crossed(rows, seen)).value) if len(rows) == 2 else None,
        "alpha_ordinal_jackknife_se": found["alpha_ordinal"].se,
        "alpha_ordinal_jackknife_t_ci": found["alpha_ordinal"].interval,
        "categories": len(seen),
        "reason": found["alpha_nominal"].reason,
    }


METRICS: tuple[agreement.Metric, ...] = ("nominal", "ordinal", "interval")


def counted(rows: list[list[Any]], scale: Iterable[Any]) -> list[list[int]]:
    return [[unit.count(value) for value in scale] for unit in zip(*rows, strict=True)]


def crossed(rows: list[list[Any]], scale: list[Any]) -> list[list[int]]:
    met = Counter(zip(*rows, strict=True))
    return [[met[a, b] for b in scale] for a in scale]


def rounded(x: Fraction | None) -> float | None:
    return None if x is None else float(x)


def preferred(case: Case) -> Case:
    found = preference.preference(**case)
    return {
        # The reference has no p where nothing was compared; here the reason says so, as for `mcnemar`.
        "p_sign_exact": None if found.net is None else found.p,
        "p_two_sided": found.p,
        "share_of_decided_wilson": found.share.interval,
        "net_preference": found.net,
        "tie_rate": found.tie_rate.estimate,
    }


def reached(case: Case) -> Case:
    return {"min_max_final_p": [reachable.reachable_p(*counts) for counts in case["b_c_remaining"]]}


def any_time_rate(case: Case) -> Case:
    return {"interval": sequential.rate_sequence(case["k"], case["n"], 1 - case["alpha"])}


def bank(case: Case) -> Case:
    of = case["events_so_far"], case["graded"], case["bank_size"]
    low, high, least, most = sequential.bank_sequence(*of, 1 - case["alpha"])
    return {"events_in_whole_bank": [low, high], "sure_bounds": [least, most]}


def evidence(case: Case) -> Case:
    return sequential.sign_e(case["k"], case["n"] - case["k"])._asdict()


def flipped(case: Case) -> Case:
    differences = [Fraction(d) for d in case["diffs"]]
    if "rho" in case:
        return {
            "e_after_each_template": [at.e for at in sequential_flips.normal_mixture(differences, case["rho"]).after]
        }
    found = sequential_flips.cosh_mixture(differences, case["lambdas"])
    signs = product((1, -1), repeat=len(differences))
    each = [[s * d for s, d in zip(one, differences, strict=True)] for one in signs]
    ends = [sequential_flips.cosh_mixture(one, case["lambdas"]).after[-1].e for one in each]
    return {
        "e_after_each_template": [at.e for at in found.after],
        "max": max(at.e for at in found.after),
        "p_anytime": found.p,
        "mean_over_all_sign_vectors": sum(ends) / len(ends),
    }


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
    "perm2.": relabelled,
    "bootstrap.": over_templates,
    "blinding.": blinded,
    "agreement.": grades,
    "seed18.table3.": template,
    "seed18.table4.template": relabelled,
    "seed18.table4.holm": corrected,
    "seed18.global.mean": over_templates,
    "seed18.global.t_interval": over_templates,
    "seed18.global.signflip": over_templates,
    "seed18.global.stratified_permutation": all_templates,
    "seed18.min_attainable_p": all_templates,
    "seed18.minp_stepdown_exact": all_templates,
    "seed18.ece": calibrated,
    "seed18.selective": selective,
    "edge.ece": on_edges,
    "preference.": preferred,
    "seed03.sign_test.": preferred,
    "anytime.bernoulli_half.": evidence,
    "anytime.confseq.": any_time_rate,
    "anytime.finite_bank.": bank,
    "anytime.signflip_": flipped,
    "live.mcnemar_reachable_p": reached,
    "holm.": lambda case: {"p_holm": multiplicity.holm(case["p"], case.get("planned_m"))},
}
"""What computes the expected fields of the cases whose names begin so."""

PRINTED = {
    "seed18.ece.": "ece",
    "seed18.table3.": "means",
    "seed18.table4.": "p_float",
    "seed18.global.signflip": "p_float",
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
    "seed03.sign_test.": "p_two_sided",
}
"""Of which field the bare "printed" of a case is the rounding."""


PRINTED_OF = {"printed_ci": "bootstrap_ci_document_rng"}
"""Which field a "printed_…" of another name is the rounding of."""


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
            assert_printed(ours[PRINTED_OF.get(field, field.removeprefix("printed_"))], theirs)
        elif name.startswith("agreement.") and (NOT_OURS.match(field) or (name, field) in OTHERWISE):
            continue
        elif theirs is not None or not name.startswith("signflip."):
            assert_close(ours[field], theirs, case["tolerance"])


OTHERWISE = {
    ("agreement.perfect_const", "gwet_ac1"): kappa.ONE_VALUE,
    ("agreement.perfect_const", "gwet_pe"): kappa.ONE_VALUE,
    ("agreement.kripp_classic", "fleiss_kappa"): kappa.UNEQUAL,
    ("agreement.one_disagree", "fleiss_kappa"): kappa.UNEQUAL,
    ("agreement.three_raters_missing", "fleiss_kappa"): kappa.UNEQUAL,
}
"""Where irrCAC gives a number that is none: one category, or Fleiss' kappa where units have different numbers of
grades."""


@pytest.mark.parametrize(("name", "field"), OTHERWISE)
def test_a_coefficient_that_does_not_exist_says_why(name: str, field: str) -> None:
    rows = CASES[name]["inputs"]["rows_are_graders"]
    units = counted(rows, sorted({x for row in rows for x in row if x is not None}))
    found = kappa.fleiss(units) if field == "fleiss_kappa" else kappa.gwet(units)
    assert (found.value, found.reason) == (None, OTHERWISE[name, field])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("perfect_const", agreement.NO_VARIATION),
        ("one_rater", agreement.NOT_TWICE),
        ("no_overlap", agreement.NOT_TWICE),
    ],
)
def test_an_alpha_that_does_not_exist_says_why(name: str, reason: str) -> None:
    ours = grades(CASES[f"agreement.{name}"]["inputs"])
    assert (ours["alpha_nominal"], ours["reason"]) == (None, reason)


def test_no_reference_case_is_left_without_a_function() -> None:
    assert [name for name in covered() if row(WITNESSES, name) is None] == []
    printed = [name for name in covered() if "printed" in CASES[name]["expected"]]
    assert [name for name in printed if row(PRINTED, name) is None] == []
    assert len(covered()) == len(set(covered())) > 110
    assert [start for start in WITNESSES if not any(name.startswith(start) for name in covered())] == []
