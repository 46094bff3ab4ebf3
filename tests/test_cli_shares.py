import pytest

from gradertui.cli.shares import share
from gradertui.store import StoreError


@pytest.mark.parametrize(("said", "value"), [("0.2", 0.2), ("0,2", 0.2), ("0", 0.0), ("1", 1.0)])
def test_a_share_has_a_decimal_point_or_a_decimal_comma(said, value):
    assert share("--rate", said, 0, 1) == value


@pytest.mark.parametrize("said", ["1.01", "-0.1", "20%", "nan", "inf", "", "0,2,3"])
def test_what_is_none_names_the_option_and_what_can_be_written(said):
    with pytest.raises(StoreError) as wrong:
        share("--rate", said, 0, 1)
    assert str(wrong.value) == f"--rate {said}: write a number from 0 to 1"
    with pytest.raises(StoreError, match=r"from 0 to 1, such as 0\.5$"):
        share("--rate", said, 0, 1, 0.5)
