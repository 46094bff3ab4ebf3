from hypothesis import given
from hypothesis import strategies as st

from gradertui.summary.verdicts import Case, Judged, measure, wrong

WRONG = {"p14", "p22", "p24", "p25"}
FLAGGED = {"p17", "p22", "p24", "p25"}
DOCUMENT = [Judged(Case(f"p{i:02d}", "RAG", 1), f"p{i:02d}" in WRONG, f"p{i:02d}" in FLAGGED) for i in range(1, 26)]
ANSWERS = st.dictionaries(
    st.tuples(st.sampled_from("pqrst"), st.sampled_from("AB"), st.integers(1, 3)),
    st.tuples(st.booleans(), st.booleans()),
).map(lambda found: [Judged(Case(*key), *two) for key, two in found.items()])


def interval(rate):
    return tuple(round(end, 3) for end in rate.share.interval)


def test_the_numbers_of_the_document_come_out() -> None:
    found = measure(DOCUMENT, 0.95)
    assert found.caught[:2] == (3, 4)
    assert found.false_alarms[:2] == (1, 25)
    assert (found.before[:2], found.after[:2]) == ((4, 25), (1, 25))
    assert found.by_hand[:2] == (4, 25)
    assert (found.false_alarms_of_right[:2], found.precision[:2]) == ((1, 21), (3, 4))


def test_each_has_the_interval_of_wilson() -> None:
    """Those of 4/25 and 1/25 stand in the document's table 2; that of 3/4 is scipy.stats.binomtest(3, 4)'s."""
    found = measure(DOCUMENT, 0.95)
    assert interval(found.before) == (0.064, 0.347)
    assert interval(found.after) == (0.007, 0.195)
    assert interval(found.caught) == (0.301, 0.954)


def test_the_cases_to_read_are_those_of_the_document() -> None:
    found = measure(DOCUMENT, 0.95)
    assert [case.question for case in found.caught_cases] == ["p22", "p24", "p25"]
    assert [case.question for case in found.false_cases] == ["p17"]
    assert [case.question for case in found.missed_cases] == ["p14"]


def test_a_tool_that_flags_nothing_has_no_precision() -> None:
    found = measure([answer._replace(flagged=False) for answer in DOCUMENT], 0.95)
    assert found.precision.share.reason == "no data"
    assert found.after == found.before


@given(ANSWERS)
def test_what_is_wrong_is_caught_or_gets_through(answers: list[Judged]) -> None:
    found = measure(answers, 0.95)
    assert found.caught.k + found.after.k == found.before.k == found.caught.n
    assert found.by_hand.k == found.caught.k + found.false_alarms.k == found.precision.n
    assert found.before.n == found.caught.n + found.false_alarms_of_right.n


def test_wrong_is_the_outcome_and_the_letter_x_where_nothing_is_known() -> None:
    assert [x for x in "RXN" if wrong(True, x)] == ["X"]
    assert [x for x in "RXN" if wrong(False, x)] == ["R", "X"]
    assert [x for x in "RXN" if wrong(None, x)] == ["X"]
