"""The statistics of cards as rows: signs, widths, and words where there is no number."""

import re

import pytest
from screens import HOME, made, numbers, plain, press, seated, until, visible, work

from gradertui.model import Item, Plan
from gradertui.modes.tone import Cards
from gradertui.summary.tone import summarize
from gradertui.tui.app import Grader
from gradertui.tui.lines import width_of
from gradertui.tui.pane import Shown
from gradertui.tui.pane_tone import everything, pane, table

NAMES = {"a": "Lucía", "b": "Martín"}
LETTERS = {"1": 1, "2": 0, "3": 2, "4": 3, "5": 6}


def cards(a="", b="", template="t1"):
    return Cards(template, tuple(sorted([("a", r) for r in a] + [("b", r) for r in b])))


def summary(cells, templates=("t1",), pairs=(("a", "b"),), done=0, total=120):
    return summarize(dict.fromkeys(cells, 1), pairs=list(pairs), templates=list(templates), done=done, total=total)


def shown(unsigned=True, waiting=0, contrasts=True, letters=None, templates=None, done=12, total=120):
    return Shown(
        NAMES, LETTERS if letters is None else letters, waiting, contrasts, done, total, templates or {}, unsigned
    )


def leaning(a, b, n=8):
    """So many templates that all lean the same way, by different amounts."""
    names = [f"t{i}" for i in range(n)]
    return summary([cards(a + "3" * i, b + "3" * i, name) for i, name in enumerate(names)], names)


def texts(lines):
    return [plain(line).rstrip() for line in lines]


def row(lines, start):
    (found,) = (text for text in texts(lines) if text.startswith(start))
    return found


def ends(lines):
    """Lower and upper end of the interval over all templates."""
    (found,) = (hit for text in texts(lines) if (hit := re.match(r"(\S+) – (\S+) +[─━╼●]", text)))
    return found.groups()


def test_before_a_rating_and_before_numbers_the_pane_says_that_there_are_no_data():
    rows = texts(pane(None, shown(letters=dict.fromkeys("12345", 0)), 53))
    assert rows[0].startswith("All cards")
    assert rows[0].endswith("no data")
    assert rows[1:] == ["1  0", "2  0", "3  0", "4  0", "5  0"]


def test_without_a_template_to_compare_the_rows_say_it_in_words():
    rows = texts(pane(summary([]), shown(unsigned=False), 53))
    assert "no template has ratings on both sides yet" in rows
    assert "t1     0|0    one side is empty" in rows
    assert not any("nan" in text.casefold() or "None" in text for text in rows)


def test_a_template_with_one_side_only_says_so_and_has_neither_p_nor_drawing():
    found = row(pane(summary([cards(a="545")]), shown(unsigned=False), 53), "t1")
    assert found == "t1     3|0    one side is empty"


@pytest.mark.parametrize("sides", [{"a": "545"}, {"a": "54", "b": "1"}, {"b": "1"}, {"a": "5", "b": "1"}])
def test_blind_one_card_against_others_is_not_told(sides):
    found = row(pane(summary([cards(**sides)]), shown(), 53), "t1")
    assert found.split(maxsplit=2)[1:] == [str(sum(map(len, sides.values()))), "too few cards to tell"]


def test_all_cards_have_their_distribution_their_mean_and_bars_in_proportion():
    rows = texts(pane(None, shown(), 53))
    assert rows[0].endswith("mean 4.08")
    assert [text.split()[-1] for text in rows[1:6]] == ["1", "0", "2", "3", "6"]
    assert [text.count("━") for text in rows[1:6]] == [round(n / 6 * 45) for n in LETTERS.values()]


def test_a_negative_difference_has_no_sign_blind_and_one_when_open():
    less = leaning("11", "55")
    blind, signed = pane(less, shown(), 53), pane(less, shown(unsigned=False), 53)
    assert row(blind, "t0").split()[2] == "4.0"
    assert row(signed, "t0").split()[2] == "−4.0"
    assert row(blind, "All templates").split()[2] == f"{float(abs(less.pairs[0].mean.mean)):.1f}"
    assert row(signed, "All templates").split()[2].startswith("−")
    assert row(blind, "Templates").split()[-2:] == ["0", "4"]
    assert row(signed, "Templates").split()[-2:] == ["−4", "+4"]
    assert not any("−" in text for text in texts(blind))


@pytest.mark.parametrize(("a", "b"), [("1", "5"), ("5", "1"), ("12", "23"), ("2", "4")])
def test_blind_the_rows_are_the_same_whichever_variant_was_rated_higher(a, b):
    assert pane(leaning(a, b), shown(), 53) == pane(leaning(b, a), shown(), 53)
    assert everything(leaning(a, b), shown(), 100) == everything(leaning(b, a), shown(), 100)
    assert pane(leaning(a, b), shown(unsigned=False), 53) != pane(leaning(b, a), shown(unsigned=False), 53)


def test_the_interval_is_oriented_as_the_mean_that_is_shown():
    wide = leaning("1", "4")
    low, high = wide.pairs[0].mean.interval
    assert high < 0
    blind, signed = ends(pane(wide, shown(), 53)), ends(pane(wide, shown(unsigned=False), 53))
    assert not any(end.startswith("−") for end in blind)
    assert all(end.startswith("−") for end in signed)
    value = [float(end.replace("−", "-")) for end in (*blind, *signed)]
    assert value[0] < value[1]
    assert value[2] < value[3]
    assert [value[0], value[1]] == [-value[3], -value[2]]
    assert value[2] == pytest.approx(low, abs=0.06)


def test_an_interval_around_zero_keeps_the_end_beyond_it_when_turned():
    names = [f"t{i}" for i in range(8)]
    made_ = summary([cards("2" if i < 5 else "4", "3", name) for i, name in enumerate(names)], names)
    mean = made_.pairs[0].mean
    assert mean.mean < 0 < mean.interval.high
    low, high = ends(pane(made_, shown(), 53))
    assert low.startswith("−")
    assert not high.startswith("−")


def test_rows_that_wait_say_for_how_many_ratings():
    assert texts(pane(None, shown(waiting=1), 53))[-1] == "rows move after 1 more rating"
    assert texts(pane(None, shown(waiting=7), 53))[-1] == "rows move after 7 more ratings"
    assert not any("rows move" in text for text in texts(pane(None, shown(), 53)))


def test_while_the_policy_keeps_variants_apart_no_row_compares_them():
    rows = texts(pane(leaning("1", "5"), shown(contrasts=False), 53))
    assert rows[-1] == "Variants are compared when all is rated."
    assert len(rows) == 8
    sealed = texts(pane(leaning("1", "5"), shown(contrasts=False, letters={}), 53))
    assert sealed == ["", "Variants are compared when all is rated."]


def test_what_could_never_be_significant_is_named_when_complete_and_counted_before():
    names = ["t1", "t2"]
    cells = [cards("555555", "444444", "t1"), cards("5", "4", "t2")]
    early = texts(pane(summary(cells, names), shown(), 80))
    assert "with the ratings so far 1 of 2 could be significant" in early
    late = texts(pane(summary(cells, names, done=9, total=9), shown(templates={"t1": "T2", "t2": "T1"}), 80))
    assert "could never be significant: T1" in late


def test_few_templates_have_no_interval_and_the_row_says_why():
    assert "no finite interval: too few templates" in texts(pane(leaning("1", "5", 3), shown(), 53))


def test_the_page_with_every_number_has_each_pair_by_name_only_when_open():
    three = summarize(
        {Cards("t1", (("a", "5"), ("a", "4"), ("b", "3"), ("b", "2"))): 1},
        pairs=[("a", "b"), ("b", "a")], templates=["t1"], done=4, total=4,
    )  # fmt: skip
    blind, signed = (texts(everything(three, shown(u, templates={"t1": "T1"}), 100)) for u in (True, False))
    assert blind.count("two variants, without sign") == 2
    assert not any(name in text for text in blind for name in NAMES.values())
    assert "Lucía − Martín" in signed
    assert "Martín − Lucía" in signed
    assert blind.count("T1: the smallest p these ratings could give is .33") == 2


def test_the_table_at_the_end_is_the_distribution_and_its_mean():
    rows = texts(table(summary([cards("554", "31")])))
    assert rows[0].split() == ["1", "2", "3", "4", "5", "mean"]
    assert rows[1].split() == ["1", "0", "1", "1", "2", "3.60"]
    assert texts(table(summary([])))[1].split() == ["0"] * 5 + ["–"]


@pytest.mark.parametrize("width", [48, 53, 75, 100])
@pytest.mark.parametrize("unsigned", [True, False])
def test_no_row_of_the_pane_is_wider_than_the_pane(width, unsigned):
    names = [f"a template with a long key {i}" for i in range(12)]
    big = [cards("12345" * 20 if i else "1" * 100, "5" * 99 + "1", name) for i, name in enumerate(names)]
    for done in (0, 120):
        made_ = summary(big, names, done=done)
        for letters in (LETTERS, dict.fromkeys("12345", 100_000)):
            for line in pane(made_, shown(unsigned, 7, letters=letters), width):
                assert width_of(line) <= width, plain(line)


async def test_sixty_templates_do_not_fit_and_the_pane_says_that_v_shows_all_of_them(tmp_path, monkeypatch):
    parts = [Item(f"{t}{v}", "Adelante.", template=f"k{t}", variant=v) for t in range(60) for v in ("x", "y")]
    folder = made(tmp_path / "many", parts, Plan(mode="tone", seed=3))
    monkeypatch.setenv("GRADERTUI_GUARD", "off")
    with seated(folder) as desk:
        async with Grader(desk).run_test(size=HOME) as pilot:
            await until(pilot, lambda: "Card 1 of 120" in visible(pilot.app), "the first card")
            await numbers(pilot)
            await press(pilot, "4")
            await numbers(pilot)
            screen = visible(pilot.app)
            assert "… v shows all of it" in screen
            assert re.search(r"T1 +\d +too few", screen)
            assert "T60" not in screen
            await press(pilot, "v", "end")
            await until(pilot, lambda: "The template is the unit" in visible(pilot.app), "the end of the page")
            assert re.search(r"T60 +\d +too few", visible(pilot.app))
            assert len(work(pilot).live.templates) == 60


def test_spanish_numbers_stand_under_each_other(spanish):
    rows = texts(pane(leaning("1", "5"), shown(unsigned=False), 53))
    templates = [text for text in rows if text.startswith("t") and "|" in text]
    assert templates[0].split()[2] == "−4,00"
    assert len({text.index(" p ") for text in templates}) == 1
    assert {len(text) for text in templates} == {53}
    assert rows[0].endswith("media 4,08")
