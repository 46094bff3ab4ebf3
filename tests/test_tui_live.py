from dataclasses import replace

import pytest
from screens import bank, graded, made, numbers, plain, press, seated, until, work

from gradertui.model import Plan
from gradertui.tui.live import Live
from gradertui.tui.messages import SummaryReady


def computed(live):
    """Do at once what a thread would do."""
    got = []
    live.compute(got.append)()
    (message,) = got
    live.take(message.revision, message.summary)
    return message.summary


def texts(lines):
    return [plain(line).rstrip() for line in lines]


@pytest.fixture
def small(tmp_path):
    return made(tmp_path / "small", bank(2, ("ZORRO", "QUETZAL")))


def test_one_computation_at_a_time_and_then_the_newest(small):
    with seated(small) as desk:
        live = Live(desk)
        assert live.wanted()
        for _label in range(2):
            desk.label("X", 900, "live")
            assert not live.wanted()
        work = live.compute(lambda message: live.take(message.revision, message.summary))
        desk.label("X", 900, "live")
        work()
        assert [arm.questions for arm in live._summary.arms] == [1, 1]
        desk.label("X", 900, "live")
        assert live.wanted()
        assert [arm.questions for arm in computed(live).arms] == [2, 2]
        assert not live.wanted()


def test_counts_that_did_not_move_are_not_computed_again(small):
    with seated(small) as desk:
        live = Live(desk)
        assert live.wanted()
        computed(live)
        desk.flag()
        assert not live.wanted()
        desk.label("X", 900, "live")
        assert not live.wanted()  # half of a question
        desk.label("X", 900, "live")
        assert live.wanted()


def test_what_was_computed_does_not_move_with_later_labels(small):
    with seated(small) as desk:
        live = Live(desk)
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        got = []
        work = live.compute(got.append)
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        work()
        assert got[0].summary.done == 2
        assert [arm.questions for arm in got[0].summary.arms] == [1, 1]


def test_leaving_out_what_was_not_counted_still_completes_the_numbers(small):
    with seated(small) as desk:
        live = Live(desk)
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        live.wanted()
        assert not computed(live).complete
        desk.exclude("cut off"), desk.exclude("cut off")
        assert live.wanted()
        assert computed(live).complete


@pytest.mark.parametrize(
    ("policy", "contrasts", "letters"), [("live", True, 3), ("pooled", False, 3), ("sealed", False, 0)]
)
def test_the_policy_says_what_may_be_seen_before_the_end(small, policy, contrasts, letters):
    with seated(small) as desk:
        desk.session.plan = replace(desk.session.plan, statistics=policy)
        live = Live(desk)
        assert live.contrasts == live.wanted() == contrasts
        rows = texts(live.rows(50))
        assert rows[0].count("0") == letters
        assert any("Systems are compared when all is labelled." in row for row in rows) != contrasts
        for _label in range(4):
            desk.label("X", 900, policy)
        assert live.contrasts
        live._under_way = False
        assert live.wanted()
        computed(live)
        rows = texts(live.rows(50))
        assert rows[0] == "All answers  R 0 · X 4 · N 0"
        assert any(row.startswith("S1  2/2") for row in rows)
        assert live.in_sight() == policy


def test_hidden_statistics_were_not_in_sight(small):
    with seated(small) as desk:
        live = Live(desk)
        assert live.in_sight() == "live"
        live.visible = False
        assert live.in_sight() == "none"


def test_blind_names_are_codes_and_pairs_are_in_their_order(small):
    with seated(small) as desk:
        live = Live(desk)
        summary = computed(live)
        assert list(live.names.values()) == ["S1", "S2"]
        assert [live.names[arm.arm] for arm in summary.arms] == ["S1", "S2"]
        assert [(live.names[p.a], live.names[p.b]) for p in summary.pairs] == [("S1", "S2")]


def test_open_names_are_names_in_the_order_of_the_plan(small):
    with seated(small, blind=False) as desk:
        live = Live(desk)
        assert list(live.names.values()) == ["ZORRO", "QUETZAL"]
        assert [arm.arm for arm in computed(live).arms] == ["ZORRO", "QUETZAL"]


def test_labels_until_rows_move_are_counted_for_the_question_before_the_grader(small):
    with seated(small) as desk:
        live = Live(desk)
        waits = []
        for _label in range(4):
            waits.append(live._waiting())
            desk.label("X", 900, "live")
        assert waits == [2, 1, 2, 1]
        assert live._waiting() == 0
    with seated(small, "ben", blind=False) as desk:
        assert Live(desk)._waiting() == 0


def test_how_many_answers_a_question_waits_for_tells_no_repeat(tmp_path):
    folder = made(tmp_path / "again", bank(6, ("ZORRO", "QUETZAL")), Plan(mode="grade", repeats=2))
    with seated(folder) as desk:
        assert desk.state.repeats
        live = Live(desk)
        while not desk.state.complete:
            assert live._waiting() == 0
            desk.label("X", 900, "live")


def test_what_all_numbers_are(small):
    with seated(small) as desk:
        live = Live(desk)
        assert live.standing() == "provisional 0/4"
        for _label in range(3):
            desk.label("X", 900, "live")
        desk.exclude("cut off")
        assert live.standing() == "complete"


def test_the_page_with_every_number_names_cases_but_no_system(example):
    with seated(example()) as desk:
        live = Live(desk)
        assert texts(live.everything(100)) == texts(live.rows(100))
        computed(live)
        rows = texts(live.everything(100))
        assert any(row.startswith("broke: p") for row in rows)
        assert not any("Alba" in row or "Brisa" in row for row in rows)


def test_the_page_has_what_holds_at_every_look_until_all_is_labelled(example):
    with seated(example(46)) as desk:
        live = Live(desk)
        computed(live)
        rows = texts(live.everything(100))
        assert any(row.startswith("Whenever you look") for row in rows)
        assert any(row.startswith("S3  3/15    .20  .02–.57") for row in rows)
        desk.session.plan = replace(desk.session.plan, statistics="pooled")
        assert not any("Whenever" in row for row in texts(live.everything(100)))
    with seated(example(75, "ben"), "ben") as desk:
        live = Live(desk)
        computed(live)
        assert not any("Whenever" in row for row in texts(live.everything(100)))


def test_the_page_respects_the_policy(example):
    with seated(example(60)) as desk:
        live = Live(desk)
        computed(live)
        desk.session.plan = replace(desk.session.plan, statistics="pooled")
        assert not any("S1" in row for row in texts(live.everything(100)))


def test_the_end_says_what_was_left_out_and_flagged_and_what_to_do_next(small):
    with seated(small) as desk:
        live = Live(desk)
        desk.flag()
        flagged = desk.key
        desk.exclude("cut off")
        for _label in range(3):
            desk.label("X", 900, "live")
        computed(live)
        text = "\n".join(texts(live.ending(100)))
        assert f"1 flagged: {flagged}" in text
        assert "1 left out with a reason" in text
        for command in ("report", "export", "verify"):
            assert f"gradertui {command} small" in text


def test_a_newer_message_replaces_an_older_one(small):
    with seated(small) as desk:
        summary = computed(Live(desk))
        assert SummaryReady(2, summary).can_replace(SummaryReady(1, summary))


async def test_numbers_are_computed_after_the_first_answer_and_one_at_a_time(example, monkeypatch):
    from gradertui.summary import grade as summary

    running, most, calls = 0, 0, 0
    summarize = summary.summarize

    def counted(cells, **facts):
        nonlocal running, most, calls
        running, calls = running + 1, calls + 1
        most = max(most, running)
        try:
            return summarize(cells, **facts)
        finally:
            running -= 1

    monkeypatch.setattr(summary, "summarize", counted)
    async with graded(example(0), blind=False) as pilot:
        at_start = calls
        assert at_start == 1
        for _label in range(12):
            await press(pilot, "n")
        await numbers(pilot)
        await until(pilot, lambda: sum(a.questions for a in work(pilot).live._summary.arms) == 12, "the newest numbers")
    assert most == 1
    assert calls <= 13


async def test_a_session_of_one_system_has_no_comparison(tmp_path):
    async with graded(made(tmp_path / "one", bank(3, ("only",)), Plan(seed=1))) as pilot:
        await press(pilot, "x")
        await numbers(pilot)
        rows = texts(work(pilot).live.rows(50))
        assert any(row.startswith("S1  1/1") for row in rows)
        assert not any("→" in row for row in rows)


def test_blind_a_changed_label_moves_no_row_before_the_next_question_is_whole(tmp_path):
    with seated(made(tmp_path / "three", bank(3, ("ZORRO", "QUETZAL")))) as desk:
        live = Live(desk)
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        assert live.wanted()
        computed(live)
        desk.position = 0
        desk.label("N", 900, "live")
        assert not live.wanted()
        desk.undo()
        assert not live.wanted()
        desk.position = 2
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        assert live.wanted()


def test_blind_no_question_that_broke_is_named_before_the_end(small):
    with seated(small) as desk:
        live = Live(desk)
        for _question in range(2):
            first = desk.key
            desk.label("R", 900, "live"), desk.label("X", 900, "live")
            assert live.wanted()
            computed(live)
            page = "\n".join(texts(live.everything(100)))
            assert (first in page) == desk.state.complete


def test_an_answer_left_out_stands_in_the_numbers_at_the_end(small):
    with seated(small) as desk:
        live = Live(desk)
        desk.label("X", 900, "live"), desk.exclude("torn")
        assert [arm.questions for arm in computed(live).arms] == [0, 0]
        desk.label("X", 900, "live"), desk.label("X", 900, "live")
        assert live.wanted()
        assert sorted(arm.questions for arm in computed(live).arms) == [1, 2]
