"""Every command a grader can give, in one table: keys, key line, help and palette follow from it.

A command is carried out by the screen's method of the same name, `do_NAME`. The keys that label are not here: they
are the mode's choices. The keys are those a person has who asked for no others (`keyfile.py`); what a key does on a
screen is `keys.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gradertui.locale import mark
from gradertui.tui.keynames import cap


class Command(NamedTuple):
    """One thing a grader can do."""

    name: str
    keys: tuple[str, ...]
    """As `keynames.py` calls them; the first is the one that is shown. Without any it is in the palette."""
    words: str
    """In the key line and the palette."""
    help: str
    rank: int = 0
    """Place in the key line; what does not fit drops out from the end. 0 is not in the line."""
    scrolls: bool = False
    """Whether it only moves a text; any other is not taken from a burst of keys."""
    mode: str = ""
    """The only mode that has it; every mode otherwise."""

    @property
    def cap(self) -> str:
        """How its key is shown; empty if it has none."""
        return cap(self.keys[0]) if self.keys else ""


COMMANDS: tuple[Command, ...] = (
    Command("undo", ("u", "ctrl+z"), mark("undo"), mark("take back the last label, skip, flag, comment or exclusion; as often as you like, also after a restart"), 1),
    Command("skip", ("s",), mark("skip"), mark("put it off: it comes back at the end"), 2),
    Command("flag", ("f",), mark("flag"), mark("mark it to come back to, or take the mark off"), 3),
    Command("comment", ("c",), mark("comment"), mark("write a comment; an empty one removes it"), 6),
    Command("reason", ("r",), mark("reason"), mark("say in a word or two why, for the pair before you or the last one you labelled; reasons are counted"), 4, mode="preference"),
    Command("exclude", ("e",), mark("exclude"), mark("leave it out for good, with a reason that the report gives"), 12),
    Command("previous", ("left",), mark("back"), mark("walk back; a label key relabels what you walk to")),
    Command("next", ("right",), mark("forward"), mark("walk forward")),
    Command("resume", ("end",), mark("next open"), mark("go to the next task without a label")),
    Command("up", ("up",), mark("scroll up"), mark("scroll the text that is longer than its frame"), scrolls=True),
    Command("down", ("down",), mark("scroll down"), mark("scroll the text that is longer than its frame"), scrolls=True),
    Command("page_up", ("pageup",), mark("page up"), mark("scroll by a page"), scrolls=True),
    Command("page_down", ("pagedown", "space"), mark("page down"), mark("scroll by a page"), scrolls=True),
    Command("pick", ("tab",), mark("next text"), mark("choose which text the arrows scroll")),
    Command("source", ("o",), mark("source"), mark("the whole source on a page; the note of a card if the plan allows it")),
    Command("words", ("w",), mark("words"), mark("underline what the source does not say, and what of the reference was found; remembered"), 8),
    Command("raw", ("i",), mark("as it is"), mark("blanks, tabs, line ends and everything hidden, made visible in the answer")),
    Command("go", ("g",), mark("go to"), mark("go to a task by its number or to a question by its key"), 9),
    Command("filter", ("/",), mark("filter"), mark("walk only through some: those with words in their text, or one of the filters below"), 10),
    Command("lift", ("escape",), mark("lift the filter"), mark("walk through all of them again")),
    Command("pane", ("p",), mark("statistics"), mark("show or hide the statistics beside the work"), 11),
    Command("statistics", ("v",), mark("all statistics"), mark("every number, with the cases that broke"), 13),
    Command("help", ("?", "f1"), mark("help"), mark("this page"), 5),
    Command("history", ("h",), mark("history"), mark("everything you did with this one, with what was taken back"), 14),
    Command("layout", ("l",), mark("layout"), mark("texts side by side, under each other, or as the width suggests; remembered")),
    Command("theme", (), mark("theme"), mark("dark, light or high contrast, one after the other; remembered")),
    Command("quit", ("q",), mark("quit"), mark("there is nothing to save: every label is on disk before the next answer is shown"), 7),
)  # fmt: skip

_BOTH = {command.name: command for command in COMMANDS}
SETTLING: tuple[Command, ...] = (
    _BOTH["undo"]._replace(help=mark("take back the last label, cause or skip; as often as you like, also after a restart")),
    _BOTH["skip"],
    _BOTH["resume"]._replace(keys=("enter", "end"), words=mark("go on"), help=mark("go to the next one that is not settled, without a cause"), rank=3),
    _BOTH["previous"],
    _BOTH["next"]._replace(help=mark("walk forward, also without a cause")),
    Command("voices", ("v",), mark("all comments"), mark("every label with its whole comment, on a page"), 4),
    *(_BOTH[name] for name in ("up", "down", "page_up", "page_down", "pick", "source", "words", "raw", "go", "layout", "help", "quit")),
)  # fmt: skip
"""Where graders differ: those that settle and look, under the same keys."""
HOME: tuple[Command, ...] = (
    Command("open", ("enter",), mark("open it"), mark("do what is next for the row: grade, settle, read the report or the audit"), 1),
    Command("up", ("up",), mark("row up"), mark("the row above"), scrolls=True),
    Command("down", ("down",), mark("row down"), mark("the row below"), scrolls=True),
    Command("page_up", ("pageup",), mark("page up"), mark("up by a page"), scrolls=True),
    Command("page_down", ("pagedown", "space"), mark("page down"), mark("down by a page"), scrolls=True),
    Command("report", ("r",), mark("report"), mark("what the labels of the session say so far, on a page"), 5),
    Command("another", ("a",), mark("as another"), mark("grade the session under an id that you write"), 7),
    Command("new", ("n",), mark("new session"), mark("how a session is made from a file"), 4),
    _BOTH["filter"]._replace(help=mark("only sessions with a word in their name, title, mode or graders"), rank=6),
    _BOTH["lift"]._replace(help=mark("all of them again")),
    _BOTH["help"]._replace(rank=2),
    _BOTH["quit"]._replace(rank=3),
)  # fmt: skip
"""Where sessions are chosen."""
PRACTISING: tuple[Command, ...] = (
    Command("next", ("space", "enter", "right"), mark("next"), mark("go on to the next"), 1),
    _BOTH["undo"]._replace(help=mark("take back the last key and try again"), rank=2),
    _BOTH["help"]._replace(words=mark("rubric"), help=mark("the rubric"), rank=3),
    _BOTH["quit"]._replace(help=mark("leave; nothing was kept"), rank=4),
    _BOTH["previous"]._replace(help=mark("read the one before again")),
    *(_BOTH[name] for name in ("up", "down", "page_up")),
    _BOTH["page_down"]._replace(keys=("pagedown",)),
)
"""Off the record: nothing is kept."""
GUESSING: tuple[Command, ...] = (
    _BOTH["undo"]._replace(help=mark("take back the last guess")),
    _BOTH["quit"],
    *(_BOTH[name] for name in ("up", "down", "page_up", "page_down")),
)
"""Where it is guessed whose a card was."""


def commands(screen: str) -> tuple[Command, ...]:
    """Those that a screen has, with the keys of those who asked for no others.

    Args:
        screen: a mode, "adjudicate", "practice", "guess" or "home".
    """
    if screen in _SCREENS:
        return _SCREENS[screen]
    return tuple(command for command in COMMANDS if command.mode in ("", screen))


_SCREENS: Mapping[str, tuple[Command, ...]] = {
    "adjudicate": SETTLING,
    "practice": PRACTISING,
    "guess": GUESSING,
    "home": HOME,
}
