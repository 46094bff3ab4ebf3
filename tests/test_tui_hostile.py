"""Promise 8: text is data. Whatever a file says is shown as it stands, and nothing of it acts."""

import pytest
from screens import bank, faults, graded, made, press, said, settled, strips, titles, visible, work, write

from gradertui.model import Item, Plan, Question, Source
from gradertui.text import inert

MARKUP = "[compañero] [/b] [red]x [@click=app.quit]x[/]"
TERMINAL = "\x1b[2J\x1b]0;owned\x07\x9b31m\x00\x7f\r"
FACES = "❤️ 👩‍👩‍👧‍👦 👍🏽 e\u0301"
LINKS = "\x1b]52;c;aGk=\x07\x1b]8;;http://x\x07y\x1b]8;;\x07\x1bP1$r\x1b\\\x90q\x9c"
LETTERS = (
    "한글 \u1112\u1161\u11ab\u115f\u3164 क्षि ക്ഷ ස්ත්\u200dරී မြန်မာ ខ្មែរ 🇪🇸🇪 1\ufe0f\u20e3 👨🏿\u200d🦰 "
    "\ufffe\uffff\ufdd0 \ue000\U000f0000 \ufe00\U000e0100 \x85 \u2028\u2029 \u2066x\u2069 \u061c\u200f"
)
HOSTILE = f"{MARKUP} {TERMINAL} {FACES} مرحبا \u202eabc\u202c \u200b\ufeff \U000e0041 漢字 ไทย {LINKS} {LETTERS}"
SURROGATE = "half \ud83d of one"


def plan(**facts):
    return Plan(
        seed=1,
        title=f"{HOSTILE}\nline\ttab",
        rubric={"task": f"{HOSTILE}\n\tmore", "R": HOSTILE},
        note=HOSTILE,
        **facts,
    )


def parts(question=HOSTILE, answer=HOSTILE, reference=HOSTILE, source=HOSTILE, key=HOSTILE, system=HOSTILE):
    yield Source(f"s{key}", source, key)
    yield Source(f"t{key}", source, key)
    for n in "12":
        yield Question(f"{n}{key}", question, (reference, reference), True, (f"s{key}", f"t{key}")[: int(n)], key)
        for letter in "ab":
            yield Item(
                f"{n}{letter}{key}", answer, f"{n}{key}", f"{letter}{system}", cited_source=f"s{key}", confidence=0.5
            )


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    return made(tmp_path_factory.mktemp("hostile") / "x", parts(), plan())


@pytest.mark.parametrize(
    ("size", "blind"), [((120, 36), True), ((120, 36), False), ((80, 24), True), ((170, 40), False), ((40, 12), False)]
)
async def test_every_page_shows_it_and_no_row_breaks(hostile, size, blind):
    grader = f"ana{size[0]}{blind}"
    async with graded(hostile, grader, size=size, blind=blind) as pilot:
        assert faults(pilot) == []
        assert "[compañero]" in visible(pilot.app)
        for key in ("f", "?", "pagedown", "q", "v", "pagedown", "q", "p", "p", "c"):
            await press(pilot, key)
            assert faults(pilot) == []
        await press(pilot, "escape")
        for key in ("x", "left", "s", "x", "x", "n", "right", "n", "pagedown", "u", "u"):
            await press(pilot, key)
            assert faults(pilot) == [], key
        assert work(pilot).desk.state.labelled == 2


def said_of(mode, text):
    """A session in which every text and every name is this one."""
    for n in "12":
        yield Question(f"{n}{text}", text, (text,), True, topic=text, split=text)
        for letter in "ab":
            arm = {"template": f"{n}{text}", "variant": f"{letter}{text}"} if mode == "tone" else {}
            yield Item(f"{n}{letter}{text}", text, f"{n}{text}", f"{letter}{text}", **arm)


EXTREMES = {
    "all of it": HOSTILE,
    "marks on marks": "z" + "\u0301" * 500 + "q" + "\u0489" * 40,
    "one word": "x" * 100_000,
    "nothing": "",
}


@pytest.mark.parametrize("text", EXTREMES)
@pytest.mark.parametrize(("mode", "keys"), [("grade", "xr"), ("tone", "15"), ("preference", "ab")])
async def test_every_mode_shows_anything(tmp_path, mode, keys, text):
    shown = EXTREMES[text]
    known = Plan(mode=mode, seed=1, blind=False, title=shown, note=shown, rubric=dict.fromkeys(("task", *keys), shown))
    async with graded(made(tmp_path / "any", said_of(mode, shown), known), size=(120, 36), blind=False) as pilot:
        desk = work(pilot).desk
        desk.comment(shown), desk.exclude(shown)
        work(pilot).draw()
        # Beside a page as wide as this Textual cuts the rows under it in the middle of a letter: see `faults`.
        wide = mode == "preference"
        for key in ("left", "?", "q", "h", "pagedown", "q", "t", *keys, "u"):
            await press(pilot, key)
            found = [] if wide and pilot.app.screen is not work(pilot) else faults(pilot)
            assert found == [], key
        assert desk.state.labelled >= 1


SIZES = [(40, 12), (59, 15), (81, 25), (109, 31), (159, 41), (200, 60)]
TINY = [(1, 1), (7, 3), (200, 1)]


@pytest.mark.parametrize(("mode", "key"), [("grade", "n"), ("tone", "3"), ("preference", "t")])
async def test_in_any_size_the_texts_are_seen_and_what_is_being_written_stays(tmp_path, mode, key):
    words = "Some words of an answer that goes on for more than one line, [compañero]. " * 4
    folder = made(tmp_path / "sizes", said_of(mode, words), Plan(mode=mode, seed=1, note=words))
    async with graded(folder) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert faults(pilot) == [], size
            assert min(map(work(pilot)._rows, work(pilot).papers.answers)) >= 2, size
        await press(pilot, "c", *"hm")
        for size in (*TINY, (40, 12)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        await press(pilot, "k", "enter")
        await settled(pilot)
        assert work(pilot).desk.mark.comment == "hmk"
        await press(pilot, key)
        assert work(pilot).desk.state.labelled == 1


async def test_the_text_stands_there_literally(hostile):
    async with graded(hostile, "literal", size=(170, 40)) as pilot:
        seen = visible(pilot.app)
        for text in (
            *MARKUP.split(),
            "␛[2J␛]0;owned␇‹009B›31m␀␡␍",
            "❤️",
            "👩‍👩‍👧‍👦",
            "مرحبا",
            "‹RLO›abc‹PDF›",
            "‹ZWSP›‹BOM›",
            "漢字",
            "ไทย",
        ):
            assert text in seen, text


async def test_marks_are_coloured_and_markup_is_not(hostile):
    async with graded(hostile, "coloured") as pilot:
        colours = {}
        for row in strips(pilot):
            for segment in row:
                colours.setdefault(segment.text.strip(), segment.style.color)
        assert colours["␛"] == colours["‹RLO›"] == work(pilot).papers.answer._style("mark").color
        markup = next(text for text in colours if "[compañero]" in text and "p" not in text[:1])
        assert colours[markup] != colours["␛"]


async def test_messages_say_it_literally(hostile):
    async with graded(hostile, "messages") as pilot:
        key = work(pilot).desk.key
        assert "[compañero]" in key
        for deed, words in (("f", "flagged"), ("u", "flag undone"), ("s", "put off"), ("u", "skip undone")):
            await press(pilot, deed)
            assert said(pilot).startswith(key[:20])
            assert words in visible(pilot.app)
            assert faults(pilot) == []
        for deed in ("c", "e", "/", "g"):
            await write(pilot, deed, HOSTILE)
            assert faults(pilot) == []
            await press(pilot, "u" if deed in "ce" else "end")
        assert work(pilot).desk.state.settled == 0


async def test_a_comment_with_anything_in_it_is_edited_and_kept(hostile):
    async with graded(hostile, "comments") as pilot:
        desk = work(pilot).desk
        desk.comment(HOSTILE)
        work(pilot).draw()
        await settled(pilot)
        assert faults(pilot) == []
        assert "“[compañero]" in visible(pilot.app)
        await press(pilot, "c")
        await settled(pilot)
        assert faults(pilot) == []
        await press(pilot, "enter")
        await settled(pilot)
        assert desk.mark.comment == HOSTILE
        assert desk.log.count() == 2


async def test_half_a_pair_of_surrogates_is_shown_by_its_number(tmp_path):
    folder = made(tmp_path / "half", parts(SURROGATE, SURROGATE, SURROGATE, SURROGATE, "k", "s"), plan())
    async with graded(folder) as pilot:
        assert faults(pilot) == []
        assert visible(pilot.app).count("half ‹D83D› of one") >= 4
        await press(pilot, "x")
        assert work(pilot).desk.state.labelled == 1


async def test_titles_carry_no_markup_and_nothing_that_acts(hostile):
    async with graded(hostile, "titles", blind=False) as pilot:
        await press(pilot, "x", "left")
        found = " ".join(titles(pilot))
        assert "[compañero] [/b] [red]x [@click" in found
        assert "labelled X · cites s[compañero] [/b" in found


async def test_a_click_on_markup_does_nothing(hostile):
    async with graded(hostile, "clicks") as pilot:
        rows = visible(pilot.app).splitlines()
        y = next(i for i, row in enumerate(rows) if "[@click=app.quit]" in row)
        await pilot.click(offset=(rows[y].index("[@click") + 3, y))
        assert pilot.app.is_running
        for row in strips(pilot):
            assert not any(segment.style and segment.style.meta.get("@click") for segment in row)


MEGABYTE = {
    "one line": "word " * 200_000,
    "one word": "x" * 1_000_000,
    "short lines": "ab\n" * 333_333,
    "one hostile word": "\x1b" * 250_000,
    "wide": "漢字" * 170_000,
    "combining": "e\u0301" * 300_000,
}


@pytest.mark.parametrize("kind", MEGABYTE)
async def test_a_megabyte_costs_what_is_seen_of_it_and_its_end_can_be_reached(tmp_path, kind):
    text = MEGABYTE[kind] + " THE-END"
    folder = made(
        tmp_path / "long",
        [Question("q", "What?", ("That.",), True), Item("i", text, "q", "a"), Item("j", "short", "q", "b")],
    )
    async with graded(folder) as pilot:
        answer = work(pilot).papers.answer
        if work(pilot).desk.task.task_id != "i":
            await press(pilot, "right")
        height = answer.height
        assert len(answer._rows._rows) <= height + 2
        assert faults(pilot) == []
        await press(pilot, "pagedown", "down", "up")
        assert len(answer._rows._rows) <= 2 * height + 2
        await press(pilot, "f")
        assert len(answer._rows._rows) <= 2 * height + 2
        answer.scroll_rows(10_000_000)
        await settled(pilot)
        assert "THE-END" in visible(pilot.app)
        assert faults(pilot) == []
        await press(pilot, "x")
        assert work(pilot).desk.state.labelled == 1


async def test_question_reference_and_source_of_a_megabyte_scroll_in_their_frames(tmp_path):
    text = "word " * 200_000
    folder = made(tmp_path / "long", parts(text, "short", text, text, "k", "s"))
    async with graded(folder) as pilot:
        for pane in work(pilot).papers.panes[1:]:
            assert len(pane._rows._rows) <= pane.height + 2
            assert pane.overflows
        assert faults(pilot) == []
        await press(pilot, "tab", "pagedown", "tab", "down", "x")
        assert work(pilot).desk.state.labelled == 1


async def test_a_very_long_word_is_cut_and_nothing_of_it_is_lost(tmp_path):
    word = "".join(f"{n:05}" for n in range(200))
    async with graded(made(tmp_path / "word", bank(1, text=word))) as pilot:
        answer = work(pilot).papers.answer
        answer.scroll_rows(1000)
        assert "".join(answer._rows.upto(1000)) == inert(word)
        assert faults(pilot) == []


async def test_a_key_of_nothing_but_blanks_still_has_a_place(tmp_path):
    folder = made(tmp_path / "blank", parts(key=" \u200b", system=" "))
    async with graded(folder) as pilot:
        assert faults(pilot) == []
        await press(pilot, "x")
        assert "→ X · u undoes it" in visible(pilot.app)


async def test_a_session_name_with_a_line_break_stays_on_its_row(tmp_path):
    folder = made(tmp_path / "two\nlines\t[b]", bank(1))
    async with graded(folder) as pilot:
        assert faults(pilot) == []
        assert "two lines [b]" in visible(pilot.app)
