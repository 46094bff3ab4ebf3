from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gradertui.summary.shares import rate
from stats.proportion import proportion

HITS = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.booleans()), max_size=30)


def test_one_answer_to_each_question_is_the_plain_proportion() -> None:
    found = rate([(f"p{i}", i < 3) for i in range(4)], 0.95)
    assert found == (3, 4, proportion(3, 4, 0.95))


def test_answers_to_one_question_weigh_one_question() -> None:
    found = rate([("p1", True), ("p1", False), ("p1", False), ("p2", True)], 0.95)
    assert found == (2, 4, proportion(Fraction(4, 3), 2, 0.95))


def test_nothing_has_no_rate_and_says_so() -> None:
    assert rate([], 0.95).share.reason == "no data"


@given(HITS)
def test_drawing_every_answer_twice_changes_no_interval(hits: list[tuple[str, bool]]) -> None:
    assert rate([*hits, *hits], 0.95).share == rate(hits, 0.95).share


@given(HITS)
def test_the_share_never_counts_more_questions_than_answers(hits: list[tuple[str, bool]]) -> None:
    found = rate(hits, 0.95)
    assert found.share.n == len({question for question, _hit in hits}) <= found.n == len(hits)
