from fractions import Fraction

from gradertui.model import Answer
from gradertui.summary.reuse import reused


def answer(
    query: str, system: str, text: str, retrieved: tuple[str, ...] = (), baseline: str = "", draw: int = 1
) -> Answer:
    return Answer(f"{query}{system}{draw}", text, query, system, draw, "", retrieved, baseline)


def test_nineteen_of_twenty_four_is_the_p_of_the_third_document():
    rows = []
    for q in range(24):
        more = q < 19
        rows.append(answer(f"q{q:02}", "with", "faro niebla" if more else "calle", ("faro niebla calle",)))
        rows.append(answer(f"q{q:02}", "without", "barco" if more else "calle"))
        if not more:
            rows[-2] = rows[-2]._replace(text="barco")
    (found,) = reused(rows, {})
    assert (found.arm, found.baseline, found.found.more, found.found.less) == ("with", "without", 19, 5)
    assert round(found.found.p, 4) == 0.0066


def test_the_share_is_of_the_output_and_of_content_words_only():
    (found,) = reused([answer("q", "s", "El faro, según la niebla, calla", ("faro con niebla",), "nada del faro")], {})
    (query,) = found.queries
    # faro, niebla, calla: two of three; faro alone of the other, whose "nada" carries nothing.
    assert (query.with_texts, query.without) == (Fraction(2, 3), Fraction(1))


def test_what_was_retrieved_may_be_ids_of_sources():
    (found,) = reused([answer("q", "s", "faro", ("n1",), "barco")], {"n1": "un faro"})
    assert found.queries[0][1:] == (Fraction(1), Fraction(0))


def test_an_own_baseline_goes_before_another_system():
    rows = [answer("q", "with", "faro", ("un faro",), "barco"), answer("q", "without", "faro")]
    (found,) = reused(rows, {})
    assert (found.baseline, found.queries[0].without) == ("", Fraction(0))


def test_draws_are_averaged_and_a_text_without_words_has_no_share():
    rows = [
        answer("q1", "s", "faro", ("un faro",), "barco", 1),
        answer("q1", "s", "barco", ("un faro",), "barco", 2),
        answer("q2", "s", "", ("un faro",), "barco"),
    ]
    (found,) = reused(rows, {})
    assert [query.with_texts for query in found.queries] == [Fraction(1, 2), None]
    assert found.found.missing == 1


def test_without_a_baseline_there_is_nothing_to_say():
    assert reused([answer("q", "s", "faro", ("un faro",))], {}) == []
    two = [answer("q", "s", "faro", ("un faro",)), answer("q", "x", "a"), answer("q", "y", "b")]
    assert reused(two, {}) == []


def test_an_id_of_which_there_is_no_text_is_no_text():
    (found,) = reused([answer("q1", "s", "faro", ("faro-1",), "barco"), answer("q2", "s", "faro", ("n1",), "barco")],
                      {"n1": "un faro"})  # fmt: skip
    assert (found.queries[0].with_texts, found.found.missing, found.found.more) == (None, 1, 1)
    assert reused([answer("q1", "s", "faro", ("faro-1",), "barco")], {}) == []


def test_several_retrieved_texts_count_as_one():
    (found,) = reused([answer("q", "s", "faro niebla", ("n1", "la niebla de ayer"), "barco")], {"n1": "un faro"})
    assert found.queries[0].with_texts == Fraction(1)
