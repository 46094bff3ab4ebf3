"""The failure trials are a command on demand; here only that their results are those of all of them, and good."""

import re
from pathlib import Path

from trials.__main__ import trials

RESULTS = Path(__file__).parent / "trials" / "RESULTS.md"


def rows() -> list[list[str]]:
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in RESULTS.read_text("utf-8").splitlines() if line[:1] == "|"]
    return [[cell.strip(" *") for cell in line] for line in lines[2:]]


def test_every_trial_has_a_row_and_every_row_is_a_trial() -> None:
    assert [row[0] for row in rows()] == [*((trial.__doc__ or "").strip() for trial in trials().values()), "all"]


def test_no_label_was_lost_and_all_but_a_few_tries_of_a_thousand_were_survived() -> None:
    for name, tried, survived, _shown, lost, _said in rows():
        assert (lost, int(survived) >= 0.99 * int(tried)) == ("0", True), name
    assert int(rows()[-1][1]) > 1000
