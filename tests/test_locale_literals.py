"""No text for people goes round gettext; the check sees it where it does."""

from __future__ import annotations

import literals
import pytest


def test_every_text_for_people_goes_through_gettext():
    assert literals.everywhere() == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ('print("ready")', "cli/new.py"),
        ('print(f"{n} ready")', "cli/new.py"),
        ('print(_("a"), "done" if n else "")', "cli/new.py"),
        ('raise StoreError(f"{path}: missing")', "session.py"),
        ('raise StoreError("{path}: missing".format(path=path))', "store/log.py"),
        ('raise InputError(*problems, "nothing")', "formats/files.py"),
        ('parser.add_argument("--x", help="what")', "cli/new.py"),
        ('parser.add_argument("--x", metavar="FILE")', "cli/new.py"),
        ('Input(placeholder="search")', "tui/asking.py"),
        ('def f():\n    yield "Rates"', "report/grade/text.py"),
        ('def f():\n    yield f"{n} cards"', "cli/leaks.py"),
        ('title = "two words"', "tui/pane.py"),
        ('rows = (f"{n} more rows", "dim")', "tui/pages.py"),
        ('def f():\n    """Say."""\n    return "no docstring"', "tui/desk.py"),
        ('EXAMPLE = "examples:\\n  gradertui new dia18"', "cli/new.py"),
        ('raise StoreError("select something else")', "formats/files.py"),
    ],
)
def test_a_text_that_goes_round_gettext_is_seen(source: str, name: str):
    assert len(literals.unspoken(source, name)) == 1


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ('print(_("ready"))', "cli/new.py"),
        ('print(ngettext("{n} card", "{n} cards", n).format(n=n))', "cli/new.py"),
        ('print(f"gradertui {name}: {words}", sep="\\n")', "cli/new.py"),
        ('raise StoreError(words.format(names=", ".join(names)))', "session.py"),
        ('WORDS = (mark("two words"), mark("one", "many of it"))', "cli/parsing.py"),
        ('"""A module of two words."""\n\nX = 1\n"""An attribute of two words."""', "tui/desk.py"),
        ('print(names["key"], kind == "tone")', "cli/new.py"),
        ('db.execute("select key, value from meta")', "store/log.py"),
        ('reason = "no question has both labels"', "report/grade/document.py"),
        ('def f():\n    yield "  " + _("none")', "cli/leaks.py"),
    ],
)
def test_what_goes_through_gettext_or_is_no_text_for_people_is_left_alone(source: str, name: str):
    assert literals.unspoken(source, name) == []


@pytest.mark.parametrize("name", literals.CODES)
def test_every_exception_is_still_needed(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(literals, "CODES", {key: codes for key, codes in literals.CODES.items() if key != name})
    assert literals.everywhere(name)


def test_no_number_for_people_is_written_with_a_point_in_every_language():
    lines = {path: literals.pointed(path.read_text("utf-8")) for path in literals.ROOT.rglob("*.py")}
    assert {path.name: found for path, found in lines.items() if found} == {}


@pytest.mark.parametrize(
    "source", ['f"{x:.2f}"', 'f"{x:.{places}f}"', '_("{seconds:.1f} s each")', 'f"p {p:.4g}"', 'print(f"{a} {b:6.1f}")']
)
def test_a_number_that_is_written_with_a_point_in_every_language_is_seen(source: str):
    assert literals.pointed(source) == [1]


@pytest.mark.parametrize("source", ['decimal(f"{x:.4g} %")', "number(x, 2)", 'brief(f"{p:.3f}")', 'f"{100 * x:.0f} %"'])
def test_a_number_that_the_language_writes_is_left_alone(source: str):
    assert literals.pointed(source) == []
