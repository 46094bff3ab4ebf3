from fractions import Fraction

from gradertui.summary.labels import Labels, numbers
from gradertui.summary.tendency import tendencies

STARS = ("1", "2", "3", "4", "5")


def told(said, scale=STARS, **rest):
    found = tendencies(Labels(said, scale, **rest), numbers(scale), 0.95)
    return {each.grader: each for each in found}


def test_a_kinder_grader_has_the_higher_mean_on_the_same_items():
    found = told({"a": {"ana": "5", "ben": "3", "cy": "4"}, "b": {"ana": "4", "ben": "2"}, "c": {"ben": "5"}})
    ana = found["ana"]
    assert (ana.items, ana.mean, ana.others_mean) == (2, Fraction(9, 2), Fraction(11, 4))
    assert (found["ben"].items, found["ben"].mean) == (2, Fraction(5, 2))


def test_letters_have_shares_and_no_mean():
    found = told({"a": {"ana": "R", "ben": "X"}, "b": {"ana": "R", "ben": "R"}}, ("R", "X", "N"))["ana"]
    assert (found.mean, found.own, found.others["X"]) == (None, {"R": 1, "X": 0, "N": 0}, Fraction(1, 2))


def test_who_never_gives_what_others_gave_is_told_with_how_often():
    said = {f"p{i}": {"ana": "A", "ben": "T"} for i in range(3)} | {"p9": {"ana": "B", "ben": "B"}}
    found = told(said, ("A", "B", "T"))
    assert (found["ana"].never, found["ben"].never) == ({"T": 3}, {"A": 3})


def test_what_was_given_elsewhere_is_not_never():
    said = {"a": {"ana": "A", "ben": "T"}, "b": {"ana": "T"}}
    assert told(said, ("A", "B", "T"))["ana"].never == {}


def test_drift_sets_the_first_third_against_the_last():
    said = {"a": {"ana": "1", "ben": "1"}}
    first, last = told(said, courses={"ana": "1" * 5 + "3" * 7 + "55555"})["ana"].drift
    assert (first.labels, first.mean, last.mean) == (5, 1, 5)
    assert (last.shares["5"], last.shares["3"]) == (1, 0)


def test_too_few_labels_or_an_unknown_order_say_nothing_of_drift():
    said = {"a": {"ana": "1", "ben": "1"}}
    found = told(said, courses={"ana": "1" * 14})
    assert (found["ana"].drift, found["ben"].drift) == (None, None)


def test_agreement_with_themselves_counts_repeats():
    said = {"a": {"ana": "1", "ben": "1"}}
    found = told(said, again={"ana": [("1", "1"), ("2", "3"), ("4", "4")]})
    assert (found["ana"].again.k, found["ana"].again.n, found["ben"].again) == (2, 3, None)
