"""A session that took over labels: only what is new is asked, and what was carried can be graded anew."""

from followed import apart, by_system, carried, labelled
from screens import bank, graded, made, press, said, until, visible, work

from gradertui.model import Item, Plan


def followed(tmp_path, new=()):
    """Six answers labelled in one session; in the next those that are named are new."""
    old = made(tmp_path / "dia18", apart())
    labelled(old, by_system)
    parts = [part._replace(text="New.") if getattr(part, "item_id", "") in new else part for part in apart()]
    folder = made(tmp_path / "run2", parts, Plan(seed=4))
    carried(folder, old)
    return folder


async def test_only_what_is_new_is_asked_and_then_all_is_done(tmp_path):
    async with graded(followed(tmp_path, ("q0-a", "q2-b"))) as pilot:
        desk, asked = work(pilot).desk, []
        assert said(pilot) == "welcome back: 4 of 6 done; the last came from another session"
        for left in (2, 1):
            asked.append(desk.task.task_id)
            assert desk.state.settled == 6 - left
            await press(pilot, "n")
        assert sorted(asked) == ["q0-a", "q2-b"]
        await until(pilot, lambda: "All labelled" in visible(pilot.app), "the page that says so")


async def test_walking_back_shows_where_it_was_carried_from_until_a_key_labels_it_anew(tmp_path):
    async with graded(followed(tmp_path, ("q0-a",))) as pilot:
        desk = work(pilot).desk
        assert "carried" not in visible(pilot.app)
        await press(pilot, "left" if desk.position else "right")
        at = desk.position
        label = desk.mark.label
        assert f"labelled {label} · carried from dia18" in visible(pilot.app)
        await press(pilot, "h")
        await until(pilot, lambda: "History of" in visible(pilot.app), "the history")
        assert "carried from dia18" in visible(pilot.app)
        await press(pilot, "h")
        await press(pilot, "n")
        assert (desk.state.marks[at].label, desk.state.settled) == ("N", 5)
        desk.go(str(at + 1))
        work(pilot).draw()
        await until(pilot, lambda: "labelled N" in visible(pilot.app), "the new label")
        assert "carried" not in visible(pilot.app)


async def test_where_everything_was_carried_the_screen_says_done(tmp_path):
    async with graded(followed(tmp_path)) as pilot:
        assert said(pilot).startswith("welcome back: 6 of 6 done")
        assert work(pilot).desk.state.complete


async def test_blind_neither_mark_nor_welcome_tells_a_system(tmp_path):
    parts = list(bank(2, ("ZORRO", "QUETZAL")))
    parts = [part._replace(text=f"{part.text} {n}") if isinstance(part, Item) else part for n, part in enumerate(parts)]
    old, new = made(tmp_path / "dia18", parts), made(tmp_path / "run2", parts)
    labelled(old, lambda _task: "N")
    carried(new, old)
    async with graded(new) as pilot:
        for _step in range(4):
            assert not [name for name in ("ZORRO", "QUETZAL") if name in visible(pilot.app)]
            await press(pilot, "left")
