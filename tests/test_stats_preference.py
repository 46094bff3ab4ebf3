import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.paired import mcnemar
from stats.paired_interval import tango
from stats.preference import NEVER_TIES, NOTHING_DECIDED, never_ties, position, preference
from stats.proportion import NO_DATA, wilson

counts = st.integers(0, 200)


@pytest.mark.parametrize(("wins", "losses", "printed"), [(27, 21, 0.47), (7, 5, 0.77)])
def test_the_two_runs_of_the_third_document_show_no_preference(wins: int, losses: int, printed: float) -> None:
    assert round(preference(wins, losses, 0).p, 2) == printed
    assert round(preference(losses, wins, 0).p, 2) == printed


def test_the_reuse_of_the_third_document_is_printed_as_it_prints_it() -> None:
    assert round(preference(19, 5, 0).p, 3) == 0.007


@given(counts, counts, counts)
def test_the_other_direction_is_the_mirror(wins: int, losses: int, ties: int) -> None:
    one, other = preference(wins, losses, ties), preference(losses, wins, ties)
    assert one.p == other.p
    assert one.tie_rate == other.tie_rate
    if one.net is not None and other.net is not None and one.net_interval and other.net_interval:
        assert one.net == -other.net
        assert one.net_interval.low == pytest.approx(-other.net_interval.high, abs=1e-9)


@given(counts, counts, counts)
def test_ties_change_nothing_among_the_decided(wins: int, losses: int, ties: int) -> None:
    some, none = preference(wins, losses, ties), preference(wins, losses, 0)
    assert (some.p, some.share.estimate, some.share.interval) == (none.p, none.share.estimate, none.share.interval)


@given(counts, counts, counts, st.sampled_from([0.8, 0.95, 0.99]))
def test_each_number_is_that_of_its_own_family(wins: int, losses: int, ties: int, level: float) -> None:
    found, n = preference(wins, losses, ties, level), wins + losses + ties
    assert found.p == mcnemar(losses, wins)
    assert found.share.interval == wilson(wins, wins + losses, level)
    assert found.tie_rate.interval == wilson(ties, n, level)
    assert found.net_interval == (tango(losses, wins, n, level) if n else None)


def test_ties_alone_have_no_share_and_say_why() -> None:
    found = preference(0, 0, 10)
    assert (found.p, found.net, found.tie_rate.estimate) == (1.0, 0.0, 1.0)
    assert found.share == (0, 0, None, None, NOTHING_DECIDED)
    assert found.reason == NOTHING_DECIDED


def test_without_pairs_nothing_exists() -> None:
    found = preference(0, 0, 0)
    assert (found.net, found.net_interval, found.share.estimate, found.tie_rate.estimate) == (None,) * 4
    assert (found.reason, found.tie_rate.reason, found.p) == (NO_DATA, NO_DATA, 1.0)


def test_whoever_has_a_winner_needs_no_reason() -> None:
    assert preference(1, 0, 0).reason is None


def test_the_first_shown_is_tested_like_any_coin() -> None:
    # scipy 1.17.1: binomtest(30, 48).pvalue is 0.111403.
    assert position(30, 18).p == pytest.approx(0.111403, abs=1e-6)
    assert position(30, 18).share.estimate == 0.625
    assert position(0, 0).share.reason == NOTHING_DECIDED
    assert position(0, 0).p == 1.0


def test_no_tie_in_forty_eight_is_a_warning_and_one_is_none() -> None:
    assert never_ties(48, 0)
    assert not never_ties(48, 1)


def test_thirty_labels_are_the_fewest_that_say_something() -> None:
    assert [never_ties(n, 0) for n in (0, 12, 29, 30)] == [False, False, False, True]
    assert 0.9**20 > 0.1 > 0.05 > 0.9**NEVER_TIES


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="losses must be 0 or more, not -1"):
        preference(1, -1, 0)
    with pytest.raises(ValueError, match="second_won must be 0 or more"):
        position(1, -1)
    with pytest.raises(ValueError, match="level"):
        position(0, 0, 95)
    with pytest.raises(ValueError, match="labels must be 3 or more"):
        never_ties(2, 3)
