import pytest
from screens import bank, faults, graded, made, press, said, settled, strips, until, visible, work, write

from gradertui.model import Item, Plan, Question, Source
from gradertui.tui.settings import Settings


def one(tmp_path, answer, source="El método de Winkler mide el oxígeno.", reference="El método de Winkler"):
    parts = [
        *([Source("s", source)] if source else []),
        Question("q", "¿Qué mide?", (reference,), True, ("s",) if source else ()),
        Item("i", answer, "q", "a"),
    ]
    return made(tmp_path / "one", parts, Plan(seed=1))


def underlined(pilot):
    """Words that are underlined, from above to below."""
    return [
        s.text.strip()
        for row in strips(pilot)[: work(pilot).choices.content_region.y]
        for s in row
        if s.style and s.style.underline
    ]


async def test_w_underlines_what_the_source_lacks_and_what_of_the_reference_was_found(tmp_path):
    folder = one(tmp_path, "Con el METODO de Winkler se mide el nitrógeno, según Ramírez.")
    async with graded(folder) as pilot:
        before = visible(pilot.app)
        assert underlined(pilot) == []
        await press(pilot, "w")
        assert underlined(pilot) == ["nitrógeno", "Ramírez", "método", "Winkler"]
        assert "Answer · underlined: not in the source" in visible(pilot.app)
        assert "Reference · underlined: in the answer" in visible(pilot.app)
        assert said(pilot).startswith("underlined: what the source lacks")
        await press(pilot, "W")
        assert underlined(pilot) == []
        assert visible(pilot.app).splitlines()[:-2] == before.splitlines()[:-2]


async def test_without_a_source_nothing_is_underlined_and_that_is_said(tmp_path):
    async with graded(one(tmp_path, "El método de Winkler", source="")) as pilot:
        await press(pilot, "w")
        assert underlined(pilot) == []
        assert said(pilot) == "no source is given for this question: nothing to compare with"
        assert "Answer · no source to compare with" in visible(pilot.app)


async def test_all_sources_of_a_question_are_the_source(tmp_path):
    parts = [
        Source("s1", "uranio"),
        Source("s2", "plutonio"),
        Source("s3", "torio"),
        Question("q", "What?", (), True, ("s1", "s2")),
        Item("i", "uranio plutonio torios", "q", "a"),
    ]
    async with graded(made(tmp_path / "all", parts), settings=Settings(words=True)) as pilot:
        assert underlined(pilot) == ["torios"]


async def test_a_card_has_no_words_and_that_is_said(toned):
    async with graded(toned(3), settings=Settings(words=True)) as pilot:
        assert underlined(pilot) == []
        await press(pilot, "w")
        assert said(pilot).startswith("words are compared with a source; a card is judged by itself")
        assert work(pilot).settings.words


async def test_while_words_are_off_no_word_is_looked_for(example):
    async with graded(example(0)) as pilot:
        desk = work(pilot).desk
        await press(pilot, "x", "n", "left", "i", "i", "right")
        assert (desk.source_words.cache_info().misses, desk.answer_words.cache_info().misses) == (0, 0)


async def test_words_of_a_task_are_looked_for_once(example):
    async with graded(example(0), settings=Settings(words=True)) as pilot:
        desk = work(pilot).desk
        await press(pilot, "f", "f", "down", "x", "left")
        assert desk.answer_words.cache_info().misses <= 2


async def test_in_a_megabyte_only_the_rows_that_are_drawn_are_looked_through(tmp_path, monkeypatch):
    from gradertui import words
    from gradertui.tui import reading

    async with graded(one(tmp_path, "palabra " * 125_000)) as pilot:
        seen = []
        monkeypatch.setattr(reading, "spans", lambda text: seen.append(text) or words.spans(text))
        await press(pilot, "w")
        assert 0 < sum(map(len, seen)) < 20_000
        assert "palabra" in underlined(pilot)
        assert faults(pilot) == []


async def test_i_shows_every_character_and_puts_the_text_back(tmp_path):
    text = "a b\tc \u202ed\r\n\x1b[2J \\ \xa0e"
    async with graded(one(tmp_path, text)) as pilot:
        before = visible(pilot.app)
        await press(pilot, "i")
        rows = visible(pilot.app).splitlines()
        top = next(y for y, row in enumerate(rows) if "Answer · as it is" in row)
        shown = [row[2:66].strip(" │") for row in rows[top + 2 : top + 4]]
        assert shown == [r"a·b→c·\u202ed\u000d⏎", r"\u001b[2J·\\·\u00a0e"]
        assert faults(pilot) == []
        await press(pilot, "I")
        assert visible(pilot.app).splitlines()[:-2] == before.splitlines()[:-2]


async def test_nothing_of_a_raw_text_is_lost_at_the_end_of_a_row(tmp_path):
    text = "  ".join(f"word{i}" for i in range(300))
    async with graded(one(tmp_path, text)) as pilot:
        await press(pilot, "i")
        answer = work(pilot).papers.answer
        rows = answer._rows.upto(10_000)
        assert "".join(rows) == text.replace(" ", "·")
        assert all(row.endswith("·") for row in rows[:-1])


async def test_an_empty_answer_is_not_shown_with_blanks_it_does_not_have(tmp_path):
    async with graded(one(tmp_path, "")) as pilot:
        await press(pilot, "i")
        assert "(the answer is empty)" in visible(pilot.app)


async def test_escape_lifts_a_filter_and_is_nothing_without_one(example):
    async with graded(example(10)) as pilot:
        await write(pilot, "/", ":open")
        assert "only :open" in visible(pilot.app)
        assert "Esc lifts the filter" in said(pilot)
        await press(pilot, "escape")
        assert said(pilot) == "no filter"
        assert "only :open" not in visible(pilot.app)
        before = visible(pilot.app)
        await press(pilot, "escape")
        assert visible(pilot.app) == before


@pytest.mark.parametrize("layout", ["auto", "stacked", "beside"])
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 36), (170, 40), (60, 16), (20, 6)], ids=str)
async def test_every_layout_is_whole_at_every_size(example, layout, size):
    async with graded(example(3), settings=Settings(layout=layout, words=True)) as pilot:
        await pilot.resize_terminal(*size)
        await settled(pilot)
        assert faults(pilot) == []


async def test_cards_have_nothing_to_lay_beside(toned):
    async with graded(toned(3), size=(170, 40), settings=Settings(layout="beside")) as pilot:
        assert faults(pilot) == []
        await press(pilot, "l", "3")
        assert work(pilot).desk.state.labelled == 4


async def test_undo_is_on_control_z_too(tmp_path):
    async with graded(made(tmp_path / "two", bank(2))) as pilot:
        await press(pilot, "x", "ctrl+z")
        await until(pilot, lambda: said(pilot).endswith("X undone"), "the undo")
