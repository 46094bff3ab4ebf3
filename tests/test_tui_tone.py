"""Rating cards blind: what is seen, what moves when, and that nothing names a variant or a template."""

import csv
import os
import re
import shutil
from collections import Counter
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
import pytest_asyncio
from screens import HOME, made, numbers, press, said, seated, settled, titles, until, visible, work, write

from gradertui.cli.demo import build
from gradertui.masking import found
from gradertui.model import Item, Plan, Question
from gradertui.session import Session
from gradertui.text import folded
from gradertui.tui.app import Grader

WORDS = "VOLCAN TORMENTA GLACIAR DESIERTO PANTANO ARRECIFE CORDILLERA SABANA FIORDO TUNDRA".split()
TEMPLATES = {str(i): word for i, word in enumerate(WORDS, 1)}
VARIANTS = ("Lucía", "Martín")
ALIASES = ("Luci", "Martincho")
NAMES = (*VARIANTS, *ALIASES, *TEMPLATES.values())
NUMBER = {word: number for number, word in TEMPLATES.items()}
TWINS = (("frustrada", "frustrado"), ("preocupada", "preocupado"))
DOCUMENT = Path(__file__).parent / "reference" / "seed-tones.csv"


@pytest.fixture(scope="module")
def _renamed(tmp_path_factory) -> Path:
    """The example with templates whose keys stand nowhere else."""
    shipped = Path(__file__).parents[1] / "sessions" / "demo-tone"
    folder = tmp_path_factory.mktemp("renamed") / "demo-tone"
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.sqlite*", "labels"))
    with (folder / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["plantilla"] = TEMPLATES[row["plantilla"]]
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    build(folder)
    session = Session(folder)
    session.rewrite_plan(neutralised=[list(pair) for pair in TWINS])
    session.close()
    return folder


@pytest.fixture
def cards(_renamed, tmp_path):
    """A copy of the example, with other decisions if they are given."""

    def copied(**decided) -> Path:
        folder = shutil.copytree(_renamed, tmp_path / "sessions" / "demo-tone")
        if decided:
            session = Session(folder)
            session.rewrite_plan(**decided)
            session.close()
        return folder

    return copied


@asynccontextmanager
async def rated(folder, *, size=HOME, blind=True):
    """The whole application over a session of cards, after its first card was painted."""
    with seated(folder, blind=blind) as desk, patch.dict(os.environ, GRADERTUI_GUARD="off"):
        # As `gradertui grade` does in tone: a template counts before all of it is rated.
        desk.state = desk.session.state(desk.log, partial=True)
        async with Grader(desk, size=size).run_test(size=size) as pilot:
            await until(pilot, lambda: f"Card {desk.position + 1} of" in visible(pilot.app), "the first card")
            await numbers(pilot)
            yield pilot


def document() -> dict[tuple[str, str, int], str]:
    """The rating that the document gives a card."""
    with DOCUMENT.open(encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return {(row["template"], row["variant"], int(row["replicate"])): row["tone"] for row in rows}


def given(desk) -> list[str | None]:
    return [desk.state.marks[i].label for i in range(len(desk.state.order))]


class Recorder:
    """Keeps everything that can be seen, after every key."""

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}

    def look(self, pilot) -> None:
        app, screen = pilot.app, work(pilot)
        for text in (visible(app), *titles(pilot), screen._said, app.failure):
            self.seen[text] = None
        for note in app._notifications:
            self.seen[f"{note.title} {note.message}"] = None
        for path in screen.desk.session.folder.rglob("*"):
            self.seen[path.name] = None

    def names(self) -> set[str]:
        """Which names were to be seen, as whole words or, of templates, in any word."""
        hit = {folded(text[a:b]) for text in self.seen for a, b in found(text, NAMES)}
        return {name for name in NAMES if folded(name) in hit} | {
            name for name in TEMPLATES.values() if any(folded(name) in folded(text) for text in self.seen)
        }

    async def press(self, pilot, *keys):
        for key in keys:
            await press(pilot, key)
            self.look(pilot)

    async def write(self, pilot, key, text):
        await press(pilot, key)
        await until(pilot, lambda: pilot.app.screen.query("#line"), "a line to write")
        self.look(pilot)
        await press(pilot, "escape")
        await write(pilot, key, text)
        self.look(pilot)

    async def everywhere(self, pilot):
        """Every page, every line, every key that walks."""
        for key in ("?", "v"):
            await self.press(pilot, key, "pagedown", "end", "home", "q")
        await self.press(pilot, "p", "p")
        await self.write(pilot, "c", "whose is this?")
        for wanted in (":commented", ":5", "compañero", "", "nothing at all", ""):
            await self.write(pilot, "/", wanted)
        await self.write(pilot, "g", "no key")
        await self.press(pilot, "end", "o", "f", "u", "f", "s", "u", "left", "right", "tab", "down", "up", "end")


def by_template(text) -> list[str]:
    """The rows of a screen that tell templates apart, without what stands beside them."""
    return re.findall(r"(?m)T\d+ +\d+(?:\|\d+)? .*?(?= *[│]? *$)", text)


def pooled(text) -> tuple[dict[str, int], str]:
    """The distribution over all cards that stands on a screen, and its mean."""
    counts = {r: int(n) for r, n in re.findall(r"(?m) ([1-5]) ━* (\d+) *$", text)}
    return counts, re.search(r"All cards +(?:mean )?(\S+(?: data)?)", text)[1]


def recounted(desk) -> tuple[dict[str, int], str]:
    labels = Counter(label for label in given(desk) if label)
    n = labels.total()
    mean = f"{sum(int(r) * k for r, k in labels.items()) / n:.2f}" if n else "no data"
    return {r: labels[r] for r in "12345"}, mean


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def walk(_renamed, tmp_path_factory):
    """All 120 cards rated as the document does, with a restart at 57, everything seen kept."""
    folder = shutil.copytree(_renamed, tmp_path_factory.mktemp("walk") / "demo-tone")
    tones, recorder = document(), Recorder()
    told = SimpleNamespace(recorder=recorder, rows={}, pools={}, recounts={}, page="", ending="", folder=folder)

    async def on(pilot, until_rated):
        desk = work(pilot).desk
        while desk.state.settled < until_rated:
            task = desk.task
            key = tones[NUMBER[task.cluster], task.arms[0], task.replicate]
            await press(pilot, key)
            await numbers(pilot)
            recorder.look(pilot)
            if desk.state.complete:
                await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
                break
            remember(pilot)

    def remember(pilot, also=""):
        desk, screen = work(pilot).desk, visible(pilot.app)
        at = f"{desk.state.settled}{also}"
        told.rows[at], told.pools[at], told.recounts[at] = by_template(screen), pooled(screen), recounted(desk)

    async with rated(folder) as pilot:
        recorder.look(pilot)
        remember(pilot)
        await on(pilot, 40)
        await recorder.everywhere(pilot)
        await on(pilot, 57)
        await press(pilot, "q")
    async with rated(folder) as pilot:
        remember(pilot, " again")
        await on(pilot, 120)
        await numbers(pilot)
        told.ending = visible(pilot.app)
        await recorder.press(pilot, "end", "q")
        remember(pilot)
        told.rated = given(work(pilot).desk)
        await press(pilot, "v")
        told.page = visible(pilot.app)
        recorder.look(pilot)
        await recorder.press(pilot, "end")
        told.page += visible(pilot.app)
        await recorder.press(pilot, "q", "left", "left")
    return told


async def test_nothing_that_is_seen_of_120_cards_names_a_variant_an_alias_or_a_template(walk):
    assert len(walk.rated) == 120
    assert Counter(walk.rated) == Counter(document().values())
    assert len(walk.recorder.seen) > 250
    assert walk.recorder.names() == set()


async def test_rows_by_template_move_every_ten_ratings_and_at_no_other(walk):
    for n in range(1, 57):
        assert (walk.rows[str(n)] != walk.rows[str(n - 1)]) == (n % 10 == 0), n
    for n in range(60, 120):
        moved = walk.rows[str(n)] != walk.rows[str(n - 1)]
        assert moved == (n % 10 == 0), n
    assert len(walk.rows["120"]) == 10
    assert all("6|6" in row for row in walk.rows["120"])


async def test_after_a_restart_rows_by_template_wait_for_the_next_ten(walk):
    assert len(walk.rows["57"]) == 10
    assert walk.rows["57 again"] == walk.rows["58"] == walk.rows["59"] == []
    assert len(walk.rows["60"]) == 10


async def test_rows_by_template_go_by_codes_and_have_no_sign(walk):
    for at in ("0", "40", "60", "120"):
        assert [row.split()[0] for row in walk.rows[at]] == [f"T{n}" for n in range(1, 11)]
    rows = [row for rows in walk.rows.values() for row in rows]
    assert len(rows) > 1000
    assert sum(" p " in row for row in rows) > 600
    assert not any("−" in row for row in rows)
    assert not any("−4" in text for text in walk.recorder.seen)
    assert not any(re.search(r"All templates +−", text) for text in walk.recorder.seen)


async def test_what_is_pooled_moves_with_every_key(walk):
    assert len(walk.pools) == 122
    for at, shown in walk.pools.items():
        assert shown == walk.recounts[at], at
    assert len({tuple(counts.values()) for counts, _mean in walk.pools.values()}) == 121


async def test_after_the_last_card_the_end_shows_the_distribution_without_names(walk):
    counts, mean = walk.recounts["120"]
    assert "All labelled" in walk.ending
    assert re.search(rf"{' +'.join(map(str, counts.values()))} +{mean}", walk.ending)
    assert "gradertui report demo-tone" in walk.ending


async def test_complete_statistics_say_which_templates_could_never_be_significant_by_code(walk):
    named = re.search(r"could never be significant: ((?:T\d+,?\s*)+)", walk.page)[1]
    with seated(walk.folder) as desk:
        from gradertui.tui.live import Live

        code = Live(desk).templates
    assert set(re.findall(r"T\d+", named)) == {code[TEMPLATES[n]] for n in "3456789"}
    assert "All templates .25" in walk.page
    assert ".04 – .46" in walk.page
    assert "p .039" in walk.page
    assert "complete" in walk.page


async def test_a_restart_at_the_end_has_all_numbers_at_once(walk):
    async with rated(walk.folder) as pilot:
        assert by_template(visible(pilot.app)) == walk.rows["120"]


async def test_the_recorder_would_see_names_that_are_there(cards):
    async with rated(cards(), blind=False) as pilot:
        desk, recorder = work(pilot).desk, Recorder()
        for _card in range(118):
            desk.label("3", 900, "live")
        await recorder.press(pilot, "3", "3")
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
        await numbers(pilot)
        await recorder.press(pilot, "q")
        for alias in ALIASES:
            called = (i for i in range(120) if any(found(desk.sheet(i).item.text, [alias])))
            await recorder.write(pilot, "g", str(next(called) + 1))
        await recorder.press(pilot, "v", "end")
    assert recorder.names() == set(NAMES)


async def test_at_80_by_24_nothing_names_anything_either_and_p_is_a_page(cards):
    async with rated(cards(), size=(80, 24)) as pilot:
        recorder = Recorder()
        recorder.look(pilot)
        for key in "53421543214":
            await recorder.press(pilot, key)
            await numbers(pilot)
        await recorder.everywhere(pilot)
        await recorder.press(pilot, "p")
        assert len(by_template(visible(pilot.app))) >= 6
        assert given(work(pilot).desk)[:5] == list("53421")
        assert len(recorder.seen) > 40
        assert recorder.names() == set()


async def test_a_crash_names_no_variant_and_no_template(cards, capsys):
    with pytest.raises(RuntimeError, match="Lucía"):  # noqa: PT012
        async with rated(cards()) as pilot:
            app, screen = pilot.app, work(pilot)

            def broken():
                card = "VOLCAN for Lucía, called Luci"
                raise RuntimeError(card)

            screen.desk.undo = broken
            await press(pilot, "u")
    assert app.failure.startswith("RuntimeError\n")
    assert "do_undo" in app.failure
    for text in (app.failure, "".join(map(str, app._exit_renderables)), *capsys.readouterr()):
        assert list(found(text, NAMES)) == []


async def test_a_crash_of_the_numbers_names_no_variant_and_no_template(cards, capsys, monkeypatch):
    def broken(cells, **facts):
        raise ValueError(f"{cells} {facts}")

    with pytest.raises(Exception, match="VOLCAN"):  # noqa: PT012
        async with rated(cards()) as pilot:
            app = pilot.app
            monkeypatch.setattr("gradertui.summary.tone.summarize", broken)
            await press(pilot, *"5432154321")
            await until(pilot, lambda: False, "a crash")
    assert "ValueError" in app.failure
    for text in (app.failure, "".join(map(str, app._exit_renderables)), *capsys.readouterr()):
        assert list(found(text, NAMES)) == []


@pytest.mark.parametrize(
    "name", ["Lucía", "LUCIA", ", lucía", "Martín", "martincho", "MARTÍN", "frustrada", "frustrado"]
)
async def test_a_filter_by_what_is_masked_finds_nothing(cards, name):
    async with rated(cards()) as pilot:
        desk = work(pilot).desk
        await write(pilot, "/", name)
        assert said(pilot) == f"nothing matches {name}"
        assert (desk.only, desk.looking_for) == (None, "")
        await write(pilot, "/", "compañero")
        assert len(desk.only) > 20


@pytest.mark.parametrize("key", ["VOLCAN", "volcan", "TUNDRA", "T1", "Lucía", "VOLCAN-Lucía-1"])
async def test_going_to_a_template_is_refused_as_any_other_word_is(cards, key):
    async with rated(cards()) as pilot:
        at = work(pilot).desk.position
        await write(pilot, "g", key)
        refused = said(pilot)
        assert work(pilot).desk.position == at
        await write(pilot, "g", "x" * len(key))
        assert refused == said(pilot).replace("x" * len(key), key)
        await write(pilot, "g", "77")
        assert work(pilot).desk.position == 76


async def test_o_says_that_the_plan_does_not_show_the_note(cards):
    async with rated(cards()) as pilot:
        await press(pilot, "o")
        assert said(pilot) == "the plan does not show the note while rating blind"
        assert pilot.app.screen is work(pilot)


async def test_o_shows_the_note_masked_where_the_plan_shows_it(cards):
    async with rated(cards(shows=["note"])) as pilot:
        desk, recorder = work(pilot).desk, Recorder()
        for _card in range(8):
            (key,) = desk.session.items.item(desk.task.task_id).retrieved
            name, rest = desk.session.items.source(key).text.split(" ", 1)
            assert name in VARIANTS
            note = f"[compañero] {rest}".replace("preocupada", "preocupad·").replace("preocupado", "preocupad·")
            await recorder.press(pilot, "o")
            await until(pilot, lambda note=note: f"│  {note} " in visible(pilot.app), "the note")
            assert "─ Note ─" in visible(pilot.app)
            await recorder.press(pilot, "q", "right")
        assert recorder.names() == set()


async def test_a_note_that_is_the_question_is_masked_too(tmp_path):
    parts = [Question("q", "Lucía no entiende las raíces."), Question("r", "Martín no entiende las raíces."),
             Item("a", "Bien, Lucía.", "q", template="t", variant="Lucía"),
             Item("b", "Bien, Martín.", "r", template="t", variant="Martín")]  # fmt: skip
    folder = made(tmp_path / "asked", parts, Plan(mode="tone", seed=1, shows=("note",)))
    async with rated(folder) as pilot:
        recorder = Recorder()
        for _card in range(2):
            await recorder.press(pilot, "o")
            await until(pilot, lambda: "[compañero] no entiende las raíces." in visible(pilot.app), "the note")
            await recorder.press(pilot, "q", "right")
        assert recorder.names() == set()


async def test_twins_that_the_plan_neutralises_are_one_word_on_the_card(cards):
    async with rated(cards()) as pilot:
        desk, items = work(pilot).desk, work(pilot).desk.session.items
        own = {i: folded(items.item(desk.state.order[i].task_id).text) for i in range(120)}
        for word in ("frustrada", "frustrado"):
            at = next(i for i, text in own.items() if re.search(rf"\b{word}\b", text))
            await write(pilot, "g", str(at + 1))
            assert "frustrad·" in visible(pilot.app)
            assert not re.search("frustrad[ao]", visible(pilot.app))


async def test_the_digits_one_to_five_rate_and_no_other_key_does(cards):
    async with rated(cards()) as pilot:
        desk = work(pilot).desk
        await press(pilot, "0", "6", "7", "8", "9", "r", "x", "n", "R", "!", "¡", "½", "f5")
        assert (desk.position, desk.state.labelled, desk.log.count()) == (0, 0, 0)
        await press(pilot, *"12345")
        assert given(desk)[:6] == [*"12345", None]
        assert said(pilot) == "card 5 → 5 · u undoes it"
        await press(pilot, "?", "3")
        await press(pilot, "q")
        assert desk.state.labelled == 5
        await press(pilot, "left", "2")
        assert given(desk)[4] == "2"


async def test_undo_skip_flag_and_comment_work_on_cards_and_survive_a_restart(cards):
    folder = cards()
    async with rated(folder) as pilot:
        await press(pilot, "4", "5", "u")
        assert said(pilot) == "card 2: 5 undone"
        await press(pilot, "s")
        assert said(pilot) == "card 2 put off: it comes back at the end · u undoes it"
        await press(pilot, "f")
        await write(pilot, "c", "¿[tono]?")
        await press(pilot, "3", "q")
    async with rated(folder) as pilot:
        desk = work(pilot).desk
        assert said(pilot).startswith("welcome back: 2 of 120 done; your last was card 3, 3")
        assert given(desk)[:4] == ["4", None, "3", None]
        assert desk.state.skipped == (1,)
        assert (desk.state.marks[2].flagged, desk.state.marks[2].comment) == (True, "¿[tono]?")
        await write(pilot, "/", ":flagged")
        assert "Card 3 of 120 · only :flagged" in visible(pilot.app)
        assert "labelled 3 · ⚑ flagged · “¿[tono]?”" in visible(pilot.app)
        await write(pilot, "/", "")
        for what in ("3", "comment", "flag", "skip", "4"):
            await press(pilot, "u")
            assert said(pilot).endswith(f"{what} undone")
        assert given(desk) == [None] * 120
        await press(pilot, "u")
        assert said(pilot) == "nothing to undo"


async def test_flags_taken_back_bring_no_refresh_nearer(cards):
    async with rated(cards()) as pilot:
        for n in range(1, 7):
            await press(pilot, "4")
            assert f"rows move after {10 - n} more" in visible(pilot.app)
            await press(pilot, "f", "u")
            assert f"rows move after {10 - n} more" in visible(pilot.app)
        before = by_template(visible(pilot.app))
        await numbers(pilot)
        assert by_template(visible(pilot.app)) == before != []


@pytest.mark.parametrize("policy", ["pooled", "sealed"])
async def test_the_policy_of_the_plan_keeps_variants_apart_until_the_end(tmp_path, policy):
    parts = [Item(f"{t}{v}", "Adelante.", template=f"k{t}", variant=v) for t in range(6) for v in ("x", "y")]
    folder = made(tmp_path / "few", parts, Plan(mode="tone", seed=3, statistics=policy))
    async with rated(folder) as pilot:
        desk = work(pilot).desk
        for _card in range(11):
            await press(pilot, "5" if desk.task.arms == ("x",) else "3")
            await numbers(pilot)
            screen = visible(pilot.app)
            assert "Variants are compared when all is rated." in screen
            assert "Templates" not in screen
            assert by_template(screen) == []
            assert ("All cards" in screen) == (policy == "pooled")
            assert "rows move" not in screen
        await press(pilot, "v")
        assert "Variants are compared when all is rated." in visible(pilot.app)
        assert by_template(visible(pilot.app)) == []
        await press(pilot, "q", "5" if desk.task.arms == ("x",) else "3")
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the end")
        await numbers(pilot)
        await press(pilot, "q")
        await settled(pilot)
        assert len(by_template(visible(pilot.app))) == 6
        assert "All templates 2.0" in visible(pilot.app)
        facts = [event.body for event in desk.log.events("Labelled")]
        assert all(f'"{policy}"' in body for body in facts)
