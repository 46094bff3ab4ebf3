import pytest
from screens import bank, made, plain, seated

from gradertui.locale import use
from gradertui.model import Plan, Task
from gradertui.modes import grade
from gradertui.tui import bars
from gradertui.tui.commands import COMMANDS, commands
from gradertui.tui.keynames import cap
from gradertui.tui.lines import width_of


@pytest.fixture
def desk(example):
    with seated(example(31)) as desk:
        yield desk


def test_the_status_says_what_how_far_how_fast_and_how_long_still(desk):
    desk.skip()
    row = plain(bars.status(desk, 110))
    assert row.startswith("demo-grade  grade · blind · ana   ━")
    assert row.endswith("31/75   1 put off   3.5 s each   3 min left")


def test_the_progress_is_as_long_as_the_work_that_is_done(desk):
    row = plain(bars.status(desk, 110))
    assert row.count("━") == (row.count("━") + row.count("─")) * 31 // 75


@pytest.mark.parametrize("width", [1, 10, 20, 40, 60, 80, 116, 166])
def test_every_row_fits_its_width(desk, width):
    assert width_of(bars.status(desk, width)) <= max(width, len("31/75   3.5 s each   3 min left"))
    assert width_of(bars.last("p14 → X · u undoes it", width)) <= max(width, 6)
    assert all(width_of(row) <= max(width, 30) for row in bars.help_rows(desk, width))


def test_the_help_names_every_filter_there_is(desk):
    rows = [plain(row) for row in bars.help_rows(desk, 104)]
    assert "Filters :flagged :commented :skipped :excluded :open :R :X :N" in rows


def test_an_open_session_says_so(example):
    with seated(example(3), blind=False) as desk:
        assert "grade · open" in plain(bars.status(desk, 110))


def test_nothing_left_has_no_time_left(example):
    with seated(example()) as desk:
        row = plain(bars.status(desk, 110))
        assert row.rstrip().endswith("s each")
        assert "─" not in row


def test_before_the_first_label_there_is_no_pace(example):
    with seated(example(0)) as desk:
        assert plain(bars.status(desk, 110)).endswith("0/75")


def test_choices_come_closer_and_then_stand_alone(desk):
    wide, closer, alone = (plain(bars.choices(desk, width)) for width in (100, 74, 30))
    assert wide == " R  matches the reference     X  something else     N  says it does not know"
    assert closer == " R  matches the reference   X  something else   N  says it does not know"
    assert len(alone) < len(closer) < len(wide)
    assert alone.split() == ["R", "X", "N"]


def test_the_choice_that_was_made_is_marked(desk):
    assert [role for _text, role in bars.choices(desk, 100) if role] == ["cap", "cap", "cap"]
    desk.walk(-1)
    roles = {text.strip(): role for text, role in bars.choices(desk, 100) if role}
    assert [letter for letter, role in roles.items() if role == "chosen"] == [desk.mark.label]


def caps(row, said):
    shown = plain(row)[len(said) :].split("  ")
    return [part.strip().split(" ")[0] for part in shown if part.strip()]


def test_keys_that_do_not_fit_drop_out_by_rank():
    ranked = [c.cap for c in sorted((c for c in COMMANDS if c.rank), key=lambda c: c.rank)]
    counts = []
    for width in (300, 120, 100, 80, 60, 40, 25):
        found = caps(bars.last("p14 → X", width), "p14 → X")
        assert found == ranked[: len(found)]
        counts.append(len(found))
    assert counts[0] == len(ranked)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] >= 1


def test_undo_is_the_last_key_to_go():
    assert min((c for c in COMMANDS if c.rank), key=lambda c: c.rank).name == "undo"


def test_a_long_message_takes_the_whole_row_and_is_cut_with_a_mark_only_at_its_end():
    row = bars.last("NOT SAVED: " + "why " * 60, 120)
    assert width_of(row) == 120
    assert plain(row).endswith("…")
    for length in (60, 73, 76):
        said = "漢字 " + "x" * (length - 5)
        assert plain(bars.last(said, 76)).startswith(said)
        assert width_of(bars.last(said, 76)) <= 76


@pytest.mark.parametrize("language", ["en", "es"])
def test_why_a_match_is_refused_can_be_read_at_eighty_columns(language):
    use(language)
    said = grade.refusal(Task("t", "q", ("a",), 1, False), "R")
    assert plain(bars.last(said, 76)).startswith(said)
    use("en")


def test_help_has_the_rubric_every_choice_and_every_command(desk):
    rows = [plain(row).strip() for row in bars.help_rows(desk, 104)]
    text = " ".join(rows)
    assert rows[0] == desk.session.plan.title
    for letter in "RXN":
        assert " ".join(desk.session.plan.rubric[letter].split()) in text.replace("  ", " ") or f"{letter}   " in text
    for command in commands("grade"):
        (row,) = [
            row
            for row in rows
            if row.split("  ")[0] == (" ".join(map(cap, command.keys)) or "Ctrl+P") and command.words in row
        ]
        assert command.help.split()[0] in row
    assert " ".join(desk.session.plan.note.split()) in text


def test_without_a_rubric_the_help_says_what_the_letters_mean(tmp_path):
    with seated(made(tmp_path / "bare", bank(1), Plan(seed=1))) as desk:
        rows = [plain(row) for row in bars.help_rows(desk, 80)]
        assert " X   something else" in rows


def test_rows_of_a_rubric_written_on_several_lines_are_rows(tmp_path):
    with seated(
        made(tmp_path / "lines", bank(1), Plan(seed=1, rubric={"task": "one\ntwo", "R": "three\n\tfour"}))
    ) as desk:
        rows = [plain(row) for row in bars.help_rows(desk, 80)]
        assert rows[:2] == ["one", "two"]
        assert " R   three" in rows
        assert not any("\n" in row or "\t" in row for row in rows)


def test_every_key_has_one_command_and_none_of_them_labels(desk):
    keys = [key for command in commands("grade") for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(desk.keys.command(key) for key in keys)
    assert not {choice.key for choice in desk.choices} & set(keys)


def test_every_command_has_a_method_and_words():
    from gradertui.tui.grading import GradingScreen

    for command in COMMANDS:
        assert callable(getattr(GradingScreen, f"do_{command.name}"))
        assert command.words
        assert command.help
        assert command.cap or not command.keys
    ranks = [c.rank for c in COMMANDS if c.rank]
    assert len(ranks) == len(set(ranks))


def test_only_scrolling_is_taken_from_keys_that_came_all_at_once(tmp_path):
    assert {c.name for c in COMMANDS if c.scrolls} == {"up", "down", "page_up", "page_down"}
