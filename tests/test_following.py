"""Labels follow the answer: what was judged is known again by its content, and by nothing else."""

from contextlib import closing
from dataclasses import replace

import pytest
from followed import LATER, apart, by_system, called, carried, changed, labelled, labels, pairs, swapped, told
from screens import AT, bank, made

from gradertui import events
from gradertui.events import carried_from, facts
from gradertui.following import differences, follow
from gradertui.following.contents import contents
from gradertui.model import KINDS, Item, Plan, Question, Source
from gradertui.order import REPEAT
from gradertui.session import Session
from gradertui.store import StoreError
from gradertui.verifying import verify


@pytest.fixture
def old(tmp_path):
    folder = made(tmp_path / "old", apart())
    labelled(folder, by_system)
    return folder


def test_a_system_that_is_called_otherwise_keeps_its_labels(old, tmp_path):
    new = made(tmp_path / "new", called(apart(), "2"), Plan(seed=99))
    (came,) = carried(new, old)
    assert (came.grader, came.n("Labelled"), came.left, came.unlike) == ("ana", 6, 0, 0)
    assert labels(new) == {key + "2": label for key, label in labels(old).items()}
    assert not any(part.findings for part in verify(new))


def test_a_carried_label_says_from_where_and_keeps_how_and_when_it_was_given(old, tmp_path):
    new = made(tmp_path / "new", apart())
    carried(new, old)
    first, *rest = told(new)
    assert (first.kind, first.at) == ("PlanFrozen", LATER)
    assert {(event.kind, event.active_ms, event.at) for event in rest} == {("Labelled", 0, AT)}
    assert facts(rest[0]) == {"blind": True, "statistics": "live", "carried": "old"}


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        (Source, {"text": "Another source."}),
        (Question, {"text": "What else?"}),
        (Question, {"references": ("Something else.",)}),
        (Question, {"answerable": None}),
        (Question, {"source_ids": ()}),
        (Item, {"text": "Another answer."}),
        (Item, {"retrieved": ("s0", "s1", "s2")}),
        (Item, {"cited_source": "nowhere"}),
    ],
    ids=lambda value: str(value),
)
def test_what_changed_is_not_carried(old, tmp_path, kind, other):
    new = made(tmp_path / "new", changed(apart(), kind, **other))
    assert carried(new, old) == []
    assert list((new / "labels").glob("*")) == []


@pytest.mark.parametrize(
    "other", [{"confidence": 0.1}, {"baseline_answer": "Hm."}, {"original": {"x": "y"}}, {"replicate": 1}], ids=str
)
def test_what_is_not_judged_may_change(old, tmp_path, other):
    assert carried(made(tmp_path / "new", changed(apart(), Item, **other)), old)[0].left == 0


def test_only_what_did_not_change_is_carried(old, tmp_path):
    parts = [part._replace(text="New.") if getattr(part, "item_id", "") == "q1-a" else part for part in apart()]
    new = made(tmp_path / "new", parts)
    (came,) = carried(new, old)
    assert (came.n("Labelled"), came.left) == (5, 1)
    assert "q1-a" not in labels(new)


def test_a_source_that_answers_bring_counts_wherever_it_stands(tmp_path):
    def parts(key):
        item = Item("i", "A.", "q", "a", retrieved=(key,))
        return [Source(key, "The source."), Question("q", "What?", ("It.",), True), item]

    old, new = made(tmp_path / "old", parts("s1")), made(tmp_path / "new", parts("other-name"))
    labelled(old, lambda _task: "R")
    assert carried(new, old)[0].n("Labelled") == 1


def test_the_same_sources_in_another_order_and_under_other_names_are_the_same(tmp_path):
    def parts(*keys):
        texts = {keys[0]: "One.", keys[1]: "Two."}
        sources = [Source(key, texts[key]) for key in keys]
        return [*sources, Question("q", "What?", ("It.",), True, tuple(sorted(keys))), Item("i", "A.", "q", "a")]

    old, new = made(tmp_path / "old", parts("s1", "s2")), made(tmp_path / "new", parts("s9", "s8"))
    labelled(old, lambda _task: "R")
    assert carried(new, old)[0].n("Labelled") == 1


def doubled(*labels_of_same):
    """One question whose answers read the same, from as many systems as there are labels."""
    systems = [f"s{n}" for n in range(len(labels_of_same))]
    return list(bank(1, systems)), dict(zip(systems, labels_of_same, strict=True))


def test_the_same_text_with_different_labels_is_left_to_be_asked_and_counted(tmp_path):
    parts, given = doubled("R", "X")
    old, new = made(tmp_path / "old", parts), made(tmp_path / "new", bank(1, ("one", "two", "three")))
    labelled(old, lambda task: given[task.arms[0]])
    (came,) = carried(new, old)
    assert (came.events, came.unlike, came.left) == ((), 3, 3)


def test_the_same_text_with_equal_labels_gives_its_label_to_all_that_read_so(tmp_path):
    parts, given = doubled("X", "X", None)
    old, new = made(tmp_path / "old", parts), made(tmp_path / "new", bank(1, ("one", "two", "three", "four")))
    labelled(
        old,
        lambda task: given[task.arms[0]],
        more=lambda task, at: (
            [events.commented(task.task_id, at, task.arms[0]), events.flagged(task.task_id, at, True)]
            if task.arms[0] == "s0"
            else []
        ),
    )
    assert carried(new, old)[0].n("Labelled") == 4
    assert set(labels(new).values()) == {"X"}
    assert [event.value for event in told(new) if event.kind == "Commented"] == ["s0"] * 4


def test_twice_adds_nothing(old, tmp_path):
    new = made(tmp_path / "new", apart())
    carried(new, old)
    before = told(new)
    assert carried(new, old)[0].events == ()
    assert told(new) == before


def done_here(folder, *kinds_of_event, position=0):
    """Let ana do something here with one task, by hand."""
    with closing(Session(folder)) as session, closing(session.writable_log("ana")) as log:
        state = session.state(log)
        log.append_all([*session.freezing(state.plan_hash, "ana", LATER), *kinds_of_event], LATER)
        return state.order[position].task_id


def first_task(folder):
    with closing(Session(folder)) as session:
        return session.arranged("ana")[0].task_id


def given(folder, label):
    return events.labelled(first_task(folder), 0, label, active_ms=900, blind=True, screen="live")


def test_a_label_given_anew_here_is_never_overwritten(old, tmp_path):
    new = made(tmp_path / "new", apart())
    carried(new, old)
    done_here(new, given(new, "N"))
    carried(new, old)
    assert labels(new)[first_task(new)] == "N"


def test_what_was_labelled_here_and_taken_back_stays_open(old, tmp_path):
    new = made(tmp_path / "new", apart())
    done_here(new, given(new, "N"), events.retracted(2, first_task(new), 0))
    assert carried(new, old)[0].left == 1


def test_what_was_carried_and_undone_stays_open(old, tmp_path):
    new = made(tmp_path / "new", apart())
    carried(new, old)
    last = told(new)[-1]
    done_here(new, events.retracted(last.seq, last.task, last.position))
    assert carried(new, old)[0].left == 1
    assert last.task not in labels(new)


def test_what_was_put_off_or_remarked_upon_here_is_carried_and_the_remark_stays(old, tmp_path):
    new = made(tmp_path / "new", apart())
    task = first_task(new)
    done_here(new, events.skipped(task, 0), events.commented(task, 0, "mine"))
    assert carried(new, old)[0].left == 0
    assert [event.value for event in told(new) if event.kind == "Commented"] == ["mine"]


def test_a_label_that_was_undone_there_is_not_carried(old, tmp_path):
    with closing(Session(old)) as session, closing(session.writable_log("ana")) as log:
        last = list(log.events())[-1]
        log.append(events.retracted(last.seq, last.task, last.position), AT)
    new = made(tmp_path / "new", apart())
    assert carried(new, old)[0].left == 1
    assert last.task not in labels(new)


def test_what_was_put_off_there_is_not_carried(old, tmp_path):
    with closing(Session(old)) as session, closing(session.writable_log("ana")) as log:
        log.append(events.skipped(log.order()[2].task_id, 2), AT)
    assert carried(made(tmp_path / "new", apart()), old)[0].left == 1


def test_what_was_left_out_comes_with_its_reason_and_its_remarks(tmp_path):
    old, new = made(tmp_path / "old", apart(1, "a")), made(tmp_path / "new", apart(1, "a"))
    labelled(
        old,
        lambda _task: "R",
        more=lambda task, at: [events.excluded(task.task_id, at, "cut off"), events.flagged(task.task_id, at, True)],
    )
    (came,) = carried(new, old)
    assert (came.n("Excluded"), came.n("Labelled"), came.left) == (1, 0, 0)
    assert [(event.kind, event.value) for event in told(new)[1:]] == [("Excluded", "cut off"), ("Flagged", "1")]
    assert carried_from(told(new)) == "old"


@pytest.mark.parametrize(("asked", "kinds"), [(KINDS, ["citation"]), ((), []), (("other",), [])])
def test_a_kind_of_error_comes_along_where_the_plan_asks_for_it(tmp_path, asked, kinds):
    old = made(tmp_path / "old", apart(1, "a"), Plan(seed=1, kinds=KINDS))
    new = made(tmp_path / "new", apart(1, "a"), Plan(seed=1, kinds=asked))
    labelled(old, lambda _task: "X", more=lambda task, at: [events.classified(task.task_id, at, "citation")])
    carried(new, old)
    assert [event.value for event in told(new) if event.kind == "Classified"] == kinds


def test_three_graders_are_carried_each_into_their_own_log(old, tmp_path):
    labelled(old, lambda _task: "N", "bea")
    labelled(old, lambda task: "R" if task.cluster == "q0" else None, "cai")
    new = made(tmp_path / "new", apart())
    came = carried(new, old)
    assert [(each.grader, each.n("Labelled"), each.left) for each in came] == [
        ("ana", 6, 0),
        ("bea", 6, 0),
        ("cai", 2, 4),
    ]
    assert [labels(new, grader) == labels(old, grader) for grader in ("ana", "bea", "cai")] == [True] * 3


def test_of_one_grader_only_where_one_is_named(old, tmp_path):
    labelled(old, lambda _task: "N", "bea")
    new = made(tmp_path / "new", apart())
    carried(new, old, "bea")
    with closing(Session(new)) as session:
        assert session.graders() == ["bea"]


def test_a_grader_whom_the_plan_does_not_name_is_left_out_and_said(old, tmp_path):
    labelled(old, lambda _task: "N", "bea")
    new = made(tmp_path / "new", apart(), Plan(seed=1, graders=("bea",)))
    came = {each.grader: each for each in carried(new, old)}
    assert (came["ana"].stranger, came["bea"].n("Labelled")) == (True, 6)
    with pytest.raises(StoreError, match="the plan names who grades"):
        carried(new, old, "ana")


def test_a_grader_gets_labels_of_their_own_part_only(old, tmp_path):
    plan = Plan(seed=1, graders=("ana", "bea"), overlap=0.0)
    (came,) = carried(made(tmp_path / "new", apart(), plan), old, "ana")
    assert 0 < came.n("Labelled") < 6
    assert came.left == 0


def test_hidden_repeats_are_neither_carried_nor_carried_to(tmp_path):
    plan = Plan(seed=1, repeats=2)
    old, new = made(tmp_path / "old", apart(6), plan), made(tmp_path / "new", apart(6), replace(plan, seed=5))
    labelled(old, lambda task: "N" if task.task_id.endswith(REPEAT) else "R")
    (came,) = carried(new, old)
    assert (came.n("Labelled"), came.left, came.unlike) == (12, 2, 0)
    assert set(labels(new).values()) == {"R"}


def test_labels_given_after_the_reveal_are_not_carried_as_blind(old, tmp_path):
    with closing(Session(old)) as session, closing(session.writable_log("ana")) as log:
        task = log.order()[0].task_id
        again = events.labelled(task, 0, "N", active_ms=900, blind=True, screen="live")
        log.append_all([events.revealed("report"), again], LATER)
    labelled(old, lambda _task: "N", "bea")
    new = made(tmp_path / "new", apart())
    carried(new, old)
    how = {event.task: facts(event)["blind"] for event in told(new) if event.kind == "Labelled"}
    assert [key for key, blind in how.items() if not blind] == [task]
    assert {facts(event)["blind"] for event in told(new, "bea") if event.kind == "Labelled"} == {True}


def test_rating_that_is_locked_here_refuses_and_changes_nothing_for_anybody(old, tmp_path):
    labelled(old, lambda _task: "N", "bea")
    new = made(tmp_path / "new", apart())
    done = [events.locked()]
    with closing(Session(new)) as session, closing(session.writable_log("bea")) as log:
        log.append_all([*session.freezing("", "bea", AT), *done], AT)
    with pytest.raises(StoreError, match="rating is locked"):
        carried(new, old)
    assert told(new, "ana") == []
    assert len(told(new, "bea")) == 2


def test_a_log_that_somebody_has_open_refuses_before_anything_is_written(old, tmp_path):
    labelled(old, lambda _task: "N", "bea")
    new = made(tmp_path / "new", apart())
    with (
        closing(Session(new)) as session,
        closing(session.writable_log("bea")),
        pytest.raises(StoreError, match="bea is open"),
    ):
        carried(new, old)
    assert told(new, "ana") == []
    assert not (new / "plan.sqlite").exists()


def test_carried_labels_of_two_graders_are_not_taken_for_one_log_that_was_copied(tmp_path):
    plan = Plan(seed=1, order="file", blind=False)
    old, new = made(tmp_path / "old", apart(), plan), made(tmp_path / "new", apart(), plan)
    for grader in ("ana", "bea"):
        labelled(old, by_system, grader)
    with closing(Session(new)) as session, closing(Session(old)) as other:
        times = iter(("2026-04-01T10:00:00.000+00:00", "2026-04-01T10:00:00.100+00:00"))
        follow(session, other, (), lambda: next(times))
        from gradertui.report.hands import read

        assert [(hand.shared, hand.state.labelled) for hand in read(session, ["ana", "bea"])] == [(0, 6), (0, 6)]


CARDS = [Item(f"c{t}{v}", f"Keep going, {v}.", template=t, variant=v) for t in ("t1", "t2") for v in ("Ana", "Omar")]


def test_a_rating_follows_its_card(tmp_path):
    plan = Plan(mode="tone", seed=1)
    old, new = made(tmp_path / "old", CARDS, plan), made(tmp_path / "new", called(CARDS, "2"), replace(plan, seed=9))
    rating = {"t1": {"Ana": "1", "Omar": "2"}, "t2": {"Ana": "3", "Omar": "4"}}
    labelled(old, lambda task: rating[task.cluster][task.arms[0]])
    carried(new, old)
    assert labels(new) == {"ct1Ana2": "1", "ct1Omar2": "2", "ct2Ana2": "3", "ct2Omar2": "4"}


@pytest.mark.parametrize("other", [{"template": "t9"}, {"variant": "Zoe"}, {"text": "Stop."}], ids=str)
def test_a_card_of_another_template_variant_or_text_is_another_card(tmp_path, other):
    plan = Plan(mode="tone", seed=1)
    old = made(tmp_path / "old", CARDS[:1], plan)
    labelled(old, lambda _task: "5")
    assert carried(made(tmp_path / "new", [CARDS[0]._replace(**other)], plan), old) == []


@pytest.mark.parametrize("again", [lambda parts: list(parts), swapped, lambda parts: list(called(swapped(parts), "2"))])
def test_a_preference_follows_the_text_whatever_side_it_stands_on(tmp_path, again):
    plan = Plan(mode="preference", seed=1)
    old, new = made(tmp_path / "old", pairs(), plan), made(tmp_path / "new", again(pairs()), replace(plan, seed=4))
    good = {"m": "A", "n": "B"}  # whose text stands left
    labelled(old, lambda task: good[task.arms[0]], more=lambda task, at: [events.classified(task.task_id, at, "why")])
    (came,) = carried(new, old)
    assert (came.n("Labelled"), came.n("Classified"), came.left) == (12, 12, 0)
    with closing(Session(new)) as session, closing(session.log("ana")) as log:
        state = session.state(log)
        sides = {state.marks[at].label for at in range(12)}
        won = [task.arms["AB".index(state.marks[at].label)][0] for at, task in enumerate(state.order)]
    assert sides == {"A", "B"}
    assert won == ["m"] * 12


@pytest.mark.parametrize("label", ["T", "Z", "0"])
def test_what_names_no_side_is_carried_as_it_is(tmp_path, label):
    plan = Plan(mode="preference", seed=1)
    old, new = made(tmp_path / "old", pairs(2), plan), made(tmp_path / "new", swapped(pairs(2)), plan)
    labelled(old, lambda _task: label)
    carried(new, old)
    assert set(labels(new).values()) == {label}


def test_a_winner_between_two_texts_that_are_the_same_is_not_carried(tmp_path):
    plan = Plan(mode="preference", seed=1)
    parts = changed(pairs(1), Item, text="The same.")
    old, new = made(tmp_path / "old", parts, plan), made(tmp_path / "new", parts, plan)
    labelled(old, lambda _task: "A")
    (came,) = carried(new, old)
    assert (came.n("Labelled"), came.unlike) == (0, 1)


@pytest.mark.parametrize(("kind", "other"), [(Question, {"text": "What else?"}), (Item, {"text": "Another."})], ids=str)
def test_a_pair_with_another_question_or_text_is_another_pair(tmp_path, kind, other):
    plan = Plan(mode="preference", seed=1)
    parts = [part for part in pairs(1) if not (isinstance(part, Item) and part.system == "n")]
    second = [part for part in pairs(1) if isinstance(part, Item) and part.system == "n"]
    old = made(tmp_path / "old", pairs(1), plan)
    new = made(tmp_path / "new", [*changed(parts, kind, **other), *second], plan)
    labelled(old, lambda _task: "A")
    assert carried(new, old) == []


def test_what_the_plan_says_otherwise_of_giving_labels_is_told(tmp_path):
    old = made(tmp_path / "old", apart(), Plan(seed=1, title="one"))
    new = made(
        tmp_path / "new", apart(), Plan(seed=2, title="two", rubric={"R": "only word for word"}, kinds=("typo",))
    )
    with closing(Session(old)) as there, closing(Session(new)) as here:
        assert sorted(differences(here, there)) == ["kinds", "rubric.R"]
        assert differences(there, there) == []


def test_contents_that_differ_anywhere_differ(tmp_path):
    folder = made(tmp_path / "old", apart(20, ("a", "b", "c")))
    with closing(Session(folder)) as session:
        assert len({content.digest for content in contents(session).values()}) == 60


def test_a_lone_surrogate_is_carried_like_any_text(tmp_path):
    parts = [Question("q", "What \ud800?"), Item("i", "\udfff", "q", "a")]
    old, new = made(tmp_path / "old", parts), made(tmp_path / "new", parts)
    labelled(old, lambda _task: "R")
    assert carried(new, old)[0].n("Labelled") == 1
